"""Operations on a tile, made of operations on its layout. A tile is a layout and its offset."""

from __future__ import annotations

from collections.abc import Callable

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.swizzle import Swizzle
from verif.theory.sizes.questions import Tile


def tile_keeping(tile: Tile, operation: Callable[[Layout], Layout]) -> Tile:
    """Apply `operation` to the layout of a tile, and keep the offset."""
    layout, offset = tile
    return operation(layout), offset


def tile_moving(tile: Tile, operation: Callable[[Layout], Tile]) -> Tile:
    """Apply `operation` to the layout of a tile, and add the offset that it returns."""
    layout, offset = tile
    part, start = operation(layout)
    return part, offset + start


def tile_adding(tile: Tile, operation: Callable[[Layout], int]) -> int:
    """The offset of the tile plus the offset that `operation` returns for the layout."""
    layout, offset = tile
    return offset + operation(layout)


def with_offset(tile: Tile) -> ComposedLayout:
    """The tile as one layout. Its swizzle moves no bits, and its offsets include the tile's."""
    layout, offset = tile
    return ComposedLayout(Swizzle(0, 0, 0), offset, layout)
