"""Quick refutation of a claim that fails at an exhibit or on the smallest arguments.

The verdict is the same as from `decide`, but without solvers, theory or a child process.
"""

from __future__ import annotations

import time
from dataclasses import replace

from verif.deciding.account import Account, telling
from verif.deciding.decided import Decided
from verif.deciding.refuting import refuted
from verif.deciding.searching import fails_soon, searched
from verif.kernel.claim import Claim
from verif.kernel.verdict import Outcome, Verdict
from verif.processes.forked import answered
from verif.upstream.named import named

SECONDS = 20.0
"""The CPU seconds after which a quick search gives up."""


def refuted_soon(claim: Claim) -> Decided | None:
    """The claim with its refutation, reported at once, or None if it does not fail quickly."""
    if not fails_soon(claim, named(claim.accuses)):
        return None
    verdict = _refuted(claim)
    return verdict and Decided(claim, verdict)


def refuted_in_a_copy(claim: Claim, seconds: float) -> Decided | None:
    """The same for a claim of a user's file, whose text may never end or exhaust the memory.

    A claim that is expected to be false is searched to the end, as `decide` does. The search runs
    in a copy of this process. None if the claim does not fail, or the copy ends without an answer.
    """

    def work() -> Verdict | None:
        expected = claim.expect.outcome is Outcome.REFUTED and claim.bound is None
        soon = expected or fails_soon(claim, named(claim.accuses))
        return _refuted(claim) if soon else None

    verdict = answered(work, min(seconds, SECONDS))
    return verdict and Decided(claim, verdict)


def _refuted(claim: Claim) -> Verdict | None:
    """The refutation from a search, with its time and results."""
    started = time.monotonic()
    accused = named(claim.accuses)
    account = Account(telling(claim.id))
    found = searched(account, claim, accused)
    if found.failure is None:
        return None
    verdict = refuted(account, claim, accused, found.failure, found)
    seconds = time.monotonic() - started
    return replace(verdict, seconds=seconds, said=tuple(account.said))
