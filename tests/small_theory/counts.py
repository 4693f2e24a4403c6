"""Counts: the promise of a function, a lemma that cites the promise, and a false lemma.

The plan: count by twos.
"""

from __future__ import annotations

from spec.modes import Modes
from verif import Lemma, Promise, assume, contract, definition, ensure, lemma


def twice(modes: Modes) -> int:
    """Twice the number of modes.

    >>> twice(((2, 1), (3, 2)))
    4
    """
    return 2 + twice(modes[1:]) if modes else 0


@definition(on="modes")
def ones(modes: Modes) -> int:
    """The number of modes."""
    return 1 + ones(modes[1:]) if modes else 0


@contract(twice)
def promise_of_twice(modes: Modes) -> Promise:
    """The double count is at least 0 and even."""

    def shows(result: int) -> None:
        # The count starts at 0.
        ensure("at least 0", result >= 0)
        ensure("even", result % 2 == 0)

    return Promise(shows)


@lemma
def doubled(modes: Modes, n: int) -> Lemma:
    """The double count is even."""
    assume("n is the double count", n == twice(modes))

    def shows() -> None:
        ensure("n is even", n % 2 == 0)

    def proof() -> None:
        """By the promise of `twice`."""
        # Calling `twice` adds its promise to the facts of the proof.
        ensure("even", twice(modes) % 2 == 0)

    return shows, proof


@lemma
def seven(n: int) -> Lemma:
    """Every number is 7."""

    def shows() -> None:
        ensure("n is 7", n == 7)

    def proof() -> None:
        """There is no proof, because the lemma is false."""

    return shows, proof
