"""A claim with its verdict and proof, and whether that is what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from verif.deciding.outline import Outline
from verif.kernel.claim import Claim
from verif.kernel.verdict import Outcome, Verdict


@dataclass(frozen=True)
class Decided:
    """A claim and its verdict; `proof` outlines its theorem, after the lemmas that it rests on."""

    claim: Claim
    verdict: Verdict
    proof: tuple[Outline, ...] = ()

    @property
    def as_expected(self) -> bool:
        """Whether the outcome is the expected one, and its scope reaches as far as expected."""
        expect, verdict = self.claim.expect, self.verdict
        if verdict.outcome is not expect.outcome:
            return False
        if expect.scope is None:
            return True
        return verdict.scope is not None and verdict.scope.covers(expect.scope)


def summary(decided: Sequence[Decided]) -> str:
    """The counts in one line.

    >>> summary(())
    '0 claims: all as expected'
    """
    outcomes = Counter(d.verdict.outcome for d in decided)
    counted = [f"{outcomes[o]} {o.lower()}" for o in Outcome if outcomes[o]]
    amiss = sum(not d.as_expected for d in decided)
    counted.append(f"{amiss} NOT as expected" if amiss else "all as expected")
    claims = "1 claim" if len(decided) == 1 else f"{len(decided)} claims"
    return f"{claims}: {', '.join(counted)}"
