"""Calculate with numbers whose rounding errors have bounds.

All values are floating-point numbers of 64 bits. Each value has a bound on its error. The bound
assumes that every operation rounds its result with a relative error of at most `unit`. The error of
a difference includes the errors of both numbers. A difference that is smaller than its error may be
due to rounding alone.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from verif.audit.hlo.graph import UnmatchedError
from verif.audit.hlo.program import Instruction

COARSE: Final = 2.0**-8
"""The largest relative error of one operation in bf16.

A dot product or convolution of f32 may multiply in bf16, without saying so in the text.
"""

_BITS: Final = {"bf16": 8, "f16": 11, "f32": 24, "f64": 53}
"""The number of bits of a floating-point type's significand, with the leading bit."""


class Rounded(NamedTuple):
    """A number, and a bound on its difference from the result of a program that rounds."""

    value: float
    error: float = 0.0


def unit_of(element: str) -> float:
    """Return the relative error up to which constants of an element type count as equal.

    This is the rounding of one operation. For f32 and f64, it is the rounding of four operations,
    because XLA folds several operations into one constant. Return 0 if the type is not a
    floating-point type.

    >>> unit_of("bf16") == 2**-8, unit_of("f32") == 2**-22, unit_of("f8e4m3fn") == 2**-4
    (True, True, True)
    >>> unit_of("s32")
    0.0
    """
    small = re.fullmatch(r"f\d+e\d+m(\d+)\w*", element)
    bits = int(small[1]) + 1 if small is not None else _BITS.get(element)
    if bits is None:
        return 0.0
    return 2.0 ** (2 - bits) if bits >= _BITS["f32"] else 2.0**-bits


def unit_of_result(i: Instruction, element: str) -> float:
    """Return the relative rounding error of an instruction whose result has the type `element`."""
    mantissa = i.integers("mantissa_bits")
    if i.opcode == "reduce-precision" and mantissa:
        return max(unit_of(element), 2.0 ** -(mantissa[0] + 1))
    return unit_of(element)


UNARY: Final[Mapping[str, Callable[[float], float]]] = {
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
_PERIODIC: Final = frozenset({"cosine", "sine"})
_STEPS: Final = frozenset({"ceil", "floor"})
_EXACT: Final = frozenset({"abs", "maximum", "minimum", "negate"})
"""Operations that do not round."""


def _maximum(x: float, y: float) -> float:
    return math.nan if math.isnan(x) or math.isnan(y) else max(x, y)


def _minimum(x: float, y: float) -> float:
    return math.nan if math.isnan(x) or math.isnan(y) else min(x, y)


BINARY: Final[Mapping[str, Callable[[float, float], float]]] = {
    "add": operator.add,
    "divide": operator.truediv,
    "maximum": _maximum,
    "minimum": _minimum,
    "multiply": operator.mul,
    "subtract": operator.sub,
}
COMPARED: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "EQ": operator.eq,
    "GE": operator.ge,
    "GT": operator.gt,
    "LE": operator.le,
    "LT": operator.lt,
    "NE": operator.ne,
}


def unary(opcode: str, x: Rounded, unit: float) -> Rounded:
    """Apply an operation to one number.

    Raises UnmatchedError if the error of the number may change the result of `ceil` or `floor`.
    """
    f = UNARY[opcode]
    result = float(f(x.value))
    if not x.error:
        carried = 0.0
    elif opcode in _PERIODIC:
        carried = x.error
    else:
        # All functions except cosine, sine and `abs` are monotone, and `abs` has the slope 1 or -1.
        # So the result changes most at an end of the interval around `x.value`.
        carried = max(abs(f(x.value + sign * x.error) - result) for sign in (1, -1))
    if opcode in _STEPS and carried:
        raise UnmatchedError(f"rounding may change the {opcode}")
    return Rounded(result, carried + _own(opcode, result, unit))


def binary(opcode: str, x: Rounded, y: Rounded, unit: float) -> Rounded:
    """Apply an operation to two numbers. Raises UnmatchedError if a divisor may be zero."""
    result = float(BINARY[opcode](x.value, y.value))
    match opcode:
        case "multiply":
            carried = abs(x.value) * y.error + (abs(y.value) + y.error) * x.error
        case "divide":
            least = abs(y.value) - y.error
            if least <= 0:
                raise UnmatchedError("a divisor is zero up to rounding")
            carried = (x.error + abs(result) * y.error) / least
        case "maximum" | "minimum":
            carried = max(x.error, y.error)
        case _:
            carried = x.error + y.error
    # For an infinite result, the sum of the errors may be nan.
    return Rounded(result, carried + _own(opcode, result, unit) if math.isfinite(result) else 0.0)


def compared(direction: str, x: Rounded, y: Rounded) -> Rounded:
    """Compare two numbers. Raises UnmatchedError if errors may change the answer."""
    errors = x.error + y.error
    if errors and abs(x.value - y.value) <= errors:
        raise UnmatchedError("rounding may change a comparison")
    return Rounded(float(COMPARED[direction](x.value, y.value)))


def added(terms: Iterable[Rounded], unit: float) -> Rounded:
    """Add numbers, in any order."""
    value = error = 0.0
    for term in terms:
        value += term.value
        error += term.error + unit * abs(term.value)
    return Rounded(value, error)


def _own(opcode: str, result: float, unit: float) -> float:
    """Return a bound on the error that the operation itself makes."""
    return 0.0 if opcode in _EXACT else unit * abs(result)
