"""docs/how-to/unknown.md lists every reason for an unknown answer, with the printed advice."""

import re
from pathlib import Path

import pytest

from verif.kernel.said import CURES, Why

DOCUMENT = (Path(__file__).parents[2] / "docs" / "how-to" / "unknown.md").read_text()


def test_the_document_lists_exactly_the_reasons():
    headings = re.findall(r"^## (.*)$", DOCUMENT, re.MULTILINE)
    assert [heading.lower().replace(" ", "-") for heading in headings] == list(Why)


@pytest.mark.parametrize("why", Why)
def test_the_document_gives_the_printed_cure(why):
    heading = why.replace("-", " ").capitalize()
    assert f"## {heading}\n\nNext: {CURES[why]}\n" in DOCUMENT
