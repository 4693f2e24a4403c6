"""The values of constants and iotas."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isnan, prod

from verif.audit.hlo.affine import Affine, Refine, Sizes, ravelled
from verif.audit.hlo.graph import UnmatchedError, View, array_of
from verif.audit.hlo.shapes import without_comments

Literal = float | str | Affine
"""A number; a number's text, if `float` would round it; or an iota's value, with variables."""


def is_input(view: View) -> bool:
    """Whether an element belongs to a parameter, a constant or an iota."""
    return view.node.instruction.opcode in {"parameter", "constant", "iota"}


def literal(view: View, sizes: Sizes) -> Literal | None:
    """The value of an element of a constant or an iota; None if the text does not print it.

    The value of an iota may depend on variables. Raises Refine if the index into a constant array
    depends on a variable.
    """
    node, i = view.node, view.node.instruction
    shape = array_of(node).shape
    if i.opcode == "iota":
        along = i.integers("iota_dimension")
        if len(along) != 1 or not 0 <= along[0] < len(view.at):
            raise UnmatchedError(f"the dimension of {i.name} could not be read")
        value = view.at[along[0]]
        return value if value.terms else float(value.constant)
    if i.opcode != "constant":
        return None
    values = numbers(i.operands_text)
    if len(values) != prod(shape.dims) or "..." in values:
        return None
    if len(set(values)) == 1:
        return values[0]
    for e in view.at:
        for v, _ in e.terms:
            raise Refine(v, sizes[v] // 2, digits=False)
    return values[ravelled(view.at, shape.dims).constant]


@lru_cache(maxsize=256)
def numbers(text: str) -> tuple[float | str, ...]:
    """The numbers of a constant in row-major order.

    >>> numbers("{ { 1, 2.5 }, { -inf, nan } }")
    (1.0, 2.5, '-inf', 'nan')
    """
    return tuple(map(_number, re.findall(r"[^\s{},]+", without_comments(text))))


def _number(text: str) -> float | str:
    if text in {"true", "false"}:
        return float(text == "true")
    try:
        value = float(text)
    except ValueError:
        return text
    # Keep the text: `float` would round large integers, lose the sign of zero, or give nan, which
    # differs from itself.
    exact = not isnan(value) and (value != 0 or text[0] != "-") and abs(value) < 2**53
    return value if exact else text
