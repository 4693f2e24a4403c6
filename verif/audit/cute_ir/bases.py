"""Replace strides that are coordinates, such as `1@0`, by names; later put the strides back.

An operation on layouts adds strides and multiplies them by integers. So a statement that is proved
for all integer strides, without a condition on them, is also true for strides that are coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spec.basis import ArithmeticTuple, E, has_coordinates
from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.named import Made, Name, multiplied
from spec.parser import Call, Expression, Literal
from spec.reading.trees import entries
from verif.audit.cute_ir.types import mapped, parts_of

Bases = Mapping[tuple[int, ...], Name]
"""The name of each basis element. The path (0,) stands for the basis element `1@0`."""


def has_bases(expression: Expression) -> bool:
    """Whether a layout in the expression has strides that are coordinates."""
    match expression:
        case Call(_, args):
            return any(map(has_bases, args))
        case Literal(value):
            return _has_bases(value)


def _has_bases(value: Any) -> bool:
    match value:
        case Layout(_, stride):
            return has_coordinates(stride)
        case ComposedLayout(inner=inner):
            return _has_bases(inner)
        case Made(_, parts):
            return any(map(_has_bases, parts))
        case _:
            parts = entries(value)
            return (
                isinstance(value, ArithmeticTuple) if parts is None else any(map(_has_bases, parts))
            )


def without_bases(expression: Expression, bases: dict[tuple[int, ...], Name]) -> Expression:
    """The expression with each basis element replaced by a name. The names are added to `bases`."""
    match expression:
        case Call(name, args):
            return Call(name, tuple(without_bases(arg, bases) for arg in args))
        case Literal(value):
            return Literal(_without(value, bases))


def _without(value: Any, bases: dict[tuple[int, ...], Name]) -> Any:
    layout = parts_of(value)
    if layout is not None:
        shape, stride = layout
        return Made(Layout, (shape, _without(stride, bases))) if _has_bases(stride) else value
    match value:
        case ArithmeticTuple(terms=((path, n),)):
            name = bases.setdefault(path, Name(f"B{len(bases) + 1}"))
            return name if n == 1 else Made(multiplied, (n, name))
        case _:
            parts = entries(value)
            return value if parts is None else tuple(_without(part, bases) for part in parts)


def with_bases(form: Any, bases: Bases) -> Any:
    """The value, with each name of a basis element replaced by the basis element."""
    paths = {name.name: path for path, name in bases.items()}
    return mapped(form, lambda name: E(*paths[name.name]) if name.name in paths else name)


def component(stride: Any, path: tuple[int, ...]) -> Any:
    """The coefficients of one basis element in a stride.

    >>> component((E(0), (8 * E(1), 0)), (1,))
    (0, (8, 0))
    """
    match stride:
        case ArithmeticTuple(terms=terms):
            return sum(n for at, n in terms if at == path)
        case _:
            parts = entries(stride)
            return 0 if parts is None else tuple(component(part, path) for part in parts)
