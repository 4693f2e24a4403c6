"""The index lists every command, and running a command imports no other command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from verif.cli.index import COMMANDS

ROOT = Path(__file__).parents[2]

FEWEST = 12

AT_ONCE = (
    ("--help",),
    ("eval", "composition((6,2):(8,2), (4,3):(3,1))"),
    ("check", "injective((4,8):(8,1))"),
    ("draw", "(4,2):(1,4)"),
)

SLOW = {
    *("hypothesis", "z3", "cvc5", "jinja2", "numpy", "cute", "pycute"),
    *("pydantic", "rich.console", "msgspec", "importlib.metadata", "tempfile", "verif.solvers"),
    *(f"verif.{name}" for name in ("claims", "deciding", "oracle", "search", "sizes")),
    *(f"verif.{name}" for name in ("finding", "readings", "symbolic", "theory")),
}
"""Modules that take a second to import, because they prove, search or write pages."""

PROVES = {
    *("hypothesis", "z3", "cvc5", "jinja2", "msgspec"),
    *("verif.oracle", "verif.deciding.workers", "verif.deciding.proving", "verif.pages.ledger"),
}
"""Modules that are needed only to prove claims or to write pages."""

RUN = """
import sys
from verif.cli.main import main
try:
    main(sys.argv[1:])
finally:
    sys.stderr.write(" ".join(sys.modules))
"""


def test_no_command_is_lost():
    assert len(COMMANDS) >= FEWEST


@pytest.mark.parametrize("name", COMMANDS)
def test_the_index_line_is_the_first_line_of_help(name):
    told = get_command(COMMANDS[name].app()).help
    assert told.splitlines()[0] == COMMANDS[name].line


def ran(*arguments):
    """Run a command in a separate process and return its output and imported modules."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stderr.split())
    assert "verif.cli.main" in imported
    return done.stdout, imported


@pytest.mark.parametrize("arguments", AT_ONCE, ids=lambda arguments: arguments[0])
def test_fast_commands_import_no_slow_modules(arguments):
    told, imported = ran(*arguments)
    assert told
    assert not imported & SLOW
    assert ("spec" in imported) == (arguments != ("--help",))


def test_a_quick_counterexample_is_found_without_importing_the_prover():
    told, imported = ran("prove", "D1")
    assert "REFUTED" in told
    assert "verif.search" in imported
    assert not imported & PROVES


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_in_help_are_printed_unwrapped(run, name):
    examples = [line for line in run(name, "--help").out.splitlines() if "  layout-verif " in line]
    said = get_command(COMMANDS[name].app()).help or ""
    assert [line.strip() for line in examples] == [
        line for line in said.splitlines() if line.startswith("layout-verif ")
    ]


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("layout-verif chec", {"check"}),
        ("layout-verif find sw", {"swizzle"}),
        ("layout-verif check --ma", {"--machine"}),
        ("layout-verif upstream cl", {"claims"}),
    ],
)
def test_the_shell_completes_commands_and_options(words, completed):
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [sys.executable, "-m", "verif.cli.main"],
        env=os.environ | asked | {"_LAYOUT_VERIF_COMPLETE": "complete_bash"},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert (set(done.stdout.split()), done.stderr) == (completed, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_each_shell(run, shell):
    shown = run("completion", shell)
    assert shown.status == 0
    assert "_LAYOUT_VERIF_COMPLETE" in shown.out
    assert "layout-verif" in shown.out
