"""The search for a counterexample: a claim's exhibits, all small arguments, random arguments."""

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
"""The sums of shapes and of absolute strides up to which every claim is tried."""

MOST_CASES = 10_000
"""The most cases in the exhaustive search for a claim. The bound is lowered to fit."""

MOST_BOUNDED = sys.maxsize
"""The same for a claim that states a bound: every case up to the bound is tried."""

SMALLEST: Bound = (4, 3)
"""The bound of the quick search before a proof."""

FEW_CASES = 500

EXAMPLES = 50
"""How many random cases a claim gets after the exhaustive ones."""


@dataclass(frozen=True)
class Searched:
    """A failure, or a witness: arguments that satisfy the claim's hypotheses and conclusions.

    `exhausted` describes the exhaustive search. It is None if an exhibit failed before.
    """

    cases: int
    failure: FailingCase | None = None
    witness: Arguments | None = None
    exhausted: Exhausted | None = None

    @property
    def minimal(self) -> bool:
        """Whether the failure is minimal, that is, from the exhaustive search."""
        return self.exhausted is not None and self.exhausted.failure is not None


def searched(account: Account, claim: Claim, accused: InProcess) -> Searched:
    """Run the claim on concrete arguments until it fails."""
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
    # Import late: importing Hypothesis takes longer than finding a failure at small arguments.
    from verif.search.random_cases import sample

    sampled = sample(claim, accused.algebra, EXAMPLES)
    if sampled.failure is not None:
        account.note(Engine.RANDOM, f"fails with seed {sampled.seed}")
        return Searched(1, sampled.failure, exhausted=found)
    account.note(Engine.RANDOM, f"no failure in {sampled}")
    witness = found.witness or sampled.witness or shown.witness
    return Searched(found.cases + sampled.cases, witness=witness, exhausted=found)


def fails_soon(claim: Claim, accused: InProcess) -> bool:
    """Return whether the claim fails at an exhibit or on the smallest arguments."""
    if _at_exhibits(claim, accused).failure is not None:
        return True
    return search(claim, accused.algebra, SMALLEST, FEW_CASES).failure is not None


def _at_exhibits(claim: Claim, accused: InProcess) -> Searched:
    """Run the claim on its exhibits until it fails."""
    witness: Arguments | None = None
    for arguments in exhibited(claim):
        result = run_concretely(claim, accused.algebra, arguments)
        if isinstance(result, Fails):
            return Searched(1, FailingCase(arguments, result))
        if witness is None and isinstance(result, Holds):
            witness = arguments
    return Searched(0, witness=witness)
