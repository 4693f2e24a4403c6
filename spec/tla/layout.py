"""TLA layouts: shape, stride and origin shape, and the layouts of their tiles."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from spec.checks import require_int_tuple
from spec.coordinates import natural, require_coordinate
from spec.errors import CongruenceError, ShapeError, numeral
from spec.int_tuple import (
    IntTuple,
    ceil_div,
    congruent,
    depth,
    flatten,
    format_int_tuple,
    inner_product,
    product,
    rank,
)
from spec.layout import Layout
from spec.taking import INTEGER, method

Extents = tuple[int, ...]
"""Rows and columns, or the length of a vector: one number for each mode of a layout."""


@dataclass(frozen=True, init=False, repr=False)
class TlaLayout:
    """The offsets of the elements of a matrix or vector, and its extents.

    `shape` and `stride` describe the memory, padded to whole fractals. `origin_shape` is the shape
    of the part that contains elements, by default all of `shape`. A mode with fractals is (size of
    a block, number of blocks). Sizes may be 0: then there are no elements.

    Pre-conditions: rank 1 or 2, depth at most 2; congruent(shape, stride); shape entries >= 0; an
    origin extent for each mode, from 0 to the size of the mode.

    >>> A = TlaLayout(((4, 2), (4, 3)), ((4, 16), (1, 32)), (8, 10))
    >>> print(A, A(1, 5))
    ((4,2),(4,3)):((4,16),(1,32)):(8,10) 37

    Source: TLA Layouts, Layout; CATLASS tla/layout.hpp.
    """

    _repr_svg_: ClassVar[Callable[["TlaLayout"], str | None]]
    """The method that draws the value in a notebook. `spec` sets it to `drawing_of`."""

    shape: tuple[IntTuple, ...]
    stride: tuple[IntTuple, ...]
    origin_shape: Extents

    def __init__(
        self,
        shape: IntTuple,
        stride: IntTuple,
        origin_shape: IntTuple | None = None,
    ) -> None:
        for given in (shape, stride, () if origin_shape is None else origin_shape):
            require_int_tuple(given)
        if not isinstance(shape, tuple) or rank(shape) not in (1, 2) or depth(shape) > 2:
            raise ShapeError(
                "a shape of CATLASS must have rank 1 or 2 and depth at most 2, not"
                f" {format_int_tuple(shape)}"
            )
        for entry in flatten(shape):
            if entry < 0:
                raise ShapeError(
                    f"shape {format_int_tuple(shape)} has a negative entry {numeral(entry)}"
                )
        if not isinstance(stride, tuple) or not congruent(shape, stride):
            raise CongruenceError(
                f"stride {format_int_tuple(stride)} does not fit shape {format_int_tuple(shape)}"
            )
        sizes = tuple(map(product, shape))
        origin = sizes
        if origin_shape is not None:
            origin = extents("origin shape", origin_shape, len(shape))
        for extent, size in zip(origin, sizes, strict=True):
            if extent > size:
                raise ShapeError(
                    f"origin shape {format_int_tuple(origin)} is larger than the shape"
                    f" {format_int_tuple(shape)}: {numeral(extent)} and {numeral(size)}"
                )
        # A frozen dataclass does not allow `self.shape = shape`.
        object.__setattr__(self, "shape", shape)
        object.__setattr__(self, "stride", stride)
        object.__setattr__(self, "origin_shape", origin)

    @property
    def rank(self) -> int:
        """The number of modes: 2 for a matrix, 1 for a vector."""
        return len(self.shape)

    @method(INTEGER)
    def __call__(self, *coordinate: int) -> int:
        """The offset of an element, or of a place in the padding.

        Pre-conditions: an integer for each mode, from 0 to the size of the mode - 1.
        """
        return crd2offset(coordinate, self.shape, self.stride)

    def __str__(self) -> str:
        parts = self.shape, self.stride, self.origin_shape
        return ":".join(map(format_int_tuple, parts))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.shape}, {self.stride}, {self.origin_shape})"


def crd2offset(crd: Extents, shape: tuple[IntTuple, ...], stride: tuple[IntTuple, ...]) -> int:
    """The offset of a coordinate that has one integer for each mode.

    Pre-conditions: crd is a coordinate of shape; congruent(shape, stride).

    >>> crd2offset((1, 5), ((4, 2), (4, 3)), ((4, 16), (1, 32)))
    37

    Source: TLA Layouts, crd2offset.
    """
    if depth(crd) != 1 or len(crd) != len(shape):
        raise CongruenceError(
            f"coordinate {format_int_tuple(crd)} must be one integer for each mode of"
            f" {format_int_tuple(shape)}"
        )
    require_coordinate(crd, shape)
    return inner_product(natural(crd, shape), stride)


def make_layout_tile(layout: Layout, tile: Extents) -> Layout:
    """The layout of a tile with the given extents. The tile has the same stride as `layout`.

    Pre-conditions: rank 1 or 2, depth at most 2; a tile extent >= 1 for each mode.
    Post-conditions: in each mode with fractals, the extent is rounded up to whole fractals (L7).

    >>> print(make_layout_tile(Layout(((4, 2), (4, 3)), ((4, 16), (1, 32))), (4, 4)))
    ((4,1),(4,1)):((4,16),(1,32))

    Source: TLA Layouts, MakeLayoutTile.
    """
    return Layout(_tile_shape(layout.shape, tile), layout.stride)


def get_tile_layout(layout: TlaLayout, tile: Extents, coordinate: Extents) -> TlaLayout:
    """The layout of the tile that begins at a coordinate.

    The coordinate need not be a multiple of the tile. The result does not include the tile's
    offset, which is layout(coordinate).

    Pre-conditions: a tile extent and a coordinate entry >= 0 for each mode.
    Post-conditions: the stride is the layout's stride (L6); the shape is the tile, rounded up to
    whole fractals in each mode with fractals (L6, L6f); the origin shape is the part of the
    layout's origin shape inside the tile, min(tile, max(origin - coordinate, 0)) (L6).

    >>> A = TlaLayout(((4, 2), (4, 3)), ((4, 16), (1, 32)))
    >>> print(get_tile_layout(A, (5, 4), (6, 10)))
    ((4,2),(4,1)):((4,16),(1,32)):(2,2)

    Source: CATLASS tla/layout.hpp, GetTileLayout.
    """
    extents("coordinate", coordinate, layout.rank)
    shape = _tile_shape(layout.shape, tile)
    valid = tuple(
        min(extent, max(origin - start, 0))
        for extent, origin, start in zip(tile, layout.origin_shape, coordinate, strict=True)
    )
    return TlaLayout(shape, layout.stride, valid)


def _tile_shape(shape: IntTuple, tile: Extents) -> tuple[IntTuple, ...]:
    """The tile, rounded up to whole blocks in the modes that have blocks."""
    modes = shape if isinstance(shape, tuple) else (shape,)
    sizes = extents("tile", tile, len(modes))
    return tuple(_tile_mode(mode, size) for mode, size in zip(modes, sizes, strict=True))


def _tile_mode(mode: IntTuple, extent: int) -> IntTuple:
    if not isinstance(mode, tuple):
        return extent
    if len(mode) != 2 or depth(mode) != 1:
        raise ShapeError(
            f"a mode must be (size of a block, number of blocks), not {format_int_tuple(mode)}"
        )
    block, _ = flatten(mode)
    return (block, ceil_div(extent, block))


def extents(what: str, values: IntTuple, modes: int) -> Extents:
    """Raise CongruenceError or ShapeError unless there is one extent >= 0 for each mode.

    >>> extents("tile", (4, -1), 2)
    Traceback (most recent call last):
    spec.errors.ShapeError: tile (4,-1) has a negative entry -1
    """
    if not isinstance(values, tuple) or depth(values) != 1 or len(values) != modes:
        raise CongruenceError(
            f"{what} {format_int_tuple(values)} must be "
            + ("one integer" if modes == 1 else f"{modes} integers, one for each mode")
        )
    flat = flatten(values)
    for extent in flat:
        if extent < 0:
            raise ShapeError(
                f"{what} {format_int_tuple(values)} has a negative entry {numeral(extent)}"
            )
    return flat
