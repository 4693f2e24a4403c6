"""The tables in `docs/explanation/certify.md`: claims with a Rocq theorem, and claims without.

`python -m verif.certify.document` writes them into the page.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from verif.certify.generated.by_hand import proofs
from verif.certify.printing import everywhere, printout
from verif.certify.theorems import FOLDER, theorems
from verif.claims.catalogue import catalogue
from verif.kernel.verdict import Outcome

PAGE: Final = FOLDER.parent / "docs" / "explanation" / "certify.md"

GENERATED: Final = FOLDER.parent / "reports" / "generated.json"
"""The report of `make certify-generated`, with the claims that it proves."""

UNCHECKED: Final = "a proof by hand, which `make certify-generated` has not checked yet"
"""The reason if there is a proof, but the report is older than the proof."""

BEGIN: Final = "<!-- What follows is written by `make theorems`. -->\n"


def tables() -> str:
    """Return the tables of claims as Markdown, in the order of the catalogue."""
    files = {theorem.claim: theorem.file for theorem in theorems()}
    proved = [claim for claim in catalogue() if claim.expect.outcome is Outcome.PROVED]
    lifted = [claim.id for claim in everywhere()]
    report = json.loads(GENERATED.read_text())
    generated, by_hand = set(report["claims"]), set(report["by hand"])
    others = [claim for claim in lifted if claim not in files]
    scripts = [claim for claim in others if claim in generated and claim not in by_hand]
    again = [claim for claim in files if claim in generated]
    handwritten = [claim for claim in others if claim in generated and claim in by_hand]
    unchecked = dict.fromkeys(proofs(), UNCHECKED)
    reasons = {**report["open claims"], **printout().refused, **unchecked}
    rows = [
        f"| {claim.id} | [`{files[claim.id]}`](../../certify/{files[claim.id]}) "
        f"| {_letter_by_letter(claim.title)} |"
        for claim in proved
        if claim.id in files
    ]
    open_ = [f"| {c} | {_in_code(reasons[c])} |" for c in others if c not in generated]
    return "\n".join(
        [
            f"## The {len(rows)} theorems\n",
            "| claim | file | what it says |",
            "|---|---|---|",
            *rows,
            f"\n## The other claims among the {len(lifted)} proved for every rank\n",
            f"Generated scripts (`make certify-generated`) prove claims {', '.join(scripts)}.\n",
            f"Generated scripts also prove these claims of the table above: {', '.join(again)}.\n",
            *_handwritten(handwritten),
            f"These {len(open_)} claims have no theorem of Rocq in the last report.",
            "A reason that begins with `Rocq:` is the error that the generated script causes.\n",
            "| claim | reason |",
            "|---|---|",
            *open_,
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
