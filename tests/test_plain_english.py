"""Prose is plain: it has at most one of the listed hard phrases in 1,000 words."""

import doctest
from pathlib import Path

import pytest

from tests import plain_english
from tests.plain_english import docstrings, phrases, prose, words

ROOT = Path(__file__).parents[1]

MOST_IN_A_THOUSAND = 1

GROUPS = {
    "documents": (
        prose,
        (
            *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
            *sorted((ROOT / "docs").rglob("*.md")),
        ),
    ),
    "tests": (docstrings, sorted((ROOT / "tests").rglob("*.py"))),
    "spec": (docstrings, sorted((ROOT / "spec").rglob("*.py"))),
    **{
        name: (docstrings, sorted((ROOT / "verif" / name).rglob("*.py")))
        for name in ("claims", "language", "oracle", "theory", "upstream")
    },
}
"""Maps the name of each group of files to a pair: the function that extracts prose, and the files.

Each group is checked as a whole.
"""


def test_its_example():
    assert doctest.testmod(plain_english).failed == 0


@pytest.mark.parametrize(
    "text",
    [
        "The size is that of A.",
        "The sizes are those of A.",
        "A word of which nothing is known.",
        "What is refused is printed.",
        "Whoever reads it owes it.",
        "First.\nOf two layouts one is larger.",
        "| Of two layouts | one is larger |",
    ],
)
def test_a_hard_phrase_is_found(text):
    assert len(phrases(text)) == 1


@pytest.mark.parametrize(
    "text",
    ["Of course it holds.", "The sum of A and B.", "What is it? It is a layout."],
)
def test_plain_sentences_are_not_counted(text):
    assert phrases(text) == []


def test_code_and_link_targets_are_not_counted():
    text = "See `what is x is`.\n```text\nOf code, that of.\n```\n[link](that-of.md)\n"
    assert phrases(prose(text)) == []


def test_docstrings_of_constants_are_found():
    source = 'X = 1\n"""The size, that of A."""\n\n\ndef f():\n    """Return it."""\n'
    assert docstrings(source) == "The size, that of A.\n\nReturn it."


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_has_few_hard_phrases(group):
    extract, paths = GROUPS[group]
    texts = {path: extract(path.read_text()) for path in paths}
    found = [
        f"{path.relative_to(ROOT)}: {one}" for path, text in texts.items() for one in phrases(text)
    ]
    count = sum(map(words, texts.values()))
    assert len(found) * 1000 <= MOST_IN_A_THOUSAND * count, "\n".join(found)
