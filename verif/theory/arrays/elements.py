"""Two elements of one tiled array: the same bounds all along, and different positions."""

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
from verif.kernel.claim import assume, ensure, unfold
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.readings.places import all_sized, sized
from verif.theory.numbers.euclid import quotient_and_remainder_are_unique


@definition(on="p")
def congruent(p: Places, q: Places) -> bool:
    """Whether the points are of arrays with the same bounds."""
    if not p or not q:
        return not p and not q
    return p[0].bound == q[0].bound and congruent(p[1:], q[1:])


@definition(on="a")
def alike(a: Dimensions, b: Dimensions) -> bool:
    """Whether the points are of arrays with the same bounds and tiles."""
    if not a or not b:
        return not a and not b
    return a[0].bound == b[0].bound and a[0].tile == b[0].tile and alike(a[1:], b[1:])


def untiled(dims: Dimensions) -> Places:
    """The dimensions without their tiles."""
    if not dims:
        return ()
    return (Place(dims[0].at, dims[0].bound),) + untiled(dims[1:])


@contract(untiled, on="dims", opens=True)
def promise_of_untiled(dims: Dimensions) -> Promise:
    """Dimensions without tiles are places."""
    return Promise()


@contract(origin, on="point", opens=True)
def promise_of_origin(point: Places) -> Promise:
    """The first element is one."""
    return Promise()


@lemma(on="tile")
def recombine(point: Places, tile: Tile) -> Lemma:
    """Dimensions under a tile and the rest are the array, row-major, combined or not."""
    assume("its minor side is a size", sized(tile))

    def shows() -> None:
        array, rest = untiled(covered(point, tile)), uncovered(point, tile)
        ensure("position", row(array) + volume(array) * row(rest) == row(point))
        ensure("volume", volume(array) * volume(rest) == volume(point))

    def proof() -> None:
        """Induction on the tile."""
        unfold(covered, point, tile)
        if not tile:
            return
        rest = point[1:]
        if tile[1:] and tile[1:][0] == COMBINE:
            combined = combine(foremost(point), foremost(rest))
            recombine((combined,) + rest[1:], (tile[0],) + tile[1:][1:])
        else:
            recombine(rest, tile[1:])

    return shows, proof


@lemma
def same_array(p: Places, q: Places) -> Lemma:
    """The same bounds, the same volume."""
    assume("bounds are the same", congruent(p, q))

    def shows() -> None:
        ensure("volumes are the same", volume(p) == volume(q))

    def proof() -> None:
        """Induction on the dimensions."""
        if p:
            same_array(p[1:], q[1:])

    return shows, proof


@lemma
def side_by_side(p: Places, q: Places, r: Places, s: Places) -> Lemma:
    """Bounds side by side are the same."""
    assume("minor bounds are the same", congruent(p, q))
    assume("major bounds are the same", congruent(r, s))

    def shows() -> None:
        ensure("bounds are the same", congruent(joined(p, r), joined(q, s)))

    def proof() -> None:
        """Induction on the minor dimensions."""
        if p:
            side_by_side(p[1:], q[1:], r, s)

    return shows, proof


@lemma
def split(p: Places, q: Places, r: Places, s: Places) -> Lemma:
    """One position is one position of the minor and one of the major dimensions."""
    assume("bounds are the same", congruent(p, q))
    assume("one position", row(joined(p, r)) == row(joined(q, s)))

    def shows() -> None:
        ensure("one position of the major dimensions", row(r) == row(s))
        ensure("one position of the minor dimensions", row(p) == row(q))

    def proof() -> None:
        """By their volumes, which are the same."""
        same_array(p, q)
        joined(p, r)
        joined(q, s)
        quotient_and_remainder_are_unique(volume(p), row(r), row(p), row(s), row(q))

    return shows, proof


@lemma(on="tile")
def under_a_tile(p: Places, q: Places, tile: Tile) -> Lemma:
    """A tile reaches the same dimensions of all elements."""
    assume("bounds are the same", congruent(p, q))
    assume("its minor side is a size", sized(tile))

    def shows() -> None:
        ensure("dimensions are alike", alike(covered(p, tile), covered(q, tile)))
        ensure("the rest is the same", congruent(uncovered(p, tile), uncovered(q, tile)))

    def proof() -> None:
        """Induction on the tile."""
        unfold(covered, p, tile)
        unfold(covered, q, tile)
        if not tile:
            return
        a, b = p[1:], q[1:]
        if tile[1:] and tile[1:][0] == COMBINE:
            one = combine(foremost(p), foremost(a))
            other = combine(foremost(q), foremost(b))
            under_a_tile((one,) + a[1:], (other,) + b[1:], (tile[0],) + tile[1:][1:])
        else:
            under_a_tile(a, b, tile[1:])

    return shows, proof


@lemma
def in_tiles(a: Dimensions, b: Dimensions) -> Lemma:
    """Tiles have the same bounds for all elements."""
    assume("dimensions are alike", alike(a, b))

    def shows() -> None:
        ensure("within", congruent(within(a), within(b)))
        ensure("across", congruent(across(a), across(b)))
        ensure("volume", volume(untiled(a)) == volume(untiled(b)))

    def proof() -> None:
        """Induction on the dimensions."""
        if a:
            in_tiles(a[1:], b[1:])

    return shows, proof


@lemma
def apart_in_tiles(a: Dimensions, b: Dimensions) -> Lemma:
    """One place in one tile is one element."""
    assume("dimensions are alike", alike(a, b))
    assume("one place in the tile", row(within(a)) == row(within(b)))
    assume("one tile", row(across(a)) == row(across(b)))

    def shows() -> None:
        ensure("one element", row(untiled(a)) == row(untiled(b)))

    def proof() -> None:
        """Induction on the dimensions."""
        if not a:
            return
        for dims in (a, b):
            unfold(within, dims)
            unfold(across, dims)
        apart_in_tiles(a[1:], b[1:])

    return shows, proof


@lemma
def by_one_tile(p: Places, q: Places, tile: Tile) -> Lemma:
    """One tile makes one array of one array."""
    assume("bounds are the same", congruent(p, q))
    assume("its minor side is a size", sized(tile))

    def shows() -> None:
        ensure("bounds are the same", congruent(tile_once(p, tile), tile_once(q, tile)))

    def proof() -> None:
        """By the lemmas about dimensions under a tile, and about the others."""
        a, b = covered(p, tile), covered(q, tile)
        r, s = uncovered(p, tile), uncovered(q, tile)
        under_a_tile(p, q, tile)
        in_tiles(a, b)
        side_by_side(within(a), within(b), across(a), across(b))
        side_by_side(tiled(a), tiled(b), r, s)

    return shows, proof


@lemma(on="tiles")
def by_tiles(p: Places, q: Places, tiles: Tiles) -> Lemma:
    """Tiles make one array of one array."""
    assume("bounds are the same", congruent(p, q))
    assume("minor sides are sizes", all_sized(tiles))

    def shows() -> None:
        ensure("bounds are the same", congruent(tiled_by(p, tiles), tiled_by(q, tiles)))

    def proof() -> None:
        """Induction on the tiles."""
        if tiles:
            by_one_tile(p, q, tiles[0])
            by_tiles(tile_once(p, tiles[0]), tile_once(q, tiles[0]), tiles[1:])

    return shows, proof


@lemma
def apart_by_one_tile(p: Places, q: Places, tile: Tile) -> Lemma:
    """One tile keeps elements apart."""
    assume("bounds are the same", congruent(p, q))
    assume("its minor side is a size", sized(tile))
    assume("one position", row(tile_once(p, tile)) == row(tile_once(q, tile)))

    def shows() -> None:
        ensure("one element", row(p) == row(q))

    def proof() -> None:
        """From the position back to the place in the tile, the tile and the rest."""
        by_one_tile(p, q, tile)
        a, b = covered(p, tile), covered(q, tile)
        under_a_tile(p, q, tile)
        in_tiles(a, b)
        side_by_side(within(a), within(b), across(a), across(b))
        split(tiled(a), tiled(b), uncovered(p, tile), uncovered(q, tile))
        split(within(a), within(b), across(a), across(b))
        apart_in_tiles(a, b)
        recombine(p, tile)
        recombine(q, tile)

    return shows, proof


@lemma(on="tiles")
def apart_by_tiles(p: Places, q: Places, tiles: Tiles) -> Lemma:
    """Tiles keep elements apart."""
    assume("bounds are the same", congruent(p, q))
    assume("minor sides are sizes", all_sized(tiles))
    assume("one position", row(tiled_by(p, tiles)) == row(tiled_by(q, tiles)))

    def shows() -> None:
        ensure("one element", row(p) == row(q))

    def proof() -> None:
        """Induction on the tiles."""
        unfold(tiled_by, p, tiles)
        unfold(tiled_by, q, tiles)
        if tiles:
            by_one_tile(p, q, tiles[0])
            apart_by_tiles(tile_once(p, tiles[0]), tile_once(q, tiles[0]), tiles[1:])
            apart_by_one_tile(p, q, tiles[0])

    return shows, proof


@lemma
def the_first(point: Places) -> Lemma:
    """The first element is of the array."""

    def shows() -> None:
        ensure("bounds are the same", congruent(point, origin(point)))
        ensure("volume", volume(point) == volume(origin(point)))

    def proof() -> None:
        """Induction on the dimensions."""
        if point:
            the_first(point[1:])

    return shows, proof


@lemma
def another(point: Places, x: int) -> Lemma:
    """Each position is that of an element of the array."""
    assume("x is a position", 0 <= x < volume(point))

    def shows() -> None:
        ensure("bounds are the same", congruent(point, unravelled(point, x)))
        ensure("its position is x", row(unravelled(point, x)) == x)

    def proof() -> None:
        """Induction on the dimensions."""
        if point:
            another(point[1:], x // point[0].bound)

    return shows, proof
