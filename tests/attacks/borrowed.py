"""False claims that use a fact of one domain, run or claim in another, where it is false.

For example, R01 cites a claim about even integers for an odd integer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spec.layout import Layout
from spec.modes import Modes, modes_of, total
from verif.kernel.claim import claim
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import by, ensure
from verif.readings.domains import Layouts
from verif.readings.numbers import Integers

MANY = 1000


@dataclass(frozen=True)
class Even:
    """A domain of even integers whose method `cited` wrongly accepts every value, even odd ones."""

    profiles: tuple[None, ...] = (None,)

    def describe(self, profile: None) -> None:
        return None

    def symbolic(self, fresh: Any, name: str, profile: None, earlier: Any) -> int:
        return 2 * fresh.unknown(name, int)

    def lifted(self, fresh: Any, name: str, earlier: Any) -> int:
        return 2 * fresh.unknown(name, int)

    def cited(self, fresh: Any, name: str, value: Any, earlier: Any) -> Any:
        return value

    def enumerated(self, earlier: Any) -> tuple[int, ...]:
        return (0, 2, 4)


@claim("EVEN", "true", source="", n=Even())
def even(alg: Any, n: int) -> None:
    ensure("even", n % 2 == 0)


@claim("R01-DOMAIN", "a property of even integers holds for all", source="", n=Integers())
def of_others(alg: Any, n: int) -> None:
    ensure("natural", n >= 0)
    if n > MANY:
        by(even, n)
        ensure("even", n % 2 == 0)


@claim("NATURAL", "true", source="", i=Integers())
def natural(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)


@claim("R02-SMALL", "every natural is small", source="", i=Integers())
def small(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    ensure("small", i < MANY)


vars(small)["contract"] = natural.contract


@claim("R03-THEOREM", "a false claim has the theorem of a true one", source="", i=Integers())
def by_another_theorem(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    by(natural, i)
    if i > MANY:
        by(small, i)
        ensure("small", i < MANY)


@lemma
def is_marked(modes: Modes) -> Lemma:
    """A false lemma: every layout is small. After `proof` has run, `shows` omits this statement."""
    marks: list[int] = []

    def shows() -> None:
        ensure("a size", total(modes) >= 1)
        if not marks:
            ensure("small", total(modes) < MANY)

    def proof() -> None:
        """Record in `marks` that the proof has run."""
        marks.append(1)

    return shows, proof


@claim("R04-MARKED", "a proof leaves a mark that no call leaves", source="", A=Layouts())
def by_a_mark(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        by(is_marked, modes_of(A))
        ensure("small", A.size < MANY)


def itself(modes: Modes) -> Modes:
    return modes


@contract(itself)
def is_counted(modes: Modes) -> Promise:
    """A false promise: every layout is small. `everywhere` states this only after `shows` ran."""
    marks: list[int] = []

    def shows(result: Modes) -> None:
        marks.append(1)

    def everywhere(result: Modes, seen: list[int] = marks) -> None:
        ensure("a size", total(result) >= 1)
        if seen:
            ensure("small", total(result) < MANY)

    return Promise(shows, everywhere={total: everywhere})


@claim("R05-COUNTED", "a law sees what was shown before it", source="", A=Layouts())
def by_a_count(alg: Any, A: Layout) -> None:
    ensure("a size", A.size >= 1)
    if A.size > MANY:
        ensure("small", total(itself(modes_of(A))) < MANY)


class Unsettled(int):
    """An integer that is equal to every value except the integers >= MANY."""

    def __eq__(self, other: object) -> bool:
        return type(other) is not int or other < MANY

    __hash__ = int.__hash__


UNSETTLED = Layout(Unsettled(4), 1)


@claim("R06-CONSTANT", "a layout holds an integer that looks around", source="", i=Integers())
def by_a_constant(alg: Any, i: int) -> None:
    ensure("natural", i >= 0)
    ensure("its shape", i == UNSETTLED.shape)
