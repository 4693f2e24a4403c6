"""Which versions of an implementation have which root causes, according to the baselines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Final

from verif.oracle.baseline import FOLDER, Baseline, FindingRecord, read_baseline
from verif.oracle.deviation import Kind, text_of_call, weight
from verif.oracle.examined import cases_of
from verif.oracle.faults import FaultSite, fault_sites

ORDER: Final = (
    "pycute",
    "cute-cpp",
    "cute-dsl",
    "nvlabs",
    "tensor-layouts",
    "flydsl",
    "mojo",
    "torch-pycute",
)


@dataclass(frozen=True)
class Shown:
    """A root cause in one implementation: the versions that have it, with an example.

    The example is the least case in the last of these versions.
    """

    implementation: str
    first: str
    last: str
    open: bool
    case: str
    got: str
    expected: str
    reproduction: str

    @property
    def versions(self) -> str:
        """The versions in words. `open` means that the newest known version has the root cause."""
        if self.first == self.last:
            return self.first
        return f"{self.first} to {self.last}" + ("" if self.open else ", gone since")


@dataclass(frozen=True)
class RootCause:
    """A root cause: its number of cases by version, and its least case by implementation."""

    id: str
    title: str
    operation: str
    kind: str
    counts: tuple[int | None, ...]
    shown: tuple[Shown, ...]


@dataclass(frozen=True)
class Change:
    """The changes in a version: how many cases got worse, got better, or changed in another way.

    Each of the three numbers comes with the least of the counted cases.
    """

    version: str
    cases: int
    worse: tuple[int, str]
    better: tuple[int, str]
    otherwise: tuple[int, str]


@dataclass(frozen=True)
class FaultOverVersions:
    """A fault in the versions of an implementation.

    `site` is the fault as found in the last version that has it. `counts` has the fault's number of
    cases in each version, or None for a version without the fault.
    """

    site: FaultSite
    counts: tuple[int | None, ...]

    @property
    def last(self) -> int:
        """The number of the fault's cases in the last version that has the fault."""
        return next(count for count in reversed(self.counts) if count)


@dataclass(frozen=True)
class Faults:
    """The faults of an implementation over its versions."""

    implementation: str
    versions: tuple[str, ...]
    faults: tuple[FaultOverVersions, ...]

    @property
    def number(self) -> int:
        """The number of faults. Documented behaviour is not counted."""
        return len(self.proper)

    @property
    def proper(self) -> tuple[FaultOverVersions, ...]:
        """The faults that are not documented behaviour."""
        return tuple(one for one in self.faults if not one.site.is_documented)

    def span(self, one: FaultOverVersions) -> str:
        """Return the range of versions that have this fault, such as "4.1 to 4.3"."""
        return _span([v for v, count in zip(self.versions, one.counts, strict=True) if count])

    def cases(self, one: FaultOverVersions) -> Iterator[str]:
        """Yield each number of cases, with the consecutive versions that have this number."""
        pairs = zip(self.versions, one.counts, strict=True)
        for count, some in groupby(pairs, key=itemgetter(1)):
            if count:
                yield f"{count} in {_span([version for version, _ in some])}"


def _span(versions: Sequence[str]) -> str:
    return versions[0] if len(versions) == 1 else f"{versions[0]} to {versions[-1]}"


@dataclass(frozen=True)
class History:
    """The behaviour of an operation in the versions of an implementation."""

    implementation: str
    operation: str
    versions: tuple[str, ...]
    changes: tuple[Change, ...]
    behaviours: tuple[tuple[RootCause, Shown], ...]


def baselines() -> tuple[Baseline, ...]:
    """Return all committed baselines, sorted by implementation and version."""
    found = [read_baseline(path) for path in sorted(FOLDER.glob("*.json"))]
    return tuple(sorted(found, key=_place))


def _place(known: Baseline) -> tuple[int, str, list[int]]:
    name = known.implementation
    place = ORDER.index(name) if name in ORDER else len(ORDER)
    return place, name, [int(part) for part in re.findall(r"\d+", known.version)]


def root_causes(known: Sequence[Baseline]) -> tuple[RootCause, ...]:
    """Return every root cause of the baselines, sorted by kind and operation."""
    titles = {name: title for one in known for name, title in one.titles.items()}
    findings = [{finding.id: finding for finding in one.findings} for one in known]
    causes = [_root_cause(*named, known, findings) for named in titles.items()]
    return tuple(
        sorted(
            causes,
            key=lambda cause: (list(Kind).index(Kind(cause.kind)), cause.operation, cause.id),
        )
    )


def faults_over_versions(known: Sequence[Baseline]) -> tuple[Faults, ...]:
    """Return the faults of each implementation, with documented behaviour last."""
    found: list[Faults] = []
    for name in dict.fromkeys(one.implementation for one in known):
        versions = [one for one in known if one.implementation == name]
        sites = [{site.id: site for site in fault_sites(name, one.findings)} for one in versions]
        last = {id_: site for version in sites for id_, site in version.items()}
        faults = [
            FaultOverVersions(site, tuple(of[id_].count if id_ in of else None for of in sites))
            for id_, site in last.items()
        ]
        faults.sort(key=lambda one: one.site.order)
        found.append(Faults(name, tuple(one.version for one in versions), tuple(faults)))
    return tuple(found)


def _root_cause(
    id: str, title: str, known: Sequence[Baseline], findings: Sequence[dict[str, FindingRecord]]
) -> RootCause:
    counts = tuple(found[id].count if id in found else None for found in findings)
    any_finding = next(found[id] for found in findings if id in found)
    return RootCause(
        id,
        title,
        any_finding.operation,
        any_finding.kind,
        counts,
        tuple(_shown(id, known, findings)),
    )


def _shown(
    id: str, known: Sequence[Baseline], findings: Sequence[dict[str, FindingRecord]]
) -> Iterator[Shown]:
    for name in dict.fromkeys(one.implementation for one in known):
        all_of_it = [k for k, one in enumerate(known) if one.implementation == name]
        having = [k for k in all_of_it if id in findings[k]]
        if having:
            first, last = having[0], having[-1]
            found = findings[last][id]
            yield Shown(
                name,
                known[first].version,
                known[last].version,
                last == all_of_it[-1],
                found.case,
                found.got,
                found.expected,
                found.reproduction,
            )


def history(name: str, operation: str, known: Sequence[Baseline]) -> History | None:
    """Return an operation's history over the versions, or None for fewer than two versions."""
    versions = [one for one in known if one.implementation == name]
    if len(versions) < 2:
        return None
    causes = [cause for cause in root_causes(versions) if cause.operation == operation]
    return History(
        name,
        operation,
        tuple(one.version for one in versions),
        tuple(_change(operation, *pair) for pair in pairwise(versions)),
        tuple((cause, cause.shown[0]) for cause in causes),
    )


def _change(operation: str, before: Baseline, after: Baseline) -> Change:
    """Return the changes from one version to the next, on the cases that are in both baselines."""
    old, new = before.marks().get(operation, b""), after.marks().get(operation, b"")
    calls = zip(cases_of(after.implementation, operation), old, new, strict=False)
    changed = [(arguments, was, now) for arguments, was, now in calls if was != now]
    told: list[tuple[int, str]] = []
    for kept in (
        [a for a, was, now in changed if now and not was],
        [a for a, was, now in changed if was and not now],
        [a for a, was, now in changed if was and now],
    ):
        least = min(kept, key=weight, default=None)
        told.append((len(kept), "" if least is None else text_of_call(operation, least)))
    return Change(after.version, min(len(old), len(new)), *told)
