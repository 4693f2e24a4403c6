"""Claims about the positions of elements in arrays whose bounds and tiles are plain tuples."""

from __future__ import annotations

from typing import Any

from spec.coordinates import counted
from spec.int_tuple import IntTuple, flatten
from spec.xla import (
    XlaShape,
    corner,
    covered,
    linear_index_with_tile,
    pad_reshape_transpose,
    padded_size,
    places,
    row_major_layout,
    sides,
    tile_layout,
    tiled_bounds,
    tiled_by,
    volume,
    within,
)
from spec.xla.places import linear_index
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, by, ensure, ensure_equal, same
from verif.readings.domains import Point, Shapes, flat
from verif.readings.terminals import in_bounds
from verif.theory.arrays.as_layouts import (
    a_tile_of_the_rank_covers_all,
    column_is_below_the_volume,
    one_tile_is_a_layout,
    row_major_is_a_layout,
    row_major_modes_are_those_of_the_bounds,
    tile_modes_are_those_of_the_bounds,
    whole_tiles_need_no_padding,
)
from verif.theory.arrays.bounds import (
    a_count_is_of_one_index,
    a_point_has_the_bounds_of_its_corner,
    one_row_major_position_is_one_column_major,
    points_of_one_array_have_the_same_bounds,
    tiles_lose_nothing,
)
from verif.theory.arrays.distinct_elements import (
    same_bounds_have_one_volume,
    tile_covers_the_same_dimensions,
    tiles_keep_elements_apart,
    tiles_keep_same_bounds,
    within_and_across_have_same_bounds,
)
from verif.theory.arrays.reshaping import tiles_are_pad_reshape_transpose
from verif.theory.arrays.whole_tiles import (
    corners_round_up,
    rounded_arrays_are_in_the_same_tiles,
    rounded_up,
    tile_modes_are_those_of_the_tiles,
    tiles_are_whole_for_all_elements,
)

Pair = tuple[int, int]

BOUNDS = Shapes(flat(1, 2, 3))
PAIR = Shapes(flat(2))
INDEX = Shapes(flat(2), low=0)
SOURCE = "XLA tiled layout, Linear index formulas"


def is_in(index: Pair, bounds: Pair) -> None:
    for i, n in zip(index, bounds, strict=True):
        assume("an index", i < n)


@claim(
    "X11",
    "the row-major position of an element is below the product of the bounds, and is the offset of "
    "row_major_layout at the element's coordinate",
    source=SOURCE,
    expect=proved(),
    dims=BOUNDS,
    at=Point("dims"),
)
def row_major_positions_are_a_layout(alg: Any, dims: IntTuple, at: IntTuple) -> None:
    bounds, index = flatten(dims), flatten(at)
    point, first = places(index, bounds), corner(bounds, ())
    by(a_point_has_the_bounds_of_its_corner, index, bounds, (), ())
    by(same_bounds_have_one_volume, point, first)
    by(row_major_is_a_layout, point, 1)
    by(row_major_modes_are_those_of_the_bounds, point, first, 1)
    by(column_is_below_the_volume, point)
    position = linear_index(index, bounds)
    ensure_equal("the layout", row_major_layout(bounds)(alg.crd2idx(at, dims)), position)
    ensure("natural", position >= 0)
    ensure("below the product of the bounds", position < alg.product(dims))


@claim(
    "X12",
    "tile_layout maps each element of the array, padded to whole tiles, to the position that the "
    "tiling formula gives",
    source=SOURCE,
    expect=proved(),
    bound=(7, 1),
    dims=BOUNDS,
    tile=BOUNDS,
    at=Shapes(flat(1, 2, 3), low=0),
)
def tiles_of_the_rank_are_a_layout(alg: Any, dims: IntTuple, tile: IntTuple, at: IntTuple) -> None:
    bounds, sizes, index = flatten(dims), flatten(tile), flatten(at)
    assume("a side for each bound", len(sizes) == len(bounds))
    padded = rounded_up(bounds, sizes)
    assume("an index of the padded array", in_bounds(index, padded))
    point, first, cut = places(index, padded), corner(padded, ()), sides(sizes)
    by(corners_round_up, bounds, sizes, (), (), ())
    by(rounded_arrays_are_in_the_same_tiles, corner(bounds, ()), first, cut)
    by(a_point_has_the_bounds_of_its_corner, index, padded, (), ())
    by(same_bounds_have_one_volume, point, first)
    by(a_tile_of_the_rank_covers_all, point, cut)
    by(tile_covers_the_same_dimensions, point, first, cut)
    tiles, others, own = (covered(p, cut) for p in (point, first, corner(bounds, ())))
    by(within_and_across_have_same_bounds, tiles, others)
    by(same_bounds_have_one_volume, within(tiles), within(others))
    by(tiles_are_whole_for_all_elements, tiles, others)
    by(whole_tiles_need_no_padding, tiles)
    far = volume(within(tiles))
    by(one_tile_is_a_layout, tiles, 1, far)
    by(tile_modes_are_those_of_the_bounds, tiles, others, 1, far)
    by(tile_modes_are_those_of_the_tiles, own, others, 1, far)
    by(column_is_below_the_volume, point)
    position = linear_index_with_tile(index, padded, sizes)
    at_its_coordinate = tile_layout(bounds, sizes)(counted(index, padded))
    ensure_equal("offset = position", at_its_coordinate, position)


@claim(
    "X13",
    "with one or two tiles of any ranks, positions from bounds and tile sizes equal positions by "
    "pad, reshape, transpose",
    source=f"{SOURCE}, Repeated tiling",
    expect=proved(),
    bound=(6, 1),
    dims=BOUNDS,
    tile=Shapes(flat(1, 2)),
    second=PAIR,
    at=Point("dims"),
)
def tiles_are_the_steps(
    alg: Any, dims: IntTuple, tile: IntTuple, second: IntTuple, at: IntTuple
) -> None:
    bounds, index, one, two = flatten(dims), flatten(at), flatten(tile), flatten(second)
    point = places(index, bounds)
    for tiles in ((one,), (one, two)):
        by(tiles_are_pad_reshape_transpose, point, tuple(map(sides, tiles)))
        position = linear_index_with_tile(index, bounds, *tiles)
        ensure_equal("the steps", pad_reshape_transpose(index, bounds, *tiles), position)


@claim(
    "X13s",
    "the tiling formula and pad, reshape, transpose, applied to bounds and tile sizes, both give "
    "the positions of the XLA shape with these bounds and tiles; the tiled bounds are the physical "
    "shape of this XLA shape",
    source=f"{SOURCE}, Repeated tiling",
    expect=proved(ranks=tuple(f"(*,*) {first} (*,*) (*,*)" for first in ("(*)", "(*,*)"))),
    bound=(7, 1),
    dims=PAIR,
    tile=Shapes(flat(1, 2)),
    second=PAIR,
    at=INDEX,
)
def bounds_and_tiles_are_a_shape(
    alg: Any, dims: Pair, tile: tuple[int, ...], second: Pair, at: Pair
) -> None:
    is_in(at, dims)
    for i, n, t in zip(reversed(at), reversed(dims), reversed(tile), strict=False):
        ensure("its tile begins before the last one ends", i // t * t < alg.ceil_div(n, t) * t)
    for tiles in ((tile,), (tile, second)):
        A = XlaShape("f32", dims, tiles=tiles)
        position = alg.linear_index(A, at)
        ensure_equal("the formula", linear_index_with_tile(at, dims, *tiles), position)
        ensure_equal("the steps", pad_reshape_transpose(at, dims, *tiles), position)
        ensure_equal("the bounds", tiled_bounds(dims, *tiles), alg.physical_shape(A))


@claim(
    "X14",
    "with one or two tiles of any ranks, the elements of an array have different positions, all "
    "below the padded size, and there are at least as many positions as elements",
    source=SOURCE,
    expect=proved(),
    bound=(5, 1),
    dims=BOUNDS,
    tile=Shapes(flat(1, 2)),
    second=PAIR,
    at=Point("dims"),
    other=Point("dims"),
)
def tiles_keep_elements(
    alg: Any, dims: IntTuple, tile: IntTuple, second: IntTuple, at: IntTuple, other: IntTuple
) -> None:
    bounds, i, j, one, two = map(flatten, (dims, at, other, tile, second))
    p, q, first = places(i, bounds), places(j, bounds), corner(bounds, ())
    by(a_point_has_the_bounds_of_its_corner, i, bounds, (), ())
    by(points_of_one_array_have_the_same_bounds, i, j, bounds, (), ())
    for tiles in ((one,), (one, two)):
        cuts = tuple(map(sides, tiles))
        by(tiles_keep_same_bounds, p, first, cuts)
        by(same_bounds_have_one_volume, tiled_by(p, cuts), tiled_by(first, cuts))
        by(tiles_lose_nothing, first, cuts)
        size = padded_size(bounds, *tiles)
        ensure("a position", 0 <= linear_index_with_tile(i, bounds, *tiles) < size)
        ensure_equal("the bounds", alg.product(tiled_bounds(bounds, *tiles)), size)
        ensure("no element is lost", alg.product(dims) <= size)
    if linear_index_with_tile(i, bounds, one) == linear_index_with_tile(j, bounds, one):
        by(tiles_keep_elements_apart, p, q, (sides(one),))
        by(one_row_major_position_is_one_column_major, p, q)
        by(a_count_is_of_one_index, i, j, bounds)
        same("one element", i, j)
    elif linear_index_with_tile(i, bounds, one, two) == linear_index_with_tile(j, bounds, one, two):
        by(tiles_keep_elements_apart, p, q, (sides(one), sides(two)))
        by(one_row_major_position_is_one_column_major, p, q)
        by(a_count_is_of_one_index, i, j, bounds)
        same("one element in two tiles", i, j)
