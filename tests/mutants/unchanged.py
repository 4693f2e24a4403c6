"""Detect changes of files during a run of mutants."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.mutants.swapping import ROOT

READ: Final = ("spec", "verif", "tests")

Files = Mapping[str, tuple[int, int]]
"""Modification time in nanoseconds and size in bytes, by path."""


def files_now(root: Path = ROOT) -> Files:
    """Return the modification time and the size of each source file and test file."""
    return {
        str(path.relative_to(root)): (path.stat().st_mtime_ns, path.stat().st_size)
        for place in READ
        for path in (root / place).rglob("*.*")
        if path.suffix in (".py", ".toml", ".txt", ".json", ".jinja")
    }


def require_unchanged(before: Files, root: Path = ROOT) -> None:
    """Exit with an error that names a changed file, if there is one."""
    now = files_now(root)
    changed = sorted(
        file for file in before.keys() | now.keys() if before.get(file) != now.get(file)
    )
    if changed:
        sys.exit(f"{changed[0]} has changed since the run began: what it found until then is kept")
