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
from verif.theory.arrays.xla import reshape, unravel


@contract(covered, on="tile")
def promise_of_covered(point: Places, tile: Tile) -> Promise:
    """Dimensions under a tile are dimensions of a tiled array."""
    assume("its minor side is a size", sized(tile))

    return Promise()


@contract(uncovered, on="tile", opens=True)
def promise_of_uncovered(point: Places, tile: Tile) -> Promise:
    """Dimensions beyond a tile are places."""
    return Promise()


@contract(tiled_by, on="tiles", opens=True)
def promise_of_tiled_by(point: Places, tiles: Tiles) -> Promise:
    """Tiling gives places."""
    assume("minor sides are sizes", all_sized(tiles))

    return Promise()


@contract(reshaped_by, on="tiles", opens=True)
def promise_of_reshaped_by(point: Places, tiles: Tiles) -> Promise:
    """Padding, reshaping and transposing gives places."""
    assume("minor sides are sizes", all_sized(tiles))

    return Promise()


@lemma
def once(point: Places, tile: Tile) -> Lemma:
    """One tile by the formula is one pad, reshape, transpose."""
    assume("its minor side is a size", sized(tile))

    def shows() -> None:
        same("the same point", reshape_once(point, tile), tile_once(point, tile))

    def proof() -> None:
        """By RESHAPE for the dimensions that the tile reaches."""
        dims, rest = covered(point, tile), uncovered(point, tile)
        array = padded(dims)
        witness(row(joined(array, rest)), volume(array), row(rest), row(array))
        reshape(dims, row(rest))
        unravel(rest)

    return shows, proof


@lemma(on="tiles")
def repeated(point: Places, tiles: Tiles) -> Lemma:
    """Tile after tile by the formula is pad, reshape, transpose tile after tile."""
    assume("minor sides are sizes", all_sized(tiles))

    def shows() -> None:
        same("the same point", reshaped_by(point, tiles), tiled_by(point, tiles))

    def proof() -> None:
        """Induction on the tiles."""
        if tiles:
            once(point, tiles[0])
            repeated(tile_once(point, tiles[0]), tiles[1:])

    return shows, proof
