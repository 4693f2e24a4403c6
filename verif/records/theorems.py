"""The theorems of a run, in files that the test suite reads.

A folder of theorems has a subfolder for the current state of the sources. The subfolder's name is
the digest of everything that a verdict depends on. The theorems of other states are deleted.
"""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from verif.deciding.decided import Decided
from verif.kernel.contract import Contract
from verif.kernel.judge import Theorem
from verif.pages.files import write_whole
from verif.records.identity import of_catalogue

CLAIMS: Final = "claims"
"""The subfolder with a pickle of each claim's verdict and the outlines of its proof."""

LEMMAS: Final = "lemmas"
"""The subfolder with a pickle of the theorem of each contract or lemma."""


def current(whole: Path) -> Path:
    """Return the subfolder for the current state of the sources. Delete all other subfolders.

    Raises OSError if the folder cannot be written.
    """
    own = whole / of_catalogue()
    for other in whole.glob("*"):
        if other != own:
            shutil.rmtree(other, ignore_errors=True)
    for name in (CLAIMS, LEMMAS):
        (own / name).mkdir(parents=True, exist_ok=True)
    return own


def write_theorems(
    folder: Path, decided: Iterable[Decided], lemmas: Mapping[Contract, Theorem]
) -> None:
    """Write the lemmas, and the verdicts that are as expected and were reached in this run.

    Raises OSError if the folder cannot be written.
    """
    for one in decided:
        if one.as_expected and one.origin is None:
            write_whole(folder / CLAIMS / one.id, pickle.dumps((one.verdict, one.proof)))
    for contract, theorem in lemmas.items():
        write_whole(folder / LEMMAS / contract.id, pickle.dumps(theorem))
