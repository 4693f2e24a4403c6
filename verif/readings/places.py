"""Tiled arrays in proofs: lists of places, lists of dimensions with tiles, lists of tile sides.

A place is an index along a dimension, with the bound of this dimension.
"""

from __future__ import annotations

from spec.xla import (
    COMBINE,
    Dimension,
    Dimensions,
    Place,
    Places,
    Side,
    Tile,
    Tiles,
)
from verif.kernel.contract import Kind, lists_of
from verif.kernel.theory import definition, kind
from verif.readings.terminals import Terminals


def _is_place(place: Place) -> dict[str, bool]:
    return {"an index >= 0": place.at >= 0, "in its bound": place.at < place.bound}


def _is_dimension(dimension: Dimension) -> dict[str, bool]:
    return {
        "an index >= 0": dimension.at >= 0,
        "in its bound": dimension.at < dimension.bound,
        "a tile is at least 1": dimension.tile >= 1,
    }


PLACES = kind(Places, Kind("places", Place, ("at", "bound"), Place, _is_place))


DIMENSIONS = kind(
    Dimensions, Kind("dimensions", Dimension, ("at", "bound", "tile"), Dimension, _is_dimension)
)


def _is_side(side: Side) -> dict[str, bool]:
    return {"a size or COMBINE": side >= COMBINE, "not 0": side != 0}


TILE = kind(Tile, Kind("tile", Side, ("side",), Side, _is_side))


TILES = kind(Tiles, lists_of(TILE, "tiles", Tile))


def sized(tile: Tile) -> bool:
    """Whether the tile is empty, or its most minor side is a size and not a `*`."""
    return not tile or tile[0] >= 1


@definition(on="tiles")
def all_sized(tiles: Tiles) -> bool:
    """Whether each tile either is empty or has a size, not a `*`, as its most minor side."""
    if not tiles:
        return True
    return sized(tiles[0]) and all_sized(tiles[1:])


def turned_sides(sizes: Terminals, turned: Tile) -> Tile:
    """The sides of a tile: first the entries of `sizes` in reverse order, then `turned`."""
    if not sizes:
        return turned
    return turned_sides(sizes[1:], (Side(sizes[0]),) + turned)
