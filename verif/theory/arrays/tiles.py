"""XLA tiles: each takes a point to a point of the array that it makes, one after the other."""

from __future__ import annotations

from spec.xla import (
    COMBINE,
    Places,
    Side,
    Tile,
    Tiles,
    covered,
    joined,
    padded,
    reshape_once,
    reshaped_by,
    row,
    tile_once,
    tiled_by,
    uncovered,
    volume,
)
from verif.kernel.claim import assume, same, witness
from verif.kernel.contract import Automatic, Contract, Kind, lists_of
from verif.theory.arrays.xla import reshape, unravel


def _is_side(side: Side) -> dict[str, bool]:
    return {"a size or COMBINE": side >= COMBINE, "not 0": side != 0}


TILE = Kind("tile", Side, ("side",), Side, _is_side)
TILES = lists_of(TILE, "tiles", Tile)


def sized(tile: Tile) -> bool:
    """Whether the minor side of the tile is a size."""
    return not tile or tile[0] >= 1


def all_sized(tiles: Tiles) -> bool:
    """Whether the minor side of each tile is a size."""
    if not tiles:
        return True
    return sized(tiles[0]) and all_sized(tiles[1:])


def _sized(point: Places, tile: Tile) -> None:
    assume("its minor side is a size", sized(tile))


def _all_sized(point: Places, tiles: Tiles) -> None:
    assume("minor sides are sizes", all_sized(tiles))


def once(point: Places, tile: Tile) -> None:
    """By RESHAPE for the dimensions that the tile reaches."""
    dims, rest = covered(point, tile), uncovered(point, tile)
    array = padded(dims)
    witness(row(joined(array, rest)), volume(array), row(rest), row(array))
    reshape(dims, row(rest))
    unravel(rest)


def _once(_: None, point: Places, tile: Tile) -> None:
    same("the same point", reshape_once(point, tile), tile_once(point, tile))


def repeated(point: Places, tiles: Tiles) -> None:
    """Induction on the tiles."""
    if tiles:
        once(point, tiles[0])
        repeated(tile_once(point, tiles[0]), tiles[1:])


def _repeated(_: None, point: Places, tiles: Tiles) -> None:
    same("the same point", reshaped_by(point, tiles), tiled_by(point, tiles))


def _by_tile(point: Places, tile: Tile) -> int:
    return len(tile)


def _by_tiles(point: Places, tiles: Tiles) -> int:
    return len(tiles)


COVERED = Contract(
    "COVERED",
    "dimensions under a tile are dimensions of a tiled array",
    covered,
    requires=_sized,
    measure=_by_tile,
)
UNCOVERED = Contract(
    "UNCOVERED", "dimensions beyond a tile are places", uncovered, measure=_by_tile, on="tile"
)
TILED_BY = Contract(
    "TILED-BY", "tiling gives places", tiled_by, requires=_all_sized, measure=_by_tiles, on="tiles"
)
RESHAPED_BY = Contract(
    "RESHAPED-BY",
    "padding, reshaping and transposing gives places",
    reshaped_by,
    requires=_all_sized,
    measure=_by_tiles,
    on="tiles",
)
ONCE = Contract(
    "ONCE",
    "one tile by the formula is one pad, reshape, transpose",
    once,
    requires=_sized,
    ensures=_once,
)
REPEATED = Contract(
    "REPEATED",
    "tile after tile by the formula is pad, reshape, transpose tile after tile",
    repeated,
    requires=_all_sized,
    ensures=_repeated,
    measure=_by_tiles,
)

OBSERVATIONS = {all_sized: "tiles"}
CONTRACTS = (COVERED, UNCOVERED, TILED_BY, RESHAPED_BY, ONCE, REPEATED)
AUTOMATIC: tuple[Automatic, ...] = ()
