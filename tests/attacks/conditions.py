"""False claims that use a contract or lemma whose condition or measure contains `assume`."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from spec.modes import Modes, modes_of, total
from verif.kernel.claim import claim
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import accepted, assume, attempt, by, ensure
from verif.readings.domains import Layouts

MANY = 1000


def refuses_large(modes: Modes) -> int:
    if total(modes) > MANY:
        raise ValueError("large")
    return 1


@contract(refuses_large, rejects=ValueError)
def none_is_refused(modes: Modes) -> Promise:
    """A false promise: `refuses_large` accepts every list of modes and returns 1."""

    def accepts() -> bool:
        assume("small", total(modes) <= MANY)
        return True

    def shows(result: int) -> None:
        ensure("1", result == 1)

    return Promise(shows, accepts=accepts)


@claim("P17-ACCEPTS", "acceptance is assumed", source="", A=Layouts())
def by_what_accepts(alg: Any, A: Layout) -> None:
    ensure("accepted", accepted(attempt(refuses_large, modes_of(A))))


@definition(on="modes")
def treble(modes: Modes) -> int:
    return 3 * total(modes)


def assumes(modes: Modes) -> bool:
    if total(modes) > MANY:
        assume("never", total(modes) < 0)
    return total(modes) < 0


@lemma(whenever=treble, where=assumes)
def treble_is_positive(modes: Modes) -> Lemma:
    """The result of `treble` is positive."""

    def shows() -> None:
        ensure("positive", treble(modes) >= 1)

    def proof() -> None:
        if modes:
            total(modes[1:])

    return shows, proof


@claim("P18-WHERE-ASSUMES", "a condition assumes that it is small", source="", A=Layouts())
def by_what_a_condition_assumes(alg: Any, A: Layout) -> None:
    number = treble(modes_of(A))
    ensure("small", A.size <= MANY or number < A.size)


def measure_of(k: int, modes: Modes) -> int:
    if k == 1:
        assume("never", total(modes) < 0)
    return 1 - k


@lemma(on=measure_of)
def falls_by_what_is_assumed(k: int, modes: Modes) -> Lemma:
    """A false lemma: if k is not 1, the size of every layout is at most MANY."""

    def shows() -> None:
        if k == 0:
            falls_by_what_is_assumed(1, modes)
        ensure("small", k == 1 or total(modes) <= MANY)

    def proof() -> None:
        """This proof is empty."""

    return shows, proof


@claim("P19-MEASURE-ASSUMES", "a measure assumes that it is small", source="", A=Layouts())
def by_what_a_measure_assumes(alg: Any, A: Layout) -> None:
    by(falls_by_what_is_assumed, 0, modes_of(A))
    ensure("small", A.size <= MANY)
