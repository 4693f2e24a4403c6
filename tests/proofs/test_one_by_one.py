"""What proofs take of modes composed one by one is so of layouts that are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spec
from spec import Layout, compatible
from spec.composition import regroup
from spec.modes import layout_of, modes_of
from tests.symbolic.runs import explored
from verif.kernel.errors import NotLiftableError
from verif.kernel.verbs import attempt
from verif.readings.any_rank import AnyRank
from verif.readings.one_by_one import compositions, one_by_one
from verif.symbolic.algebra import Operations
from verif.symbolic.lifting import Lifter
from verif.theory import THEORY

MODES = st.tuples(st.integers(1, 6), st.integers(0, 8))


def flat(most):
    return st.lists(MODES, min_size=1, max_size=most).map(
        lambda modes: Layout(tuple(s for s, _ in modes), tuple(d for _, d in modes))
    )


def by_groups(a, b):
    """The layout that proofs speak of, with known groups."""
    return regroup(b, compositions(modes_of(a), modes_of(b)))


@given(flat(4), flat(3))
def test_modes_composed_one_by_one_are_groups_in_the_places_of_modes(a, b):
    side_by_side = attempt(one_by_one, spec, a, b)
    assert attempt(by_groups, a, b) == side_by_side
    assert side_by_side is None or compatible(b.shape, side_by_side.shape)


@given(flat(4), MODES)
def test_one_mode_may_stand_without_parentheses(a, mode):
    b = Layout(*mode)
    side_by_side, groups = attempt(one_by_one, spec, a, b), attempt(by_groups, a, b)
    assert (side_by_side is None) == (groups is None)
    if side_by_side is not None:
        assert modes_of(side_by_side) == modes_of(groups)
        assert compatible(b.shape, side_by_side.shape)


def test_layouts_that_are_known_are_composed_by_the_text_itself():
    a, b = Layout((6, 2), (8, 2)), Layout((2, 3), (3, 1))
    lifter = Lifter(THEORY)
    alg = Operations(lifter.lift(spec))
    assert lifter.lift(one_by_one)(alg, a, b) == one_by_one(spec, a, b)


def test_of_another_algebra_there_is_no_reading():
    class Other:
        composition = staticmethod(layout_of)

    def text(_):
        lifter = Lifter(THEORY)
        b = AnyRank(lifter.unknown("b", spec.modes.Modes))
        lifter.lift(one_by_one)(Other, Layout(4, 1), b)

    with pytest.raises(NotLiftableError, match="another algebra"):
        explored(text)
