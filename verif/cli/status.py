"""Exit statuses, the same for every command; see `docs/reference/exit-status.md`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final


class Status(IntEnum):
    """The exit status of a command."""

    YES = 0
    """Yes, or done."""
    NO = 1
    """No: refuted, an unexpected verdict, something new, something worse."""
    BAD_INPUT = 2
    """Nothing was decided, because the input is invalid."""
    UNKNOWN = 3
    """Unknown: nothing was proved or refuted."""
    ERROR = 4
    """A claim could not be decided: its text raised an error, or its process ended."""
    FAULT = 70
    """A fault of this program itself (EX_SOFTWARE of sysexits.h)."""
    ABSENT = 125
    """A checkout contains no working implementation. `git bisect run` skips such a commit."""


WORST_FIRST: Final = (
    *(Status.FAULT, Status.BAD_INPUT, Status.ABSENT, Status.ERROR),
    *(Status.UNKNOWN, Status.NO, Status.YES),
)


def worst(statuses: Iterable[Status]) -> Status:
    """Return the worst of several statuses, or YES if there are none.

    >>> worst([Status.NO, Status.UNKNOWN, Status.YES]).name
    'UNKNOWN'
    """
    return min(statuses, key=WORST_FIRST.index, default=Status.YES)
