"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path
from typing import Final

MARK: Final = '<meta name="generator" content="layout-verif">'
"""The line that every page has: only what has it is replaced or removed as a page."""

ROOT: Final = Path(__file__).resolve().parents[2]
REPORTS: Final = ROOT / "reports"


def default_folder() -> Path:
    """The folder of reports where none is named: `reports` in the project's own checkout."""
    own = Path.cwd().resolve() == ROOT and (ROOT / "pyproject.toml").is_file()
    return Path("reports" if own else "layout-verif-reports")


def is_own(path: Path) -> bool:
    """Whether the file is a page that this program wrote, or may: those of the project's own."""
    if not path.is_file():
        return False
    return path.resolve().is_relative_to(REPORTS) or MARK in path.read_text(errors="replace")


def require_own(path: Path) -> None:
    """Raises OSError unless the page may be written: there is none, or one of this program's."""
    if path.exists() and not is_own(path):
        raise OSError(errno.EEXIST, "not a page of layout-verif, and is kept", str(path))


def require_writable(path: Path) -> None:
    """Raises OSError, with the path and a reason, unless a file can be written there."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def require_folder(path: Path) -> None:
    """Make the folder; raises OSError, with the path and a reason, unless files can be in it."""
    path.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=path).close()


def write_whole(path: Path, content: bytes) -> None:
    """Write the file so that no reader, and no interruption, ever finds a part of it."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
