"""Functions of IntTuples that, as in CuTe, also accept layouts.

They apply to the shapes of the layouts, or to the layouts mode by mode.
"""

from collections.abc import Callable
from typing import TypeAlias, overload

from spec import int_tuple
from spec.bridges.convert import Array, as_layout
from spec.bridges.positions import positions
from spec.composed import AnyLayout, ComposedLayout
from spec.int_tuple import IntTuple, get
from spec.layout import Layout
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape


def shape(x: Array | ComposedLayout | IntTuple, *path: int) -> IntTuple:
    """The shape of a layout or array, or of its mode at an index path; an IntTuple is a shape.

    If an array has no layout, its shape is its dimensions (XLA) or its origin shape (TLA).

    >>> shape(Layout((4, (2, 3)))), shape(Layout((4, (2, 3))), 1), shape((4, 8), 0)
    ((4, (2, 3)), (2, 3), 4)
    >>> shape(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    (3, 5)

    Source: CuTe layout.hpp.
    """
    if isinstance(x, TlaLayout | XlaShape):
        return get(positions(x).shape, *path)
    return get(x.shape if isinstance(x, Layout | ComposedLayout) else x, *path)


def stride(layout: Layout, *path: int) -> IntTuple:
    """The stride of a layout, or of its mode at an index path.

    >>> stride(Layout((4, (2, 3)))), stride(Layout((4, (2, 3))), 1, 1)
    ((1, (4, 8)), 8)

    Source: CuTe layout.hpp.
    """
    return get(layout.stride, *path)


def domain_offset(crd: IntTuple, layout: Layout) -> tuple[Layout, int]:
    """Move the origin of a layout to the coordinate crd; return the moved layout R and an offset.

    R has the same coordinates as the layout. At a coordinate x, R has no element if crd + x is
    beyond the end of the layout. For a swizzled layout, R contains the offset, inside the swizzle.

    Pre-conditions: crd is a coordinate of the layout.
    Post-conditions: the offset is layout(crd) (G7); R(x) + offset == layout(crd + x), if crd + x is
    a coordinate of the layout (G7).

    >>> domain_offset((1, 2), Layout((4, 8), (8, 1)))
    (Layout.parse('(4,8):(8,1)'), 10)

    Source: CuTe layout.hpp, domain_offset.
    """
    return layout, layout(crd)


Shaped: TypeAlias = Array | ComposedLayout | IntTuple
"""A shape, or a value that has a shape."""


def of_shapes(relation: Callable[[IntTuple, IntTuple], bool]) -> Callable[..., bool]:
    """Make a function that applies a relation between shapes to the shapes of two layouts."""

    def of_layouts(a: Shaped, b: Shaped) -> bool:
        return relation(shape(a), shape(b))

    return of_layouts


@overload
def mode_of(x: Array, *path: int) -> Layout: ...
@overload
def mode_of(x: ComposedLayout, *path: int) -> ComposedLayout: ...
def mode_of(x: Array | ComposedLayout, *path: int) -> AnyLayout:
    """The mode of a layout at an index path."""
    return (as_layout(x) if isinstance(x, TlaLayout | XlaShape) else x).mode(*path)


@overload
def unflattened(x: Array, profile: IntTuple) -> Layout: ...
@overload
def unflattened(x: ComposedLayout, profile: IntTuple) -> ComposedLayout: ...
def unflattened(x: Array | ComposedLayout, profile: IntTuple) -> AnyLayout:
    """Regroup the modes of a layout: put one mode at each terminal of the profile."""
    if isinstance(x, ComposedLayout):
        return x.through(lambda inside: unflattened(inside, profile))
    modes = as_layout(x)
    if isinstance(profile, int):
        shapes, strides = (modes.shape,), (modes.stride,)
    else:
        shapes = tuple(mode.shape for mode in modes)
        strides = tuple(mode.stride for mode in modes)
    return Layout(int_tuple.unflatten(shapes, profile), int_tuple.unflatten(strides, profile))
