"""The page of exported functions is up to date with the claims."""

from pathlib import Path

from verif.pages.exported import PAGE, exported_page

ROOT = Path(__file__).parents[2]


def test_the_committed_page_is_computed_from_the_claims():
    assert (ROOT / PAGE).read_text() == exported_page()
