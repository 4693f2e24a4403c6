"""Symbolic bit-vectors: Python's integers in two's complement, wide enough that nothing is lost.

Python's integers have no width, a solver's bit-vectors have one. Each operation here is that of
bit-vectors, and owes that the integers' own result fits the width; where that is shown the two
are the same. `&`, `|`, `^` and `>>` cannot leave the width. What has no reading is a TypeError.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from numbers import Number
from typing import Any, Final

from verif.symbolic.bit_paths import WIDTH, current, unreadable
from verif.symbolic.comparison import Comparison

MOST: Final = 1 << (WIDTH - 1)
"""The least number that is too large, with its sign."""


class BitInt:  # noqa: PLW1641 - hashing it is an error, made below with the others
    """An integer of WIDTH bits that stands for all of them."""

    __slots__ = ("term",)

    def __init__(self, term: str) -> None:
        self.term = term

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        return int

    def __getattr__(self, name: str) -> Any:
        if hasattr(int, name):
            raise unreadable(f"{name} of a symbolic bit-vector")
        raise AttributeError(f"'int' object has no attribute '{name}'")

    def __repr__(self) -> str:
        return self.term

    def __format__(self, spec: str) -> str:
        return self.term

    def __and__(self, other: Any) -> Any:
        return _bitwise("bvand", self, other)

    def __or__(self, other: Any) -> Any:
        return _bitwise("bvor", self, other)

    def __xor__(self, other: Any) -> Any:
        return _bitwise("bvxor", self, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Any:
        return BitInt(current().define(f"(bvnot {self.term})"))

    def __add__(self, other: Any) -> Any:
        return self if _is(other, 0) else _sum(self, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self if _is(other, 0) else _difference(self, other)

    def __rsub__(self, other: Any) -> Any:
        return _difference(other, self)

    def __mul__(self, other: Any) -> Any:
        return _product(self, other)

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return 0 - self

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __lshift__(self, other: Any) -> Any:
        return _shift_left(self, other)

    def __rlshift__(self, other: Any) -> Any:
        return _shift_left(other, self)

    def __rshift__(self, other: Any) -> Any:
        return _shift_right(self, other)

    def __rrshift__(self, other: Any) -> Any:
        return _shift_right(other, self)

    def __floordiv__(self, other: Any) -> Any:
        return self >> _logarithm(other)

    def __mod__(self, other: Any) -> Any:
        return self & ((1 << _logarithm(other)) - 1)

    def __le__(self, other: Any) -> Any:
        return _compared("bvsle", self, other)

    def __lt__(self, other: Any) -> Any:
        return _compared("bvslt", self, other)

    # The other two are the negations of these, so that each is decided once on a path.

    def __ge__(self, other: Any) -> Any:
        return _compared("bvslt", self, other, negated=True)

    def __gt__(self, other: Any) -> Any:
        return _compared("bvsle", self, other, negated=True)

    def __eq__(self, other: object) -> Any:
        return _compared("=", self, other)

    def __ne__(self, other: object) -> Any:
        return _compared("=", self, other, negated=True)

    def __bool__(self) -> bool:
        return bool(self != 0)

    def _machine_number(self, *_: object) -> Any:
        raise unreadable("a symbolic bit-vector where a number is needed")

    __index__ = __int__ = __float__ = __complex__ = __hash__ = _machine_number
    __round__ = __trunc__ = __floor__ = __ceil__ = _machine_number
    __pow__ = __rpow__ = __truediv__ = __rtruediv__ = _machine_number
    __rfloordiv__ = __rmod__ = __divmod__ = __rdivmod__ = _machine_number


OPERATORS: Final = ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift")

UNREFLECTED: Final = ("floordiv", "mod", "invert", "neg", "abs", "lt", "le", "gt", "ge", "eq", "ne")


def _told(name: str, operation: Callable[..., Any]) -> None:
    """Let the path know of which operation of Python's each result of the operator is one."""
    method = vars(BitInt)[name]

    def told(self: BitInt, *others: Any) -> Any:
        result = method(self, *others)
        if result is not NotImplemented:
            current().introduce(result, operation, self, *others)
        return result

    setattr(BitInt, name, told)


def _reflected(operation: Callable[..., Any]) -> Callable[..., Any]:
    return lambda right, left: operation(left, right)


for _name in (*OPERATORS, *UNREFLECTED):
    _told(f"__{_name}__", getattr(operator, f"__{_name}__"))
for _name in OPERATORS:
    _told(f"__r{_name}__", _reflected(getattr(operator, f"__{_name}__")))


class BitBool(Comparison):
    """A comparison that forks the path where its truth is asked for."""

    __slots__ = ("fact", "negated")

    def __init__(self, fact: str, negated: bool = False) -> None:
        self.fact = fact
        self.negated = negated

    def __bool__(self) -> bool:
        return current().decide(self.fact) != self.negated

    def __repr__(self) -> str:
        return self.goal

    @property
    def goal(self) -> str:
        """The comparison as a solver reads it."""
        return f"(not {self.fact})" if self.negated else self.fact


def numeral(n: int) -> str:
    """An integer as a bit-vector in two's complement.

    >>> numeral(5)[-4:], numeral(-1) == "#x" + "f" * 18
    ('0005', True)
    """
    if not -MOST <= n < MOST:
        raise unreadable(f"{n} does not fit {WIDTH} bits")
    return f"#x{n % (1 << WIDTH):0{WIDTH // 4}x}"


ZERO: Final = numeral(0)

SPLITS: Final = (2, 4, 8, 16, 24, 32, 39, 47, 55, 63, 67, 69)
"""A product fits where its factors have so many bits and what is left: more than it needs."""

SHIFTED_EDGES: Final = ("bvlshr", MOST - 1), ("bvashr", -MOST)
"""The edges that, shifted right, a word must be between to be shifted left."""


def fact_of(condition: Any) -> tuple[str, bool]:
    """The fact that a symbolic or an ordinary condition is, and whether it must be true."""
    if type(condition) is BitBool:
        return condition.fact, not condition.negated
    return "true", bool(condition)


def _is(value: object, number: int) -> bool:
    """Whether it is an ordinary integer, and that one."""
    return type(value) is int and value == number


def _is_integer(value: object) -> bool:
    return type(value) in (BitInt, BitBool, int, bool)


def _term(value: Any) -> str:
    return value.term if type(value) is BitInt else numeral(int(value))


def _bitwise(operation: str, left: Any, right: Any) -> Any:
    if not _is_integer(right):
        return NotImplemented
    return BitInt(current().define(f"({operation} {_term(left)} {_term(right)})"))


def _sum(left: Any, right: Any) -> Any:
    if not (_is_integer(left) and _is_integer(right)):
        return NotImplemented
    x, y = _term(left), _term(right)
    # It leaves the width where both have one sign and the result has the other.
    return _owing(
        f"(bvadd {x} {y})",
        f"{left} + {right} fits {WIDTH} bits",
        lambda result: f"(bvsle {ZERO} (bvand (bvxor {x} {result}) (bvxor {y} {result})))",
    )


def _difference(left: Any, right: Any) -> Any:
    if not (_is_integer(left) and _is_integer(right)):
        return NotImplemented
    x, y = _term(left), _term(right)
    # It leaves the width where the signs differ and the result has not the first one's.
    return _owing(
        f"(bvsub {x} {y})",
        f"{left} - {right} fits {WIDTH} bits",
        lambda result: f"(bvsle {ZERO} (bvand (bvxor {x} {y}) (bvxor {x} {result})))",
    )


def _product(left: BitInt, right: Any) -> Any:
    if not _is_integer(right):
        return NotImplemented
    if _is(right, 0) or _is(right, 1):
        return left if right else 0
    x, y = _term(left), _term(right)
    splits = [f"(and {_within(x, k)} {_within(y, WIDTH - 1 - k)})" for k in SPLITS]
    return _owing(
        f"(bvmul {x} {y})",
        f"{left} * {right} fits {WIDTH} bits",
        lambda _: f"(or {' '.join(splits)})",
    )


def _within(term: str, k: int) -> str:
    """The SMT condition that a term is from -(2^k - 1) to 2^k - 1."""
    most = (1 << k) - 1
    return f"(and (bvsle {numeral(-most)} {term}) (bvsle {term} {numeral(most)}))"


def _owing(term: str, label: str, goal: Callable[[str], str]) -> BitInt:
    """The term as a constant, which owes the goal where it is made."""
    owed = current().defines(term)
    result = current().define(term)
    if not owed:
        current().owe(label, goal(result))
    return BitInt(result)


def _shift_left(value: Any, by: Any) -> Any:
    if not (_is_integer(value) and _is_integer(by)):
        return NotImplemented
    amount, x = _natural(by, f"{value} << {by}"), _term(value)
    most, least = (f"({shift} {numeral(n)} {amount})" for shift, n in SHIFTED_EDGES)
    return _owing(
        f"(bvshl {x} {amount})",
        f"{value} << {by} fits {WIDTH} bits",
        lambda _: (
            f"(and (bvsle {least} {x}) (bvsle {x} {most})"
            f" (or (= {x} {ZERO}) (bvult {amount} {numeral(WIDTH)})))"
        ),
    )


def _shift_right(value: Any, by: Any) -> Any:
    if not (_is_integer(value) and _is_integer(by)):
        return NotImplemented
    amount = _natural(by, f"{value} >> {by}")
    return BitInt(current().define(f"(bvashr {_term(value)} {amount})"))


def _natural(amount: Any, shift: str) -> str:
    """The amount of a shift, which must not be negative."""
    if type(amount) is not BitInt and amount < 0:
        raise ValueError("negative shift count")
    term = _term(amount)
    if type(amount) is BitInt:
        current().owe(f"the amount of {shift} is not negative", f"(bvsle {numeral(0)} {term})")
    return term


def _logarithm(divisor: Any) -> int:
    """The k of a divisor 2^k: by others nothing is divided here."""
    if type(divisor) is not int or divisor < 1 or divisor & (divisor - 1):
        raise unreadable(f"a symbolic bit-vector divided by {divisor!r}, which is no power of two")
    return divisor.bit_length() - 1


def _compared(relation: str, left: Any, right: Any, *, negated: bool = False) -> Any:
    if not _is_integer(right):
        if isinstance(right, Number):
            raise unreadable(f"a symbolic bit-vector compared with {right!r}")
        return NotImplemented
    return BitBool(f"({relation} {_term(left)} {_term(right)})", negated)
