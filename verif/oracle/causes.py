"""Deviations grouped by root cause: an operation, a kind, and either a condition or a path.

There is no fixed list of causes. If the spec refuses a call, the cause is the condition in the
spec's message. If the implementation refuses, the cause is the implementation's message. Otherwise
deviations with equal traits form a group, and the least deviation of each group is shrunk to a
core. The cause consists of the traits of this core, such as a stride 0, or an integer in place of a
layout. An operation may deviate only because it uses another operation that deviates. The cause is
then a *path*: `logical_divide > composition`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from spec.errors import LayoutError
from verif.operations.operand import Arguments, Case
from verif.operations.table import OPERATIONS
from verif.oracle.deviation import Deviation, Kind, deviation, flaws, traits
from verif.oracle.shrink import Examiner, Way, cores, way
from verif.questions.program import UndecidedError
from verif.upstream.in_process import MissingImplementationError

MOST_LOOKS: Final = 12
"""For each way of deviating, at most this many groups of deviations are shrunk.

The most convincing group is shrunk in addition.
"""

BEYOND: Final = "-beyond-a"
"""The suffix of a cause's id if an offset of argument B is not a coordinate of argument A."""

SAME_RATE: Final = 0.7
"""A trait is irrelevant if leaving it out keeps at least this share of the deviation rate.
"""


@dataclass(frozen=True)
class Cause:
    """A root cause of deviations. `path` leads from the called operation to the operation at fault.

    If the called operation itself is at fault, `is_beyond` tells whether an offset of argument B is
    not a coordinate of argument A.
    """

    operation: str
    kind: Kind
    condition: str
    path: tuple[str, ...]
    is_beyond: bool = False

    @property
    def id(self) -> str:
        """The id, which depends only on the cause, not on the run, version or implementation.

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
        """The cause in one sentence."""
        meaning = self.kind.meaning.removeprefix("it ")
        if len(self.path) > 1:
            return f"{self.operation} {meaning}, as {self.path[-1]} does"
        beyond = ", and B reaches beyond A" if self.is_beyond else ""
        if not self.condition:
            return f"{self.operation} {meaning}{beyond}"
        link = " where " if re.match("[A-D] (has|is) ", self.condition) else ": "
        return f"{self.operation} {meaning}{link}{self.condition}{beyond}"


_UNTOLD: Final = frozenset(("the", "of", "it", "its", "a", "an", "must", "be", "in", "is", "and"))


@dataclass(frozen=True)
class Finding:
    """A root cause in an implementation, its least case, and the deviations that it explains."""

    cause: Cause
    least: Deviation
    deviations: tuple[Deviation, ...]

    @property
    def count(self) -> int:
        """The number of cases that the cause explains."""
        return len(self.deviations)


@dataclass(frozen=True)
class Look:
    """Deviations with equal traits, the least case, and the most convincing case."""

    deviations: tuple[Deviation, ...]
    least: Deviation
    convincing: Deviation


@dataclass(frozen=True)
class Population:
    """How many cases of an operation have each set of traits."""

    counts: Mapping[frozenset[str], int]

    def having(self, traits: frozenset[str]) -> int:
        """Return the number of cases that have all of these traits."""
        return sum(n for found, n in self.counts.items() if traits <= found)


def population(cases: Iterable[Arguments]) -> Population:
    """Count the cases by their traits."""
    return Population(Counter(frozenset(traits(arguments)) for arguments in cases))


def looks(deviations: Iterable[Deviation]) -> dict[Way, dict[frozenset[str], Look]]:
    """Group deviations by the way in which calls deviate, then by the traits of the arguments."""
    found: dict[Way, dict[frozenset[str], list[Deviation]]] = {}
    for d in deviations:
        found.setdefault(way(d), {}).setdefault(frozenset(traits(d.arguments)), []).append(d)
    return {
        of: {
            look: Look(tuple(some), min(some, key=Deviation.order), min(some, key=conviction))
            for look, some in alike.items()
        }
        for of, alike in found.items()
    }


def grouped(
    deviations: Iterable[Deviation],
    examined: Mapping[str, Population],
    examiner: Examiner,
    *,
    shrunk: bool = True,
) -> list[Finding]:
    """Return the findings, sorted by operation and kind.

    `examined` counts the cases of each operation by their traits. Without `shrunk`, no smaller
    cases are tried: the least case of a finding is one of `deviations`. After the implementation's
    deadline, cases are neither shrunk nor traced to the operation at fault. Then a case may be
    counted under a wrong cause; `examiner.is_cut_off` tells whether the deadline ended any work.
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
        deviating = Population({look: len(known.deviations) for look, known in alike.items()})
        told = [*((next(least), look) for look in others), (next(shown), best)]
        causes = [cause_of(core, examiner, deviating, examined[of[0]]) for core, _ in told]
        for cause, (core, look) in zip(causes, told, strict=True):
            _count(found, cause, core, look.deviations)
        # Groups with larger cases were not shrunk. Assume that their deviations have the same cause
        # as the first shrunk group.
        unshrunk = (look for look in alike.values() if all(look is not one for _, one in told))
        _count(found, causes[0], told[0][0], [d for look in unshrunk for d in look.deviations])
    return sorted(found.values(), key=lambda f: (f.cause.operation, f.cause.kind, f.cause.id))


def conviction(d: Deviation) -> tuple[int, object]:
    """Sort key: the most convincing case first, ties broken by size."""
    return flaws(d.operation, d.arguments), d.order()


def _chosen(alike: Mapping[frozenset[str], Look]) -> tuple[Look, list[Look]]:
    """Return the most convincing group, and at most `MOST_LOOKS` others, least case first."""
    best = min(alike.values(), key=lambda look: conviction(look.convincing))
    others = (look for look in alike.values() if look is not best)
    return best, sorted(others, key=lambda look: look.least.order())[:MOST_LOOKS]


def _count(
    found: dict[Cause, Finding], cause: Cause, core: Deviation, deviations: Sequence[Deviation]
) -> None:
    known = found.get(cause)
    if known is None:
        found[cause] = Finding(cause, core, tuple(deviations))
    else:
        least = min(known.least, core, key=conviction)
        found[cause] = Finding(cause, least, (*known.deviations, *deviations))


def cause_of(
    core: Deviation, examiner: Examiner, deviating: Population, examined: Population
) -> Cause:
    """Return the root cause of the deviation `core`, which has usually been shrunk."""
    path = (core.operation, *path_of(core, examiner))
    if path[1:]:
        return Cause(core.operation, core.kind, "", path)
    condition = core.condition or " and ".join(essential(core, deviating, examined))
    return Cause(core.operation, core.kind, condition, path, core.is_beyond)


def essential(core: Deviation, deviating: Population, examined: Population) -> tuple[str, ...]:
    """Return the traits of the shrunk deviation `core` that make calls deviate.

    Traits that do not make a deviation more likely are dropped, the most general ones first.
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
    """Return the operations on the way from the called operation to the operation at fault."""
    fault = None
    with examiner.until_deadline():
        fault = _fault(core, examiner)
    return () if fault is None else (fault.operation, *path_of(fault, examiner))


def _fault(core: Deviation, examiner: Examiner) -> Deviation | None:
    """Return the first deviating call in the operation's definition, or None."""
    for operation, arguments in constituents(core.operation, core.arguments):
        found = examiner.one(operation, arguments)
        if found is not None and (found.kind is not Kind.FORM_ONLY or core.kind is Kind.FORM_ONLY):
            return found
    return None


def origins_of(core: Deviation, examiner: Examiner) -> tuple[str, ...]:
    """Return the operations that may be at fault, the likeliest first.

    The likeliest origin is the first traced call that was wrong, because all calls that ended
    earlier were right. Calls that returned a value although no value is right come after all other
    wrong calls. If no traced call was wrong, the origin is the last operation on the path of
    `core`. But if `core` is known not to have run that operation, the origin is the called
    operation.
    """
    wrong = list(_wrong_inside(core, examiner))
    # An unsound value may be harmless for the caller, so prefer deviations of other kinds.
    surely = [found for found in wrong if found.kind is not Kind.UNSOUND_ACCEPT]
    if wrong:
        return tuple(dict.fromkeys(found.operation for found in (*surely, *wrong)))
    path = path_of(core, examiner)
    return (path[-1] if path and _may_run(path[-1], core, examiner) else core.operation,)


def _may_run(operation: str, core: Deviation, examiner: Examiner) -> bool:
    """Return whether the deviating call `core` may have run the operation.

    The answer is False if the implementation has a function for the operation, but `core` ran only
    other functions. If it is unknown which functions `core` ran, the answer is True.
    """
    with examiner.until_deadline(), suppress(MissingImplementationError):
        ran = set(map(place_of, examiner.implementation.ran(core.operation, core.arguments)))
        is_seen = operation in map(place_of, examiner.implementation.texts)
        return not ran or not is_seen or operation in ran
    return True


def place_of(function: str) -> str:
    """Return the operation that an implementation's function provides, or the function's name.

    >>> place_of("filter"), place_of("Layout.cosize"), place_of("hier_unzip")
    ('filter_', 'cosize', 'hier_unzip')
    """
    name = function.removeprefix("Layout.")
    return next((known for known in (name, f"{name}_") if known in OPERATIONS), function)


def _wrong_inside(core: Deviation, examiner: Examiner) -> Iterator[Deviation]:
    """Yield the wrong calls that a call made, in the order in which they ended."""
    with examiner.until_deadline(), suppress(MissingImplementationError):
        made = examiner.implementation.inner(core.operation, core.arguments)
        for (operation, arguments), outcome in made:
            if OPERATIONS[operation].signature.kinds(len(arguments)) is None:
                continue
            with suppress(UndecidedError):
                found = deviation(operation, arguments, outcome)
                if found is not None and found.kind is not Kind.FORM_ONLY:
                    yield found


def constituents(operation: str, arguments: Arguments) -> list[Case]:
    """Return the calls in the definition of an operation, up to the first call that is refused.

    >>> from spec import Layout
    >>> [name for name, _ in constituents("logical_divide", (Layout(24), Layout(4)))]
    ['complement', 'composition']
    """
    found: list[Case] = []
    # The first call that the spec refuses ends the list.
    with suppress(LayoutError, TypeError, ValueError, LookupError):
        found.extend(OPERATIONS[operation].made_of(*arguments))
    return found
