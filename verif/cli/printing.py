"""Lines on the terminal: results and complaints."""

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
    """Raised for invalid arguments of a command."""


def print_lines(console: Console, lines: Sequence[Text]) -> None:
    """Print each line without wrapping it, so that it can be searched."""
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False)


def print_line(line: str) -> None:
    """Print a line, in colours if the terminal shows them and NO_COLOR does not forbid it."""
    typer.echo(line, color=False if os.environ.get("NO_COLOR") else None)


def terminal_width() -> int | None:
    """The width of the terminal in characters, or None if the output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def complain(problem: str) -> None:
    """Report a problem on standard error, in one line."""
    typer.echo(f"{NAME}: {' '.join(problem.split())}", err=True)
