"""Operands of commands, given as expressions: layouts, shapes, types, accesses."""

from __future__ import annotations

from typing import Any

from spec.errors import LayoutError
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.reading.tiled import TiledLayout
from verif.expression import checked, evaluated, read
from verif.operations.kinds import LAYOUT, Kind, Signature
from verif.upstream.in_process import SPEC


def operand(command: str, text: str, kind: Kind, tensor: IntTuple | None = None) -> Any:
    """The value of an expression. Raises LayoutError if it is not of the required kind.

    A tiled copy is repeated over the tensor; without one, it is the layout of its tile.
    """
    found = evaluated(read(text), SPEC)
    if isinstance(found, TiledLayout):
        found = found.tv if tensor is None else found.on(tensor)
    (value,) = checked(command, Signature((kind,)), (found,))
    return value


def access(command: str, text: str, tensor: IntTuple | None = None) -> tuple[Layout, int | None]:
    """The thread-value layout of `TV@BITS`, and the bits of an access or None."""
    tv, at, width = text.partition("@")
    if at and not width.strip().isdecimal():
        raise LayoutError(f"expected the bits of an access after @ in {text!r}, such as @128")
    return operand(command, tv, LAYOUT, tensor), int(width) if at else None
