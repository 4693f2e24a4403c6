"""Evaluate an element of a program's result for random inputs, to replay a difference.

Conversions to other types do not round, on purpose: two programs that differ only in rounding give
nearly the same value. Each value has a bound on its rounding error (see `rounding`). The bound also
includes the errors of terms that cancel. Programs on integers, and programs that only choose among
floating-point numbers, are evaluated exactly. For these programs, a single input that gives
different values is a proof that they differ.
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
from verif.audit.hlo.windows import windowed

MOST_VALUES: Final = 1 << 12
"""The largest number of elements that are evaluated for one element of a result."""

FEW_VALUES: Final = 1 << 5
"""The largest number of elements that are evaluated to find whether an element is constant."""

DRAWINGS: Final = 8
"""The number of times that inputs are drawn."""

AGREEING: Final = 2
"""Two elements with rounding errors count as different only if most of their values differ.

Their values may agree in at most this many drawings.
"""

EQUAL_DRAWINGS: Final = 12
"""The number of further drawings for programs that are evaluated exactly.

Each input is one of three numbers, so operands are often equal, as in `x < y` against `x <= y`.
"""

_MOST_DRAWN: Final = 64
"""Integers are drawn from the non-negative numbers of their type below this number."""

_LARGEST: Final = 2**53
"""A float of 64 bits holds all integers below this number exactly."""

_APART: Final = 0.05
"""The largest relative difference between two values that can be due to rounding alone.

The bounds on the errors of both values are added to this difference.
"""

_FINEST: Final = 2.0**-16
"""The least relative error of one operation, also in wide types.

A compiler may replace a function by a polynomial that is not as exact as the type.
"""

_LOGICAL: Final[Mapping[str, Callable[..., bool]]] = {
    "and": lambda x, y: bool(x and y),
    "not": operator.not_,
    "or": lambda x, y: bool(x or y),
    "xor": operator.ne,
}
_FLOATS: Final = ("f", "bf")
_PRODUCTS: Final = frozenset({"convolution", "dot"})
"""Operations that add up products of two factors."""

_CHOOSING: Final = frozenset(
    {"abs", "and", "clamp", "compare", "maximum", "minimum", "negate", "not", "or", "select", "xor"}
)
"""Operations that do not round, whatever the type of their operands is."""


Order = dict[View, list[View]]
"""Elements in the order of evaluation. Each is mapped to the elements that its value needs."""


def apart(before: View, after: View, unit: float) -> tuple[float, float] | None:
    """The values of two elements, if drawn inputs show that the elements differ.

    If both elements are evaluated exactly, one drawing with different values is enough. Otherwise
    the values must clearly differ in almost all drawings. Returns None in all other cases, also if
    an element cannot be evaluated. `unit` is the largest relative rounding error of one operation.
    """
    found: tuple[float, float] | None = None
    agreeing = 0
    try:
        orders = [order_of(view, MOST_VALUES, {}) for view in (before, after)]
        exact = all(map(_is_exact, orders))
        for seed in range(DRAWINGS + (EQUAL_DRAWINGS if exact else 0)):
            one, other = (value(order, seed, {}, max(unit, _FINEST)) for order in orders)
            if not math.isfinite(one.value) or not math.isfinite(other.value):
                return None
            if exact and one.value != other.value:
                return one.value, other.value
            if not exact and _differ(one, other):
                found = one.value, other.value
            else:
                agreeing += 1
            if agreeing > AGREEING and not exact:
                return None
    except (UnmatchedError, ArithmeticError, ValueError):
        return None
    return found


def _differ(one: Rounded, other: Rounded) -> bool:
    """Whether two values differ by more than rounding can explain, also if large terms cancel."""
    largest = max(abs(one.value), abs(other.value))
    return abs(one.value - other.value) > _APART * largest + one.error + other.error


def _is_exact(order: Order) -> bool:
    """Whether the evaluation of these elements makes no error and follows XLA in every detail."""
    return all(_is_exact_step(view, needed) for view, needed in order.items())


def _is_exact_step(view: View, needed: list[View]) -> bool:
    i = view.node.instruction
    if i.opcode == "parameter":
        return True
    if is_input(view):
        # `literal` returns a text for a number that `float` would change.
        return isinstance(literal(view, {}), float)
    if i.opcode in _CHOOSING:
        return "type" not in i.attributes
    return all(array_of(one.node).shape.element[0] in "su" for one in (view, *needed))


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
            found = _computed(view, needed, [known[one] for one in needed], unit)
            # Nothing is folded to a constant if it depends on how integers wrap.
            answer = _in_range(view, found, wraps=seed is not None)
        known[view] = answer
    return answer


def _needed(view: View, most: int, sizes: Sizes) -> list[View]:
    if is_input(view):
        return []
    is_convolution = view.node.instruction.opcode == "convolution"
    total = sum_of(view.node) or (windowed(view.node) if is_convolution else None)
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
    i = view.node.instruction
    if i.opcode in _PRODUCTS:
        return _product(view, values, unit)
    total = sum_of(view.node)
    if total is not None:
        return _reduced(view, total, values, unit)
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


def _product(view: View, values: list[Rounded], unit: float) -> Rounded:
    """The value of a dot product or a convolution from the factors of its terms."""
    unit = _unit(view, unit)
    # Many devices multiply f32 in bf16.
    coarse = max(unit, COARSE) if unit else 0.0
    pairs = zip(values[::2], values[1::2], strict=True)
    return _added(view, [binary("multiply", x, y, coarse) for x, y in pairs], unit)


def _reduced(view: View, total: Sum, values: list[Rounded], unit: float) -> Rounded:
    """The value of a reduction from the values of its terms."""
    unit = _unit(view, unit)
    opcode = _combining(view, total)
    if opcode is None or len(values) != 2 * total.terms:
        raise UnmatchedError(
            f"the computation that {view.node.instruction.name} applies is not evaluated"
        )
    start, terms = values[1], values[::2]
    if opcode == "add":
        return _added(view, [start, *terms], unit)
    for term in terms:
        start = binary(opcode, start, term, unit)
    return start


def _added(view: View, terms: list[Rounded], unit: float) -> Rounded:
    """The sum of numbers. Raises UnmatchedError if a sum of integers may not be exact."""
    if not _is_float(view) and sum(abs(term.value) for term in terms) >= _LARGEST:
        raise UnmatchedError(f"{view.node.instruction.name} is too large to be exact")
    return added(terms, unit)


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


def _in_range(view: View, found: Rounded, *, wraps: bool) -> Rounded:
    """The value of an element that has an integer type, reduced to the range of this type.

    Values of other types are returned unchanged. Raises UnmatchedError if the value is out of range
    and `wraps` is false, or if it is too large to be exact.
    """
    element = array_of(view.node).shape.element
    if element[0] not in "su":
        return found
    if abs(found.value) >= _LARGEST:
        raise UnmatchedError(f"{view.node.instruction.name} is too large to be exact")
    size = 2 ** BITS[element]
    low = -size // 2 if element[0] == "s" else 0
    if low <= found.value < low + size:
        return found
    wrapped = (int(found.value) - low) % size + low
    if not wraps or abs(wrapped) >= _LARGEST:
        raise UnmatchedError(f"{view.node.instruction.name} wraps")
    return Rounded(float(wrapped))


def _elementwise(view: View, values: list[Rounded], unit: float) -> Rounded:
    """The value of an element-wise operation. Raises UnmatchedError for other operations."""
    i = view.node.instruction
    element = array_of(view.node).shape.element
    is_float = element.startswith(_FLOATS)
    unit = _unit(view, unit)
    match values:
        case [x] if i.opcode in UNARY and (is_float or i.opcode in {"abs", "negate"}):
            return unary(i.opcode, x, unit)
        case [x, y] if i.opcode in BINARY and (is_float or i.opcode != "divide"):
            return binary(i.opcode, x, y, unit)
        case _ if i.opcode in _LOGICAL and element == "pred":
            return Rounded(float(_LOGICAL[i.opcode](*(one.value for one in values))))
        case [x, y] if i.opcode == "compare" and i.attributes.get("direction") in COMPARED:
            return compared(i.attributes["direction"], x, y)
        case [low, x, high] if i.opcode == "clamp":
            return binary("minimum", binary("maximum", x, low, unit), high, unit)
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
        if isinstance(number, str) and element.startswith(_FLOATS):
            number = float(number)
        if not isinstance(number, float):
            raise UnmatchedError(f"the constant {i.name} is too large, or not printed in full")
        return number
    if seed is None or node.frame.loop is not None:
        raise UnmatchedError("the value depends on a parameter")
    index = tuple(e.constant for e in view.at)
    key = repr((seed, i.operands_text.strip(), node.path, index)).encode()
    drawn = int.from_bytes(blake2b(key, digest_size=4).digest())
    size = 2 ** BITS[element]
    if element == "pred":
        return float(drawn % 2)
    if seed >= DRAWINGS:
        number = drawn % min(3, size)
        return (number - 1) / 2 if element.startswith(_FLOATS) else number - (element[0] == "s")
    if not element.startswith(_FLOATS):
        return float(drawn % min(_MOST_DRAWN, size // 2))
    return 2 * drawn / 2**32 - 1
