"""Claims about positions by the formulas: of arrays given by bounds and tiles, as plain tuples."""

from __future__ import annotations

from typing import Any

from spec.int_tuple import product
from spec.xla import (
    XlaShape,
    linear_index_with_tile,
    pad_reshape_transpose,
    padded_size,
    row_major_layout,
    tile_layout,
    tiled_bounds,
)
from spec.xla.places import linear_index
from verif.claims.tla import Pair, stacked
from verif.kernel.claim import assume, claim, ensure, ensure_equal, proved
from verif.readings.domains import Index, Shapes, flat, profile_text

PAIR = Shapes(flat(2))
INDEX = Shapes(flat(2), low=0)
SOURCE = "XLA tiled layout, Linear index formulas"


def is_in(index: Pair, bounds: Pair) -> None:
    for i, n in zip(index, bounds, strict=True):
        assume("an index", i < n)


@claim(
    "X11",
    "the row-major position of an element is below the product of the bounds, and is what the "
    "layout of row_major_layout has there",
    source=SOURCE,
    expect=proved(ranks=tuple(map(profile_text, flat(1, 2, 3)))),
    dims=Shapes(flat(1, 2, 3)),
    i=Index("dims"),
)
def row_major_positions_are_a_layout(alg: Any, dims: tuple[int, ...], i: int) -> None:
    index: Any = alg.idx2crd(i, dims)
    position = linear_index(index, dims)
    ensure_equal("the layout", row_major_layout(dims)(*index), position)
    ensure("natural", position >= 0)
    ensure("below the product of the bounds", position < product(dims))


@claim(
    "X12",
    "tile_layout has each element of the array padded to whole tiles at its position by the "
    "formula",
    source=SOURCE,
    expect=proved(ranks=("(*,*)",)),
    dims=PAIR,
    tile=PAIR,
    at=INDEX,
)
def tiles_of_the_rank_are_a_layout(alg: Any, dims: Pair, tile: Pair, at: Pair) -> None:
    (m, n), (t, u) = dims, tile
    padded = alg.ceil_div(m, t) * t, alg.ceil_div(n, u) * u
    is_in(at, padded)
    position = linear_index_with_tile(at, padded, tile)
    ensure_equal("the layout", tile_layout(dims, tile)(at), position)


@claim(
    "X13",
    "positions by bounds and tiles are those of the XLA shape, by the formula and by pad, reshape, "
    "transpose, and the bounds that the tiles make are its physical shape",
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
    "in one tile of its rank an array has each element at a position below the padded size, at "
    "which `element_at` finds it again; no element is lost",
    source=SOURCE,
    expect=proved(ranks=("(*,*)",)),
    dims=PAIR,
    tile=PAIR,
    at=INDEX,
)
def elements_are_found_again(alg: Any, dims: Pair, tile: Pair, at: Pair) -> None:
    (m, n), (t, u), (i, j) = dims, tile, at
    is_in(at, dims)
    down, right = alg.ceil_div(m, t), alg.ceil_div(n, u)
    ensure("in a tile of the rows", i // t < down)
    ensure("in a tile of the columns", j // u < right)
    place, number = stacked((j % u, u), (i % t, t)), stacked((j // u, right), (i // t, down))
    stacked((place, t * u), (number, down * right))
    position = linear_index_with_tile(at, dims, tile)
    ensure_equal("its place in its tile", position, place + t * u * number)
    ensure("natural", position >= 0)
    ensure("below the padded size", position < padded_size(dims, tile))
    ensure_equal("found again", element_at(tile, right, position), at)
    bounds = tiled_bounds(dims, tile)
    ensure_equal("as many tiles as are needed", bounds, (down, right, t, u))
    ensure("the rows", m <= down * t)
    ensure("the columns", n <= right * u)
    ensure("rows of padded columns", m * n <= m * (right * u))
    ensure("no element is lost", m * n <= down * t * (right * u))


def element_at(tile: Pair, right: int, position: int) -> Pair:
    """The element at a position of an array in tiles, of which a row has so many.

    >>> element_at((2, 2), 3, 17)
    (2, 3)
    """
    t, u = tile
    number, place = position // (t * u), position % (t * u)
    return place // u + t * (number // right), place % u + u * (number % right)
