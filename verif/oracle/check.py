"""A check of one implementation: its operations on cases, against the truth and a baseline."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, cast

from spec.notation import Call, Literal
from verif.expression import read
from verif.operations.cases import cases, few_cases
from verif.operations.operand import Arguments, Case
from verif.operations.table import DRAWN, SPELLED
from verif.oracle.baseline import (
    SCHEMA_VERSION,
    Baseline,
    CheckRecord,
    FindingRecord,
    baseline,
    mark,
)
from verif.oracle.causes import Finding, Population, grouped, population
from verif.oracle.deviation import Deviation, deviation
from verif.oracle.reproduction import reproduction
from verif.oracle.shrink import Examiner
from verif.questions.program import UndecidedError
from verif.upstream.implementation import Implementation

ROUND: Final = 100
"""The cases of an operation between two looks at the clock."""

MOST: Final = 1_000
"""The cases of an operation, at the most: a check ends by itself, with the same result."""

SLOW: Final[Mapping[str, int]] = {"cute-cpp": 100}
"""Fewer for what is compiled."""

SHRINKING: Final = 0.3
"""The part of the budget that is kept for finding the causes."""

FEW_TRIED: Final = 6
"""The smaller calls of a call that are tried where an implementation is slow."""

LEAST_SHRINKING: Final = 20.0
"""The seconds that finding the causes may take where the budget is small."""

Progress = Callable[[int, int], None]
"""A callback that gets the number of cases done and the number of all."""


def untold(_done: int, _total: int) -> None:
    """A progress callback that does nothing."""


@dataclass
class Examined:
    """The findings of a run over the cases of an implementation."""

    cases: int = 0
    undecided: int = 0
    deviations: list[Deviation] = field(default_factory=list[Deviation])
    marks: dict[str, bytearray] = field(default_factory=dict[str, bytearray])
    new: list[Deviation] = field(default_factory=list[Deviation])
    beyond: list[Deviation] = field(default_factory=list[Deviation])
    gone: dict[str, int] = field(default_factory=dict[str, int])

    def populations(self, implementation: Implementation) -> dict[str, Population]:
        """The traits of all cases, by operation."""
        return {
            name: population(islice(cases_of(implementation.name, name), len(marks)))
            for name, marks in self.marks.items()
        }


def shares(implementation: Implementation) -> dict[str, int]:
    """The number of cases of each operation of an implementation."""
    most = SLOW.get(implementation.name, MOST)
    names = sorted(implementation.operations & DRAWN.keys())
    return {name: most * DRAWN[name].share for name in names}


def examined(
    implementation: Implementation,
    seconds: float,
    known: Baseline | None = None,
    *,
    first: bool = False,
    progress: Progress = untold,
) -> Examined:
    """The operations on their cases in turn, until all are done or the time is up.

    With `first`, until a case deviates that by the baseline does not, or deviates otherwise.
    """
    ends = time.monotonic() + seconds
    wanted = shares(implementation)
    total = sum(wanted.values())
    before = {} if known is None else known.marks()
    sources = {
        name: islice(cases_of(implementation.name, name), share) for name, share in wanted.items()
    }
    found = Examined(marks={name: bytearray() for name in wanted})
    for batch in _rounds(sources, _round_size(implementation)):
        _examine(batch, implementation, before, found)
        progress(found.cases, total)
        if time.monotonic() >= ends or (first and found.new):
            break
    return found


def cases_of(name: str, operation: str) -> Iterator[Arguments]:
    """The cases that an operation of an implementation of that name is tried on."""
    return few_cases(operation) if name in SLOW else cases(operation)


def _round_size(implementation: Implementation) -> int:
    return max(1, SLOW[implementation.name] // 7) if implementation.name in SLOW else ROUND


def _rounds(
    sources: Mapping[str, Iterator[Arguments]], size: int
) -> Iterator[list[tuple[str, Arguments]]]:
    """Cases of all operations in turn, of those oftener met as many times as many."""
    while True:
        batch = [
            (name, arguments)
            for name, source in sources.items()
            for arguments in islice(source, size * DRAWN[name].share)
        ]
        if not batch:
            return
        yield batch


def _examine(
    batch: list[tuple[str, Arguments]],
    implementation: Implementation,
    before: Mapping[str, bytes],
    found: Examined,
) -> None:
    for (name, arguments), outcome in zip(batch, implementation.apply_all(batch), strict=True):
        try:
            d = deviation(name, arguments, outcome)
        except UndecidedError:
            d = None
            found.undecided += 1
        marks, known = found.marks[name], before.get(name, b"")
        position = len(marks)
        marks.append(mark(d))
        found.cases += 1
        if d is not None:
            found.deviations.append(d)
        before_it = known[position] if position < len(known) else None
        if d is not None and marks[position] != before_it:
            (found.beyond if before_it is None else found.new).append(d)
        elif d is None and before_it:
            found.gone[name] = found.gone.get(name, 0) + 1


@dataclass(frozen=True)
class Checked:
    """A check of an implementation, compared with what was known of it."""

    record: CheckRecord
    findings: tuple[Finding, ...]
    marks: Mapping[str, bytes]
    new: tuple[Finding, ...]
    gone: tuple[FindingRecord, ...]
    repaired: Mapping[str, int]
    undecided: int

    def as_baseline(self) -> Baseline:
        """The baseline from now on."""
        titles = {finding.cause.id: finding.cause.title for finding in self.findings}
        return baseline(self.record, titles, self.marks)


def check(
    implementation: Implementation,
    seconds: float,
    known: Baseline | None = None,
    *,
    first: bool = False,
    progress: Progress = untold,
) -> Checked:
    """The findings in an implementation, and which of them are new."""
    ends = time.monotonic() + seconds
    ran = examined(implementation, seconds * (1 - SHRINKING), known, first=first, progress=progress)
    ends = max(ends, time.monotonic() + LEAST_SHRINKING)
    few = implementation.name in SLOW
    examiner = Examiner(implementation, FEW_TRIED) if few else Examiner(implementation)
    populations = ran.populations(implementation)
    # Whoever stops at the first case wants to know of it, and not of all that is known.
    findings = () if first else tuple(grouped(ran.deviations, populations, examiner, ends))
    records = tuple(record_of(finding, implementation) for finding in findings)
    record = CheckRecord(
        SCHEMA_VERSION, implementation.name, implementation.version, ran.cases, records
    )
    new = tuple(grouped(ran.new, populations, examiner, ends))
    # Beyond the cases that are known one by one, only an unknown cause is news.
    ids = {finding.cause.id for finding in new} | (set() if known is None else known.ids)
    beyond = findings if known is None else grouped(ran.beyond, populations, examiner, ends)
    new += tuple(finding for finding in beyond if finding.cause.id not in ids)
    gone = () if known is None else tuple(_gone(known, examiner))
    marks = {name: bytes(marks) for name, marks in ran.marks.items()}
    return Checked(record, findings, marks, new, gone, ran.gone, ran.undecided)


def _gone(known: Baseline, examiner: Examiner) -> Iterator[FindingRecord]:
    """The known findings whose least cases deviate no more."""
    calls = [call_of(finding.case) for finding in known.findings]
    there = [call for call in calls if call[0] in examiner.implementation.operations]
    deviating = dict(zip(there, examiner.examine(there), strict=True))
    for finding, call in zip(known.findings, calls, strict=True):
        if call in deviating and deviating[call] is None:
            yield finding


def call_of(case: str) -> Case:
    """The operation and the arguments of a case, whose text has operands alone.

    >>> call_of("slice(_, 4:2)")
    ('slice_', (None, Layout.parse('4:2')))
    """
    call = read(case)
    assert isinstance(call, Call)
    name = SPELLED[call.name].name
    arguments = tuple(argument.value for argument in call.args if isinstance(argument, Literal))
    return name, cast("Arguments", arguments)


def record_of(finding: Finding, implementation: Implementation) -> FindingRecord:
    """A finding as it is written down."""
    least = finding.least
    return FindingRecord(
        id=finding.cause.id,
        operation=least.operation,
        kind=least.kind,
        case=least.case,
        got=least.shown,
        expected=str(least.true),
        reproduction=reproduction(
            least.operation, least.arguments, implementation.name, implementation.version
        ),
        count=finding.count,
    )
