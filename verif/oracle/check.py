"""A check of one implementation: its faults, and which of them are new.

A case that was already wrong in the same way, or was more gravely wrong, is not new. Any other
wrong case is new if it was right before, if it was less gravely wrong before, or if the baseline
does not have its cause.

There are two exceptions, because the repair of one fault may uncover another fault, which is not
new. The first exception is about *lost* cases, which were right before and are wrong now. The lost
cases of an operation are not new if all of the following hold:

- More cases of the operation improved than were lost.
- The lost cases are due to a known fault of another operation.
- The other operation lost no case by a fault of its own.

The second exception: a case that is more gravely wrong than before is not new if it is due to a
known fault of another operation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from verif.operations.operand import Case
from verif.oracle.baseline import (
    Baseline,
    CheckRecord,
    FindingRecord,
    baseline,
)
from verif.oracle.causes import BEYOND, Finding, Population, grouped, origins_of, place_of
from verif.oracle.deviation import Deviation, Kind, call_of
from verif.oracle.examined import SLOW, Examined, Progress, examined, never, untold
from verif.oracle.faults import FaultSite, fault_sites, seen_again
from verif.oracle.numbers import numbers
from verif.oracle.published import published
from verif.oracle.reproduction import reproduction
from verif.oracle.shrink import Examiner, cores
from verif.processes.deadline import Deadline, DeadlineError
from verif.upstream.implementation import Implementation

SHRINKING: Final = 0.3
"""The share of the time budget that is reserved for finding causes."""

LEAST_SHRINKING: Final = 5.0
"""The least time for the search for causes, in seconds, even if the time budget is spent."""

FEW_TRIED: Final = 6
"""The largest number of smaller calls that are tried for one call of a slow implementation."""


@dataclass(frozen=True)
class Checked:
    """A check of an implementation, compared with its baseline.

    `unjudged` counts wrong cases for which there was no time to find a cause. `changed` counts
    cases that are still wrong, but in another way that is at least as grave. It also counts cases
    that are still right, but in another form. `unfollowed` counts faults for which there was no
    time to find the origin, so several of them may be one fault. `is_cut_off` tells whether time
    was up before all causes were found. If so, cases may be counted under a wrong fault.
    """

    record: CheckRecord
    titles: Mapping[str, str]
    marks: Mapping[str, bytes]
    new: tuple[FaultSite, ...]
    undecided: int
    unjudged: int
    unfollowed: int
    is_cut_off: bool
    given_up: frozenset[str]
    has_forked: bool
    changed: int
    texts: Mapping[str, str]

    def as_baseline(self) -> Baseline:
        """Return this check as a baseline for later checks."""
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
    """Find the faults of an implementation, and which of them are new.

    The check ends soon after `seconds`, or soon after a call of `deadline.stop()`.
    """
    ends = Deadline() if deadline is None else deadline
    whole = Deadline()
    whole.move(seconds)
    # With `first`, only one cause has to be found, so no time is reserved for finding causes.
    ends.move(seconds if first else seconds * (1 - SHRINKING))
    few = implementation.name in SLOW
    examiner = Examiner(implementation, FEW_TRIED) if few else Examiner(implementation)
    is_enough = never if not first else _has_new(known, examiner)
    ran = examined(implementation, ends, known, is_enough=is_enough, progress=progress)
    ends.move(max(whole.left, LEAST_SHRINKING))
    texts: Mapping[str, str] = {}
    with suppress(DeadlineError):
        texts = implementation.texts
    populations = ran.populations(implementation)
    new = [] if known is None else [*_new(ran, known, populations, examiner, ends)]
    # With `first` and a baseline, only new faults are reported. So do not group all deviations.
    is_new_only = first and known is not None
    found = [] if is_new_only else grouped(ran.deviations, populations, examiner)
    findings, seen = _recorded(found, implementation)
    # Without a baseline, every fault is new.
    news, gone = tuple(fault for fault in seen if not fault.is_documented), ()
    if known is not None:
        news = tuple(
            _with_smaller_case(fault, known, examiner, ends)
            for fault in fault_sites(implementation.name, [*_each_once(one for one, _ in new)], ())
        )
        before = fault_sites(known.implementation, known.findings)
        names = {fault.id for fault in seen}
        if new and not is_new_only:
            fresh = {d.call for _, deviations in new for d in deviations}
            seen = _without(fresh, ran, known, populations, examiner)
            names &= {fault.id for fault in seen}
        gone = tuple(_gone([fault for fault in before if fault.id not in names], examiner))
        seen = seen_again(seen, [fault for fault in before if fault not in gone], news)
    unjudged = unfollowed = 0
    if ends.is_over and known is not None:
        unjudged = len(ran.worse) + len(ran.other) + len(ran.beyond)
        unfollowed = len(news)
    record = CheckRecord(
        implementation.name,
        implementation.version,
        ran.cases,
        ran.total,
        tuple(fault.record() for fault in news),
        tuple(fault.record() for fault in gone),
        tuple(fault.record() for fault in seen if known and not fault.is_documented),
        tuple(fault.record() for fault in seen if fault.is_documented),
        dict(sorted(ran.gained.items())),
        _counted(ran.form if known is not None else _in_other_forms(ran.deviations)),
        findings,
        ran.unanswered,
    )
    return Checked(
        record,
        {finding.cause.id: finding.cause.title for finding in found},
        {name: bytes(marks) for name, marks in ran.marks.items()},
        news,
        ran.undecided,
        unjudged,
        unfollowed,
        examiner.is_cut_off,
        frozenset(ran.given_up),
        implementation.has_forked,
        len(ran.other) + len(ran.worse) + len(ran.form),
        texts,
    )


def _has_new(known: Baseline | None, examiner: Examiner) -> Callable[[Examined], bool]:
    """Return a function that tells whether a run has found a new fault.

    With a baseline, a fault is new if one of its cases was right, or less gravely wrong, in the
    baseline. Without a baseline, each fault is new, except for behaviour that upstream documents.
    """
    if known is not None:
        return lambda ran: bool(ran.lost or ran.worse)
    judged = 0

    def has_fault(ran: Examined) -> bool:
        nonlocal judged
        fresh, judged = ran.deviations[judged:], len(ran.deviations)
        if all(d.kind is Kind.FORM_ONLY for d in fresh):
            return False
        implementation = examiner.implementation
        found = grouped(fresh, ran.populations(implementation), examiner)
        _, sites = _recorded(found, implementation)
        return not all(site.is_documented for site in sites)

    return has_fault


def _recorded(
    found: Sequence[Finding], implementation: Implementation
) -> tuple[tuple[FindingRecord, ...], tuple[FaultSite, ...]]:
    """Return the findings as records, and the faults to which they belong."""
    findings = tuple(record_of(finding, implementation) for finding in found)
    return findings, fault_sites(implementation.name, findings)


def _in_other_forms(deviations: Sequence[Deviation]) -> list[Deviation]:
    """Return the deviations whose value is right, but in another form than the spec's value."""
    return [d for d in deviations if d.kind is Kind.FORM_ONLY]


def _counted(deviations: Sequence[Deviation]) -> dict[str, int]:
    names = [d.operation for d in deviations]
    return {name: names.count(name) for name in sorted(set(names))}


def _new(
    ran: Examined,
    known: Baseline,
    populations: Mapping[str, Population],
    examiner: Examiner,
    ends: Deadline,
) -> Iterator[tuple[FindingRecord, Sequence[Deviation]]]:
    """Yield the new findings, each with its deviations.

    A finding names the operation at fault, if there was time to find it.
    """
    name = examiner.implementation.name
    documented = {id_ for of in published() if of.implementation == name for id_ in of.documented}
    wrong = [d for d in ran.beyond if d.kind is not Kind.FORM_ONLY]
    sites = {(one.site, Kind(one.kind).gravity) for one in known.findings}
    lost = _with_origins(ran.lost, populations, examiner)
    # If a newly broken operation makes a case fail, the case is attributed to this operation.
    broken = {finding.least.operation for finding, at in lost if at[0] == finding.least.operation}
    for finding, at in lost:
        record = _at_fault(finding, at, broken, examiner.implementation)
        is_uncovered = (
            (record.site, Kind(record.kind).gravity) in sites
            and record.site not in broken
            and record.count < ran.gained.get(record.operation, 0)
        )
        if not record.origin or not is_uncovered:
            yield _at_change(record, known, examiner), finding.deviations
    for deviations, by_itself in ((ran.worse, False), (ran.other, True), (wrong, True)):
        for finding, at in _with_origins(deviations, populations, examiner):
            record = _at_fault(finding, at, broken, examiner.implementation)
            is_known = (record.site, finding.cause.kind.gravity) in sites
            if ends.is_over:
                return
            if {record.id, record.id.removesuffix(BEYOND)} & documented:
                continue
            if not is_known or (not by_itself and not record.origin):
                yield _at_change(record, known, examiner), finding.deviations


def _without(
    fresh: Collection[Case],
    ran: Examined,
    known: Baseline,
    populations: Mapping[str, Population],
    examiner: Examiner,
) -> tuple[FaultSite, ...]:
    """Return the faults that cause all wrong cases, except for the cases in `fresh`.

    The cases in `fresh` belong to new faults, so they say nothing about the baseline's faults. A
    fault in the baseline is shown by its case in the baseline if this case is still wrong in the
    same way, because the smallest wrong case may have been right before.
    """
    implementation = examiner.implementation
    old = [d for d in ran.deviations if d.call not in fresh]
    of_old = examiner.without(fresh)
    findings, _ = _recorded(grouped(old, populations, of_old), implementation)
    shown = [_shown_as_in(known, one, of_old) for one in findings]
    examiner.is_cut_off = of_old.is_cut_off
    return fault_sites(implementation.name, shown)


def _shown_as_in(known: Baseline, finding: FindingRecord, examiner: Examiner) -> FindingRecord:
    """Return the finding with its case in the baseline, if this case is still wrong as before."""
    cases = [one.case for one in known.findings if one.id == finding.id]
    if finding.case in cases:
        return finding
    with examiner.until_deadline():
        for found in examiner.examine([call_of(case) for case in cases]):
            if found is not None and found.kind == finding.kind:
                return _with_case(finding, found, examiner.implementation)
    return finding


def _with_smaller_case(
    fault: FaultSite, known: Baseline, examiner: Examiner, ends: Deadline
) -> FaultSite:
    """Shrink the case that is shown for a new fault.

    Do not shrink the case if the baseline has wrong cases of the same operation and kind, because
    the smaller case may be one of these old cases. Also keep the case if the smaller case has
    another operation at fault, or if the deadline has passed.
    """
    shown = fault.least
    is_old = any(
        (one.operation, one.kind) == (shown.operation, shown.kind) for one in known.findings
    )
    if is_old or ends.is_over:
        return fault
    with examiner.until_deadline():
        found = examiner.one(*call_of(shown.case))
        if found is None:
            return fault
        (core,) = cores([found], examiner, convincing=True)
        if origins_of(core, examiner)[0] == origins_of(found, examiner)[0]:
            return fault.with_in_place_of(shown, _with_case(shown, core, examiner.implementation))
    return fault


def _with_origins(
    deviations: Sequence[Deviation], populations: Mapping[str, Population], examiner: Examiner
) -> list[tuple[Finding, tuple[str, ...]]]:
    """Return the findings, each with the operations that may be at fault, the likeliest first."""
    found = grouped(deviations, populations, examiner, shrunk=False)
    return [(finding, origins_of(finding.least, examiner)) for finding in found]


def _at_fault(
    finding: Finding, at: Sequence[str], broken: Collection[str], implementation: Implementation
) -> FindingRecord:
    """Record the finding with the operation at fault.

    The operation at fault is the first operation in `at` that is newly broken, or else the
    likeliest operation, `at[0]`.
    """
    origin = next((name for name in at if name in broken), at[0])
    return record_of(finding, implementation, origin)


def _at_change(record: FindingRecord, known: Baseline, examiner: Examiner) -> FindingRecord:
    """Attribute the finding to a function that has changed since the baseline, if possible.

    If the operation at fault has changed, return the finding unchanged. Otherwise attribute
    the finding to the first changed function that the call runs.
    """
    now = examiner.implementation.texts
    if not known.texts:
        return record
    changed = {name: place_of(name) for name in now if known.texts.get(name) != now[name]}
    if not changed or record.site in changed.values():
        return record
    with examiner.until_deadline():
        for name in examiner.implementation.ran(*call_of(record.case)):
            if name in changed:
                place = changed[name]
                return replace(record, origin="" if place == record.operation else place)
    return record


def _each_once(findings: Iterable[FindingRecord]) -> Iterator[FindingRecord]:
    """Yield the findings, but only one for each pair of a cause and a case."""
    yield from {(one.id, one.case): one for one in findings}.values()


def _gone(faults: Sequence[FaultSite], examiner: Examiner) -> Iterator[FaultSite]:
    """Yield the faults whose least cases no longer deviate."""
    for fault in (one for one in faults if one.own and not one.is_documented):
        calls = [call_of(finding.case) for finding in fault.own]
        # If the deadline has stopped the process, do not start another process.
        with examiner.until_deadline():
            has = examiner.implementation.operations
            if all(call[0] in has for call in calls) and not any(examiner.examine(calls)):
                yield fault


def record_of(finding: Finding, implementation: Implementation, origin: str = "") -> FindingRecord:
    """Return the record of a finding. `origin` is the operation at fault, if it is known."""
    least = finding.least
    at_fault = origin or finding.cause.path[-1]
    record = FindingRecord(
        id=finding.cause.id,
        operation=least.operation,
        kind=least.kind,
        case="",
        got="",
        expected="",
        reproduction="",
        count=finding.count,
        origin="" if at_fault == least.operation else at_fault,
    )
    return _with_case(record, least, implementation)


def _with_case(
    record: FindingRecord, least: Deviation, implementation: Implementation
) -> FindingRecord:
    """Return the record with `least` as its least case."""
    return replace(
        record,
        case=least.case,
        got=least.shown,
        expected=str(least.true),
        numbers=numbers(least),
        reproduction=reproduction(
            least.operation, least.arguments, implementation.name, implementation.version
        ),
    )
