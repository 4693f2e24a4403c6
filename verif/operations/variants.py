"""Variants of operations for which implementations have separate code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import spec
from spec.composed import ComposedLayout
from spec.coordinates import crd2idx_extended
from spec.errors import CongruenceError, ShapeError
from spec.int_tuple import IntTuple, flatten
from spec.kinds import by_annotations
from spec.layout import Layout
from spec.swizzle import Swizzle
from verif.operations import draws, fits
from verif.operations.kinds import INT_TUPLE, INTEGER, LAYOUT, Signature
from verif.operations.law import AS_FUNCTION, Law, same_by_mode
from verif.operations.names import NONE, Names, everywhere
from verif.operations.operand import Case
from verif.operations.operation import Cases, Operation
from verif.operations.pools import CRD, NATURAL, NATURAL_NUMBER, NUMBER, SHAPE, SIGNED_NUMBER


@by_annotations
def idx2crd_by_stride(idx: IntTuple, shape: IntTuple, stride: IntTuple) -> IntTuple:
    """The coordinate of an index, computed by strides: in each mode, idx div stride mod shape.

    Pre-conditions: shapes and strides are >= 1 and have the same profile, and idx fits the profile.

    >>> idx2crd_by_stride(7, (2, (3, 4)), (1, (2, 6)))
    (1, (0, 1))
    """
    if isinstance(shape, tuple):
        if not isinstance(stride, tuple) or len(stride) != len(shape):
            raise CongruenceError(f"strides {stride} must have the nesting of shape {shape}")
        entries = idx if isinstance(idx, tuple) else (idx,) * len(shape)
        if len(entries) != len(shape):
            raise CongruenceError(f"index {idx} does not fit shape {shape}")
        return tuple(map(idx2crd_by_stride, entries, shape, stride))
    if isinstance(idx, tuple) or isinstance(stride, tuple):
        raise CongruenceError(f"index {idx} or stride {stride} does not fit shape {shape}")
    if shape < 1 or stride < 1:
        raise ShapeError(f"shape {shape} and stride {stride} must be 1 or more")
    return idx // stride % shape


@by_annotations
def swizzled_offset(
    coordinate: IntTuple, layout: Layout, offset: int, bits: int, base: int, shift: int
) -> int:
    """The offset of a coordinate of Sw<bits,base,shift> o offset o layout.

    >>> swizzled_offset((1, 3), Layout((8, 8), (8, 1)), 0, 2, 0, 3)
    10
    """
    composed = ComposedLayout(Swizzle(bits, base, shift), offset, layout)
    return composed(coordinate)


def _extended(
    coordinate: IntTuple, layout: Layout, offset: int, bits: int, base: int, shift: int
) -> int:
    beyond = crd2idx_extended(coordinate, layout.shape, layout.stride)
    return Swizzle(bits, base, shift)(offset + beyond)


def _by_swizzle(
    coordinate: IntTuple, layout: Layout, offset: int, bits: int, base: int, shift: int
) -> Iterator[Case]:
    yield "apply_swizzle", (offset + layout(coordinate), bits, base, shift)


@by_annotations
def signum(n: int) -> int:
    """The sign of an integer.

    >>> signum(-7), signum(0), signum(3)
    (-1, 0, 1)
    """
    return (n > 0) - (n < 0)


@by_annotations
def tuple_max(t: IntTuple) -> int:
    """The largest of the integers.

    >>> tuple_max((2, (5, 3)))
    5
    """
    entries = flatten(t)
    if not entries:
        raise ShapeError("the maximum of an empty tuple is not defined")
    return max(entries)


@by_annotations
def equals(a: Layout, b: Layout) -> bool:
    """Whether two layouts have the same shape and the same stride.

    >>> equals(Layout((2, 3)), Layout((2, 3), (1, 2))), equals(Layout(4), Layout((4,)))
    (True, False)
    """
    return a == b


@by_annotations
def mode(layout: Layout, number: int) -> Layout:
    """A mode of a layout, by its number.

    >>> print(mode(Layout((2, 3)), 1))
    3:2
    """
    return layout[number]


@by_annotations
def swizzle_size(bits: int, base: int, shift: int) -> int:
    """The number of integers in a block that a swizzle permutes.

    >>> swizzle_size(2, 0, 3)
    32
    """
    Swizzle(bits, base, shift)
    return 1 << (bits + base + abs(shift))


@by_annotations
def swizzled_equals(a: Layout, offset: int, bits: int, b: Layout, other: int, more: int) -> bool:
    """Whether two composed layouts have the same swizzle, the same offset and the same layout.

    They are Sw<bits,0,bits> o offset o A and Sw<more,0,more> o other o B.

    >>> swizzled_equals(Layout(8), 0, 2, Layout(8), 0, 2)
    True
    """
    one = ComposedLayout(Swizzle(bits, 0, bits), offset, a)
    return one == ComposedLayout(Swizzle(more, 0, more), other, b)


@by_annotations
def swizzled_mode(number: int, layout: Layout, offset: int, bits: int) -> int:
    """The last offset of one mode of the composed layout `Sw<bits,0,bits> o offset o layout`.

    >>> swizzled_mode(1, Layout((2, 4)), 1, 2)
    6
    """
    part = layout[number]
    return ComposedLayout(Swizzle(bits, 0, bits), offset, part)(part.size - 1)


@by_annotations
def swizzled_layout_size(layout: Layout) -> int:
    """The size of Sw<1,0,1> o 0 o layout.

    >>> swizzled_layout_size(Layout((2, 4)))
    8
    """
    return ComposedLayout(Swizzle(1, 0, 1), 0, layout).size


@by_annotations
def swizzled_rank(layout: Layout) -> int:
    """The rank of Sw<1,0,1> o 0 o layout.

    >>> swizzled_rank(Layout((2, 4)))
    2
    """
    return ComposedLayout(Swizzle(1, 0, 1), 0, layout).rank


@by_annotations
def complement_of_shape(shape: int, cotarget: int) -> Layout:
    """The complement of the compact layout of a size.

    >>> print(complement_of_shape(4, 24))
    6:4
    """
    return spec.complement(Layout(shape), cotarget)


@by_annotations
def coalesced_prepend(layout: Layout, mode: Layout) -> Layout:
    """A layout with a prepended mode, coalesced.

    >>> print(coalesced_prepend(Layout(6, 4), Layout(4)))
    24:1
    """
    return spec.coalesce(spec.prepend(layout, mode))


@by_annotations
def left_inverse_of_shape(shape: int) -> Layout:
    """The left inverse of the compact layout of this size.

    >>> print(left_inverse_of_shape(4))
    4:1
    """
    return spec.left_inverse(Layout(shape))


@by_annotations
def right_inverse_of_shape(shape: int) -> Layout:
    """The right inverse of the compact layout of this size.

    >>> print(right_inverse_of_shape(4))
    4:1
    """
    return spec.right_inverse(Layout(shape))


@by_annotations
def prefix_product_by_mode(shape: IntTuple, first: IntTuple) -> IntTuple:
    """For each mode of the shape, its prefix products, starting with the mode's entry in `first`.

    >>> prefix_product_by_mode(((2, 3), 4), (1, 10))
    ((1, 2), 10)
    """
    if isinstance(first, int):
        return spec.prefix_product(shape, first)
    if isinstance(shape, int) or len(shape) != len(first):
        raise CongruenceError(f"factors {first} must have the nesting of shape {shape}")
    return tuple(map(prefix_product_by_mode, shape, first))


_SIZE: Final = Signature((INTEGER,))

_CHAINED: Final = "coalesce(prepend({0}, {1}))"

ROWS: Final = (
    Operation(
        "coalesced_prepend",
        coalesced_prepend,
        Signature((LAYOUT, LAYOUT)),
        Names(cute_cpp=_CHAINED, cute_dsl=_CHAINED),
        Cases(((NATURAL, NATURAL),), draws.two),
        AS_FUNCTION,
    ),
    Operation(
        "complement_of_shape",
        complement_of_shape,
        Signature((INTEGER, INTEGER)),
        Names(pycute="complement"),
        Cases(((NUMBER, NUMBER),), draws.bounded),
        AS_FUNCTION,
    ),
    Operation(
        "equals",
        equals,
        Signature((LAYOUT, LAYOUT)),
        everywhere("{0} == {1}", NONE),
        Cases(((NATURAL, NATURAL),), draws.paired),
    ),
    Operation(
        "left_inverse_of_shape",
        left_inverse_of_shape,
        _SIZE,
        Names(pycute="left_inverse"),
        Cases(((NUMBER,),), draws.sized),
        AS_FUNCTION,
    ),
    Operation(
        "mode",
        mode,
        Signature((LAYOUT, INTEGER)),
        Names(
            pycute="{0}[{1}]",
            cute_cpp="layout<{rest}>({0})",
            cute_dsl="{0}[{1}]",
            tensor_layouts="mode",
            flydsl="get({0}, [{1}])",
        ),
        Cases(((NATURAL, NATURAL_NUMBER),), draws.modes),
    ),
    Operation(
        "prefix_product_by_mode",
        prefix_product_by_mode,
        Signature((INT_TUPLE, INT_TUPLE)),
        Names(pycute="prefix_product"),
        Cases(((SHAPE, SHAPE),), draws.same_profile, fits.coordinate(1, 0)),
    ),
    Operation(
        "idx2crd_by_stride",
        idx2crd_by_stride,
        Signature((INT_TUPLE, INT_TUPLE, INT_TUPLE)),
        Names(pycute="idx2crd", cute_cpp="idx2crd", flydsl="idx2crd({0}, make_layout({1}, {2}))"),
        Cases(((CRD, SHAPE, SHAPE),), draws.indexed, fits.strides),
    ),
    Operation(
        "right_inverse_of_shape",
        right_inverse_of_shape,
        _SIZE,
        Names(pycute="right_inverse"),
        Cases(((NUMBER,),), draws.sized),
        AS_FUNCTION,
    ),
    Operation(
        "signum",
        signum,
        Signature((INTEGER,)),
        Names(pycute="signum", cute_cpp="signum"),
        Cases(((SIGNED_NUMBER,),), draws.signed),
    ),
    Operation(
        "swizzle_size",
        swizzle_size,
        Signature((INTEGER, INTEGER, INTEGER)),
        Names(pycute="Swizzle({0}, {1}, {2}).size()"),
        Cases(((NATURAL_NUMBER, NATURAL_NUMBER, SIGNED_NUMBER),), draws.swizzle),
    ),
    Operation(
        "swizzled_equals",
        swizzled_equals,
        Signature((LAYOUT, INTEGER, INTEGER, LAYOUT, INTEGER, INTEGER)),
        Names(
            pycute="ComposedLayout(Swizzle({2}, 0, {2}), {1}, {0})"
            " == ComposedLayout(Swizzle({5}, 0, {5}), {4}, {3})"
        ),
        Cases(
            ((NATURAL, *[NATURAL_NUMBER] * 2, NATURAL, *[NATURAL_NUMBER] * 2),), draws.swizzled_pair
        ),
    ),
    Operation(
        "swizzled_layout_size",
        swizzled_layout_size,
        Signature((LAYOUT,)),
        Names(pycute="ComposedLayout(Swizzle(1, 0, 1), 0, {0}).size()"),
        Cases(((NATURAL,),), draws.one),
    ),
    Operation(
        "swizzled_mode",
        swizzled_mode,
        Signature((INTEGER, LAYOUT, INTEGER, INTEGER)),
        Names(
            pycute="ComposedLayout(Swizzle({3}, 0, {3}), {2}, {1})[{0}]"
            ".__call__(size({1}[{0}]) - 1)"
        ),
        Cases(((NATURAL_NUMBER, NATURAL, NATURAL_NUMBER, NUMBER),), draws.swizzled_mode),
    ),
    Operation(
        "swizzled_offset",
        swizzled_offset,
        Signature((INT_TUPLE, LAYOUT, INTEGER, INTEGER, INTEGER, INTEGER)),
        Names(
            pycute="ComposedLayout(Swizzle({3}, {4}, {5}), {2}, {1})({0})",
            cute_cpp="make_composed_layout(cute::Swizzle<{3},{4},{5}>{{}}, {2}, {1})({0})",
            flydsl="crd2idx({0}, make_composed_layout(static(SwizzleType.get({3}, {4}, {5})),"
            " static(IntTupleType.get({2})), {1}))",
        ),
        Cases(
            (
                (
                    *(CRD, NATURAL, NATURAL_NUMBER),
                    *(NATURAL_NUMBER, NATURAL_NUMBER, SIGNED_NUMBER),
                ),
            ),
            draws.swizzled_offset,
            fits.swizzled_offset,
        ),
        Law(same_by_mode, allowed=_extended),
        made_of=_by_swizzle,
    ),
    Operation(
        "swizzled_rank",
        swizzled_rank,
        Signature((LAYOUT,)),
        Names(pycute="ComposedLayout(Swizzle(1, 0, 1), 0, {0}).__len__()"),
        Cases(((NATURAL,),), draws.one),
    ),
    Operation(
        "tuple_max",
        tuple_max,
        Signature((INT_TUPLE,)),
        Names(pycute="tuple_max", cute_cpp="max", tensor_layouts="tuple_max"),
        Cases(((CRD,),)),
    ),
)
