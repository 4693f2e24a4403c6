"""Counts with a hint: the proof of a promise has a hint, which only a theory may give."""

from __future__ import annotations

from spec.modes import Modes
from verif import Promise, contract, ensure, proving


def count(modes: Modes) -> int:
    """The number of modes."""
    return 1 + count(modes[1:]) if modes else 0


@contract(count)
def promise_of_count(modes: Modes) -> Promise:
    """A count is at least 0."""
    if proving():
        ensure("a hint", count(modes) == count(modes))

    def shows(result: int) -> None:
        ensure("at least 0", result >= 0)

    return Promise(shows)
