"""Exhaustive search: a claim on all arguments within a bound, so that the first failure is minimal.

It stands apart from the proofs: what they say of all integers has to hold here too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from verif.kernel.claim import Arguments, Claim
from verif.search.concrete import Discarded, Fails, hypotheses, run_concretely
from verif.search.enumeration import Bound, arguments_in_order, counts


@dataclass(frozen=True)
class FailingCase:
    """Arguments at which all hypotheses are true and a conclusion is not."""

    arguments: Arguments
    result: Fails


@dataclass(frozen=True)
class Exhausted:
    """The result of a search over all arguments within a bound.

    `bound` is what was exhausted, or would have been without the failure: smaller than
    `asked` where that has too many cases, None where no bound has few enough.
    `satisfied` counts the cases whose hypotheses are all true, `witness` is the first of
    them that holds, `hypotheses` are the labels met.
    """

    cases: int
    satisfied: int
    witness: Arguments | None
    failure: FailingCase | None
    hypotheses: tuple[str, ...]
    asked: Bound
    bound: Bound | None
    profiles: Mapping[str, tuple[str, ...]]

    @property
    def complete(self) -> bool:
        """Whether everything asked for was tried and nothing failed."""
        return self.failure is None and self.bound == self.asked

    def __str__(self) -> str:
        if self.bound is None:
            return "no case was tried: the least bound has too many"
        ranks = ", ".join(f"{name} of {' '.join(texts)}" for name, texts in self.profiles.items())
        within = f"sum of shapes <= {self.bound[0]}, of strides <= {self.bound[1]}"
        return f"{self.cases} cases, {self.satisfied} satisfied: {within}; {ranks or 'no layouts'}"


@dataclass(frozen=True)
class Dropped:
    """The fate of a claim without one of its hypotheses."""

    label: str
    outcome: Exhausted

    @property
    def needed(self) -> bool:
        """Whether the claim fails without it; if not, it is not needed within the bound."""
        return self.outcome.failure is not None

    def __str__(self) -> str:
        return f"{self.label}: {'needed' if self.needed else 'not needed within the bound'}"


def search(
    claim: Claim,
    algebra: object,
    bound: Bound,
    most_cases: int,
    dropped: frozenset[str] = frozenset(),
) -> Exhausted:
    """The claim on all arguments within the bound, least first, until it fails.

    Where they are more than `most_cases`, the sum of shapes is lowered until they are not:
    how far a search goes depends on counts alone, never on the machine.
    """
    fitting = affordable(claim, bound, most_cases)
    cases = satisfied = 0
    witness: Arguments | None = None
    failure: FailingCase | None = None
    labels: dict[str, None] = {}
    for arguments in arguments_in_order(claim.domains, fitting) if fitting else ():
        result = run_concretely(claim, algebra, arguments, dropped)
        cases += 1
        if isinstance(result, Discarded):
            labels[result.label] = None
            continue
        satisfied += 1
        if isinstance(result, Fails):
            failure = FailingCase(arguments, result)
            break
        if witness is None:
            witness = arguments
    satisfying = failure.arguments if witness is None and failure else witness
    if satisfying is not None:
        labels = dict.fromkeys((*hypotheses(claim, algebra, satisfying), *labels))
    return Exhausted(
        cases, satisfied, witness, failure, tuple(labels), bound, fitting, profile_texts(claim)
    )


def affordable(claim: Claim, bound: Bound, most_cases: int) -> Bound | None:
    """The bound, its sum of shapes lowered until it has at most `most_cases`."""
    by_shapes = [0] * (bound[0] + 1)
    for (shapes, _), number in counts(claim.domains, bound).items():
        by_shapes[shapes] += number
    fitting = [shapes for shapes, most in enumerate(accumulate(by_shapes)) if most <= most_cases]
    return (fitting[-1], bound[1]) if fitting else None


def dropped_hypotheses(
    claim: Claim, algebra: object, bound: Bound, most_cases: int
) -> tuple[Dropped, ...]:
    """The claim without each of its hypotheses in turn; a shorter search is enough to meet them."""
    whole = search(claim, algebra, bound, most_cases // 20)
    return tuple(
        Dropped(label, search(claim, algebra, bound, most_cases, frozenset({label})))
        for label in whole.hypotheses
    )


def profile_texts(claim: Claim) -> dict[str, tuple[str, ...]]:
    """The profiles of each argument that has modes, as a scope quotes them."""
    described = {
        name: tuple(domain.describe(profile) for profile in domain.profiles)
        for name, domain in claim.domains.items()
    }
    return {
        name: tuple(text for text in texts if text is not None)
        for name, texts in described.items()
        if any(texts)
    }
