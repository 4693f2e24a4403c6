"""The catalogue: every claim of `verif.claims`, and the claims of a user's file."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from verif.files.reader import read
from verif.kernel.claim import Claim
from verif.kernel.errors import ClaimError
from verif.kernel.theory import claims_of, contracts_in
from verif.theory import THEORY

SUBJECTS = (
    "coordinates",
    "int_tuples",
    "coalesce",
    "filter",
    "recast",
    "modes",
    "composition",
    "least",
    "exactness",
    "carries",
    "distributivity",
    "complement",
    "inverse",
    "common",
    "divide",
    "products",
    "coordinate_tensors",
    "threads",
    "swizzle",
    "swizzled",
    "banks",
    "xla",
    "tla",
    "positions",
    "conversions",
)
"""The modules of claims, in reading order."""


@cache
def catalogue() -> tuple[Claim, ...]:
    """Every claim, in reading order. Ids are unique."""
    modules = (importlib.import_module(f"verif.claims.{subject}") for subject in SUBJECTS)
    claims = tuple(claim for module in modules for claim in claims_of(module.__name__).values())
    _require_distinct(claims)
    return claims


def claims_in(path: Path) -> Mapping[str, Claim]:
    """The claims that a file declares, by their names in the file, in order.

    If a claim of the catalogue or a lemma of the theory has the same id, the claim of the file is
    called FILE.py:ID everywhere.

    Raises ClaimError, with a message of one line, if the file cannot be read, declares no claim,
    uses an id twice, or gives a lemma the id of a claim.
    """
    found = read(path).claims
    if not found:
        raise ClaimError(f"{path}: declares no claim; write @claim(..) above a function")
    _require_distinct(found.values())
    _require_new_lemmas(path)
    taken = {one.id for one in (*catalogue(), *THEORY.contracts)}
    return {
        name: replace(one, id=f"{_word(path.name)}:{one.id}") if one.id in taken else one
        for name, one in found.items()
    }


def module_of(path: Path) -> str:
    """The name of the module that contains the lemmas and contracts of a file.

    Raises ClaimError, with a message of one line, if the file cannot be read, or gives a lemma the
    id of a claim.
    """
    _require_new_lemmas(path)
    return read(path).module


def _require_new_lemmas(path: Path) -> None:
    lemmas = contracts_in(read(path).module)
    taken = sorted({lemma.id for lemma in lemmas} & {one.id for one in catalogue()})
    if taken:
        raise ClaimError(f"{path}: the lemma {taken[0]} has the id of a claim; rename the lemma")


def _word(name: str) -> str:
    """Return `name` for use in an id: `_` replaces all but ASCII letters, digits, and `_.-`."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", name)


def _require_distinct(claims: Iterable[Claim]) -> None:
    ids = [claim.id for claim in claims]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise ClaimError(f"declared twice: {', '.join(twice)}")
