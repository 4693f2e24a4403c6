"""The page of all claims, `index.html` of the reports: a matrix, and a section for each claim."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from verif.deciding.decided import Decided, summary
from verif.kernel.verdict import Outcome
from verif.pages.ledger import count_line, ledger
from verif.pages.rendering import rendered
from verif.pages.section import section_of

PAGE: Final = Path("index.html")


def overview(decided: Sequence[Decided]) -> bytes:
    """Return the page as bytes. Equal verdicts give equal pages, except for the times."""
    sections = [section_of(d) for d in decided]
    found = {d.verdict.outcome for d in decided}
    return rendered(
        "overview.html.jinja",
        sections=sections,
        outcomes=[outcome for outcome in Outcome if outcome in found],
        subjects=list(dict.fromkeys(section.subject for section in sections)),
        summary=summary(decided),
        ledger=ledger(decided),
        counted=count_line,
    ).encode()
