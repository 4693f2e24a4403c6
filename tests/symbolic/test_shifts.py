"""Shifts by an unknown count agree with Python; a count that may be negative is rejected."""

import operator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.symbolic.runs import assert_same, explored
from verif.symbolic.terms import MOST_PLACES
from verif.symbolic.values import literal_of

SHIFTS = {"<<": operator.lshift, ">>": operator.rshift}


def assert_proved(text, *names):
    """Assert that all properties that `text` ensures are proved, without a contradiction."""
    reached = []

    def to_its_end(path, *unknowns):
        text(path, *unknowns)
        assert not path.entails(literal_of(False), "no contradiction")
        reached.append(path)

    assert not explored(to_its_end, *names).failures
    assert reached


@pytest.mark.parametrize("name", SHIFTS)
def test_shifting_a_literal_by_an_unknown_agrees_with_python(name):
    for number, n in product((0, 1, 5, -3), (0, 1, 4)):
        assert_same(lambda u, number=number: SHIFTS[name](number, u), n)


@pytest.mark.parametrize("name", SHIFTS)
def test_shifting_an_unknown_by_an_unknown_agrees_with_python(name):
    for x, n in ((0, 3), (5, 0), (5, 1), (9, 3)):
        assert_same(SHIFTS[name], x, n)


@pytest.mark.parametrize("name", SHIFTS)
def test_shifting_an_unknown_by_a_literal_agrees_with_python(name):
    for x, n in product((0, 5), (0, 2)):
        assert_same(lambda u, n=n: SHIFTS[name](u, n), x)


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 40), st.integers(0, 40))
def test_shifting_by_a_sum_agrees_with_python(m, n):
    assert_same(lambda u, v: 1 << (u + v), m, n)


def test_a_large_power_of_two_is_not_written_out():
    """2^n for a large n has Python's value but is not written out in the query."""

    def text(path, n):
        path.assume(literal_of(n == 40 * MOST_PLACES))
        power = 1 << n
        assert len(str(power)) < MOST_PLACES
        assert path.ensure("as great", literal_of(power >= 1))
        assert path.ensure("twice its half", literal_of(power == 2 * (power // 2)))
        assert path.ensure("its half", literal_of(power // 2 == 1 << (n - 1)))

    assert_proved(text, "n")


def test_half_of_a_power_of_two_is_the_previous_power():
    def text(path, n):
        path.assume(literal_of(n >= 1))
        half, last = divmod(1 << n, 2)
        assert last == 0
        assert path.ensure("the half", literal_of(half == 1 << (n - 1)))
        assert not path.entails(literal_of((1 << n) % 3 != 0), "no multiple of 3")

    assert_proved(text, "n")


def test_a_power_that_may_be_1_is_not_assumed_even():
    def text(path, n):
        path.assume(literal_of(n >= 0))
        path.ensure("even", literal_of((1 << n) % 2 == 0))

    assert explored(text, "n").failures


def test_a_statement_false_for_some_shifts_fails_without_a_model():
    def text(path, n):
        path.assume(literal_of(n >= 0))
        path.ensure("never so great", literal_of(1 << n != 1 << 40))

    (failure,) = explored(text, "n").failures
    # The solver's 2^n is uninterpreted, so its model is not a counterexample.
    assert failure.model() is None


@pytest.mark.parametrize("name", SHIFTS)
@pytest.mark.parametrize("least", [-1, -5])
def test_shifting_by_a_possibly_negative_count_is_rejected(name, least):
    def text(path, x, n):
        path.assume(literal_of(x >= 0))
        path.assume(literal_of(n >= least))
        SHIFTS[name](x, n)

    with pytest.raises(TypeError, match="may be negative"):
        explored(text, "x", "n")


def test_equal_shift_counts_give_equal_powers():
    def text(path, m, n):
        path.assume(literal_of(m >= 0))
        path.assume(literal_of(n == m))
        assert path.ensure("one", literal_of(1 << m == 1 << n))

    assert_proved(text, "m", "n")
