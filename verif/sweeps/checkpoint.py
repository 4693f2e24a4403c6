"""The checkpoint file of a sweep. Each part's tally is written as soon as it is known."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

import msgspec

from verif.files.reader import digest
from verif.kernel.own import FOLDER
from verif.kernel.text import form_of_text
from verif.sweeps.tally import Sweep, Tally, implementation_texts

READ = ("spec", "verif/readings", "verif/search", "verif/theory")
"""The packages whose code affects the counts, in addition to the claim's file."""


class Head(msgspec.Struct, frozen=True):
    """The first line of the file: the sweep, and a digest of all code that affects its counts."""

    sweep: str
    size: int
    against: str
    texts: str


class Counted(msgspec.Struct, frozen=True):
    """A line of the file after the first line: the number of a part, and the part's tally."""

    part: int
    tally: Tally


@dataclass(frozen=True)
class Checkpoint:
    """An open checkpoint file, with the tallies that it contained when it was opened."""

    path: Path
    known: Mapping[int, Tally]
    _file: FileIO

    def keep(self, part: int, tally: Tally) -> None:
        """Write the tally of a part, so that the tally is not lost if this process is killed."""
        self._file.write(msgspec.json.encode(Counted(part, tally)) + b"\n")


def head_of(sweep: Sweep) -> Head:
    """Return the first line of the sweep's file.

    Tallies may be added if their files have equal first lines.
    """
    claim = sweep.claim()
    accused = sweep.accused(claim)
    files = (path for folder in READ for path in sorted((FOLDER / folder).rglob("*.py")))
    read = hashlib.sha256()
    own = digest(sweep.reference.file) or (FOLDER / form_of_text(claim.text).file).read_text()
    for content in (*(path.read_bytes() for path in files), own.encode()):
        read.update(hashlib.sha256(content).digest())
    read.update(repr(implementation_texts(sweep)).encode())
    return Head(str(sweep.reference), sweep.size, str(accused), read.hexdigest())


def file_of(sweep: Sweep, folder: Path) -> Path:
    """Return the file of a sweep in a folder.

    >>> from verif.deciding.selection import Reference
    >>> print(file_of(Sweep(Reference("D6"), 8, "pycute@4.2.0.0"), Path("here")))
    here/D6-8-pycute@4.2.0.0.jsonl
    """
    named = "-".join(filter(None, (str(sweep.reference), str(sweep.size), sweep.against)))
    return folder / f"{re.sub(r'[^A-Za-z0-9.@-]+', '_', named)}.jsonl"


@contextmanager
def opened(sweep: Sweep, path: Path) -> Generator[Checkpoint]:
    """Lock and open the sweep's file. If a killed process left an incomplete last line, cut it off.

    Errors: OSError if the file is from another sweep or from other code, or if another process has
    locked it.
    """
    head = head_of(sweep)
    with FileIO(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666), "r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(errno.EBUSY, "another sweep is writing this file", str(path)) from None
        whole = file.readall().rpartition(b"\n")[0]
        lines = whole.split(b"\n") if whole else []
        file.truncate(len(whole) + bool(whole))
        if not lines:
            file.write(msgspec.json.encode(head) + b"\n")
        elif _head(lines[0]) != head:
            said = "the file belongs to a sweep of other arguments or older code: remove it first"
            raise OSError(errno.EEXIST, said, str(path))
        yield Checkpoint(path, _known(path, lines[1:]), file)


def _head(line: bytes) -> Head | None:
    try:
        return msgspec.json.decode(line, type=Head)
    except msgspec.MsgspecError:
        return None


def _known(path: Path, lines: list[bytes]) -> Mapping[int, Tally]:
    """Return the tallies by part.

    Raises OSError for an invalid line. A killed sweep may leave an incomplete last line, but
    `opened` has cut off such a line. So an invalid line means that no sweep wrote the file.
    """
    try:
        counted = [msgspec.json.decode(line, type=Counted) for line in lines]
    except msgspec.MsgspecError as error:
        raise OSError(
            errno.EINVAL, f"this file was not written by a sweep: {error}", str(path)
        ) from error
    return {one.part: one.tally for one in counted}
