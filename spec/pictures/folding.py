"""Folding: if a table's blocks differ by constants, draw one block, and a map of all blocks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from spec.pictures.boxes import NARROWEST, metrics
from spec.pictures.panel import Cell, Panel, Style, Word

MOST_WIDTH: Final = 1200
"""The width in pixels of the widest table that is drawn whole."""

MOST_HEIGHT: Final = 2000
MOST_BOXES: Final = 1024
"""The largest number of boxes of a table that is drawn whole.

An SVG with this many boxes and their hover texts is smaller than 200 kB.
"""

MOST_OF_A_PART: Final = 640
"""The largest number of boxes of the part, if only a part of a table is drawn."""

MOST_ROWS: Final = 128
NEAR_ROWS: Final = 16
NEAR_COLUMNS: Final = 64
"""At least `NEAR_ROWS` rows and `NEAR_COLUMNS` columns are drawn around coloured cells.

A smaller table has fewer rows or columns.
"""


Operation: TypeAlias = Callable[[int, int], int]
"""The operation that compares a block's numbers with the first block's: subtraction or XOR."""

Periods: TypeAlias = dict[int, Operation]


@dataclass(frozen=True)
class Folded:
    """The part of a panel that is drawn, and how the other blocks differ from this part.

    `steps[i][j]` is a text, such as T+32, for the block in row i and column j of the blocks: the
    constants that turn the words of the part into the words of this block. If the drawing has no
    map of the blocks, `steps` is empty.
    """

    part: Panel
    steps: tuple[tuple[str, ...], ...] = ()
    is_whole: bool = True


def folded(panel: Panel) -> Folded:
    """The part to draw: the whole panel if it is small.

    If only some cells are coloured, such as the cells of one phase, draw the part around the
    coloured cells. If the table is made of blocks that differ by constants, draw the largest block
    that fits. Otherwise draw the largest part that fits, around the first mark.

    >>> from spec.pictures.panel import numbers
    >>> small = Panel("", 4, numbers(range(16)))
    >>> folded(small).part is small
    True
    >>> large = folded(Panel("", 64, numbers(range(4096))))
    >>> large.part.rows, large.part.columns, large.steps[0][:3], large.steps[1][0]
    (32, 16, ('', '+1024', '+2048'), '+32')
    """
    small = panel.rows <= 2 * NEAR_ROWS and panel.columns <= 2 * NEAR_COLUMNS
    if small and _fits(panel):
        return Folded(panel)
    near = _near(panel)
    if near is not None:
        return Folded(near, is_whole=False)
    if _fits(panel):
        return Folded(panel)
    if not panel.marked:
        down, across = _periods(panel, down=True), _periods(panel, down=False)
        block = _largest(panel, list(down), list(across), (0, 0))
        if block is not None and (block.rows, block.columns) != (1, 1):
            return Folded(block, _steps(panel, block, down, across), is_whole=False)
    sizes = _halved(panel.rows), _halved(panel.columns)
    row, column = _first(panel)
    part = _largest(panel, *sizes, (row, column))
    return Folded(part or panel.part(row, column, 1, 1), is_whole=False)


def _near(panel: Panel) -> Panel | None:
    """The part around the coloured cells; None if it is the whole panel or too large to draw."""
    if not any(cell.style is Style.PLAIN and cell.words for cell in panel.cells):
        return None
    at = [divmod(i, panel.rows) for i, cell in enumerate(panel.cells) if _is_in_use(cell)]
    if not at:
        return None
    column, columns = _span([column for column, _ in at], panel.columns, NEAR_COLUMNS)
    row, rows = _span([row for _, row in at], panel.rows, NEAR_ROWS)
    part = panel.part(row, column, rows, columns)
    return part if len(part.cells) < len(panel.cells) and _fits(part) else None


def _is_in_use(cell: Cell) -> bool:
    return cell.style in (Style.COLOURED, Style.HATCHED)


def _span(places: Sequence[int], size: int, least: int) -> tuple[int, int]:
    """The first place and the length of the smallest block that contains all given places.

    The length is `least` times a power of two, and the first place is a multiple of the length. At
    the end of the table, the block is cut at `size`.

    >>> _span([9, 12], 64, 4), _span([7, 8], 12, 4)
    ((8, 8), (0, 12))
    """
    first, last = min(places), max(places)
    length = least
    while first // length != last // length:
        length *= 2
    begin = first // length * length
    return begin, min(length, size - begin)


def _fits(panel: Panel, most: int = MOST_BOXES) -> bool:
    if panel.columns * NARROWEST > MOST_WIDTH or panel.rows * NARROWEST > MOST_HEIGHT:
        return False
    found = metrics(panel)
    return (
        len(found.boxes) <= most
        and found.width * panel.columns <= MOST_WIDTH
        and found.height * panel.rows <= MOST_HEIGHT
    )


def _largest(
    panel: Panel, rows: list[int], columns: list[int], at: tuple[int, int]
) -> Panel | None:
    """The largest block that contains the place `at` and is small enough to draw, or None.

    `rows` and `columns` are the possible numbers of rows and columns of a block. The first row of a
    block with r rows is a multiple of r, and likewise for columns. A block is cut off at the end of
    the panel.
    """
    most = MOST_OF_A_PART * _cells_per_box(panel)
    sizes = sorted(((r * c, min(r, c), r, c) for r in rows for c in columns), reverse=True)
    for _, _, r, c in sizes:
        if r <= MOST_ROWS and r * c <= most:
            row, column = at[0] // r * r, at[1] // c * c
            part = panel.part(row, column, min(r, panel.rows - row), min(c, panel.columns - column))
            if _fits(part, MOST_OF_A_PART):
                return part
    return None


def _cells_per_box(panel: Panel) -> float:
    """The average number of cells in a box of the first row, or of the first column if greater."""
    if panel.run == 1:
        return 1
    sides = panel.part(0, 0, 1, panel.columns), panel.part(0, 0, panel.rows, 1)
    return max(len(side.cells) / len(metrics(side).boxes) for side in sides)


def _halved(size: int) -> list[int]:
    """The size, and the powers of two below it."""
    return [size, *(1 << k for k in range((size - 1).bit_length()))]


def _first(panel: Panel) -> tuple[int, int]:
    """The row and column of the first mark, or of the first coloured cell."""
    coloured = (i for i, cell in enumerate(panel.cells) if _is_in_use(cell))
    column, row = divmod(min(panel.marked, default=next(coloured, 0)), panel.rows)
    return row, column


def _periods(panel: Panel, *, down: bool) -> Periods:
    """Map each possible length of a block to the operation (subtraction or XOR) to compare blocks.

    A length is possible if every block of this length differs from the first block by a constant.
    """
    size = panel.rows if down else panel.columns
    found: Periods = {size: _minus}
    for operation in (_minus, _xor):
        if all(length in found for length in range(1, size) if size % length == 0):
            break
        lines = [_line(panel, at, operation, down=down) for at in range(size)]
        for length in range(1, size):
            if (
                size % length == 0
                and length not in found
                and _repeats(lines, length, operation, panel.modulus)
            ):
                found[length] = operation
    return found


def _minus(a: int, b: int) -> int:
    return a - b


def _xor(a: int, b: int) -> int:
    return a ^ b


class _Line(NamedTuple):
    """A row or column: the numbers of its first cell, and each cell relative to the first cell."""

    first: tuple[int, ...]
    profile: tuple[object, ...]


def _line(panel: Panel, at: int, operation: Operation, *, down: bool) -> _Line:
    cells = panel.cells[at :: panel.rows] if down else panel.cells[at * panel.rows :][: panel.rows]
    first = _numbers(cells[0])
    return _Line(first, tuple(_relative(cell, first, operation, panel.modulus) for cell in cells))


def _relative(
    cell: Cell, first: tuple[int, ...], operation: Operation, modulus: int | None
) -> tuple[object, ...]:
    names = tuple(name for name, _ in cell.words)
    numbers = _numbers(cell)
    steps = _difference(numbers, first, operation, modulus) if len(numbers) == len(first) else ()
    # Ignore padding, so that blocks with different padding can be equal. The map of all blocks
    # shows the padding.
    style = Style.COLOURED if cell.style is Style.EMPTY else cell.style
    return style, cell.more, names, steps


def _numbers(cell: Cell) -> tuple[int, ...]:
    return tuple(number for _, number in cell.words)


def _difference(
    a: tuple[int, ...], b: tuple[int, ...], operation: Operation, modulus: int | None
) -> tuple[int, ...]:
    steps = map(operation, a, b)
    if modulus is None or operation is _xor:
        return tuple(steps)
    return tuple(step % modulus for step in steps)


def _repeats(
    lines: Sequence[_Line], length: int, operation: Operation, modulus: int | None
) -> bool:
    """Whether each block of `length` lines differs from the first block by a constant."""
    for begin in range(length, len(lines), length):
        block = [
            _difference(lines[begin + k].first, lines[k].first, operation, modulus)
            for k in range(length)
            if lines[begin + k].profile == lines[k].profile
        ]
        if len(block) < length or len(set(block)) > 1:
            return False
    return True


def _steps(
    panel: Panel, block: Panel, down: Periods, across: Periods
) -> tuple[tuple[str, ...], ...]:
    """For each block, the constants that turn the first block's words into this block's words.

    The constants are added, or combined by XOR. Two columns of blocks differ by the same constants
    in every row. So the constants of a block follow from the constants of its row of blocks and
    the constants of its column of blocks.
    """
    corner = panel.at(0, 0).words

    def step(row: int, column: int, operation: Operation) -> tuple[Word, ...]:
        there = _numbers(panel.at(row, column))
        steps = _difference(there, _numbers(panel.at(0, 0)), operation, panel.modulus)
        return tuple((name, by) for (name, _), by in zip(corner, steps, strict=True))

    by_row, by_column = down[block.rows], across[block.columns]
    rows = [step(row, 0, by_row) for row in range(0, panel.rows, block.rows)]
    columns = [step(0, column, by_column) for column in range(0, panel.columns, block.columns)]
    if by_row is not by_column:
        return tuple(
            tuple(" ".join((*_said(b, by_column), *_said(a, by_row))) for b in columns)
            for a in rows
        )
    return tuple(
        tuple(" ".join(_said(_sum(a, b, by_row, panel.modulus), by_row)) for b in columns)
        for a in rows
    )


def _sum(
    a: tuple[Word, ...], b: tuple[Word, ...], operation: Operation, modulus: int | None
) -> tuple[Word, ...]:
    """Combine the constants of two steps, word by word, by addition or by XOR."""
    pairs = zip(a, b, strict=True)
    if operation is _xor:
        return tuple((name, x ^ y) for (name, x), (_, y) in pairs)
    sums = ((name, x + y) for (name, x), (_, y) in pairs)
    return tuple(sums) if modulus is None else tuple((name, x % modulus) for name, x in sums)


def _said(step: tuple[Word, ...], operation: Operation) -> list[str]:
    """The texts of the constants other than 0, such as T+32 for a sum and T^8 for an XOR."""
    form = "{}^{}" if operation is _xor else "{}{:+}"
    return [form.format(name, x) for name, x in step if x]
