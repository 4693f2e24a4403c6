"""Lists of lemmas, claims and operations, and the theory printed as a book."""

import pytest

from tests.small_theory import FILE
from verif.cli.listings import wrapped
from verif.expression import OPERATIONS
from verif.pages.book import book, book_page
from verif.pages.operations import SYNONYMS, operations_about
from verif.theory import THEORY


def test_lemmas_lists_the_lemmas_of_a_file(run):
    assert run("lemmas", FILE).out == (
        "promise_of_twice  counts  The double count is at least 0 and even\n"
        "doubled           counts  The double count is even\n"
        "seven             counts  Every number is 7\n"
    )


def test_lemmas_lists_one_line_for_each_lemma_of_the_theory(run):
    lines = run("lemmas").out.splitlines()
    assert [line.split()[0] for line in lines] == [lemma.id for lemma in THEORY.contracts]
    assert all(one.statement in line for one, line in zip(THEORY.contracts, lines, strict=True))


def test_lemmas_can_be_filtered_by_a_word(run):
    shown = run("lemmas", "distributivity.")
    assert shown.status == 0
    assert all("  distributivity." in line for line in shown.out.splitlines())


@pytest.mark.parametrize("what", ["lemmas", "operations"])
def test_an_empty_listing_is_reported(run, what):
    shown = run(what, "no such word")
    assert (shown.status, shown.out) == (0, "")
    assert shown.err.startswith("layout-verif: no ")
    assert " mentions 'no such word'" in shown.err


def test_a_named_lemma_is_listed_among_claims(run):
    assert run("claims", f"{FILE}:seven").out == "seven  counts  Every number is 7\n"


def test_book_prints_a_part(run):
    shown = run("book", "numbers")
    assert (shown.status, shown.out, shown.err) == (0, book("numbers"), "")


def test_book_writes_a_part_as_html(run, tmp_path):
    shown = run("book", "numbers", "--html", "book.html")
    assert (shown.status, shown.out) == (0, "")
    assert (tmp_path / "book.html").read_text() == book_page("numbers")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("book", "number"), "no part 'number': choose one of numbers, layouts, "),
        (("book", "--html", "no/folder.html"), "no/folder.html: No such file or directory"),
        (("lemmas", "no.py"), "no.py: no such file"),
    ],
)
def test_bad_input_is_reported_in_one_line(run, arguments, problem):
    shown = run(*arguments)
    assert (shown.status, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert problem in shown.err


def test_claims_are_found_by_a_word_of_their_titles(run):
    shown = run("claims", "swizzle", "inverse")
    assert shown.status == 0
    lines = shown.out.splitlines()
    assert lines
    assert all("swizzle" in line and "inverse" in line for line in lines)


def test_an_unknown_word_suggests_operations(run):
    shown = run("operations", "compositon")
    assert (shown.status, shown.out) == (0, "")
    assert shown.err.startswith(
        "layout-verif: no operation mentions 'compositon' (did you mean composition?)"
    )


@pytest.mark.parametrize(
    ("word", "question"),
    [("bitcast", "bitcast"), ("reshape", "bitcast"), ("bank", "conflict_free"), ("tma", "tma_box")],
)
def test_a_word_about_a_question_names_the_question(run, word, question):
    shown = run("operations", word)
    problem = f"`layout-verif check` answers questions about {word!r}: {question}"
    assert (shown.status, shown.err) == (0, f"layout-verif: {problem}\n")


@pytest.mark.parametrize(
    ("word", "operation"),
    [
        ("bitcast", "upcast("),
        ("transpose", "select("),
        ("LDMATRIX", "copy_atom("),
        ("fractal", "zN("),
        ("offset", "crd2idx("),
    ],
)
def test_a_word_of_the_field_finds_its_operations(run, word, operation):
    lines = run("operations", word).out.splitlines()
    assert any(line.startswith(operation) for line in lines)


@pytest.mark.parametrize("word", SYNONYMS)
def test_synonyms_name_operations(word):
    assert set(SYNONYMS[word].split()) <= OPERATIONS.keys()
    assert len(operations_about(word)) >= len(SYNONYMS[word].split())


def test_variants_of_implementations_are_only_on_the_page(run):
    assert "coalesce_of_dynamic" in run("operations").out
    assert "coalesce_of_dynamic" not in run("operations", "coalesce").out


@pytest.mark.parametrize("width", [64, 80, 120])
def test_rows_fit_the_terminal_and_lose_no_word(run, width):
    for line in run("lemmas").out.splitlines()[::20]:
        shown = wrapped(line, width)
        assert shown.split() == line.split()
        assert all(len(part) <= width for part in shown.splitlines())


def test_rows_are_not_broken_if_the_output_is_redirected():
    assert wrapped("S4  " + "word " * 100, None) == "S4  " + "word " * 100


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_terminal_shows_every_operation_within_its_width(run, monkeypatch, width):
    monkeypatch.setattr("verif.cli.listings.terminal_width", lambda: width)
    lines = run("operations").out.splitlines()
    assert max(map(len, lines)) <= width
    found = "".join("".join(lines).split())
    assert all("".join(line.split()) in found for line in operations_about(""))
