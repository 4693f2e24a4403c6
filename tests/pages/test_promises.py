"""The page of promises agrees with the docstrings, and the README gives its share."""

from pathlib import Path

from verif.pages.promises import PAGE, README, counted, promises_page, share

ROOT = Path(__file__).parents[2]


def test_the_committed_page_is_computed_from_the_docstrings():
    assert (ROOT / PAGE).read_text() == promises_page()


def test_a_rocq_theorem_is_listed_after_the_profiles_of_its_claim():
    page = promises_page()
    rows = {line.split(" | ")[0]: line for line in page.splitlines() if line.startswith("| `")}
    assert "I6 (ranks" in rows["| `compatible`"]
    assert "; Rocq: every rank and nesting, integers all)" in rows["| `compatible`"]
    assert "Rocq" not in rows["| `domain_offset`"]
    assert rows["| `refine`"].endswith("| its contract |")


def test_the_share_in_the_readme_is_up_to_date():
    readme = (ROOT / README).read_text()
    assert share() in readme
    assert counted(readme) == readme


def test_an_outdated_share_is_replaced():
    old = "| claims | 7 |\n| promises in docstrings | 3: .. |\n| after | 8 |\n"
    row = f"| promises in docstrings | {share()} ([list](reports/promises.md)) |"
    assert counted(old) == f"| claims | 7 |\n{row}\n| after | 8 |\n"
