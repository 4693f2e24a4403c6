"""Proofs assume facts about XLA shapes; concrete shapes satisfy these facts."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import CongruenceError, CoordinateError, Layout, ShapeError
from spec.modes import modes_of
from spec.xla import XlaShape, in_pairs, physical_point, require_index, sides
from tests.proofs.claim_views import ClaimView
from tests.symbolic.runs import explored
from verif.kernel.errors import NotLiftableError
from verif.kernel.verbs import attempt, running
from verif.readings.arrays import XlaShapes
from verif.readings.orders import entry_of, has_number, is_order, numbers_below, picked
from verif.readings.places import turned_sides
from verif.readings.terminals import Terminals, in_bounds
from verif.readings.xla_shapes import AnyXlaShape
from verif.symbolic.claims import Plain
from verif.symbolic.lifting import Lifter
from verif.symbolic.runs import Proving
from verif.theory import THEORY

LIFTER = Lifter(THEORY)
NUMBERS = st.lists(st.integers(-1, 4), max_size=4).map(tuple)


@st.composite
def arrays_and_indices(draw):
    """An array in some order, and an index of one of its elements."""
    dims = tuple(draw(st.lists(st.integers(1, 5), max_size=4)))
    order = tuple(draw(st.permutations(range(len(dims)))))
    return XlaShape("f32", dims, order), tuple(draw(st.integers(0, d - 1)) for d in dims)


@given(NUMBERS, NUMBERS)
def test_is_order_accepts_exactly_the_permutations(order, dims):
    assert is_order(order, dims) == (sorted(order) == list(range(len(dims))))


@given(NUMBERS)
def test_list_functions_agree_with_python(numbers):
    assert [entry_of(numbers, k) for k in range(len(numbers))] == list(numbers)
    assert [has_number(numbers, k) for k in range(-1, 5)] == [k in numbers for k in range(-1, 5)]
    assert numbers_below(numbers, 3) == all(0 <= n < 3 for n in numbers)


@given(arrays_and_indices())
def test_picked_agrees_with_physical_point(case):
    shape, index = case
    assert picked(index, shape.dims, shape.minor_to_major) == physical_point(shape, index)


@given(arrays_and_indices(), st.data())
def test_physical_point_agrees_with_its_reading(case, data):
    shape, index = case
    view = AnyXlaShape(shape.dims, shape.minor_to_major, shape.sides)
    outside = data.draw(st.tuples(*(st.integers(-1, d) for d in shape.dims)))

    def text(path):
        with running(Proving(path)):
            assert LIFTER.lift(physical_point)(view, index) == physical_point(shape, index)
            assert LIFTER.lift(physical_point)(shape, index) == physical_point(shape, index)
            assert attempt(LIFTER.lift(physical_point), view, outside) == attempt(
                physical_point, shape, outside
            )
            with pytest.raises(CongruenceError):
                LIFTER.lift(require_index)((*index, 0), shape.dims)

    assert not explored(text).failures


@pytest.mark.parametrize("order", [(0, 2), (-1, 0), (1, 5)])
def test_physical_point_requires_an_order_of_the_dimensions(order):
    def text(path):
        with running(Proving(path)):
            LIFTER.lift(physical_point)(AnyXlaShape((2, 3), order, ()), (1, 1))

    assert explored(text).failures


@given(NUMBERS, NUMBERS)
def test_require_index_accepts_exactly_the_indices_in_bounds(index, bounds):
    try:
        require_index(index, bounds)
    except (CongruenceError, CoordinateError):
        assert not in_bounds(index, bounds)
    else:
        assert in_bounds(index, bounds)


@given(st.lists(st.integers(1, 5), max_size=5).map(tuple))
def test_turned_sides_reverses_the_sizes(sizes):
    assert turned_sides(sizes, ()) == sides(sizes) == sizes[::-1]


def test_a_tile_that_may_have_a_side_below_1_may_be_rejected():
    answers = set()

    def text(path):
        with running(Proving(path)):
            try:
                LIFTER.lift(sides)(LIFTER.unknown("tile", Terminals))
            except ShapeError:
                answers.add("refused")
            else:
                answers.add("accepted")

    explored(text)
    assert answers == {"refused", "accepted"}


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(-5, 5)), max_size=3))
def test_in_pairs_keeps_the_modes(modes):
    twice = tuple(mode for mode in modes for _ in range(2))
    assert modes_of(in_pairs(twice)) == twice
    assert in_pairs(twice).rank == len(modes)


def test_in_pairs_rejects_an_odd_number_of_modes():
    with pytest.raises(ValueError, match="zip"):
        in_pairs(modes_of(Layout((2, 3, 4))))


def test_every_order_is_a_case_at_a_profile():
    profile = ((0, 0, 0),)
    found = []

    def text(path):
        with running(Proving(path)):
            found.append(XlaShapes((profile,)).symbolic(Plain(LIFTER), "A", profile, {}))

    explored(text)
    assert {shape.minor_to_major for shape in found} == set(permutations(range(3)))


@pytest.mark.parametrize("look", [lambda shape: shape.tiles, lambda shape: shape == 0])
def test_operations_without_a_reading_on_xla_shapes_are_rejected(look):
    def text(path):
        with running(Proving(path)):
            look(ClaimView(LIFTER, XlaShapes((((0,),),)).lifted(LIFTER, "A", {})))

    with pytest.raises(NotLiftableError):
        explored(text)
