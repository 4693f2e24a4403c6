"""What the operations of the calculator do to swizzles and composed layouts, by name.

An operation that changes a layout changes the one inside, as in CuTe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from spec import (
    ComposedLayout,
    IntTuple,
    Layout,
    LayoutError,
    LinearLayout,
    SliceTuple,
    Swizzle,
    Tiler,
    flat_divide,
    flat_product,
    flatten,
    format_int_tuple,
    group,
    linear_layout,
    logical_divide,
    logical_product,
    table,
    tiled_divide,
    tiled_product,
    zipped_divide,
    zipped_product,
)
from spec.coalesce import coalesce
from verif.upstream.in_process import Operation

Swizzled = Swizzle | ComposedLayout | Layout
"""What may stand where one of the arguments is a swizzle or a composed layout."""


def _composed(x: Swizzled) -> ComposedLayout:
    if not isinstance(x, ComposedLayout):
        raise LayoutError(f"a layout is needed, and {x} is none")
    return x


def _composition(a: Swizzled, b: Tiler) -> ComposedLayout:
    if isinstance(a, Swizzle):
        layout = b if isinstance(b, Layout) else Layout(_shape(b))
        return ComposedLayout(a, 0, layout)
    return _composed(a).compose(b)


def _shape(b: Tiler) -> IntTuple:
    if isinstance(b, int):
        return b
    raise LayoutError("a swizzle is composed with one layout, no tuple of them")


def _evaluate(a: Swizzled, coordinate: IntTuple) -> int:
    if isinstance(a, Swizzle):
        if isinstance(coordinate, tuple):
            raise LayoutError(
                f"a swizzle takes an integer, and {format_int_tuple(coordinate)} is none"
            )
        return a(coordinate)
    return a(coordinate)


def _size(a: Swizzled, *path: int) -> int:
    return a.size if isinstance(a, Swizzle) and not path else _composed(a).mode(*path).size


def _through(operation: Callable[..., Layout]) -> Operation:
    def inside(composed: Swizzled, *arguments: object) -> ComposedLayout:
        return _composed(composed).through(lambda layout: operation(layout, *arguments))

    return inside


def _slice(crd: SliceTuple, composed: Swizzled) -> ComposedLayout:
    return _composed(composed).slice(crd)


def _linear_layout(x: Swizzled) -> LinearLayout:
    return linear_layout(x)


ON_SWIZZLED: Final[Mapping[str, Operation]] = {
    operation.__name__: _through(operation)
    for operation in (
        coalesce,
        flat_divide,
        flat_product,
        flatten,
        group,
        logical_divide,
        logical_product,
        tiled_divide,
        tiled_product,
        zipped_divide,
        zipped_product,
    )
} | {
    "composition": _composition,
    "depth": lambda a, *path: _composed(a).mode(*path).depth,
    "evaluate": _evaluate,
    "linear_layout": _linear_layout,
    "rank": lambda a, *path: _composed(a).mode(*path).rank,
    "size": _size,
    "slice": _slice,
    "table": lambda a: table(_composed(a)),
}
"""Operations that take a swizzle or a composed layout where they take a layout."""
