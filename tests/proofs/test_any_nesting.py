"""What proofs at every nesting take of IntTuples is so of every IntTuple."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import CoordinateError, Layout, ShapeError
from spec.coordinates import natural, require_coordinate
from spec.int_tuple import congruent, flatten, product, require_shape, unflatten
from tests.spec.strategies import int_tuples, shapes
from verif.claims.any_nesting import NESTED, AnyNested, AnyNesting
from verif.claims.theory.coordinates import at_least, extent, in_bounds
from verif.kernel.errors import NotLiftableError


def accepted(check, *arguments):
    try:
        check(*arguments)
    except (CoordinateError, ShapeError):
        return False
    return True


@st.composite
def shapes_and_points(draw):
    """A shape, and integers in its profile that are a coordinate of it or not."""
    shape = draw(shapes())
    return shape, unflatten(tuple(draw(st.integers(-1, s)) for s in flatten(shape)), shape)


@given(shapes(), shapes())
def test_an_int_tuple_is_its_profile_and_its_terminals(t, u):
    assert unflatten(flatten(t), t) == t
    if len(flatten(t)) == len(flatten(u)):
        moved = unflatten(flatten(t), u)
        assert flatten(moved) == flatten(t)
        assert congruent(moved, u)
        assert congruent(t, u) == (moved == t)
    else:
        assert not congruent(t, u)


@given(int_tuples(st.integers(-1, 5)))
def test_sizes_are_those_of_the_terminals(t):
    assert product(t) == extent(flatten(t))
    assert accepted(require_shape, t) == at_least(1, flatten(t))


@given(shapes_and_points())
def test_a_natural_coordinate_is_in_bounds_terminal_by_terminal(example):
    shape, point = example
    assert natural(point, shape) == point
    inside = in_bounds(flatten(point), flatten(shape))
    assert accepted(require_coordinate, point, shape) == inside


def test_each_function_that_has_a_reading_there_is_compared_here():
    compared = {flatten, unflatten, congruent, product, require_shape, require_coordinate, natural}
    assert set(NESTED) == compared


LOOKS = (
    len,
    list,
    lambda t: t[0],
    lambda t: t == (4, 2),
    lambda t: 1 in t,
    lambda t: t + (1,),
    lambda t: (1, *t),
)


@pytest.mark.parametrize("look", LOOKS)
def test_nobody_looks_into_an_unknown_nesting(look):
    with pytest.raises(NotLiftableError):
        look(AnyNesting(object(), (4, 2)))


@pytest.mark.parametrize(
    "look",
    [
        lambda layout: layout.rank,
        lambda layout: layout.depth,
        lambda layout: layout[0],
        lambda layout: layout.mode(0),
        lambda layout: layout == Layout(4, 2),
        list,
        str,
    ],
)
def test_nobody_looks_into_a_layout_of_unknown_nesting(look):
    t = AnyNesting(object(), (4, 2))
    with pytest.raises(NotLiftableError):
        look(AnyNested(t, t, lambda function: function))
