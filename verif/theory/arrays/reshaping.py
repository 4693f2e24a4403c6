"""Several tiles in sequence: XLA's formula agrees with the steps pad, reshape, transpose.

A tile covers the most minor dimensions of a point, and leaves the others uncovered. The formula
turns the point into a point (within, across, uncovered) of an array with more dimensions
(`tile_once`). The steps pad, reshape, transpose derive the same point from the row-major position
in the padded array (`reshape_once`). The next tile applies to the resulting array.

For one tile, the formula and the steps give the same point. The chapter `dimensions` shows this for
the dimensions under the tile. By induction, they give the same point for any number of tiles. This
is the main theorem, `tiles_are_pad_reshape_transpose`.
"""

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
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, same, witness
from verif.readings.places import all_sized, sized
from verif.theory.arrays.dimensions import (
    reshaping_padded_dimensions_is_tiling,
    unravelled_position_is_the_point,
)


@contract(covered, on="tile")
def covered_gives_dimensions(point: Places, tile: Tile) -> Promise:
    """The dimensions under a tile are valid: indices are in bounds, and tile sizes are >= 1."""
    assume("the tile's most minor side is not `*`", sized(tile))

    return Promise()


@contract(uncovered, on="tile", opens=True)
def uncovered_gives_places(point: Places, tile: Tile) -> Promise:
    """In the dimensions that a tile does not cover, each index stays below its bound."""
    return Promise()


@contract(tiled_by, on="tiles", opens=True)
def tiling_gives_places(point: Places, tiles: Tiles) -> Promise:
    """Tiling maps valid places to valid places."""
    assume("minor sides are sizes", all_sized(tiles))

    return Promise()


@contract(reshaped_by, on="tiles", opens=True)
def reshaping_gives_places(point: Places, tiles: Tiles) -> Promise:
    """Padding, reshaping and transposing map valid places to valid places."""
    assume("minor sides are sizes", all_sized(tiles))

    return Promise()


@lemma
def one_tile_is_pad_reshape_transpose(point: Places, tile: Tile) -> Lemma:
    """Tiling once by pad, reshape and transpose gives the same point as XLA's formula."""
    assume("the tile's most minor side is not `*`", sized(tile))

    def shows() -> None:
        same("the same point", reshape_once(point, tile), tile_once(point, tile))

    def proof() -> None:
        """If the padded dimensions have volume v, the position mod v is the position in them."""
        dims, rest = covered(point, tile), uncovered(point, tile)
        array = padded(dims)
        witness(row(joined(array, rest)), volume(array), row(rest), row(array))
        reshaping_padded_dimensions_is_tiling(dims, row(rest))
        unravelled_position_is_the_point(rest)

    return shows, proof


@lemma(on="tiles")
def tiles_are_pad_reshape_transpose(point: Places, tiles: Tiles) -> Lemma:
    """Applying pad, reshape and transpose for each tile gives the same point as XLA's formula."""
    assume("minor sides are sizes", all_sized(tiles))

    def shows() -> None:
        same("the same point", reshaped_by(point, tiles), tiled_by(point, tiles))

    def proof() -> None:
        """Induction on the tiles."""
        if tiles:
            one_tile_is_pad_reshape_transpose(point, tiles[0])
            tiles_are_pad_reshape_transpose(tile_once(point, tiles[0]), tiles[1:])

    return shows, proof
