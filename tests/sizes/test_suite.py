"""The suite for all sizes: its verdicts are proved, agree with enumeration, and no others are."""

import itertools
import re

import pytest

from spec import ComposedLayout, Layout, LayoutError, TlaLayout
from spec.modes import modes_of
from tests.sizes.suite import EXPRESSIONS, QUESTIONS
from verif.questions.answer import Ruling
from verif.sizes.asked import answer_at, asked, decided, read_question_of
from verif.sizes.calculator import tabled, tried_at
from verif.sizes.names import holds, read_sizes
from verif.sizes.right import Case, stated_value
from verif.sizes.sampled import beside_constants, least
from verif.sizes.source import Sized, read_sized
from verif.sizes.stated import proved, table_text

pytestmark = pytest.mark.usefixtures("lemmas")

EVERY = 34
"""One of so many is proved each time; all of them by `pytest -m long`."""

LARGEST = 1 << 14
"""The size of a layout up to which a question is asked at sizes, to compare."""

GENERAL = [row for row in EXPRESSIONS if len(row[3]) == 1 and row[3][0][1] is not None]
"""Those with one result for all sizes."""


def parts(rows):
    """All rows, those but one of some marked as long."""
    return [
        pytest.param(
            *row[1:], id=f"{row[2]} for {row[1]}", marks=[pytest.mark.long] * (k % EVERY > 0)
        )
        for k, row in enumerate(rows)
    ]


def cases_of_row(cases):
    return tuple(Case(*case) for case in cases)


def alike(found, stated):
    """Whether two results are one, but for modes of size 1: each mode, where they have as many."""
    if isinstance(found, Layout) and isinstance(stated, Layout) and found.rank == stated.rank > 1:
        return all(map(alike, found, stated))
    if isinstance(found, Layout):
        ours, theirs = ([m for m in modes_of(x) if m[0] != 1] for x in (found, stated))
        return ours == theirs
    if isinstance(found, ComposedLayout):
        same = (found.swizzle, found.offset) == (stated.swizzle, stated.offset)
        return same and alike(found.layout, stated.layout)
    if isinstance(found, TlaLayout):
        return str(found) == str(stated)
    if isinstance(found, tuple):
        return len(found) == len(stated) and all(map(alike, found, stated))
    return found == stated


def stated_at(sizes, cases, point):
    numbers = sizes.defined(point)
    for case in cases:
        where = case.where
        if where is None or any(
            all(holds(sizes.condition(c), numbers) for c in each) for each in where
        ):
            return case.result and (stated_value(case.result, sizes, numbers),)
    raise AssertionError("no case")


def small(sizes, most=64):
    """All sizes up to 64 where there are few names, else the least, and those at constants."""
    if len(sizes.names) == 1:
        return [p for n in range(most + 1) if sizes.admits(p := {sizes.names[0]: n})]
    if len(sizes.names) == 2:
        both = itertools.product(range(most + 1), repeat=2)
        points = (dict(zip(sizes.names, pair, strict=True)) for pair in both)
        return [p for p in points if sizes.admits(p)][:: 1 if most < 20 else 3]
    return least(sizes, 300)


def test_there_are_enough_from_everywhere():
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
def test_an_expression_has_these_cases_and_they_are_proved(names, expression, cases):
    table = tabled(expression, names)
    assert table.cases == cases_of_row(cases)
    assert table.proof is not None


@pytest.mark.parametrize(("names", "expression", "cases"), parts(EXPRESSIONS))
def test_the_cases_agree_with_the_calculator_at_sizes(names, expression, cases):
    sized = read_sized(expression, read_sizes(names))
    stated = cases_of_row(cases)
    if not stated:
        return
    points = small(sized.sizes) + beside_constants(sized.sizes, expression, 300)
    assert len(points) >= 10
    for point in points:
        try:
            found = (sized.at(point),)
        except LayoutError:
            found = None
        assert alike(found or (), stated_at(sized.sizes, stated, point) or ()), point


@pytest.mark.parametrize(("names", "expression", "cases"), parts(EXPRESSIONS))
def test_the_text_that_is_proved_is_the_expression(names, expression, cases):
    """The Python of the claim gives at numbers what the calculator gives there."""
    sized = read_sized(expression, read_sizes(names))
    points = tried_at(sized)
    made = {}
    exec(table_text(sized, (Case(None, None),), points), made)
    for point in points:
        numbers = sized.sizes.defined(point)
        try:
            found = (made["result"](**numbers),)
        except LayoutError as refused:
            found = type(refused)
        try:
            wanted = (sized.at(point),)
        except LayoutError as refused:
            wanted = type(refused)
        assert str(found) == str(wanted)


@pytest.mark.parametrize(("names", "question", "verdict", "at"), parts(QUESTIONS))
def test_a_question_has_this_answer(names, question, verdict, at):
    found = asked(question, names)
    assert (found.ruling, found.at) == (verdict, at)
    assert (found.proof is not None) == (verdict == "holds")


def sizes_and_answers(names, question, most):
    """The question at sizes where its layouts are small, with whether it holds there."""
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    for point in small(sizes, most) + beside_constants(sizes, question, 100):
        if max(point.values(), default=0) <= LARGEST:
            yield point, answer_at(sized, point).ruling is Ruling.HOLDS


@pytest.mark.parametrize(("names", "question", "verdict", "at"), parts(QUESTIONS))
def test_an_answer_agrees_with_the_answers_at_sizes(names, question, verdict, at):
    most = 64 if len(read_sizes(names).names) == 1 else 16
    failing = [point for point, ok in sizes_and_answers(names, question, most) if not ok]
    assert not (verdict == "holds" and failing)
    if verdict == "refuted" and max(at.values()) <= 16:
        assert at in failing or len(at) > 2


def wrong_texts(result):
    """The result with one number, one rounding or one name changed."""
    for found in itertools.islice(re.finditer(r"\b\d+\b", result), 4):
        yield f"{result[: found.start()]}{int(found[0]) + 1}{result[found.end() :]}"
    for one, other in (
        ("ceil(", "floor("),
        ("M", "N"),
        ("/8)", "/9)"),
        ("*m", "*m*m"),
        (":(1,", ":(2,"),
    ):
        if one in result:
            yield result.replace(one, other, 1)


def wrong_tables():
    """Wrong results for all sizes: those that differ from the operation's at one of them."""
    for source, names, expression, cases in GENERAL:
        sized = read_sized(expression, read_sizes(names))
        points = tried_at(sized)
        for wrong in dict.fromkeys(wrong_texts(cases[0][1])):
            if wrong != cases[0][1] and differs(sized, wrong, points):
                yield source, names, expression, wrong


def differs(sized, wrong, points):
    for point in points:
        try:
            stated = stated_value(wrong, sized.sizes, sized.sizes.defined(point))
            if not alike(sized.at(point), stated):
                return True
        except (LayoutError, ValueError, TypeError, KeyError):
            return True
    return False


def is_proved(names, expression, result):
    sized = read_sized(expression, read_sizes(names))
    points = tried_at(sized)
    try:
        return proved(table_text(sized, (Case(None, result),), points), points) is not None
    except LayoutError:
        return False


@pytest.mark.long
def test_a_hundred_wrong_tables_are_not_proved():
    tables = list(wrong_tables())
    assert len(tables) >= 100
    assert [table for table in tables if is_proved(*table[1:])] == []


WEAKENED = [
    (names.replace(condition, weaker), question, condition)
    for _, names, question, verdict, _ in QUESTIONS
    if verdict == "holds"
    for condition in (part.strip() for part in names.split(";")[1:])
    for weaker in (f"{condition.split(' ')[0]} >= 1", condition.replace(">=", "+ 1 >="))
    if weaker != condition and "<=" not in condition
]
"""Questions that hold, one of their conditions left out, or weaker by one."""


@pytest.mark.long
@pytest.mark.parametrize(("names", "question", "condition"), WEAKENED)
def test_a_weakened_condition_is_refuted_or_not_needed(names, question, condition):
    """No rule proves it from sizes at which the condition holds, unless it holds at all sizes."""
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    needed = sizes.condition(condition)
    points = least(sizes, 120) + beside_constants(sizes, question, 60)
    seen = [p for p in points if holds(needed, sizes.defined(p))]
    fails = any(answer_at(sized, p).ruling is Ruling.REFUTED for p in points)
    assert not (fails and decided(sized, seen).ruling is Ruling.HOLDS)
