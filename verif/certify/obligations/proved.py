"""Prove named claims and the lemmas that they use, or a random sample of theorems."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from verif.deciding.decided import CLAIM_SECONDS
from verif.deciding.selection import selected
from verif.deciding.workers import decide_all, lemmas, lemmas_at
from verif.kernel.errors import TheoryError
from verif.kernel.judge import Theorem
from verif.theory import THEORY


def proved(ids: Iterable[str], jobs: int) -> tuple[Theorem, ...]:
    """Prove the named claims, or all claims if `ids` is empty.

    Return the theorems of the lemmas that the claims cite, then the theorems of the claims.
    Raises TheoryError if a claim is not decided as expected, because its obligations would be
    missing.
    """
    decided = decide_all(selected(ids), jobs, CLAIM_SECONDS)
    others = [one.id for one in decided if not one.as_expected]
    if others:
        raise TheoryError(f"these claims were not decided as expected: {', '.join(others)}")
    claims = [d.theorem for d in decided if d.theorem is not None]
    return (*rested_on(claims, lemmas(jobs, CLAIM_SECONDS)), *claims)


def rested_on(claims: Iterable[Theorem], proved_in_order: Sequence[Theorem]) -> tuple[Theorem, ...]:
    """Return the lemmas that the claims cite, directly or through other lemmas."""
    cited = {lemma for theorem in claims for lemma in theorem.by}
    resting: list[Theorem] = []
    for lemma in reversed(proved_in_order):
        if lemma.id in cited:
            cited.update(lemma.by)
            resting.append(lemma)
    return tuple(reversed(resting))


def drawn(of_theory: int, of_catalogue: int, seed: int, jobs: int) -> tuple[Theorem, ...]:
    """Return the theorems of random lemmas and claims: `of_theory` lemmas, `of_catalogue` claims.

    The proof of a lemma assumes the lemmas that it cites. A claim without a theorem is left out.
    """
    draw = random.Random(seed)
    numbers = draw.sample(range(len(THEORY.contracts)), of_theory)
    some = draw.sample(selected(()), of_catalogue)
    decided = decide_all(some, jobs, CLAIM_SECONDS) if some else ()
    claimed = (d.theorem for d in decided if d.theorem is not None)
    return (*lemmas_at(sorted(numbers), jobs, CLAIM_SECONDS), *claimed)
