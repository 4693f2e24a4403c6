"""Verdicts as they are written down: all that they say, and no theorem.

A record is somebody's word that a claim was decided, whoever made it. Nothing that proves reads
one: it is shown, and cannot be cited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verif.kernel.said import Said
from verif.kernel.verdict import Counterexample, Outcome, Scope, Verdict


@dataclass(frozen=True)
class Origin:
    """The run or the machine that a record is of: of a kept one the run, of one sent the machine.

    >>> print(Origin(run="2026-11-24 12:03:11 UTC")), print(Origin(machine="tcp://10.0.0.2:8788"))
    kept
    on tcp://10.0.0.2:8788
    (None, None)
    """

    run: str = ""
    machine: str = ""

    def __str__(self) -> str:
        return f"on {self.machine}" if self.machine else "kept"


@dataclass(frozen=True)
class Recorded:
    """A verdict, with the number of its replays in the place of its theorem."""

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
    """The verdict as a record of that origin."""
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
    """The origins of some verdicts in words; of none, none.

    >>> origins_line([Origin(run="2026-11-24 12:03:11 UTC"), Origin(machine="a")])
    '1 kept, decided by the run of 2026-11-24 12:03:11 UTC; 1 the word of machines, a'
    """
    runs = sorted({one.run for one in origins if not one.machine})
    kept = sum(not one.machine for one in origins)
    machines = dict.fromkeys(one.machine for one in origins if one.machine)
    told: list[str] = []
    if kept:
        by = f"the run of {runs[0]}" if len(runs) == 1 else f"{len(runs)} runs, last {runs[-1]}"
        told.append(f"{kept} kept, decided by {by}")
    if machines:
        told.append(f"{len(origins) - kept} the word of machines, {', '.join(machines)}")
    return "; ".join(told)
