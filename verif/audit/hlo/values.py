"""Evaluate an element of a program's result for random inputs, to replay a difference.

Conversions to other types do not round, on purpose: two programs that differ only in rounding give
nearly the same value. Each value has a bound on its rounding error (see `rounding`). The bound also
includes the errors of terms that cancel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Final

from spec.xla.shape import BITS
from verif.audit.hlo.affine import Affine, Refine, Sizes
from verif.audit.hlo.graph import UnmatchedError, View, array_of, resolved
from verif.audit.hlo.heads import COMMUTATIVE, ELEMENTWISE, Sum, inputs, regions, sum_of
from verif.audit.hlo.literals import is_input, literal
from verif.audit.hlo.rounding import (
    BINARY,
    COARSE,
    COMPARED,
    UNARY,
    Rounded,
    added,
    binary,
    compared,
    unary,
    unit_of_result,
)

MOST_VALUES: Final = 1 << 12
"""The largest number of elements that are evaluated for one element of a result."""

FEW_VALUES: Final = 1 << 5
"""The largest number of elements that are evaluated to find whether an element is constant."""

DRAWINGS: Final = 8
"""The number of times that inputs are drawn."""

AGREEING: Final = 2
"""Two elements count as different only if their values agree in at most this many drawings."""

_APART: Final = 0.05
"""The largest relative difference between two values that can be due to rounding alone.

The bounds on the errors of both values are added to this difference.
"""

_FINEST: Final = 2.0**-16
"""The least relative error of one operation, also in wide types.

A compiler may replace a function by a polynomial that is not as exact as the type.
"""

_LOGICAL: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "and": lambda x, y: bool(x and y),
    "or": lambda x, y: bool(x or y),
}
_FLOATS: Final = ("f", "bf")


Order = dict[View, list[View]]
"""Elements in the order of evaluation. Each is mapped to the elements that its value needs."""


def apart(before: View, after: View, unit: float) -> tuple[float, float] | None:
    """The values of two elements, if the values clearly differ for almost all drawn inputs.

    Returns None in all other cases, also if an element cannot be evaluated. `unit` is the largest
    relative rounding error of one operation.
    """
    found: tuple[float, float] | None = None
    agreeing = 0
    try:
        orders = [order_of(view, MOST_VALUES, {}) for view in (before, after)]
        for seed in range(DRAWINGS):
            one, other = (value(order, seed, {}, max(unit, _FINEST)) for order in orders)
            if not math.isfinite(one.value) or not math.isfinite(other.value):
                return None
            if _differ(one, other):
                found = one.value, other.value
            else:
                agreeing += 1
            if agreeing > AGREEING:
                return None
    except (UnmatchedError, ArithmeticError, ValueError):
        return None
    return found


def _differ(one: Rounded, other: Rounded) -> bool:
    """Whether two values differ by more than rounding can explain, also if large terms cancel."""
    largest = max(abs(one.value), abs(other.value))
    return abs(one.value - other.value) > _APART * largest + one.error + other.error


def constant(view: View, sizes: Sizes, unit: float = COARSE) -> Rounded | None:
    """The value of an element that depends on no parameter and on no variable, or None.

    `unit` is the largest relative error of one operation.
    """
    try:
        return value(order_of(view, FEW_VALUES, sizes), None, sizes, unit)
    except (UnmatchedError, Refine, ArithmeticError, ValueError):
        return None


def order_of(view: View, most: int, sizes: Sizes) -> Order:
    """The elements from which `view` is evaluated, in the order of evaluation. `view` comes last.

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


def value(order: Order, seed: int | None, sizes: Sizes, unit: float) -> Rounded:
    """The value of the last element of `order`, for inputs drawn with the seed.

    Raises UnmatchedError if `seed` is None and the value depends on a parameter.
    """
    known: dict[View, Rounded] = {}
    answer = Rounded(0.0)
    for view, needed in order.items():
        if is_input(view):
            answer = Rounded(_drawn(view, seed, sizes))
        else:
            answer = _computed(view, needed, [known[one] for one in needed], unit)
        known[view] = answer
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


def _computed(view: View, needed: list[View], values: list[Rounded], unit: float) -> Rounded:
    """The value of an element from the values of the elements that it needs."""
    total = sum_of(view.node)
    if total is not None:
        return _summed(view, total, values, unit)
    i = view.node.instruction
    if i.opcode == "compare" and needed[0] == needed[-1]:
        # Both operands are the same element, as in `x != x`. Rounding cannot change the answer.
        values = [Rounded(one.value) for one in values]
    if i.opcode == "convert" and not _is_float(needed[0]):
        # Almost all integers in programs are small enough to be converted without rounding.
        unit = 0.0
    return _elementwise(view, values, unit)


def _is_float(view: View) -> bool:
    return array_of(view.node).shape.element.startswith(_FLOATS)


def _unit(view: View, unit: float) -> float:
    """The relative error of an operation: 0 for integers, and more than `unit` for narrow types."""
    element = array_of(view.node).shape.element
    own = unit_of_result(view.node.instruction, element)
    return max(unit, own) if own and unit else 0.0


def _summed(view: View, total: Sum, values: list[Rounded], unit: float) -> Rounded:
    """The value of a dot product or a reduction from the values of its terms."""
    unit = _unit(view, unit)
    width = len(values) // total.terms
    if total.applied is None:
        # Many devices multiply f32 in bf16.
        coarse = max(unit, COARSE) if unit else 0.0
        pairs = zip(values[::width], values[1::width], strict=True)
        return added([binary("multiply", x, y, coarse) for x, y in pairs], unit)
    opcode = _combining(view, total)
    if opcode is None or width != 2:
        raise UnmatchedError(
            f"the computation that {view.node.instruction.name} applies is not evaluated"
        )
    start, terms = values[1], values[::2]
    if opcode == "add":
        return added([start, *terms], unit)
    for term in terms:
        start = binary(opcode, start, term, unit)
    return start


def _combining(view: View, total: Sum) -> str | None:
    """The operation that a reduction applies to its two parameters, or None.

    The operation must be commutative, because XLA may combine the elements in any order.
    """
    assert total.applied is not None
    roots = regions(view.node.frame, total.applied)
    root = roots[0].node.instruction
    inside = total.applied.instructions
    operands = {inside[name].opcode for name in root.operands if name in inside}
    simple = operands == {"parameter"} and len(set(root.operands)) == 2 and len(roots) == 1
    known = root.opcode in BINARY and root.opcode in COMMUTATIVE
    return root.opcode if simple and known else None


def _elementwise(view: View, values: list[Rounded], unit: float) -> Rounded:
    """The value of an element-wise operation.

    Raises UnmatchedError if the operation is not supported, or if an integer overflows.
    """
    element = array_of(view.node).shape.element
    found = _unwrapped(view, values, _unit(view, unit))
    if element[0] in "su":
        bits = BITS[element]
        low = -(2 ** (bits - 1)) if element[0] == "s" else 0
        if not low <= found.value < low + 2**bits:
            raise UnmatchedError(f"{view.node.instruction.name} wraps")
    return found


def _unwrapped(view: View, values: list[Rounded], unit: float) -> Rounded:
    i = view.node.instruction
    element = array_of(view.node).shape.element
    is_float = element.startswith(_FLOATS)
    match values:
        case [x] if i.opcode in UNARY and (is_float or i.opcode in {"abs", "negate"}):
            return unary(i.opcode, x, unit)
        case [x, y] if i.opcode in BINARY and (is_float or i.opcode != "divide"):
            return binary(i.opcode, x, y, unit)
        case [x, y] if i.opcode in _LOGICAL and element == "pred":
            return Rounded(float(_LOGICAL[i.opcode](x.value, y.value)))
        case [x, y] if i.opcode == "compare" and i.attributes.get("direction") in COMPARED:
            return compared(i.attributes["direction"], x, y)
        case [chosen, x, y] if i.opcode == "select":
            return x if chosen.value else y
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
