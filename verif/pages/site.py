"""The pages below `site/` in the reports: one for each claim, and the dependency graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from verif.deciding.decided import Decided
from verif.pages.files import is_own, require_own, write_whole
from verif.pages.graph import graph_page
from verif.pages.proof import proof_page
from verif.pages.rendering import rendered
from verif.pages.section import Section, section_of

SITE: Final = Path("site")
GRAPH: Final = SITE / "graph.html"


def site_pages(decided: Sequence[Decided]) -> dict[Path, str]:
    """Return the page of every claim, by its path in the folder of reports, and the graph."""
    counterexamples = {
        d.claim.id: d.verdict.counterexample
        for d in decided
        if d.verdict.counterexample is not None
    }
    ids = ["", *(d.claim.id for d in decided), ""]
    beside = zip(ids, ids[2:], strict=False)
    pages = {
        SITE / f"{d.claim.id}.html": (
            proof_page(Section(d), counterexamples, beside=near)
            if d.proof
            else rendered("claim.html.jinja", section=section_of(d), beside=near)
        )
        for d, near in zip(decided, beside, strict=True)
    }
    return pages | {GRAPH: graph_page(decided)} if decided else {}


def write_site(decided: Sequence[Decided], folder: Path) -> None:
    """Write the pages to the folder of reports, and remove outdated pages of this program.

    Errors: OSError if a file of another program has the same path.
    """
    texts = site_pages(decided)
    for path, text in texts.items():
        (folder / SITE).mkdir(parents=True, exist_ok=True)
        require_own(folder / path)
        write_whole(folder / path, text.encode())
    for path in (folder / SITE).glob("*.html"):
        if SITE / path.name not in texts and is_own(path):
            path.unlink()
