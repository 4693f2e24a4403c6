"""Each text that docs/how-to/texts.md lists as unsupported is rejected by a one-line message."""

import re
from pathlib import Path

import pytest

from spec import LayoutError, read
from spec.reading import ReadingError

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "texts.md"
ROW = re.compile(r"^\| `([^`]+)` \| ([^|]*) \| ([^|]+) \|$", re.MULTILINE)
NOT_READ = ROW.findall(PAGE.read_text().partition("## What is not read")[2])


def test_the_page_lists_unsupported_texts_with_reasons():
    assert len(NOT_READ) >= 15
    assert all(why.strip() for _, _, why in NOT_READ)


@pytest.mark.parametrize("start", ["memref<", "affine_map<", "%1 = stablehlo.", "Copy_Atom"])
def test_the_page_lists_texts_of_compilers_without_a_reader(start):
    assert any(text.startswith(start) for text, _, _ in NOT_READ)


@pytest.mark.parametrize("text", [text for text, _, _ in NOT_READ])
def test_a_listed_unsupported_text_is_rejected_in_one_line(text):
    with pytest.raises(LayoutError) as caught:
        read(text)
    assert isinstance(caught.value, ReadingError)
    assert "\n" not in str(caught.value)
