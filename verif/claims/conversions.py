"""Claims about conversions between CuTe, XLA and TLA: an index keeps its offset."""

from __future__ import annotations

from typing import Any, Final

from spec.bridges import (
    Restricted,
    as_layout,
    as_xla_shape,
    canonical,
    layout_on,
    restricted,
    restricted_xla,
)
from spec.layout import Layout, make_layout
from spec.modes import total, value
from spec.tla import Tag, TlaLayout, fractal_layout
from spec.xla import XlaShape, linear_index
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, attempt, ensure, ensure_equal
from verif.readings.domains import Layouts, Shapes, flat
from verif.readings.numbers import Among, Integers

SOURCE = "XLA tiled layout, Tiling formulas; CuTe 01_layout.md"
PACKED: Final = XlaShape("bf16", (16, 256), tiles=((8, 128), (2, 1)))
AS_CUTE: Final = Layout(((2, 4, 2), (128, 2)), ((1, 256, 2048), (2, 1024)))

PAIR = Shapes(flat(2))
INDEX = Shapes(flat(2), low=0)
BLOCKS = Shapes((((0, 0), (0, 0)),))
PAIRS = ("(*,*)",)

Pair = tuple[int, int]


def is_in(index: Pair, extents: tuple[int, ...]) -> None:
    for i, n in zip(index, extents, strict=True):
        assume("an index", i < n)


@claim(
    "B5",
    "bf16[16,256]{1,0:T(8,128)(2,1)} is ((2,4,2),(128,2)):((1,256,2048),(2,1024))",
    source="XLA tiled layout, TPU 16-bit tile format",
    expect=proved(ranks=PAIRS),
    at=INDEX,
)
def packed_bf16_is_a_layout(alg: Any, at: Pair) -> None:
    is_in(at, PACKED.dims)
    ensure_equal("as a layout", as_layout(PACKED), AS_CUTE)
    ensure_equal("the same offset", AS_CUTE(at), linear_index(PACKED, at))


@claim(
    "B2",
    "for an array and tiles of any sizes, the offsets in the array are the values of a CuTe "
    "layout, restricted to coordinates within the array's dimensions",
    source=SOURCE,
    expect=proved(ranks=PAIRS),
    dims=PAIR,
    tile=PAIR,
    at=INDEX,
)
def tiled_arrays_are_restricted_layouts(alg: Any, dims: Pair, tile: Pair, at: Pair) -> None:
    is_in(at, dims)
    A = XlaShape("f32", dims, tiles=(tile,))
    # Compute the position first: this divides the index by the tile sizes. The digits that the
    # layout uses are among the quotients and remainders.
    position = linear_index(A, at)
    ensure_equal("the same offset", restricted_xla(A)(*at), position)


@claim(
    "B2l",
    "if a mode restricted to its first n coordinates is a layout, this layout has the size n "
    "and the mode's offsets",
    source="CuTe 02_layout_algebra.md, by-mode composition",
    expect=proved(ranks=("(*)", "(*,*)")),
    A=Layouts(profiles=flat(1, 2)),
    n=Integers(1),
    i=Integers(0),
)
def restrictions_are_layouts(alg: Any, A: Layout, n: int, i: int) -> None:
    assume("n coordinates", n <= A.size)
    assume("an index", i < n)
    array = Restricted(make_layout(A), (n,))
    L = attempt(layout_on, array, "A")
    assume("it is a layout", L is not None)
    ensure_equal("size", L.size, n)
    ensure_equal("the same offset", L(i), array(i))


@claim(
    "B4",
    "a matrix in zN, nZ, zZ or nN is an XLA shape with the same offsets",
    source="XLA tiled layout; CATLASS tla/layout.hpp",
    expect=proved(ranks=PAIRS),
    tag=Among((Tag.ZN, Tag.NZ, Tag.ZZ, Tag.NN)),
    block=PAIR,
    matrix=PAIR,
    at=INDEX,
)
def fractals_are_xla_shapes(alg: Any, tag: Tag, block: Pair, matrix: Pair, at: Pair) -> None:
    is_in(at, matrix)
    A = fractal_layout(tag, block, *matrix)
    ensure_equal("the same offset", linear_index(as_xla_shape(A, "f16"), at), A(*at))


@claim(
    "B6",
    "if an array in tiles is a CuTe layout, the layout has the array's offset at each index",
    source=SOURCE,
    expect=proved(ranks=PAIRS),
    dims=PAIR,
    tile=PAIR,
    at=INDEX,
)
def tiled_arrays_are_layouts(alg: Any, dims: Pair, tile: Pair, at: Pair) -> None:
    is_in(at, dims)
    A = XlaShape("f32", dims, tiles=(tile,))
    position = linear_index(A, at)
    ensure_equal("restricted", restricted(A)(*at), position)
    L = attempt(as_layout, A)
    assume("it is a layout", L is not None)
    ensure_equal("the same offset", L(*at), position)


@claim(
    "B7",
    "a TLA layout in blocks has, at each index, the offset of the CuTe layout of its shape and "
    "strides, restricted to its origin shape; the CuTe layout from `as_layout`, if there is one, "
    "has the same offsets",
    source=f"{SOURCE}; CATLASS tla/layout.hpp",
    expect=proved(ranks=("((*,*),(*,*)) ((*,*),(*,*)) (*,*) (*,*)",)),
    bound=(8, 1),
    blocks=BLOCKS,
    strides=BLOCKS,
    origin=INDEX,
    at=INDEX,
)
def blocks_are_layouts(
    alg: Any, blocks: tuple[Pair, Pair], strides: tuple[Pair, Pair], origin: Pair, at: Pair
) -> None:
    for n, (size, count) in zip(origin, blocks, strict=True):
        assume("the origin shape is at most the shape", n <= size * count)
    is_in(at, origin)
    A = TlaLayout(blocks, strides, origin)
    ensure_equal("restricted", restricted(A)(*at), A(*at))
    L = attempt(as_layout, A)
    assume("it is a layout", L is not None)
    ensure_equal("the same offset", L(*at), A(*at))


@claim(
    "B8",
    "the canonical modes of a mode restricted to n coordinates have at least n coordinates, and at "
    "each of the first n they have the offset of the mode",
    source="CuTe 02_layout_algebra.md, Coalesce, of a part of a layout",
    expect=proved(ranks=("(*)", "(*,*)")),
    A=Layouts(profiles=flat(1, 2)),
    n=Integers(1, width=3),
    i=Integers(0, width=3),
)
def canonical_modes_are_the_function(alg: Any, A: Layout, n: int, i: int) -> None:
    assume("n coordinates", n <= A.size)
    assume("an index", i < n)
    array = Restricted(make_layout(A), (n,))
    (modes,) = canonical(array)
    ensure("all coordinates", total(modes) >= n)
    ensure_equal("the same offset", value(modes, i), array(i))


@claim(
    "B9",
    "a TLA array without elements is an XLA shape without tiles",
    source="XLA tiled layout; CATLASS tla/layout.hpp",
    expect=proved(ranks=PAIRS),
    shape=INDEX,
    strides=INDEX,
    origin=INDEX,
)
def empty_arrays_have_no_tiles(alg: Any, shape: Pair, strides: Pair, origin: Pair) -> None:
    for n, size in zip(origin, shape, strict=True):
        assume("the origin shape is at most the shape", n <= size)
    assume("no elements", origin[0] == 0 or origin[1] == 0)
    found = as_xla_shape(TlaLayout(shape, strides, origin), "f16")
    ensure_equal("no tiles", found, XlaShape("f16", origin))
