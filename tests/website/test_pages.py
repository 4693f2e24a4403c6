"""The generated pages of the site; `make test-site` tests the whole site."""

import re
from pathlib import Path, PurePosixPath

import pytest
from markdown_it import MarkdownIt

from verif.claims.catalogue import catalogue
from verif.pages.record import ClaimRecord, CounterexampleRecord, ScopeRecord
from website import markdown
from website.claims import claim_pages
from website.mathematics import Line, statement
from website.reference import reference_pages
from website.tree import tree_pages

ROOT = Path(__file__).parents[2]
CLAIMS = {claim.id: claim for claim in catalogue()}
DOCUMENTS = [
    path.relative_to(ROOT)
    for folder in (
        ".",
        "docs",
        *sorted(f"docs/{path.name}" for path in (ROOT / "docs").iterdir() if path.is_dir()),
        "reports",
        "reports/findings",
        "examples/kernel-tests",
    )
    for path in sorted((ROOT / folder).glob("*.md"))
]


def record(id, verdict, counterexample=None):
    scope = ScopeRecord("all", "all") if verdict == "PROVED" else ScopeRecord((), 0)
    claim = CLAIMS[id]
    return ClaimRecord(
        *(id, claim.title, verdict, verdict, scope, counterexample, (), 0, None),
        *(0.1, claim.source, ()),
    )


def test_a_statement_has_lets_hypotheses_and_conclusions_and_no_hints():
    assert statement(CLAIMS["P1c"]) == (
        Line("let", "", r"R = A \circ B"),
        Line("if", "composition accepts", r"R \text{ accepted}"),
        Line(
            "then", "compatible(B, R)", r"\mathrm{compatible}(\mathrm{shape}(B), \mathrm{shape}(R))"
        ),
        Line("then", "R(i) = A^(B(i))", r"R(i) = \widehat{A}(B(i))"),
    )


def test_statements_in_a_branch_are_shown_below_its_condition():
    lines = statement(CLAIMS["C2"])
    assert [line.depth for line in lines if line.kind == "where"] == [0, 0, 1]
    assert max(line.depth for line in lines) == 2


def test_values_that_the_text_names_with_a_type_or_in_a_branch_are_lets():
    # Claim L7 has an annotated assignment, `T: Any = ..`. Claim G10 changes `others` in only one
    # branch.
    assert Line("let", "", r"T = \mathrm{make\_layout\_tile}(A, \mathrm{tile})") in statement(
        CLAIMS["L7"]
    )
    (others,) = (
        x for x in statement(CLAIMS["G10"]) if x.formula.startswith(r"\mathrm{others} = (")
    )
    assert (others.kind, others.depth) == ("let", 0)
    assert others.formula.endswith(r"\text{ else } \mathrm{others}")


def test_every_claim_concludes_something():
    kinds = {claim.id: {line.kind for line in statement(claim)} for claim in CLAIMS.values()}
    silent = [name for name, of in kinds.items() if not of & {"then", "with"}]
    assert silent == []


def test_no_formula_is_code():
    formulas = [line.formula for claim in CLAIMS.values() for line in statement(claim)]
    assert len(formulas) > 400
    assert [formula for formula in formulas if r"\texttt" in formula] == []
    assert all(formula.count("{") == formula.count("}") for formula in formulas)


def test_a_claim_links_to_its_neighbours():
    found = CounterexampleRecord({"A": "2:1"}, "1", ("0", "1"))
    records = {"P1c": record("P1c", "PROVED"), "D1": record("D1", "REFUTED", found)}
    pages = claim_pages([CLAIMS["P1c"], CLAIMS["D1"]], records, frozenset({"D1"}))
    assert set(pages) == {"claims/index.md", "claims/P1c.md", "claims/D1.md"}
    assert "[D1 →](D1.md)" in pages["claims/P1c.md"]
    assert "ranks all, integers all" in pages["claims/P1c.md"]
    assert "## The counterexample\n\n`A = 2:1` at `1`: `0 != 1`." in pages["claims/D1.md"]
    assert "../reports/findings/D1.md" in pages["claims/D1.md"]
    assert "[D1](D1.md)" in pages["claims/index.md"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=str)
def test_every_link_of_a_document_resolves(path):
    targets = markdown.targets((ROOT / path).read_text(), PurePosixPath(path))
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_a_folder_lists_its_files_with_their_subjects():
    pages = tree_pages(ROOT, [PurePosixPath("spec/swizzle.py"), PurePosixPath("spec/xla/cute.py")])
    assert set(pages) == {"spec.md", "spec/swizzle.py.md", "spec/xla.md", "spec/xla/cute.py.md"}
    assert "[`swizzle.py`](spec/swizzle.py.md) | " in pages["spec.md"]
    assert "class Swizzle" in pages["spec/swizzle.py.md"]


def test_every_module_of_the_algebra_is_in_the_reference():
    pages = reference_pages(ROOT)
    assert ".. automodule:: spec.composition\n" in pages["reference/spec.composition.md"]
    assert "[`spec.composition`](spec.composition.md)" in pages["reference/index.md"]
    assert len(pages) > 60


def emphasized(text):
    """Return the parts that Markdown sets in italics or bold."""
    for block in MarkdownIt("commonmark").enable("table").parse(text):
        depth, words = 0, ""
        for token in block.children or ():
            depth += token.type in {"em_open", "strong_open"}
            if token.type in {"em_close", "strong_close"}:
                depth -= 1
                yield words
                words = ""
            elif depth:
                words += token.content


def test_emphasis_made_by_asterisks_of_products_is_found():
    assert list(emphasized("x*w <= y*c, *not* so")) == ["w <= y", "not"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_no_formula_is_taken_for_emphasis(document):
    text = (ROOT / document).read_text()
    assert [words for words in emphasized(text) if re.search(r"[=<>+^]|^[\s,)]|\s$", words)] == []
