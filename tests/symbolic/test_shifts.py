"""Shifts by an unknown number of places are those of Python; by one that may be negative, none."""

import operator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.symbolic.runs import assert_same, explored
from verif.symbolic.terms import MOST_PLACES
from verif.symbolic.values import literal_of

SHIFTS = {"<<": operator.lshift, ">>": operator.rshift}


def assert_shown(text, *names):
    """All that the text ensures of the unknowns is shown, on a path that comes to its end."""
    reached = []

    def to_its_end(path, *unknowns):
        text(path, *unknowns)
        assert not path.entails(literal_of(False), "no contradiction")
        reached.append(path)

    assert not explored(to_its_end, *names).failures
    assert reached


@pytest.mark.parametrize("name", SHIFTS)
def test_a_number_by_unknown_places(name):
    for number, n in product((0, 1, 5, -3), (0, 1, 4)):
        assert_same(lambda u, number=number: SHIFTS[name](number, u), n)


@pytest.mark.parametrize("name", SHIFTS)
def test_an_unknown_by_unknown_places(name):
    for x, n in ((0, 3), (5, 0), (5, 1), (9, 3)):
        assert_same(SHIFTS[name], x, n)


@pytest.mark.parametrize("name", SHIFTS)
def test_an_unknown_by_places_that_are_known(name):
    for x, n in product((0, 5), (0, 2)):
        assert_same(lambda u, n=n: SHIFTS[name](u, n), x)


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 40), st.integers(0, 40))
def test_places_that_are_sums(m, n):
    assert_same(lambda u, v: 1 << (u + v), m, n)


def test_more_places_than_are_written_as_a_number():
    """2^n of a great n is the number that Python has, and is not written out."""

    def text(path, n):
        path.assume(literal_of(n == 40 * MOST_PLACES))
        power = 1 << n
        assert len(str(power)) < MOST_PLACES
        assert path.ensure("as great", literal_of(power >= 1))
        assert path.ensure("twice its half", literal_of(power == 2 * (power // 2)))
        assert path.ensure("its half", literal_of(power // 2 == 1 << (n - 1)))

    assert_shown(text, "n")


def test_what_is_known_of_a_power_is_its_half():
    def text(path, n):
        path.assume(literal_of(n >= 1))
        half, last = divmod(1 << n, 2)
        assert last == 0
        assert path.ensure("the half", literal_of(half == 1 << (n - 1)))
        assert not path.entails(literal_of((1 << n) % 3 != 0), "no multiple of 3")

    assert_shown(text, "n")


def test_a_power_that_may_be_1_is_not_halved():
    def text(path, n):
        path.assume(literal_of(n >= 0))
        path.ensure("even", literal_of((1 << n) % 2 == 0))

    assert explored(text, "n").failures


def test_what_is_false_of_some_is_not_shown():
    def text(path, n):
        path.assume(literal_of(n >= 0))
        path.ensure("never so great", literal_of(1 << n != 1 << 40))

    (failure,) = explored(text, "n").failures
    # What the solver takes 2^n for is none of Python's, and no counterexample.
    assert failure.model() is None


@pytest.mark.parametrize("name", SHIFTS)
@pytest.mark.parametrize("least", [-1, -5])
def test_of_places_that_may_be_negative_there_is_no_reading(name, least):
    def text(path, x, n):
        path.assume(literal_of(x >= 0))
        path.assume(literal_of(n >= least))
        SHIFTS[name](x, n)

    with pytest.raises(TypeError, match="may be negative"):
        explored(text, "x", "n")


def test_equal_places_are_equal_powers():
    def text(path, m, n):
        path.assume(literal_of(m >= 0))
        path.assume(literal_of(n == m))
        assert path.ensure("one", literal_of(1 << m == 1 << n))

    assert_shown(text, "m", "n")
