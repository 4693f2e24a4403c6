"""False claims that register a new kind or a new lemma."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from spec.modes import Mode, Modes, modes_of, total
from verif.kernel.claim import claim
from verif.kernel.contract import Kind
from verif.kernel.theory import Lemma, kind, lemma
from verif.kernel.verbs import ensure, proving
from verif.readings.domains import Layouts

MANY = 1000

SMALL = kind(
    Modes,
    Kind("modes", Mode, ("s", "d"), lambda s, d: (s, d), lambda m: {"small": m[0] <= 2}),
)


@lemma
def never_large(modes: Modes) -> Lemma:
    """A false lemma: the size of every layout is at most MANY."""

    def shows() -> None:
        ensure("small", total(modes) <= MANY)

    def proof() -> None:
        if not proving():
            ensure("small", False)

    return shows, proof


@claim("T01-KIND", "every layout of one mode is small", source="", A=Layouts())
def of_another_kind(alg: Any, A: Layout) -> None:
    modes = modes_of(A)
    ensure("small", modes[0][0] <= MANY)


@claim("T02-LEMMA", "every layout is small", source="", A=Layouts())
def by_a_false_lemma(alg: Any, A: Layout) -> None:
    never_large(modes_of(A))
    ensure("small", A.size <= MANY)
