"""Deviations grouped by root cause: operation, kind, and the condition broken or the path.

Nobody says what causes there are. Where the spec refuses a call, the condition that it names is
the cause; where an implementation refuses, its own words are. Else the least of the deviations
that look alike are shrunk to cores, and the cause is what the core is like: a stride 0, an integer
where a layout may stand. A core that deviates because an operation which the called one is made
of deviates has that as its *path*: `logical_divide > composition`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from spec.errors import LayoutError
from verif.operations.operand import Arguments, Case
from verif.operations.table import OPERATIONS
from verif.oracle.deviation import Deviation, Kind, deviation, flaws, traits
from verif.oracle.shrink import Examiner, Way, cores, way
from verif.processes.deadline import DeadlineError
from verif.questions.program import UndecidedError
from verif.upstream.in_process import MissingImplementationError

MOST_LOOKS: Final = 12
"""Of the deviations of one way so many looks are shrunk."""

BEYOND: Final = "-beyond-a"
"""The end of the id of a cause where B is beyond A."""

SAME_RATE: Final = 0.7
"""A trait without which calls deviate nearly as often is not what makes them deviate."""


@dataclass(frozen=True)
class Cause:
    """A root cause of deviations. `path` leads from the called operation to the one at fault.

    `is_beyond` says that B is beyond A, where the called operation itself is at fault.
    """

    operation: str
    kind: Kind
    condition: str
    path: tuple[str, ...]
    is_beyond: bool = False

    @property
    def id(self) -> str:
        """Made of the cause alone: the same in every run, version and implementation.

        >>> Cause("composition", Kind.WRONG_RESULT, "A has a stride 0", ("composition",)).id
        'composition-wrong-result-a-has-stride-0'
        """
        words = re.findall(r"\w+", self.condition)
        told = [word.lower() for word in words if word not in _UNTOLD]
        through = ["in", self.path[-1]] if len(self.path) > 1 else []
        parts = [self.operation, self.kind, *through, *told[:9]]
        id_ = "-".join(part.strip("_") for part in parts).replace("_", "-")
        return id_ + BEYOND if self.is_beyond else id_

    @property
    def title(self) -> str:
        """The cause in a sentence."""
        meaning = self.kind.meaning.removeprefix("it ")
        if len(self.path) > 1:
            return f"{self.operation} {meaning}, as {self.path[-1]} does"
        beyond = ", B being beyond A" if self.is_beyond else ""
        if not self.condition:
            return f"{self.operation} {meaning}{beyond}"
        link = " where " if re.match("[A-D] (has|is) ", self.condition) else ": "
        return f"{self.operation} {meaning}{link}{self.condition}{beyond}"


_UNTOLD: Final = frozenset(("the", "of", "it", "its", "a", "an", "must", "be", "in", "is", "and"))


@dataclass(frozen=True)
class Finding:
    """A root cause in an implementation, its least case, and how many cases it explains."""

    cause: Cause
    least: Deviation
    count: int


@dataclass(frozen=True)
class Look:
    """Deviations that are not told apart: the least of them, how many, and the most convincing."""

    least: Deviation
    count: int
    convincing: Deviation


@dataclass(frozen=True)
class Population:
    """The numbers of cases of an operation by their set of traits."""

    counts: Mapping[frozenset[str], int]

    def having(self, traits: frozenset[str]) -> int:
        """The number of cases that have all of these."""
        return sum(n for found, n in self.counts.items() if traits <= found)


def population(cases: Iterable[Arguments]) -> Population:
    """The traits of the cases."""
    return Population(Counter(frozenset(traits(arguments)) for arguments in cases))


def looks(deviations: Iterable[Deviation]) -> dict[Way, dict[frozenset[str], Look]]:
    """The deviations by the way in which they deviate, and then by what the arguments are like."""
    found: dict[Way, dict[frozenset[str], Look]] = {}
    for d in deviations:
        alike = found.setdefault(way(d), {})
        look = frozenset(traits(d.arguments))
        known = alike.get(look)
        least = d if known is None else min(known.least, d, key=Deviation.order)
        convincing = d if known is None else min(known.convincing, d, key=conviction)
        alike[look] = Look(least, 1 if known is None else known.count + 1, convincing)
    return found


def grouped(
    deviations: Iterable[Deviation],
    examined: Mapping[str, Population],
    examiner: Examiner,
    *,
    shrunk: bool = True,
) -> list[Finding]:
    """The findings, by operation and kind; `examined` has all cases of each operation.

    Unless `shrunk`, a least case is one of the deviations, and no smaller one is looked for.
    After the deadline of the implementation nothing is shrunk any more, and nothing is followed.
    """
    ways = looks(deviations)
    chosen = {of: _chosen(alike) for of, alike in ways.items()}
    leasts = [look.least for _, others in chosen.values() for look in others]
    convincing = [best.convincing for best, _ in chosen.values()]
    if shrunk:
        leasts = cores(leasts, examiner)
        convincing = cores(convincing, examiner, convincing=True)
    least, shown = iter(leasts), iter(convincing)
    found: dict[Cause, Finding] = {}
    for of, alike in ways.items():
        best, others = chosen[of]
        deviating = Population({look: known.count for look, known in alike.items()})
        told = [*((next(least), look) for look in others), (next(shown), best)]
        causes = [cause_of(core, examiner, deviating, examined[of[0]]) for core, _ in told]
        for cause, (core, look) in zip(causes, told, strict=True):
            _count(found, cause, core, look.count)
        # What looks otherwise is a larger case of one that was shrunk: it counts with the least.
        more = deviating.having(frozenset()) - sum(look.count for _, look in told)
        if more:
            _count(found, causes[0], told[0][0], more)
    return sorted(found.values(), key=lambda f: (f.cause.operation, f.cause.kind, f.cause.id))


def conviction(d: Deviation) -> tuple[int, object]:
    """By this the case that convinces most is the first, and of those the least."""
    return flaws(d.operation, d.arguments), d.order()


def _chosen(alike: Mapping[frozenset[str], Look]) -> tuple[Look, list[Look]]:
    """The look with the case that convinces most, and the least of the others."""
    best = min(alike.values(), key=lambda look: conviction(look.convincing))
    others = (look for look in alike.values() if look is not best)
    return best, sorted(others, key=lambda look: look.least.order())[:MOST_LOOKS]


def _count(found: dict[Cause, Finding], cause: Cause, core: Deviation, count: int) -> None:
    known = found.get(cause)
    if known is None:
        found[cause] = Finding(cause, core, count)
    else:
        least = min(known.least, core, key=conviction)
        found[cause] = replace(known, least=least, count=known.count + count)


def cause_of(
    core: Deviation, examiner: Examiner, deviating: Population, examined: Population
) -> Cause:
    """The cause of a core."""
    path = (core.operation, *path_of(core, examiner))
    if path[1:]:
        return Cause(core.operation, core.kind, "", path)
    condition = core.condition or " and ".join(essential(core, deviating, examined))
    return Cause(core.operation, core.kind, condition, path, core.is_beyond)


def essential(core: Deviation, deviating: Population, examined: Population) -> tuple[str, ...]:
    """The traits of a core that make a call deviate.

    One that does not make it likelier is left out; the most general is looked at first.
    """
    kept = traits(core.arguments)
    for trait in sorted(kept, key=_GENERAL_LAST.index, reverse=True):
        fewer = frozenset(kept) - {trait}
        if fewer and _rate(fewer, deviating, examined) >= SAME_RATE * _rate(
            frozenset(kept), deviating, examined
        ):
            kept = tuple(name for name in kept if name != trait)
    return kept


def _rate(having: frozenset[str], deviating: Population, examined: Population) -> float:
    return deviating.having(having) / max(1, examined.having(having))


_GENERAL_LAST: Final = [
    f"{name} {trait}"
    for trait in (
        "is an integer",
        "has a negative stride",
        "has equal strides",
        "has a mode of size 1",
        "is left out",
        "is a tuple",
        "has a stride 0",
        "has several modes",
    )
    for name in "ABCD"
]


def path_of(core: Deviation, examiner: Examiner) -> tuple[str, ...]:
    """The operations that the called one is made of, down to the one at fault."""
    fault = None
    with suppress(DeadlineError):
        fault = _fault(core, examiner)
    return () if fault is None else (fault.operation, *path_of(fault, examiner))


def _fault(core: Deviation, examiner: Examiner) -> Deviation | None:
    """The first call that the operation is made of, and that deviates, or one of its modes."""
    for operation, arguments in constituents(core.operation, core.arguments):
        found = examiner.one(operation, arguments)
        if found is not None and (found.kind is not Kind.FORM_ONLY or core.kind is Kind.FORM_ONLY):
            return found
    return None


def origins_of(core: Deviation, examiner: Examiner) -> tuple[str, ...]:
    """The operations that may be at fault, as far as it is seen, the likeliest first.

    That is the first that the call made on its way and that was wrong: what that one had made by
    then was right. Where nothing is seen of a call, it is the end of its path.
    """
    wrong = list(_wrong_inside(core, examiner))
    # A value where none is right may be what the caller can do with.
    surely = [found for found in wrong if found.kind is not Kind.UNSOUND_ACCEPT]
    if wrong:
        return tuple(dict.fromkeys(found.operation for found in (*surely, *wrong)))
    return (core.operation, *path_of(core, examiner))[-1:]


def _wrong_inside(core: Deviation, examiner: Examiner) -> Iterator[Deviation]:
    """The calls that a call made on its way and that were wrong, in the order in which they end."""
    with suppress(DeadlineError, MissingImplementationError):
        made = examiner.implementation.inner(core.operation, core.arguments)
        for (operation, arguments), outcome in made:
            if OPERATIONS[operation].signature.kinds(len(arguments)) is None:
                continue
            with suppress(UndecidedError):
                found = deviation(operation, arguments, outcome)
                if found is not None and found.kind is not Kind.FORM_ONLY:
                    yield found


def constituents(operation: str, arguments: Arguments) -> list[Case]:
    """The calls that a call is made of by its definition, as far as the spec computes them.

    >>> from spec import Layout
    >>> [name for name, _ in constituents("logical_divide", (Layout(24), Layout(4)))]
    ['complement', 'composition']
    """
    found: list[Case] = []
    # What the spec refuses ends the list.
    with suppress(LayoutError, TypeError, ValueError, LookupError):
        found.extend(OPERATIONS[operation].made_of(*arguments))
    return found


def by_id(findings: Sequence[Finding]) -> dict[str, Finding]:
    """The findings under their ids."""
    return {finding.cause.id: finding for finding in findings}
