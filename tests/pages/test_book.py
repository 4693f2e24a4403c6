"""The book of the theory has every lemma once, in source order, and its pages are well formed."""

import re
from pathlib import Path

import pytest

import tests.small_theory
from tests.pages.test_proof import Parsed
from verif.kernel.errors import TheoryError
from verif.kernel.theory import registered
from verif.pages.blocks import block
from verif.pages.book import Part, book, book_page, markdown, parts
from verif.pages.defined import spoken_of
from verif.pages.rendering import unmarked
from verif.theory import PARTS, THEORY

SMALL = Path(tests.small_theory.__file__).with_name("book.md")


@pytest.fixture(scope="module")
def whole():
    return book()


def entries():
    return [e for part in parts() for chapter in part.chapters for e in chapter.entries]


def test_every_lemma_appears_once_and_in_order(whole):
    assert [entry.contract for entry in entries()] == list(THEORY.contracts)
    titles = re.findall(r"^#### (.*)$", whole, re.MULTILINE)
    assert titles == [entry.title for entry in entries()]
    assert len(set(titles)) == len(THEORY.contracts)


def test_every_statement_and_definition_is_in_the_book(whole):
    said = {c.id: unmarked(c.statement) for c in THEORY.contracts}
    assert [name for name, text in said.items() if f"\n\n{text}.\n" not in whole] == []
    observations = registered("verif.theory").observations
    assert [
        one.__name__ for one in observations if f"**Definition of {one.__name__}**" not in whole
    ] == []


@pytest.mark.parametrize("part", PARTS)
def test_every_function_is_defined_once_before_its_first_use(part):
    (one,) = parts(part)
    defined = []
    for chapter in one.chapters:
        defined += (definition.function for definition in chapter.definitions)
        for entry in chapter.entries:
            assert set(spoken_of(entry.contract)) <= set(defined), entry.title
            assert entry.contract.is_lemma or entry.contract.function in defined
    assert len(defined) == len(set(defined))


def test_a_definition_follows_the_definitions_it_uses():
    first, second = [chapter.definitions for chapter in parts("composition")[0].chapters[:2]]
    names = [one.name for one in first]
    assert names.index("first_break") < names.index("refine")
    assert names.index("quotients") < names.index("no_carry")
    assert {"total", "value", "extended"} <= set(names)
    assert not {"total", "value", "extended"} & {one.name for one in second}


@pytest.mark.parametrize("part", PARTS)
def test_every_line_of_a_block_is_parsed(part):
    (one,) = parts(part)
    for entry in (entry for chapter in one.chapters for entry in chapter.entries):
        read = block(entry.contract)
        assert bool(read.proof) == entry.contract.is_lemma
        assert read.shown or read.laws or not entry.contract.is_lemma


def test_numbers_give_part_chapter_and_position():
    (one,) = parts(PARTS[2])
    assert [chapter.number for chapter in one.chapters[:2]] == ["3.1", "3.2"]
    assert [entry.number for entry in one.chapters[1].entries[:2]] == ["3.2.1", "3.2.2"]


def test_one_part_can_be_printed(whole):
    alone = book(PARTS[2]).removeprefix("# The theory\n\n")
    assert alone.startswith("## Part 3. ")
    assert alone.rstrip() in whole


def test_a_part_ends_with_the_claims_that_cite_it():
    (one,) = parts("distributivity")
    assert "D6" in {claim.id for claim in one.theorems}
    assert "\n- D6: composition distributes over" in book("distributivity")


def test_an_unknown_part_is_rejected():
    with pytest.raises(
        TheoryError, match=r"no part 'compositions': choose one of numbers, layouts, "
    ):
        book("compositions")


def test_the_page_is_well_formed_and_self_contained(whole):
    page = book_page()
    found = Parsed(page)
    assert len(found.ids) == len(set(found.ids))
    assert {c.id for c in THEORY.contracts} <= set(found.ids)
    assert {link.removeprefix("#") for link in found.links} <= set(found.ids)
    assert "src=" not in page


def test_the_book_of_a_small_theory_is_printed_exactly():
    assert markdown((Part(1, tests.small_theory),)) == SMALL.read_text()
