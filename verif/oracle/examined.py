"""Run an implementation's operations. Compare the results with the truth and with a baseline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, islice
from operator import itemgetter
from typing import Final

from verif.operations.cases import cases, few_cases
from verif.operations.operand import Arguments, Case
from verif.operations.table import DRAWN
from verif.oracle.baseline import RIGHT, UNDECIDED, Baseline, kind_of, mark
from verif.oracle.causes import Population, population
from verif.oracle.deviation import Deviation, Kind, deviation, text_of_call
from verif.processes.deadline import Deadline, DeadlineError, OverdueError
from verif.questions.program import UndecidedError
from verif.upstream.implementation import Implementation
from verif.upstream.outcome import GIVEN_UP, CallOutcome

ROUND: Final = 100
"""The number of cases per operation in a round.

This number is multiplied by the operation's `share`.
"""

MOST: Final = 1_000
"""The largest number of cases per operation in a check.

This number is multiplied by the operation's `share`.
"""

SLOW: Final[Mapping[str, int]] = {"cute-cpp": 100, "flydsl": 300, "mojo": 300}
"""For each slow, compiled implementation: the number that replaces `MOST`."""

TOGETHER: Final = 128
"""How many cases are sent at once. The clock is checked after each batch."""

Progress = Callable[[int, int], None]
"""A callback that gets the number of cases done and the total number."""


def untold(_done: int, _total: int) -> None:
    """A progress callback that does nothing."""


def never(_found: Examined) -> bool:
    """A callback that never ends a run early, so that the run covers all cases."""
    return False


@dataclass
class Examined:
    """A run over the cases of an implementation, each compared with the baseline.

    The lists `lost`, `worse`, `other` and `beyond` have the deviations that the baseline does not
    have. In the baseline, the cases of `lost` were right, the cases of `worse` were less gravely
    wrong, and the cases of `other` were equally gravely wrong in another way. For the cases of
    `beyond`, the baseline does not say whether they were right. The cases of `form` are still
    right, but in another form than before.
    `gained` counts the cases that were wrong and are now right or less gravely wrong. `unanswered`
    is the call that was running at the deadline and had no answer soon after the deadline, or "".
    """

    total: int = 0
    cases: int = 0
    undecided: int = 0
    deviations: list[Deviation] = field(default_factory=list[Deviation])
    marks: dict[str, bytearray] = field(default_factory=dict[str, bytearray])
    lost: list[Deviation] = field(default_factory=list[Deviation])
    worse: list[Deviation] = field(default_factory=list[Deviation])
    other: list[Deviation] = field(default_factory=list[Deviation])
    beyond: list[Deviation] = field(default_factory=list[Deviation])
    form: list[Deviation] = field(default_factory=list[Deviation])
    gained: dict[str, int] = field(default_factory=dict[str, int])
    given_up: set[str] = field(default_factory=set[str])
    unanswered: str = ""

    def populations(self, implementation: Implementation) -> dict[str, Population]:
        """For each operation, count the cases that this run judged, by the traits of the cases."""
        return {
            name: population(islice(cases_of(implementation.name, name), len(marks)))
            for name, marks in self.marks.items()
        }

    def add(self, d: Deviation | None, now: int, operation: str, before: int | None) -> None:
        """Classify a case by its deviation `d` in this run and by its outcome in the baseline."""
        if d is not None:
            self.deviations.append(d)
        if now == before or (d is None and before is None):
            return
        was = None if before is None else kind_of(before)
        if d is None:
            self._gain(operation, was)
        elif before is None or before == UNDECIDED:
            self.beyond.append(d)
        elif d.kind is Kind.FORM_ONLY:
            if was is None:
                self.form.append(d)
            else:
                self._gain(operation, was)
        elif was is None:
            self.lost.append(d)
        elif d.kind.gravity > was.gravity:
            (self.lost if was is Kind.FORM_ONLY else self.worse).append(d)
        elif d.kind.gravity < was.gravity:
            self._gain(operation, was)
        else:
            self.other.append(d)

    def _gain(self, operation: str, was: Kind | None) -> None:
        if was is not None and was is not Kind.FORM_ONLY:
            self.gained[operation] = self.gained.get(operation, 0) + 1


def shares(implementation: Implementation) -> dict[str, int]:
    """Map each operation of an implementation to the number of cases to run."""
    most = SLOW.get(implementation.name, MOST)
    names = sorted(implementation.operations & DRAWN.keys())
    return {name: most * DRAWN[name].share for name in names}


def examined(
    implementation: Implementation,
    deadline: Deadline,
    known: Baseline | None = None,
    *,
    is_enough: Callable[[Examined], bool] = never,
    progress: Progress = untold,
) -> Examined:
    """Run the operations on their cases in turn, until all are done or the deadline comes.

    After each batch, `is_enough` tells whether the run ends.
    """
    implementation.until(deadline)
    found = Examined()
    try:
        wanted = shares(implementation)
        found.total = sum(wanted.values())
        found.marks = {name: bytearray() for name in wanted}
        sources = {
            name: islice(cases_of(implementation.name, name), share)
            for name, share in wanted.items()
        }
        before = {} if known is None else known.marks()
        for batch in _rounds(sources, _round_size(implementation)):
            for some in _together(batch, implementation):
                _examine(some, implementation, before, found)
                deadline.require()
                progress(found.cases, found.total)
                if is_enough(found):
                    return found
    except DeadlineError:
        pass
    return found


def cases_of(name: str, operation: str) -> Iterator[Arguments]:
    """Return the cases of an operation for the named implementation."""
    return few_cases(operation) if name in SLOW else cases(operation)


def _round_size(implementation: Implementation) -> int:
    return max(1, SLOW[implementation.name] // 7) if implementation.name in SLOW else ROUND


def _rounds(sources: Mapping[str, Iterator[Arguments]], size: int) -> Iterator[list[Case]]:
    """Yield rounds of cases. A round has more cases for an operation that other operations use."""
    while True:
        batch = [
            (name, arguments)
            for name, source in sources.items()
            for arguments in islice(source, size * DRAWN[name].share)
        ]
        if not batch:
            return
        yield batch


def _together(batch: list[Case], implementation: Implementation) -> Iterator[list[Case]]:
    """Split cases into smaller batches.

    For a slow implementation (see `SLOW`), a batch may contain calls of several operations. For any
    other implementation, each batch contains calls of one operation.
    """
    if implementation.name in SLOW:
        many = 2 * TOGETHER
        yield from (batch[start : start + many] for start in range(0, len(batch), many))
        return
    for _, of_one in groupby(batch, key=itemgetter(0)):
        asked = [*of_one]
        yield from (asked[start : start + TOGETHER] for start in range(0, len(asked), TOGETHER))


def _examine(
    batch: list[Case],
    implementation: Implementation,
    before: Mapping[str, bytes],
    found: Examined,
) -> None:
    """Run and judge a batch of cases. Raises DeadlineError if time is up before the last case."""
    done = 0
    try:
        for outcome in implementation.apply_each(batch):
            _add(batch[done], outcome, before, found)
            done += 1
    except OverdueError:
        found.unanswered = text_of_call(*batch[done])
        raise


def _add(case: Case, outcome: CallOutcome, before: Mapping[str, bytes], found: Examined) -> None:
    """Judge the outcome of a case, and add the case to the run."""
    name, arguments = case
    if outcome == GIVEN_UP:
        found.given_up.add(name)
        return
    try:
        d = deviation(name, arguments, outcome)
        now = mark(d)
    except UndecidedError:
        d, now = None, UNDECIDED
        found.undecided += 1
    marks, known = found.marks[name], before.get(name, b"")
    position = len(marks)
    marks.append(now)
    found.cases += 1
    before_it = known[position] if position < len(known) else None
    found.add(d, now, name, RIGHT if before_it == UNDECIDED and d is None else before_it)
