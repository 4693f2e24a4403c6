"""The catalogue: every claim of `verif.claims`, and those of a user's own file."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from verif.kernel.claim import Claim
from verif.kernel.errors import ClaimError

SUBJECTS = (
    "coordinates",
    "coalesce",
    "composition",
    "exactness",
    "carries",
    "distributivity",
    "complement",
    "inverse",
    "divide",
    "products",
    "swizzle",
    "xla",
    "tla",
    "conversions",
)
"""The modules of claims, in reading order."""


@cache
def catalogue() -> tuple[Claim, ...]:
    """Every claim, in reading order. Ids are unique."""
    modules = (importlib.import_module(f"verif.claims.{subject}") for subject in SUBJECTS)
    return _distinct(tuple(claim for module in modules for claim in _declared_in(module)))


@cache
def claims_in(path: Path) -> tuple[Claim, ...]:
    """The claims that a Python file declares, in order.

    Errors: ClaimError, in one line, where it cannot be read or run or declares none.
    """
    name = f"claims_of_{path.stem}_{abs(hash(path.resolve()))}"
    location = importlib.util.spec_from_file_location(name, path)
    if location is None or location.loader is None or not path.is_file():
        raise ClaimError(f"{path}: no Python file")
    module = importlib.util.module_from_spec(location)
    # Annotations of the file are resolved through its module's name.
    sys.modules[name] = module
    try:
        location.loader.exec_module(module)
    except Exception as error:
        raise ClaimError(f"{path}: {type(error).__name__}: {error}") from error
    found = _declared_in(module)
    if not found:
        raise ClaimError(f"{path}: declares no claim")
    return _distinct(found)


def _declared_in(module: ModuleType) -> tuple[Claim, ...]:
    return tuple(item for item in vars(module).values() if isinstance(item, Claim))


def _distinct(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    ids = [claim.id for claim in claims]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise ClaimError(f"declared twice: {', '.join(twice)}")
    return claims
