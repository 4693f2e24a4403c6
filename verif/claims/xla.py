"""Claims about XLA tiling."""

from __future__ import annotations

from itertools import product as cartesian
from typing import Any, Final

from spec.modes import layout_of
from spec.xla import (
    XlaShape,
    column,
    covered,
    layout_in_tiles,
    origin,
    padded,
    physical_point,
    reshaped_by,
    row,
    row_major,
    tile_once,
    tiled_by,
    transposed,
    uncovered,
    volume,
    within,
)
from spec.xla.position import index_of
from verif.kernel.claim import REFUTED, claim, proved
from verif.kernel.verbs import assume, by, ensure, ensure_equal, same
from verif.readings.arrays import Indices, XlaShapes
from verif.readings.domains import Shapes, flat
from verif.readings.numbers import Among, Integers
from verif.readings.terminals import Terminals, extent
from verif.theory.arrays.as_layouts import (
    a_tile_of_the_rank_covers_all,
    column_is_below_the_volume,
    one_tile_is_a_layout,
    row_major_is_a_layout,
    row_major_modes_are_those_of_the_bounds,
    tile_modes_are_those_of_the_bounds,
    whole_tiles,
    whole_tiles_need_no_padding,
)
from verif.theory.arrays.distinct_elements import (
    origin_has_the_same_bounds,
    same_bounds_have_one_volume,
    tile_covers_the_same_dimensions,
    tiles_keep_elements_apart,
    tiles_keep_same_bounds,
    within_and_across_have_same_bounds,
)
from verif.theory.arrays.memory import (
    an_element_is_held_at_its_place,
    an_element_is_held_at_no_other_place,
    elements_at_one_place_are_one,
    held_at,
    misread,
    moved,
    what_is_held_has_one_place,
    what_moves_is_misread,
)
from verif.theory.arrays.orders import (
    an_order_keeps_elements_apart,
    indices_in_one_order_have_the_same_bounds,
)
from verif.theory.arrays.reach import (
    a_tile_covers_the_dimensions_that_it_reaches,
    combines_nothing,
    combining_is_merging_first,
    lengthened,
    merged,
    reached,
    tiling_beyond_the_array_is_lengthening_first,
    without_combine,
)
from verif.theory.arrays.reshaping import (
    one_tile_is_pad_reshape_transpose,
    tiles_are_pad_reshape_transpose,
)
from verif.theory.layouts.coordinates import extent_is_positive

XLA_SHAPES = XlaShapes(
    (
        *((dims,) for dims in ((), *flat(1, 2, 3))),
        ((), (0,)),
        *cartesian(flat(1, 2, 3), flat(1, 2, 3)),
        ((0, 0), (0, 0), (0, 0)),
        ((0, 0), (0,), (0,)),
        ((0,), (0, 0, 0), (0,)),
    )
)
"""Arrays without tiles, with one tile, and with two tiles."""

FEW_SHAPES = XlaShapes(
    (
        *((dims,) for dims in ((), *flat(1, 2))),
        *cartesian(flat(1, 2), flat(1, 2)),
        ((0, 0), (0, 0), (0, 0)),
    )
)
"""Arrays of at most two dimensions, for claims about two arrays."""

PACKED: Final = {"16 bits": (8, 2), "8 bits": (8, 4), "1 bit": (32, 32)}
"""For each element width: the rows of a TPU tile, and how many rows share a 32-bit word."""


@claim(
    "X1",
    "with one tile, the position of an element by the tiling formula is its position by pad, "
    "reshape, transpose",
    source="XLA tiled layout, Tiling as pad-reshape-transpose",
    expect=proved(),
    A=XLA_SHAPES,
    i=Indices("A"),
)
def tiling_is_pad_reshape_transpose(alg: Any, A: XlaShape, i: Terminals) -> None:
    assume("one tile", bool(A.sides) and not A.sides[1:])
    point, tile = physical_point(A, i), A.sides[0]
    by(one_tile_is_pad_reshape_transpose, point, tile)
    moved = transposed(covered(point, tile), uncovered(point, tile))
    ensure_equal("linear_index = pad-reshape-transpose", alg.linear_index(A, i), row(moved))


@claim(
    "X1r",
    "with any number of tiles, the formula gives the positions that pad, reshape, transpose give",
    source="XLA tiled layout, Repeated tiling",
    expect=proved(),
    A=XLA_SHAPES,
    i=Indices("A"),
)
def repeated_tiling_is_repeated_reshaping(alg: Any, A: XlaShape, i: Terminals) -> None:
    point = physical_point(A, i)
    by(tiles_are_pad_reshape_transpose, point, A.sides)
    moved = reshaped_by(point, A.sides)
    ensure_equal("linear_index = pad-reshape-transpose", alg.linear_index(A, i), row(moved))


@claim(
    "X4",
    "elements of a tiled array have different positions, below the padded size",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    A=XLA_SHAPES,
    i=Indices("A"),
    j=Indices("A"),
)
def elements_keep_apart(alg: Any, A: XlaShape, i: Terminals, j: Terminals) -> None:
    point, other = physical_point(A, i), physical_point(A, j)
    first = origin(point)
    position, size = alg.linear_index(A, i), volume(tiled_by(first, A.sides))
    by(origin_has_the_same_bounds, point)
    by(tiles_keep_same_bounds, point, first, A.sides)
    by(same_bounds_have_one_volume, tiled_by(point, A.sides), tiled_by(first, A.sides))
    ensure("below the padded size", 0 <= position < size)
    if position == alg.linear_index(A, j):
        by(indices_in_one_order_have_the_same_bounds, i, j, A.dims, A.minor_to_major)
        by(tiles_keep_elements_apart, point, other, A.sides)
        by(an_order_keeps_elements_apart, i, j, A.dims, A.minor_to_major)
        same("one element", i, j)


@claim(
    "X7",
    "without tiles, an array is the CuTe layout in which each stride is the product of the sizes "
    "after it",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    A=XLA_SHAPES,
    i=Indices("A"),
)
def untiled_is_a_cute_layout(alg: Any, A: XlaShape, i: Terminals) -> None:
    assume("no tiles", not A.sides)
    point = physical_point(A, i)
    by(row_major_is_a_layout, point, 1)
    by(column_is_below_the_volume, point)
    by(origin_has_the_same_bounds, point)
    by(row_major_modes_are_those_of_the_bounds, point, origin(point), 1)
    layout = layout_of(row_major(origin(point), 1))
    ensure_equal("linear_index", layout(column(point)), alg.linear_index(A, i))


@claim(
    "X8",
    "a * in a tile merges its dimension with the next more minor one before tiling; the merge adds "
    "no padding",
    source="XLA tiled layout, Combining dimensions using tiles",
    expect=proved(),
    A=XLA_SHAPES,
    i=Indices("A"),
)
def combined_dimensions_are_merged(alg: Any, A: XlaShape, i: Terminals) -> None:
    assume("one tile", bool(A.sides) and not A.sides[1:])
    point, tile = physical_point(A, i), A.sides[0]
    array, sides = merged(point, tile), without_combine(tile)
    by(combining_is_merging_first, point, tile)
    ensure("no * is left", combines_nothing(sides))
    ensure_equal("merging moves nothing", row(array), row(point))
    ensure_equal("merging pads nothing", volume(array), volume(point))
    ensure_equal("linear_index", alg.linear_index(A, i), row(tile_once(array, sides)))


@claim(
    "X9",
    "a tile with k sides acts on the k most minor dimensions only",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    A=XLA_SHAPES,
    i=Indices("A"),
)
def a_tile_acts_on_minor_dimensions(alg: Any, A: XlaShape, i: Terminals) -> None:
    assume("one tile", bool(A.sides) and not A.sides[1:])
    point, tile = physical_point(A, i), A.sides[0]
    assume("at most as many dimensions as the array", len(tile) <= len(point))
    minor, major = reached(point, tile), uncovered(point, tile)
    by(a_tile_covers_the_dimensions_that_it_reaches, point, tile)
    inside = tile_once(minor, tile)
    ensure_equal("as many dimensions as sides", len(minor), len(tile))
    ensure_equal(
        "whole arrays of the minor dimensions, one after another",
        alg.linear_index(A, i),
        row(inside) + volume(inside) * row(major),
    )


@claim(
    "X9h",
    "a tile of higher rank than the array acts as if the array had dimensions of size 1 in front",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    A=XLA_SHAPES,
    i=Indices("A"),
)
def a_tile_reaches_beyond(alg: Any, A: XlaShape, i: Terminals) -> None:
    assume("one tile", bool(A.sides) and not A.sides[1:])
    point, tile = physical_point(A, i), A.sides[0]
    longer = lengthened(point, tile)
    by(tiling_beyond_the_array_is_lengthening_first, point, tile)
    ensure("at least the tile's dimensions", len(longer) >= len(tile))
    ensure_equal("the same element", row(longer), row(point))
    ensure_equal("the same size", volume(longer), volume(point))
    ensure_equal("linear_index", alg.linear_index(A, i), row(tile_once(longer, tile)))


@claim(
    "X10",
    "let m be 2, 4 or 32 for the tiles (8,128)(2,1), (8,128)(4,1) or (32,128)(32,1): if m divides "
    "x, the elements in rows x to x + m - 1 of a column have consecutive positions, in this order, "
    "and m divides the first position",
    source="XLA tiled layout, Repeated tiling; TPU 16-bit, 8-bit and 1-bit tile formats",
    expect=proved(ranks=("(*,*)",)),
    dims=Shapes(flat(2)),
    at=Shapes(flat(2), low=0),
    k=Integers(0),
    joined=Among(tuple(PACKED)),
)
def rows_are_packed(
    alg: Any, dims: tuple[int, int], at: tuple[int, int], k: int, joined: str
) -> None:
    (m, n), (x, y) = dims, at
    rows, packed = PACKED[joined]
    assume("a row where a word begins", x % packed == 0)
    assume("an element of the word", k < packed)
    assume("a row of the array", x + k < m)
    assume("a column of the array", y < n)
    A = XlaShape("u8", dims, tiles=((rows, 128), (packed, 1)))
    first = alg.linear_index(A, at)
    ensure_equal("in the same tile", (x + k) // rows, x // rows)
    ensure_equal("in the same word of it", (x + k) % rows // packed, x % rows // packed)
    ensure_equal("at its place there", (x + k) % rows % packed, k)
    ensure_equal("a word begins", first % packed, 0)
    ensure_equal("element k of the word", alg.linear_index(A, (x + k, y)), first + k)


@claim(
    "X15",
    "let A and B have equally many elements, numbered row-major: if memory is written as A and "
    "read as B, element n of B is element n of A iff element n has the same position in both; so, "
    "with any padding, a bitcast is a reshape iff all positions agree",
    source="XLA operation semantics, Bitcast; XLA tiled layout, Linear index formulas",
    expect=proved(),
    bound=(5, 1),
    A=FEW_SHAPES,
    B=FEW_SHAPES,
    k=Integers(0, width=4),
)
def bitcasts_are_reshapes_where_positions_agree(alg: Any, A: XlaShape, B: XlaShape, k: int) -> None:
    n = extent(A.dims)
    assume("as many elements", extent(B.dims) == n)
    assume("an element", k < n)
    a, b = (A.dims, A.minor_to_major, A.sides), (B.dims, B.minor_to_major, B.sides)
    # `held_at` models a memory that is written as A: the number of each element is at the element's
    # position in A, and all other positions are empty.
    there = alg.linear_index(B, index_of(k, B.dims))
    read = held_at(there, n, *a)
    if alg.linear_index(A, index_of(k, A.dims)) == there:
        by(an_element_is_held_at_its_place, there, k, n, *a)
        ensure_equal("element k is read as element k", read, k)
    else:
        by(an_element_is_held_at_no_other_place, there, k, n, *a)
        ensure("another element or padding is read as element k", read != k)
    by(what_moves_is_misread, n, *a, *b)
    ensure_equal("as many elements are misread as are moved", misread(n, *a, *b), moved(n, *a, *b))


@claim(
    "X15n",
    "if arrays A and B have equally many elements and equally many positions, a bitcast of A to B "
    "is a reshape: element n of A is read as element n of B, both counted in row-major order",
    source="XLA hlo_verifier.cc, HandleBitcast, which compares sizes in bytes",
    expect=REFUTED,
    A=XlaShapes((((0, 0),),)),
    B=XlaShapes((((0, 0),),)),
    k=Integers(0, width=4),
)
def bitcasts_of_equal_size_are_reshapes(alg: Any, A: XlaShape, B: XlaShape, k: int) -> None:
    n = extent(A.dims)
    assume("as many elements", extent(B.dims) == n)
    sizes = alg.product(alg.physical_shape(A)), alg.product(alg.physical_shape(B))
    assume("as many positions", sizes[0] == sizes[1])
    assume("an element", k < n)
    there = alg.linear_index(B, index_of(k, B.dims))
    read = held_at(there, n, A.dims, A.minor_to_major, A.sides)
    ensure_equal("element k is read as element k", read, k)


@claim(
    "X16",
    "if memory is written as A and read as B, no element of A is read as two elements of B; so a "
    "bitcast that reads no padding, between arrays with equally many elements, permutes the "
    "elements",
    source="XLA operation semantics, Bitcast; XLA tiled layout, Linear index formulas",
    expect=proved(),
    bound=(5, 1),
    A=FEW_SHAPES,
    B=FEW_SHAPES,
    j=Integers(0, width=3),
    k=Integers(0, width=3),
)
def bitcasts_read_no_element_twice(alg: Any, A: XlaShape, B: XlaShape, j: int, k: int) -> None:
    n = extent(A.dims)
    a, b = (A.dims, A.minor_to_major, A.sides), (B.dims, B.minor_to_major, B.sides)
    assume("elements of B", j < extent(B.dims) and k < extent(B.dims))
    by(extent_is_positive, A.dims)
    there, elsewhere = (alg.linear_index(B, index_of(x, B.dims)) for x in (j, k))
    one, other = held_at(there, n, *a), held_at(elsewhere, n, *a)
    ensure("an element of A, or padding", -1 <= one < n)
    if one >= 0:
        ensure_equal("at the position", alg.linear_index(A, index_of(one, A.dims)), there)
        if one == other:
            by(what_is_held_has_one_place, there, elsewhere, n, *a)
            by(elements_at_one_place_are_one, j, k, *b)
            ensure_equal("one element of B", j, k)


@claim(
    "B1",
    "an array with one tile, of the same rank as the array, is the CuTe layout with modes (tile, "
    "number of tiles), including padding",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    A=XLA_SHAPES,
    i=Indices("A"),
)
def tiles_are_a_cute_layout(alg: Any, A: XlaShape, i: Terminals) -> None:
    assume("one tile", bool(A.sides) and not A.sides[1:])
    point, tile = physical_point(A, i), A.sides[0]
    assume("of the array's rank", len(tile) == len(point) and combines_nothing(tile))
    dims = covered(point, tile)
    by(a_tile_of_the_rank_covers_all, point, tile)
    by(one_tile_is_a_layout, dims, 1, volume(within(dims)))
    by(column_is_below_the_volume, padded(dims))
    first = covered(origin(point), tile)
    by(origin_has_the_same_bounds, point)
    by(tile_covers_the_same_dimensions, point, origin(point), tile)
    by(within_and_across_have_same_bounds, dims, first)
    by(same_bounds_have_one_volume, within(dims), within(first))
    by(tile_modes_are_those_of_the_bounds, dims, first, 1, volume(within(dims)))
    layout, position = layout_in_tiles(first), alg.linear_index(A, i)
    ensure_equal("at the coordinates of the padded array", layout(column(padded(dims))), position)
    if whole_tiles(dims):
        by(whole_tiles_need_no_padding, dims)
        ensure_equal("at its own coordinates", layout(column(point)), position)
