"""The page of all claims is complete, self-contained and deterministic."""

import re
from dataclasses import dataclass, replace
from html.parser import HTMLParser

import pytest

from tests.pages.verdicts import DECIDED, RESISTED
from verif.claims.catalogue import catalogue
from verif.deciding.decided import Decided
from verif.deciding.outline import outline
from verif.kernel.judge import Judge
from verif.kernel.obligation import Answer, Obligation, Reply
from verif.kernel.verdict import EVERYTHING, Counterexample, Outcome, Verdict
from verif.pages.reports import overview
from verif.pages.section import hypotheses

IDS = ("K2", "D1", "K12")
"""The ids of a proved claim, a claim refuted by two layouts, and a claim refuted by one layout."""


@dataclass(frozen=True)
class Agreeing:
    """A solver that proves each query unless the query contains the text `silent`."""

    name: str
    silent: str = ""

    def check(self, query, seconds):
        reply = Reply.UNKNOWN if self.silent and self.silent in query else Reply.UNSAT
        return Answer(reply, self.name)


@dataclass(frozen=True)
class Lemma:
    id: str


def proved(id):
    judge = Judge(Agreeing("first"), Agreeing("second", silent="z"))
    obligations = [Obligation(name, ((name, 0),), (), f"(= {name} {name})") for name in "xyz"]
    lemma = judge.prove("digits", "digits are unique", obligations, of=Lemma("digits"))
    theorem = judge.prove(id, "it holds", obligations, by=[Lemma("digits")], paths=2)
    claim = next(claim for claim in catalogue() if claim.id == id)
    witness = {"A": "2:1", "M": "4"}
    verdict = Verdict(
        Outcome.PROVED, scope=EVERYTHING, theorem=theorem, witness=witness, cases=7, seconds=1.0
    )
    return Decided(claim, verdict, (outline(lemma), outline(theorem)))


@pytest.fixture(scope="module")
def decided(decisions):
    return proved("K2"), decisions.claim("D1"), decisions.claim("K12")


@pytest.fixture(scope="module")
def shown(decided):
    return overview(decided).decode()


class Text(HTMLParser):
    """The text of each section of a page, with a space before each piece of text."""

    def __init__(self, page):
        super().__init__()
        self.sections, self.tags, self._id = {}, [], None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag == "section":
            self._id = dict(attributes)["id"]
            self.sections[self._id] = ""

    def handle_endtag(self, tag):
        if tag == "section":
            self._id = None

    def handle_data(self, data):
        if self._id is not None:
            self.sections[self._id] += f" {data.strip()}" if data.strip() else ""


def test_every_claim_has_a_row_and_a_section(shown):
    text = Text(shown)
    assert tuple(text.sections) == IDS
    assert re.findall(r'<td><a href="#(.+)">\1</a></td>', shown) == list(IDS)
    rows = [attributes for tag, attributes in text.tags if tag == "tr"][1:]
    assert [row["data-verdict"] for row in rows] == ["PROVED", "REFUTED", "REFUTED"]
    subjects = ["complement", "distributivity", "complement"]
    assert [row["data-subject"] for row in rows] == subjects


def test_the_filters_offer_exactly_the_existing_values(shown):
    options = re.findall("<option>(.*)</option>", shown)
    assert options == ["PROVED", "REFUTED", "complement", "distributivity"]


def test_a_proof_is_shown_with_its_lemmas_and_solvers(shown, decided):
    text = Text(shown).sections["K2"]
    assert "Proof 3 obligations on 2 paths 2 by first and second 1 by first" in text
    assert "Lemmas digits" in text
    assert "Concrete cases 7" in text
    assert f"Source {decided[0].claim.source}" in text
    assert "Scope ranks all, integers all" in text
    assert "Hypotheses A, sorted by stride, is a chain" in text
    assert "Satisfied, for instance, by A = 2:1 , M = 4" in text


def test_the_trusted_base_of_proofs_is_shown():
    k2 = proved("K2")
    outlined = replace(k2, proof=(replace(outline(k2.verdict.theorem), by=()),))
    shown = overview([outlined]).decode()
    obligations = (
        "3 obligations: 3 live, 0 dead; "
        "0 need no solver, both solvers prove 2, one proves 1 (33.3 %)"
    )
    assert f"With cited lemmas 0 lemmas and claims; {obligations}" in Text(shown).sections["K2"]
    assert f"<dd>{obligations}" in shown
    assert "<dd><code>M: Integers(low=1" in shown
    assert "<li><code>verif/kernel/judge.py</code>" in shown


def test_a_counterexample_is_shown_with_tables_and_reproduction(shown):
    text = Text(shown).sections["D1"]
    assert "A (36,18):(1,72) B (9,4):(4,9) i 17" in text
    assert "A(B(c)) " in text
    assert "mode by mode " in text
    assert "Reproduce on pycute 4.2.0.0 from spec import Layout" in text
    figures = shown.split('<section id="D1"')[1].split("<figure>")[1].split("</figure>")[0]
    # The table of B marks the cell of coordinate 17. The tables `A(B(c))` and `mode by mode` mark
    # the cells at which an offset of B carries into A's second mode.
    carries = sum(4 * a + 9 * b >= 36 for a in range(9) for b in range(4))
    marks = {
        name: sum(path.count("M") for path in re.findall(rf'class="n {name}" d="([^"]*)"', figures))
        for name in ("point", "differs")
    }
    # Each mark also occurs once in the legend.
    assert marks == {"point": 1 + 1, "differs": 2 * carries + 1}
    assert "B = (9,4):(4,9)" in figures


def test_the_reason_for_a_bounded_rank_is_shown():
    fixed = replace(proved("K2").verdict, said=(RESISTED,))
    text = Text(overview([replace(proved("K2"), verdict=fixed)]).decode()).sections["K2"]
    assert "Every rank open: the size" in text
    assert "Reason" not in text


def test_the_page_loads_no_other_resource(shown):
    elsewhere = [
        (tag, name)
        for tag, attributes in Text(shown).tags
        for name, value in attributes.items()
        if name in {"src", "href", "action", "data"}
        if not (value or "").startswith(("#", "site/"))
    ]
    assert elsewhere == []
    assert set(re.findall(r"\w+://[^\"' ]+", shown)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in shown


def test_the_page_is_deterministic_except_for_times(shown, decided):
    later = [replace(d, verdict=replace(d.verdict, seconds=99.0)) for d in decided]
    times = re.compile(r'class="time">[\d.]+ s<')
    assert times.sub("", overview(later).decode()) == times.sub("", shown)


def test_unexpected_verdicts_are_marked():
    shown = overview(DECIDED).decode()
    assert "2 claims: 1 refuted, 1 unknown, 1 NOT as expected" in shown
    amiss = '<strong class="amiss">expected PROVED (ranks all, integers all)</strong>'
    assert shown.count(amiss) == 2
    assert "no answer in time" in Text(shown).sections["OPEN"]


def test_all_text_is_escaped():
    false, unanswered = DECIDED
    found = Counterexample({"A": "(2):(0)"}, "1", ("<0>", "1"), "<b>broken</b>", True)
    attacked = (
        replace(false, verdict=replace(false.verdict, counterexample=found)),
        replace(
            unanswered,
            claim=replace(unanswered.claim, title="<script>alert(1)</script>", source='"><img>'),
            verdict=replace(unanswered.verdict, reason="a < b & c"),
        ),
    )
    shown = overview(attacked).decode()
    assert [tag for tag, _ in Text(shown).tags if tag in {"script", "b", "img"}] == ["script"]
    assert "a &lt; b &amp; c" in shown
    assert "&lt;b&gt;broken&lt;/b&gt;" in shown


def test_labels_of_hypotheses_are_collected():
    text = """
def f(alg, A):
    assume("one", A)
    if A:
        assume("two", A)
    assume("one", A)
"""
    assert hypotheses(text) == ("one", "two")
