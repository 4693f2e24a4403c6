"""A false claim whose definition calls itself through a closure."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from spec.modes import Modes, modes_of, total
from verif.kernel.claim import claim
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import by, ensure, unfold
from verif.readings.domains import Layouts

MANY = 1000


@definition(on="modes")
def round_about(modes: Modes) -> int:
    return by_what_is_held(modes)


def holding(held: Any) -> Any:
    def one_more_of_it(modes: Modes) -> int:
        return held(modes) + 1

    return one_more_of_it


one_more_held = holding(round_about)


def by_what_is_held(modes: Modes) -> int:
    return one_more_held(modes) if total(modes) > MANY else 0


@contract(by_what_is_held)
def what_is_held_is_some(modes: Modes) -> Promise:
    """The function `by_what_is_held` returns some integer."""

    def shows(found: int) -> None:
        ensure("some", found == found)  # noqa: PLR0124 - it is promised that there is one

    return Promise(shows)


@lemma
def every_one_is_small(modes: Modes) -> Lemma:
    """A false lemma: the size of every layout is at most MANY."""

    def shows() -> None:
        ensure("small", total(modes) <= MANY)

    def proof() -> None:
        if modes and total(modes) > MANY:
            total(modes[1:])
            round_about(modes)
            unfold(by_what_is_held, modes)

    return shows, proof


@claim("P16-HELD", "a definition through a closure is 1 more", source="", A=Layouts())
def of_what_is_held(alg: Any, A: Layout) -> None:
    by(every_one_is_small, modes_of(A))
    ensure("small", A.size <= MANY)
