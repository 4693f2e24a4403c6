"""The operations on swizzles and composed layouts.

One that changes a layout changes the one inside, as in CuTe.
"""

from __future__ import annotations

from collections.abc import Callable

import spec
from spec import (
    ComposedLayout,
    IntTuple,
    Layout,
    LayoutError,
    SliceTuple,
    Swizzle,
    Tiler,
    format_int_tuple,
)
from verif.operations.operation import Function

Swizzled = Swizzle | ComposedLayout | Layout
"""The values of which one of the arguments is a swizzle or a composed layout."""


def _composed(x: Swizzled) -> ComposedLayout:
    if not isinstance(x, ComposedLayout):
        raise LayoutError(f"a layout is needed, and {x} is none")
    return x


def composition(a: Swizzled, b: Tiler) -> ComposedLayout:
    if isinstance(a, Swizzle):
        layout = b if isinstance(b, Layout) else Layout(_shape(b))
        return ComposedLayout(a, 0, layout)
    return _composed(a).compose(b)


def _shape(b: Tiler) -> IntTuple:
    if isinstance(b, int):
        return b
    raise LayoutError("a swizzle is composed with one layout, no tuple of them")


def evaluate(a: Swizzled, coordinate: IntTuple) -> int:
    if isinstance(a, Swizzle):
        if isinstance(coordinate, tuple):
            raise LayoutError(
                f"a swizzle takes an integer, and {format_int_tuple(coordinate)} is none"
            )
        return a(coordinate)
    return a(coordinate)


def size(a: Swizzled, *path: int) -> int:
    return a.size if isinstance(a, Swizzle) and not path else _composed(a).mode(*path).size


def through(operation: Callable[..., Layout]) -> Function:
    """The operation on the layout inside."""

    def inside(composed: Swizzled, *arguments: object) -> ComposedLayout:
        return _composed(composed).through(lambda layout: operation(layout, *arguments))

    return inside


def slice_(crd: SliceTuple, composed: Swizzled) -> ComposedLayout:
    return _composed(composed).slice(crd)


def depth(a: Swizzled, *path: int) -> int:
    return _composed(a).mode(*path).depth


def rank(a: Swizzled, *path: int) -> int:
    return _composed(a).mode(*path).rank


def table(a: Swizzled) -> str:
    return spec.table(_composed(a))
