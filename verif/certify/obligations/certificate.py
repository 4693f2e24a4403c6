"""A certificate for theorems: the obligations that Rocq has proved, and the open obligations."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from verif.certify.obligations.relevance import relevant
from verif.certify.obligations.rocq import Checked, Goal, check, prepare
from verif.kernel.judge import Theorem
from verif.kernel.obligation import Obligation

FILE: Final = 150
"""The number of goals in a file.

The number is large, because loading the library takes as long as proving twenty goals.
"""

HINT: Final = "hint"
"""The prefix of proof methods that are hints. The others are tactics, which are tried first."""


@dataclass(frozen=True)
class Certificate:
    """Counts of distinct obligations by their proof method, and the obligations that stay open."""

    theorems: int
    integer: int
    closed: int
    ways: dict[str, int]
    hints: int
    open: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.theorems} theorems have {self.integer} integer obligations; Rocq has proved"
            f" {self.closed} of these without axioms, including {self.hints} with a hint;"
            f" {self.seconds:.0f} s"
        )


def distinct(theorems: Iterable[Theorem]) -> dict[str, Obligation]:
    """Return the distinct obligations by name.

    A name consists of the theorem and the number of the obligation, as in the SMT-LIB files.
    """
    found: dict[str, tuple[str, Obligation]] = {}
    for theorem in theorems:
        for number, discharge in enumerate(theorem.discharges, start=1):
            named = (f"{theorem.id}/{number:04}", discharge.obligation)
            found.setdefault(discharge.obligation.query(), named)
    return dict(found.values())


def certified(theorems: int, integer: Mapping[str, Obligation], jobs: int) -> Certificate:
    """Certify the integer obligations in `integer`. Raises RocqError.

    `theorems` is the number of theorems that the obligations come from.
    """
    started = time.monotonic()
    checked = _checked(tuple(integer.items()), jobs)
    ways = Counter(checked.closed.values())
    return Certificate(
        theorems=theorems,
        integer=len(integer),
        closed=len(checked.closed),
        ways=dict(ways.most_common()),
        hints=sum(count for way, count in ways.items() if way.startswith(HINT)),
        open=checked.open,
        seconds=round(time.monotonic() - started, 1),
    )


def _checked(named: Sequence[tuple[str, Obligation]], jobs: int) -> Checked:
    """Check all obligations with Rocq, several in each file. The files run in parallel."""
    starts = range(0, len(named), FILE)
    with TemporaryDirectory() as place, ThreadPoolExecutor(jobs) as pool:
        folder = Path(place)
        prepare(folder)

        def file(start: int) -> Checked:
            some = named[start : start + FILE]
            cores = relevant([obligation for _, obligation in some])
            goals = [Goal(*one, core) for one, core in zip(some, cores, strict=True)]
            return check(goals, folder, f"obligations_{start // FILE:04}")

        files = tuple(pool.map(file, starts))
    closed = {name: way for checked in files for name, way in checked.closed.items()}
    return Checked(closed, tuple(name for checked in files for name in checked.open))
