"""Proofs for every nesting assume facts about IntTuples; concrete IntTuples satisfy these facts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import CongruenceError, CoordinateError, Layout, ShapeError
from spec.checks import makes_layout
from spec.coordinates import coordinate_refusal, natural, require_coordinate
from spec.int_tuple import congruent, flatten, product, product_each, require_shape, unflatten
from spec.modes import Modes, modes_of, shapes_of, strides_of
from spec.nesting import nested_as
from tests.proofs.claim_views import ClaimView
from tests.spec.strategies import int_tuples, shapes
from tests.symbolic.runs import explored
from verif.kernel.constructors import is_a
from verif.kernel.errors import NotLiftableError
from verif.kernel.theory import registered
from verif.readings import any_nesting
from verif.readings.any_nesting import Nested, NestedMode, layout_of_any_nesting
from verif.readings.terminals import (
    Terminals,
    at_least,
    extent,
    extents,
    flattened,
    in_bounds,
    natural_of_each,
    require_each,
    some_mode,
)
from verif.symbolic.lifting import Lifter
from verif.theory import THEORY

LIFTER = Lifter(THEORY)


def accepted(check, *arguments):
    try:
        check(*arguments)
    except (CongruenceError, CoordinateError, ShapeError):
        return False
    return True


def by_mode(shape):
    """Return the shape in the symbolic form of proofs, but with concrete integers as terminals."""
    parts = tuple(map(flatten, shape))
    return Nested(object(), flatten(shape), parts)


@st.composite
def shapes_and_points(draw):
    """A shape, and an IntTuple of the same profile. The IntTuple may have entries out of bounds."""
    shape = draw(shapes())
    return shape, unflatten(tuple(draw(st.integers(-1, s)) for s in flatten(shape)), shape)


@st.composite
def shapes_and_integers(draw):
    """A shape, and for each of its modes an integer, which may be out of bounds."""
    shape = draw(st.lists(st.one_of(shapes(), st.just(())), max_size=4).map(tuple))
    return shape, tuple(draw(st.integers(-1, product(mode))) for mode in shape)


@given(shapes(), shapes())
def test_profile_and_terminals_determine_an_int_tuple(t, u):
    assert unflatten(flatten(t), t) == t
    if len(flatten(t)) == len(flatten(u)):
        moved = unflatten(flatten(t), u)
        assert flatten(moved) == flatten(t)
        assert congruent(moved, u)
        assert congruent(t, u) == (moved == t)
    else:
        assert not congruent(t, u)


@given(int_tuples(st.integers(-1, 5)))
def test_the_size_of_an_int_tuple_is_the_product_of_its_terminals(t):
    assert product(t) == extent(flatten(t))
    assert accepted(require_shape, t) == at_least(1, flatten(t))


@given(int_tuples(st.integers(-1, 5)), int_tuples(st.integers(-1, 5)))
def test_a_layout_requires_positive_sizes_and_congruent_strides(shape, stride):
    for strides in (stride, shape):
        expected = accepted(require_shape, shape) and congruent(shape, strides)
        assert makes_layout(shape, strides) == accepted(Layout, shape, strides) == expected


@given(shapes_and_points())
def test_a_natural_coordinate_is_checked_terminal_by_terminal(example):
    shape, point = example
    assert natural(point, shape) == point
    inside = in_bounds(flatten(point), flatten(shape))
    assert accepted(require_coordinate, point, shape) == inside


@given(shapes_and_integers())
def test_the_terminals_of_a_tuple_are_the_terminals_of_its_modes(example):
    shape, crd = example
    parts = tuple(map(flatten, shape))
    assert flatten(shape) == flattened(parts)
    assert product_each(shape) == extents(parts)
    inside = accepted(require_coordinate, crd, shape)
    assert accepted(require_each, crd, parts) == inside
    assert in_bounds(crd, extents(parts)) == inside
    assert natural(crd, shape) == unflatten(natural_of_each(crd, parts), shape)


@given(shapes_and_integers())
def test_readings_agree_with_their_functions_at_known_terminals(example):
    shape, crd = example

    def text(_):
        view = by_mode(shape)
        assert LIFTER.lift(flatten)(view) == flatten(shape)
        assert LIFTER.lift(product)(view) == product(shape)
        assert LIFTER.lift(product_each)(view) == product_each(shape)
        point = LIFTER.lift(natural)(crd, view)
        assert point.terminals == flatten(natural(crd, shape))
        assert LIFTER.lift(congruent)(point, view)

    assert not explored(text).failures


@settings(max_examples=25)
@given(st.lists(int_tuples(st.integers(-1, 3)), max_size=3).map(tuple))
def test_makes_layout_agrees_with_its_reading_at_known_terminals(shape):
    found = []
    view = by_mode(shape)
    explored(lambda _: found.append(bool(LIFTER.lift(makes_layout)(view, view))))
    assert found == [makes_layout(shape, shape)]


@given(shapes(), st.integers(-2, 2))
def test_nested_as_keeps_the_modes(shape, d):
    modes = tuple((s, d * k) for k, s in enumerate(flatten(shape)))
    assert modes_of(nested_as(Layout(shape), modes)) == modes

    def text(_):
        view = layout_of_any_nesting(by_mode(shape), by_mode(shape))
        made = LIFTER.lift(nested_as)(view, modes)
        assert made.shape.terminals == shapes_of(modes)
        assert made.stride.terminals == strides_of(modes)
        assert LIFTER.lift(congruent)(made.shape, view.shape)

    if isinstance(shape, tuple):
        assert not explored(text).failures


@settings(max_examples=25)
@given(shapes_and_integers())
def test_require_coordinate_agrees_with_its_reading_at_known_terminals(example):
    shape, crd = example
    found = []
    explored(lambda _: found.append(accepted(LIFTER.lift(require_coordinate), crd, by_mode(shape))))
    assert found == [accepted(require_coordinate, crd, shape)]


@given(shapes_and_integers(), st.integers(0, 5))
def test_function_and_reading_reject_a_coordinate_of_another_rank(example, x):
    shape, crd = example
    for function in (natural, require_coordinate):
        with pytest.raises(CongruenceError):
            function((*crd, x), shape)
        with pytest.raises(CongruenceError):
            LIFTER.lift(function)((*crd, x), by_mode(shape))


@given(st.one_of(shapes(), st.just(())), st.integers(-1, 12))
def test_some_mode_behaves_as_any_mode_with_its_terminals(mode, c):
    some = some_mode(flatten(mode))
    assert flatten(some) == flatten(mode)
    assert product(some) == product(mode)
    assert flatten(natural(c, some)) == flatten(natural(c, mode))
    assert accepted(require_coordinate, c, some) == accepted(require_coordinate, c, mode)


def test_coordinate_refusal_and_its_reading_return_the_same_error_class():
    assert type(LIFTER.lift(coordinate_refusal)(8, (4, 2))) is type(coordinate_refusal(8, (4, 2)))


def test_every_reading_in_any_nesting_is_tested_here():
    compared = {flatten, unflatten, congruent, product, product_each, require_shape, some_mode}
    compared |= {nested_as, makes_layout}
    nested = registered(any_nesting.__name__).readings
    assert set(nested) == compared | {require_coordinate, coordinate_refusal, natural}
    assert nested.items() <= THEORY.readings.items()


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
def test_inspecting_an_unknown_nesting_is_rejected(look):
    with pytest.raises(NotLiftableError):
        look(Nested(object(), (4, 2)))


def test_testing_the_type_of_a_mode_of_unknown_nesting_is_rejected():
    with pytest.raises(NotLiftableError):
        is_a(NestedMode(object(), (4,)), tuple)


def test_comparing_two_unknown_profiles_is_rejected():
    with pytest.raises(NotLiftableError):
        LIFTER.lift(congruent)(Nested(object(), (4, 2)), Nested(object(), (4, 2)))


def test_flattening_a_list_of_modes_is_rejected():
    with pytest.raises(TypeError):
        explored(lambda _: LIFTER.lift(flatten)(LIFTER.unknown("modes", Modes)))


@pytest.mark.parametrize(
    "read",
    [
        LIFTER.lift(flatten),
        lambda t: LIFTER.lift(unflatten)(t, t),
        lambda t: LIFTER.lift(unflatten)(t, Nested(object(), t)),
    ],
)
def test_a_tuple_among_terminals_is_rejected(read):
    with pytest.raises(TypeError, match="not an element of terminals"):
        explored(lambda _: read(((1, 2),) + LIFTER.unknown("terminals", Terminals)))


def test_modes_of_a_tuple_known_only_by_terminals_are_unknown():
    with pytest.raises(NotLiftableError):
        LIFTER.lift(product_each)(Nested(object(), (4, 2)))


@pytest.mark.parametrize(
    "look",
    [
        lambda layout: layout.rank,
        lambda layout: layout.depth,
        lambda layout: layout[0],
        lambda layout: layout.mode(0),
        lambda layout: layout == Layout(4, 2),
        list,
    ],
)
def test_inspecting_a_layout_of_unknown_nesting_is_rejected(look):
    t = Nested(object(), (4, 2))
    with pytest.raises(NotLiftableError):
        look(ClaimView(LIFTER, layout_of_any_nesting(t, t)))
