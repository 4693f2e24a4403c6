"""Rounding the bounds of an array up to whole tiles: the tiles stay the same.

So a tiled array has the same layout as the array with rounded bounds, which needs no padding. A
tile applies to a point, which lists the bounds in reverse order. If the bounds of an array are
rounded up, the bounds of the point are rounded up, too (`corners_round_up`). So both arrays have
the same tiles (`rounded_arrays_are_in_the_same_tiles`).
"""

from __future__ import annotations

from spec.int_tuple import ceil_div
from spec.xla import (
    Dimensions,
    Place,
    Places,
    Side,
    Tile,
    corner,
    covered,
    tile_modes,
    volume,
    within,
)
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, same, unfold
from verif.readings.places import turned_sides
from verif.readings.terminals import Terminals, at_least
from verif.theory.arrays.as_layouts import whole_tiles
from verif.theory.arrays.distinct_elements import same_bounds_and_tiles
from verif.theory.arrays.reach import combines_nothing
from verif.theory.layouts.modes import opened


def rounded_up(bounds: Terminals, sizes: Terminals) -> Terminals:
    """The bounds, each rounded up to a multiple of its tile size. `sizes` has the tile sizes."""
    if not bounds:
        return ()
    return (ceil_div(bounds[0], sizes[0]) * sizes[0],) + rounded_up(bounds[1:], sizes[1:])


@contract(rounded_up, on="bounds", opens=True)
def rounded_bounds_are_bounds(bounds: Terminals, sizes: Terminals) -> Promise:
    """There is one rounded bound for each bound, and each rounded bound is at least 1."""
    assume("bounds >= 1", at_least(1, bounds))
    assume("sizes >= 1", at_least(1, sizes))
    assume("a size for each bound", len(sizes) == len(bounds))

    def shows(result: Terminals) -> None:
        ensure("bounds >= 1", at_least(1, result))
        ensure("as many bounds", len(result) == len(bounds))

    return Promise(shows)


@definition(on="tile")
def rounds_up(p: Places, q: Places, tile: Tile) -> bool:
    """Whether the bounds of q are the bounds of p, rounded up to whole tiles."""
    if not tile or not p or not q:
        return not tile and not p and not q
    t = tile[0]
    return q[0].bound == ceil_div(p[0].bound, t) * t and rounds_up(p[1:], q[1:], tile[1:])


@definition(on="a")
def same_tiles(a: Dimensions, b: Dimensions) -> bool:
    """Whether each dimension has the same number of tiles and the same tile size in both arrays."""
    if not a or not b:
        return not a and not b
    t = a[0].tile
    counts = ceil_div(a[0].bound, t), ceil_div(b[0].bound, t)
    return t == b[0].tile and counts[0] == counts[1] and same_tiles(a[1:], b[1:])


@lemma(on="bounds")
def corners_round_up(
    bounds: Terminals, sizes: Terminals, p: Places, q: Places, tile: Tile
) -> Lemma:
    """Rounding up the bounds of an array rounds up the bounds of its first element, the corner."""
    assume("bounds >= 1", at_least(1, bounds))
    assume("sizes >= 1", at_least(1, sizes))
    assume("a size for each bound", len(sizes) == len(bounds))
    assume("no * is there", combines_nothing(tile))
    assume("q has the bounds of p, rounded up", rounds_up(p, q, tile))

    def shows() -> None:
        first, other = corner(bounds, p), corner(rounded_up(bounds, sizes), q)
        ensure("rounded up", rounds_up(first, other, turned_sides(sizes, tile)))

    def proof() -> None:
        """Induction on the bounds."""
        opened(bounds, sizes)
        unfold(corner, bounds, p)
        unfold(turned_sides, sizes, tile)
        whole = rounded_up(bounds, sizes)
        unfold(rounded_up, bounds, sizes)
        unfold(corner, whole, q)
        if bounds:
            d, t = bounds[0], sizes[0]
            first, other = (Place(0, d),) + p, (Place(0, ceil_div(d, t) * t),) + q
            corners_round_up(bounds[1:], sizes[1:], first, other, (Side(t),) + tile)

    return shows, proof


@lemma(on="tile")
def rounded_arrays_are_in_the_same_tiles(p: Places, q: Places, tile: Tile) -> Lemma:
    """If `rounds_up(p, q, tile)` holds, p and q have the same tiles, and q's tiles are whole."""
    assume("no *", combines_nothing(tile))
    assume("rounded up", rounds_up(p, q, tile))

    def shows() -> None:
        ensure("the same tiles", same_tiles(covered(p, tile), covered(q, tile)))
        ensure("whole ones", whole_tiles(covered(q, tile)))

    def proof() -> None:
        """Induction on the tile."""
        opened(p, q, tile)
        unfold(covered, p, tile)
        unfold(covered, q, tile)
        if tile:
            opened(tile[1:])
            rounded_arrays_are_in_the_same_tiles(p[1:], q[1:], tile[1:])

    return shows, proof


@lemma
def tile_modes_are_those_of_the_tiles(a: Dimensions, b: Dimensions, stride: int, far: int) -> Lemma:
    """Two arrays with equally many tiles of equal size in each dimension have the same layout."""
    assume("the same tiles", same_tiles(a, b))

    def shows() -> None:
        same("modes", tile_modes(a, stride, far), tile_modes(b, stride, far))
        ensure("as large a tile", volume(within(a)) == volume(within(b)))

    def proof() -> None:
        """Induction on the dimensions."""
        if a:
            _, d, t = a[0]
            tile_modes_are_those_of_the_tiles(a[1:], b[1:], stride * t, far * ceil_div(d, t))
        unfold(tile_modes, a, stride, far)
        unfold(tile_modes, b, stride, far)

    return shows, proof


@lemma
def tiles_are_whole_for_all_elements(a: Dimensions, b: Dimensions) -> Lemma:
    """If the tiles of an array are whole for one element, they are whole for every element."""
    assume("bounds and tiles are the same", same_bounds_and_tiles(a, b))
    assume("whole tiles", whole_tiles(b))

    def shows() -> None:
        ensure("whole tiles", whole_tiles(a))

    def proof() -> None:
        """Induction on the dimensions."""
        if a:
            tiles_are_whole_for_all_elements(a[1:], b[1:])

    return shows, proof
