"""Symbolic bit-vectors: Python's integers in two's complement, wide enough that nothing is lost.

Python's integers have no width, a solver's bit-vectors have one. Each operation here is that of
bit-vectors, and owes that the integers' own result fits the width; where that is shown the two
are the same. `&`, `|`, `^` and `>>` cannot leave the width. What has no reading is a TypeError.

Each result is a constant with its definition among the facts, so that terms stay small. Both
sides of a condition are taken, whether they can be or not: from what cannot be anything follows.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from numbers import Number
from typing import Any, Final

from verif.kernel.obligation import Obligation

WIDTH: Final = 72
"""The 64 bits that claims speak of, a sign, and room for the sums of a few."""

LOGIC: Final = "QF_BV"
SORT: Final = f"(_ BitVec {WIDTH})"
MOST: Final = 1 << (WIDTH - 1)

_path: ContextVar[BitPath] = ContextVar("bit path")


class BitPathClosed(BaseException):
    """The rest of this path need not be run: a hypothesis is false on it."""


@dataclass
class BitPath:
    """A run of a text under a sequence of truths: what is defined, known and owed on it."""

    subject: str
    prefix: tuple[bool, ...] = ()
    symbols: list[str] = field(default_factory=list[str])
    facts: list[str] = field(default_factory=list[str])
    obligations: list[Obligation] = field(default_factory=list[Obligation])
    taken: list[bool] = field(default_factory=list[bool])
    truths: dict[str, bool] = field(default_factory=dict[str, bool])
    broken: Exception | None = None
    _defined: dict[str, str] = field(default_factory=dict[str, str])

    def unknown(self, name: str) -> BitInt:
        """An integer of which nothing is known but that it fits the width."""
        self.symbols.append(name)
        return BitInt(name)

    def defines(self, term: str) -> bool:
        """Whether the term has a constant already, and what it owes is owed."""
        return term in self._defined

    def define(self, term: str) -> BitInt:
        """A constant that is the term; the same one for the same term."""
        if term not in self._defined:
            symbol = self._defined[term] = f"t{len(self._defined) + 1}"
            self.symbols.append(symbol)
            self.facts.append(f"(= {symbol} {term})")
        return BitInt(self._defined[term])

    def owe(self, label: str, goal: str) -> None:
        """The goal must follow from what is known here."""
        symbols = tuple((symbol, 0) for symbol in self.symbols)
        name = f"{self.subject}: {label}"
        self.obligations.append(
            Obligation(name, symbols, tuple(self.facts), goal, logic=LOGIC, sort=SORT)
        )

    def know(self, fact: str, truth: bool) -> None:
        """Take the fact, or that it is false, as known from here on."""
        if self.truths.setdefault(fact, truth) != truth:
            raise BitPathClosed
        self.facts.append(fact if truth else f"(not {fact})")

    def decide(self, fact: str) -> bool:
        """Its truth on this path: what is known, else what the prefix says, else true."""
        if fact not in self.truths:
            place = len(self.taken)
            truth = self.prefix[place] if place < len(self.prefix) else True
            self.taken.append(truth)
            self.know(fact, truth)
        return self.truths[fact]

    def alternatives(self) -> list[tuple[bool, ...]]:
        """The prefixes that lead to the other sides of what this path decided by itself."""
        free = range(len(self.prefix), len(self.taken))
        return [(*self.taken[:place], not self.taken[place]) for place in free]


def current() -> BitPath:
    """The path that is being run."""
    return _path.get()


@contextmanager
def on_bit_path(path: BitPath) -> Generator[None]:
    """Run what follows on `path`."""
    token = _path.set(path)
    try:
        yield
    finally:
        _path.reset(token)


def explore_bits(subject: str, text: Callable[[BitPath], None], most: int = 1000) -> list[BitPath]:
    """Every path of the text."""
    pending: list[tuple[bool, ...]] = [()]
    found: list[BitPath] = []
    while pending:
        path = BitPath(f"{subject}, path {len(found) + 1}", pending.pop())
        with on_bit_path(path), suppress(BitPathClosed):
            text(path)
        if path.broken is not None:
            raise path.broken
        found.append(path)
        pending += path.alternatives()
        if len(found) + len(pending) > most:
            raise TypeError(f"{subject}: more than {most} paths")
    return found


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
            raise _unreadable(f"{name} of a symbolic bit-vector")
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
        return current().define(f"(bvnot {self.term})")

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
        raise _unreadable("a symbolic bit-vector where a number is needed")

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

    # Beyond `not`, `and` and `or` it is the truth that it has on this path.

    def __eq__(self, other: object) -> bool:
        return bool(self) == bool(other)

    def __hash__(self) -> int:
        return hash(bool(self))

    def __index__(self) -> int:
        return int(bool(self))


def numeral(n: int) -> str:
    """An integer as a bit-vector in two's complement.

    >>> numeral(5)[-4:], numeral(-1) == "#x" + "f" * 18
    ('0005', True)
    """
    if not -MOST <= n < MOST:
        raise _unreadable(f"{n} does not fit {WIDTH} bits")
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
    return type(value) in (BitInt, int, bool)


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
    return current().define(f"({operation} {_term(left)} {_term(right)})")


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
        current().owe(label, goal(result.term))
    return result


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
    return current().define(f"(bvashr {_term(value)} {_natural(by, f'{value} >> {by}')})")


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
        raise _unreadable(f"a symbolic bit-vector divided by {divisor!r}, which is no power of two")
    return divisor.bit_length() - 1


def _compared(relation: str, left: Any, right: Any, *, negated: bool = False) -> Any:
    if not _is_integer(right):
        if isinstance(right, Number):
            raise _unreadable(f"a symbolic bit-vector compared with {right!r}")
        return NotImplemented
    return BitBool(f"({relation} {_term(left)} {_term(right)})", negated)


def _unreadable(message: str) -> TypeError:
    """The error of what has no reading; a text that handles it is still not run."""
    error = TypeError(message)
    path = _path.get(None)
    if path is not None:
        path.broken = error
    return error
