"""Points: what is false at one of them is not asked of a solver, and nothing else changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verif.symbolic.points import MOST, Points
from verif.symbolic.terms import Atom, Literal, Polynomial

X, Y, Q, R = (Polynomial.unknown(Atom(name)) for name in "xyqr")
ONE = Polynomial.constant(1)
POSITIVE = Literal("<=", ONE - X)
LESS = Literal("<=", X + ONE - Y)

numbers = st.integers(-20, 20)


def points(**values):
    made = Points()
    made.add(values.items())
    return made


@given(numbers, numbers)
def test_what_is_false_where_the_facts_hold_is_refuted(x, y):
    assert points(x=x, y=y).refute(LESS, [POSITIVE]) == (x >= 1 and not x < y)


@given(numbers, st.integers(1, 20))
def test_a_division_is_a_part_of_every_point(x, y):
    found = points(x=x, y=y)
    found.divide(X, Y, "q", "r")
    for wrong in (Literal("!=", Q - ONE.scaled(x // y)), Literal("!=", R - ONE.scaled(x % y))):
        assert found.refute(wrong, [Literal("=", Y * Q + R - X)])
        assert not found.refute(wrong.negated(), [])


def test_a_name_has_the_value_of_the_last_division():
    """Paths that fork give one name to different divisions."""
    found = points(x=7, y=2)
    found.divide(X, Y, "q", "r")
    found.divide(Y, X, "q", "r")
    assert found.refute(Literal("!=", Q), [])


@pytest.mark.parametrize(
    "literal", [Literal("=", Q), Literal("=", Polynomial.unknown(Atom("x", (Y,))))]
)
def test_of_what_a_point_does_not_say_nothing_is_refuted(literal):
    found = points(x=1, y=0)
    assert not found.refute(literal, [])
    assert not found.refute(literal.negated(), [])
    assert not found.refute(POSITIVE.negated(), [literal])


def test_dividing_by_zero_says_nothing():
    found = points(x=1, y=0)
    found.divide(X, Y, "q", "r")
    assert not found.refute(Literal("=", Q), [])


def test_the_latest_points_are_kept():
    found = points(x=0)
    assert found.refute(POSITIVE, [])
    for x in range(1, MOST + 1):
        found.add({"x": x}.items())
    assert not found.refute(POSITIVE, [])


def test_no_model_is_no_point():
    found = Points()
    found.add(())
    assert not found.refute(Literal("=", ONE), [])
