"""The page `reports/exported.md`: the functions of `spec` that each claim names."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from verif.claims.catalogue import catalogue
from verif.deciding.exported import FUNCTIONS, spoken_of, unspoken
from verif.kernel.verdict import Outcome
from verif.pages.files import write_whole
from verif.pages.rendering import rendered

PAGE: Final = Path("reports/exported.md")


def exported_page() -> str:
    """Return all claims of the catalogue, and the functions that no proved claim names."""
    claims = catalogue()
    proved = [claim for claim in claims if claim.expect.outcome is Outcome.PROVED]
    return rendered(
        "exported.md.jinja",
        spoken=[(claim, spoken_of(claim)) for claim in claims],
        unspoken=unspoken(proved),
        functions=len(FUNCTIONS),
    )


if __name__ == "__main__":
    write_whole(PAGE, exported_page().encode())
