"""The table of offsets that CuTe's print_layout prints, rows and columns being the two modes."""

from typing import Final

from spec.bridges.positions import Positioned, rows_of
from spec.errors import LayoutError, numeral
from spec.layout import Layout

MOST_CELLS: Final = 65_536


def table(layout: Positioned) -> str:
    """The layout and its offsets, as CuTe prints them; rank 1, which CuTe refuses, is one column.

    Pre-conditions: rank 1 or 2; at most MOST_CELLS cells.

    >>> print(table(Layout((2, 3), (3, 1))))  # doctest: +NORMALIZE_WHITESPACE
    (2,3):(3,1)
          0   1   2
        +---+---+---+
     0  | 0 | 1 | 2 |
        +---+---+---+
     1  | 3 | 4 | 5 |
        +---+---+---+

    Source: CuTe print_tensor.hpp; CUTLASS-Cute 1, section 2.
    """
    if layout.rank not in (1, 2):
        raise LayoutError(f"a table shows rank 1 or 2, and the rank of {layout} is {layout.rank}")
    if layout.size > MOST_CELLS:
        raise LayoutError(
            f"a table has at most {numeral(MOST_CELLS)} cells, and {layout} has"
            f" {numeral(layout.size)}"
        )
    rows = rows_of(layout)
    columns = layout.size // rows
    # As CuTe, the cosize decides: a longer number, such as a negative one, widens its own cell.
    # What is swizzled has no cosize: there the longest offset decides.
    width = (
        len(str(layout.cosize))
        if isinstance(layout, Layout)
        else max(len(str(layout(i))) for i in range(layout.size))
    )
    rule = " " * 4 + ("+" + "-" * (width + 2)) * columns + "+"

    lines = [str(layout), " " * 4 + "".join(f"  {n:{width}} " for n in range(columns))]
    for m in range(rows):
        offsets = (layout(m + rows * n) for n in range(columns))
        lines += [rule, f"{m:2}  " + "".join(f"| {x:{width}} " for x in offsets) + "|"]
    return "\n".join([*lines, rule])


def print_layout(layout: Positioned) -> None:
    """Prints the table of a layout.

    >>> print_layout(Layout(2, 12))  # doctest: +NORMALIZE_WHITESPACE
    2:12
           0
        +----+
     0  |  0 |
        +----+
     1  | 12 |
        +----+
    """
    print(table(layout))
