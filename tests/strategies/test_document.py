"""The examples of docs/how-to/strategies.md pass or fail as the document says."""

import re
from pathlib import Path

import pytest

from spec import Layout
from verif import strategies

DOCUMENT = (Path(__file__).parents[2] / "docs" / "how-to" / "strategies.md").read_text()


def test_the_first_example_holds_and_the_second_fails_at_the_least_layout():
    (text,) = re.findall(r"^```python\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)
    names = {}
    exec(compile(text, "test_copies.py", "exec"), names)
    names["test_composition_is_one_function_after_the_other"]()
    with pytest.raises(AssertionError) as failed:
        names["test_no_layout_is_larger_than_what_it_reaches"]()
    (shown,) = re.findall(r"`layout=(Layout\.parse\('.*?'\))`", DOCUMENT)
    assert f"layout={shown}" in "".join(failed.value.__notes__)
    assert repr(Layout.parse("2:0")) == shown


def test_the_document_has_every_strategy():
    rows = [row.split("|")[1] for row in DOCUMENT.splitlines() if row.startswith("| `")]
    assert sorted(set(re.findall(r"`(\w+)\(", " ".join(rows)))) == strategies.__all__
