"""Evaluate an element of a program's result for random inputs, to replay a difference.

All values are floating-point numbers of 64 bits. Conversions to other types do not round, on
purpose: two programs that differ only in rounding give nearly the same value.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Final

from spec.xla.shape import BITS
from verif.audit.hlo.affine import Affine, Refine, Sizes
from verif.audit.hlo.graph import UnmatchedError, View, array_of, resolved
from verif.audit.hlo.heads import ELEMENTWISE, inputs, regions, sum_of
from verif.audit.hlo.literals import is_input, literal

MOST_VALUES: Final = 1 << 12
"""The largest number of elements that are evaluated for one element of a result."""

FEW_VALUES: Final = 1 << 5
"""The largest number of elements that are evaluated to find whether an element is constant."""

DRAWINGS: Final = 6
"""The number of times that inputs are drawn."""

AGREEING: Final = 1
"""Two elements count as different only if their values agree in at most this many drawings."""

_APART: Final = 0.05
"""The largest relative difference between two values that can be due to rounding alone."""

_UNARY: Final[Mapping[str, Callable[[float], float]]] = {
    "abs": abs,
    "ceil": math.ceil,
    "convert": float,
    "cosine": math.cos,
    "exponential": math.exp,
    "exponential-minus-one": math.expm1,
    "floor": math.floor,
    "log": math.log,
    "log-plus-one": math.log1p,
    "logistic": lambda x: 1 / (1 + math.exp(-x)),
    "negate": operator.neg,
    "reduce-precision": float,
    "rsqrt": lambda x: 1 / math.sqrt(x),
    "sine": math.sin,
    "sqrt": math.sqrt,
    "tanh": math.tanh,
}
_BINARY: Final[Mapping[str, Callable[[float, float], float]]] = {
    "add": operator.add,
    "divide": operator.truediv,
    "maximum": max,
    "minimum": min,
    "multiply": operator.mul,
    "subtract": operator.sub,
}
_LOGICAL: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "and": lambda x, y: bool(x and y),
    "or": lambda x, y: bool(x or y),
}
_COMPARED: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "EQ": operator.eq,
    "GE": operator.ge,
    "GT": operator.gt,
    "LE": operator.le,
    "LT": operator.lt,
    "NE": operator.ne,
}
_FLOATS: Final = ("f", "bf")


Order = dict[View, list[View]]
"""Elements in the order of evaluation. Each is mapped to the elements that its value needs."""


def apart(before: View, after: View) -> tuple[float, float] | None:
    """The values of two elements, if the values clearly differ for almost all drawn inputs.

    Returns None otherwise, also if an element cannot be evaluated.
    """
    found: tuple[float, float] | None = None
    agreeing = 0
    try:
        orders = [order_of(view, MOST_VALUES, {}) for view in (before, after)]
        for seed in range(DRAWINGS):
            one, other = (value(order, seed, {}) for order in orders)
            if not math.isfinite(one) or not math.isfinite(other):
                return None
            if abs(one - other) > _APART * max(abs(one), abs(other)):
                found = one, other
            else:
                agreeing += 1
            if agreeing > AGREEING:
                return None
    except (UnmatchedError, ArithmeticError, ValueError):
        return None
    return found


def constant(view: View, sizes: Sizes) -> float | None:
    """The value of an element that depends on no parameter and on no variable, or None."""
    try:
        return value(order_of(view, FEW_VALUES, sizes), None, sizes)
    except (UnmatchedError, Refine, ArithmeticError, ValueError):
        return None


def order_of(view: View, most: int, sizes: Sizes) -> Order:
    """The elements that an element needs, in the order of evaluation; the element itself is last.

    Raises UnmatchedError if an element cannot be evaluated, or if more than `most` elements are
    needed.
    """
    needed: Order = {}
    order: Order = {}
    stack = [resolved(view, sizes)]
    while stack:
        at = stack[-1]
        if at in order:
            stack.pop()
            continue
        if at not in needed:
            needed[at] = [resolved(one, sizes) for one in _needed(at, most, sizes)]
            if len(needed) > most:
                raise UnmatchedError(f"more than {most} elements are needed")
        missing = [one for one in needed[at] if one not in order]
        if missing:
            stack.extend(missing)
        else:
            order[at] = needed[at]
            stack.pop()
    return order


def value(order: Order, seed: int | None, sizes: Sizes) -> float:
    """The value of the last element of `order`, for inputs drawn with the seed.

    Raises UnmatchedError if `seed` is None and the value depends on a parameter.
    """
    known: dict[View, float] = {}
    answer = 0.0
    for view, needed in order.items():
        answer = known[view] = _computed(view, [known[one] for one in needed], seed, sizes)
    return answer


def _needed(view: View, most: int, sizes: Sizes) -> list[View]:
    if is_input(view):
        return []
    total = sum_of(view.node)
    if total is None:
        made = inputs(view, sizes)
        if made.operation not in ELEMENTWISE:
            raise UnmatchedError(f"{made.operation} is not evaluated")
        return list(made.views)
    if not 0 < total.terms <= most:
        raise UnmatchedError(f"a sum of {total.terms} terms is not evaluated")
    terms = [total.inputs(view.at, Affine(n), sizes) for n in range(total.terms)]
    return [one for term in terms for one in term.views]


def _computed(view: View, values: list[float], seed: int | None, sizes: Sizes) -> float:
    node, i = view.node, view.node.instruction
    if is_input(view):
        return _drawn(view, seed, sizes)
    total = sum_of(node)
    if total is None:
        return _elementwise(view, values)
    width = len(values) // total.terms
    if total.applied is None:
        return sum(math.prod(values[k : k + width]) for k in range(0, len(values), width))
    roots = regions(node.frame, total.applied)
    root = roots[0].node.instruction
    combine = _BINARY.get(root.opcode)
    inside = total.applied.instructions
    operands = {inside[name].opcode for name in root.operands if name in inside}
    simple = combine is not None and operands == {"parameter"} and len(set(root.operands)) == 2
    if combine is None or not simple or width != 2 or len(roots) != 1:
        raise UnmatchedError(f"the computation that {i.name} applies is not evaluated")
    answer = values[1]
    for k in range(0, len(values), 2):
        answer = combine(answer, values[k])
    return answer


def _elementwise(view: View, values: list[float]) -> float:
    """The value of an element-wise operation.

    Raises UnmatchedError if the operation is not supported, or if an integer overflows.
    """
    found = _unwrapped(view, values)
    element = array_of(view.node).shape.element
    if element[0] in "su":
        bits = BITS[element]
        low = -(2 ** (bits - 1)) if element[0] == "s" else 0
        if not low <= found < low + 2**bits:
            raise UnmatchedError(f"{view.node.instruction.name} wraps")
    return found


def _unwrapped(view: View, values: list[float]) -> float:
    i = view.node.instruction
    element = array_of(view.node).shape.element
    is_float = element.startswith(_FLOATS)
    match values:
        case [x] if i.opcode in _UNARY and (is_float or i.opcode in {"abs", "negate"}):
            return float(_UNARY[i.opcode](x))
        case [x, y] if i.opcode in _BINARY and (is_float or i.opcode != "divide"):
            return float(_BINARY[i.opcode](x, y))
        case [x, y] if i.opcode in _LOGICAL and element == "pred":
            return float(_LOGICAL[i.opcode](x, y))
        case [x, y] if i.opcode == "compare" and i.attributes.get("direction") in _COMPARED:
            return float(_COMPARED[i.attributes["direction"]](x, y))
        case [chosen, x, y] if i.opcode == "select":
            return x if chosen else y
        case _:
            raise UnmatchedError(f"{i.opcode} is not evaluated")


def _drawn(view: View, seed: int | None, sizes: Sizes) -> float:
    """The value of an input's element: the printed constant, or a random number for a parameter."""
    node, i = view.node, view.node.instruction
    element = array_of(node).shape.element
    if i.opcode != "parameter":
        number = literal(view, sizes)
        number = float(number) if isinstance(number, str) else number
        if not isinstance(number, float):
            raise UnmatchedError(f"the constant {i.name} is not printed in full")
        return number
    if seed is None or node.frame.loop is not None:
        raise UnmatchedError("the value depends on a parameter")
    index = tuple(e.constant for e in view.at)
    key = repr((seed, i.operands_text.strip(), node.path, index)).encode()
    drawn = int.from_bytes(blake2b(key, digest_size=4).digest())
    if element == "pred":
        return float(drawn % 2)
    if not element.startswith(_FLOATS):
        return float(drawn % 8)
    return 2 * drawn / 2**32 - 1
