"""The document on assertions: its example file runs and fails as shown."""

import inspect
import re
from pathlib import Path

import pytest

import verif.testing
import verif.testing.questions

DOCUMENT = (Path(__file__).parents[2] / "docs" / "how-to" / "testing.md").read_text()
FILE, SHOWN = re.findall(r"^```(?:python|text)\n(.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE)
ROWS = dict(re.findall(r"^\| `(assert_\w+)\(.*\)` \| (.*) \|$", DOCUMENT, re.MULTILINE))


def test_the_example_file_fails_as_shown(pytester):
    pytester.makepyfile(FILE)
    result = pytester.runpytest_inprocess("-n0")
    result.assert_outcomes(passed=2, failed=1)
    shown = [line for line in result.outlines if re.match("E( |$)", line)]
    assert [line.rstrip() for line in shown] == [line.rstrip() for line in SHOWN.splitlines()]


def test_every_assertion_has_its_row():
    assert list(ROWS) == sorted(ROWS, key=lambda name: (name == "assert_claim", name))
    assert set(ROWS) == {*verif.testing.__all__}


@pytest.mark.parametrize("name", sorted(ROWS.keys() - {"assert_claim"}))
def test_a_row_describes_its_assertion(name):
    sentence = inspect.getdoc(getattr(verif.testing, name))
    assert sentence is not None
    shown, row = (re.sub(r"\W+", " ", text).strip().lower() for text in (sentence, ROWS[name]))
    assert shown.removeprefix("assert that ") == row
