"""Draw neighbouring cells of one access as one box, and find the cell size that fits the texts."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from spec.pictures.panel import Cell, Panel
from spec.pictures.svg import CHARACTER

LINE: Final = 12
"""The height of a line of text in pixels."""

MARGIN: Final = 5
"""The space in pixels beside a text in its box: the left and the right space together."""

SINGLE: Final = 8
"""The space in pixels beside a text in a single cell: the left and the right space together.

This space leaves room for marks.
"""

NARROWEST: Final = 9
"""The least width of a cell in a horizontal box, or the least height in a vertical box."""


class Box(NamedTuple):
    """Neighbouring cells of one row or of one column, and the lines of their text."""

    row: int
    column: int
    rows: int
    columns: int
    first: Cell
    lines: tuple[str, ...]
    marked: bool


class Metrics(NamedTuple):
    """The boxes of a panel, and the width and height of a cell. Text runs upwards in tall boxes."""

    boxes: tuple[Box, ...]
    width: float
    height: float
    upright: bool


def metrics(panel: Panel) -> Metrics:
    """The boxes of a panel, and the size of a cell.

    The boxes lie along the rows, or along the columns if this gives fewer boxes.

    >>> cells = [Cell((("T", t), ("V", v))) for v in range(2) for t in range(2)]
    >>> [box.lines for box in metrics(Panel("", 2, tuple(cells), run=2)).boxes]
    [('T0 V0-1',), ('T1 V0-1',)]
    """
    across = tuple(_runs(panel, down=False))
    if panel.run == 1:
        return _measured(across, down=False)
    down = tuple(_runs(panel, down=True))
    if len(down) < len(across):
        return _measured(down, down=True)
    return _measured(across, down=False)


def _measured(boxes: tuple[Box, ...], *, down: bool) -> Metrics:
    """Choose the size of a cell such that every text fits in its box.

    If every box is a single cell, each word is on its own line.
    """
    is_single = all(box.rows * box.columns == 1 for box in boxes)
    if is_single:
        boxes = tuple(box._replace(lines=_stacked(box.first)) for box in boxes)
    margin = SINGLE if is_single else MARGIN
    along = max(
        NARROWEST,
        *((_length(box.lines) + margin) / max(box.rows, box.columns) for box in boxes),
    )
    beside = LINE * max(len(box.lines) for box in boxes) + margin
    return Metrics(boxes, beside, along, True) if down else Metrics(boxes, along, beside, False)


def _length(lines: tuple[str, ...]) -> float:
    return max(map(len, lines)) * CHARACTER


def _stacked(cell: Cell) -> tuple[str, ...]:
    """The words of a cell, one on each line."""
    *above, last = [f"{name}{number}" for name, number in cell.words] or [""]
    return (*above, last + cell.more)


def _runs(panel: Panel, *, down: bool) -> Iterator[Box]:
    """Join neighbouring cells into boxes, along the columns if `down`, otherwise along the rows."""
    outer, inner = (panel.columns, panel.rows) if down else (panel.rows, panel.columns)
    for i in range(outer):
        begin = 0
        for j in range(1, inner + 1):
            ends = j == inner or (j - begin) >= panel.run or j % panel.run == 0
            if ends or not _joined(panel, _index(panel, i, j, down=down), down=down):
                yield _box(panel, i, begin, j, down=down)
                begin = j


def _index(panel: Panel, i: int, j: int, *, down: bool) -> int:
    return i * panel.rows + j if down else j * panel.rows + i


def _joined(panel: Panel, at: int, *, down: bool) -> bool:
    """Whether a cell continues the box of the cell before it."""
    before = at - (1 if down else panel.rows)
    a, b = panel.cells[before], panel.cells[at]
    if (a.style, a.area, a.more) != (b.style, b.area, b.more) or not a.words or not b.words:
        return False
    (*first, (name, x)), (*second, (other, y)) = a.words, b.words
    together = (before in panel.marked) == (at in panel.marked)
    return first == second and name == other and y - x in (0, 1) and together


def _box(panel: Panel, i: int, begin: int, end: int, *, down: bool) -> Box:
    at = _index(panel, i, begin, down=down)
    first, last = panel.cells[at], panel.cells[_index(panel, i, end - 1, down=down)]
    until = f"-{last.words[-1][1]}" if first.words and first.words[-1] != last.words[-1] else ""
    words = first._replace(more=until + first.more).text
    row, column = (begin, i) if down else (i, begin)
    size = (end - begin, 1) if down else (1, end - begin)
    return Box(row, column, *size, first, (words,), at in panel.marked)
