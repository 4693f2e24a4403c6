"""Two implementations compared: on which cases both are right, one is wrong, or both are wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import TypeAlias

from verif.operations.cases import cases
from verif.operations.operand import Case
from verif.oracle.comparison import shown
from verif.oracle.deviation import Deviation, Kind, Weight, deviation, flaws, text_of_call, weight
from verif.oracle.numbers import numbers
from verif.oracle.truth import text, truth
from verif.questions.program import UndecidedError
from verif.upstream.implementation import Implementation
from verif.upstream.outcome import CallOutcome

Order: TypeAlias = tuple[int, Weight, str]


class Standing(StrEnum):
    """Which of two implementations are right on a case."""

    ALIKE = "both right"
    DIFFERENT = "both right, with different results"
    FIRST = "the first wrong"
    SECOND = "the second wrong"
    BOTH = "both wrong"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Meeting:
    """A case as text: both outcomes, the right value, and what is wrong with each outcome."""

    case: str
    first: str
    second: str
    right: str
    numbers: tuple[str, str]
    order: Order
    """Sort key: the most convincing case first."""


@dataclass(frozen=True)
class Standings:
    """How many cases of an operation have each `Standing`, with an example of each.

    The example is the most convincing case. `Standing.ALIKE` has no example.
    """

    operation: str
    counts: Mapping[Standing, int]
    cases: Mapping[Standing, Meeting]

    @property
    def is_even(self) -> bool:
        """Whether both implementations are right on the same decided cases."""
        return not (self.counts.get(Standing.FIRST) or self.counts.get(Standing.SECOND))


def standings(
    operation: str, first: Implementation, second: Implementation, most: int
) -> Standings:
    """Return the standings of two implementations on the first `most` cases of an operation."""
    asked = list(islice(cases(operation), most))
    calls = [(operation, arguments) for arguments in asked]
    told = zip(calls, first.apply_all(calls), second.apply_all(calls), strict=True)
    counts = Counter[Standing]()
    best: dict[Standing, Meeting] = {}
    for call, one, other in told:
        try:
            wrong = deviation(*call, one), deviation(*call, other)
        except UndecidedError:
            counts[Standing.UNDECIDED] += 1
            continue
        standing = _standing(*wrong, alike=shown(one) == shown(other))
        counts[standing] += 1
        known = best.get(standing)
        order = (flaws(*call), weight(call[1]), text_of_call(*call))
        if standing is not Standing.ALIKE and (known is None or order < known.order):
            best[standing] = _meeting(call, (one, other), wrong, order)
    return Standings(operation, counts, best)


def _standing(one: Deviation | None, other: Deviation | None, *, alike: bool) -> Standing:
    wrong = tuple(d is not None and d.kind is not Kind.FORM_ONLY for d in (one, other))
    match wrong:
        case (True, True):
            return Standing.BOTH
        case (True, False):
            return Standing.FIRST
        case (False, True):
            return Standing.SECOND
        case _:
            return Standing.ALIKE if alike else Standing.DIFFERENT


def _meeting(
    call: Case,
    outcomes: tuple[CallOutcome, CallOutcome],
    wrong: tuple[Deviation | None, Deviation | None],
    order: Order,
) -> Meeting:
    operation, arguments = call
    true = truth(operation, arguments)
    told = tuple("" if d is None else numbers(d) for d in wrong)
    return Meeting(
        text_of_call(operation, arguments),
        shown(outcomes[0]),
        shown(outcomes[1]),
        text(true.value) if true.exists else "no value",
        (told[0], told[1]),
        order,
    )
