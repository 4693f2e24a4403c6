"""`make findings`: decides the false claims again, and writes all findings."""

from __future__ import annotations

from pathlib import Path

from verif.claims.catalogue import catalogue
from verif.deciding.decided import CLAIM_SECONDS, Decided
from verif.deciding.selection import selected
from verif.deciding.workers import decide_all
from verif.kernel.verdict import Outcome
from verif.pages.findings import write_findings
from verif.processes.pool import cores


def false_claims() -> tuple[Decided, ...]:
    """Decide the claims of the catalogue that are expected to be false."""
    names = [claim.id for claim in catalogue() if claim.expect.outcome is Outcome.REFUTED]
    return decide_all(selected(names), cores(), CLAIM_SECONDS)


if __name__ == "__main__":
    write_findings(false_claims(), Path())
