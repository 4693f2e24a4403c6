"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import msgspec


def as_json(record: msgspec.Struct) -> bytes:
    """The record as indented JSON, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n"


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
