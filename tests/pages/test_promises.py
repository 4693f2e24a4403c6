"""The page of promises is that of the docstrings as they are, and the README has its share."""

from pathlib import Path

from verif.pages.promises import PAGE, promises_page, share

ROOT = Path(__file__).parents[2]


def test_the_committed_page_is_computed_from_the_docstrings():
    assert (ROOT / PAGE).read_text() == promises_page()


def test_the_share_in_the_readme_is_counted():
    assert share() in " ".join((ROOT / "README.md").read_text().split())
