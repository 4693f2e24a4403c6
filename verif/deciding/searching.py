"""The search for a counterexample: a claim's own exhibits, all small arguments, random ones."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from verif.deciding.account import Account
from verif.kernel.claim import Arguments, Claim
from verif.kernel.said import Engine
from verif.search.concrete import Fails, Holds, run_concretely
from verif.search.enumeration import Bound
from verif.search.exhaustive import Exhausted, FailingCase, search
from verif.search.exhibited import exhibited
from verif.upstream.in_process import InProcess

SMALL: Bound = (10, 6)
"""The sum of shapes, and of absolute strides, that every claim is tried up to."""

MOST_CASES = 10_000
"""The cases of an exhaustive search that a claim gets; the bound is lowered to fit."""

MOST_BOUNDED = sys.maxsize
"""The same of a claim that states a bound: all up to it, whatever that takes."""

SMALLEST: Bound = (4, 3)
"""The same of a search that takes no time, before a proof is tried."""

FEW_CASES = 500

EXAMPLES = 50
"""The random cases that a claim gets beyond the exhaustive ones."""


@dataclass(frozen=True)
class Searched:
    """A failure, or a witness: arguments at which the claim holds, its hypotheses being true.

    `exhausted` is how far the exhaustive search went, None where an exhibit fails before it.
    """

    cases: int
    failure: FailingCase | None = None
    witness: Arguments | None = None
    exhausted: Exhausted | None = None

    @property
    def minimal(self) -> bool:
        """Whether the failure is the least: it is if the exhaustive search found it."""
        return self.exhausted is not None and self.exhausted.failure is not None


def searched(account: Account, claim: Claim, accused: InProcess) -> Searched:
    """The claim on concrete arguments, until it fails."""
    shown = _at_exhibits(claim, accused)
    if shown.failure is not None:
        account.note(Engine.SEARCH, "an exhibit of the claim fails")
        return shown
    bound, most = (SMALL, MOST_CASES) if claim.bound is None else (claim.bound, MOST_BOUNDED)
    found = search(claim, accused.algebra, bound, most)
    if found.failure is not None:
        account.note(Engine.SEARCH, f"fails at case {found.cases}")
        return Searched(found.cases, found.failure, exhausted=found)
    account.note(Engine.SEARCH, f"no failure in {found}")
    # Hypothesis takes longer to import than it takes to find what fails at small arguments.
    from verif.search.random_cases import sample

    sampled = sample(claim, accused.algebra, EXAMPLES)
    if sampled.failure is not None:
        account.note(Engine.RANDOM, f"fails; seed {sampled.seed}")
        return Searched(1, sampled.failure, exhausted=found)
    account.note(Engine.RANDOM, f"no failure in {sampled}")
    witness = found.witness or sampled.witness or shown.witness
    return Searched(found.cases + sampled.cases, witness=witness, exhausted=found)


def fails_soon(claim: Claim, accused: InProcess) -> bool:
    """Whether the claim fails at an exhibit or on the smallest arguments."""
    if _at_exhibits(claim, accused).failure is not None:
        return True
    return search(claim, accused.algebra, SMALLEST, FEW_CASES).failure is not None


def _at_exhibits(claim: Claim, accused: InProcess) -> Searched:
    """The claim at its exhibits, until it fails."""
    witness: Arguments | None = None
    for arguments in exhibited(claim):
        result = run_concretely(claim, accused.algebra, arguments)
        if isinstance(result, Fails):
            return Searched(1, FailingCase(arguments, result))
        if witness is None and isinstance(result, Holds):
            witness = arguments
    return Searched(0, witness=witness)
