"""The entry point: runs a command, and turns errors into messages and exit statuses.

Before the command runs, `main` checks that the packages `spec` and `verif` belong to this project.
So the imports at the top of this file must not import `spec`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from signal import SIGINT, SIGPIPE
from typing import Final, NoReturn

import typer
from typer.core import TyperGroup

from verif.cli.index import COMMANDS, group_with, page
from verif.cli.output import COMPLETE, NAME, NOT_INSTALLED, BadInputError, Status, complain
from verif.kernel.own import require_own_packages

PRINT_JSON: Final = ("audit", "check", "draw", "eval", "find", "kernel")
"""The commands whose option `--json` prints JSON on standard output."""

_UNHELPFUL: Final = re.compile(
    r"No such (command '.*'\.|option: [^ ]*)|Missing .*|Got unexpected extra .*"
)
"""Messages that report a mistake in the command line without saying how to correct it."""


_NOT_AN_INTEGER: Final = re.compile(
    r"Input should be a valid integer, unable to parse string as an integer"
    r"|'[^']*' is not a valid int(?:eger)?(?: range)?\.?"
)
"""The messages of several Typer releases about an argument that is not an integer."""


_TAKES: Final = {
    "--tv": "--tv takes the shape of the tile, as in draw --tv '(16,8)' LAYOUT",
    "--banks": "--banks takes the element type, as in draw --banks f16 LAYOUT",
    "--sectors": "--sectors takes the element type, as in draw --sectors f16 LAYOUT",
}
"""For each option that users often write without its value, a message that names the value."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command. Report bad input or an internal fault in one line."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        _require_standard_output()
        require_own_packages()
    except (BadInputError, ImportError) as error:
        complain(str(error))
        sys.exit(Status.BAD_INPUT)
    if COMPLETE in os.environ:
        # Import late: the completion imports all commands.
        from verif.cli.completion import complete

        complete()
        sys.exit()
    try:
        status = _run(given) or Status.YES
    except (SystemExit, KeyboardInterrupt) as ended:
        # The reader of the output has closed the pipe, or Ctrl-C was pressed during an import.
        # Typer handles Ctrl-C while a command runs.
        sys.exit(128 + (SIGINT if isinstance(ended, KeyboardInterrupt) else SIGPIPE))
    except typer.TyperException as error:
        problem = error.format_message().replace(": Value error, ", ": ")
        problem = _NOT_AN_INTEGER.sub("write an integer", problem)
        context = getattr(error, "ctx", None)
        if context is not None and _UNHELPFUL.fullmatch(problem):
            problem = f"{problem.rstrip('.')}{_instead(problem, context.command, given)}"
            problem = f"{problem}. See `{context.command_path} --help`."
    except OSError as error:
        advice = "; name a file in it" if isinstance(error, IsADirectoryError) else ""
        problem = f"{error.filename}: {error.strerror}{advice}" if error.filename else str(error)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("spec", "verif"):
            _complain_of_a_fault(error)
            sys.exit(Status.FAULT)
        problem = f"this needs the package {error.name}, {NOT_INSTALLED}"
    except RecursionError:
        problem = "too many modes or parentheses for Python's recursion limit"
    except Exception as error:  # noqa: BLE001 - report any internal error
        # Import late, because `--help` needs no layouts.
        from verif.cli.operands import REFUSALS, said
        from verif.upstream.in_process import AbsentError

        if not isinstance(error, REFUSALS):
            _complain_of_a_fault(error)
            sys.exit(Status.FAULT)
        problem = said(error)
        complain(problem)
        _print_error(given, problem)
        sys.exit(Status.ABSENT if isinstance(error, AbsentError) else Status.BAD_INPUT)
    else:
        sys.exit(status)
    complain(problem)
    _print_error(given, problem)
    sys.exit(Status.BAD_INPUT)


def _require_standard_output() -> None:
    """Raise BadInputError if standard output is closed. Python then sets `sys.stdout` to None."""
    if getattr(sys, "stdout", None) is None:
        raise BadInputError("standard output is closed: redirect it to a file, or to /dev/null")


def _instead(problem: str, command: object, arguments: Sequence[str]) -> str:
    """Return advice on an unknown command or a missing or extra argument, or an empty string."""
    if problem.startswith("No such command") and isinstance(command, TyperGroup):
        word = problem.split("'")[1]
        group = group_with(word)
        if group is not None:
            return f": write `{NAME} {group} {word}`"
        return f": choose one of {', '.join(command.commands)}"
    if problem.startswith("No such option") and "completion" in problem:
        return f": write `{NAME} completion bash`, or zsh or fish"
    needed = [one.opts[0] for one in getattr(command, "params", ()) if one.required]
    options = [one for one in needed if one.startswith("--")]
    if problem.startswith("Missing option") and len(options) > 1:
        return f": the command needs {' and '.join(options)}"
    if problem.startswith("Missing argument"):
        return next((f": {_TAKES[one]}" for one in arguments if one in _TAKES), "")
    return _on_extra_argument(arguments) if problem.startswith("Got unexpected extra") else ""


def _on_extra_argument(arguments: Sequence[str]) -> str:
    """Return advice on an extra argument, or an empty string."""
    if "--for" in arguments:
        return "; write conditions in --for after the names, as in --for 'M; M <= 5'"
    after = arguments[arguments.index("--json") + 1 :] if "--json" in arguments else ()
    if arguments[0] in PRINT_JSON and (*after, "")[0].endswith(("-", ".json")):
        return "; --json takes no file: it prints on standard output"
    return ""


def _print_error(arguments: Sequence[str], problem: str) -> None:
    """Print the error as JSON on standard output if the command prints JSON there."""
    if "--json" in arguments and arguments[0] in PRINT_JSON:
        # Import the JSON encoder only if it is needed.
        from verif.cli.records import encoded_error

        typer.echo(encoded_error(problem), nl=False)


def command_for(word: str) -> str:
    """Return advice on the command to write before `word`, or "" if no command takes `word`."""
    # Import the table of operations only here, because a correct command does not need this table.
    from verif.expression import OPERATIONS
    from verif.questions import QUESTIONS

    name = word.partition("(")[0].strip()
    if name in QUESTIONS.keys() - OPERATIONS.keys():
        return f'{name} is a question: write `{NAME} check "{name}(..)"`'
    if name in OPERATIONS:
        return f'{name} is an operation: write `{NAME} eval "{name}(..)"`'
    if word.endswith(".toml"):
        return f"{word} is a file: write `{NAME} kernel {word}`"
    if Path(word).is_file():
        command = "prove" if word.endswith(".py") else "audit"
        return f"{word} is a file: write `{NAME} {command} {word}`"
    return ""


def _complain_of_a_fault(error: Exception) -> None:
    # Import late, because only the report of a fault needs this module.
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    complain(f"a fault of {NAME} at {place}: {type(error).__name__}: {error}")


def _run(arguments: Sequence[str]) -> int | None:
    """Run the command that the first argument names.

    Return the exit status of the command, or None for success.
    """
    name, *rest = arguments or ("--help",)
    if name not in COMMANDS and not name.startswith("-"):
        hint = command_for(name)
        if hint:
            raise BadInputError(hint)
    if name not in COMMANDS:
        return page()([name, *rest], prog_name=NAME, standalone_mode=False)
    app = COMMANDS[name].app()
    if not rest and app.info.no_args_is_help:
        rest = ["--help"]
    return app(rest, prog_name=f"{NAME} {name}", standalone_mode=False)


if __name__ == "__main__":
    main()
