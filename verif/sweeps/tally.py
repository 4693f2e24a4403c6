"""The counts of a claim's cases, and its least failing case, in one or more parts of a sweep."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from verif.deciding.selection import Reference
from verif.kernel.claim import Claim
from verif.kernel.errors import ClaimError
from verif.search.concrete import (
    Discarded,
    Fails,
    Holds,
    concludes,
    run_concretely,
    text,
    texts,
)
from verif.search.parts import Part, Place, arguments_of
from verif.upstream.implementation import called, implementation
from verif.upstream.in_process import PREDICATES, SPEC, InProcess
from verif.upstream.named import named


class Failing(msgspec.Struct, frozen=True):
    """Arguments at which the claim fails, their position among all cases, and how it fails."""

    place: Place
    arguments: Mapping[str, str]
    broken: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        given = ", ".join(f"{name} = {value}" for name, value in self.arguments.items())
        sides = f" ({' != '.join(self.values)})" if self.values else ""
        return f"{given}: {self.broken}{sides}"


class Tally(msgspec.Struct, frozen=True):
    """The counts of a claim's cases in one or more parts of a sweep.

    `satisfied` counts the cases that satisfy all hypotheses and reach a conclusion. `failed` counts
    the satisfied cases that violate a conclusion or at which an operation raises an error.
    `unconcluded` counts the cases that satisfy all hypotheses but reach no conclusion. `discarded`
    counts the cases that violate a hypothesis, by the label of the hypothesis. `seconds` is the
    processor time of all parts together, and `longest` is the processor time of the slowest part.
    """

    cases: int = 0
    satisfied: int = 0
    failed: int = 0
    unconcluded: int = 0
    discarded: Mapping[str, int] = {}
    least: Failing | None = None
    seconds: float = 0.0
    longest: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        failing = [one for one in (self.least, other.least) if one is not None]
        return Tally(
            self.cases + other.cases,
            self.satisfied + other.satisfied,
            self.failed + other.failed,
            self.unconcluded + other.unconcluded,
            dict(sorted((Counter(self.discarded) + Counter(other.discarded)).items())),
            min(failing, key=lambda one: one.place, default=None),
            self.seconds + other.seconds,
            max(self.longest, other.longest),
        )


@dataclass(frozen=True)
class Sweep:
    """A claim to check on all arguments of size at most `size`, for an implementation under test.

    The size of arguments is the larger of two numbers: the sum of all shapes, and the sum of all
    absolute strides. `against` names an implementation, such as `pycute@4.2.0.0`. Without
    `against`, the claim runs on the implementation that its option `accuses` names.
    """

    reference: Reference
    size: int
    against: str | None = None

    def claim(self) -> Claim:
        """Load the claim from its file in this process."""
        return self.reference.claim()

    def accused(self, claim: Claim) -> InProcess:
        """Return the implementation to test. Raises MissingImplementationError if it is missing."""
        if self.against == SPEC.name:
            return SPEC
        if self.against is None:
            return named(claim.accuses)
        real = called(_real(self.against))
        return InProcess(real.name, real.version, {**real.operations, **PREDICATES})


_real = lru_cache(maxsize=None)(implementation)


def implementation_texts(sweep: Sweep) -> Mapping[str, str]:
    """Return a digest of each function of the implementation that `against` names.

    The result is {} if `against` is None or `spec`, because `checkpoint.READ` covers `spec`.
    """
    if sweep.against is None or sweep.against == SPEC.name:
        return {}
    return dict(sorted(_real(sweep.against).texts.items()))


@lru_cache(maxsize=8)
def _ready(sweep: Sweep) -> tuple[Claim, Any]:
    """Return the claim of a sweep, and the operations that the claim calls; cached per process."""
    claim = sweep.claim()
    return claim, sweep.accused(claim).algebra


def tallied(sweep: Sweep, part: Part) -> Tally:
    """Count the cases of a part, and find the least failing case. May run on another machine.

    Errors: ClaimError if the claim uses an operation that the implementation lacks.
    """
    claim, algebra = _ready(sweep)
    started = time.process_time()
    cases = satisfied = failed = unconcluded = 0
    discarded = Counter[str]()
    least: Failing | None = None
    for place, arguments in arguments_of(claim.domains, part):
        cases += 1
        try:
            result = run_concretely(claim, algebra, arguments)
        except AttributeError as error:
            raise ClaimError(f"{claim.id} is not run on {sweep.against}: {error}") from error
        match result:
            case Discarded():
                discarded[result.label] += 1
            case Holds():
                satisfied += concludes(result)
                unconcluded += not concludes(result)
            case Fails():
                satisfied += 1
                failed += 1
                if least is None or place < least.place:
                    printed = tuple(map(text, result.values))
                    least = Failing(place, texts(arguments), result.label, printed)
    seconds = time.process_time() - started
    return Tally(cases, satisfied, failed, unconcluded, discarded, least, seconds, seconds)
