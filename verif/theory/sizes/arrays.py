"""Statements that define questions about XLA and TLA arrays, for all sizes, and their proofs.

Some of these arrays, such as packed arrays with odd sizes, are not layouts. By claim X4, different
elements of an XLA array have different positions below the padded size.
"""

from __future__ import annotations

from spec.bridges.bytes import element_bits, size_bytes
from spec.bridges.convert import Array, as_layout
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.tla.layout import TlaLayout
from spec.xla.places import origin, volume
from spec.xla.position import linear_index, physical_point
from spec.xla.shape import XlaShape
from spec.xla.tiling import tiled_by
from verif.kernel.verbs import assume, attempt, by, ensure
from verif.readings.terminals import Terminals
from verif.theory.arrays.distinct_elements import (
    origin_has_the_same_bounds,
    same_bounds_have_one_volume,
    tiles_keep_elements_apart,
    tiles_keep_same_bounds,
)
from verif.theory.arrays.orders import (
    an_order_keeps_elements_apart,
    indices_in_one_order_have_the_same_bounds,
)


def index(a: XlaShape, i: Terminals) -> Terminals:
    """The index i, after assuming that it is an index of the array."""
    for k in range(len(i)):
        assume("an index", i[k] < a.dims[k])
    return i


def injective_array(a: XlaShape, i: Terminals, j: Terminals) -> None:
    """Two indices with the same position are equal."""
    x, y = index(a, i), index(a, j)
    if linear_index(a, x) == linear_index(a, y):
        by(indices_in_one_order_have_the_same_bounds, x, y, a.dims, a.minor_to_major)
        by(tiles_keep_elements_apart, physical_point(a, x), physical_point(a, y), a.sides)
        by(an_order_keeps_elements_apart, x, y, a.dims, a.minor_to_major)
        for k in range(len(i)):
            ensure("A(i) = A(j) for i = j only", i[k] == j[k])


def fits_int32_array(a: XlaShape, i: Terminals) -> None:
    """The array has at most 2^31 positions, padding included."""
    point = physical_point(a, index(a, i))
    first = origin(point)
    by(origin_has_the_same_bounds, point)
    by(tiles_keep_same_bounds, point, first, a.sides)
    by(same_bounds_have_one_volume, tiled_by(point, a.sides), tiled_by(first, a.sides))
    ensure("the positions fit", volume(tiled_by(first, a.sides)) <= 2147483648)
    ensure("a position from 0", linear_index(a, i) >= 0)
    ensure("a position that fits", linear_index(a, i) < 2147483648)


def extents_of(a: Array) -> Terminals:
    """The number of indices along each dimension."""
    if isinstance(a, Layout):
        return tuple(mode.size for mode in a)
    return a.dims if isinstance(a, XlaShape) else a.origin_shape


def shape_of_array(a: Array) -> IntTuple:
    """The shape of the array's layout. If a nonempty array has no layout, return its extents."""
    if all(n >= 1 for n in extents_of(a)):
        layout = attempt(as_layout, a)
        return extents_of(a) if layout is None else layout.shape
    return as_layout(a).shape


def place(a: Array, i: Terminals) -> int:
    """The position of the element at index i."""
    if isinstance(a, Layout):
        return a(i)
    return linear_index(a, i) if isinstance(a, XlaShape) else a(*i)


def equal_arrays(a: Array, b: Array, i: Terminals) -> None:
    """The arrays have the same extents, and the same position at each index."""
    ensure("equal ranks", len(extents_of(a)) == len(extents_of(b)))
    for ours, theirs in zip(extents_of(a), extents_of(b), strict=True):
        ensure("equal extents", ours == theirs)
    for k in range(len(i)):
        assume("an index", i[k] < extents_of(a)[k])
    ensure("A(i) = B(i)", place(a, i) == place(b, i))


def aligned_array(a: Array, n: int, i: Terminals) -> None:
    """Each position is a multiple of n."""
    ensure("a multiple of 1 or more", n >= 1)
    for k in range(len(i)):
        assume("an index", i[k] < extents_of(a)[k])
    ensure("each position is a multiple of n", place(a, i) % n == 0)


def padded(a: TlaLayout) -> Layout:
    """The layout of the array with its padding. In each mode, the array's indices come first."""
    return Layout(a.shape, a.stride)


def of_the_same_elements(a: Array, b: Array, element: str | None) -> None:
    """Both arrays have the same element type, element width and size in bytes, padding included.

    An XlaShape states its element type. For arrays of other classes, `element` is the element type.
    """
    ours = None if isinstance(a, XlaShape) else element
    theirs = None if isinstance(b, XlaShape) else element
    ensure(
        "elements of one type",
        (a.element if isinstance(a, XlaShape) else element)
        == (b.element if isinstance(b, XlaShape) else element),
    )
    ensure("elements as wide", element_bits(a, ours) == element_bits(b, theirs))
    ensure("as many bytes", size_bytes(a, ours) == size_bytes(b, theirs))


def bitcast_array(a: XlaShape, b: XlaShape, i: Terminals) -> None:
    """The arrays have the same size in bytes, and the same position at each index.

    Both arrays have the same extents, so an index has the same row-major number in both.
    """
    ensure("elements as wide", a.bits == b.bits)
    ensure("as many bytes", size_bytes(a) == size_bytes(b))
    equal_arrays(a, b, i)
