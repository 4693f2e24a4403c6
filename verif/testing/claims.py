"""The assertion that a claim has its expected verdict."""

from __future__ import annotations

from verif.deciding.decide import decide
from verif.deciding.decided import Decided
from verif.kernel.claim import Claim
from verif.testing.recorded import record

__tracebackhide__ = True
# `__tracebackhide__` makes pytest report a failure at the line of the test, not of this module.


def assert_claim(claim: Claim) -> None:
    """Assert that the claim has its expected verdict, by default PROVED.

    A failure shows the result of each engine.
    """
    verdict = decide(claim)
    record(verdict.outcome.lower(), claim.id)
    if not Decided(claim, verdict).as_expected:
        because = verdict.counterexample or verdict.reason
        lines = (
            f"{claim.id} is {verdict.outcome}, but {claim.expect} was expected: {because}",
            *(f"  {said}" for said in verdict.said),
            f"layout-verif prove {claim.text.__code__.co_filename}:{claim.id}",
        )
        raise AssertionError("\n".join(lines))
