"""Tiling keeps elements distinct: bounds stay equal, and different positions stay different.

Two points belong to the same array if they have the *same bounds*. Then the dimensions that a tile
covers have the same bounds and tile sizes for both points. So the tiled points belong to the same
array, too (`tiles_keep_same_bounds`).

A position determines the position in the minor dimensions and the position in the major dimensions,
because the minor dimensions of both points have the same volume. An element's place in its tile and
the tile together determine the index. The dimensions that a tile covers and the other dimensions
together determine the position in the array, even if the tile combines some dimensions. So one tile
keeps elements distinct, and by induction several tiles keep elements distinct. This is the main
theorem, `tiles_keep_elements_apart`. There is also an element at each position
(`each_position_has_an_element`).
"""

from __future__ import annotations

from spec.xla import (
    COMBINE,
    Dimensions,
    Place,
    Places,
    Tile,
    Tiles,
    across,
    combine,
    covered,
    foremost,
    joined,
    origin,
    row,
    tile_once,
    tiled,
    tiled_by,
    uncovered,
    unravelled,
    volume,
    within,
)
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, unfold
from verif.readings.places import all_sized, sized
from verif.theory.numbers.euclid import quotient_and_remainder_are_unique


@definition(on="p")
def same_bounds(p: Places, q: Places) -> bool:
    """Whether two points belong to arrays with the same bounds."""
    if not p or not q:
        return not p and not q
    return p[0].bound == q[0].bound and same_bounds(p[1:], q[1:])


@definition(on="a")
def same_bounds_and_tiles(a: Dimensions, b: Dimensions) -> bool:
    """Whether two points belong to arrays with the same bounds and tiles."""
    if not a or not b:
        return not a and not b
    return (
        a[0].bound == b[0].bound and a[0].tile == b[0].tile and same_bounds_and_tiles(a[1:], b[1:])
    )


def untiled(dims: Dimensions) -> Places:
    """The index and bound of each dimension, without its tile size."""
    if not dims:
        return ()
    return (Place(dims[0].at, dims[0].bound),) + untiled(dims[1:])


@contract(untiled, on="dims", opens=True)
def untiled_gives_places(dims: Dimensions) -> Promise:
    """`untiled` returns valid places: in each dimension, an index below the bound."""
    return Promise()


@contract(origin, on="point", opens=True)
def origin_gives_places(point: Places) -> Promise:
    """The first element of an array is a valid point: the index 0 is below each bound."""
    return Promise()


@lemma
def same_bounds_have_one_volume(p: Places, q: Places) -> Lemma:
    """Points with the same bounds are in arrays of the same volume."""
    assume("bounds are the same", same_bounds(p, q))

    def shows() -> None:
        ensure("volumes are the same", volume(p) == volume(q))

    def proof() -> None:
        """Induction on the dimensions."""
        if p:
            same_bounds_have_one_volume(p[1:], q[1:])

    return shows, proof


@lemma
def origin_has_the_same_bounds(point: Places) -> Lemma:
    """The first element of an array has the same bounds as each point of the array."""

    def shows() -> None:
        ensure("bounds are the same", same_bounds(point, origin(point)))
        ensure("volume", volume(point) == volume(origin(point)))

    def proof() -> None:
        """Induction on the dimensions."""
        if point:
            origin_has_the_same_bounds(point[1:])

    return shows, proof


@lemma
def each_position_has_an_element(point: Places, x: int) -> Lemma:
    """Each position below the volume is the position of an element of the array."""
    assume("x is a position", 0 <= x < volume(point))

    def shows() -> None:
        ensure("bounds are the same", same_bounds(point, unravelled(point, x)))
        ensure("its position is x", row(unravelled(point, x)) == x)

    def proof() -> None:
        """Induction on the dimensions: the indices are the digits of x."""
        if point:
            each_position_has_an_element(point[1:], x // point[0].bound)

    return shows, proof


@lemma
def joining_keeps_same_bounds(p: Places, q: Places, r: Places, s: Places) -> Lemma:
    """If p has q's bounds and r has s's bounds, `joined(p, r)` has the bounds of `joined(q, s)`."""
    assume("minor bounds are the same", same_bounds(p, q))
    assume("major bounds are the same", same_bounds(r, s))

    def shows() -> None:
        ensure("bounds are the same", same_bounds(joined(p, r), joined(q, s)))

    def proof() -> None:
        """Induction on the minor dimensions."""
        if p:
            joining_keeps_same_bounds(p[1:], q[1:], r, s)

    return shows, proof


@lemma
def joined_position_determines_both(p: Places, q: Places, r: Places, s: Places) -> Lemma:
    """The position of a joined point determines the positions of its minor and its major part."""
    assume("bounds are the same", same_bounds(p, q))
    assume("one position", row(joined(p, r)) == row(joined(q, s)))

    def shows() -> None:
        ensure("equal positions in the major dimensions", row(r) == row(s))
        ensure("equal positions in the minor dimensions", row(p) == row(q))

    def proof() -> None:
        """Divide by the volume of the minor dimensions, which is the same for both points."""
        same_bounds_have_one_volume(p, q)
        joined(p, r)
        joined(q, s)
        quotient_and_remainder_are_unique(volume(p), row(r), row(p), row(s), row(q))

    return shows, proof


@lemma(on="tile")
def covered_and_uncovered_make_the_array(point: Places, tile: Tile) -> Lemma:
    """The covered and the uncovered dimensions of a point determine its row-major position."""
    assume("the tile's most minor side is not `*`", sized(tile))

    def shows() -> None:
        array, rest = untiled(covered(point, tile)), uncovered(point, tile)
        ensure("position", row(array) + volume(array) * row(rest) == row(point))
        ensure("volume", volume(array) * volume(rest) == volume(point))

    def proof() -> None:
        """Induction on the tile: combining two dimensions keeps position and volume."""
        unfold(covered, point, tile)
        if not tile:
            return
        rest = point[1:]
        if tile[1:] and tile[1:][0] == COMBINE:
            combined = combine(foremost(point), foremost(rest))
            covered_and_uncovered_make_the_array((combined,) + rest[1:], (tile[0],) + tile[1:][1:])
        else:
            covered_and_uncovered_make_the_array(rest, tile[1:])

    return shows, proof


@lemma(on="tile")
def tile_covers_the_same_dimensions(p: Places, q: Places, tile: Tile) -> Lemma:
    """If two points have the same bounds, a tile covers dimensions with the same bounds in both."""
    assume("bounds are the same", same_bounds(p, q))
    assume("the tile's most minor side is not `*`", sized(tile))

    def shows() -> None:
        ensure("dimensions are alike", same_bounds_and_tiles(covered(p, tile), covered(q, tile)))
        ensure("the same uncovered bounds", same_bounds(uncovered(p, tile), uncovered(q, tile)))

    def proof() -> None:
        """Induction on the tile: equal bounds combine to equal bounds."""
        unfold(covered, p, tile)
        unfold(covered, q, tile)
        if not tile:
            return
        a, b = p[1:], q[1:]
        if tile[1:] and tile[1:][0] == COMBINE:
            one = combine(foremost(p), foremost(a))
            other = combine(foremost(q), foremost(b))
            tile_covers_the_same_dimensions(
                (one,) + a[1:], (other,) + b[1:], (tile[0],) + tile[1:][1:]
            )
        else:
            tile_covers_the_same_dimensions(a, b, tile[1:])

    return shows, proof


@lemma
def within_and_across_have_same_bounds(a: Dimensions, b: Dimensions) -> Lemma:
    """`within(a)` and `within(b)` have the same bounds, and so do `across(a)` and `across(b)`.

    The dimensions a and b must have the same bounds and the same tile sizes.
    """
    assume("dimensions are alike", same_bounds_and_tiles(a, b))

    def shows() -> None:
        ensure("within", same_bounds(within(a), within(b)))
        ensure("across", same_bounds(across(a), across(b)))
        ensure("volume", volume(untiled(a)) == volume(untiled(b)))

    def proof() -> None:
        """Induction on the dimensions."""
        if a:
            within_and_across_have_same_bounds(a[1:], b[1:])

    return shows, proof


@lemma
def place_and_tile_determine_the_element(a: Dimensions, b: Dimensions) -> Lemma:
    """An element's place in its tile and the tile together determine the element."""
    assume("dimensions are alike", same_bounds_and_tiles(a, b))
    assume("equal places in the tile", row(within(a)) == row(within(b)))
    assume("one tile", row(across(a)) == row(across(b)))

    def shows() -> None:
        ensure("one element", row(untiled(a)) == row(untiled(b)))

    def proof() -> None:
        """Induction on the dimensions: in a tile of size t, an index e is t*(e div t) + e mod t."""
        if not a:
            return
        for dims in (a, b):
            unfold(within, dims)
            unfold(across, dims)
        place_and_tile_determine_the_element(a[1:], b[1:])

    return shows, proof


@lemma
def one_tile_keeps_same_bounds(p: Places, q: Places, tile: Tile) -> Lemma:
    """If two points have the same bounds, they also have the same bounds after tiling once."""
    assume("bounds are the same", same_bounds(p, q))
    assume("the tile's most minor side is not `*`", sized(tile))

    def shows() -> None:
        ensure("bounds are the same", same_bounds(tile_once(p, tile), tile_once(q, tile)))

    def proof() -> None:
        """The bounds are the same within tiles, across tiles, and in the uncovered dimensions."""
        a, b = covered(p, tile), covered(q, tile)
        r, s = uncovered(p, tile), uncovered(q, tile)
        tile_covers_the_same_dimensions(p, q, tile)
        within_and_across_have_same_bounds(a, b)
        joining_keeps_same_bounds(within(a), within(b), across(a), across(b))
        joining_keeps_same_bounds(tiled(a), tiled(b), r, s)

    return shows, proof


@lemma(on="tiles")
def tiles_keep_same_bounds(p: Places, q: Places, tiles: Tiles) -> Lemma:
    """If two points have the same bounds, they have the same bounds after tiling several times."""
    assume("bounds are the same", same_bounds(p, q))
    assume("minor sides are sizes", all_sized(tiles))

    def shows() -> None:
        ensure("bounds are the same", same_bounds(tiled_by(p, tiles), tiled_by(q, tiles)))

    def proof() -> None:
        """Induction on the tiles."""
        if tiles:
            one_tile_keeps_same_bounds(p, q, tiles[0])
            tiles_keep_same_bounds(tile_once(p, tiles[0]), tile_once(q, tiles[0]), tiles[1:])

    return shows, proof


@lemma
def one_tile_keeps_elements_apart(p: Places, q: Places, tile: Tile) -> Lemma:
    """One tile keeps elements apart: positions that are equal after tiling were equal before."""
    assume("bounds are the same", same_bounds(p, q))
    assume("the tile's most minor side is not `*`", sized(tile))
    assume("one position", row(tile_once(p, tile)) == row(tile_once(q, tile)))

    def shows() -> None:
        ensure("one element", row(p) == row(q))

    def proof() -> None:
        """The position determines the place in the tile, the tile, and the other dimensions."""
        one_tile_keeps_same_bounds(p, q, tile)
        a, b = covered(p, tile), covered(q, tile)
        tile_covers_the_same_dimensions(p, q, tile)
        within_and_across_have_same_bounds(a, b)
        joining_keeps_same_bounds(within(a), within(b), across(a), across(b))
        joined_position_determines_both(tiled(a), tiled(b), uncovered(p, tile), uncovered(q, tile))
        joined_position_determines_both(within(a), within(b), across(a), across(b))
        place_and_tile_determine_the_element(a, b)
        covered_and_uncovered_make_the_array(p, tile)
        covered_and_uncovered_make_the_array(q, tile)

    return shows, proof


@lemma(on="tiles")
def tiles_keep_elements_apart(p: Places, q: Places, tiles: Tiles) -> Lemma:
    """Tiles keep elements apart: positions that are equal after tiling were equal before."""
    assume("bounds are the same", same_bounds(p, q))
    assume("minor sides are sizes", all_sized(tiles))
    assume("one position", row(tiled_by(p, tiles)) == row(tiled_by(q, tiles)))

    def shows() -> None:
        ensure("one element", row(p) == row(q))

    def proof() -> None:
        """Induction on the tiles: undo the later tiles first, and then the first tile."""
        unfold(tiled_by, p, tiles)
        unfold(tiled_by, q, tiles)
        if tiles:
            one_tile_keeps_same_bounds(p, q, tiles[0])
            tiles_keep_elements_apart(tile_once(p, tiles[0]), tile_once(q, tiles[0]), tiles[1:])
            one_tile_keeps_elements_apart(p, q, tiles[0])

    return shows, proof
