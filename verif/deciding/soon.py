"""Quick refutation of claims that fail at an exhibit or on the smallest arguments.

The verdict is the same as from `decide`, but needs no solver, theory or worker process.
"""

from __future__ import annotations

import time
from dataclasses import replace

from verif.deciding.account import Account, telling
from verif.deciding.decided import Decided
from verif.deciding.searching import fails_soon, refuted, searched
from verif.kernel.claim import Claim
from verif.kernel.verdict import Outcome, Verdict
from verif.processes.forked import answered
from verif.upstream.named import named

SECONDS = 20.0
"""The most processor seconds for a search that may find nothing."""


def refuted_soon(claim: Claim) -> Decided | None:
    """Return the claim with its refutation, or None if the quick search finds no failure."""
    if not fails_soon(claim, named(claim.accuses)):
        return None
    verdict = _refuted(claim)
    return verdict and Decided(claim, verdict)


def refuted_in_a_copy(claim: Claim, seconds: float) -> Decided | None:
    """Refute a claim of a user's file, whose text may run forever or exhaust the memory.

    The search runs in a forked copy of this process. If the claim is expected to be false, the
    search is as complete as in `decide`. Return None if the claim does not fail, or if the copy
    ends without an answer.
    """

    def work() -> Verdict | None:
        expected = claim.expect.outcome is Outcome.REFUTED and claim.bound is None
        soon = expected or fails_soon(claim, named(claim.accuses))
        return _refuted(claim) if soon else None

    verdict = answered(work, min(seconds, SECONDS))
    return verdict and Decided(claim, verdict)


def _refuted(claim: Claim) -> Verdict | None:
    """Return the refutation that the search finds, with its time and reports."""
    started = time.monotonic()
    accused = named(claim.accuses)
    account = Account(telling(claim.id))
    found = searched(account, claim, accused)
    if found.failure is None:
        return None
    verdict = refuted(account, claim, accused, found.failure, found)
    seconds = time.monotonic() - started
    return replace(verdict, seconds=seconds, said=tuple(account.said))
