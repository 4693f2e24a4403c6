"""The table of offsets, as CuTe's print_layout prints it. Rows and columns are the two modes."""

from collections.abc import Collection, Sequence
from typing import Final

from spec.basis import has_coordinates
from spec.bridges.positions import Positioned, rows_of
from spec.errors import LayoutError, numeral
from spec.int_tuple import format_int_tuple
from spec.layout import Layout

MOST_CELLS: Final = 65_536


def table(layout: Positioned) -> str:
    """The layout and its offsets, as CuTe prints them.

    A layout of rank 1, which CuTe rejects, is one column.

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
    return "\n".join(table_lines(layout))


def table_lines(layout: Positioned, marked: Collection[int] = ()) -> list[str]:
    """The lines of the table, with a star at each marked 1-D coordinate.

    Pre-conditions: the pre-conditions of `table`.

    >>> table_lines(Layout((2, 2)), {2})[3]
    ' 0  | 0 | 2*|'
    """
    if layout.rank not in (1, 2):
        raise LayoutError(f"a table requires rank 1 or 2, but {rank_of(layout)}")
    if layout.size > MOST_CELLS:
        raise LayoutError(
            f"a table can have at most {numeral(MOST_CELLS)} cells, but {layout} has"
            f" {numeral(layout.size)}"
        )
    offsets = [str(layout(i)) for i in range(layout.size)]
    # As in CuTe, the cosize determines the width of a cell. A longer number, such as a negative
    # number, widens its own cell. For swizzled layouts, and for layouts with coordinates as
    # strides, the longest offset determines the width instead.
    if isinstance(layout, Layout) and not has_coordinates(layout.stride):
        width = len(str(layout.cosize))
    else:
        width = max(map(len, offsets))
    return grid(str(layout), rows_of(layout), offsets, width, marked)


def rank_of(layout: Positioned) -> str:
    """The message about an array that has no table: its rank, and how to group its modes.

    >>> print(rank_of(Layout((2, 3, 4))))
    (2,3,4):(1,2,6) has rank 3; group its modes, as in ((2,3),4)
    """
    said = f"{layout} has rank {layout.rank}"
    if not isinstance(layout.shape, tuple) or layout.rank == 0:
        return said
    *rows, columns = layout.shape
    return f"{said}; group its modes, as in {format_int_tuple((tuple(rows), columns))}"


def grid(
    title: str,
    rows: int,
    cells: Sequence[str],
    width: int,
    marked: Collection[int] = (),
    numbers: tuple[range, range] | None = None,
) -> list[str]:
    """The lines of a table, with a star in each marked cell. `cells` is in column-major order.

    `numbers` has the row numbers and the column numbers. By default, both start at 0.
    """
    across, down = (range(len(cells) // rows), range(rows)) if numbers is None else numbers[::-1]
    rule = " " * 4 + ("+" + "-" * (width + 2)) * len(across) + "+"
    lines = [title, " " * 4 + "".join(f"  {n:{width}} " for n in across)]
    for m, number in enumerate(down):
        row = (f"| {cells[i]:>{width}}{' *'[i in marked]}" for i in range(m, len(cells), rows))
        lines += [rule, f"{number:2}  {''.join(row)}|"]
    return [*lines, rule]


def print_layout(layout: Positioned) -> None:
    """Print the table of a layout.

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
