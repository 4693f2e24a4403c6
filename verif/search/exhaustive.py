"""Exhaustive search: a claim on all arguments within a bound, so that the first failure is minimal.

The search is independent of the proofs, so it checks what they state for all integers.
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
    """Arguments at which all hypotheses are true and a conclusion is false."""

    arguments: Arguments
    result: Fails


@dataclass(frozen=True)
class Exhausted:
    """The result of a search over all arguments within a bound.

    `bound` is the exhausted bound, or what would have been exhausted without the failure. It is
    smaller than `asked` if that has too many cases, and None if every bound does. `satisfied`
    counts the cases whose hypotheses are all true, and `witness` is the first of these that holds.
    `hypotheses` are the labels met.
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
        """Whether the whole requested bound was tried and nothing failed."""
        return self.failure is None and self.bound == self.asked

    def __str__(self) -> str:
        if self.bound is None:
            return "no case was tried: the least bound has too many"
        ranks = ", ".join(f"{name} of {' '.join(texts)}" for name, texts in self.profiles.items())
        within = f"sum of shapes <= {self.bound[0]}, of strides <= {self.bound[1]}"
        return f"{self.cases} cases, {self.satisfied} satisfied: {within}; {ranks or 'no layouts'}"


@dataclass(frozen=True)
class Dropped:
    """The result for a claim without one of its hypotheses."""

    label: str
    outcome: Exhausted

    @property
    def needed(self) -> bool:
        """Whether the claim fails without the hypothesis somewhere within the bound."""
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
    """Run the claim on all arguments within the bound, least first, until it fails.

    If there are more than `most_cases`, the sum of shapes is lowered. How far a search goes depends
    only on counts, never on the machine.
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
    """Return the bound, with its sum of shapes lowered until it has at most `most_cases`."""
    by_shapes = [0] * (bound[0] + 1)
    for (shapes, _), number in counts(claim.domains, bound).items():
        by_shapes[shapes] += number
    fitting = [shapes for shapes, most in enumerate(accumulate(by_shapes)) if most <= most_cases]
    return (fitting[-1], bound[1]) if fitting else None


def dropped_hypotheses(
    claim: Claim, algebra: object, bound: Bound, most_cases: int
) -> tuple[Dropped, ...]:
    """Search the claim without each of its hypotheses. A shorter search finds the hypotheses."""
    whole = search(claim, algebra, bound, most_cases // 20)
    return tuple(
        Dropped(label, search(claim, algebra, bound, most_cases, frozenset({label})))
        for label in whole.hypotheses
    )


def profile_texts(claim: Claim) -> dict[str, tuple[str, ...]]:
    """Return the profiles of each argument that has modes, as a scope quotes them."""
    described = {
        name: tuple(domain.describe(profile) for profile in domain.profiles)
        for name, domain in claim.domains.items()
    }
    return {
        name: tuple(text for text in texts if text is not None)
        for name, texts in described.items()
        if any(texts)
    }
