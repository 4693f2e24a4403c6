"""False claims that misuse names, functions and sets.

Their author had read only the documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import spec
from spec import coalesce
from spec.coalesce import coalesce as plain_coalesce
from spec.layout import Layout
from spec.modes import Modes, total
from verif.kernel.claim import claim
from verif.kernel.verbs import assume, ensure
from verif.readings.domains import Layouts
from verif.readings.numbers import Integers

MANY = 10**12

QUESTION = "n () Int)(assert false)(exit)"

NAMES = frozenset(("a", "b", "c", "d", "e"))


@dataclass(frozen=True)
class Asking:
    """A domain of integers. Its unknown's name contains SMT-LIB commands that end the query."""

    profiles: tuple[None] = (None,)

    def describe(self, profile: None) -> None:
        return None

    def symbolic(self, fresh: Any, name: str, profile: None, earlier: Any) -> int:
        return fresh.unknown(QUESTION, int)

    def lifted(self, fresh: Any, name: str, earlier: Any) -> int:
        return fresh.unknown(QUESTION, int)

    def enumerated(self, earlier: Any) -> tuple[int, ...]:
        return (0, 1, 2)


@dataclass(frozen=True)
class Lists:
    """A domain of lists. Its unknown's name contains SMT-LIB commands that end the query."""

    profiles: tuple[None] = (None,)

    def describe(self, profile: None) -> None:
        return None

    def symbolic(self, fresh: Any, name: str, profile: None, earlier: Any) -> Any:
        return fresh.unknown(QUESTION, Modes)

    def lifted(self, fresh: Any, name: str, earlier: Any) -> Any:
        return fresh.unknown(QUESTION, Modes)

    def enumerated(self, earlier: Any) -> tuple[Any, ...]:
        return ((),)


@dataclass(frozen=True)
class Three:
    """A domain that contains only 3, but the name of its class says that it has all integers."""

    profiles: tuple[None] = (None,)

    def describe(self, profile: None) -> None:
        return None

    def symbolic(self, fresh: Any, name: str, profile: None, earlier: Any) -> int:
        three = fresh.unknown(name, int)
        assume("three", three == 3)
        return three

    def lifted(self, fresh: Any, name: str, earlier: Any) -> int:
        return self.symbolic(fresh, name, None, earlier)

    def enumerated(self, earlier: Any) -> tuple[int, ...]:
        return (3,)


Three.__name__ = "every integer, and every layout"


@claim("N01-NAME-OF-AN-UNKNOWN", "every integer is small", source="", n=Asking())
def asked(alg: Any, n: int) -> None:
    ensure("small", n <= MANY)


@claim("N02-NAME-OF-A-LIST", "every list has a small size", source="", modes=Lists())
def asked_of_lists(alg: Any, modes: Any) -> None:
    ensure("small", total(modes) <= MANY)


@claim("N03-ONE-OPERATION", "two functions are one", source="", n=Integers())
def one(alg: Any, n: int) -> None:
    if n > MANY:
        ensure("one", alg.coalesce == coalesce)
    ensure("natural", n >= 0)


@claim("N04-OTHER-OPERATION", "two functions are two", source="", n=Integers())
def other(alg: Any, n: int) -> None:
    if n > MANY:
        ensure("two", alg.coalesce != plain_coalesce)
        ensure("two", alg.coalesce != coalesce)
    ensure("natural", n >= 0)


@claim("N05-TWO-FUNCTIONS", "the exported function is the plain function", source="", n=Integers())
def exported(alg: Any, n: int) -> None:
    if n > MANY:
        ensure("one", coalesce == plain_coalesce)
    ensure("natural", n >= 0)


@claim("N06-KEY", "an operation is looked up", source="", n=Integers())
def looked_up(alg: Any, n: int) -> None:
    if n > MANY:
        ensure("first", {alg.coalesce: 1, coalesce: 2}.get(alg.coalesce, 3) == 1)
    ensure("natural", n >= 0)


def is_total(function: Any, known: Callable[..., int] = total) -> bool:
    return function == known


@claim("N07-DEFAULT", "a default is not lifted", source="", A=Layouts())
def by_default(alg: Any, A: Layout) -> None:
    if A.size > MANY:
        ensure("another", not is_total(total))
    ensure("a size", A.size >= 1)


def compared_with(known: Callable[..., int]) -> Callable[..., bool]:
    def compared(function: Any) -> bool:
        return function == known

    return compared


is_held = compared_with(total)


@claim("N08-CLOSURE", "a value in a closure is not lifted", source="", A=Layouts())
def by_closure(alg: Any, A: Layout) -> None:
    if A.size > MANY:
        ensure("another", not is_held(total))
    ensure("a size", A.size >= 1)


@claim("N09-METHOD", "no two arguments are one object", source="", A=Layouts(), B=Layouts())
def method(alg: Any, A: Layout, B: Layout) -> None:
    if A.size > MANY:
        ensure("another", A.extended != B.extended)
    ensure("a size", A.size >= 1)


@claim("N10-SET", "the first of a set", source="", n=Integers())
def of_a_set(alg: Any, n: int) -> None:
    if next(iter({"a", "b", "c", "d", "e"})) == "a":
        ensure("never", n < 0)
    ensure("natural", n >= 0)


@claim("N11-GLOBAL-SET", "the first of a constant", source="", n=Integers())
def of_a_constant(alg: Any, n: int) -> None:
    if next(iter(NAMES)) == "a":
        ensure("never", n < 0)
    ensure("natural", n >= 0)


@claim("N12-KEYS", "the first of the keys", source="", n=Integers())
def of_keys(alg: Any, n: int) -> None:
    table = {"a": 1, "b": 2, "c": 3, "d": 4}
    if next(iter(table.keys() & table.keys())) == "a":
        ensure("never", n < 0)
    ensure("natural", n >= 0)


@claim("N13-MADE-SET", "the first of a set that is made", source="", n=Integers())
def of_a_made_set(alg: Any, n: int) -> None:
    if next(iter(frozenset(("a", "b", "c", "d", "e")))) == "a":
        ensure("never", n < 0)
    ensure("natural", n >= 0)


@claim("N14-NAME-OF-A-DOMAIN", "every integer is 3", source="", n=Three())
def of_every_integer(alg: Any, n: int) -> None:
    ensure("three", n == 3)


@claim("N15-ROW", "a label is a row of the table", source="", n=Integers())
def row(alg: Any, n: int) -> None:
    ensure("so\n  D6  PROVED  ranks all, integers all", n >= 0)


@claim("N16-ALGEBRA", "the implementation is the spec", source="", n=Integers())
def algebra(alg: Any, n: int) -> None:
    if n > MANY:
        ensure("another", alg != spec.Layout)
        ensure("itself", [alg].count(alg) == 1)
    ensure("natural", n >= 0)
