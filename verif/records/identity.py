"""The cache key of a claim's verdict: a digest of everything that the verdict depends on.

The key covers the content of files, not their modification times. So a fresh checkout of the same
files does not change the key.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from verif.deciding.selection import Selected
from verif.files.reader import digest
from verif.kernel.own import FOLDER

DECIDES: Final = (
    *(
        "spec",
        "verif/claims",
        "verif/deciding",
        "verif/english",
        "verif/files",
        "verif/kernel",
        "verif/language",
        "verif/operations",
    ),
    *("verif/processes", "verif/readings", "verif/search", "verif/solvers", "verif/symbolic"),
    *("verif/theory", "verif/upstream"),
)
"""The folders that can affect the verdict on a claim of the catalogue."""

OF_OTHERS: Final = ("z3-solver", "cvc5", "hypothesis", "nvidia-cutlass")
"""The third-party packages that verdicts and replays of counterexamples depend on."""


def identities(chosen: Sequence[Selected], seconds: float) -> tuple[str, ...]:
    """Return the cache key of each claim; the time limit `seconds` is part of the key.

    For a user's claim the key covers the claim's file, the user's files that this file imports
    (directly or indirectly), and this project.
    """
    catalogue = of_catalogue()
    has_own = any(one.reference.file is not None for one in chosen)
    whole = _sources(("spec", "verif")) if has_own else ""

    def identity(one: Selected) -> str:
        file = one.reference.file
        own = () if file is None else (whole, digest(file))
        told = (one.claim.id, seconds, catalogue, own)
        return hashlib.sha256(repr(told).encode()).hexdigest()

    return tuple(map(identity, chosen))


def of_catalogue() -> str:
    """Return a digest of everything that affects catalogue verdicts, except the time limit."""
    told = (_sources(DECIDES), _versions())
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _sources(folders: tuple[str, ...]) -> str:
    """Return a digest of the files below the folders."""
    files = (path for folder in folders for path in _files(FOLDER / folder))
    told = sorted(
        (path.relative_to(FOLDER).as_posix(), hashlib.sha256(path.read_bytes()).hexdigest())
        for path in files
    )
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.suffix != ".pyc" and path.is_file():
            yield path


@cache
def _versions() -> tuple[str, ...]:
    return (sys.version, platform.machine(), *map(_version, OF_OTHERS))


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"no {package}"
