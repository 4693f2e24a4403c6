"""The page of a proof, `site/ID.html` among the reports: the claim, its prose, the machine's proof.

Where `templates/prose/ID.html.jinja` exists it is the text for people that stands before the
machine's proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from verif.deciding.decided import Decided
from verif.kernel.judge import AT_HAND
from verif.kernel.verdict import Counterexample
from verif.pages.files import is_own, require_own, write_whole
from verif.pages.rendering import rendered
from verif.pages.section import Section

SITE: Final = Path("site")


def proof_pages(decided: Sequence[Decided]) -> dict[Path, str]:
    """The page of every proof, by its path in the folder of reports."""
    counterexamples = {
        d.claim.id: d.verdict.counterexample
        for d in decided
        if d.verdict.counterexample is not None
    }
    return {
        SITE / f"{d.claim.id}.html": proof_page(Section(d), counterexamples)
        for d in decided
        if d.proof
    }


def write_proofs(decided: Sequence[Decided], folder: Path) -> None:
    """Write the pages of proofs below the folder of reports, and remove its own that are no more.

    Errors: OSError where the page of another stands in the place of one.
    """
    texts = proof_pages(decided)
    for path, text in texts.items():
        (folder / SITE).mkdir(parents=True, exist_ok=True)
        require_own(folder / path)
        write_whole(folder / path, text.encode())
    for path in (folder / SITE).glob("*.html"):
        if SITE / path.name not in texts and is_own(path):
            path.unlink()


def proof_page(
    section: Section, counterexamples: Mapping[str, Counterexample], alone: str = ""
) -> str:
    """The page of a proof; its prose may quote the counterexamples of other claims.

    A page that is made `alone`, of the claim that is asked for by this name, has no prose and
    no link to the page of all claims.
    """
    outlines = section.decided.proof
    agreed = Counter(owed.solvers for o in outlines for case in o.cases for owed in case.owed)
    asked = agreed.copy()
    asked.pop((AT_HAND.solver,), None)
    return rendered(
        "proof.html.jinja",
        section=section,
        alone=alone,
        counterexamples=counterexamples,
        obligations=agreed.total(),
        usual=(asked or agreed).most_common(1)[0][0],
        slowest=max(owed.seconds for o in outlines for case in o.cases for owed in case.owed),
    )
