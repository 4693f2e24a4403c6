"""Coordinates of a shape: 1-D, R-D and natural coordinates, and conversions between them.

A shape of rank R and size N has the 1-D coordinates 0 .. N-1, the R-D coordinates with one integer
for each mode, and the natural coordinates, which are congruent to the shape. Coordinates are
ordered colexicographically: the left mode is the fastest. The three kinds can be mixed: an integer
may be the coordinate of any part of the shape.

For example, 16, (1,5) and (1,(1,2)) are the same coordinate of (3,(2,3)).
"""

from spec.errors import CoordinateError, numeral
from spec.int_tuple import (
    IntTuple,
    flatten,
    format_int_tuple,
    inner_product,
    product,
    require_shape,
    unflatten,
    zip_modes,
)


def idx2crd(idx: IntTuple, shape: IntTuple) -> IntTuple:
    """The natural coordinate of any coordinate.

    Pre-conditions: idx is a coordinate of shape.
    Post-conditions: congruent(result, shape), and crd2idx(result, shape) == crd2idx(idx, shape)
    (I1, I2r).

    >>> idx2crd(16, (3, (2, 3))), idx2crd((1, 5), (3, (2, 3))), idx2crd((1, (1, 2)), (3, (2, 3)))
    ((1, (1, 2)), (1, (1, 2)), (1, (1, 2)))

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, section 4.1.
    """
    require_shape(shape)
    require_coordinate(idx, shape)
    return natural(idx, shape)


def crd2idx(crd: IntTuple, shape: IntTuple, stride: IntTuple | None = None) -> int:
    """The 1-D coordinate of any coordinate, or its offset if strides are given.

    Pre-conditions: crd is a coordinate of shape; congruent(shape, stride).
    Post-conditions: with strides, the result is inner_product(idx2crd(crd, shape), stride)
    (definition).

    >>> crd2idx((1, (1, 2)), (3, (2, 3))), crd2idx((1, 5), (3, (2, 3)))
    (16, 16)
    >>> crd2idx((2, (1, 0)), (4, (2, 2)), (4, (1, 2)))
    9

    Source: CuTe 01_layout.md; CUTLASS-Cute 1, sections 2.3 and 4.1.
    """
    require_shape(shape)
    require_coordinate(crd, shape)
    return _offset(crd, shape, stride)


def crd2crd(crd: IntTuple, src_shape: IntTuple, dst_shape: IntTuple) -> IntTuple:
    """The natural coordinate in `dst_shape` with the same 1-D coordinate as `crd` in `src_shape`.

    Pre-conditions: crd is a coordinate of src_shape; src_shape has no more elements than dst_shape.
    Post-conditions: congruent(result, dst_shape) (I10).

    >>> crd2crd((1, (1, 2)), (3, (2, 3)), (3, 6)), crd2crd((1, 5), (3, 6), 18)
    ((1, 5), 16)

    Source: CuTe stride.hpp.
    """
    return idx2crd(crd2idx(crd, src_shape), dst_shape)


def idx2crd_extended(idx: IntTuple, shape: IntTuple) -> IntTuple:
    """`idx2crd` for all naturals: as in CuTe C++, the index in the last mode is unbounded.

    Pre-conditions: the profile of idx fits shape; idx's entries are >= 0.
    Post-conditions: congruent(result, shape) for an integer idx (I11); the same for a tuple idx
    (I11t).

    >>> idx2crd_extended(18, (3, (2, 3))), idx2crd_extended((4, 6), (3, (2, 3)))
    ((0, (0, 3)), (4, (0, 3)))

    Source: CuTe stride.hpp.
    """
    require_shape(shape)
    require_natural(idx, shape)
    return natural(idx, shape)


def crd2idx_extended(crd: IntTuple, shape: IntTuple, stride: IntTuple | None = None) -> int:
    """`crd2idx` for all naturals: as in CuTe C++, the index in the last mode is unbounded.

    Pre-conditions: the profile of crd fits shape; crd's entries are >= 0; congruent(shape, stride).
    Post-conditions: with strides, the result is inner_product(idx2crd_extended(crd, shape), stride)
    (definition).

    >>> crd2idx_extended(5, (2, 2), (1, 10)), crd2idx_extended((1, 2), (2, 2), (1, 10))
    (21, 21)

    Source: CuTe stride.hpp.
    """
    require_shape(shape)
    require_natural(crd, shape)
    return _offset(crd, shape, stride)


def _offset(crd: IntTuple, shape: IntTuple, stride: IntTuple | None) -> int:
    point = natural(crd, shape)
    if stride is None:
        return counted(flatten(point), flatten(shape))
    return inner_product(point, stride)


def natural(crd: IntTuple, shape: IntTuple) -> IntTuple:
    """The natural coordinate of `crd`.

    Only the profile of `crd` is checked, because the index in the last mode is unbounded.

    >>> natural(16, (3, (2, 3))), natural((1, 5), (3, (2, 3)))
    ((1, (1, 2)), (1, (1, 2)))
    """
    if isinstance(crd, tuple):
        return tuple(natural(c, s) for c, s in zip_modes(crd, shape))
    return unflatten(digits(crd, flatten(shape)), shape)


def digits(x: int, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The digits of x, the fastest first.

    Each digit is below its size, except the last digit, which is unbounded.

    >>> digits(16, (3, 2, 3)), digits(18, (3, 2, 3))
    ((1, 1, 2), (0, 0, 3))
    """
    if not sizes:
        return ()
    if not sizes[1:]:
        return (x,)
    return (x % sizes[0],) + digits(x // sizes[0], sizes[1:])


def counted(point: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """The 1-D coordinate of a point. Mode 0 is the fastest.

    Pre-conditions: `point` has as many entries as `sizes`.

    >>> counted((1, 1, 2), (3, 2, 3)), counted((0, 0, 3), (3, 2, 3))
    (16, 18)
    """
    if not sizes:
        return 0
    return point[0] + sizes[0] * counted(point[1:], sizes[1:])


def require_coordinate(crd: IntTuple, shape: IntTuple) -> None:
    """Raise CongruenceError or CoordinateError unless `crd` is a coordinate of `shape`.

    >>> require_coordinate((1, 6), (3, (2, 3)))
    Traceback (most recent call last):
    spec.errors.CoordinateError: coordinate 6 is not in 0 .. 5, the coordinates of (2,3)
    """
    if isinstance(crd, tuple):
        for c, s in zip_modes(crd, shape):
            require_coordinate(c, s)
    elif not 0 <= crd < product(shape):
        raise coordinate_refusal(crd, shape)


def coordinate_refusal(crd: int, shape: IntTuple) -> CoordinateError:
    """The error for an integer that is not a coordinate of the shape.

    >>> coordinate_refusal(8, (4, 2))
    CoordinateError('coordinate 8 is not in 0 .. 7, the coordinates of (4,2)')
    """
    return CoordinateError(
        f"coordinate {numeral(crd)} is not in 0 .. {numeral(product(shape) - 1)},"
        f" the coordinates of {format_int_tuple(shape)}"
    )


def require_natural(crd: IntTuple, shape: IntTuple) -> None:
    """Raise CongruenceError or CoordinateError unless `crd` fits `shape`.

    Unlike `require_coordinate`, accept integers beyond the last coordinate. But the shape (), which
    has no modes, accepts only the integer 0.

    >>> require_natural((1, -6), (3, (2, 3)))
    Traceback (most recent call last):
    spec.errors.CoordinateError: a coordinate of (2,3) must be 0 or more, not -6
    """
    if isinstance(crd, tuple):
        for c, s in zip_modes(crd, shape):
            require_natural(c, s)
    elif crd < 0:
        raise CoordinateError(
            f"a coordinate of {format_int_tuple(shape)} must be 0 or more, not {numeral(crd)}"
        )
    elif isinstance(shape, tuple) and not shape and crd != 0:
        raise CoordinateError(f"the shape () has no mode that takes coordinate {numeral(crd)}")
