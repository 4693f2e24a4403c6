"""The catalogue: every claim of `verif.claims`, and those of a user's own file."""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import replace
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from verif.kernel.claim import Claim
from verif.kernel.errors import AlteredError, ClaimError
from verif.kernel.intact import process, require_intact, require_same_process, seal
from verif.kernel.own import is_a_users
from verif.kernel.said import one_line
from verif.kernel.standing import note
from verif.kernel.theory import contracts_in
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
    claims = tuple(claim for module in modules for claim in declared_in(module).values())
    _require_distinct(claims)
    return claims


def claims_in(path: Path) -> Mapping[str, Claim]:
    """The claims that a Python file declares, under their names there, in order.

    One that has the id of a claim of the catalogue, or the name of a lemma of the theory, is called
    FILE.py:ID, wherever it is spoken of.

    Errors: ClaimError, in one line, where it cannot be read or run or declares none.
    """
    found = declared_in(loaded(path))
    if not found:
        raise ClaimError(f"{path}: declares no claim")
    _require_distinct(found.values())
    taken = {one.id for one in (*catalogue(), *THEORY.contracts)}
    return {
        name: replace(one, id=f"{_word(path.name)}:{one.id}") if one.id in taken else one
        for name, one in found.items()
    }


def loaded(path: Path) -> ModuleType:
    """The module of a Python file, run once.

    Errors: ClaimError, in one line, where it cannot be read or run.
    """
    return _run(path, path.resolve())


class _FromText(SourceFileLoader):
    """Runs a file from its text: what somebody compiled and put beside it may say other things."""

    def path_stats(self, path: str) -> NoReturn:
        raise OSError


class _OfTexts:
    """Finds modules where Python does, and has a user's own run from their texts as well."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path, target)
        if found is not None and type(found.loader) is SourceFileLoader:
            place = found.loader.path
            if is_a_users(Path(place)):
                found.loader = _FromText(name, place)
        return found


@contextmanager
def _from_texts() -> Generator[None]:
    """Let a user's modules be run from their texts, and nothing compiled be left beside them."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    finder = _OfTexts()
    sys.meta_path.insert(sys.meta_path.index(PathFinder), finder)
    try:
        yield
    finally:
        with suppress(ValueError):
            sys.meta_path.remove(finder)
        sys.dont_write_bytecode = before


@contextmanager
def told(path: Path | str) -> Generator[None]:
    """Let what a file prints be no verdict: it is told, below, as the file's own words."""
    written = StringIO()
    try:
        with redirect_stdout(written):
            yield
    finally:
        for line in written.getvalue().splitlines():
            print(f"{path} prints: {one_line(line)}", file=sys.stderr)


@cache
def _run(path: Path, place: Path) -> ModuleType:
    name = f"claims_of_{abs(hash(place))}.{path.stem}"
    loader = _FromText(name, str(path))
    location = importlib.util.spec_from_file_location(name, path, loader=loader)
    if location is None or path.suffix != ".py" or not path.is_file():
        raise ClaimError(f"{path}: no Python file")
    module = importlib.util.module_from_spec(location)
    seal(name)
    # Annotations of the file are resolved through its module's name.
    sys.modules[name] = module
    with told(path):
        before = process()
        try:
            with _from_texts():
                loader.exec_module(module)
        except (Exception, SystemExit) as error:
            raise ClaimError(f"{path}: {type(error).__name__}: {error}") from error
        try:
            require_same_process(before)
            require_intact(name)
        except AlteredError as error:
            raise ClaimError(f"{path}: {error}") from error
    lemmas = contracts_in(name)
    taken = sorted({lemma.id for lemma in lemmas} & {one.id for one in catalogue()})
    if taken:
        raise ClaimError(f"{path}: a lemma is called {taken[0]}, as a claim of the catalogue is")
    note(*vars(module).values(), *lemmas)
    return module


def declared_in(module: ModuleType) -> dict[str, Claim]:
    """The claims of a module under their names there, in order."""
    return {name: item for name, item in vars(module).items() if isinstance(item, Claim)}


def _word(name: str) -> str:
    """The name of a file as a part of an id."""
    return re.sub(r"[^A-Za-z0-9_.-]", "_", name)


def _require_distinct(claims: Iterable[Claim]) -> None:
    ids = [claim.id for claim in claims]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise ClaimError(f"declared twice: {', '.join(twice)}")
