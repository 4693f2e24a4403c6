"""Exit statuses, which mean the same for every command: see `docs/reference/exit-status.md`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final


class Status(IntEnum):
    """The exit status of a command."""

    YES = 0
    """Yes, or done."""
    NO = 1
    """It is not so: refuted, another verdict than expected, something new, something worse."""
    BAD_INPUT = 2
    """Nothing was decided: there is something wrong with what was given."""
    UNKNOWN = 3
    """Nobody knows: nothing was proved, and nothing refuted."""
    ERROR = 4
    """A claim could not be decided: its text failed, or its process ended."""
    FAULT = 70
    """A fault of this program itself (EX_SOFTWARE of sysexits.h)."""
    ABSENT = 125
    """A checkout has no implementation that starts: `git bisect run` leaves such a commit out."""


WORST_FIRST: Final = (
    *(Status.FAULT, Status.BAD_INPUT, Status.ABSENT, Status.ERROR),
    *(Status.UNKNOWN, Status.NO, Status.YES),
)


def worst(statuses: Iterable[Status]) -> Status:
    """The status of several: the worst one; of none, YES.

    >>> worst([Status.NO, Status.UNKNOWN, Status.YES]).name
    'UNKNOWN'
    """
    return min(statuses, key=WORST_FIRST.index, default=Status.YES)
