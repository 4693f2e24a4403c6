"""Operands of commands, given as expressions: layouts, shapes, types, accesses."""

from __future__ import annotations

from typing import Any

from spec.errors import LayoutError
from spec.layout import Layout
from verif.expression import checked, evaluated, read
from verif.operations.kinds import LAYOUT, Kind, Signature
from verif.upstream.in_process import SPEC


def operand(command: str, text: str, kind: Kind) -> Any:
    """The value of an expression. Raises LayoutError if it is not of the required kind."""
    (value,) = checked(command, Signature((kind,)), (evaluated(read(text), SPEC),))
    return value


def access(command: str, text: str) -> tuple[Layout, int | None]:
    """The thread-value layout of `TV@BITS`, and the bits of an access or None."""
    tv, at, width = text.partition("@")
    if at and not width.strip().isdecimal():
        raise LayoutError(f"expected the bits of an access after @ in {text!r}, such as @128")
    return operand(command, tv, LAYOUT), int(width) if at else None
