"""The output of every command: lines, error messages, and an exit status."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Final

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


NAME: Final = "layout-verif"

COMPLETE: Final = "_LAYOUT_VERIF_COMPLETE"
"""The environment variable by which a shell asks for completions."""

NOT_INSTALLED: Final = "which is not installed here"
"""The end of the message about a missing package."""


class BadInputError(ValueError):
    """The arguments of a command are invalid."""


def print_lines(console: Console, lines: Sequence[Text]) -> None:
    """Print each line without breaking it, so that the output can be searched."""
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False)


def print_line(line: str) -> None:
    """Print a line, in colour if the terminal supports it and NO_COLOR is not set."""
    typer.echo(line, color=False if os.environ.get("NO_COLOR") else None)


def terminal_width() -> int | None:
    """Return the width of the terminal in characters, or None if the output is redirected."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def complain(problem: str) -> None:
    """Print a message on standard error, in one line."""
    typer.echo(f"{NAME}: {' '.join(problem.split())}", err=True)


class Status(IntEnum):
    """The exit statuses of all commands, as described in `docs/reference/exit-status.md`."""

    YES = 0
    """Yes, or done."""
    NO = 1
    """No: something was refuted, a verdict was unexpected, or something is new or got worse."""
    BAD_INPUT = 2
    """Nothing was decided, because the input is invalid."""
    UNKNOWN = 3
    """Unknown: nothing was proved or refuted."""
    ERROR = 4
    """A claim could not be decided: its code raised an error, or its process ended."""
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
