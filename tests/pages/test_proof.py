"""The pages of proofs: cases, obligations, lemmas and optional prose."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import spec
import verif.pages.proof
import verif.theory
from verif.claims.catalogue import catalogue
from verif.cli.explaining import proof_tree
from verif.deciding.outline import tree
from verif.deciding.proofs import theorems
from verif.kernel.verdict import Outcome
from verif.pages.reports import GRAPH, SITE, overview, site_pages, write_site

PROSE = Path(verif.pages.proof.__file__).parent / "templates" / "prose"

CLAIMS = {claim.id: claim for claim in catalogue()}

FUNCTIONS = {
    name
    for package in (spec, verif.theory)
    for file in Path(package.__path__[0]).rglob("*.py")
    for name in re.findall(r"^def (\w+)", file.read_text(), re.MULTILINE)
}


@pytest.fixture(scope="module")
def decided(decisions):
    return decisions.claim("D6"), decisions.claim("D6a")


@pytest.fixture(scope="module")
def shown(decided):
    return site_pages(decided)[SITE / "D6.html"]


class Parsed(HTMLParser):
    """A parser that collects ids and links of a page and requires balanced elements."""

    NO_END = frozenset({"meta", "li", "input", "option"})

    def __init__(self, page):
        super().__init__()
        self.ids, self.links, self._open = [], [], []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        if tag not in self.NO_END:
            self._open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.NO_END:
            assert self._open.pop() == tag


def test_the_outline_has_every_obligation_of_the_proof(decided):
    proved = decided[0]
    every = theorems(proved.verdict.theorem)
    assert [one.id for one in proved.proof] == [theorem.id for theorem in every]
    for one, theorem in zip(proved.proof, every, strict=True):
        assert one.obligations == len(theorem.discharges)
        labels = sorted(
            f"{case.name}: {obligation.label}" for case in one.cases for obligation in case.owed
        )
        assert labels == sorted(d.obligation.name for d in theorem.discharges)


def test_the_cases_of_no_carry_have_distinct_conditions(decided):
    (lemma,) = (one for one in decided[0].proof if one.id == "a_fitting_mode_does_not_carry")
    conditions = [" and ".join(case.conditions) for case in lemma.cases]
    assert any(re.search(r"fits\(modes_1, x_\d+, q_\d+\*s_modes_1_\d+\)", c) for c in conditions)
    assert any(re.search(r"w_\d+\*x_\d+ <= s_modes_1_\d+", c) for c in conditions)
    assert any("length_modes_1 <= 1" in c for c in conditions)
    assert len(set(conditions)) == len(conditions)
    assert "def a_fitting_mode_does_not_carry" in lemma.texts[0]


def test_functions_used_by_lemmas_are_defined(decided):
    defined = {
        re.search(r"^def (\w+)", text, re.MULTILINE)[1] for text in decided[0].proof[-1].texts
    }
    assert {"fits", "ordered", "super_increasing", "distributed", "extended"} <= defined
    assert "tiled_by" not in defined


def test_a_lemma_is_expanded_once(decided):
    def nodes(node):
        yield node
        for lemma in node.lemmas:
            yield from nodes(lemma)

    every = list(nodes(tree(decided[0].proof)))
    below = [node.outline.id for node in every if not node.above]
    assert len(set(below)) == len(below) == len(decided[0].proof)
    assert any(node.above for node in every)
    assert all(not node.lemmas for node in every if node.above)


def test_the_terminal_shows_the_same_tree(decided):
    root = proof_tree(tree(decided[0].proof))

    def labels(tree):
        yield str(tree.label)
        for child in tree.children:
            yield from labels(child)

    text = "\n".join(labels(root))
    assert text.startswith("D6: composition distributes")
    assert "where fits(modes_1" in text
    assert text.count("a_fitting_mode_does_not_carry: If x:w fits") == 1


def test_the_page_is_well_formed_and_its_links_resolve(decided, shown):
    page = Parsed(shown)
    assert len(set(page.ids)) == len(page.ids)
    inside = {link[1:] for link in page.links if link.startswith("#")}
    assert inside <= set(page.ids)
    elsewhere = {link for link in page.links if not link.startswith("#")}
    siblings = {"graph.html#D6", "D6a.html"}
    assert siblings <= elsewhere <= siblings | {f"../index.html#{name}" for name in CLAIMS}
    assert f'<a href="site/{decided[0].claim.id}.html">' in overview(decided).decode()


def test_the_page_shows_every_obligation(decided, shown):
    assert shown.count("<li>") >= sum(one.obligations for one in decided[0].proof)
    assert shown.count('class="theorem"') == len(decided[0].proof)
    assert all(f'id="{one.id}"' in shown for one in decided[0].proof)


def test_the_prose_quotes_the_counterexamples_found(decided, shown):
    found = decided[1].verdict.counterexample
    row = shown.split('index.html#D6a">D6a</a>')[1].split("</tr>")[0]
    assert all(f"<code>{name} = {value}</code>" in row for name, value in found.arguments.items())
    assert " != ".join(found.values) in row


def test_the_prose_is_complete_without_counterexamples(decided):
    page = site_pages(decided[:1])[SITE / "D6.html"]
    assert page.count("see its own section") == 4


@pytest.mark.parametrize("file", sorted(PROSE.iterdir()), ids=lambda file: file.name)
def test_prose_exists_only_for_proved_claims(file):
    name, suffix = file.name.split(".", 1)
    assert suffix == "html.jinja"
    assert CLAIMS[name].expect.outcome is Outcome.PROVED


@pytest.mark.parametrize("file", sorted(PROSE.iterdir()), ids=lambda file: file.name)
def test_prose_mentions_only_existing_claims_and_functions(file):
    text = file.read_text()
    assert Parsed(text).ids == []
    mentioned = re.findall(r'href="(?:\.\./index\.html#)?(\w+)(?:\.html)?"', text)
    assert set(mentioned) <= CLAIMS.keys()
    assert set(re.findall(r"<code>(\w+)</code>", text)) <= FUNCTIONS


def test_every_claim_has_a_page_and_stale_pages_are_removed(decided, tmp_path):
    write_site(decided, tmp_path)
    names = {path.name for path in (tmp_path / SITE).iterdir()}
    assert names == {"D6.html", "D6a.html", "graph.html"}
    write_site(decided[1:], tmp_path)
    assert {path.name for path in (tmp_path / SITE).iterdir()} == {"D6a.html", "graph.html"}
    write_site((), tmp_path)
    assert list((tmp_path / SITE).iterdir()) == []


def test_a_refuted_claim_has_its_counterexample_on_its_page(decided):
    page = site_pages(decided)[SITE / "D6a.html"]
    found = decided[1].verdict.counterexample
    assert all(f"<code>{value}</code>" in page for value in found.arguments.values())
    assert 'rel="prev" href="D6.html"' in page
    assert {"D6.html", "graph.html#D6a", "../index.html#D6a"} <= set(Parsed(page).links)


def test_the_graph_contains_every_lemma_of_a_proof(decided):
    page = Parsed(site_pages(decided)[GRAPH])
    assert sorted(page.ids[-len(decided[0].proof) - 1 :]) == sorted(
        [one.id for one in decided[0].proof] + ["D6a"]
    )
    lemmas = {f"D6.html#{one.id}" for one in decided[0].proof[:-1]}
    assert lemmas <= set(page.links)


def test_lemma_names_in_the_overview_link_to_the_lemmas(decided, shown):
    by = decided[0].verdict.theorem.by
    links = Parsed(overview(decided).decode()).links
    assert by
    assert {f"site/D6.html#{lemma}" for lemma in by} <= set(links)
    assert set(by) <= set(Parsed(shown).ids)
