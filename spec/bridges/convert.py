"""Conversion from TLA or XLA to CuTe, for arrays that have a CuTe layout."""

from spec.bridges.from_xla import restricted_xla
from spec.bridges.restricted import Restricted, layout_on
from spec.int_tuple import IntTuple
from spec.layout import Layout, make_layout
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape

Array = Layout | TlaLayout | XlaShape
"""An array of CuTe, TLA or XLA: a function from an index (i, j, ..) to an offset."""


def restricted(array: Array) -> Restricted:
    """The array as a layout that is restricted to the array's extents.

    The extents are the mode sizes of a CuTe layout, the origin shape of a TLA layout, or the
    dimensions of an XLA shape.

    Post-conditions: at every index, result(*index) is the offset of the layout, or the linear_index
    of the XLA shape (B6, B7).

    >>> from spec.tla import Tag, make_layout
    >>> A = restricted(make_layout("f16", Tag.ZN, 30, 40))
    >>> print(A.layout, A.extents)
    ((16,2),(16,3)):((16,256),(1,512)) (30, 40)
    """
    if isinstance(array, XlaShape):
        return restricted_xla(array)
    if isinstance(array, TlaLayout):
        # The sizes of a CuTe layout are at least 1, but an array without elements may have size 0.
        shape = tuple(map(_at_least_one, array.shape))
        return Restricted(Layout(shape, array.stride), array.origin_shape)
    modes = make_layout(*array) if isinstance(array.shape, tuple) else make_layout(array)
    return Restricted(modes, tuple(mode.size for mode in modes))


def as_layout(array: Array) -> Layout:
    """The CuTe layout with the same offsets as an array. Mode k is dimension k of the array.

    Index (i, j, ..) of the array is the R-D coordinate (i, j, ..) of the layout. The order of
    dimensions in memory, such as XLA's `{1,0}` (the last dimension is minor), does not change the
    index. The strides of the layout express this order.

    Pre-conditions: the array has elements, and a layout has the same extents and offsets. If no
    such layout exists, NoLayoutError shows indices and offsets that prove this.
    Post-conditions: result(i, j, ..) is the offset of (i, j, ..), for every index (B6, B7).

    >>> print(as_layout(XlaShape.parse("bf16[16,256]{1,0:T(8,128)(2,1)}")))
    ((2,4,2),(128,2)):((1,256,2048),(2,1024))
    >>> as_layout(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    Traceback (most recent call last):
    spec.bridges.restricted.NoLayoutError: f32[3,5]{1,0:T(2,2)} is not a layout: along dimension 0 \
the steps of 2 end at index 2, so a mode must end there, but 2 does not divide the size 3; \
offset 2 at (1,0), 12 at (2,0)

    Source: XLA tiled layout; CuTe 01_layout.md.
    """
    return array if isinstance(array, Layout) else layout_on(restricted(array), array)


def _at_least_one(mode: IntTuple) -> IntTuple:
    return tuple(map(_at_least_one, mode)) if isinstance(mode, tuple) else max(mode, 1)
