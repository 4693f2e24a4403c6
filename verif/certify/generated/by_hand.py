"""Contracts, lemmas and claims whose proofs are written by hand, in `certify/by_hand/`.

Only the proofs are written by hand. The statements are printed, as for all theorems. A proof is
written by hand if the prover's proof cannot be printed, if the printed script is too slow, or if
Rocq's arithmetic does not find one of the steps.

There is one file for each package of `verif.theory`, and one for claims. The comment before a proof
names the contract or claim and, after `with`, the files of `certify/` that the proof imports. The
files do not compile alone, because they lack the statements.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from verif.certify.theorems import FOLDER

LIBRARY: Final = "Shared"
"""The file of `certify/` that all proofs import. It exports `Columns` and `Bits`."""

PROOFS: Final = FOLDER / "by_hand"

_PROOF: Final = re.compile(
    r"^\(\* (\w+)(?:, with ([\w ]+))? \*\)\n(Proof\.\s.*?\sQed\.)$", re.MULTILINE | re.DOTALL
)


@dataclass(frozen=True)
class ByHand:
    """A proof that is written by hand, with the files of `certify/` that it imports."""

    proof: str
    imported: tuple[str, ...]
    cited: tuple[str, ...] = ()
    """The contracts that the proof cites."""


def by_hand(of: str, ids: Collection[str]) -> ByHand | None:
    """Return the handwritten proof of a contract or claim, or None if there is no such proof.

    `ids` has the ids of all contracts.
    """
    found = proofs().get(of)
    if found is None:
        return None
    # If the proof contains its contract's own name, this name means a lemma in `certify/`.
    words = set(re.findall(r"\w+", found.proof)) - {of}
    return replace(found, cited=tuple(sorted(words.intersection(ids))))


@cache
def proofs() -> Mapping[str, ByHand]:
    """Return all proofs that are written by hand, by the id of the contract or claim."""
    return {
        name: ByHand(proof, (LIBRARY, *others.split()))
        for path in sorted(PROOFS.glob("*.v"))
        for name, others, proof in _PROOF.findall(path.read_text())
    }
