"""Files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import Final

MARK: Final = '<meta name="generator" content="layout-verif">'
"""The line that marks a page as written by this program.

Outside the project's own reports, only a page with this line may be replaced.
"""

ROOT: Final = Path(__file__).resolve().parents[2]
REPORTS: Final = ROOT / "reports"


def default_folder() -> Path:
    """Return the default folder of reports: `reports` in the project's own checkout.

    Elsewhere, it is `layout-verif-reports`.
    """
    own = Path.cwd().resolve() == ROOT and (ROOT / "pyproject.toml").is_file()
    return Path("reports" if own else "layout-verif-reports")


def is_own(path: Path) -> bool:
    """Return whether the file is a page of this program, or is in the project's reports."""
    if not path.is_file():
        return False
    return path.resolve().is_relative_to(REPORTS) or MARK in path.read_text(errors="replace")


def require_own(path: Path) -> None:
    """Raise OSError if the file exists and is not a page of this program."""
    if path.exists() and not is_own(path):
        raise OSError(errno.EEXIST, "not a page of layout-verif, so it is not replaced", str(path))


def require_writable(path: Path) -> None:
    """Raise OSError, with the path and a reason, unless a file can be written to the path."""
    if str(path) == "-":
        raise OSError(errno.EINVAL, "name a file; standard output is not possible here", "-")
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def require_folder(path: Path) -> None:
    """Make the folder. Raise OSError unless files can be written to it."""
    path.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=path).close()


def write_whole(path: Path, content: bytes) -> None:
    """Write the file atomically: no reader sees a partial file, and no interruption leaves one."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
