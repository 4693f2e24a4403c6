"""Pictures as text for terminals: tables as CuTe prints them, in bands that fit a width."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from spec.bridges.positions import Positioned
from spec.pictures.boxes import metrics
from spec.pictures.folding import folded
from spec.pictures.offsets import differing
from spec.pictures.panel import Panel
from spec.table import grid, table_lines

GAP: Final = " " * 4


def compared(a: Positioned, b: Positioned, width: int | None = None) -> str:
    """Return both tables as CuTe prints them, with stars where they differ, within `width`.

    >>> from spec.layout import Layout
    >>> print(compared(Layout((2, 2), (1, 2)), Layout((2, 2), (2, 1))))
    (2,2):(1,2)      (2,2):(2,1)
          0   1            0   1
        +---+---+        +---+---+
     0  | 0 | 2*|     0  | 0 | 1*|
        +---+---+        +---+---+
     1  | 1*| 3 |     1  | 2*| 3 |
        +---+---+        +---+---+
    """
    marked = differing(a, b)
    return _beside((_titled(table_lines(a, marked)), _titled(table_lines(b, marked))), width)


def alone(layout: Positioned, width: int | None = None) -> str:
    """Return the table as CuTe prints it, in bands of columns if it is wider than `width`."""
    lines = table_lines(layout)
    return "\n".join(lines if width is None else _bands(_titled(lines), width))


def shown(panels: Sequence[Panel], width: int | None = None) -> str:
    """Return one table, or two side by side. No line of a table is wider than `width`.

    A large table is shown in part. In a table with many columns, each access is shown as one cell.

    >>> from spec.layout import Layout
    >>> from spec.pictures.takers import takers
    >>> print(shown([takers(Layout((2, 1), (1, 2)), (2, 2))]))
    (2,1):(1,2) of (2,2)
              0       1
        +-------+-------+
     0  | T0 V0 |      *|
        +-------+-------+
     1  | T1 V0 |      *|
        +-------+-------+
    """
    return _beside(tuple(map(_lines, panels)), width)


class _Table(NamedTuple):
    """The titles above a table (they may be long), and the lines of the table."""

    titles: list[str]
    lines: list[str]


def _titled(lines: Sequence[str]) -> _Table:
    """A table whose first line is its title."""
    return _Table([lines[0]], list(lines[1:]))


def _beside(tables: Sequence[_Table], width: int | None) -> str:
    """Place the tables side by side, or below each other if they are wider than `width`."""
    widths = [max(map(len, (*table.titles, *table.lines))) for table in tables]
    if width is not None and sum(widths) + len(GAP) * (len(tables) - 1) > width:
        return "\n".join(line for table in tables for line in _bands(table, width))
    high = max(len(table.titles) for table in tables)
    texts = ([*one.titles, *[""] * (high - len(one.titles)), *one.lines] for one in tables)
    rows = zip_longest(*texts, fillvalue="")
    return "\n".join(
        GAP.join(f"{line:{width}}" for line, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _bands(table: _Table, width: int) -> list[str]:
    """Split a table into bands of columns that fit into `width`."""
    lines = table.lines
    rule = lines[-1]
    corners = [at for at, corner in enumerate(rule) if corner == "+"]
    margin, cell = corners[0], corners[1] - corners[0]
    most = max(1, (width - margin - 1) // cell)
    bands = [corners[k : k + most + 1] for k in range(0, len(corners) - 1, most)]
    return [*table.titles, *(_cut(line, rule, band) for band in bands for line in lines)]


def _cut(line: str, rule: str, band: Sequence[int]) -> str:
    """Return the row number of a line and the part of the line inside a band of columns."""
    # A row number wider than the margin makes its line longer than the table's horizontal rule.
    wider = max(0, len(line) - len(rule))
    margin = rule.index("+") + wider
    return line[:margin] + line[band[0] + wider : band[-1] + wider + 1]


MOST_ROWS: Final = 32
"""The largest number of rows of a table that is shown whole."""

ROWS_OF_A_PART: Final = 16

MOST_COLUMNS: Final = 16
"""The largest number of columns of a table in which every cell is shown separately.

In a table with more columns, each box of neighbouring cells, such as one access, is shown as one
cell, provided that all boxes have the same size.
"""


def _lines(one: Panel) -> _Table:
    """The lines of a table. The titles also say which part of the table is shown."""
    is_large = one.rows > MOST_ROWS
    part = folded(one).part if is_large else one
    if is_large and part.rows > ROWS_OF_A_PART:
        begin = min(part.marked, default=0) % part.rows // ROWS_OF_A_PART * ROWS_OF_A_PART
        part = part.part(begin, 0, min(ROWS_OF_A_PART, part.rows - begin), part.columns)
    cells, rows, numbers = _joined(part) if part.columns > MOST_COLUMNS else _single(part)
    texts = [text for text, _ in cells]
    marked = {n for n, (_, is_marked) in enumerate(cells) if is_marked}
    width = max(map(len, (str(numbers[1][-1]), *texts)))
    titles = [one.title, one.subtitle] if one.subtitle else [one.title]
    if part is not one:
        row, column = part.corner
        titles.append(
            f"rows {row}-{row + part.rows - 1} and columns {column}-{column + part.columns - 1}"
            f" of {one.rows} x {one.columns}"
        )
    return _Table(titles, grid("", rows, texts, width, marked, numbers)[1:])


Cells = tuple[list[tuple[str, bool]], int, tuple[range, range]]
"""The cells of a table as pairs (text, is marked), the number of rows, and two ranges.

The ranges have the indices of the rows and of the columns.
"""


def _single(part: Panel) -> Cells:
    texts = [(cell.text, i in part.marked) for i, cell in enumerate(part.cells)]
    row, column = part.corner
    return texts, part.rows, (range(row, row + part.rows), range(column, column + part.columns))


def _joined(part: Panel) -> Cells:
    """The table with one cell for each box, or for each cell if the boxes differ in size."""
    boxes = sorted(metrics(part).boxes, key=lambda box: (box.column, box.row))
    sizes = {(box.rows, box.columns) for box in boxes}
    if len(sizes) > 1:
        return _single(part)
    ((high, wide),) = sizes
    row, column = part.corner
    texts = [(" ".join(box.lines), box.marked) for box in boxes]
    numbers = (
        range(row, row + part.rows, high),
        range(column, column + part.columns, wide),
    )
    return texts, part.rows // high, numbers
