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
from verif.kernel.contract import Automatic, Contract
from verif.theory.arrays.tiles import all_sized, sized
from verif.theory.numbers.euclid import unique_digits


def congruent(p: Places, q: Places) -> bool:
    """Whether the points are of arrays with the same bounds."""
    if not p or not q:
        return not p and not q
    return p[0].bound == q[0].bound and congruent(p[1:], q[1:])


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


def recombine(point: Places, tile: Tile) -> None:
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


def _sized(point: Places, tile: Tile) -> None:
    assume("its minor side is a size", sized(tile))


def _by_tile(point: Places, tile: Tile) -> int:
    return len(tile)


def _recombined(_: None, point: Places, tile: Tile) -> None:
    array, rest = untiled(covered(point, tile)), uncovered(point, tile)
    ensure("position", row(array) + volume(array) * row(rest) == row(point))
    ensure("volume", volume(array) * volume(rest) == volume(point))


def same_array(p: Places, q: Places) -> None:
    """Induction on the dimensions."""
    if p:
        same_array(p[1:], q[1:])


def _congruent(p: Places, q: Places) -> None:
    assume("bounds are the same", congruent(p, q))


def _same_volume(_: None, p: Places, q: Places) -> None:
    ensure("volumes are the same", volume(p) == volume(q))


def side_by_side(p: Places, q: Places, r: Places, s: Places) -> None:
    """Induction on the minor dimensions."""
    if p:
        side_by_side(p[1:], q[1:], r, s)


def _two_congruent(p: Places, q: Places, r: Places, s: Places) -> None:
    assume("minor bounds are the same", congruent(p, q))
    assume("major bounds are the same", congruent(r, s))


def _joined_congruent(_: None, p: Places, q: Places, r: Places, s: Places) -> None:
    ensure("bounds are the same", congruent(joined(p, r), joined(q, s)))


def split(p: Places, q: Places, r: Places, s: Places) -> None:
    """By their volumes, which are the same."""
    same_array(p, q)
    joined(p, r)
    joined(q, s)
    unique_digits(volume(p), row(r), row(p), row(s), row(q))


def _one_position(p: Places, q: Places, r: Places, s: Places) -> None:
    _congruent(p, q)
    assume("one position", row(joined(p, r)) == row(joined(q, s)))


def _split(_: None, p: Places, q: Places, r: Places, s: Places) -> None:
    ensure("one position of the major dimensions", row(r) == row(s))
    ensure("one position of the minor dimensions", row(p) == row(q))


def under_a_tile(p: Places, q: Places, tile: Tile) -> None:
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


def _under(p: Places, q: Places, tile: Tile) -> None:
    _congruent(p, q)
    _sized(p, tile)


def _under_alike(_: None, p: Places, q: Places, tile: Tile) -> None:
    ensure("dimensions are alike", alike(covered(p, tile), covered(q, tile)))
    ensure("the rest is the same", congruent(uncovered(p, tile), uncovered(q, tile)))


def in_tiles(a: Dimensions, b: Dimensions) -> None:
    """Induction on the dimensions."""
    if a:
        in_tiles(a[1:], b[1:])


def _alike(a: Dimensions, b: Dimensions) -> None:
    assume("dimensions are alike", alike(a, b))


def _in_tiles(_: None, a: Dimensions, b: Dimensions) -> None:
    ensure("within", congruent(within(a), within(b)))
    ensure("across", congruent(across(a), across(b)))
    ensure("volume", volume(untiled(a)) == volume(untiled(b)))


def apart_in_tiles(a: Dimensions, b: Dimensions) -> None:
    """Induction on the dimensions."""
    if not a:
        return
    for dims in (a, b):
        unfold(within, dims)
        unfold(across, dims)
    apart_in_tiles(a[1:], b[1:])


def _places_alike(a: Dimensions, b: Dimensions) -> None:
    _alike(a, b)
    assume("one place in the tile", row(within(a)) == row(within(b)))
    assume("one tile", row(across(a)) == row(across(b)))


def _one_element(_: None, a: Dimensions, b: Dimensions) -> None:
    ensure("one element", row(untiled(a)) == row(untiled(b)))


def by_one_tile(p: Places, q: Places, tile: Tile) -> None:
    """By the lemmas about dimensions under a tile, and about the others."""
    a, b = covered(p, tile), covered(q, tile)
    r, s = uncovered(p, tile), uncovered(q, tile)
    under_a_tile(p, q, tile)
    in_tiles(a, b)
    side_by_side(within(a), within(b), across(a), across(b))
    side_by_side(tiled(a), tiled(b), r, s)


def _one_tile(_: None, p: Places, q: Places, tile: Tile) -> None:
    ensure("bounds are the same", congruent(tile_once(p, tile), tile_once(q, tile)))


def by_tiles(p: Places, q: Places, tiles: Tiles) -> None:
    """Induction on the tiles."""
    if tiles:
        by_one_tile(p, q, tiles[0])
        by_tiles(tile_once(p, tiles[0]), tile_once(q, tiles[0]), tiles[1:])


def _under_tiles(p: Places, q: Places, tiles: Tiles) -> None:
    _congruent(p, q)
    assume("minor sides are sizes", all_sized(tiles))


def _by_tiles(_: None, p: Places, q: Places, tiles: Tiles) -> None:
    ensure("bounds are the same", congruent(tiled_by(p, tiles), tiled_by(q, tiles)))


def _by_their_number(p: Places, q: Places, tiles: Tiles) -> int:
    return len(tiles)


def _by_their_length(p: Places, q: Places, tile: Tile) -> int:
    return len(tile)


def apart_by_one_tile(p: Places, q: Places, tile: Tile) -> None:
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


def _one_position_in_tiles(p: Places, q: Places, tile: Tile) -> None:
    _under(p, q, tile)
    assume("one position", row(tile_once(p, tile)) == row(tile_once(q, tile)))


def apart_by_tiles(p: Places, q: Places, tiles: Tiles) -> None:
    """Induction on the tiles."""
    unfold(tiled_by, p, tiles)
    unfold(tiled_by, q, tiles)
    if tiles:
        by_one_tile(p, q, tiles[0])
        apart_by_tiles(tile_once(p, tiles[0]), tile_once(q, tiles[0]), tiles[1:])
        apart_by_one_tile(p, q, tiles[0])


def _one_position_under_tiles(p: Places, q: Places, tiles: Tiles) -> None:
    _under_tiles(p, q, tiles)
    assume("one position", row(tiled_by(p, tiles)) == row(tiled_by(q, tiles)))


def _one_element_of_all(_: None, p: Places, q: Places, tiles: Tile | Tiles) -> None:
    ensure("one element", row(p) == row(q))


def the_first(point: Places) -> None:
    """Induction on the dimensions."""
    if point:
        the_first(point[1:])


def _first(_: None, point: Places) -> None:
    ensure("bounds are the same", congruent(point, origin(point)))
    ensure("volume", volume(point) == volume(origin(point)))


def another(point: Places, x: int) -> None:
    """Induction on the dimensions."""
    if point:
        another(point[1:], x // point[0].bound)


def _element(point: Places, x: int) -> None:
    assume("x is a position", 0 <= x < volume(point))


def _another(_: None, point: Places, x: int) -> None:
    ensure("bounds are the same", congruent(point, unravelled(point, x)))
    ensure("its position is x", row(unravelled(point, x)) == x)


UNTILED = Contract("UNTILED", "dimensions without tiles are places", untiled, on="dims")
ORIGIN = Contract("ORIGIN", "the first element is one", origin, on="point")
RECOMBINE = Contract(
    "RECOMBINE",
    "dimensions under a tile and the rest are the array, row-major, combined or not",
    recombine,
    requires=_sized,
    ensures=_recombined,
    measure=_by_tile,
)
SAME_ARRAY = Contract(
    "SAME-ARRAY", "the same bounds, the same volume", same_array, _congruent, _same_volume
)
SIDE_BY_SIDE = Contract(
    "SIDE-BY-SIDE",
    "bounds side by side are the same",
    side_by_side,
    requires=_two_congruent,
    ensures=_joined_congruent,
)
SPLIT = Contract(
    "POSITIONS-APART",
    "one position is one position of the minor and one of the major dimensions",
    split,
    requires=_one_position,
    ensures=_split,
)
UNDER_A_TILE = Contract(
    "UNDER-A-TILE",
    "a tile reaches the same dimensions of all elements",
    under_a_tile,
    requires=_under,
    ensures=_under_alike,
    measure=_by_their_length,
)
IN_TILES = Contract(
    "IN-TILES", "tiles have the same bounds for all elements", in_tiles, _alike, _in_tiles
)
APART_IN_TILES = Contract(
    "APART-IN-TILES",
    "one place in one tile is one element",
    apart_in_tiles,
    requires=_places_alike,
    ensures=_one_element,
)
BY_ONE_TILE = Contract(
    "BY-ONE-TILE", "one tile makes one array of one array", by_one_tile, _under, _one_tile
)
BY_TILES = Contract(
    "BY-TILES",
    "tiles make one array of one array",
    by_tiles,
    requires=_under_tiles,
    ensures=_by_tiles,
    measure=_by_their_number,
)
APART_BY_ONE_TILE = Contract(
    "APART-BY-ONE-TILE",
    "one tile keeps elements apart",
    apart_by_one_tile,
    requires=_one_position_in_tiles,
    ensures=_one_element_of_all,
)
APART_BY_TILES = Contract(
    "APART-BY-TILES",
    "tiles keep elements apart",
    apart_by_tiles,
    requires=_one_position_under_tiles,
    ensures=_one_element_of_all,
    measure=_by_their_number,
)
THE_FIRST = Contract("THE-FIRST", "the first element is of the array", the_first, ensures=_first)
ANOTHER = Contract(
    "ANOTHER",
    "each position is that of an element of the array",
    another,
    requires=_element,
    ensures=_another,
)

OBSERVATIONS = {congruent: "p", alike: "a"}
CONTRACTS = (
    UNTILED,
    ORIGIN,
    RECOMBINE,
    SAME_ARRAY,
    SIDE_BY_SIDE,
    SPLIT,
    UNDER_A_TILE,
    IN_TILES,
    APART_IN_TILES,
    BY_ONE_TILE,
    BY_TILES,
    APART_BY_ONE_TILE,
    APART_BY_TILES,
    THE_FIRST,
    ANOTHER,
)
AUTOMATIC: tuple[Automatic, ...] = ()
