"""The search for a counterexample: exhibits of the claim, all small arguments, random ones."""

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
"""The bound on the sum of shapes, and of absolute strides, for every claim."""

MOST_CASES = 10_000
"""The largest number of cases of an exhaustive search; the bound is lowered to fit."""

MOST_BOUNDED = sys.maxsize
"""The same for a claim that states a bound: all cases up to it."""

SMALLEST: Bound = (4, 3)
"""The same for a quick search before a proof is tried."""

FEW_CASES = 500

EXAMPLES = 50
"""The number of random cases after the exhaustive search."""


@dataclass(frozen=True)
class Searched:
    """A failure, or a witness: arguments that satisfy the hypotheses and at which it holds.

    `exhausted` is how far the exhaustive search went, or None if an exhibit failed before it.
    """

    cases: int
    failure: FailingCase | None = None
    witness: Arguments | None = None
    exhausted: Exhausted | None = None

    @property
    def minimal(self) -> bool:
        """Whether the failure is the least, because the exhaustive search found it."""
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
    # Imported here: importing Hypothesis takes longer than finding a small counterexample.
    from verif.search.random_cases import sample

    sampled = sample(claim, accused.algebra, EXAMPLES)
    if sampled.failure is not None:
        account.note(Engine.RANDOM, f"fails with seed {sampled.seed}")
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
    """Run the claim at its exhibits until it fails."""
    witness: Arguments | None = None
    for arguments in exhibited(claim):
        result = run_concretely(claim, accused.algebra, arguments)
        if isinstance(result, Fails):
            return Searched(1, FailingCase(arguments, result))
        if witness is None and isinstance(result, Holds):
            witness = arguments
    return Searched(0, witness=witness)
