"""The files that a run of mutants reads, which stay as they are as long as it runs."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.mutants.swapping import ROOT

READ: Final = ("spec", "verif", "tests")

Files = Mapping[str, tuple[int, int]]
"""The time of the last change, in nanoseconds, and the size in bytes, by the file's path."""


def files_now(root: Path = ROOT) -> Files:
    """The files as they are now, of what is mutated and of the tests."""
    return {
        str(path.relative_to(root)): (path.stat().st_mtime_ns, path.stat().st_size)
        for place in READ
        for path in (root / place).rglob("*.*")
        if path.suffix in (".py", ".toml", ".txt", ".json", ".jinja")
    }


def require_unchanged(before: Files, root: Path = ROOT) -> None:
    """End the process with an error that names a file if one is not as it was."""
    now = files_now(root)
    changed = sorted(
        file for file in before.keys() | now.keys() if before.get(file) != now.get(file)
    )
    if changed:
        sys.exit(f"{changed[0]} has changed since the run began: what it found until then is kept")
