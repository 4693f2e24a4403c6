"""A refutation at once: of a claim that fails at an exhibit or on the smallest arguments.

The verdict is that of `decide`. It needs neither solvers nor theory, nor a process of its own.
"""

from __future__ import annotations

import time
from dataclasses import replace

from verif.deciding.account import Account, telling
from verif.deciding.decided import Decided
from verif.deciding.refuting import refuted
from verif.deciding.searching import fails_soon, searched
from verif.kernel.claim import Claim
from verif.upstream.named import named


def refuted_soon(claim: Claim) -> Decided | None:
    """The claim with its refutation, told as it is found; None where it does not fail so soon."""
    started = time.monotonic()
    accused = named(claim.accuses)
    if not fails_soon(claim, accused):
        return None
    account = Account(telling(claim.id))
    found = searched(account, claim, accused)
    if found.failure is None:
        return None
    verdict = refuted(account, claim, accused, found.failure, found)
    seconds = time.monotonic() - started
    return Decided(claim, replace(verdict, seconds=seconds, said=tuple(account.said)))
