"""The suite for all sizes: verdicts are proved, and agree with enumeration."""

import itertools

import pytest

from spec import LayoutError
from tests.sizes.machine import calculated, value_of
from tests.sizes.planted import (
    WEAKENED,
    alike,
    cases_of_row,
    is_proved,
    is_proved_weakened,
    stated,
    wrong_tables,
)
from tests.sizes.suite import EXPRESSIONS, QUESTIONS
from verif.questions.answer import Ruling
from verif.sizes.asked import answer_at, asked, read_question_of
from verif.sizes.calculator import tabled
from verif.sizes.names import read_sizes
from verif.sizes.sampled import beside_constants, least
from verif.sizes.sized import Sized, read_sized

pytestmark = pytest.mark.usefixtures("lemmas")

EVERY = 34
"""A short run proves one row in `EVERY` rows; all other rows are marked `long`."""

LARGEST = 1 << 14
"""The largest size at which an answer for all sizes is compared with the answer at that size."""


def parts(rows):
    """Return the rows as parameters. Mark all but the first of each `EVERY` rows as `long`."""
    return [
        pytest.param(
            *row[1:], id=f"{row[2]} for {row[1]}", marks=[pytest.mark.long] * (k % EVERY > 0)
        )
        for k, row in enumerate(rows)
    ]


def small(sizes, most=64):
    """Return small sizes.

    For one name: all sizes up to `most`. For two names: all pairs of sizes up to `most`, or every
    third pair if `most` is at least 20. For more names: the 300 least sizes.
    """
    if len(sizes.names) == 1:
        return [p for n in range(most + 1) if sizes.admits(p := {sizes.names[0]: n})]
    if len(sizes.names) == 2:
        both = itertools.product(range(most + 1), repeat=2)
        points = (dict(zip(sizes.names, pair, strict=True)) for pair in both)
        return [p for p in points if sizes.admits(p)][:: 1 if most < 20 else 3]
    return least(sizes, 300)


def test_the_suite_has_enough_rows_from_every_source():
    sources = " ".join(row[0] for row in (*EXPRESSIONS, *QUESTIONS))
    assert len(EXPRESSIONS) + len(QUESTIONS) >= 65
    for source in ("sgemm_sm70", "sgemm_sm80", "wgmma_sm90", "tiled_copy", "epilogue"):
        assert source in sources
    for source in ("3470", "3471", "3513", "3604", "XLA", "CATLASS"):
        assert source in sources
    verdicts = {row[3] for row in QUESTIONS}
    assert verdicts == {"holds", "refuted", "unknown"}
    assert {row[2].partition("(")[0] for row in QUESTIONS} >= {
        *("bijective_onto", "compatible", "composable", "covers", "disjoint"),
        *("distributes", "equal", "fits_int32", "injective"),
    }


@pytest.mark.parametrize(("names", "expression", "cases"), parts(EXPRESSIONS))
def test_the_cases_of_an_expression_are_found_and_proved(names, expression, cases):
    table = tabled(expression, names)
    assert table.cases == cases_of_row(cases)
    assert table.proof is not None


@pytest.mark.parametrize(("names", "expression", "cases"), parts(EXPRESSIONS))
def test_the_cases_agree_with_the_calculator_at_sizes(names, expression, cases):
    sized = read_sized(expression, read_sizes(names))
    stated_at = stated(sized.sizes, cases_of_row(cases))
    points = small(sized.sizes) + beside_constants(sized.sizes, expression, 300)
    assert len(points) >= 10
    for point in points:
        try:
            found = (sized.at(point),)
        except LayoutError:
            found = ()
        assert alike(found, stated_at(point)), point


@pytest.mark.parametrize(("names", "expression", "cases"), parts(EXPRESSIONS))
def test_the_proved_term_agrees_with_the_expression(names, expression, cases):
    """At concrete sizes, the claim's term has the value that the calculator prints."""
    sized = read_sized(expression, read_sizes(names))
    points = sized.tried
    term = sized.term
    for point in points:
        assert value_of(term, sized.sizes.defined(point)) == calculated(sized, point)


@pytest.mark.parametrize(("names", "question", "verdict", "at"), parts(QUESTIONS))
def test_a_question_has_the_listed_answer(names, question, verdict, at):
    found = asked(question, names)
    assert (found.ruling, found.at) == (verdict, at)
    assert (found.proof is not None) == (verdict == "holds")


def sizes_and_answers(names, question, most):
    """Yield sizes up to `LARGEST`, and whether the question holds there."""
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    for point in small(sizes, most) + beside_constants(sizes, question, 100):
        if max(point.values(), default=0) <= LARGEST:
            yield point, answer_at(sized, point).ruling is Ruling.HOLDS


@pytest.mark.parametrize(("names", "question", "verdict", "at"), parts(QUESTIONS))
def test_an_answer_agrees_with_answers_at_single_sizes(names, question, verdict, at):
    most = 64 if len(read_sizes(names).names) == 1 else 16
    failing = [point for point, ok in sizes_and_answers(names, question, most) if not ok]
    assert not (verdict == "holds" and failing)
    if verdict == "refuted" and max(at.values()) <= 16:
        assert at in failing or len(at) > 2


@pytest.mark.long
def test_a_hundred_wrong_tables_are_not_proved():
    tables = list(wrong_tables())
    assert len(tables) >= 100
    assert [table for table in tables if is_proved(*table[1:])] == []


@pytest.mark.long
@pytest.mark.parametrize(("names", "question", "condition"), WEAKENED)
def test_a_weakened_condition_is_refuted_or_not_needed(names, question, condition):
    """If the question is false at a size that is tried, no rule proves the question."""
    assert not is_proved_weakened(names, question, condition)
