"""The reports that `prove` writes.

They are the record of all verdicts, the overview, a page for each claim, and the dependency graph.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from verif.deciding.decided import Decided, summary
from verif.kernel.verdict import Outcome
from verif.pages.files import is_own, require_folder, require_own, require_writable, write_whole
from verif.pages.graph import graph_page
from verif.pages.ledger import count_line, ledger
from verif.pages.proof import proof_page
from verif.pages.record import encoded
from verif.pages.rendering import rendered
from verif.pages.section import Section, section_of

REPORT: Final = Path("prove.json")
"""The record of all verdicts, in the folder of reports."""

PAGE: Final = Path("index.html")
"""The overview of all claims: a matrix, and a section for each claim."""

SITE: Final = Path("site")
"""The folder of the pages of claims."""

GRAPH: Final = SITE / "graph.html"

_SECTION_LINK: Final = re.compile(r'<a href="\.\./index\.html#(\w+)">(.*?)</a>')


def reports(json: Path | None, folder: Path | None) -> Callable[[Sequence[Decided]], Path | None]:
    """Return a function that writes the reports.

    The function returns the path of the overview, or None if `folder` is None.

    Errors: OSError at once, before any work is done, if a file is unwritable.
    """
    outputs: dict[Path, Callable[[Sequence[Decided]], bytes]] = {}
    if folder is not None:
        require_folder(folder / SITE)
        outputs |= {folder / REPORT: encoded, folder / PAGE: overview}
    if json is not None:
        outputs[json] = encoded
    for path in outputs:
        require_writable(path)
    if folder is not None:
        require_own(folder / PAGE)

    def write(decided: Sequence[Decided]) -> Path | None:
        for path, content in outputs.items():
            write_whole(path, content(decided))
        if folder is None:
            return None
        write_site(decided, folder)
        return folder / PAGE

    return write


def overview(decided: Sequence[Decided]) -> bytes:
    """Return the overview as bytes. Equal verdicts give equal pages, except for times."""
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


def site_pages(decided: Sequence[Decided]) -> dict[Path, str]:
    """Return the pages of all claims and of the graph, by their paths in the folder of reports.

    Links to claims that were not decided become plain text.
    """
    counterexamples = {
        d.claim.id: d.verdict.counterexample
        for d in decided
        if d.verdict.counterexample is not None
    }
    decided_ids = [d.claim.id for d in decided]
    ids = ["", *decided_ids, ""]
    beside = zip(ids, ids[2:], strict=False)
    pages = {
        SITE / f"{d.claim.id}.html": _unlinked(
            proof_page(Section(d), counterexamples, beside=near)
            if d.proof
            else rendered("claim.html.jinja", section=section_of(d), beside=near),
            frozenset(decided_ids),
        )
        for d, near in zip(decided, beside, strict=True)
    }
    return pages | {GRAPH: graph_page(decided)} if decided else {}


def _unlinked(page: str, kept: frozenset[str]) -> str:
    """Replace links to overview sections by the links' texts, except links to ids in `kept`."""
    return _SECTION_LINK.sub(lambda link: link[0] if link[1] in kept else link[2], page)


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
