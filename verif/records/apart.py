"""A process that decides one claim and sends what it found, as a record for another machine.

`python -m verif.records.apart ID SECONDS [FILE.py]`: the record on standard output, and what is
said meanwhile on standard error.
"""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import msgspec

from verif.deciding.recorded import Origin
from verif.deciding.selection import Reference, Selected
from verif.deciding.workers import decide_all
from verif.records.entry import written
from verif.records.identity import identities


class Sent(msgspec.Struct, frozen=True):
    """A verdict as an entry, and the outlines that it names."""

    entry: bytes
    outlines: tuple[bytes, ...]


def decided_apart(reference: Reference, seconds: float) -> Sent:
    """The claim decided by this process and one of its own, which may take so many seconds."""
    one = Selected(reference.claim(), reference)
    (identity,) = identities([one], seconds)
    (decided,) = decide_all([one], 1, seconds)
    entry, outlines = written(decided, identity, Origin(machine=socket.gethostname()))
    return Sent(entry, tuple(outlines.values()))


def main(id: str, seconds: str, file: str | None = None) -> None:
    """Write the record of the claim."""
    reference = Reference(id, None if file is None else Path(file))
    sent = decided_apart(reference, float(seconds))
    sys.stdout.buffer.write(msgspec.json.encode(sent))


if __name__ == "__main__":
    main(*sys.argv[1:])
