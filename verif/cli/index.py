"""All commands, and the modules that define them.

Only the module of the running command is imported.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup
from typer.main import get_command

from verif.cli.output import NAME


@dataclass(frozen=True)
class Command:
    """A command or group: its line in `--help`, and its definition as `module:name`."""

    line: str
    place: str

    def app(self) -> typer.Typer:
        """Import the command's module, and return the command as a Typer app."""
        module, _, name = self.place.partition(":")
        found: typer.Typer | Callable[..., Any] = getattr(import_module(module), name)
        if not isinstance(found, typer.Typer):
            alone = empty()
            alone.command()(found)
            found = alone
        for command in found.registered_commands:
            command.help = with_lists(command.callback.__doc__)
            # Without `short_help`, Typer truncates the lines in a group's list of commands.
            command.short_help = (command.help or "").partition("\n\n")[0]
        return found


COMMANDS: Final = {
    "eval": Command(
        "Calculate with layouts: `composition((6,2):(8,2), (4,3):(3,1))`.",
        "verif.cli.calculating:evaluate",
    ),
    "check": Command(
        'Answer yes/no questions about layouts of any size; a "no" has a counterexample.',
        "verif.cli.asking:check",
    ),
    "draw": Command(
        "Show a layout, or two side by side, on the terminal or as an image.",
        "verif.cli.drawing:draw",
    ),
    "serve": Command(
        "Serve a web page with forms for `eval`, `check`, `draw`, `find`, `audit` and `kernel`.",
        "verif.cli.calculating:serve",
    ),
    "audit": Command(
        "Check the statements about layouts in compiler output, line by line.",
        "verif.cli.auditing:audit",
    ),
    "kernel": Command(
        "Check the data movement of whole kernels, for all sizes.",
        "verif.cli.kernel:kernel",
    ),
    "find": Command("Search for layouts: `find swizzle`.", "verif.cli.find:app"),
    "prove": Command(
        "Decide the named claims, or decide all claims and write reports.",
        "verif.cli.deciding:prove",
    ),
    "sweep": Command(
        "Test claims on all arguments up to a size, and find the least failure.",
        "verif.cli.sweeping:sweep",
    ),
    "explain": Command(
        "Print proofs: lemmas, paths, obligations with solver and time, and each engine's result.",
        "verif.cli.explaining:explain",
    ),
    "certify": Command(
        "Check claims as theorems of Rocq about the Python code; needs Debian's coq.",
        "verif.cli.certifying:certify",
    ),
    "claims": Command(
        "List claims with id, expected verdict and title; lemmas only if you name them.",
        "verif.cli.listings:claims_command",
    ),
    "lemmas": Command(
        "List lemmas and contracts: name, chapter, statement.",
        "verif.cli.listings:lemmas_command",
    ),
    "book": Command(
        "Print the theory as a book in reading order: definitions, lemmas, proofs.",
        "verif.cli.listings:book_command",
    ),
    "operations": Command(
        "List the operations of `eval`, and their names in the real implementations.",
        "verif.cli.listings:operations_command",
    ),
    "help": Command(
        "Print a page of the documentation, or one section of it.",
        "verif.cli.documents:help_command",
    ),
    "completion": Command(
        "Print a script that completes commands and options in your shell.",
        "verif.cli.completion:completion",
    ),
    "upstream": Command(
        "Compare the answers of implementations and of their versions.",
        "verif.cli.upstream:app",
    ),
}


def group_with(word: str) -> str | None:
    """Return the name of the group that has this command, or None.

    >>> group_with("swizzle"), group_with("bisect"), group_with("nosuch")
    ('find', 'upstream', None)
    """
    for name, command in COMMANDS.items():
        if command.place.endswith(":app"):
            group = get_command(command.app())
            if isinstance(group, TyperGroup) and word in group.commands:
                return name
    return None


def empty() -> typer.Typer:
    """Return a Typer app without commands."""
    return typer.Typer(
        name=NAME,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )


def page() -> typer.Typer:
    """Return the app for a call without a known command: `--help`, `--version` or a wrong name."""
    app = empty()
    app.callback()(_layout_verif)
    for name, command in COMMANDS.items():
        app.command(name, short_help=command.line)(lambda: None)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        # Import late: this import also loads all of `spec`, which `--help` does not need.
        from spec.version import VERSION

        typer.echo(f"{NAME} {VERSION}")
        raise typer.Exit


def _layout_verif(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Proofs, refutations and differential tests of tensor layouts.

    Exit status of every command: 0 yes or done, 1 no, 2 bad input, 3 unknown, 4 an error in a
    claim, 70 a fault of layout-verif itself (layout-verif help exit-status).
    """


LINES_ARE_KEPT: Final = "\b\n"
"""Prefix of a paragraph that is not wrapped."""


def with_lists(docstring: str | None) -> str | None:
    r"""Return the help text. A paragraph whose first line ends in a colon keeps its line breaks.

    >>> with_lists("Draw.\n\nExamples:\ndraw 4:1\ndraw 8:1")
    'Draw.\n\n\x08\nExamples:\ndraw 4:1\ndraw 8:1'
    """
    if docstring is None:
        return None
    paragraphs = inspect.cleandoc(docstring).split("\n\n")
    return "\n\n".join(LINES_ARE_KEPT * _is_list(one) + one for one in paragraphs)


def _is_list(paragraph: str) -> bool:
    first, _, more = paragraph.partition("\n")
    return bool(more) and first.endswith(":")
