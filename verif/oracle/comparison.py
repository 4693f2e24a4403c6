"""Compare two implementations on the same cases, to find where the second is better or worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from typing import Final, TypeAlias

from verif.english import counted
from verif.operations.cases import cases
from verif.operations.names import without_mark
from verif.operations.operand import Arguments
from verif.operations.table import DRAWN
from verif.oracle.causes import origins_of
from verif.oracle.deviation import Kind, deviation, weight
from verif.oracle.shrink import Examiner, reductions
from verif.oracle.truth import text, truth
from verif.questions.program import UndecidedError
from verif.upstream.implementation import Implementation
from verif.upstream.outcome import CallOutcome, Crashed, Malformed, Rejected

Judged: TypeAlias = Kind | None
"""The kind of an outcome's deviation from the truth, or None for a right outcome."""

WORST_FIRST: Final = (*Kind, None)
"""The kinds of deviations from worst to least bad, followed by None for right outcomes."""

AGREES: Final = "agrees"
"""The word for an outcome without a deviation."""

STEPS: Final = 40
"""The largest number of steps when a case is simplified."""


class Change(StrEnum):
    """Whether the second implementation's outcome is worse than the first's, better, or neither."""

    REGRESSION = "regression"
    REPAIR = "repair"
    OTHER = "other"


@dataclass(frozen=True)
class Difference:
    """Calls of one operation on which two implementations differ, all in the same way."""

    operation: str
    arguments: Arguments
    before: CallOutcome
    after: CallOutcome
    was: Judged
    now: Judged
    count: int = 1

    @property
    def change(self) -> Change:
        was, now = WORST_FIRST.index(self.was), WORST_FIRST.index(self.now)
        if now < was:
            return Change.REGRESSION
        return Change.REPAIR if now > was else Change.OTHER

    @property
    def case(self) -> str:
        """The call in the notation that `eval` reads."""
        return f"{without_mark(self.operation)}({', '.join(map(text, self.arguments))})"

    def __str__(self) -> str:
        kinds = f"{self.was or AGREES} -> {self.now or AGREES}"
        words = f"{shown(self.before)} -> {shown(self.after)}"
        true = truth(self.operation, self.arguments)
        right = text(true.value) if true.exists else "no value"
        times = counted(self.count, "case")
        name = without_mark(self.operation)
        return f"{name}, {kinds}, {times}; {self.case}: {words}; right: {right}"


def compared(before: Implementation, after: Implementation, only: Collection[str]) -> list[str]:
    """Return the operations that both implementations have and for which there are cases.

    If `only` is not empty, return only operations in it.
    """
    both = sorted(before.operations & after.operations & DRAWN.keys())
    return [name for name in both if not only or without_mark(name) in only or name in only]


def differences(
    before: Implementation, after: Implementation, most: int, only: Collection[str] = ()
) -> Iterator[list[Difference]]:
    """Yield, for each common operation, the differences in the operation's first `most` cases."""
    for operation in compared(before, after, only):
        asked = list(islice(cases(operation), most))
        groups: dict[tuple[Judged, Judged], Difference] = {}
        for one in _differing(operation, asked, before, after):
            least = groups.get((one.was, one.now))
            if least is None:
                groups[one.was, one.now] = one
                continue
            lighter = one if weight(one.arguments) < weight(least.arguments) else least
            groups[one.was, one.now] = replace(lighter, count=least.count + 1)
        yield [_simpler(group, before, after) for group in groups.values()]


def places(found: Iterable[Difference], before: Examiner, after: Examiner) -> dict[str, int]:
    """Count the cases by the operation that is at fault in the worse implementation."""
    counts = Counter[str]()
    for one in found:
        worse = after if one.change is Change.REGRESSION else before
        d = worse.one(one.operation, one.arguments)
        counts[one.operation if d is None else origins_of(d, worse)[0]] += one.count
    return dict(counts.most_common())


def _differing(
    operation: str, asked: Sequence[Arguments], before: Implementation, after: Implementation
) -> Iterator[Difference]:
    """Yield the calls with different outcomes, except calls whose right value is unknown."""
    calls = [(operation, arguments) for arguments in asked]
    told = zip(asked, before.apply_all(calls), after.apply_all(calls), strict=True)
    for arguments, old, new in told:
        if shown(old) == shown(new):
            continue
        try:
            was, now = (_judged(operation, arguments, outcome) for outcome in (old, new))
        except UndecidedError:
            continue
        yield Difference(operation, arguments, old, new, was, now)


def _judged(operation: str, arguments: Arguments, outcome: CallOutcome) -> Judged:
    found = deviation(operation, arguments, outcome)
    return None if found is None else found.kind


def _simpler(found: Difference, before: Implementation, after: Implementation) -> Difference:
    """Simplify the arguments step by step while the difference stays the same."""
    for _ in range(STEPS):
        simpler = [a for a in reductions(found.arguments) if weight(a) < weight(found.arguments)]
        alike = (
            one
            for one in _differing(found.operation, simpler, before, after)
            if (one.was, one.now) == (found.was, found.now)
        )
        least = min(alike, key=lambda one: weight(one.arguments), default=None)
        if least is None:
            break
        found = replace(least, count=found.count)
    return found


def shown(outcome: CallOutcome) -> str:
    """Describe an outcome, without the message of a refusal.

    >>> shown(Rejected("AssertionError")), shown(Malformed("0:2, where shape 0 is 0")), shown(True)
    ('rejected', 'malformed 0:2', 'true')
    """
    match outcome:
        case Rejected():
            return "rejected"
        case Crashed():
            return "crashed"
        case Malformed():
            return f"malformed {outcome.text.partition(', where')[0]}"
        case _:
            return text(outcome)
