"""Lemmas of the theory and of users' files are found by name and by words, and decided."""

import pytest

from tests.search import claims_for_search
from tests.small_theory import FILE
from verif.deciding.decide import decide_lemma
from verif.deciding.selection import lemmas_about, lemmas_named, lemmas_of
from verif.kernel.said import Why
from verif.kernel.verdict import EVERYTHING, Outcome
from verif.theory import THEORY

CLAIMS = claims_for_search.__file__


@pytest.mark.parametrize("contract", THEORY.contracts[::40], ids=lambda contract: contract.id)
def test_a_lemma_is_found_by_name_and_by_words(contract):
    assert lemmas_named(contract.id) == (contract,)
    words = (contract.id, contract.statement, contract.statement.upper())
    assert all(contract in lemmas_about(word) for word in words)
    assert contract in lemmas_about(contract.function.__name__)


def test_an_empty_word_finds_all_lemmas():
    assert lemmas_about("") == lemmas_of(None) == THEORY.contracts


def test_lemmas_of_a_file_are_found():
    assert [lemma.id for lemma in lemmas_about(FILE)] == ["promise_of_twice", "doubled", "seven"]
    (doubled,) = lemmas_named(f"{FILE}:doubled")
    assert doubled.statement == "The double count is even"


def test_a_file_name_selects_all_its_lemmas():
    assert lemmas_named(FILE) == lemmas_about(FILE)


@pytest.mark.parametrize("name", ["nosuch", CLAIMS, f"{FILE}:nosuch", "other:doubled", ""])
def test_unknown_names_find_no_lemma(name):
    assert lemmas_named(name) == ()


def test_a_lemma_of_a_file_is_proved_with_its_citations():
    decided = decide_lemma(*lemmas_named(f"{FILE}:doubled"))
    assert (decided.verdict.outcome, decided.verdict.scope) == (Outcome.PROVED, EVERYTHING)
    assert decided.as_expected
    assert [one.id for one in decided.proof][-2:] == ["promise_of_twice", "doubled"]


def test_a_false_lemma_is_unknown_with_its_open_conclusion():
    decided = decide_lemma(*lemmas_named(f"{FILE}:seven"))
    assert decided.verdict.outcome is Outcome.UNKNOWN
    assert not decided.as_expected
    (report,) = decided.verdict.said
    assert (report.text, report.why) == ("open: n is 7", Why.NOT_IMPLIED)
