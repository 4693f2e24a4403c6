"""Operations on swizzled layouts Sw o offset o A.

An operation that keeps the offsets and only rearranges the coordinates is applied to A. All other
operations are defined in this module: compositions with a composed layout on either side, inverses
(which apply the swizzle first), recasts (which move the bits of Sw), and operations that need the
offsets.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Final, cast, overload

from spec import products, recast
from spec.coalesce import coalesce, coalesce_modes
from spec.common import max_common_layout
from spec.composed import AnyLayout, ComposedLayout, as_composed
from spec.composition import Tiler, composition
from spec.divide import divides_evenly, flat_divide, logical_divide, tiled_divide, zipped_divide
from spec.errors import InadmissibleError, KindError, LayoutError, numeral
from spec.filter import filter_, filter_zeros
from spec.int_tuple import IntTuple, SliceTuple, ceil_div
from spec.inverse import left_inverse, right_inverse
from spec.layout import Layout, dice
from spec.modes import modes_of, offsets
from spec.nesting import flatten, group
from spec.partition import inner_partition, local_partition, local_tile, outer_partition
from spec.select import append, prepend, replace, select, take
from spec.swizzle import Swizzle
from spec.tiled import partition_tv

MOST_ENUMERATED: Final = 1 << 18
"""The size of the largest swizzled layout whose offsets are enumerated."""


def through(operation: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function that applies an operation to the layout inside a swizzled layout.

    If the operation also returns an offset, the new function adds this offset to the offset of the
    swizzled layout, and returns 0 instead.

    >>> from spec.partition import local_tile
    >>> C = ComposedLayout.parse("Sw<1,0,1> o 0 o (2,4):(1,2)")
    >>> print(through(coalesce)(C), through(local_tile)(C, (2, 2), (0, 1)))
    Sw<1,0,1> o 0 o 8:1 (ComposedLayout.parse('Sw<1,0,1> o 4 o (2,2):(1,2)'), 0)
    """
    name = operation.__name__.removesuffix("_")

    @wraps(operation)
    def inside(composed: ComposedLayout | Layout | Swizzle, *others: Any) -> Any:
        composed = _composed(name, 1, composed)
        for position, other in enumerate(others, 2):
            if isinstance(other, ComposedLayout | Swizzle):
                raise KindError(name, position, "a layout without a swizzle", str(other))
        return _around(composed, lambda layout: operation(layout, *others))

    return inside


def applied(operation: Callable[..., Any], a: AnyLayout, *others: Any) -> Any:
    """Apply an operation to a layout, or to the layout inside a swizzled layout.

    >>> print(applied(coalesce, Layout((2, 4))))
    8:1
    >>> print(applied(coalesce, ComposedLayout.parse("Sw<1,0,1> o 0 o (2,4):(1,2)")))
    Sw<1,0,1> o 0 o 8:1
    """
    operation = through(operation) if isinstance(a, ComposedLayout) else operation
    return operation(a, *others)


def _around(composed: ComposedLayout, operation: Callable[[Layout], Any]) -> Any:
    if isinstance(composed.inner, ComposedLayout):
        found = _around(composed.inner, operation)
    else:
        found = operation(composed.inner)
    if isinstance(found, tuple):
        part, start = cast("tuple[Any, int]", found)
        return ComposedLayout(composed.outer, composed.offset + start, part), 0
    return ComposedLayout(composed.outer, composed.offset, found)


def _composed(name: str, position: int, x: object) -> ComposedLayout:
    """The argument as a composed layout.

    Raises KindError for anything else, such as a bare swizzle.
    """
    if isinstance(x, ComposedLayout):
        return x
    raise KindError(name, position, "a layout", _bare(x))


def _bare(swizzle: object) -> str:
    """The message about a bare swizzle where a layout is required, with the right notation."""
    return f"the bare swizzle {swizzle}; write {swizzle} o 0 o LAYOUT"


@overload
def compose(a: Swizzle, b: AnyLayout | int) -> ComposedLayout: ...
@overload
def compose(a: ComposedLayout, b: Tiler | ComposedLayout) -> ComposedLayout: ...
@overload
def compose(a: Layout, b: ComposedLayout) -> ComposedLayout: ...
def compose(a: AnyLayout | Swizzle, b: Tiler | ComposedLayout | Swizzle) -> AnyLayout:
    """The composition A o B, in which A or B is swizzled: A is applied to the offsets of B.

    If A is a plain layout, the result is a composed layout, as in CuTe. But if A has the same
    function as n:1, the result is B.

    >>> C = ComposedLayout.parse("Sw<1,0,1> o 0 o 8:1")
    >>> print(compose(C, Layout(4, 2)), compose(Layout(8, 3), C), sep="; ")
    Sw<1,0,1> o 0 o 4:2; 8:3 o 0 o Sw<1,0,1> o 0 o 8:1
    >>> print(compose(Layout(8), C), compose(Swizzle(1, 0, 2), C), sep="; ")
    Sw<1,0,1> o 0 o 8:1; Sw<1,0,2> o 0 o Sw<1,0,1> o 0 o 8:1
    """
    if isinstance(b, Swizzle):
        raise KindError("composition", 2, "a layout", _bare(b))
    if isinstance(a, Swizzle):
        if isinstance(b, tuple) or b is None:
            raise LayoutError(
                "a swizzle can be composed with one layout, not with a tuple of tilers"
            )
        return ComposedLayout(a, 0, Layout(b) if isinstance(b, int) else b)
    if isinstance(a, ComposedLayout):
        if isinstance(a.inner, ComposedLayout):
            return ComposedLayout(a.outer, a.offset, compose(a.inner, b))
        if isinstance(b, ComposedLayout):
            return ComposedLayout(a.outer, a.offset, compose(a.inner, b))
        return a.compose(b)
    if not isinstance(b, ComposedLayout):
        return composition(a, b)
    goes_on = all(d == 1 for _, d in coalesce_modes(modes_of(a)))
    return b if goes_on and a.rank > 0 else ComposedLayout(a, 0, b)


def slice_of(crd: SliceTuple, composed: ComposedLayout) -> ComposedLayout:
    """The slice at the coordinate `crd`. It includes the offset of all entries except None."""
    return _composed("slice", 2, composed).slice(crd)


def slice_and_start(crd: SliceTuple, composed: ComposedLayout) -> tuple[ComposedLayout, int]:
    """Return a pair: the slice, and the number 0.

    The number is 0 because the slice already includes the offset of its start.

    Source: CuTe layout_composed.hpp, slice_and_offset.
    """
    return _composed("slice_and_offset", 2, composed).slice(crd), 0


def diced(crd: SliceTuple, composed: ComposedLayout) -> ComposedLayout:
    """The modes that a slice at `crd` leaves out."""
    return _composed("dice", 2, composed).through(partial(dice, crd))


def offset_by(crd: IntTuple, composed: ComposedLayout) -> tuple[ComposedLayout, int]:
    """Return a pair: the layout with its origin moved to a coordinate, and the number 0.

    The number is 0 because the moved layout already includes the offset of the coordinate.

    Source: CuTe layout_composed.hpp, domain_offset.
    """
    composed = _composed("domain_offset", 2, composed)
    return _around(composed, lambda layout: (layout, layout(crd)))


@overload
def size(x: ComposedLayout, *path: int) -> int: ...
@overload
def size(x: Swizzle) -> int: ...
def size(x: ComposedLayout | Swizzle, *path: int) -> int:
    """The number of coordinates, or the size of the aligned blocks of a swizzle.

    A swizzle maps each of its aligned blocks to itself.
    """
    if isinstance(x, Swizzle) and not path:
        return x.size
    return _composed("size", 1, x).mode(*path).size


def rank(x: ComposedLayout, *path: int) -> int:
    """The number of modes."""
    return _composed("rank", 1, x).mode(*path).rank


def depth(x: ComposedLayout, *path: int) -> int:
    """The nesting depth."""
    return _composed("depth", 1, x).mode(*path).depth


def cosize(x: ComposedLayout, *path: int) -> int:
    """One more than the distance between the least and the greatest offset.

    Let A be the layout inside. The cosize is n if three conditions hold: A is a bijection onto
    0 .. n - 1, the block size of the swizzle divides n, and the offset is 0. Otherwise every offset
    is enumerated. CuTe returns the cosize of A, which is too small if the swizzle moves the last
    offset up.

    Pre-conditions: the three conditions hold, or A has at most MOST_ENUMERATED coordinates.

    >>> cosize(ComposedLayout.parse("Sw<1,0,1> o 0 o 3:1"))
    4
    """
    composed = _composed("cosize", 1, x).mode(*path)
    if composed.is_swizzled and composed.offset == 0:
        layout = composed.layout
        if layout.size % composed.swizzle.size == 0 and right_inverse(layout).size == layout.size:
            return layout.size
    if composed.size > MOST_ENUMERATED:
        raise LayoutError(
            f"at most {numeral(MOST_ENUMERATED)} offsets can be enumerated, but"
            f" {composed} has {numeral(composed.size)} coordinates"
        )
    found = offsets_of(composed)
    return max(found) - min(found) + 1


def offsets_of(x: AnyLayout) -> list[int]:
    """All offsets in the order of the 1-D coordinates.

    >>> offsets_of(ComposedLayout.parse("Sw<1,0,1> o 0 o 4:1"))
    [0, 1, 3, 2]
    """
    if isinstance(x, Layout):
        return offsets(modes_of(x))
    return list(map(x.at, offsets_of(x.inner)))


def unmoved(swizzle: Swizzle) -> int:
    """The largest n, at most the block's size, such that the swizzle moves none of 0 .. n - 1.

    >>> unmoved(Swizzle(1, 0, 2)), unmoved(Swizzle(1, 1, -2))
    (4, 2)
    """
    if swizzle.bits == 0:
        return swizzle.size
    return 1 << (swizzle.base + max(swizzle.shift, 0))


def kept(swizzle: Swizzle, n: int) -> int:
    """A number m <= n such that the swizzle permutes 0 .. m - 1.

    If the swizzle moves none of 0 .. n - 1, m is n. Otherwise let u be `unmoved(swizzle)` if the
    shift is positive, and the block's size if the shift is negative. Then m is the largest multiple
    of u that is <= n, or `unmoved(swizzle)` if this multiple is 0. A larger such number may exist.

    >>> kept(Swizzle(1, 0, 2), 7), kept(Swizzle(1, 0, 2), 3), kept(Swizzle(1, 0, -2), 7)
    (4, 3, 1)
    """
    if swizzle.bits == 0 or n <= unmoved(swizzle):
        return n
    unit = unmoved(swizzle) if swizzle.shift > 0 else swizzle.size
    return n // unit * unit or unmoved(swizzle)


def right_inverse_of(x: ComposedLayout) -> ComposedLayout:
    """The right inverse R of C = Sw o 0 o A: apply the swizzle, then A's right inverse.

    The result is CuTe's result, cut to `kept(Sw, n)` coordinates, where n is the size of A's right
    inverse. At these coordinates, CuTe's result is a right inverse.

    Pre-conditions: the offset is 0.
    Post-conditions: C(R(i)) == i for all i < size(R) (S9).

    >>> C = ComposedLayout.parse("Sw<1,0,1> o 0 o (2,4):(4,1)")
    >>> R = right_inverse_of(C)
    >>> print(R, [C(R(i)) for i in range(R.size)])
    (4,2):(2,1) o 0 o Sw<1,0,1> o 0 o 8:1 [0, 1, 2, 3, 4, 5, 6, 7]
    """
    composed = _at_zero("right_inverse", x)
    inverse = right_inverse(composed.layout)
    n = kept(composed.swizzle, inverse.size)
    return ComposedLayout(inverse, 0, ComposedLayout(composed.swizzle, 0, Layout(n)))


def left_inverse_of(x: ComposedLayout) -> ComposedLayout:
    """The left inverse R of C = Sw o 0 o A: apply the swizzle, then A's left inverse.

    Pre-conditions: the offset is 0; the pre-conditions of left_inverse for A.
    Post-conditions: C(R(C(i))) == C(i) for all i < size(C) (S10).

    >>> C = ComposedLayout.parse("Sw<1,0,1> o 0 o 3:1")
    >>> R = left_inverse_of(C)
    >>> print(R, [R(C(i)) for i in range(3)])
    3:1 o 0 o Sw<1,0,1> o 0 o 4:1 [0, 1, 2]
    """
    composed = _at_zero("left_inverse", x)
    inverse, swizzle = left_inverse(composed.layout), composed.swizzle
    n = ceil_div(composed.layout.cosize, swizzle.size) * swizzle.size
    return ComposedLayout(inverse, 0, ComposedLayout(swizzle, 0, Layout(n)))


def _at_zero(name: str, x: object) -> ComposedLayout:
    composed = _composed(name, 1, x)
    if composed.offset != 0:
        raise InadmissibleError(str(composed), "its offset ({}) must be 0", composed.offset)
    return composed


def common_layout(a: AnyLayout, b: AnyLayout) -> Layout:
    """The layout R such that both layouts have the offset i at coordinate R(i).

    R ends before the first offset that a swizzle moves. CuTe assumes that a swizzle does
    not move the first 2^M offsets but moves the next one.

    Pre-conditions: the offsets are 0; the pre-conditions of max_common_layout for the layouts
    inside.
    Post-conditions: A(R(i)) == i and B(R(i)) == i for all i < size(R), if B is a layout without a
    swizzle (S11); both equations also hold if B is swizzled (tested).

    >>> C = ComposedLayout.parse("Sw<3,1,3> o 0 o (8,64):(64,1)")
    >>> print(common_layout(C, Layout((8, 64), (64, 1))))
    16:8
    """
    one, other = _both_at_zero("max_common_layout", a, b)
    common = max_common_layout(one.layout, other.layout)
    most = [unmoved(x.swizzle) for x in (one, other) if x.swizzle.bits]
    n = min([common.size, *most])
    return common if n == common.size else composition(common, n)


def common_vector(a: AnyLayout, b: AnyLayout) -> int:
    """A number n such that each offset 0 .. n - 1 has the same 1-D coordinate in both layouts.

    n is the size of the common layout, unless both layouts have the same swizzle. If they have the
    same swizzle, let c be the number of common offsets of the layouts inside. Then n is
    `kept(swizzle, c)`, and the swizzle permutes 0 .. n - 1. CuTe does not treat equal swizzles
    separately.

    Pre-conditions: the pre-conditions of `common_layout`.
    Post-conditions: if both have the same swizzle, some R with size(R) == result has
    A(R(i)) == B(R(i)) == i for all i < size(R) (S12); otherwise the result is the size of the
    common layout (definition).

    >>> C = ComposedLayout.parse("Sw<2,0,2> o 0 o (4,4):(1,4)")
    >>> common_vector(C, C), common_vector(C, Layout((4, 4)))
    (16, 4)
    """
    one, other = _both_at_zero("max_common_vector", a, b)
    if one.swizzle.bits and one.swizzle == other.swizzle:
        return kept(one.swizzle, max_common_layout(one.layout, other.layout).size)
    return common_layout(a, b).size


def _both_at_zero(name: str, *layouts: AnyLayout) -> tuple[ComposedLayout, ComposedLayout]:
    one, other = (_at_zero(name, as_composed(x) if isinstance(x, Layout) else x) for x in layouts)
    return one, other


@overload
def upcast_of(x: ComposedLayout, n: int) -> ComposedLayout: ...
@overload
def upcast_of(x: Swizzle, n: int) -> Swizzle: ...
def upcast_of(x: ComposedLayout | Swizzle, n: int) -> ComposedLayout | Swizzle:
    """The swizzled layout for elements n times as wide: the swizzle's bits move down.

    Pre-conditions: n is a power of two that divides the offset, and n <= 2^M, so that the swizzle
    does not move parts of a wide element. CuTe returns a swizzle for every n. This swizzle may move
    parts of elements.
    Post-conditions: the result R of a swizzled layout C has n * R(c) == C(k_1 * c_1, ..), with the
    factors k of upcast (tested).

    >>> print(upcast_of(ComposedLayout.parse("Sw<3,4,3> o 16 o (8,64):(64,1)"), 8))
    Sw<3,1,3> o 2 o (8,8):(8,1)
    """
    swizzle = x if isinstance(x, Swizzle) else x.swizzle
    k = _bits_of(n)
    if swizzle.bits and k > swizzle.base:
        raise InadmissibleError(
            str(swizzle), "the factor ({}) must be at most 2^M ({})", n, 1 << swizzle.base
        )
    wider = Swizzle(swizzle.bits, max(swizzle.base - k, 0), swizzle.shift)
    if isinstance(x, Swizzle):
        return wider
    if x.offset % n != 0:
        raise InadmissibleError(
            str(x), "its offset ({}) must be a multiple of the factor ({})", x.offset, n
        )
    return ComposedLayout(wider, x.offset // n, recast.upcast(x.layout, n))


@overload
def downcast_of(x: ComposedLayout, n: int) -> ComposedLayout: ...
@overload
def downcast_of(x: Swizzle, n: int) -> Swizzle: ...
def downcast_of(x: ComposedLayout | Swizzle, n: int) -> ComposedLayout | Swizzle:
    """The swizzled layout for elements 1/n as wide: the swizzle's bits move up.

    Pre-conditions: n is a power of two; the pre-conditions of downcast.

    >>> print(downcast_of(ComposedLayout.parse("Sw<3,1,3> o 2 o (8,8):(8,1)"), 8))
    Sw<3,4,3> o 16 o (8,64):(64,1)
    """
    swizzle = x if isinstance(x, Swizzle) else x.swizzle
    narrower = Swizzle(swizzle.bits, swizzle.base + _bits_of(n), swizzle.shift)
    if isinstance(x, Swizzle):
        return narrower
    return ComposedLayout(narrower, n * x.offset, recast.downcast(x.layout, n))


def _bits_of(n: int) -> int:
    recast.require_factor(n)
    if n & (n - 1) != 0:
        raise InadmissibleError("a swizzle", "the factor ({}) must be a power of two", n)
    return n.bit_length() - 1


@overload
def recast_of(x: ComposedLayout, old_bits: int, new_bits: int) -> ComposedLayout: ...
@overload
def recast_of(x: Swizzle, old_bits: int, new_bits: int) -> Swizzle: ...
def recast_of(
    x: ComposedLayout | Swizzle, old_bits: int, new_bits: int
) -> ComposedLayout | Swizzle:
    """The swizzled layout for elements of `new_bits` bits."""
    wider, narrower = recast.factors(old_bits, new_bits)
    widened = upcast_of(x, wider)
    return widened if narrower == 1 else downcast_of(widened, narrower)


def divided_evenly(x: ComposedLayout, tiler: Tiler) -> bool:
    """Whether the tiler evenly divides the layout inside."""
    composed = _composed("evenly_divides", 1, x)
    inner = composed.inner
    if isinstance(inner, ComposedLayout):
        return divided_evenly(inner, tiler)
    return divides_evenly(inner, tiler)


INSIDE: Final = (
    *(append, coalesce, filter_, filter_zeros, flatten, group, prepend, replace, select, take),
    *(flat_divide, logical_divide, tiled_divide, zipped_divide),
    *(products.blocked_product, products.flat_product, products.logical_product),
    *(products.raked_product, products.tile_to_shape, products.tiled_product),
    products.zipped_product,
)
"""The operations that are applied to the layout inside a swizzled layout."""

PARTS: Final = (inner_partition, local_partition, local_tile, outer_partition, partition_tv)
"""The operations that return a part of the swizzled layout, and the offset of this part."""
