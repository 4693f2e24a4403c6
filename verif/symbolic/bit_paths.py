"""Paths of a text over bit-vectors: what is defined, known and owed on each.

Each result is a constant with its definition among the facts, so that terms stay small. Both
sides of a condition are taken, whether they can be or not: from what cannot be anything follows.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

from verif.kernel.digits import of_any_length
from verif.kernel.errors import ClaimError, DivergedError
from verif.kernel.obligation import Obligation

WIDTH: Final = 72
"""The 64 bits that claims speak of, a sign, and room for the sums of a few."""

LOGIC: Final = "QF_BV"
SORT: Final = f"(_ BitVec {WIDTH})"

_path: ContextVar[BitPath] = ContextVar("bit path")


Decision = tuple[str, bool]
"""A condition whose truth a path did not know, and what it took for it."""


class BitPathClosed(BaseException):
    """The rest of this path need not be run: a hypothesis is false on it."""


@dataclass
class BitPath:
    """A run of a text under a sequence of truths: what is defined, known and owed on it."""

    subject: str
    prefix: tuple[Decision, ...] = ()
    symbols: list[str] = field(default_factory=list[str])
    facts: list[str] = field(default_factory=list[str])
    obligations: list[Obligation] = field(default_factory=list[Obligation])
    conclusions: list[Obligation] = field(default_factory=list[Obligation])
    taken: list[Decision] = field(default_factory=list[Decision])
    truths: dict[str, bool] = field(default_factory=dict[str, bool])
    broken: Exception | None = None
    _defined: dict[str, str] = field(default_factory=dict[str, str])

    def unknown(self, name: str) -> str:
        """A symbol of which nothing is known but that it fits the width."""
        if name in self.symbols:
            self.broken = ClaimError(f"two unknowns are called {name}")
            raise self.broken
        self.symbols.append(name)
        return name

    def defines(self, term: str) -> bool:
        """Whether the term has a constant already, and what it owes is owed."""
        return term in self._defined

    def define(self, term: str) -> str:
        """A constant that is the term; the same one for the same term."""
        if term not in self._defined:
            # No argument is called so: this is no name in Python.
            symbol = self._defined[term] = f"t!{len(self._defined) + 1}"
            self.symbols.append(symbol)
            self.facts.append(f"(= {symbol} {term})")
        return self._defined[term]

    def given(self) -> None:
        """The text runs from here on: what was assumed before is what its domains say."""

    def introduce(self, result: Any, operation: Callable[..., Any], *operands: Any) -> None:
        """The result is that of an operation of Python's; only a replay asks whether it is."""

    def suppose(self, fact: str, truth: bool) -> None:
        """Take a hypothesis of the text as known from here on."""
        if fact != "true":
            self.know(fact, truth)
        elif not truth:
            raise BitPathClosed

    def conclude(self, label: str, goal: str, values: tuple[object, ...] = ()) -> None:
        """Owe a conclusion of the text, and of two values that it compares."""
        self.owe(label, goal)
        self.conclusions.append(self.obligations[-1])

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
            before, truth = self.prefix[place] if place < len(self.prefix) else (fact, True)
            if before != fact:
                self.broken = DivergedError(f"{self.subject} asks {fact}, and {before} before")
                raise self.broken
            self.taken.append((fact, truth))
            self.know(fact, truth)
        return self.truths[fact]

    def alternatives(self) -> list[tuple[Decision, ...]]:
        """The prefixes that lead to the other sides of what this path decided by itself."""
        free = range(len(self.prefix), len(self.taken))
        other = {place: (self.taken[place][0], not self.taken[place][1]) for place in free}
        return [(*self.taken[:place], other[place]) for place in free]


def current() -> BitPath:
    """The path that is being run."""
    return _path.get()


def unreadable(message: str) -> TypeError:
    """The error of what has no reading; a text that handles it is still not run."""
    error = TypeError(message)
    path = _path.get(None)
    if path is not None:
        path.broken = error
    return error


@contextmanager
def on_bit_path(path: BitPath) -> Generator[None]:
    """Run what follows on `path`."""
    token = _path.set(path)
    try:
        with of_any_length():
            yield
    finally:
        _path.reset(token)


def explore_bits(subject: str, text: Callable[[BitPath], None], most: int = 1000) -> list[BitPath]:
    """Every path of the text."""
    pending: list[tuple[Decision, ...]] = [()]
    found: list[BitPath] = []
    while pending:
        path = BitPath(f"{subject}, path {len(found) + 1}", pending.pop())
        with on_bit_path(path), suppress(BitPathClosed):
            text(path)
        if path.broken is not None:
            raise path.broken
        if len(path.taken) < len(path.prefix):
            raise DivergedError(f"{path.subject} ends before it forks")
        found.append(path)
        pending += path.alternatives()
        if len(found) + len(pending) > most:
            raise TypeError(f"{subject}: more than {most} paths")
    return found
