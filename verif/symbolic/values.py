"""Symbolic integers: one run on symbolic integers stands for the runs on all integers.

If code of the language asks for the type of a symbolic integer, `constructors` answers `int` or
`bool`, although Python sees another class. If C code needs a machine number (`range`, indexing,
`hash`), it gets a TypeError, never a wrong number.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from math import prod
from numbers import Number
from typing import TYPE_CHECKING, Any, Final

from verif.kernel.constructors import stands_for
from verif.kernel.digits import of_any_length
from verif.symbolic.terms import AND, TWO, XOR, Atom, Literal, Polynomial, power_of_two


class Comparison:
    """A comparison. Operators treat it as its truth value on this path.

    It has the operators of `bool`. A subclass stores the operands, and its `__bool__` decides
    the truth value.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> Any:
        return bool(self) == _truth(other)

    def __ne__(self, other: object) -> Any:
        return bool(self) != _truth(other)

    def __hash__(self) -> int:
        return hash(bool(self))

    def __index__(self) -> int:
        return int(bool(self))

    __int__ = __index__


def _operated(name: str) -> Any:
    """Return the operator of `bool` with this name, for operands that may be comparisons."""
    return lambda self, *others: getattr(bool, name)(bool(self), *map(_truth, others))


def _truth(value: Any) -> Any:
    return bool(value) if isinstance(value, Comparison) else value


for _name in ("add", "sub", "mul", "floordiv", "mod", "divmod", "pow", "and", "or", "xor"):
    for _operator in (f"__{_name}__", f"__r{_name}__"):
        setattr(Comparison, _operator, _operated(_operator))
for _name in ("lt", "le", "gt", "ge", "neg", "pos", "abs", "invert", "lshift", "rshift"):
    setattr(Comparison, f"__{_name}__", _operated(f"__{_name}__"))


if TYPE_CHECKING:
    from collections.abc import Generator

    from verif.symbolic.path import Path

MOST_FACTORS: Final = 16
"""The greatest exponent for which a power of an unknown is expanded to a product."""

_path: ContextVar[Path] = ContextVar("path")


def current_path() -> Path:
    """Return the path that is running."""
    return _path.get()


def is_on_path() -> bool:
    """Return whether a path is running."""
    return _path.get(None) is not None


@contextmanager
def on_path(path: Path) -> Generator[None]:
    """Run the body of the `with` statement on `path`."""
    token = _path.set(path)
    try:
        with of_any_length():
            yield
    finally:
        _path.reset(token)


@stands_for(int, 1)
class SymInt:  # noqa: PLW1641 - hashing it is an error, made below with the others
    """An arbitrary integer: operators build terms, comparisons build `SymBool`s."""

    __slots__ = ("polynomial",)

    def __init__(self, polynomial: Polynomial) -> None:
        self.polynomial = polynomial

    @staticmethod
    def unknown(symbol: str, *arguments: SymInt | int) -> SymInt:
        atom = Atom(symbol, tuple(polynomial_of(a) for a in arguments))
        return SymInt(Polynomial.unknown(atom))

    def __repr__(self) -> str:
        return self.polynomial.text

    def __format__(self, spec: str) -> str:
        return self.polynomial.text

    def __add__(self, other: Any) -> Any:
        return _lift(other, lambda y: self.polynomial + y)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return _lift(other, lambda y: self.polynomial - y)

    def __rsub__(self, other: Any) -> Any:
        return _lift(other, lambda y: y - self.polynomial)

    def __mul__(self, other: Any) -> Any:
        return _lift(other, lambda y: self.polynomial * y)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return _simplest(-self.polynomial)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __floordiv__(self, other: Any) -> Any:
        return _divide(self, other)[0]

    def __rfloordiv__(self, other: Any) -> Any:
        return _divide(other, self)[0]

    def __mod__(self, other: Any) -> Any:
        return _divide(self, other)[1]

    def __rmod__(self, other: Any) -> Any:
        return _divide(other, self)[1]

    def __divmod__(self, other: Any) -> Any:
        return _divide(self, other) if _is_integer(other) else NotImplemented

    def __rdivmod__(self, other: Any) -> Any:
        return _divide(other, self) if _is_integer(other) else NotImplemented

    def __xor__(self, other: Any) -> Any:
        return _bits(XOR, self, other)

    def __rxor__(self, other: Any) -> Any:
        return _bits(XOR, other, self)

    def __and__(self, other: Any) -> Any:
        return _bits(AND, self, other)

    def __rand__(self, other: Any) -> Any:
        return _bits(AND, other, self)

    def __or__(self, other: Any) -> Any:
        """Return x | y, which is x + y - (x & y) for all integers."""
        return self + other - (self & other) if _is_integer(other) else NotImplemented

    __ror__ = __or__

    def __lshift__(self, other: Any) -> Any:
        return self * _two_to(other)

    def __rlshift__(self, other: Any) -> Any:
        return other * _two_to(self) if _is_integer(other) else NotImplemented

    def __rshift__(self, other: Any) -> Any:
        return self // _two_to(other)

    def __rrshift__(self, other: Any) -> Any:
        return other // _two_to(self) if _is_integer(other) else NotImplemented

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        if type(other) is not int or not 0 <= other <= MOST_FACTORS or modulus is not None:
            return self._machine_number()
        return prod([self] * other)

    def __le__(self, other: Any) -> Any:
        return _compare("<=", self, other)

    def __lt__(self, other: Any) -> Any:
        return _compare("<", self, other)

    def __ge__(self, other: Any) -> Any:
        return _compare("<=", other, self)

    def __gt__(self, other: Any) -> Any:
        return _compare("<", other, self)

    def __eq__(self, other: object) -> Any:
        return _compare("=", self, other)

    def __ne__(self, other: object) -> Any:
        return _compare("!=", self, other)

    def __bool__(self) -> bool:
        return bool(self != 0)

    def _machine_number(self, *_: object) -> Any:
        raise unreadable("Python needs a concrete number here, but this integer is symbolic")

    __index__ = __int__ = __float__ = __complex__ = __hash__ = _machine_number
    __round__ = __trunc__ = __floor__ = __ceil__ = _machine_number
    __truediv__ = __rtruediv__ = __invert__ = _machine_number

    def __rpow__(self, other: Any, modulus: Any = None) -> Any:
        if type(other) is int and other == TWO.value and modulus is None:
            raise unreadable("a power of 2 with an unknown exponent: write 1 << n for 2 ** n")
        return self._machine_number()


@stands_for(bool, True)
class SymBool(Comparison):
    """A comparison of integers. It forks the path when its truth value is needed."""

    __slots__ = ("literal",)

    def __init__(self, literal: Literal) -> None:
        self.literal = literal

    def __bool__(self) -> bool:
        return current_path().decide(self.literal)

    def __repr__(self) -> str:
        return self.literal.text


def polynomial_of(value: Any) -> Polynomial:
    """Return the polynomial of a symbolic or ordinary integer."""
    if type(value) is SymInt:
        return value.polynomial
    if type(value) is SymBool or type(value) is bool:
        return Polynomial.constant(1 if value else 0)
    if type(value) is not int:
        raise TypeError(f"not an integer: {value!r}")
    return Polynomial.constant(value)


def literal_of(condition: SymBool | bool) -> Literal:
    """Return the literal of a symbolic or ordinary condition."""
    if type(condition) is SymBool:
        return condition.literal
    return Literal("=", Polynomial.constant(0 if condition else 1))


def _is_integer(value: object) -> bool:
    return type(value) in (SymInt, SymBool, int, bool)


def unreadable(message: str) -> TypeError:
    """Return the error for an unsupported operation. The path fails even if the code catches it."""
    error = TypeError(message)
    path = _path.get(None)
    if path is not None:
        path.broken = error
    return error


def _simplest(polynomial: Polynomial) -> SymInt | int:
    number = polynomial.value
    return SymInt(polynomial) if number is None else number


def _two_to(places: object) -> Any:
    """Return 2^places: a left shift multiplies by this number, and a right shift divides by it.

    If `places` is an unknown, it must be natural. Then the result is at least 1, and `halved` can
    divide the result by 2.
    """
    if type(places) is int and places >= 0:
        return 1 << places
    if type(places) is not SymInt:
        raise unreadable(f"a symbolic integer cannot be shifted by {places!r}")
    _require_natural(places, f"a shift by {places}")
    path = current_path()
    found = power_of_two(path.normal(places.polynomial))
    path.assume(Literal("<=", Polynomial.constant(1) - found))
    return _simplest(found)


def _lift(other: object, combine: Any) -> Any:
    if not _is_integer(other):
        if isinstance(other, Number):
            raise unreadable(f"a symbolic integer cannot be combined with {other!r}")
        return NotImplemented
    return _simplest(combine(polynomial_of(other)))  # type: ignore[arg-type]


def _compare(relation: str, left: Any, right: Any) -> Any:
    for side in (left, right):
        if not _is_integer(side):
            if isinstance(side, Number):
                raise unreadable(f"a symbolic integer cannot be compared with {side!r}")
            return NotImplemented
    difference = polynomial_of(left) - polynomial_of(right)
    if relation == "<":
        relation, difference = "<=", difference + Polynomial.constant(1)
    literal = Literal(relation, difference)  # type: ignore[arg-type]
    return SymBool(literal) if literal.value is None else literal.value


def _bits(symbol: str, left: Any, right: Any) -> Any:
    """Return Python's `^` or `&` as an unknown integer, which `halved` can divide by 2.

    The result is a natural number if both operands are. For `&`, one natural operand is enough.
    If one operand of `&` is a literal 2^k - 1, the result is a remainder: n & 7 equals n % 8, also
    for n < 0. If one operand is a literal -2^k, the result is a multiple: n & -8 equals n - n % 8.
    """
    if not (_is_integer(left) and _is_integer(right)):
        return NotImplemented
    naturals = [_is_natural(side) for side in (left, right)]
    path = current_path()
    found = path.bits(symbol, *(path.normal(polynomial_of(side)) for side in (left, right)))
    if all(naturals) or (symbol == AND and any(naturals)):
        path.assume(Literal("<=", -found))
    if symbol == AND:
        for number, mask in ((left, right), (right, left)):
            if type(mask) is int and mask >= 0 and mask & (mask + 1) == 0:
                _, remainder = _divide(number, mask + 1)
                path.assume(Literal("=", found - polynomial_of(remainder)))
            if type(mask) is int and mask < 0 and -mask & (-mask - 1) == 0:
                _, remainder = _divide(number, -mask)
                multiple = polynomial_of(number) - polynomial_of(remainder)
                path.assume(Literal("=", found - multiple))
    return _simplest(path.normal(found))


def _require_natural(value: Any, what: str) -> None:
    """Raise TypeError unless the value is known to be natural.

    `what` names the operation, which is not supported for other values.
    """
    if not _is_natural(value):
        raise unreadable(f"{what} is not supported, because the number may be negative")


def _is_natural(value: Any) -> bool:
    """Return whether the value is known to be a natural number."""
    path, natural = current_path(), literal_of(value >= 0)
    return path.knows(natural) or path.entails(natural, "a natural")


def _divide(dividend: Any, divisor: Any) -> Any:
    """Return Python's floor quotient and remainder, for divisors of either sign."""
    if not (_is_integer(dividend) and _is_integer(divisor)):
        return NotImplemented, NotImplemented
    if divisor > 0:
        quotient, remainder = current_path().divide(polynomial_of(dividend), polynomial_of(divisor))
        return _simplest(quotient), _simplest(remainder)
    if divisor < 0:
        quotient, remainder = _divide(-dividend, -divisor)
        return quotient, -remainder
    raise ZeroDivisionError(f"{dividend} is divided by {divisor}, which is 0")
