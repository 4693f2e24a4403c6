"""A claim or lemma, its verdict, the proof, and whether the verdict is the expected one.

A verdict comes from this run, or from the record of an earlier run. A recorded verdict can be
shown, but no proof can cite it: the judge, which makes all theorems, never reads records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from verif.deciding.outline import Outline
from verif.english import counted
from verif.kernel.claim import EXPECT_PROOF, Claim, Expectation
from verif.kernel.contract import Contract
from verif.kernel.judge import Theorem
from verif.kernel.said import Said
from verif.kernel.verdict import Counterexample, Outcome, Scope, Verdict

CLAIM_SECONDS: Final = 240.0
"""The default time limit for a claim."""


@dataclass(frozen=True)
class Origin:
    """The run in which a recorded verdict was decided."""

    run: str = ""

    def __str__(self) -> str:
        return "kept"


@dataclass(frozen=True)
class Recorded:
    """A verdict from an earlier run, without its theorem.

    `replays` is the number of concrete runs that followed the proof and reached a conclusion.
    """

    origin: Origin
    outcome: Outcome
    scope: Scope | None
    counterexample: Counterexample | None
    replayed_on: tuple[str, ...]
    witness: Mapping[str, str]
    reason: str
    cases: int
    seconds: float
    said: tuple[Said, ...]
    replays: int


def recorded(verdict: Verdict, origin: Origin) -> Recorded:
    """Convert a verdict to a `Recorded` verdict from the run `origin`."""
    return Recorded(
        origin,
        verdict.outcome,
        verdict.scope,
        verdict.counterexample,
        verdict.replayed_on,
        verdict.witness,
        verdict.reason,
        verdict.cases,
        verdict.seconds,
        verdict.said,
        0 if verdict.theorem is None else verdict.theorem.replays,
    )


@dataclass(frozen=True)
class Decided:
    """A claim and its verdict, from this run or from a record.

    `proof` contains the outlines of the lemmas that the claim's theorem uses. The last outline is
    the outline of the theorem itself.
    """

    claim: Claim
    verdict: Verdict | Recorded
    proof: tuple[Outline, ...] = ()

    @property
    def id(self) -> str:
        return self.claim.id

    @property
    def title(self) -> str:
        return self.claim.title

    @property
    def expect(self) -> Expectation:
        return self.claim.expect

    @property
    def origin(self) -> Origin | None:
        """The earlier run that reached the verdict, or None if this run reached it."""
        return self.verdict.origin if isinstance(self.verdict, Recorded) else None

    @property
    def theorem(self) -> Theorem | None:
        """The theorem, or None if the claim was not proved in this run."""
        return None if isinstance(self.verdict, Recorded) else self.verdict.theorem

    @property
    def replays(self) -> int:
        """The number of concrete runs that followed the proof and reached a conclusion."""
        if isinstance(self.verdict, Recorded):
            return self.verdict.replays
        return 0 if self.theorem is None else self.theorem.replays

    @property
    def as_expected(self) -> bool:
        """Whether the outcome is as expected, and the scope at least as wide as expected."""
        expect, verdict = self.claim.expect, self.verdict
        if verdict.outcome is not expect.outcome:
            return False
        if expect.scope is None:
            return True
        return verdict.scope is not None and verdict.scope.covers(expect.scope)


@dataclass(frozen=True)
class DecidedLemma:
    """A lemma or contract with its verdict and proof. A proof is always expected."""

    lemma: Contract
    verdict: Verdict
    proof: tuple[Outline, ...] = ()

    expect: ClassVar[Expectation] = EXPECT_PROOF
    origin: ClassVar[None] = None

    @property
    def theorem(self) -> Theorem | None:
        return self.verdict.theorem

    @property
    def id(self) -> str:
        return self.lemma.id

    @property
    def title(self) -> str:
        return self.lemma.statement

    @property
    def as_expected(self) -> bool:
        return self.verdict.outcome is self.expect.outcome


def summary(decided: Sequence[Decided | DecidedLemma]) -> str:
    """Return in one line how many claims and lemmas have each verdict.

    >>> summary(())
    '0 claims: all as expected'
    """
    outcomes = Counter(d.verdict.outcome for d in decided)
    found = [f"{outcomes[o]} {o.lower()}" for o in Outcome if outcomes[o]]
    amiss = sum(not d.as_expected for d in decided)
    found.append(f"{amiss} NOT as expected" if amiss else "all as expected")
    lemmas = sum(isinstance(d, DecidedLemma) for d in decided)
    claims = len(decided) - lemmas
    kinds = [counted(lemmas, "lemma")] if lemmas else []
    if claims or not lemmas:
        kinds.insert(0, counted(claims, "claim"))
    records = origins_line([d.origin for d in decided if d.origin is not None])
    return f"{', '.join(kinds)}: {', '.join(found)}{f'; {records}' * bool(records)}"


def origins_line(origins: Sequence[Origin]) -> str:
    """Return a line that says how many verdicts are cached, and which runs decided them.

    Return "" if `origins` is empty.

    >>> origins_line([Origin("2026-11-24 12:03:11 UTC")])
    '1 kept, decided by the run of 2026-11-24 12:03:11 UTC'
    """
    if not origins:
        return ""
    runs = sorted({one.run for one in origins})
    by = f"the run of {runs[0]}" if len(runs) == 1 else f"{len(runs)} runs, last {runs[-1]}"
    return f"{len(origins)} kept, decided by {by}"
