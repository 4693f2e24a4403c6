"""XLA tiles: each takes a point to a point of the array that it makes, one after the other."""

from __future__ import annotations

from spec.xla import (
    Places,
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
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.readings.places import all_sized, sized
from verif.theory.arrays.dimensions import (
    reshaping_padded_dimensions_is_tiling,
    unravelled_position_is_the_point,
)


@contract(covered, on="tile")
def covered_gives_dimensions(point: Places, tile: Tile) -> Promise:
    """Dimensions under a tile are dimensions of a tiled array."""
    assume("its minor side is a size", sized(tile))

    return Promise()


@contract(uncovered, on="tile", opens=True)
def uncovered_gives_places(point: Places, tile: Tile) -> Promise:
    """Dimensions beyond a tile are places."""
    return Promise()


@contract(tiled_by, on="tiles", opens=True)
def tiling_gives_places(point: Places, tiles: Tiles) -> Promise:
    """Tiling gives places."""
    assume("minor sides are sizes", all_sized(tiles))

    return Promise()


@contract(reshaped_by, on="tiles", opens=True)
def reshaping_gives_places(point: Places, tiles: Tiles) -> Promise:
    """Padding, reshaping and transposing gives places."""
    assume("minor sides are sizes", all_sized(tiles))

    return Promise()


@lemma
def one_tile_is_pad_reshape_transpose(point: Places, tile: Tile) -> Lemma:
    """One tile by the formula is one pad, reshape, transpose."""
    assume("its minor side is a size", sized(tile))

    def shows() -> None:
        same("the same point", reshape_once(point, tile), tile_once(point, tile))

    def proof() -> None:
        """By RESHAPE for the dimensions that the tile reaches."""
        dims, rest = covered(point, tile), uncovered(point, tile)
        array = padded(dims)
        witness(row(joined(array, rest)), volume(array), row(rest), row(array))
        reshaping_padded_dimensions_is_tiling(dims, row(rest))
        unravelled_position_is_the_point(rest)

    return shows, proof


@lemma(on="tiles")
def tiles_are_pad_reshape_transpose(point: Places, tiles: Tiles) -> Lemma:
    """Tile after tile by the formula is pad, reshape, transpose tile after tile."""
    assume("minor sides are sizes", all_sized(tiles))

    def shows() -> None:
        same("the same point", reshaped_by(point, tiles), tiled_by(point, tiles))

    def proof() -> None:
        """Induction on the tiles."""
        if tiles:
            one_tile_is_pad_reshape_transpose(point, tiles[0])
            tiles_are_pad_reshape_transpose(tile_once(point, tiles[0]), tiles[1:])

    return shows, proof
