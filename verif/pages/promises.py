"""The page `reports/promises.md`: post-conditions of `spec`, and what keeps each."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from textwrap import fill
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
SHARE: Final = re.compile(r"Of the \d+ promises .*?Which are which:", re.DOTALL)
"""The sentence of the README that `share` counts, over its lines."""


def promises_page() -> str:
    """All promises with their marks, and the claims that are proved with what each carries."""
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
    """The promises counted by what keeps them, in a sentence."""
    claims = {claim.id: claim for claim in catalogue()}
    found = promises()
    kept = Counter(promise.kept for promise in found)
    everywhere = sum(for_all(promise, claims, _certified()) for promise in found)
    certified = everywhere - sum(for_all(promise, claims) for promise in found)
    return (
        f"Of the {len(found)} promises that docstrings of `spec` make, {kept[Kept.PROVED]} are "
        f"proved, {everywhere} of them for every rank and all integers, {certified} of these by "
        f"theorems of Rocq alone; {kept[Kept.DEFINITION]} hold by definition, and "
        f"{kept[Kept.TESTED]} are tested alone."
    )


def _reach(claim: Claim) -> str:
    """The scope of a claim, and that of its theorem where that is wider; none of what is of all."""
    if claim.expect.scope in (None, EVERYTHING):
        return ""
    wider = "; Rocq: every rank and nesting, integers all" if claim.id in _certified() else ""
    return f"{claim.expect.scope}{wider}"


@cache
def _certified() -> frozenset[str]:
    """The claims that are theorems of Rocq, whose shapes and layouts are of every nesting."""
    return frozenset(theorem.claim for theorem in theorems())


def counted(readme: str) -> str:
    """The text of the README with the share as it is now."""
    return SHARE.sub(fill(f"{share()} Which are which:", 100), readme)


if __name__ == "__main__":
    write_whole(PAGE, promises_page().encode())
    write_whole(README, counted(README.read_text()).encode())
