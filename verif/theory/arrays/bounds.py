"""Points of arrays, built from tuples of bounds and of indices.

The tuples list the dimensions from major to minor, but a point lists them from minor to major. So
a point is built by prepending one dimension after another. The column-major position of the point
is the 1-D coordinate of the index in a shape with these bounds. This shape has as many coordinates
as the array has elements. Hence theorems about points apply to the coordinates of layouts.
"""

from __future__ import annotations

from spec.coordinates import counted
from spec.xla import (
    Dimensions,
    Place,
    Places,
    Tile,
    Tiles,
    across,
    bounds_of,
    column,
    corner,
    covered,
    joined,
    minor_first,
    row,
    tile_once,
    tiled,
    tiled_by,
    uncovered,
    volume,
    within,
)
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, ensure, same, unfold
from verif.readings.places import all_sized, sized, turned_sides
from verif.readings.terminals import Terminals, at_least, extent, in_bounds
from verif.theory.arrays.distinct_elements import (
    covered_and_uncovered_make_the_array,
    same_bounds,
    same_bounds_have_one_volume,
    untiled,
)
from verif.theory.arrays.reach import combines_nothing
from verif.theory.layouts.modes import opened
from verif.theory.numbers.euclid import quotient_and_remainder_are_unique


@contract(minor_first, on="index", opens=True)
def a_point_counts_as_its_index(index: Terminals, bounds: Terminals, turned: Places) -> Promise:
    """The column-major position of a point is the 1-D coordinate of the point's index."""
    assume("an index", in_bounds(index, bounds))

    def shows(result: Places) -> None:
        counts = column(turned) + volume(turned) * counted(index, bounds)
        ensure("position", column(result) == counts)
        ensure("volume", volume(result) == volume(turned) * extent(bounds))
        ensure("a dimension for each bound", len(result) == len(turned) + len(bounds))

    return Promise(shows)


@contract(corner, on="bounds", opens=True)
def a_corner_has_the_volume(bounds: Terminals, turned: Places) -> Promise:
    """The volume of `corner(bounds, turned)` is `extent(bounds)` times the volume of `turned`."""
    assume("bounds >= 1", at_least(1, bounds))

    def shows(result: Places) -> None:
        ensure("volume", volume(result) == volume(turned) * extent(bounds))

    return Promise(shows)


@contract(bounds_of, on="point", opens=True)
def bounds_have_the_volume(point: Places, turned: Terminals) -> Promise:
    """A shape with the bounds of an array has as many coordinates as the array has elements."""

    def shows(result: Terminals) -> None:
        ensure("extent", extent(result) == volume(point) * extent(turned))

    return Promise(shows)


@contract(turned_sides, on="sizes", opens=True)
def sizes_combine_nothing(sizes: Terminals, turned: Tile) -> Promise:
    """The tile that `turned_sides(sizes, turned)` returns has no `*` if `turned` has no `*`."""
    assume("sizes >= 1", at_least(1, sizes))
    assume("no * is there", combines_nothing(turned))

    def shows(result: Tile) -> None:
        ensure("no *", combines_nothing(result))
        ensure("a side for each entry", len(result) == len(turned) + len(sizes))

    return Promise(shows)


@lemma(on="index")
def a_point_has_the_bounds_of_its_corner(
    index: Terminals, bounds: Terminals, p: Places, q: Places
) -> Lemma:
    """Each point of an array has the bounds of the array's first element, the corner."""
    assume("bounds >= 1", at_least(1, bounds))
    assume("an index", in_bounds(index, bounds))
    assume("bounds are the same", same_bounds(p, q))

    def shows() -> None:
        found = same_bounds(minor_first(index, bounds, p), corner(bounds, q))
        ensure("bounds are the same", found)

    def proof() -> None:
        """Induction on the index."""
        opened(index, bounds)
        unfold(minor_first, index, bounds, p)
        unfold(corner, bounds, q)
        if index:
            first, other = (Place(index[0], bounds[0]),) + p, (Place(0, bounds[0]),) + q
            a_point_has_the_bounds_of_its_corner(index[1:], bounds[1:], first, other)

    return shows, proof


@lemma(on="i")
def points_of_one_array_have_the_same_bounds(
    i: Terminals, j: Terminals, bounds: Terminals, p: Places, q: Places
) -> Lemma:
    """Two points of an array have the same bounds."""
    assume("an index", in_bounds(i, bounds))
    assume("j is an index", in_bounds(j, bounds))
    assume("bounds are the same", same_bounds(p, q))

    def shows() -> None:
        found = same_bounds(minor_first(i, bounds, p), minor_first(j, bounds, q))
        ensure("bounds are the same", found)

    def proof() -> None:
        """Induction on the index."""
        opened(i, j, bounds)
        unfold(minor_first, i, bounds, p)
        unfold(minor_first, j, bounds, q)
        if i:
            first, other = (Place(i[0], bounds[0]),) + p, (Place(j[0], bounds[0]),) + q
            points_of_one_array_have_the_same_bounds(i[1:], j[1:], bounds[1:], first, other)

    return shows, proof


@lemma
def one_row_major_position_is_one_column_major(p: Places, q: Places) -> Lemma:
    """Points with the same row-major position in an array have the same column-major position."""
    assume("bounds are the same", same_bounds(p, q))
    assume("one position", row(p) == row(q))

    def shows() -> None:
        ensure("one position", column(p) == column(q))

    def proof() -> None:
        """Induction on the dimensions: the first index is the position mod the first bound."""
        opened(p, q)
        if p:
            d = p[0].bound
            quotient_and_remainder_are_unique(d, row(p[1:]), p[0].at, row(q[1:]), q[0].at)
            one_row_major_position_is_one_column_major(p[1:], q[1:])
            same_bounds_have_one_volume(p[1:], q[1:])

    return shows, proof


@lemma
def a_count_is_of_one_index(i: Terminals, j: Terminals, bounds: Terminals) -> Lemma:
    """Indices with the same 1-D coordinate are equal."""
    assume("an index", in_bounds(i, bounds))
    assume("j is an index", in_bounds(j, bounds))
    assume("equal 1-D coordinates", counted(i, bounds) == counted(j, bounds))

    def shows() -> None:
        same("one index", i, j)

    def proof() -> None:
        """Induction on the index: its first entry is the coordinate mod the first bound."""
        opened(i, j, bounds)
        if i:
            rest, other = counted(i[1:], bounds[1:]), counted(j[1:], bounds[1:])
            quotient_and_remainder_are_unique(bounds[0], rest, i[0], other, j[0])
            a_count_is_of_one_index(i[1:], j[1:], bounds[1:])

    return shows, proof


@lemma
def tiled_dimensions_lose_nothing(dims: Dimensions) -> Lemma:
    """The tiles of an array together have at least as many places as the array has elements."""

    def shows() -> None:
        elements = volume(untiled(dims))
        ensure("none is lost", elements <= volume(within(dims)) * volume(across(dims)))

    def proof() -> None:
        """Induction on the dimensions: for a tile of size t, a bound d is at most t*ceil(d/t)."""
        if dims:
            tiled_dimensions_lose_nothing(dims[1:])
            (_, d, t), rest = dims[0], dims[1:]
            unfold(within, dims)
            unfold(across, dims)
            unfold(untiled, dims)
            places, count = volume(within(rest)) * volume(across(rest)), across(dims)[0].bound
            ensure("the first dimension", d <= t * count)
            ensure("at least one", volume(untiled(rest)) >= 1)
            ensure("enough places in the other dimensions", d * volume(untiled(rest)) <= d * places)
            ensure("enough places in the first dimension", d * places <= t * count * places)

    return shows, proof


@lemma
def one_tile_loses_nothing(point: Places, tile: Tile) -> Lemma:
    """Tiling an array once does not decrease its volume, the number of its places."""
    assume("the tile's most minor side is not `*`", sized(tile))

    def shows() -> None:
        ensure("none is lost", volume(point) <= volume(tile_once(point, tile)))

    def proof() -> None:
        """The tiled dimensions have enough places. The other dimensions are unchanged."""
        dims, rest = covered(point, tile), uncovered(point, tile)
        covered_and_uncovered_make_the_array(point, tile)
        tiled_dimensions_lose_nothing(dims)
        joined(tiled(dims), rest)
        joined(within(dims), across(dims))
        ensure("others", volume(rest) >= 1)
        places = volume(within(dims)) * volume(across(dims))
        ensure("each", volume(untiled(dims)) * volume(rest) <= places * volume(rest))

    return shows, proof


@lemma(on="tiles")
def tiles_lose_nothing(point: Places, tiles: Tiles) -> Lemma:
    """Tiling an array several times does not decrease its volume, the number of its places."""
    assume("minor sides are sizes", all_sized(tiles))

    def shows() -> None:
        ensure("none is lost", volume(point) <= volume(tiled_by(point, tiles)))

    def proof() -> None:
        """Induction on the tiles."""
        unfold(tiled_by, point, tiles)
        if tiles:
            one_tile_loses_nothing(point, tiles[0])
            tiles_lose_nothing(tile_once(point, tiles[0]), tiles[1:])

    return shows, proof
