"""A check of one implementation: its faults, and what of them is new.

New is what was right before and is wrong now, what is wrong in a graver way, and what is wrong by
a cause of which nothing is known. What is wrong as before, or in a less grave way, is not. Nor is
what a repair uncovers: an operation gains more cases than it loses, and those that it loses are
wrong by a known fault of another one, which has lost none itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from verif.operations.table import OPERATIONS
from verif.oracle.baseline import (
    SCHEMA_VERSION,
    Baseline,
    CheckRecord,
    FindingRecord,
    baseline,
)
from verif.oracle.causes import BEYOND, Finding, Population, grouped, origins_of
from verif.oracle.deviation import Deviation, Kind, call_of
from verif.oracle.examined import SLOW, Examined, Progress, examined, untold
from verif.oracle.faults import FaultSite, fault_sites, seen_again
from verif.oracle.numbers import numbers
from verif.oracle.published import published
from verif.oracle.reproduction import reproduction
from verif.oracle.shrink import Examiner
from verif.processes.deadline import Deadline, DeadlineError
from verif.upstream.implementation import Implementation

SHRINKING: Final = 0.3
"""The part of the budget that is kept for finding the causes."""

LEAST_SHRINKING: Final = 5.0
"""The seconds that finding the causes may take where the budget is used up."""

FEW_TRIED: Final = 6
"""The smaller calls of a call that are tried where an implementation is slow."""


@dataclass(frozen=True)
class Checked:
    """A check of an implementation, compared with what was known of it.

    `unjudged` cases are wrong by a cause that no time was left to find out; `changed` ones are not
    as they were, and neither new nor repaired. Of `unfollowed` faults no time was left to find out
    where they begin: one may be several there.
    """

    record: CheckRecord
    titles: Mapping[str, str]
    marks: Mapping[str, bytes]
    new: tuple[FaultSite, ...]
    undecided: int
    unjudged: int
    unfollowed: int
    given_up: frozenset[str]
    has_forked: bool
    changed: int
    texts: Mapping[str, str]

    def as_baseline(self) -> Baseline:
        """The baseline from now on."""
        return baseline(self.record, self.titles, self.marks, self.texts)


def check(
    implementation: Implementation,
    seconds: float,
    known: Baseline | None = None,
    *,
    first: bool = False,
    progress: Progress = untold,
    deadline: Deadline | None = None,
) -> Checked:
    """The faults of an implementation, and which of them are new.

    It ends soon after so many seconds, or soon after `deadline` is stopped.
    """
    ends = Deadline() if deadline is None else deadline
    whole = Deadline()
    whole.move(seconds)
    # Whoever stops at the first case has its cause to find, and no other.
    ends.move(seconds if first else seconds * (1 - SHRINKING))
    ran = examined(implementation, ends, known, first=first, progress=progress)
    ends.move(max(whole.left, LEAST_SHRINKING))
    texts: Mapping[str, str] = {}
    with suppress(DeadlineError):
        texts = implementation.texts
    few = implementation.name in SLOW
    examiner = Examiner(implementation, FEW_TRIED) if few else Examiner(implementation)
    populations = ran.populations(implementation)
    new = () if known is None else tuple(_new(ran, known, populations, examiner, ends))
    # Whoever stops at the first case wants to know of it, and not of all that is known.
    found = [] if first else grouped(ran.deviations, populations, examiner)
    findings = tuple(record_of(finding, implementation) for finding in found)
    seen = fault_sites(implementation.name, findings)
    # Where nothing is known, all is new.
    news, gone = tuple(fault for fault in seen if not fault.is_documented), ()
    if known is not None:
        news = fault_sites(implementation.name, [*_each_once(new)], ())
        before = fault_sites(known.implementation, known.findings)
        names = {fault.id for fault in seen}
        gone = tuple(_gone([fault for fault in before if fault.id not in names], examiner))
        seen = seen_again(seen, [fault for fault in before if fault not in gone], news)
    unjudged = unfollowed = 0
    if ends.is_over and known is not None:
        unjudged = len(ran.worse) + len(ran.other) + len(ran.beyond)
        unfollowed = len(news)
    record = CheckRecord(
        SCHEMA_VERSION,
        implementation.name,
        implementation.version,
        ran.cases,
        ran.total,
        tuple(fault.record() for fault in news),
        tuple(fault.record() for fault in gone),
        tuple(fault.record() for fault in seen if known and not fault.is_documented),
        tuple(fault.record() for fault in seen if fault.is_documented),
        dict(sorted(ran.gained.items())),
        _counted(ran.form),
        findings,
    )
    return Checked(
        record,
        {finding.cause.id: finding.cause.title for finding in found},
        {name: bytes(marks) for name, marks in ran.marks.items()},
        news,
        ran.undecided,
        unjudged,
        unfollowed,
        frozenset(ran.given_up),
        implementation.has_forked,
        len(ran.other) + len(ran.worse) + len(ran.form),
        texts,
    )


def _counted(deviations: Sequence[Deviation]) -> dict[str, int]:
    names = [d.operation for d in deviations]
    return {name: names.count(name) for name in sorted(set(names))}


def _new(
    ran: Examined,
    known: Baseline,
    populations: Mapping[str, Population],
    examiner: Examiner,
    ends: Deadline,
) -> Iterator[FindingRecord]:
    """The findings that are new, each with the operation at fault, as far as there is time."""
    name = examiner.implementation.name
    documented = {id_ for of in published() if of.implementation == name for id_ in of.documented}
    wrong = [d for d in ran.beyond if d.kind is not Kind.FORM_ONLY]
    sites = {(one.site, Kind(one.kind).gravity) for one in known.findings}
    lost = _with_origins(ran.lost, populations, examiner)
    # What is wrong by an operation that is broken is no fault of another that was wrong before.
    broken = {finding.least.operation for finding, at in lost if at[0] == finding.least.operation}
    for finding, at in lost:
        record = _at_fault(finding, at, broken, examiner.implementation)
        is_uncovered = (
            (record.site, Kind(record.kind).gravity) in sites
            and record.site not in broken
            and record.count < ran.gained.get(record.operation, 0)
        )
        if not record.origin or not is_uncovered:
            yield _at_change(record, known, examiner)
    for deviations, by_itself in ((ran.worse, False), (ran.other, True), (wrong, True)):
        for finding, at in _with_origins(deviations, populations, examiner):
            record = _at_fault(finding, at, broken, examiner.implementation)
            is_known = (record.site, finding.cause.kind.gravity) in sites
            if ends.is_over:
                return
            if {record.id, record.id.removesuffix(BEYOND)} & documented:
                continue
            if not is_known or (not by_itself and not record.origin):
                yield _at_change(record, known, examiner)


def _with_origins(
    deviations: Sequence[Deviation], populations: Mapping[str, Population], examiner: Examiner
) -> list[tuple[Finding, tuple[str, ...]]]:
    """The findings, each with the operations that may be at fault, the likeliest first."""
    found = grouped(deviations, populations, examiner, shrunk=False)
    return [(finding, origins_of(finding.least, examiner)) for finding in found]


def _at_fault(
    finding: Finding, at: Sequence[str], broken: Collection[str], implementation: Implementation
) -> FindingRecord:
    """The finding with the operation at fault: one that is broken, or else the likeliest."""
    origin = next((name for name in at if name in broken), at[0])
    return record_of(finding, implementation, origin)


def _at_change(record: FindingRecord, known: Baseline, examiner: Examiner) -> FindingRecord:
    """The finding, with a function at fault whose text was changed.

    It is the one at fault anyway, if its text was changed, or else the first of those that the call
    runs. Where no changed text is seen, nothing is moved.
    """
    now = examiner.implementation.texts
    if not known.texts:
        return record
    changed = {name: place_of(name) for name in now if known.texts.get(name) != now[name]}
    if not changed or record.site in changed.values():
        return record
    with suppress(DeadlineError):
        for name in examiner.implementation.ran(*call_of(record.case)):
            if name in changed:
                place = changed[name]
                return replace(record, origin="" if place == record.operation else place)
    return record


def place_of(function: str) -> str:
    """The operation that a function of an implementation is, or its own name.

    >>> place_of("filter"), place_of("Layout.cosize"), place_of("hier_unzip")
    ('filter_', 'cosize', 'hier_unzip')
    """
    name = function.removeprefix("Layout.")
    return next((known for known in (name, f"{name}_") if known in OPERATIONS), function)


def _each_once(findings: Sequence[FindingRecord]) -> Iterator[FindingRecord]:
    """Each cause once: a cause may be new for several reasons."""
    yield from {(one.id, one.case): one for one in findings}.values()


def _gone(faults: Sequence[FaultSite], examiner: Examiner) -> Iterator[FaultSite]:
    """The faults of which no least case of a cause deviates any more."""
    for fault in (one for one in faults if one.own and not one.is_documented):
        calls = [call_of(finding.case) for finding in fault.own]
        # The process may have ended with its last call: then no other is started.
        with suppress(DeadlineError):
            has = examiner.implementation.operations
            if all(call[0] in has for call in calls) and not any(examiner.examine(calls)):
                yield fault


def record_of(finding: Finding, implementation: Implementation, origin: str = "") -> FindingRecord:
    """A finding as it is written down; `origin` is the operation at fault, if it was looked for."""
    least = finding.least
    at_fault = origin or finding.cause.path[-1]
    return FindingRecord(
        id=finding.cause.id,
        operation=least.operation,
        kind=least.kind,
        case=least.case,
        got=least.shown,
        expected=str(least.true),
        numbers=numbers(least),
        reproduction=reproduction(
            least.operation, least.arguments, implementation.name, implementation.version
        ),
        count=finding.count,
        origin="" if at_fault == least.operation else at_fault,
    )
