"""A false claim whose definition calls itself through a default argument."""

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
def circular(modes: Modes) -> int:
    return by_default(modes)


def one_more(modes: Modes, of: Any = circular) -> int:
    return of(modes) + 1


def by_default(modes: Modes) -> int:
    return one_more(modes) if total(modes) > MANY else 0


@contract(by_default)
def by_default_is_some(modes: Modes) -> Promise:
    """The function `by_default` returns some integer."""

    def shows(found: int) -> None:
        ensure("some", found == found)  # noqa: PLR0124 - it is promised that there is one

    return Promise(shows)


@lemma
def all_are_small(modes: Modes) -> Lemma:
    """A false lemma: the size of every layout is at most MANY."""

    def shows() -> None:
        ensure("small", total(modes) <= MANY)

    def proof() -> None:
        if modes and total(modes) > MANY:
            total(modes[1:])
            circular(modes)
            unfold(by_default, modes)

    return shows, proof


@claim("P15-BY-DEFAULT", "a definition through a default is 1 more", source="", A=Layouts())
def of_a_default(alg: Any, A: Layout) -> None:
    by(all_are_small, modes_of(A))
    ensure("small", A.size <= MANY)
