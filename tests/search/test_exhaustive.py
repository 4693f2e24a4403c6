"""Exhaustive search finds the minimal counterexample and reports how far it went."""

import pytest

from spec import Layout
from tests.search import claims_for_search as claims
from verif.search.concrete import Fails
from verif.search.exhaustive import affordable, count, dropped_hypotheses, search
from verif.upstream.in_process import SPEC
from verif.upstream.pycute import pycute

ALGEBRA = SPEC.algebra
PLENTY = 1_000_000


def test_a_true_claim_is_searched_completely():
    found = search(claims.true, ALGEBRA, (5, 2), PLENTY)
    assert found.complete
    assert found.cases == found.satisfied == 530
    assert found.witness == {"A": Layout((1,), (0,)), "i": 0}
    assert str(found) == (
        "530 cases, 530 satisfied: sum of shapes <= 5, of strides <= 2; A of (*) (*,*)"
    )


def test_a_false_claim_fails_at_the_least_arguments():
    found = search(claims.false, ALGEBRA, (6, 4), PLENTY)
    assert not found.complete
    assert found.failure is not None
    assert found.failure.arguments == {"A": Layout((1,), (1,)), "x": 1}
    assert found.failure.result == Fails("at x", (0, 1))


@pytest.mark.parametrize(
    ("algebra", "bound", "a", "b"),
    [
        pytest.param(
            SPEC.algebra, (10, 6), Layout((2, 2), (0, 1)), Layout((2, 2), (1, 3)), id="spec"
        ),
        pytest.param(
            pycute().algebra,
            (13, 6),
            Layout((6, 2), (0, 1)),
            Layout((2, 3), (3, 2)),
            id="pycute",
            marks=pytest.mark.long,
        ),
    ],
)
def test_left_distributivity_fails_at_a_known_smallest_case(algebra, bound, a, b):
    found = search(claims.distributes, algebra, bound, PLENTY)
    assert found.failure is not None
    assert found.failure.arguments == {"A": a, "B": b}


def test_an_error_within_the_hypotheses_is_a_failure():
    found = search(claims.refused, ALGEBRA, (2, 2), PLENTY)
    assert found.failure is not None
    assert found.failure.result.label.startswith("InadmissibleError: mode 2:-1 of B")


def test_nothing_satisfies_contradictory_hypotheses():
    found = search(claims.empty, ALGEBRA, (4, 2), PLENTY)
    assert (found.satisfied, found.witness, found.failure) == (0, None, None)
    assert found.hypotheses == ("size < 1",)


def test_a_witness_reaches_a_conclusion():
    found = search(claims.early, ALGEBRA, (4, 2), PLENTY)
    assert found.witness == {"A": Layout((2,), (0,))}
    assert 0 < found.satisfied < found.cases


def test_a_claim_about_shapes_and_integers_is_searched():
    assert search(claims.ceil, ALGEBRA, (6, 0), PLENTY).complete


def test_too_many_cases_lower_the_bound_with_a_report():
    whole = search(claims.true, ALGEBRA, (5, 2), PLENTY)
    less = search(claims.true, ALGEBRA, (5, 2), whole.cases - 1)
    assert less.asked == (5, 2)
    assert less.bound == (4, 2)
    assert not less.complete
    assert less.cases < whole.cases
    assert less == search(claims.true, ALGEBRA, (5, 2), whole.cases - 1)


@pytest.mark.parametrize("most", [0, 1, 50, 529, 530, 531, PLENTY])
def test_the_bound_is_lowered_as_little_as_possible(most):
    sums = [s for s in range(8) if count(claims.true.domains, (s, 2)) <= most]
    assert affordable(claims.true, (7, 2), most) == ((max(sums), 2) if sums else None)


def test_a_search_without_an_affordable_bound_tries_no_case():
    found = search(claims.ceil, ALGEBRA, (3, 0), -1)
    assert (found.bound, found.cases, found.complete) == (None, 0, False)
    assert str(found).startswith("no cases: even the smallest bound")


def test_hypotheses_are_dropped_one_by_one():
    strides, size = dropped_hypotheses(claims.needs, ALGEBRA, (5, 3), PLENTY)
    assert str(strides) == "strides >= 0: needed"
    assert strides.outcome.failure is not None
    assert strides.outcome.failure.arguments == {"A": Layout((2,), (-1,))}
    assert str(size) == "size >= 1: not needed within the bound"
