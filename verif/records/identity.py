"""The identity of a claim's verdict: all that it depends on, in short, so that what changed shows.

It is taken of the content of files, and not of their times: the same texts have the same identity
on every machine.
"""

from __future__ import annotations

import ast
import hashlib
import platform
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import accumulate
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Final

from verif.deciding.selection import Selected
from verif.kernel.claim import Claim
from verif.kernel.own import FOLDER, is_a_users
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

    Of a claim of one's own, its file, all modules of one's own that are imported and all of this
    project are part. What else the file reads when it is run is not.
    """
    catalogue = _sources(DECIDES)
    has_own = any(one.reference.file is not None for one in chosen)
    whole = _sources(("spec", "verif")) if has_own else ""

    def identity(one: Selected) -> str:
        file = one.reference.file
        own = () if file is None else (whole, digest(one.claim), _hashed(file), *_beside(one.claim))
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


def _beside(claim: Claim) -> tuple[str, ...]:
    """The files that its own imports, as far as they are neither installed nor the project's."""
    pending: list[Mapping[str, object]] = [claim.text.__globals__]
    found: dict[Path, str] = {}
    while pending:
        names = pending.pop()
        for module in (*_imported(names), *filter(None, map(_home, names.values()))):
            name = getattr(module, "__file__", None)
            place = Path(name).resolve() if isinstance(name, str) else None
            if place is not None and place not in found and is_a_users(place):
                found[place] = _content(place)
                pending.append(vars(module))
    return tuple(sorted(found.values()))


def _imported(names: Mapping[str, object]) -> Iterator[ModuleType]:
    """The modules that the file with these globals imports, wherever its text does so.

    Of what it took from one nothing may be left that says where it is from: a number, a name of a
    type, a function of `spec`.
    """
    file, package = names.get("__file__"), names.get("__package__")
    with suppress(OSError, SyntaxError):
        tree = ast.parse(Path(str(file)).read_bytes() if str(file).endswith(".py") else "")
        for node in ast.walk(tree):
            for name in _named(node, str(package or "")):
                parts = accumulate(name.split("."), "{}.{}".format)
                yield from (sys.modules[part] for part in parts if part in sys.modules)


def _named(node: ast.AST, package: str) -> tuple[str, ...]:
    """The names that an import may take for modules, in a file of the package."""
    match node:
        case ast.Import():
            return tuple(alias.name for alias in node.names)
        case ast.ImportFrom():
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            base = ".".join(filter(None, (above, node.module)))
            return (base, *(f"{base}.{alias.name}" for alias in node.names))
        case _:
            return ()


def _home(part: object) -> ModuleType | None:
    """The module that it is, or that it or its class was made in."""
    if isinstance(part, ModuleType):
        return part
    made = part if isinstance(part, FunctionType | type) else type(part)
    return sys.modules.get(str(made.__module__))


def _content(place: Path) -> str:
    """The content of a file, in short, or of the archive that it is in."""
    file = next((one for one in (place, *place.parents) if one.is_file()), None)
    return "" if file is None else _hashed(file)
