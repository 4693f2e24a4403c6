"""Expressions that commands take: their values, and the errors that mean bad input."""

from __future__ import annotations

import re
from typing import Any, Final

from spec.errors import LayoutError, NotationError
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.reading.tiled import TiledLayout
from verif.cli.output import BadInputError
from verif.expression import checked, evaluated, evaluated_with_tile, read
from verif.kernel.errors import ClaimError, TheoryError
from verif.operations.kinds import LAYOUT, Kind, Signature
from verif.upstream.in_process import SPEC, MissingImplementationError

REFUSALS: Final = (
    *(BadInputError, ClaimError, LayoutError, MissingImplementationError, TheoryError),
)
"""The errors that mean bad input, rather than a fault of this program."""


def operand(command: str, text: str, kind: Kind, tensor: IntTuple | None = None) -> Any:
    """Return the value of an expression, converted to the kind that the command needs.

    Raises LayoutError for a value of another kind. A tiled copy is repeated over `tensor` if this
    is given; otherwise it is the thread-value layout of its tile.
    """
    found = evaluated(read(text), SPEC) if tensor is None else evaluated_with_tile(read(text))
    if isinstance(found, TiledLayout):
        found = found.tv if tensor is None else found.on(tensor)
    (value,) = checked(command, Signature((kind,)), (found,))
    return value


def access(command: str, text: str, tensor: IntTuple | None = None) -> tuple[Layout, int | None]:
    """Parse `TV@BITS` into a thread-value layout and an access width, or None for no width."""
    tv, at, width = text.partition("@")
    bits = int(width) if width.strip().isdecimal() else 0
    if at and bits.bit_count() != 1:
        raise LayoutError(
            f"expected the bits of an access after @ in {text!r}, a power of two such as @128"
        )
    return operand(command, tv, LAYOUT, tensor), bits if at else None


def said(refusal: Exception) -> str:
    """Return the message of a refusal. If a name needs `--for`, the message says so.

    >>> said(NotationError("(M,4)", 1, "expected an integer"))
    "expected an integer at position 1 of '(M,4)'; for all sizes use check or eval with --for M"
    """
    if isinstance(refusal, NotationError):
        name = re.compile(r"[A-Za-z]\w*").match(refusal.text, refusal.position)
        if name is not None and refusal.problem in (
            "expected an integer",
            f"unknown name {name[0]!r}",
        ):
            return f"{refusal}; for all sizes use check or eval with --for {name[0]}"
    return str(refusal)
