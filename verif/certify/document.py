"""The tables in `docs/explanation/certify.md`: claims with a Rocq theorem, and claims without.

`python -m verif.certify.document` writes them into the page.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from verif.certify.printing import everywhere, printout
from verif.certify.theorems import FOLDER, theorems
from verif.claims.catalogue import catalogue
from verif.kernel.verdict import Outcome

PAGE: Final = FOLDER.parent / "docs" / "explanation" / "certify.md"

GENERATED: Final = FOLDER.parent / "reports" / "generated.json"
"""The report of `make certify-generated`, with the claims that it proves."""

BEGIN: Final = "<!-- What follows is written by `make theorems`. -->\n"


def tables() -> str:
    """Return the tables, in catalogue order."""
    files = {theorem.claim: theorem.file for theorem in theorems()}
    printed = {statement.claim for statement in printout().statements}
    proved = [claim for claim in catalogue() if claim.expect.outcome is Outcome.PROVED]
    lifted = [claim.id for claim in everywhere()]
    report = json.loads(GENERATED.read_text())
    generated, by_hand = set(report["claims"]), set(report["by hand"])
    others = [claim for claim in lifted if claim in printed and claim not in files]
    scripts = [claim for claim in others if claim in generated and claim not in by_hand]
    handwritten = [claim for claim in others if claim in generated and claim in by_hand]
    open_ = [claim for claim in others if claim not in generated]
    refused = printout().refused
    rows = [
        f"| {claim.id} | [`{files[claim.id]}`](../../certify/{files[claim.id]}) "
        f"| {_letter_by_letter(claim.title)} |"
        for claim in proved
        if claim.id in files
    ]
    reasons = [f"| {c} | {_in_code(refused[c])} |" for c in lifted if c in refused]
    return "\n".join(
        [
            f"## The {len(rows)} theorems\n",
            "| claim | file | what it says |",
            "|---|---|---|",
            *rows,
            f"\n## The other claims among the {len(lifted)} proved for every rank\n",
            f"Generated scripts prove {', '.join(scripts)} (`make certify-generated`).\n",
            *_handwritten(handwritten),
            f"These claims are printed, but not proved in Rocq: {', '.join(open_)}.\n",
            "These claims are not printed, for the following reasons:\n",
            "| claim | reason |",
            "|---|---|",
            *reasons,
            "",
        ]
    )


def _in_code(reason: str) -> str:
    return reason.replace("|", r"\|")


def _handwritten(claims: list[str]) -> list[str]:
    said = "The statements of these claims are printed, and their proofs are written by hand"
    return [f"{said}: {', '.join(claims)}.\n"] if claims else []


def _letter_by_letter(title: str) -> str:
    return title.replace("*", r"\*")


def page(text: str) -> str:
    """Return the text of the page, with current tables in place of the old tables."""
    return text.partition(BEGIN)[0] + BEGIN + "\n" + tables()


def main(path: Path = PAGE) -> None:
    """Write the page."""
    path.write_text(page(path.read_text()))


if __name__ == "__main__":
    main()
