"""The table of a tiled array of XLA, with the elements that fill up its last tiles."""

from spec.bridges.positions import Positioned, Positions
from spec.int_tuple import ceil_div
from spec.pictures.panel import Cell, Panel, Style
from spec.xla.position import linear_index
from spec.xla.shape import XlaShape

PADDING = (Style.EMPTY, "padding of a tile")


def padded(layout: Positioned) -> Panel | None:
    """The table of a tiled array of rank 1 or 2, with its padding. None for other layouts.

    >>> from spec.bridges.positions import positions
    >>> shown = padded(positions(XlaShape.parse("f32[3,5]{1,0:T(2,2)}")))
    >>> shown.rows, shown.columns, sum(cell.style is Style.EMPTY for cell in shown.cells)
    (4, 6, 9)
    >>> padded(positions(XlaShape.parse("f32[3,5]"))) is None
    True
    """
    array = layout.array if isinstance(layout, Positions) else None
    if not isinstance(array, XlaShape) or array.rank not in (1, 2) or not array.tiles:
        return None
    tile = _tile(array)
    if tile is None:
        return None
    dims = tuple(ceil_div(size, side) * side for size, side in zip(array.dims, tile, strict=True))
    whole = XlaShape(array.element, dims, array.minor_to_major, array.tiles)
    rows, columns = (*dims, 1)[:2]
    high, wide = (*tile, 1)[:2]

    def cell(row: int, column: int) -> Cell:
        index = (row, column)[: array.rank]
        offset = linear_index(whole, index)
        inside = all(x < size for x, size in zip(index, array.dims, strict=True))
        area = row // high * columns + column // wide
        style = Style.COLOURED if inside else Style.EMPTY
        return Cell((("", offset),), offset, style, area)

    cells = tuple(cell(row, column) for column in range(columns) for row in range(rows))
    return Panel(str(layout), rows, cells, notes=(PADDING,))


def _tile(array: XlaShape) -> tuple[int, ...] | None:
    """The sides of the first tile, by dimension; None if the tile combines dimensions."""
    sides = dict.fromkeys(range(array.rank), 1)
    for dimension, side in zip(array.minor_to_major, array.sides[0], strict=False):
        sides[dimension] = side
    return tuple(sides.values()) if all(side >= 1 for side in sides.values()) else None
