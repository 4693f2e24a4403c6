"""The page `reports/hypotheses.md`: where a proved claim fails if a hypothesis is dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from verif.claims.catalogue import catalogue
from verif.deciding.selection import selected
from verif.kernel.claim import Claim
from verif.kernel.verdict import Outcome
from verif.pages.files import write_whole
from verif.pages.rendering import cell, rendered
from verif.processes.pool import Died, Late, Pool, cores
from verif.search.concrete import Fails, text, texts
from verif.search.exhaustive import Bound, Dropped, dropped_hypotheses
from verif.upstream.in_process import SPEC

PAGE: Final = Path("reports/hypotheses.md")

BOUND: Final[Bound] = (9, 4)
MOST_CASES: Final = 200_000
SECONDS: Final = 900.0


class UnfinishedError(RuntimeError):
    """A search with dropped hypotheses did not finish: time ran out, or the process ended."""


@dataclass(frozen=True)
class Without:
    """A claim with one hypothesis dropped: the least arguments at which it fails, and how it fails.

    `arguments` is None if no failure was found. `outcome` then says what was tried.
    """

    id: str
    hypothesis: str
    arguments: str | None
    outcome: str

    @property
    def line(self) -> str:
        """The row of the table."""
        at = "-" if self.arguments is None else f"`{self.arguments}`"
        return " | ".join(map(cell, (self.id, self.hypothesis, at, self.outcome)))


def proved_claims() -> tuple[Claim, ...]:
    """Return the claims of the catalogue that are expected to be true."""
    return tuple(claim for claim in catalogue() if claim.expect.outcome is Outcome.PROVED)


def without_each(claim: Claim) -> tuple[Without, ...]:
    """For each hypothesis, search for a failure of the claim without this hypothesis."""
    dropped = dropped_hypotheses(claim, SPEC.algebra, BOUND, MOST_CASES)
    return tuple(_row(claim.id, one) for one in dropped)


def _row(name: str, dropped: Dropped) -> Without:
    failure = dropped.outcome.failure
    if failure is None:
        return Without(name, dropped.label, None, str(dropped.outcome))
    arguments = ", ".join(f"{name} = {value}" for name, value in texts(failure.arguments).items())
    return Without(name, dropped.label, arguments, _where(failure.result))


def _where(result: Fails) -> str:
    """Return the conclusion that fails, with both sides if it is an equation."""
    if "'NoneType'" in result.label:
        # `attempt` returns None for a rejected call, and the claim's code then fails on None.
        return "an operation rejects its arguments"
    sides = f" ({' != '.join(map(text, result.values))})" if result.values else ""
    return f"{result.label}{sides}"


def every_row(claims: Sequence[Claim]) -> tuple[Without, ...]:
    """Find the rows of the page for all claims, several claims in parallel."""
    found: dict[str, tuple[Without, ...]] = {}
    with Pool(_rows_of, cores()) as pool:
        for name, rows in pool.answers([claim.id for claim in claims], SECONDS):
            if isinstance(rows, Late | Died):
                raise UnfinishedError(f"{name}: {rows}")
            found[name] = rows
    return tuple(row for claim in claims for row in found[claim.id])


def _rows_of(name: str) -> tuple[Without, ...]:
    (one,) = selected((name,))
    return without_each(one.claim)


def hypotheses_page(rows: Sequence[Without]) -> str:
    """Return the page with all rows. Hypotheses that are not known to be needed come last."""
    return rendered(
        "hypotheses.md.jinja",
        needed=[row for row in rows if row.arguments is not None],
        spare=[row for row in rows if row.arguments is None],
    )


if __name__ == "__main__":
    write_whole(PAGE, hypotheses_page(every_row(proved_claims())).encode())
