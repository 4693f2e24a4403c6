"""Symbolic bit-vectors: Python's integers in two's complement, wide enough that nothing is lost.

Python's integers have no width, a solver's bit-vectors have one. Each operation here is that of
bit-vectors, and owes that the integers' own result fits the width; where that is shown the two
are the same. `&`, `|`, `^` and `>>` cannot leave the width. What has no reading is a TypeError.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Number
from typing import Any, Final

from verif.symbolic.bit_paths import WIDTH, current, unreadable

MOST: Final = 1 << (WIDTH - 1)
"""The least number that is too large, with its sign."""


class BitInt:  # noqa: PLW1641 - hashing it is an error, made below with the others
    """An integer of WIDTH bits that stands for all of them; `length` bits are enough for it."""

    __slots__ = ("length", "term")

    def __init__(self, term: str, length: int = WIDTH) -> None:
        self.term = term
        self.length = length

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
        masked = _bitwise("bvand", self, other)
        if type(other) is int and other >= 0:
            # From 0 to the mask, with a bit for the sign.
            return BitInt(masked.term, min(self.length, _length(other)))
        return masked

    def __or__(self, other: Any) -> Any:
        return _bitwise("bvor", self, other)

    def __xor__(self, other: Any) -> Any:
        return _bitwise("bvxor", self, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Any:
        return BitInt(current().define(f"(bvnot {self.term})"))

    def __add__(self, other: Any) -> Any:
        return self if _is(other, 0) else _exact("+", "bvadd", 1, self, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self if _is(other, 0) else _exact("-", "bvsub", 1, self, other)

    def __rsub__(self, other: Any) -> Any:
        return _exact("-", "bvsub", 1, other, self)

    def __mul__(self, other: Any) -> Any:
        if _is(other, 0) or _is(other, 1):
            return self if other else 0
        # The product is no longer than both together, and the longer one has WIDTH bits at most.
        return _exact("*", "bvmul", min(self.length, _length(other)), self, other)

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


class BitBool:
    """A comparison that forks the path where its truth is asked for."""

    __slots__ = ("fact", "negated")

    def __init__(self, fact: str, negated: bool = False) -> None:
        self.fact = fact
        self.negated = negated

    @property
    def __class__(self) -> type:  # pyright: ignore[reportIncompatibleMethodOverride]
        return bool

    def __bool__(self) -> bool:
        return current().decide(self.fact) != self.negated

    def __repr__(self) -> str:
        return self.goal

    @property
    def goal(self) -> str:
        """The comparison as a solver reads it."""
        return f"(not {self.fact})" if self.negated else self.fact

    # Beyond `not`, `and` and `or` it is the truth that it has on this path, so that it does
    # whatever Python makes of True and False.

    def __eq__(self, other: object) -> Any:
        return bool(self) == _truth(other)

    def __ne__(self, other: object) -> Any:
        return bool(self) != _truth(other)

    def __hash__(self) -> int:
        return hash(bool(self))

    def __index__(self) -> int:
        return int(bool(self))

    __int__ = __index__

    def __getattr__(self, name: str) -> Any:
        return getattr(bool(self), name)


def _operated(name: str) -> Any:
    """An operator of comparisons: that of their truths."""
    return lambda self, *others: getattr(bool, name)(bool(self), *map(_truth, others))


def _truth(value: Any) -> Any:
    return bool(value) if type(value) is BitBool else value


for _name in ("add", "sub", "mul", "floordiv", "mod", "divmod", "pow", "and", "or", "xor"):
    for _operator in (f"__{_name}__", f"__r{_name}__"):
        setattr(BitBool, _operator, _operated(_operator))
for _name in ("lt", "le", "gt", "ge", "neg", "pos", "abs", "invert", "lshift", "rshift"):
    setattr(BitBool, f"__{_name}__", _operated(f"__{_name}__"))


def numeral(n: int) -> str:
    """An integer as a bit-vector in two's complement.

    >>> numeral(5)[-4:], numeral(-1) == "#x" + "f" * 18
    ('0005', True)
    """
    if not -MOST <= n < MOST:
        raise unreadable(f"{n} does not fit {WIDTH} bits")
    return f"#x{n % (1 << WIDTH):0{WIDTH // 4}x}"


def signed(n: int) -> int:
    """The integer of a bit-vector that a solver gives without a sign.

    >>> signed(5), signed((1 << 72) - 1)
    (5, -1)
    """
    return n - (1 << WIDTH) if n >= MOST else n


def fact_of(condition: Any) -> tuple[str, bool]:
    """What a symbolic or an ordinary condition says: a fact, and whether it must be true."""
    if type(condition) is BitBool:
        return condition.fact, not condition.negated
    return "true", bool(condition)


def _is(value: object, number: int) -> bool:
    """Whether it is an ordinary integer, and that one."""
    return type(value) is int and value == number


def _is_integer(value: object) -> bool:
    return type(value) in (BitInt, BitBool, int, bool)


def _length(value: Any) -> int:
    """How many bits are enough for it, the sign among them."""
    if type(value) is BitInt:
        return value.length
    return int(value).bit_length() + 1 if _is_integer(value) else WIDTH


def _term(value: Any) -> str:
    return value.term if type(value) is BitInt else numeral(int(value))


def _bitwise(operation: str, left: Any, right: Any) -> Any:
    if not _is_integer(right):
        return NotImplemented
    return BitInt(current().define(f"({operation} {_term(left)} {_term(right)})"))


def _exact(sign: str, operation: str, more: int, left: Any, right: Any) -> Any:
    """A sum, difference or product, which is owed to be that of vectors with `more` bits."""
    if not (_is_integer(left) and _is_integer(right)):
        return NotImplemented
    wide = (f"((_ sign_extend {more}) {_term(side)})" for side in (left, right))
    return _owing(
        f"({operation} {_term(left)} {_term(right)})",
        f"{left} {sign} {right} fits {WIDTH} bits",
        lambda result: f"(= ((_ sign_extend {more}) {result}) ({operation} {' '.join(wide)}))",
    )


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
    amount = _natural(by, f"{value} << {by}")
    return _owing(
        f"(bvshl {_term(value)} {amount})",
        f"{value} << {by} fits {WIDTH} bits",
        # Also where the amount is the width or more: then nothing but 0 comes back.
        lambda result: f"(= (bvashr {result} {amount}) {_term(value)})",
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
