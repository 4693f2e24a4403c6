"""Recorded verdicts: everything that a verdict contains, except its theorem.

A record says that an earlier run decided a claim. The judge never reads records: a record is shown,
but it cannot be cited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verif.kernel.said import Said
from verif.kernel.verdict import Counterexample, Outcome, Scope, Verdict


@dataclass(frozen=True)
class Origin:
    """The run that decided a record."""

    run: str = ""

    def __str__(self) -> str:
        return "kept"


@dataclass(frozen=True)
class Recorded:
    """A verdict, with the number of its replays instead of its theorem."""

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
    """Return the verdict as a record with this origin."""
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


def origins_line(origins: Sequence[Origin]) -> str:
    """Say how many verdicts come from the cache and which runs decided them, or return "".

    >>> origins_line([Origin("2026-11-24 12:03:11 UTC")])
    '1 kept, decided by the run of 2026-11-24 12:03:11 UTC'
    """
    if not origins:
        return ""
    runs = sorted({one.run for one in origins})
    by = f"the run of {runs[0]}" if len(runs) == 1 else f"{len(runs)} runs, last {runs[-1]}"
    return f"{len(origins)} kept, decided by {by}"
