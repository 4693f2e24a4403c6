"""Printing lines to the terminal: results, and error messages."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

NAME: Final = "layout-verif"


class BadInputError(ValueError):
    """The arguments of a command make no sense."""


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
