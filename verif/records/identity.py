"""The identity of a claim's verdict: all that it depends on, in short, so that what changed shows.

It is taken of the content of files, and not of their times: the same texts have the same identity
on every machine.
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
from verif.kernel.own import FOLDER
from verif.kernel.standing import digest

DECIDES: Final = (
    *(
        "spec",
        "verif/claims",
        "verif/deciding",
        "verif/english",
        "verif/kernel",
        "verif/operations",
    ),
    *("verif/processes", "verif/readings", "verif/search", "verif/solvers", "verif/symbolic"),
    *("verif/theory", "verif/upstream"),
)
"""The folders of all texts that can matter to the verdict on a claim of the catalogue."""

OF_OTHERS: Final = ("z3-solver", "cvc5", "hypothesis", "nvidia-cutlass")
"""The packages of others whose answers a verdict rests on, or that it is replayed on."""


def identities(chosen: Sequence[Selected], seconds: float) -> tuple[str, ...]:
    """All that each verdict depends on, if a claim may take so many seconds.

    Of a claim of one's own, its file, the modules beside it and all of this project are part.
    What else the file reads when it is run is not.
    """
    catalogue = _sources(DECIDES)
    whole, beside = "", ()
    if any(one.reference.file is not None for one in chosen):
        whole, beside = _sources(("spec", "verif")), _beside()

    def identity(one: Selected) -> str:
        file = one.reference.file
        own = () if file is None else (whole, digest(one.claim), _hashed(file), *beside)
        told = (one.claim.id, seconds, catalogue, _versions(), own)
        return hashlib.sha256(repr(told).encode()).hexdigest()

    return tuple(map(identity, chosen))


def _sources(folders: tuple[str, ...]) -> str:
    """The files below the folders, in short."""
    files = (path for folder in folders for path in _files(FOLDER / folder))
    told = sorted((path.relative_to(FOLDER).as_posix(), _hashed(path)) for path in files)
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.suffix != ".pyc" and path.is_file():
            yield path


def _hashed(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@cache
def _versions() -> tuple[str, ...]:
    return (sys.version, platform.machine(), *map(_version, OF_OTHERS))


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"no {package}"


def _beside() -> tuple[str, ...]:
    """The files that were imported and are neither installed nor the project's, in short."""
    places = (sys.prefix, sys.base_prefix, FOLDER / "spec", FOLDER / "verif")
    others = tuple(f"{Path(place).resolve()}/" for place in places)
    named = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    files = sorted({Path(name).resolve() for name in named if name is not None})
    return tuple(_hashed(file) for file in files if not str(file).startswith(others))
