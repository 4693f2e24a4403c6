"""The catalogue: every claim of `verif.claims`, and those of a user's own file."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterable, Mapping
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
    claims = tuple(claim for module in modules for claim in declared_in(module).values())
    _require_distinct(claims)
    return claims


def claims_in(path: Path) -> Mapping[str, Claim]:
    """The claims that a Python file declares, under their names there, in order.

    Errors: ClaimError, in one line, where it cannot be read or run or declares none.
    """
    found = declared_in(loaded(path))
    if not found:
        raise ClaimError(f"{path}: declares no claim")
    _require_distinct(found.values())
    return found


def loaded(path: Path) -> ModuleType:
    """The module of a Python file, run once.

    Errors: ClaimError, in one line, where it cannot be read or run.
    """
    return _run(path, path.resolve())


@cache
def _run(path: Path, place: Path) -> ModuleType:
    name = f"claims_of_{abs(hash(place))}.{path.stem}"
    location = importlib.util.spec_from_file_location(name, path)
    if location is None or location.loader is None or not path.is_file():
        raise ClaimError(f"{path}: no Python file")
    module = importlib.util.module_from_spec(location)
    # Annotations of the file are resolved through its module's name.
    sys.modules[name] = module
    try:
        location.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise ClaimError(f"{path}: {type(error).__name__}: {error}") from error
    return module


def declared_in(module: ModuleType) -> dict[str, Claim]:
    """The claims of a module under their names there, in order."""
    return {name: item for name, item in vars(module).items() if isinstance(item, Claim)}


def _require_distinct(claims: Iterable[Claim]) -> None:
    ids = [claim.id for claim in claims]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise ClaimError(f"declared twice: {', '.join(twice)}")
