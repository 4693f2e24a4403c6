"""Each row of docs/reference/documents.md agrees with the calculator or with a cited claim."""

import re
from collections import Counter
from pathlib import Path

import pytest

from spec import LayoutError
from verif.claims.catalogue import catalogue
from verif.expression import evaluated, formatted, read
from verif.operations.table import SPELLED
from verif.questions import QUESTIONS, Effort, ask, read_question
from verif.upstream.in_process import SPEC

PAGE = (Path(__file__).parents[1] / "docs" / "reference" / "documents.md").read_text()
VERDICTS = {claim.id: str(claim.expect.outcome) for claim in catalogue()}
FEWEST = {
    "CuTe tutorial 02, layout algebra": 68,
    "CUTLASS-Cute 1: Layout": 61,
    "The post on left distributivity": 21,
    "TLA layouts of CATLASS": 25,
    "Tiled layout of XLA": 39,
}
"""How many rows each document must have at least."""

DOCUMENTS = {
    title: [
        tuple(line.strip("| ").split(" | "))
        for line in text.splitlines()
        if line.startswith("| ") and not line.startswith(("| ---", "| the document"))
    ]
    for title, text in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}
ROWS = [row for rows in DOCUMENTS.values() for row in rows]


def spans(cell):
    """Return the code spans of a cell."""
    return re.findall(r"`([^`]*)`", cell)


def answer_of(text):
    """Return the calculator's answer: the verdict on a question, or the value of an expression."""
    name = text.partition("(")[0]
    try:
        if name in QUESTIONS and name not in SPELLED:
            return str(ask(read_question(text), Effort()).ruling)
        answer = formatted(evaluated(read(text), SPEC))
    except LayoutError:
        return "refused"
    if name == "table":
        rows = re.findall(r"^ *\d+ +\|(.*)", answer, re.MULTILINE)
        return " / ".join(" ".join(re.findall(r"\d+", row)) for row in rows)
    return answer


def bare(text):
    """Return a text without blanks, code marks and the underscores of static integers."""
    return re.sub(r"_(?=\d)", "", re.sub(r"[ `]", "", text))


def in_words_of(document, answer):
    """Whether the document's cell states the answer; yes and no may be phrased freely."""
    return answer in {"true", "holds", "refuted", "refused"} or bare(answer) in bare(document)


def test_every_document_has_its_rows():
    assert {
        title: len(rows) for title, rows in DOCUMENTS.items() if len(rows) < FEWEST[title]
    } == {}
    assert DOCUMENTS.keys() == FEWEST.keys()
    assert {len(row) for row in ROWS} == {4}


def test_the_page_gives_the_number_of_rows():
    found = Counter(re.match(r"\w+", so)[0] for _, _, _, so in ROWS)
    summary = f"Of {len(ROWS)} rows, {found['agrees']} agree, {found['differs']} differ, "
    summary += f"{found['names']} only introduce a name, and {found['open']} are open."
    assert summary in PAGE
    assert found.total() == sum(found[so] for so in ("agrees", "differs", "names", "open"))
    assert all(so[:9] == "differs: " or "differs" not in so for *_, so in ROWS)


@pytest.mark.parametrize("title", FEWEST)
def test_expressions_have_the_shown_answers(title):
    for document, question, answer, so in DOCUMENTS[title]:
        answers = [spans(document)[-1]] if answer == "the same" else spans(answer)
        assert [answer_of(text) for text in spans(question)] == answers, question
        if so == "agrees":
            assert all(in_words_of(document, text) for text in answers), document


@pytest.mark.parametrize("title", FEWEST)
def test_claims_have_the_shown_verdicts(title):
    decided = [row for row in DOCUMENTS[title] if not spans(row[1]) and row[1] != "-"]
    assert decided
    for document, claims, verdict, _ in decided:
        assert {VERDICTS[claim] for claim in claims.split(", ")} == {verdict}, document


def test_every_agreeing_row_has_a_question():
    assert [
        document for document, question, _, so in ROWS if question == "-" and so == "agrees"
    ] == []
    assert [row for row in ROWS if row[1] == "-" and row[2] != "-"] == []
