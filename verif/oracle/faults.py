"""Faults: the findings of an implementation, grouped by the operation at fault.

If a fault of an operation makes a caller of the operation wrong, the caller's finding belongs to
this fault.

A published fault has an id and a title. An unpublished fault gets its id from its operation, and
its title from the operation and the kinds of its findings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from verif.operations.names import without_mark
from verif.oracle.baseline import FaultRecord, FindingRecord
from verif.oracle.causes import BEYOND
from verif.oracle.deviation import Kind, call_of, flaws, weight
from verif.oracle.published import Convention, Deviating, Fault, Published, published

WORST_FIRST = sorted(Kind, key=lambda kind: -kind.gravity)


@dataclass(frozen=True)
class FaultSite:
    """The findings of one fault: `own` in the faulty operation, `inherited` in its callers."""

    id: str
    title: str
    operation: str
    own: tuple[FindingRecord, ...]
    inherited: tuple[FindingRecord, ...]
    published: Deviating | None = None

    @property
    def is_documented(self) -> bool:
        """Whether upstream's documentation requires this behaviour. If so, it is not a fault."""
        return isinstance(self.published, Convention)

    @property
    def least(self) -> FindingRecord:
        """The finding with the most convincing case; the operation's own findings come first."""
        return min(self.own or self.inherited, key=_conviction)

    @property
    def findings(self) -> tuple[FindingRecord, ...]:
        """All findings, with the operation's own findings first."""
        return *self.own, *self.inherited

    @property
    def count(self) -> int:
        return sum(finding.count for finding in self.findings)

    @property
    def order(self) -> tuple[bool, int, str]:
        """Sort key: faults with the most cases first, documented behaviour last."""
        return self.is_documented, -self.count, self.id

    @property
    def callers(self) -> Mapping[str, int]:
        """The number of wrong cases of each caller of the faulty operation."""
        found = Counter[str]()
        for finding in self.inherited:
            found[finding.operation] += finding.count
        return dict(found.most_common())

    @property
    def sources(self) -> tuple[str, ...]:
        """The URLs of upstream's own reports."""
        return self.published.sources if isinstance(self.published, Fault) else ()

    def with_also(self, finding: FindingRecord) -> FaultSite:
        """Return the fault with one more finding, in the operation itself or in a caller."""
        if finding.operation == self.operation:
            return replace(self, own=(*self.own, finding))
        return replace(self, inherited=(*self.inherited, finding))

    def with_in_place_of(self, old: FindingRecord, new: FindingRecord) -> FaultSite:
        """Return the fault with one finding replaced."""
        own, inherited = (
            tuple(new if finding is old else finding for finding in findings)
            for findings in (self.own, self.inherited)
        )
        return replace(self, own=own, inherited=inherited)

    def record(self) -> FaultRecord:
        """Return the fault's record, with its least case."""
        least = self.least
        kinds = {Kind(finding.kind) for finding in self.own or self.inherited}
        return FaultRecord(
            id=self.id,
            title=self.title,
            operation=self.operation,
            kinds=tuple(kind for kind in WORST_FIRST if kind in kinds),
            cases=self.count,
            callers=self.callers,
            case=least.case,
            got=least.got,
            expected=least.expected,
            numbers=least.numbers,
            reproduction=least.reproduction,
            causes=tuple(finding.id for finding in self.findings),
            sources=self.sources,
        )


def fault_sites(
    implementation: str,
    findings: Sequence[FindingRecord],
    known: Sequence[Published] | None = None,
) -> tuple[FaultSite, ...]:
    """Group findings into faults, largest number of cases first.

    Right values in other forms are not faults.
    """
    wrong = [finding for finding in findings if finding.kind != Kind.FORM_ONLY]
    told = {
        cause: one
        for of in (published() if known is None else known)
        if of.implementation == implementation
        for one in of.all
        for cause in one.causes
    }

    def entry_of(finding: FindingRecord) -> Deviating | None:
        """Return the published entry of the finding's cause.

        The id of a cause ends with the suffix `BEYOND` if an offset of B is not a coordinate of A.
        If such a cause has no entry, return the entry for the id without this suffix.
        """
        return told.get(finding.id) or told.get(finding.id.removesuffix(BEYOND))

    own: dict[str, list[FindingRecord]] = {}
    entries: dict[str, Deviating | None] = {}
    sites: dict[str, str] = {}
    for finding in wrong:
        entry = entry_of(finding)
        if finding.origin and entry is None:
            continue
        id_ = _unpublished(implementation, finding.operation) if entry is None else entry.id
        own.setdefault(id_, []).append(finding)
        entries[id_] = entry
        sites[id_] = call_of(entry.case)[0] if entry is not None else finding.operation
    inherited: dict[str, list[FindingRecord]] = {}
    for finding in wrong:
        if finding.origin and entry_of(finding) is None:
            id_ = _origin(finding, own) or _unpublished(implementation, finding.origin)
            inherited.setdefault(id_, []).append(finding)
            sites.setdefault(id_, finding.origin)
    return tuple(
        sorted(
            (
                FaultSite(
                    id_,
                    entry.title
                    if entry is not None
                    else _title(site, own.get(id_) or inherited[id_]),
                    site,
                    tuple(own.get(id_, ())),
                    tuple(inherited.get(id_, ())),
                    entry,
                )
                for id_, site in sites.items()
                for entry in [entries.get(id_)]
            ),
            key=lambda fault: fault.order,
        )
    )


def seen_again(
    seen: Sequence[FaultSite], before: Sequence[FaultSite], news: Sequence[FaultSite]
) -> tuple[FaultSite, ...]:
    """Return the baseline's faults that this run found again, those with the most cases first.

    The baseline may lack a fault in `seen`, because a repair uncovered the fault or because there
    was no time to find its cause. For each finding of such a fault, there are three cases:

    - A fault in `news` covers the finding's operation: the finding belongs to this new fault.
    - Otherwise, the finding is added to the fault in `before` that `_home` selects.
    - If `_home` returns None, the finding stays in its own fault.
    """
    names = {fault.id for fault in before}
    again = {fault.id: fault for fault in seen if fault.id in names}
    new = {name for fault in news for name in (fault.operation, *fault.callers)}
    for fault in (one for one in seen if one.id not in names):
        for finding in (one for one in fault.findings if one.operation not in new):
            home = _home(finding, before) or fault
            known = again.get(home.id, replace(home, own=(), inherited=()))
            again[home.id] = known.with_also(finding)
    return tuple(sorted(again.values(), key=lambda fault: fault.order))


def _home(finding: FindingRecord, faults: Iterable[FaultSite]) -> FaultSite | None:
    """Return the fault that has the most cases of the finding's operation and kind.

    Ties are broken by the number of cases of the operation, of any kind. Return None if no fault
    has cases of the operation.
    """

    def cases(fault: FaultSite) -> tuple[int, int]:
        alike = [one for one in fault.findings if one.operation == finding.operation]
        of_its_kind = sum(one.count for one in alike if one.kind == finding.kind)
        return of_its_kind, sum(one.count for one in alike)

    return max((fault for fault in faults if any(cases(fault))), key=cases, default=None)


def _unpublished(implementation: str, operation: str) -> str:
    return f"{implementation}-{re.sub(r'[^a-z0-9]+', '-', operation.lower()).strip('-')}"


def _origin(finding: FindingRecord, own: Mapping[str, Sequence[FindingRecord]]) -> str | None:
    """Return the fault in the operation `finding.origin` that is most similar to the finding.

    A fault of the same kind is preferred, and then a fault with more cases. Return None if the
    operation has no fault.
    """
    there = {
        id_: [one for one in findings if one.operation == finding.origin]
        for id_, findings in own.items()
    }
    return max(
        (id_ for id_, findings in there.items() if findings),
        key=lambda id_: (
            any(one.kind == finding.kind for one in there[id_]),
            sum(one.count for one in there[id_]),
        ),
        default=None,
    )


def _title(operation: str, own: Iterable[FindingRecord]) -> str:
    kinds = dict.fromkeys(Kind(finding.kind) for finding in own)
    meanings = (kind.meaning.removeprefix("it ") for kind in WORST_FIRST if kind in kinds)
    return f"{without_mark(operation)} {', or '.join(meanings)}".rstrip()


def _conviction(finding: FindingRecord) -> tuple[object, ...]:
    """Sort key: the most convincing case first, ties broken by size."""
    operation, arguments = call_of(finding.case)
    return flaws(operation, arguments), weight(arguments), finding.case
