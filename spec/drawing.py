"""Drawings: tables as SVG. Text stays text, and the bytes are reproducible."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Final, NamedTuple

from spec.bridges.positions import Positioned, rows_of
from spec.errors import LayoutError, numeral

MOST_CELLS: Final = 4096

COLOURS: Final = (
    "#ffffff",
    "#dbe9ff",
    "#d8f3e3",
    "#fff3cf",
    "#ffe0d6",
    "#eadfff",
    "#d5f1f5",
    "#e8e8e8",
)
"""The colours of numbers, by the remainder modulo 8, as in CuTe."""

CELL_HEIGHT: Final = 24
CHARACTER: Final = 8
"""The assumed width of a character. In monospaced fonts at 13 pixels, characters are narrower."""

GAP: Final = 32
"""The space between two tables."""


class Cell(NamedTuple):
    """A cell of a table: its text, and the number that determines its colour."""

    text: str
    number: int = 0


@dataclass(frozen=True)
class Panel:
    """One table: its cells by 1-D coordinate, column by column, and the coordinates to mark."""

    title: str
    rows: int
    cells: tuple[Cell, ...]
    marked: frozenset[int] = frozenset()

    @property
    def columns(self) -> int:
        return len(self.cells) // self.rows


def svg(layout: Positioned, other: Positioned | None = None) -> str:
    """The table of a layout as SVG, or two tables side by side with the differing cells marked.

    Pre-conditions: rank 2, or rank 1, which is drawn as one column; at most MOST_CELLS cells.

    >>> from spec.layout import Layout
    >>> svg(Layout((2, 3), (3, 1))).count("<text")
    12
    """
    if other is None:
        return draw((panel(layout),))
    marked = differing(layout, other)
    return draw(tuple(replace(panel(each), marked=marked) for each in (layout, other)))


def drawing_of(layout: Positioned) -> str | None:
    """The table of a layout as SVG, or None if `svg` cannot draw it.

    >>> from spec.layout import Layout
    >>> drawing_of(Layout((2, 2, 2))) is None
    True
    """
    try:
        return svg(layout)
    except LayoutError:
        return None


def differing(a: Positioned, b: Positioned) -> frozenset[int]:
    """The 1-D coordinates that only one layout has, or whose offsets differ.

    Pre-conditions: the pre-conditions of `svg`.

    >>> from spec.layout import Layout
    >>> sorted(differing(Layout((2, 3), (3, 1)), Layout((2, 4), (3, 2))))
    [2, 3, 4, 5, 6, 7]
    """
    require_drawable(a)
    require_drawable(b)
    common = min(a.size, b.size)
    beyond = range(common, max(a.size, b.size))
    return frozenset(beyond) | {i for i in range(common) if a(i) != b(i)}


def require_drawable(layout: Positioned) -> None:
    """Raise LayoutError unless the layout has rank 1 or 2 and at most MOST_CELLS coordinates."""
    if layout.rank not in (1, 2):
        raise LayoutError(f"only rank 1 or 2 can be drawn, but {layout} has rank {layout.rank}")
    if layout.size > MOST_CELLS:
        raise LayoutError(
            f"at most {MOST_CELLS} cells can be drawn, but {layout} has {numeral(layout.size)}"
        )


def panel(layout: Positioned) -> Panel:
    """The table of a layout.

    Pre-conditions: the pre-conditions of `svg`.
    """
    require_drawable(layout)
    return Panel(str(layout), rows_of(layout), numbers(map(layout, range(layout.size))))


def numbers(offsets: Iterable[int]) -> tuple[Cell, ...]:
    """A cell for each offset, with the offset as its colour number.

    >>> numbers((0, 9))
    (Cell(text='0', number=0), Cell(text='9', number=9))
    """
    return tuple(Cell(numeral(offset), offset) for offset in offsets)


def draw(panels: tuple[Panel, ...]) -> str:
    """Draw the tables side by side."""
    left, drawn = 0, list[str]()
    for one in panels:
        drawn += (f'<g transform="translate({left},0)">', *_table(one), "</g>")
        left += _width(one) + GAP
    width, height = left - GAP, max(map(_height, panels))
    label = escape(" and ".join(one.title for one in panels))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img" aria-label="{label}"'
        ' font-family="monospace" font-size="13" text-anchor="middle">'
    )
    paper = '<rect width="100%" height="100%" fill="#fff"/>'
    return "\n".join((head, paper, *drawn, "</svg>\n"))


def _table(one: Panel) -> Iterator[str]:
    """Title, indices of rows and columns, cells; marks come last, so that nothing covers them."""
    label, cell = _label_width(one), _cell_width(one)
    yield f'<text x="{label}" y="16" text-anchor="start">{escape(one.title)}</text>'
    for n in range(one.columns):
        yield _text(label + n * cell + cell // 2, 1, str(n), "#666")
    for m in range(one.rows):
        yield _text(label // 2, m + 2, str(m), "#666")
    for i, (text, number) in enumerate(one.cells):
        x, row = label + i // one.rows * cell, i % one.rows + 2
        yield _rectangle(x, row, cell, f'fill="{COLOURS[number % len(COLOURS)]}" stroke="#999"')
        yield _text(x + cell // 2, row, escape(text), "#000")
    for i in sorted(one.marked & set(range(len(one.cells)))):
        x, row = label + i // one.rows * cell, i % one.rows + 2
        yield _rectangle(x, row, cell, 'fill="none" stroke="#d00000" stroke-width="3"')


def _rectangle(x: int, row: int, width: int, style: str) -> str:
    place = f'x="{x}" y="{row * CELL_HEIGHT}" width="{width}" height="{CELL_HEIGHT}"'
    return f"<rect {place} {style}/>"


def _text(x: int, row: int, text: str, colour: str) -> str:
    return f'<text x="{x}" y="{row * CELL_HEIGHT + 17}" fill="{colour}">{text}</text>'


def _label_width(one: Panel) -> int:
    return CHARACTER * (len(str(one.rows - 1)) + 2)


def _cell_width(one: Panel) -> int:
    texts = (str(one.columns - 1), *(cell.text for cell in one.cells))
    return CHARACTER * (max(map(len, texts)) + 2)


def _width(one: Panel) -> int:
    cells = one.columns * _cell_width(one) + 2
    return _label_width(one) + max(cells, CHARACTER * len(one.title))


def _height(one: Panel) -> int:
    return CELL_HEIGHT * (one.rows + 2) + 2
