"""Convert the arguments of assertions: text, and objects of `spec`, pycute or the CuTe DSL."""

from __future__ import annotations

from operator import index
from typing import Any, cast

from spec.bridges import Array
from spec.composed import AnyLayout
from spec.errors import LayoutError
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.named_notation import Predicate
from spec.parser import Expression, Literal
from spec.reading import Reading
from spec.reading.expressions import ReadLiteral
from spec.reading.operands import operand, require_zeros
from verif.expression import read
from verif.operations.kinds import is_tile


def argument(given: object) -> Expression:
    """Convert a text, a `Reading`, an IntTuple, a layout or a tile to an expression.

    The layout may be an object of another library that has a shape and a stride.

    >>> argument("8:1"), argument(Layout(8, 1)), argument((4, (2, 2)))
    (Literal(value=Layout.parse('8:1')), Literal(value=Layout.parse('8:1')), \
Literal(value=(4, (2, 2))))

    Errors: LayoutError for any other object, or for a number that is known only at run time.
    """
    if isinstance(given, str):
        found = read(given)
        if isinstance(found, ReadLiteral):
            require_zeros(found.reading)
        return found
    if isinstance(given, Reading):
        require_zeros(given)
        return Literal(operand(given))
    if isinstance(given, AnyLayout | Array) or is_tile(given):
        return Literal(cast("Any", given))
    if isinstance(given, Predicate):
        return Literal(cast("Any", given))
    if hasattr(given, "shape") and hasattr(given, "stride"):
        layout = cast("Any", given)
        shape = _integers(layout.shape)
        stride = None if layout.stride is None else _integers(layout.stride)
        return Literal(Layout(shape, stride))
    return Literal(_integers(given))


def _integers(given: object) -> IntTuple:
    if isinstance(given, tuple | list):
        return tuple(map(_integers, cast("tuple[object, ...]", given)))
    if isinstance(given, bool):
        raise LayoutError(f"expected a layout or an integer, not {given!r}")
    try:
        return index(cast("Any", given))
    except TypeError:
        raise LayoutError(
            f"expected a layout or an integer that is known before the kernel runs, not {given!r}"
        ) from None
