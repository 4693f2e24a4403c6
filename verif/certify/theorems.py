"""The theorems in `certify/`, each with its claim and its file.

A theorem belongs to a claim if it is named after the claim's id and proves the printed statement,
as in `Theorem C1 : S_C1.` The command `make certify` checks the name, the statement and the proof.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parents[1]

INSTALLED: Final = PACKAGE / "rocq"
"""The folder of the Rocq files if the package was installed from a wheel."""

FOLDER: Final = INSTALLED if INSTALLED.is_dir() else PACKAGE.parent / "certify"

PRINTED: Final = ("Printed", "Steps", "Statements")
"""The generated files, which are committed."""

_THEOREM: Final = re.compile(r"^Theorem (\w+) : S_(\w+)\.$", re.MULTILINE)
_IMPORTED: Final = re.compile(r"^Require (?:Import|Export) ([\w ]+)\.$", re.MULTILINE)


@dataclass(frozen=True)
class Theorem:
    """A Rocq theorem: the claim's id, the name of its statement, the file that proves it."""

    claim: str
    statement: str
    file: str


def theorems(folder: Path = FOLDER) -> tuple[Theorem, ...]:
    """Return the theorems of claims, in file order, or () if the folder does not exist."""
    return tuple(
        Theorem(claim, f"S_{claim}", f"{name}.v")
        for name in ordered(folder)
        for claim, said in _THEOREM.findall((folder / f"{name}.v").read_text())
        if claim == said
    )


def ordered(folder: Path, only: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return a folder's files in dependency order.

    With `only`, return these files and their imports.
    """
    imports = {path.stem: imported(path) for path in sorted(folder.glob("*.v"))}
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in found and name in imports:
            for other in imports[name]:
                visit(other)
            found[name] = None

    for name in only or imports:
        visit(name)
    return tuple(found)


def imported(path: Path) -> tuple[str, ...]:
    """Return the files that a file imports, including files of Rocq's library."""
    return tuple(name for line in _IMPORTED.findall(path.read_text()) for name in line.split())
