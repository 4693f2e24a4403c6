"""Operands of commands, given as expressions: layouts, shapes, types, accesses."""

from __future__ import annotations

from typing import Any

from spec.errors import LayoutError
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.reading.tiled import TiledLayout
from verif.expression import checked, evaluated, evaluated_with_tile, read
from verif.operations.kinds import LAYOUT, Kind, Signature
from verif.upstream.in_process import SPEC


def operand(command: str, text: str, kind: Kind, tensor: IntTuple | None = None) -> Any:
    """Return the value of an expression, converted to the kind that the command needs.

    Raises LayoutError if it is of another kind. A tiled copy is repeated over the tensor, if one
    is given; otherwise it is the layout of its own tile.
    """
    found = evaluated(read(text), SPEC) if tensor is None else evaluated_with_tile(read(text))
    if isinstance(found, TiledLayout):
        found = found.tv if tensor is None else found.on(tensor)
    (value,) = checked(command, Signature((kind,)), (found,))
    return value


def access(command: str, text: str, tensor: IntTuple | None = None) -> tuple[Layout, int | None]:
    """Parse `TV@BITS` into a thread-value layout and an access width, or None for no width."""
    tv, at, width = text.partition("@")
    if at and not width.strip().isdecimal():
        raise LayoutError(f"expected the bits of an access after @ in {text!r}, such as @128")
    return operand(command, tv, LAYOUT, tensor), int(width) if at else None
