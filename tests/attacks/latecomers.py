"""False claims whose code changes during the search, and domains that misdescribe themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from verif.kernel.claim import Claim, claim
from verif.kernel.verbs import assume, ensure
from verif.readings.numbers import Integers

MANY = 10**12


class Changing(int):
    """An integer that calls `change` when the search compares it by `<=`."""

    def __new__(cls, change: Callable[[], object]) -> Changing:
        number = super().__new__(cls, 5)
        number.change = change
        return number

    change: Callable[[], object]

    def __le__(self, other: int) -> bool:
        self.change()
        return int(self) <= other


def small(n: int) -> bool:
    return n <= MANY


def always(n: int) -> bool:
    return 0 * n == 0


def late(id: str, change: Callable[[], object]) -> Callable[[Any], Claim]:
    """Return a decorator for a claim.

    The first case that is tried calls `change`, which changes the claim's code.
    """
    return claim(id, "", source="", exhibits=({"n": Changing(change)},), n=Integers())


@late("L01-NAME", lambda: globals().update(small_by_name=always))
def named(alg: Any, n: int) -> None:
    ensure("small", small_by_name(n))


def small_by_name(n: int) -> bool:
    return n <= MANY


def small_by_code(n: int) -> bool:
    return n <= MANY


def change_code() -> None:
    small_by_code.__name__ = small_by_code.__qualname__ = "always"
    small_by_code.__code__ = always.__code__


@late("L02-CODE", change_code)
def coded(alg: Any, n: int) -> None:
    ensure("small", small_by_code(n))


FLAG = 0


@late("L03-CONSTANT", lambda: globals().update(FLAG=1))
def constant(alg: Any, n: int) -> None:
    ensure("small", n <= MANY or FLAG == 1)


@late("L04-BUILTIN", lambda: globals().update(any=always))
def builtin(alg: Any, n: int) -> None:
    ensure("small", any((n <= MANY,)))


def small_by_default(n: int, more: int = 0) -> bool:
    return n <= MANY or more == 1


@late("L05-DEFAULT", lambda: setattr(small_by_default, "__defaults__", (1,)))
def default(alg: Any, n: int) -> None:
    ensure("small", small_by_default(n))


def other_text(alg: Any, n: int) -> None:
    ensure("natural", n >= 0)


@late("L06-TEXT", lambda: object.__setattr__(text, "text", other_text))
def text(alg: Any, n: int) -> None:
    ensure("small", n <= MANY)


@late("L07-DOMAIN", lambda: text_of_domain.domains.update(n=Three()))
def text_of_domain(alg: Any, n: int) -> None:
    ensure("small", n <= MANY)


def holding(known: Callable[[int], bool]) -> Callable[[int], bool]:
    def asked(n: int) -> bool:
        return known(n)

    return asked


small_by_cell = holding(small)


@late(
    "L08-CELL",
    lambda: setattr((small_by_cell.__closure__ or ())[0], "cell_contents", always),
)
def held(alg: Any, n: int) -> None:
    ensure("small", small_by_cell(n))


@dataclass(frozen=True)
class Three:
    """A domain that contains only the integer 3."""

    profiles: tuple[None] = (None,)

    def describe(self, profile: None) -> str | None:
        return None

    def symbolic(self, fresh: Any, name: str, profile: None, earlier: Any) -> int:
        three = fresh.unknown(name, int)
        assume("three", three == 3)
        return three

    def lifted(self, fresh: Any, name: str, earlier: Any) -> int:
        return self.symbolic(fresh, name, None, earlier)

    def enumerated(self, earlier: Any) -> tuple[int, ...]:
        return (3,)


@dataclass(frozen=True)
class Seeming:
    """A domain that contains only the integer 3, but pretends to be of another class."""

    profiles: tuple[None] = (None,)
    low: int = 0

    __class__ = property(lambda self: Integers)
    describe, symbolic, lifted = Three.describe, Three.symbolic, Three.lifted
    enumerated = Three.enumerated


@claim("L09-CLASS", "every integer is 3", source="", n=Seeming())
def seeming(alg: Any, n: int) -> None:
    ensure("three", n == 3)


@dataclass(frozen=True)
class Printed:
    """A domain that contains only the integer 3, but is printed as the domain of all naturals."""

    profiles: tuple[None] = (None,)

    def __repr__(self) -> str:
        return "Integers(low=0)"

    describe, symbolic, lifted = Three.describe, Three.symbolic, Three.lifted
    enumerated = Three.enumerated


@claim("L10-PRINTED", "every integer is 3", source="", n=Printed())
def printed(alg: Any, n: int) -> None:
    ensure("three", n == 3)


def small_by_values(n: int) -> bool:
    return n <= MANY


@dataclass(frozen=True)
class Searched:
    """A domain of all integers. A search of the domain replaces `small_by_values` by `always`."""

    profiles: tuple[None] = (None,)

    def describe(self, profile: None) -> None:
        return None

    def symbolic(self, fresh: Any, name: str, profile: None, earlier: Any) -> int:
        return fresh.unknown(name, int)

    def lifted(self, fresh: Any, name: str, earlier: Any) -> int:
        return fresh.unknown(name, int)

    def enumerated(self, earlier: Any) -> tuple[int, ...]:
        globals()["small_by_values"] = always
        return (3,)


@claim("L11-ENUMERATED", "every integer is small", source="", n=Searched())
def searched(alg: Any, n: int) -> None:
    ensure("small", small_by_values(n))


def small_by_itself(n: int) -> bool:
    if n == 5:
        globals()["small_by_itself"] = always
    return n <= MANY


@claim("L12-ITSELF", "every integer is small", source="", n=Integers())
def itself(alg: Any, n: int) -> None:
    ensure("small", small_by_itself(n))


@dataclass(frozen=True)
class Telling:
    """A domain that contains only the integer 3, but is equal to everything."""

    profiles: tuple[None] = (None,)

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    describe, symbolic, lifted = Three.describe, Three.symbolic, Three.lifted
    enumerated = Three.enumerated


@claim("L13-EQUAL", "every integer is 3", source="", n=Telling())
def equal(alg: Any, n: int) -> None:
    ensure("three", n == 3)


@dataclass(frozen=True)
class Reading:
    """A domain of all integers. The attack replaces `Reading.lifted` by `Three.lifted`."""

    profiles: tuple[None] = (None,)

    describe, symbolic, lifted = Searched.describe, Searched.symbolic, Searched.lifted
    enumerated = Three.enumerated


@claim(
    *("L14-READING", "every integer is small"),
    source="",
    exhibits=({"n": Changing(lambda: setattr(Reading, "lifted", Three.lifted))},),
    n=Reading(),
)
def read_otherwise(alg: Any, n: int) -> None:
    ensure("small", n <= MANY)
