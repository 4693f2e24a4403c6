"""Proofs assume facts about composition mode by mode; concrete layouts satisfy these facts."""

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
    """Return the composition as proofs build it: each terminal of B becomes a group of modes."""
    return regroup(b, compositions(modes_of(a), modes_of(b)))


@given(flat(4), flat(3))
def test_one_by_one_composition_agrees_with_regrouped_modes(a, b):
    side_by_side = attempt(one_by_one, spec, a, b)
    assert attempt(by_groups, a, b) == side_by_side
    assert side_by_side is None or compatible(b.shape, side_by_side.shape)


@given(flat(4), MODES)
def test_one_by_one_composition_accepts_a_single_bare_mode(a, mode):
    b = Layout(*mode)
    side_by_side, groups = attempt(one_by_one, spec, a, b), attempt(by_groups, a, b)
    assert (side_by_side is None) == (groups is None)
    if side_by_side is not None:
        assert modes_of(side_by_side) == modes_of(groups)
        assert compatible(b.shape, side_by_side.shape)


def test_one_by_one_composition_of_known_layouts_runs_the_function():
    a, b = Layout((6, 2), (8, 2)), Layout((2, 3), (3, 1))
    lifter = Lifter(THEORY)
    alg = Operations(lifter.lift(spec))
    assert lifter.lift(one_by_one)(alg, a, b) == one_by_one(spec, a, b)


def test_one_by_one_composition_rejects_another_algebra():
    class Other:
        composition = staticmethod(layout_of)

    def text(_):
        lifter = Lifter(THEORY)
        b = AnyRank(lifter.unknown("b", spec.modes.Modes))
        lifter.lift(one_by_one)(Other, Layout(4, 1), b)

    with pytest.raises(NotLiftableError, match="another implementation's composition"):
        explored(text)
