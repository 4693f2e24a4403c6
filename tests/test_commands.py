"""Every command named in a document exists and accepts the arguments shown."""

import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer

from verif.cli.index import COMMANDS

ROOT = Path(__file__).parents[1]

BLOCK = re.compile(r"^```(?:console|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

DOCUMENTS = {
    path.relative_to(ROOT): path.read_text()
    for pattern in ("*.md", "docs/**/*.md", "examples/**/*.md", "upstream-patches/*.md")
    for path in sorted(ROOT.glob(pattern))
}

TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def command_lines(text, name):
    """Return the lines of code blocks that run the program `name`."""
    lines = "".join(BLOCK.findall(text)).splitlines()
    return [line for line in lines if re.match(rf"(\$ |.* run )?{name} ", line)]


def code_spans(text, name):
    """Return the code spans of the prose that begin with `name`."""
    return [" ".join(found.split()) for found in re.findall(rf"`({name} [^`]+)`", text)]


def words(line, name):
    """Return the arguments after the name, without a comment or a redirection."""
    _, _, arguments = line.partition(f"{name} ")
    return shlex.split(arguments.partition(" > ")[0], comments=True)


def parse_command(arguments):
    """Parse the arguments of a command, without running the command."""
    name, *following = arguments
    command = typer.main.get_command(COMMANDS[name].app())
    while hasattr(command, "commands") and following:
        name, *following = following
        command = command.commands[name]
    command.make_context(name, following)


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_commands_in_documents_can_be_parsed(document):
    for line in command_lines(DOCUMENTS[document], "layout-verif"):
        parse_command(words(line, "layout-verif"))


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_commands_named_in_prose_exist(document):
    for span in code_spans(DOCUMENTS[document], "layout-verif"):
        arguments = words(span, "layout-verif")
        if "CLAIM.." in arguments or arguments[0].startswith("--"):
            continue
        try:
            parse_command(arguments)
        except typer.BadParameter as error:
            # The prose names the command without its required arguments.
            assert str(error).startswith("Missing parameter"), span
            assert len(arguments) <= 2, span


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_make_targets_and_modules_named_in_documents_exist(document):
    text = DOCUMENTS[document]
    made = [*command_lines(text, "make"), *code_spans(text, "make")]
    missing = [line for line in made if words(line, "make")[0] not in TARGETS]
    run = [*command_lines(text, "python -m"), *code_spans(text, "python -m")]
    missing += [line for line in run if find_spec(words(line, "python -m")[0]) is None]
    assert missing == []


def test_documents_name_enough_commands():
    count = {
        name: sum(
            len(command_lines(text, name)) + len(code_spans(text, name))
            for text in DOCUMENTS.values()
        )
        for name in ("layout-verif", "make", "python -m")
    }
    assert count["layout-verif"] > 150
    assert count["make"] > 30
    assert count["python -m"] >= 3
