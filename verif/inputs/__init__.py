"""Read files that a user names, and standard input, up to a size limit."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

LARGEST: Final = 2**30
"""The largest content in bytes. A device such as /dev/zero has no end."""

CHUNK: Final = 2**20


def content_of(file: Path) -> bytes:
    """Return the content of a file. Raises OSError if the file cannot be read or is too large."""
    with file.open("rb") as stream:
        return _content(stream, str(file))


def content_of_standard_input() -> bytes:
    """Return the content of standard input. Raises OSError if it is closed or too large."""
    # Python sets `sys.stdin` to None if standard input is closed.
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise OSError(errno.EBADF, "closed; name a file instead", "standard input")
    return _content(stream, "standard input")


def _content(stream: BinaryIO, name: str) -> bytes:
    chunks: Iterator[bytes] = iter(partial(stream.read, CHUNK), b"")
    found: list[bytes] = []
    length = 0
    for chunk in chunks:
        length += len(chunk)
        if length > LARGEST:
            raise OSError(errno.EFBIG, f"larger than the limit of {LARGEST >> 20:,} MiB", name)
        found.append(chunk)
    return b"".join(found)
