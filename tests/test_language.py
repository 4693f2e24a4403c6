"""Docstrings begin with the thing or the act that they describe; a file is short enough to read."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FILES = [
    path.relative_to(ROOT)
    for package in ("spec", "verif")
    for path in sorted((ROOT / package).rglob("*.py"))
]

RIDDLE = re.compile(r"\s*(How|That|What|When|Where|Who|Whoever|Whose|Why)\b")

MOST_LINES = 420


def docstrings(text):
    """Every docstring, those of constants below them too, with its line."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(ast.Constant(str(docstring))):
                yield node.lineno, docstring


def riddles(path, text):
    return [f"{path}:{line}: {d}" for line, d in docstrings(text) if RIDDLE.match(d)]


def test_docstrings_of_every_kind_are_found():
    text = 'X = 1\n"""What is X."""\ndef f():\n    """Where f is."""\n    """A thing."""\n'
    assert set(riddles("x.py", text)) == {"x.py:2: What is X.", "x.py:4: Where f is."}


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_docstring_begins_with_a_thing_or_an_act(path):
    assert riddles(path, (ROOT / path).read_text()) == []


@pytest.mark.parametrize("path", FILES, ids=str)
def test_a_file_is_not_long(path):
    lines = len((ROOT / path).read_text().splitlines())
    assert lines <= MOST_LINES, f"{path}:{lines}: more than {MOST_LINES} lines"
