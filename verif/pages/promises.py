"""The page `reports/promises.md`: the post-conditions of `spec`, with the evidence for each."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

from verif.certify.theorems import theorems
from verif.claims.catalogue import catalogue
from verif.deciding.promises import Kept, carried, for_all, promises
from verif.kernel.claim import Claim
from verif.kernel.verdict import EVERYTHING, Outcome
from verif.pages.files import write_whole
from verif.pages.rendering import rendered

PAGE: Final = Path("reports/promises.md")
README: Final = Path("README.md")
ROW: Final = re.compile(r"^\| promises in docstrings \|.*$", re.MULTILINE)
"""The row of the README that contains the counts of `share`."""


def promises_page() -> str:
    """Return all promises with their marks, and the proved claims with the promises they prove."""
    claims = {claim.id: claim for claim in catalogue()}
    found = promises()
    proved = [claim for claim in claims.values() if claim.expect.outcome is Outcome.PROVED]
    return rendered(
        "promises.md.jinja",
        share=share(),
        rows=[(one, [(name, _reach(claims[name])) for name in one.claims]) for one in found],
        carried=[(claim, carried(claim, found)) for claim in proved],
    )


def share() -> str:
    """Return the numbers of promises that are proved, hold by definition or are tested."""
    claims = {claim.id: claim for claim in catalogue()}
    found = promises()
    kept = Counter(promise.kept for promise in found)
    everywhere = sum(for_all(promise, claims, _certified()) for promise in found)
    certified = everywhere - sum(for_all(promise, claims) for promise in found)
    return (
        f"{len(found)}: {kept[Kept.PROVED]} are proved, {everywhere} of them for every rank and "
        f"all integers ({certified} of these by theorems of Rocq alone); "
        f"{kept[Kept.DEFINITION]} hold by definition; {kept[Kept.TESTED]} are only tested"
    )


def _reach(claim: Claim) -> str:
    """Return the scopes of a claim and its theorem; empty if the claim has full scope."""
    if claim.expect.scope in (None, EVERYTHING):
        return ""
    wider = "; Rocq: every rank and nesting, integers all" if claim.id in _certified() else ""
    return f"{claim.expect.scope}{wider}"


@cache
def _certified() -> frozenset[str]:
    """Return the claims with a Rocq theorem, which covers shapes and layouts of every nesting."""
    return frozenset(theorem.claim for theorem in theorems())


def counted(readme: str) -> str:
    """Return the text of the README with the current counts."""
    return ROW.sub(f"| promises in docstrings | {share()} ([list]({PAGE})) |", readme)


if __name__ == "__main__":
    write_whole(PAGE, promises_page().encode())
    write_whole(README, counted(README.read_text()).encode())
