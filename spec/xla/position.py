"""Positions of an XLA shape's elements: the tiling formulas applied to physical dimensions."""

from math import prod
from typing import Final

from spec.errors import LayoutError, numeral
from spec.int_tuple import ceil_div, product
from spec.xla.places import Place, Places, require_index, row
from spec.xla.shape import XlaShape
from spec.xla.tiling import COMBINE, covered, padded_size, sides, tiled_bounds, tiled_by

MOST_POSITIONS: Final = 1 << 18
"""The largest number of positions, including padding, that `physical_order` lists."""


def linear_index(shape: XlaShape, index: tuple[int, ...]) -> int:
    """The position of an element in memory, counted in elements, including padding.

    A tile of lower rank than the array covers its most minor dimensions. For a tile of higher rank,
    dimensions of bound 1 are added in front. A second tile applies to the result of the first.

    Pre-conditions: 0 <= index < shape.dims, entry by entry.
    Post-conditions: different elements have different positions, and each position is below the
    product of physical_shape(shape) (X4).

    >>> linear_index(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"), (2, 3))
    17
    >>> linear_index(XlaShape.parse("bf16[16,256]{1,0:T(8,128)(2,1)}"), (9, 130))
    3077
    >>> linear_index(XlaShape.parse("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}"), (1, 2, 3, 4, 5))
    8307

    Source: XLA tiled layout.
    """
    return row(tiled_by(physical_point(shape, index), shape.sides))


def physical_point(shape: XlaShape, index: tuple[int, ...]) -> Places:
    """The place of an element along each dimension before tiling, the most minor dimension first.

    Pre-conditions: 0 <= index < shape.dims, entry by entry.
    Raises CongruenceError, CoordinateError.

    >>> physical_point(XlaShape.parse("f32[3,5]{0,1}"), (2, 4))
    (Place(at=2, bound=3), Place(at=4, bound=5))
    """
    require_index(index, shape.dims)
    return tuple(Place(index[k], shape.dims[k]) for k in shape.minor_to_major)


def physical_shape(shape: XlaShape) -> tuple[int, ...]:
    """The bounds of the array after all tiles are applied; this array is row-major in memory.

    >>> physical_shape(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    (2, 3, 2, 2)
    >>> physical_shape(XlaShape.parse("bf16[16,256]{1,0:T(8,128)(2,1)}"))
    (2, 2, 4, 128, 2, 1)

    Source: XLA tiled layout, Tiling as pad-reshape-transpose.
    """
    return tiled_bounds(shape.physical, *shape.tiles)


def padded_shape(shape: XlaShape) -> tuple[int, ...]:
    """The dimensions, padded to multiples of the sides of the first tile.

    The result is in the order of the shape's dimensions. If the tile combines dimensions, the
    result has only their product, at the place of the most minor combined dimension. If the tile
    has more dimensions than the shape, the result has the additional dimensions in front. Only
    physical_shape includes the padding of later tiles.

    >>> padded_shape(XlaShape.parse("f32[10,300]{0,1:T(8,128)}"))
    (128, 304)
    >>> padded_shape(XlaShape.parse("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}"))
    (112, 111)
    >>> padded_shape(XlaShape.parse("f32[5]{0:T(2,4)}"))
    (2, 8)

    Source: XLA tiled layout, Tiling as pad-reshape-transpose.
    """
    if not shape.tiles:
        return shape.dims
    first = shape.tiles[0]
    lifted = max(len(first) - shape.rank, 0)
    order = tuple(k + lifted for k in shape.minor_to_major) + tuple(reversed(range(lifted)))
    bounds = (1,) * lifted + shape.dims
    tile = sides((1,) * (len(order) - len(first)) + first)
    kept = tuple(k for k, side in zip(order, tile, strict=True) if side != COMBINE)
    dims = covered(tuple(Place(0, bounds[k]) for k in order), tile)
    padded = {k: ceil_div(d, t) * t for k, (_, d, t) in zip(kept, dims, strict=True)}
    return tuple(padded[k] for k in sorted(padded))


def size_bytes(shape: XlaShape) -> int:
    """The number of bytes of the array in memory, including padding.

    >>> size_bytes(XlaShape.parse("f32[3,5]{1,0:T(2,2)}")), size_bytes(XlaShape.parse("s4[9]"))
    (96, 9)
    >>> size_bytes(XlaShape.parse("s4[9]{0:E(4)}")), size_bytes(XlaShape.parse("f32[0,5]"))
    (5, 0)

    Source: XLA layout, element_size_in_bits.
    """
    return ceil_div(padded_size(shape.physical, *shape.tiles) * shape.bits, 8)


def physical_order(shape: XlaShape) -> tuple[int | None, ...]:
    """The elements in memory order, each as its row-major number; None for padding.

    Pre-conditions: at most MOST_POSITIONS positions.

    >>> physical_order(XlaShape.parse("f32[3,3]{1,0:T(2,2)}"))
    (0, 1, 3, 4, 2, None, 5, None, 6, 7, None, None, 8, None, None, None)

    Source: XLA tiled layout, figure 1.
    """
    require_listable(shape)
    order: list[int | None] = [None] * padded_size(shape.physical, *shape.tiles)
    for number in range(prod(shape.dims)):
        order[linear_index(shape, index_of(number, shape.dims))] = number
    return tuple(order)


def require_listable(shape: XlaShape) -> None:
    """Raise LayoutError if the array has more than MOST_POSITIONS positions.

    >>> require_listable(XlaShape.parse("s4[1024,512]"))
    Traceback (most recent call last):
    spec.errors.LayoutError: at most 262144 positions are listed, but s4[1024,512]{1,0} has 524288
    """
    positions = padded_size(shape.physical, *shape.tiles)
    if positions > MOST_POSITIONS:
        raise LayoutError(
            f"at most {MOST_POSITIONS} positions are listed, but {shape} has {numeral(positions)}"
        )


def index_of(number: int, dims: tuple[int, ...]) -> tuple[int, ...]:
    """The index of the element whose row-major number is `number`.

    Pre-conditions: 0 <= number < the product of dims.

    >>> index_of(7, (3, 4))
    (1, 3)
    """
    if not dims:
        return ()
    first, rest = divmod(number, product(dims[1:]))
    return (first,) + index_of(rest, dims[1:])
