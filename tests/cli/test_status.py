"""Exit codes of all commands agree with exit-status.md, even for hostile claims files."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from verif.cli.index import COMMANDS as INDEX
from verif.cli.main import main
from verif.cli.output import Status

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "reference" / "exit-status.md").read_text()

RAISING = """
@claim("RAISING", "its text fails", source="", i=Integers())
def raising(alg, i):
    raise SystemExit(0)
"""

IMPORTS = "from verif import Integers, claim, ensure\n"


def commands(group, before=()):
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*before, name))
        else:
            yield " ".join((*before, name)), command


def command_of(entry):
    """Return the typer command of an index entry: a group or a single command."""
    return get_command(entry.app())


COMMANDS = {
    name: command
    for first, entry in INDEX.items()
    for name, command in (
        commands(command_of(entry), (first,))
        if hasattr(command_of(entry), "commands")
        else ((first, command_of(entry)),)
    )
}


def run(folder, *arguments):
    """Run the installed command in a separate process."""
    return subprocess.run(
        [sys.executable, "-m", "verif.cli.main", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_document_lists_exactly_the_exit_codes():
    told = re.findall(r"^\| (\d+) \|", DOCUMENT, re.MULTILINE)
    assert [int(status) for status in told] == [*Status, 130]


def test_the_document_lists_every_command():
    rows = DOCUMENT.split("| command | 0 | 1 | others |")[1].split("\n\n")[0]
    told = re.findall(
        r"`([a-z]+(?: [a-z]+)?)`", " ".join(r.split("|")[1] for r in rows.split("\n")[2:])
    )
    grouped = {name.removeprefix("upstream ") for name in COMMANDS}
    assert {name.removeprefix("upstream ") for name in told} == grouped


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_lists_its_exit_codes(name):
    assert "Exit status: 0" in COMMANDS[name].help
    assert "2 for bad input" in " ".join(COMMANDS[name].help.split())


# tests/cli/test_serving.py covers `serve`, which runs until it is stopped.
OF_THE_READER = ("my_claims", "./cutlass", "layout-verif audit ", "layout-verif kernel ")
"""The tests skip an example that contains one of these texts: it needs files of the reader."""

EXAMPLES = [
    line.strip()
    for name, command in COMMANDS.items()
    if name != "serve"
    for line in command.help.splitlines()
    if line.strip().startswith("layout-verif ") and not any(own in line for own in OF_THE_READER)
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_in_the_help_run(example, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as exited:
        main(shlex.split(example.split(" >")[0])[1:])
    assert exited.value.code in {Status.YES, Status.NO}
    told = capsys.readouterr().err.splitlines()
    # The first command that uses an upstream version fetches this version.
    assert not [s for s in told if s.startswith("layout-verif: ") and "fetching" not in s]


@pytest.mark.parametrize(
    ("arguments", "suggested"),
    [
        (["eval", "composit(4:1, 2:1)"], "composition"),
        (["eval", "coalesc(4:1)"], "coalesce"),
        (["check", "injectiv(4:1)"], "injective"),
        (["prove", "D6z"], "D6"),
        (["explain", "coalescing_keeps_the_extended"], "coalescing_keeps_the_extended_function"),
        (["chek", "injective(4:1)"], "check"),
    ],
)
def test_an_unknown_name_is_reported_with_similar_names(arguments, suggested, capsys):
    with pytest.raises(SystemExit) as exited:
        main(arguments)
    (line,) = capsys.readouterr().err.splitlines()
    assert exited.value.code == Status.BAD_INPUT
    assert re.search(rf"[Dd]id you mean .*\b{suggested}\b", line)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("import os; os._exit(0)", 1),
        (f"{IMPORTS}import atexit, os; atexit.register(os._exit, 0)", 2),
        (IMPORTS + RAISING, 5),
    ],
)
def test_a_claims_file_cannot_end_the_run_successfully(tmp_path, text, line):
    (tmp_path / "mine.py").write_text(text)
    done = run(tmp_path, "prove", "mine.py")
    assert (done.returncode, done.stdout) == (Status.BAD_INPUT, "")
    (told,) = done.stderr.splitlines()
    assert told.startswith(f"layout-verif: {tmp_path}/mine.py:{line}: ")


def test_a_closed_pipe_is_not_exit_code_0(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", "from verif.cli.main import main; main()", "lemmas"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
    )
    process.stdout.close()
    assert process.wait() == 141


def test_an_interruption_at_the_start_shows_no_traceback(monkeypatch, capsys):
    def interrupted(_given):
        raise KeyboardInterrupt

    monkeypatch.setattr("verif.cli.main._run", interrupted)
    with pytest.raises(SystemExit) as exit_:
        main(["operations"])
    shown = capsys.readouterr()
    assert (exit_.value.code, shown.out, shown.err) == (130, "", "")
