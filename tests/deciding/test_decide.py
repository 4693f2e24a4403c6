"""Verdicts record the report of every engine, with the reason if the engine is inconclusive."""

import pytest

from spec import read
from verif.deciding import searching
from verif.deciding.account import STARTED
from verif.deciding.decide import decide, decide_alone
from verif.deciding.proving import unproved
from verif.kernel.claim import claim, proved
from verif.kernel.obligation import Answer, Obligation, Reply
from verif.kernel.said import Engine, Said, Why
from verif.kernel.verbs import assume, ensure, ensure_equal
from verif.kernel.verdict import Outcome
from verif.readings.domains import Index, Layouts, Shapes, flat
from verif.readings.numbers import Integers
from verif.symbolic.exploration import Exploration
from verif.symbolic.induction import UnprovedError
from verif.symbolic.path import Failure

A, NATURAL = Layouts(profiles=flat(1)), Layouts(profiles=flat(1), strides="natural")


def declared(text, **details):
    return claim("MINE", "mine", source="here", **details)(text)


def holds(alg, A):
    ensure("the size is positive", A.size >= 1)


def misses_a_lemma(alg, A, i):
    ensure("A(i) < cosize(A)", A(i) < A.cosize)


def asks_for_the_rank(alg, A):
    ensure("rank <= 2", A.rank <= 2)


def loops(alg, A):
    ensure("the sum of offsets is known", sum(A(i) for i in range(A.size)) is not None)


def takes_a_shape_apart(alg, s):
    rows, columns = s
    ensure("the product is positive", rows * columns >= 1)


def never_satisfied(alg, A):
    assume("there is no such layout", A.size < 1)
    ensure("anything", A.size == 7)


def satisfied_beyond_the_search(alg, A):
    assume("it is large", A.size > 12345)
    ensure("it is not smaller", A.size > 1234)


def concludes_where_nothing_can_be(alg, A):
    if A.size < 1:
        ensure("anything", A.size == 7)
    else:
        assume("it is small", A.size < 5)


def concludes_nothing(alg, A):
    assume("it is small", A.size < 5)


def forgets_a_label(alg, A):
    assume(A.size > 1)


def adds_a_text(alg, A):
    ensure("the size is positive", A.size + "1" > 0)


def adds_a_layout(alg, A):
    ensure("the size is positive", A + 1 > 0)


def is_the_identity(alg, A, i):
    ensure_equal("the offset", A(i), i)


def is_no_far_number(alg, A):
    ensure("size != 12345", A.size != 12345)


@pytest.mark.parametrize(
    ("text", "domains", "outcome", "expected"),
    [
        (holds, {"A": A}, Outcome.PROVED, {}),
        (
            misses_a_lemma,
            {"A": NATURAL, "i": Index("A")},
            Outcome.PROVED,
            {Engine.EVERY_RANK: Why.NOT_IMPLIED},
        ),
        (asks_for_the_rank, {"A": A}, Outcome.PROVED, {Engine.EVERY_RANK: Why.NOT_LIFTABLE}),
        (
            loops,
            {"A": A},
            Outcome.UNKNOWN,
            {Engine.EVERY_RANK: Why.NEEDS_NUMBERS, Engine.PROFILES: Why.NEEDS_NUMBERS},
        ),
        (
            concludes_nothing,
            {"A": A},
            Outcome.UNKNOWN,
            {Engine.EVERY_RANK: Why.NO_CONCLUSION, Engine.PROFILES: Why.NO_CONCLUSION},
        ),
        (
            never_satisfied,
            {"A": A},
            Outcome.VACUOUS,
            {
                Engine.EVERY_RANK: Why.DEAD_CONCLUSIONS,
                Engine.PROFILES: Why.DEAD_CONCLUSIONS,
                Engine.DECIDING: Why.DEAD_CONCLUSIONS,
            },
        ),
        (
            concludes_where_nothing_can_be,
            {"A": A},
            Outcome.UNKNOWN,
            {Engine.EVERY_RANK: Why.NO_CONCLUSION, Engine.PROFILES: Why.NO_CONCLUSION},
        ),
    ],
)
def test_the_reason_of_each_engine_is_reported(text, domains, outcome, expected):
    verdict = decide(declared(text, **domains), 20)
    assert verdict.outcome is outcome
    reasons = {one.engine: one.why for one in verdict.said if one.why is not None}
    assert reasons == expected
    if outcome is Outcome.UNKNOWN:
        assert all(str(one) in verdict.reason for one in verdict.said if one.why is not None)


def test_unknowns_are_named_in_words():
    verdict = decide(declared(takes_a_shape_apart, s=Shapes(flat(2))), 20)
    first, *_ = (one for one in verdict.said if one.engine is Engine.EVERY_RANK)
    assert verdict.outcome is Outcome.PROVED
    assert first.why is Why.NEEDS_NUMBERS
    assert first.text.endswith(", `rows, columns = s`: an unknown integer is not iterable")


def test_a_witness_beyond_the_search_comes_from_a_solver():
    verdict = decide(declared(satisfied_beyond_the_search, A=A), 20)
    assert verdict.outcome is Outcome.PROVED
    assert verdict.said[-1].text == "a solver found arguments that the search did not reach"
    assert read(verdict.witness["A"]).value.size > 12345


def test_an_open_conclusion_is_shown_in_infix_with_path_and_model():
    verdict = decide(declared(misses_a_lemma, A=NATURAL, i=Index("A")), 20)
    (resisted,) = (one for one in verdict.said if one.engine is Engine.EVERY_RANK)
    (conclusion,) = resisted.open
    assert conclusion.case == "MINE at every rank, path 1"
    assert conclusion.label == "A(i) < cosize(A)"
    assert conclusion.goal == "value(A_1, i_2) <= span(A_1)"
    assert "strides_from(A_1, 0)" in conclusion.facts
    assert "i_2 < total(A_1)" in conclusion.facts
    assert conclusion.model.keys() >= {"i_2", "span(A_1)"}


@pytest.mark.parametrize(("text", "line"), [(asks_for_the_rank, "A.rank"), (loops, "A.size")])
def test_the_line_without_a_reading_is_named(text, line):
    verdict = decide(declared(text, A=A), 20)
    (resisted,) = (one for one in verdict.said if one.engine is Engine.EVERY_RANK)
    number = text.__code__.co_firstlineno + 1
    assert resisted.text.startswith(f"line {number}, `ensure(")
    assert line in resisted.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (forgets_a_label, "`assume` needs an argument `condition`"),
        (
            adds_a_text,
            (
                "a string is not a value; a string can only be the label of a claim or"
                " the message of an error"
            ),
        ),
    ],
)
def test_a_claim_with_a_wrong_type_is_refused(text, expected):
    verdict = decide(declared(text, A=A), 20)
    code = text.__code__
    assert verdict.outcome is Outcome.ERROR
    assert verdict.reason.startswith(f"{code.co_filename}:{code.co_firstlineno + 1}: {expected}")


def test_a_claim_that_raises_a_type_error_is_an_error_not_a_refutation():
    verdict = decide(declared(adds_a_layout, A=A), 20)
    number = adds_a_layout.__code__.co_firstlineno + 1
    line = 'ensure("the size is positive", A + 1 > 0)'
    expected = "unsupported operand type(s) for +: 'Layout' and 'int'"
    assert verdict.outcome is Outcome.ERROR
    assert verdict.reason == f"line {number}, `{line}`: TypeError: {expected}, at A = (1):(0)"


def test_paths_not_run_in_time_are_reported():
    verdict = decide(declared(holds, A=A), 0.0)
    assert verdict.outcome is Outcome.UNKNOWN
    assert {one.why for one in verdict.said} == {None, Why.TOO_MANY_PATHS}


def test_a_claim_about_an_implementation_is_only_searched():
    verdict = decide(declared(holds, A=A, accuses="pycute"))
    assert (verdict.outcome, verdict.said[-1].why) == (Outcome.UNKNOWN, Why.SEARCHED_ONLY)


def of_an_obligation(name, reply):
    failure = Failure("it is so", Obligation(name, (), (), "(<= 1 0)"), Answer(reply, "z3"), {})
    return UnprovedError("L", (Exploration((), (failure,), frozenset(), 1, 1, 0, True),))


@pytest.mark.parametrize(
    ("name", "reply", "text", "why"),
    [
        ("MINE at every rank, path 1: it is so", Reply.SAT, "open: it is so", Why.NOT_IMPLIED),
        ("MINE at every rank, path 1: it is so", Reply.UNKNOWN, "open: it is so", Why.GIVEN_UP),
        (
            "L: ensures, path 3: it is so",
            Reply.UNKNOWN,
            "it cites the lemma L, which is open: it is so",
            Why.LEMMA_OPEN,
        ),
    ],
)
def test_a_failed_proof_reports_the_reason(name, reply, text, why):
    found = unproved("MINE", of_an_obligation(name, reply))
    assert found[:2] == (text, why)
    assert [one.goal for one in found[2]] == ["0 >= 1"]


@pytest.mark.parametrize(
    ("text", "domains"),
    [
        (holds, {"A": A}),
        (asks_for_the_rank, {"A": A}),
        (loops, {"A": A}),
        (is_the_identity, {"A": A, "i": Index("A")}),
        (is_no_far_number, {"A": A}),
        pytest.param(never_satisfied, {"A": A}, marks=pytest.mark.long),
    ],
)
def test_the_verdict_is_the_same_with_the_proof_first(text, domains):
    def but_for_times(verdict):
        fields = vars(verdict) | {"seconds": 0, "cases": 0, "said": None, "theorem": None}
        return fields, verdict.theorem and verdict.theorem.statement

    mine = declared(text, **domains)
    assert but_for_times(decide(mine, proof_first=True)) == but_for_times(decide(mine))


def test_an_expected_proof_runs_first_and_is_reported_at_once():
    reports = []
    verdict = decide(declared(holds, A=A), proof_first=True, tell=reports.append)
    assert [one.engine for one in reports] == [Engine.EVERY_RANK, Engine.SEARCH, Engine.RANDOM]
    assert verdict.said == tuple(reports)


@pytest.mark.parametrize("text", [holds, asks_for_the_rank])
@pytest.mark.parametrize("bound", [None, searching.SMALL])
def test_a_proof_shortens_the_search(monkeypatch, text, bound):
    monkeypatch.setattr(searching, "MOST_CASES", 200)
    mine = declared(text, A=A, bound=bound)
    proved_first, searched_first = (decide(mine, proof_first=first) for first in (True, False))
    assert proved_first.outcome is Outcome.PROVED
    assert proved_first.cases < searched_first.cases // 5


def test_a_search_without_a_proof_is_not_shortened():
    mine = declared(is_no_far_number, A=A)
    assert decide(mine, proof_first=True).cases == decide(mine).cases


def test_deciding_a_single_claim_reports_progress(capsys):
    decide_alone(declared(holds, A=A, expect=proved()))
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == [f"MINE: {STARTED}", "MINE: every rank: proved"]
    assert [line.split(":")[1] for line in lines[2:]] == [" search", " random cases"]


def test_a_quickly_refuted_claim_is_not_proved_first():
    reports: list[Said] = []
    decide(declared(is_the_identity, A=A, i=Index("A")), proof_first=True, tell=reports.append)
    assert [one.engine for one in reports] == [Engine.SEARCH]


def test_a_solver_model_is_replayed_and_refutes():
    def no_far_sum(alg, x, y):
        ensure("x + y != 1234567", x + y != 1234567)

    far = declared(no_far_sum, x=Integers(-9, 9), y=Integers(-9, 9))
    verdict = decide(far)
    assert verdict.outcome is Outcome.REFUTED
    assert not verdict.counterexample.minimal
    assert verdict.counterexample.coordinate is None
    assert sum(map(int, verdict.counterexample.arguments.values())) == 1234567
    assert list(verdict.counterexample.arguments) == ["x", "y"]


def has_no_byte(alg, x):
    ensure("not 213", (x & 255) != 213)


def has_no_flipped_bit(alg, x):
    ensure("not 213000", (x ^ 1) != 213000)


def test_a_model_with_bits_of_a_number_refutes_a_claim_if_the_claim_fails_there():
    verdict = decide(declared(has_no_byte, x=Integers()), 60)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counterexample is not None
    assert verdict.counterexample.arguments == {"x": "213"}
    assert not verdict.counterexample.minimal


def test_a_model_with_wrong_bits_of_a_number_does_not_refute_a_claim():
    verdict = decide(declared(has_no_flipped_bit, x=Integers()), 60)
    assert verdict.outcome is Outcome.UNKNOWN


def shifts_far(alg, n):
    assume("large", n > 10**14)
    ensure("not 5", (1 << n) != 5)


def test_a_claim_is_not_tried_at_shifts_that_do_not_fit_in_memory():
    verdict = decide(declared(shifts_far, n=Integers()), 60)
    assert verdict.outcome is Outcome.UNKNOWN
