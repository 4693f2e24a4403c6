"""Arrays as layouts: a row-major array, or an array that is tiled once, is a CuTe layout.

The modes of an array are its dimensions, the most major first, and in CuTe the first mode varies
fastest. So the coordinate of a point is its *column*-major position. A layout maps the column-major
position to the row-major position if the stride of each dimension is the product of the sizes of
all more minor dimensions (`row_major_is_a_layout`).

If an array is tiled once, each dimension has two modes: elements within a tile, and tiles. An array
of whole tiles needs no padding, so layout and array have the same coordinates. If tiles are not
whole, the layout has the coordinates of the padded array. By induction on the dimensions, the
layout maps the column-major position to the position in memory, for any strides of elements and of
tiles. This is the main theorem, `one_tile_is_a_layout`.
"""

from __future__ import annotations

from spec.int_tuple import ceil_div
from spec.modes import Modes, total, value
from spec.xla import (
    Dimensions,
    Places,
    Tile,
    across,
    column,
    covered,
    padded,
    row,
    row_major,
    tile_modes,
    uncovered,
    volume,
    within,
)
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, same, unfold
from verif.theory.arrays.distinct_elements import same_bounds, same_bounds_and_tiles, untiled
from verif.theory.arrays.reach import combines_nothing
from verif.theory.layouts.modes import opened

definition(column, on="point")


@definition(on="dims")
def whole_tiles(dims: Dimensions) -> bool:
    """Whether the tile size in each dimension divides the bound of the dimension."""
    if not dims:
        return True
    return dims[0].bound % dims[0].tile == 0 and whole_tiles(dims[1:])


@lemma(whenever=column)
def column_is_below_the_volume(point: Places) -> Lemma:
    """A column-major position is at least 0 and less than the number of elements, the volume."""

    def shows() -> None:
        ensure("position >= 0", column(point) >= 0)
        ensure("position below the volume", column(point) < volume(point))

    def proof() -> None:
        """Induction on the dimensions."""
        if point:
            column_is_below_the_volume(point[1:])

    return shows, proof


@contract(row_major)
def row_major_modes_have_the_volume(point: Places, stride: int) -> Promise:
    """The row-major modes have as many coordinates as the array has elements."""

    def shows(result: Modes) -> None:
        ensure("size", total(result) == volume(point))

    return Promise(shows)


@lemma
def row_major_is_a_layout(point: Places, stride: int) -> Lemma:
    """`row_major` maps a point's column-major position to `stride` times its row-major position."""

    def shows() -> None:
        modes = row_major(point, stride)
        ensure("position", value(modes, column(point)) == stride * row(point))

    def proof() -> None:
        """Induction on the dimensions: after a dimension of bound d, the stride is `stride*d`."""
        unfold(row_major, point, stride)
        if point:
            row_major_is_a_layout(point[1:], stride * point[0].bound)

    return shows, proof


@contract(tile_modes)
def tile_modes_have_the_padded_volume(dims: Dimensions, stride: int, far: int) -> Promise:
    """The modes of a tiled array have as many coordinates as the padded array."""

    def shows(result: Modes) -> None:
        ensure("size", total(result) == volume(padded(dims)))
        ensure("two modes for each dimension", len(result) == 2 * len(dims))

    return Promise(shows)


@lemma
def whole_tiles_need_no_padding(dims: Dimensions) -> Lemma:
    """An array of whole tiles needs no padding."""
    assume("sides divide their dimensions", whole_tiles(dims))

    def shows() -> None:
        same("no padding", padded(dims), untiled(dims))

    def proof() -> None:
        """Induction on the dimensions."""
        if dims:
            whole_tiles_need_no_padding(dims[1:])

    return shows, proof


@lemma
def one_tile_is_a_layout(dims: Dimensions, stride: int, far: int) -> Lemma:
    """An array that is tiled once is a layout with two modes per dimension: elements and tiles."""

    def shows() -> None:
        ensure(
            "position",
            value(tile_modes(dims, stride, far), column(padded(dims)))
            == stride * row(within(dims)) + far * row(across(dims)),
        )

    def proof() -> None:
        """Induction on the dimensions.

        After a dimension of bound d and tile size t, the stride of elements is `stride*t`, and the
        stride of tiles is `far*ceil(d/t)`.
        """
        unfold(tile_modes, dims, stride, far)
        unfold(padded, dims)
        if dims:
            _, d, t = dims[0]
            one_tile_is_a_layout(dims[1:], stride * t, far * ceil_div(d, t))

    return shows, proof


@lemma(on="tile")
def a_tile_of_the_rank_covers_all(point: Places, tile: Tile) -> Lemma:
    """A tile with a size, not `*`, for each dimension covers all dimensions and combines none."""
    assume("of the array's rank", len(tile) == len(point))
    assume("no *", combines_nothing(tile))

    def shows() -> None:
        same("the dimensions", untiled(covered(point, tile)), point)
        same("no dimension is left uncovered", uncovered(point, tile), ())

    def proof() -> None:
        """Induction on the tile."""
        opened(point, tile)
        unfold(covered, point, tile)
        if tile:
            opened(tile[1:])
            a_tile_of_the_rank_covers_all(point[1:], tile[1:])

    return shows, proof


@lemma
def row_major_modes_are_those_of_the_bounds(p: Places, q: Places, stride: int) -> Lemma:
    """The row-major modes of a point depend only on the point's bounds."""
    assume("bounds are the same", same_bounds(p, q))

    def shows() -> None:
        same("modes", row_major(p, stride), row_major(q, stride))

    def proof() -> None:
        """Induction on the dimensions."""
        if p:
            row_major_modes_are_those_of_the_bounds(p[1:], q[1:], stride * p[0].bound)
        unfold(row_major, p, stride)
        unfold(row_major, q, stride)

    return shows, proof


@lemma
def tile_modes_are_those_of_the_bounds(
    a: Dimensions, b: Dimensions, stride: int, far: int
) -> Lemma:
    """The `tile_modes` of dimensions depend only on the bounds and the tile sizes."""
    assume("bounds and tiles are the same", same_bounds_and_tiles(a, b))

    def shows() -> None:
        same("modes", tile_modes(a, stride, far), tile_modes(b, stride, far))

    def proof() -> None:
        """Induction on the dimensions."""
        if a:
            _, d, t = a[0]
            tile_modes_are_those_of_the_bounds(a[1:], b[1:], stride * t, far * ceil_div(d, t))
        unfold(tile_modes, a, stride, far)
        unfold(tile_modes, b, stride, far)

    return shows, proof
