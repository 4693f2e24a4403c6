"""Claims about TLA layouts.

Here, a block of a format may have any number of rows and columns. In CATLASS, a block is 16 by C0.
"""

from __future__ import annotations

from typing import Any

from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.tla import Tag, TlaLayout, fractal_layout, get_tile_layout, make_layout_tile
from spec.xla import XlaShape
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, ensure, ensure_equal
from verif.readings.domains import Shapes, flat, profile_text
from verif.readings.numbers import Among, Integers

SOURCE = "TLA Layouts, Layout; CATLASS tla/layout.hpp, MakeLayout"
TILES = "TLA Layouts, MakeLayoutTile; CATLASS tla/layout.hpp, GetTileLayout"
FORMATS = f"{SOURCE}; XLA tiled layout"

FRACTALS = Among((Tag.ZN, Tag.NZ, Tag.ZZ, Tag.NN))
BLOCK = Shapes(flat(2))
EXTENTS = Shapes(flat(2), low=0)
PAIRS = ("(*,*)",)
IN_BLOCKS = ((0, 0), (0, (0, 0)), ((0, 0), 0), ((0, 0), (0, 0)))

Pair = tuple[int, int]


def blocks_of(A: TlaLayout) -> tuple[Pair, Pair]:
    """The block size and the number of blocks, along the rows and along the columns."""
    shape: Any = A.shape
    return shape


@claim(
    "L1",
    "zN, nZ, zZ and nN map different places of the padded matrix to different offsets, all below "
    "its size",
    source=SOURCE,
    expect=proved(ranks=PAIRS),
    tag=FRACTALS,
    block=BLOCK,
    matrix=EXTENTS,
    at=EXTENTS,
)
def fractals_are_injective(alg: Any, tag: Tag, block: Pair, matrix: Pair, at: Pair) -> None:
    A = fractal_layout(tag, block, *matrix)
    ((h, down), (w, right)), (i, j) = blocks_of(A), at
    assume("a row", i < h * down)
    assume("a column", j < w * right)
    high_digit(i, h, down)
    high_digit(j, w, right)
    within = _digits(tag in (Tag.ZN, Tag.ZZ), (i % h, h), (j % w, w))
    across = _digits(tag in (Tag.NZ, Tag.ZZ), (i // h, down), (j // w, right))
    place, number = stacked(*within), stacked(*across)
    stacked((place, h * w), (number, down * right))
    offset = alg.crd2offset(at, A.shape, A.stride)
    ensure_equal("its block and its place there", offset, place + h * w * number)
    ensure("offset >= 0", offset >= 0)
    ensure("offset below the size", offset < h * w * (down * right))
    ensure_equal("the offset determines its place", address(tag, block, (down, right), offset), at)


@claim(
    "L1o",
    "zN, nZ, zZ and nN map the places of the padded matrix onto all offsets below its size",
    source=SOURCE,
    expect=proved(ranks=PAIRS),
    tag=FRACTALS,
    block=BLOCK,
    matrix=EXTENTS,
    x=Integers(0, width=15),
)
def fractals_are_onto(alg: Any, tag: Tag, block: Pair, matrix: Pair, x: int) -> None:
    A = fractal_layout(tag, block, *matrix)
    (h, down), (w, right) = blocks_of(A)
    assume("below the size", x < h * w * (down * right))
    number, place = high_digit(x, h * w, down * right), x % (h * w)
    across = (right, down) if tag in (Tag.NZ, Tag.ZZ) else (down, right)
    within = (w, h) if tag in (Tag.ZN, Tag.ZZ) else (h, w)
    high_digit(number, *across)
    high_digit(place, *within)
    row, column = address(tag, block, (down, right), x)
    stacked((row % h, h), (row // h, down))
    stacked((column % w, w), (column // w, right))
    ensure("a row", 0 <= row < h * down)
    ensure("a column", 0 <= column < w * right)
    ensure_equal("A(row, column) = x", alg.crd2offset((row, column), A.shape, A.stride), x)


def address(tag: Tag, block: Pair, blocks: Pair, x: int) -> Pair:
    """The row and the column of the element that is stored at the offset x.

    >>> address(Tag.ZN, (4, 4), (2, 3), 37)
    (1, 5)
    """
    (h, w), (down, right) = block, blocks
    number, place = x // (h * w), x % (h * w)
    by_row_within, by_row_across = tag in (Tag.ZN, Tag.ZZ), tag in (Tag.NZ, Tag.ZZ)
    row, column = (place // w, place % w) if by_row_within else (place % h, place // h)
    if by_row_across:
        return row + h * (number // right), column + w * (number % right)
    return row + h * (number % down), column + w * (number // down)


def stacked(low: Pair, high: Pair) -> int:
    """The number with the digits `low` and `high`. Each argument is a pair (digit, bound).

    The number is below the product of both bounds.
    """
    (a, size), (b, bound) = low, high
    ensure("a product of natural numbers", size * (bound - 1 - b) >= 0)
    ensure("low + size * high >= 0", a + size * b >= 0)
    ensure("low + size * high < size * bound", a + size * b < size * bound)
    return a + size * b


def high_digit(x: int, size: int, bound: int) -> int:
    """The high digit x // size of a number x < size * bound. This digit is below `bound`."""
    ensure("x // size < bound", x // size < bound)
    return x // size


def _digits(by_row: bool, row: Pair, column: Pair) -> tuple[Pair, Pair]:
    """The digit of smaller stride, then the other digit. If `by_row`, `column` comes first."""
    return (column, row) if by_row else (row, column)


def is_a_view(tag: Tag, block: Pair, rest: Pair, more: Pair, start: Pair, at: Pair) -> None:
    """Conclude that A(start + at) = A(start) + T(at) for a matrix A and its tile T.

    The tile begins at `start` in the matrix, and `at` is a position in the tile. After this
    position, the tile has more[0] rows and more[1] columns, and the matrix has rest[0] rows and
    rest[1] columns. Claim L6 says that GetTileLayout has the shape and strides of MakeLayoutTile.
    """
    (r0, c0), (r, c) = start, at
    A = fractal_layout(tag, block, r0 + r + 1 + rest[0], c0 + c + 1 + rest[1])
    T = make_layout_tile(Layout(A.shape, A.stride), (r + 1 + more[0], c + 1 + more[1]))
    ensure_equal("A(r0 + r, c0 + c) = A(r0, c0) + T(r, c)", A(r0 + r, c0 + c), A(r0, c0) + T(r, c))


VIEW: Any = {"block": BLOCK} | dict.fromkeys(("rest", "more", "start", "at"), EXTENTS)


@claim(
    "L4",
    "a tile of zN is a view of the matrix if C0 divides the tile's first column",
    source=TILES,
    expect=proved(ranks=PAIRS),
    **VIEW,
)
def tiles_of_zn_are_views(
    alg: Any, block: Pair, rest: Pair, more: Pair, start: Pair, at: Pair
) -> None:
    assume("the index of the tile's first column is a multiple of C0", start[1] % block[1] == 0)
    is_a_view(Tag.ZN, block, rest, more, start, at)


@claim(
    "L4n",
    "a tile of nZ is a view of the matrix if C0 divides the index of the tile's first row",
    source=TILES,
    expect=proved(ranks=PAIRS),
    **VIEW,
)
def tiles_of_nz_are_views(
    alg: Any, block: Pair, rest: Pair, more: Pair, start: Pair, at: Pair
) -> None:
    assume("the index of the tile's first row is a multiple of C0", start[0] % block[0] == 0)
    is_a_view(Tag.NZ, block, rest, more, start, at)


@claim(
    "L4z",
    "a tile of zZ or nN is a view of the matrix if the tile starts where a block starts",
    source=TILES,
    expect=proved(ranks=PAIRS),
    tag=Among((Tag.ZZ, Tag.NN)),
    **VIEW,
)
def tiles_at_blocks_are_views(
    alg: Any, tag: Tag, block: Pair, rest: Pair, more: Pair, start: Pair, at: Pair
) -> None:
    assume("the tile starts at the first row of a block", start[0] % block[0] == 0)
    assume("the tile starts at the first column of a block", start[1] % block[1] == 0)
    is_a_view(tag, block, rest, more, start, at)


@claim(
    "L6",
    "a tile has the fewest blocks that can hold it, and the strides of the matrix; its origin "
    "shape is the part of the tile inside the matrix",
    source=TILES,
    expect=proved(ranks=("(*,*) (*,*) (*,*) ((*,*),(*,*)) (*,*) (*,*) (*,*)",)),
    block=BLOCK,
    blocks=EXTENTS,
    origin=EXTENTS,
    strides=Shapes((((0, 0), (0, 0)),), low=0),
    tile=EXTENTS,
    start=EXTENTS,
    at=EXTENTS,
)
def tiles_are_rounded_and_cropped(
    alg: Any,
    block: Pair,
    blocks: Pair,
    origin: Pair,
    strides: tuple[Pair, Pair],
    tile: Pair,
    start: Pair,
    at: Pair,
) -> None:
    for n, b, count in zip(origin, block, blocks, strict=True):
        assume("the origin shape is at most the shape", n <= b * count)
    A = TlaLayout(tuple(zip(block, blocks, strict=True)), strides, origin)
    T = get_tile_layout(A, tile, start)
    ensure_equal("the strides of the matrix", T.stride, strides)
    for mode, b, extent in zip(blocks_of(T), block, tile, strict=True):
        size, count = mode
        ensure_equal("blocks of the matrix", size, b)
        ensure("the tile fits", extent <= b * count)
        ensure("fewer blocks are too few", b * (count - 1) < extent)
    are_valid(T, origin, tile, start, at)


@claim(
    "L6f",
    "a tile of a flat layout is not rounded up to blocks; its origin shape is the part of the tile "
    "inside the matrix",
    source=TILES,
    expect=proved(ranks=PAIRS),
    shape=EXTENTS,
    origin=EXTENTS,
    strides=EXTENTS,
    tile=EXTENTS,
    start=EXTENTS,
    at=EXTENTS,
)
def flat_tiles_are_cropped(
    alg: Any, shape: Pair, origin: Pair, strides: Pair, tile: Pair, start: Pair, at: Pair
) -> None:
    for n, size in zip(origin, shape, strict=True):
        assume("the origin shape is at most the shape", n <= size)
    T = get_tile_layout(TlaLayout(shape, strides, origin), tile, start)
    ensure_equal("shape", T.shape, tile)
    ensure_equal("the strides of the matrix", T.stride, strides)
    are_valid(T, origin, tile, start, at)


def are_valid(T: TlaLayout, origin: Pair, tile: Pair, start: Pair, at: Pair) -> None:
    """Conclude that the tile's origin shape describes the part of the tile inside the matrix."""
    for valid, n, extent, first, index in zip(T.origin_shape, origin, tile, start, at, strict=True):
        there = index < extent and first + index < n
        ensure_equal("in the tile iff in the matrix", index < valid, there)


@claim(
    "B3",
    "zZ is XLA's tiling {1,0:T(16,C0)}, nN {0,1:T(16,C0)}, zN {1,0:T(Mp,C0)}, nZ {0,1:T(Np,C0)}, "
    "where Mp and Np are the padded rows and columns",
    source=FORMATS,
    expect=proved(ranks=PAIRS),
    tag=FRACTALS,
    block=BLOCK,
    matrix=BLOCK,
    at=EXTENTS,
)
def fractals_are_tilings(alg: Any, tag: Tag, block: Pair, matrix: Pair, at: Pair) -> None:
    A = fractal_layout(tag, block, *matrix)
    ((h, down), (w, right)), (M, N), (i, j) = blocks_of(A), matrix, at
    assume("a row", i < M)
    assume("a column", j < N)
    by_row = tag in (Tag.ZZ, Tag.ZN)
    padded, across = {
        Tag.ZZ: (h, w),
        Tag.ZN: (h * down, w),
        Tag.NN: (w, h),
        Tag.NZ: (w * right, h),
    }[tag]
    array = XlaShape("f32", matrix, (1, 0) if by_row else (0, 1), ((padded, across),))
    ensure_equal("the same position", A(i, j), alg.linear_index(array, at))


@claim(
    "L7",
    "make_layout_tile keeps the strides; a mode in blocks gets the fewest blocks that hold the "
    "tile",
    source="TLA Layouts, MakeLayoutTile",
    expect=proved(ranks=tuple(f"{profile_text(profile)} (*,*)" for profile in IN_BLOCKS)),
    shape=Shapes(IN_BLOCKS),
    tile=BLOCK,
)
def tiles_are_rounded(alg: Any, shape: tuple[IntTuple, IntTuple], tile: Pair) -> None:
    A = Layout(shape)
    T: Any = alg.make_layout_tile(A, tile)
    ensure_equal("the strides", T.stride, A.stride)
    for mode, given, extent in zip(T.shape, shape, tile, strict=True):
        if isinstance(given, tuple):
            size, count = mode
            ensure_equal("blocks of the matrix", size, given[0])
            ensure("the tile fits", extent <= size * count)
            ensure("fewer blocks are too few", size * (count - 1) < extent)
        else:
            ensure_equal("flat modes are not rounded", mode, extent)
