"""The command `completion`: a script that completes commands and options in a shell."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer
from typer._completion_classes import completion_init
from typer._completion_shared import get_completion_script

from verif.cli.index import COMMANDS, empty
from verif.cli.output import COMPLETE, NAME


class Shell(StrEnum):
    """The shells with completion."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion(
    shell: Annotated[Shell, typer.Argument(metavar="bash|zsh|fish", help="Your shell.")],
) -> None:
    """Print a script that completes commands and options in your shell.

    Exit status: 0, 2 for bad input.

    Examples:
    layout-verif completion bash >> ~/.bashrc
    layout-verif completion zsh >> ~/.zshrc
    layout-verif completion fish > ~/.config/fish/completions/layout-verif.fish
    """
    typer.echo(get_completion_script(prog_name=NAME, complete_var=COMPLETE, shell=shell.value))


def complete() -> None:
    """Print the possible completions of the shell's command line."""
    completion_init()
    app = empty()
    for name, command in COMMANDS.items():
        found = command.app()
        first, *others = found.registered_commands
        if first.callback is not None and not others and found.registered_callback is None:
            app.command(name, short_help=command.line)(first.callback)
        else:
            app.add_typer(found, name=name)
    app(prog_name=NAME, complete_var=COMPLETE)
