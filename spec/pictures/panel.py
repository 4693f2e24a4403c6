"""Panel: one table of a picture, with the words, the colour and the marks of its cells."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

Word = tuple[str, int]
"""A name and a number, as in T3 for thread 3."""


class Style(Enum):
    """How a cell is filled. Hatched cells show memory that is moved or reserved, but not used."""

    COLOURED = "coloured"
    PLAIN = "plain"
    HATCHED = "hatched"
    EMPTY = "empty"


class Mark(Enum):
    """A kind of mark on cells, with one meaning in all pictures. Its value is the legend's text."""

    FAULT = "taken by several (thread, value); +1: one more"
    CONFLICT = "bank conflict: the bank serves another word in the same phase"
    DIFFERS = "differs"
    POINT = "the coordinate of the counterexample"


MISSED: Final = "taken by no (thread, value)"
"""The legend's text for marked cells without a (thread, value). Such cells are crossed out."""


class Cell(NamedTuple):
    """A cell: its words, the number that determines its colour, and its area.

    A heavy line separates neighbouring cells of different areas, such as warps. `more` is a text
    after the words.

    >>> Cell((("T", 3), ("V", 0))).text
    'T3 V0'
    """

    words: tuple[Word, ...]
    number: int = 0
    style: Style = Style.COLOURED
    area: int = 0
    more: str = ""

    @property
    def text(self) -> str:
        """The text that the picture shows in the cell."""
        return " ".join(f"{name}{number}" for name, number in self.words) + self.more


class Key(NamedTuple):
    """The meaning of a panel's colours: the number that `words` describes, modulo `colours`."""

    words: str
    colours: int


OFFSETS: Final = Key("offset", 8)
"""The colour of a cell shows the offset mod 8, as in CuTe's pictures."""


class Bars(NamedTuple):
    """The data of a bar chart below a table.

    `title` says what the chart counts. Each bar is a triple (number of the bar, count, limit).

    The part of a bar above the bar's limit has the mark of a conflict.
    """

    title: str
    bars: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Panel:
    """One table: its cells in column-major order, and the 1-D coordinates of the marked cells.

    Neighbouring cells share a box, such as T3 V0-7, if the numbers in their last words, such as V0
    and V1, are equal or consecutive. A box has at most `run` cells. `notes` are lines of the legend
    that explain the words, the plain cells and the hatched cells. `area` names the groups of cells
    that heavy lines separate, such as tiles. If `modulus` is given, the numbers in cells are taken
    modulo `modulus`. `corner` is the row and the column of the first cell. `phase` is a pair: the
    index of the phase or request in this picture, and the number of all phases or requests.
    """

    title: str
    rows: int
    cells: tuple[Cell, ...]
    marked: frozenset[int] = frozenset()
    mark: Mark = Mark.DIFFERS
    key: Key | None = OFFSETS
    subtitle: str = ""
    run: int = 1
    area: str = "tiles"
    notes: tuple[tuple[Style | None, str], ...] = ()
    bars: Bars | None = None
    modulus: int | None = None
    corner: tuple[int, int] = (0, 0)
    phase: tuple[int, int] | None = None

    @property
    def columns(self) -> int:
        return len(self.cells) // self.rows

    def at(self, row: int, column: int) -> Cell:
        """The cell of a row and column."""
        return self.cells[column * self.rows + row]

    def part(self, row: int, column: int, rows: int, columns: int) -> "Panel":
        """The part of the panel with the given size whose first cell is at `row` and `column`.

        >>> [cell.text for cell in Panel("", 2, numbers(range(6))).part(1, 1, 1, 2).cells]
        ['3', '5']
        """
        kept = [(column + c) * self.rows + row + r for c in range(columns) for r in range(rows)]
        return replace(
            self,
            rows=rows,
            cells=tuple(self.cells[i] for i in kept),
            marked=frozenset(n for n, i in enumerate(kept) if i in self.marked),
            corner=(self.corner[0] + row, self.corner[1] + column),
        )


@dataclass(frozen=True)
class Product:
    """The panels A, B and C of a matrix instruction: A stands left of C, and B above C."""

    name: str
    panels: tuple[Panel, Panel, Panel]


def numbers(offsets: Iterable[int]) -> tuple[Cell, ...]:
    """A cell for each offset. The offset is the text of the cell and determines its colour.

    >>> [cell.text for cell in numbers((0, 9))]
    ['0', '9']
    """
    return tuple(Cell((("", offset),), offset) for offset in offsets)
