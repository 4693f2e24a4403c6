"""Proofs assume facts about layouts of any rank; concrete layouts satisfy these facts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spec
from spec import CongruenceError, CoordinateError, Layout, ModeError, compatible, make_layout, plain
from spec.composition import regroup
from spec.modes import Groups, Modes, in_one_tuple, layout_of, modes_of, total
from tests.proofs.claim_views import ClaimView
from tests.spec.strategies import layouts
from tests.symbolic.runs import explored
from verif.kernel.constructors import is_a
from verif.kernel.errors import NotLiftableError
from verif.kernel.verbs import running
from verif.readings.any_rank import AnyRank, AsModes
from verif.readings.domains import Layouts
from verif.readings.grouped import Grouped
from verif.readings.groups import cuts
from verif.readings.one_by_one import one_by_one
from verif.symbolic.lifting import Lifter
from verif.symbolic.runs import Proving
from verif.theory import THEORY

LIFTER = Lifter(THEORY)
LIFT = LIFTER.lift
MODES = st.lists(st.tuples(st.integers(1, 3), st.integers(-3, 6)), max_size=2).map(tuple)


def known(modes):
    """Return `layout_of(modes)` in the form that proofs use."""
    return AnyRank(modes)


def claim_view(layout):
    """Return the layout as a claim sees it."""
    return ClaimView(LIFTER, layout)


def without_path(text):
    """Run a function, and assert that its obligations hold without a solver."""

    def within(path):
        with running(Proving(path)):
            text()

    assert not explored(within).failures


@settings(max_examples=25)
@given(MODES)
def test_a_list_of_modes_behaves_as_its_layout(modes):
    view, layout = claim_view(known(modes)), layout_of(modes)

    def text():
        assert LIFT(modes_of)(known(modes)) == modes_of(layout)
        assert (view.size, view.depth) == (layout.size, layout.depth)
        assert [view(i) for i in range(layout.size)] == [layout(i) for i in range(layout.size)]
        assert [view.extended(i) for i in range(20)] == [layout.extended(i) for i in range(20)]
        if all(d >= 0 for _, d in modes):
            assert view.cosize == layout.cosize
        for beyond in (-1, layout.size):
            with pytest.raises(CoordinateError):
                view(beyond)
        with pytest.raises(CoordinateError):
            view.extended(-1)

    without_path(text)


@given(MODES)
def test_in_one_tuple_keeps_the_modes(modes):
    layout = in_one_tuple(modes)
    assert (modes_of(layout), layout.depth, layout.size) == (modes, 1, total(modes))


def test_in_one_tuple_of_no_modes_is_rejected():
    def text(_):
        modes = LIFTER.unknown("modes", Modes)
        if not modes:
            LIFT(in_one_tuple)(modes)

    with pytest.raises(NotLiftableError, match="rank 0"):
        explored(text)


@settings(max_examples=25)
@given(layouts())
def test_a_layout_of_any_nesting_behaves_as_its_modes(layout):
    modes = modes_of(layout)
    view = claim_view(AsModes(modes))

    def text():
        assert LIFT(modes_of)(AsModes(modes)) == modes
        assert (view.size, view.cosize) == (layout.size, layout.cosize)
        assert [view(i) for i in range(layout.size)] == [layout(i) for i in range(layout.size)]
        assert [view.extended(i) for i in range(20)] == [layout.extended(i) for i in range(20)]

    without_path(text)


@pytest.mark.parametrize(
    "look",
    [
        lambda view: view.depth,
        lambda view: view.rank,
        len,
        list,
        lambda view: view[0],
        lambda view: view.mode(0),
        lambda view: view.shape == (2, 3),
        lambda view: is_a(view.shape, tuple),
        lambda view: view.stride == (1, 2),
        lambda view: view == Layout((2, 3), (1, 2)),
        lambda view: view(0, 0),
        lambda view: view((0, 0)),
        lambda view: view(True),
        lambda view: claim_view(LIFT(make_layout)(view.value, view.value)).depth,
        lambda view: LIFT(compatible)((2, 3), view.shape),
        lambda view: LIFT(compatible)(True, view.shape),
        lambda view: LIFT(one_by_one)(spec, view.value, view.value),
    ],
)
def test_a_layout_of_any_nesting_exposes_only_its_modes(look):
    view = claim_view(AsModes(((2, 1), (3, 2))))
    with pytest.raises(NotLiftableError):
        without_path(lambda: look(view))


@settings(max_examples=25)
@given(MODES, MODES)
def test_make_layout_of_lists_of_modes_agrees_with_make_layout_of_layouts(modes, others):
    one, other = layout_of(modes), layout_of(others)
    layout = make_layout(one, other)

    def text():
        both = LIFT(make_layout)(known(modes), known(others))
        view = claim_view(both)
        assert type(both) is Grouped
        assert (view.size, view.rank) == (layout.size, layout.rank)
        assert LIFT(modes_of)(both) == modes_of(layout)
        assert [part.modes for part in view] == [modes, others]
        assert [view.mode(k).modes for k in range(2)] == [modes, others]
        for i in range(layout.size):
            assert view(i) == layout(i)
            assert view.extended(i + 7) == layout.extended(i + 7)
        for i in range(one.size):
            for j in range(other.size):
                assert view(i, j) == view((i, j)) == layout(i, j)
        if all(d >= 0 for _, d in modes + others):
            assert view.cosize == layout.cosize

    without_path(text)


def test_make_layout_of_known_layouts_runs_the_function():
    layouts = Layout(2, 1), Layout((2, 3), (1, 2))
    without_path(lambda: _equal(LIFT(make_layout)(*layouts), make_layout(*layouts)))


def _equal(found, expected):
    assert (type(found), found) == (Layout, expected)


def test_a_layout_of_any_rank_equals_itself():
    one = known(((2, 1), (3, 2)))
    assert one == one  # noqa: PLR0124


def test_operations_without_a_reading_on_any_rank_are_rejected():
    one = claim_view(known(((2, 1), (3, 2))))
    both = claim_view(Grouped((one.value, one.value)))
    for look in (
        lambda: one == known(((2, 1), (3, 2))),
        lambda: one(0, 0),
        lambda: one.shape[0],
        lambda: both == Grouped((one.value, one.value)),
        lambda: both.depth,
        lambda: both.mode(0, 0),
        both.mode,
        lambda: both.shape,
    ):
        with pytest.raises(NotLiftableError):
            look()
    for wrong in ((0, 0, 0), (0,), ((0,),)):
        with pytest.raises(CongruenceError):
            both(wrong)
    for none in (-1, 2):
        with pytest.raises(ModeError):
            both.mode(none)


@pytest.mark.parametrize("other", [5, None, "f16", (2, 3), True])
def test_make_layout_rejects_a_value_that_is_not_a_layout(other):
    with pytest.raises(NotLiftableError, match="and a value that is not a layout"):
        without_path(lambda: LIFT(plain.make_layout)(known(((2, 1),)), other))


@st.composite
def refined(draw, most=3):
    """A list of modes, and a group for each mode. The sizes of group and mode may differ."""
    groups = tuple(draw(MODES) for _ in range(draw(st.integers(1, most))))
    sizes = [total(g) if draw(st.booleans()) else draw(st.integers(1, 6)) for g in groups]
    return tuple((s, draw(st.integers(1, 9))) for s in sizes), groups


@settings(max_examples=40)
@given(refined())
def test_regrouped_modes_are_compatible_where_sizes_match(case):
    modes, groups = case
    b = make_layout(*(Layout(s, d) for s, d in modes))
    layout = regroup(b, groups)
    fits = all(groups) and compatible(b.shape, layout.shape)
    assert cuts(modes, groups) == fits
    assert not cuts(modes + ((1, 1),), groups)
    assert not cuts(modes[1:], groups)

    def within(path):
        with running(Proving(path)):
            view = LIFT(regroup)(known(modes), groups)
            assert not fits or LIFT(modes_of)(view) == modes_of(layout)

    # Regrouping requires a proof that each group has the size of its mode.
    assert bool(explored(within).failures) != fits


def test_a_size_is_compatible_with_a_flat_layout_of_that_size():
    view = known(((2, 1), (3, 2)))

    def text():
        assert LIFT(compatible)(6, view.shape)
        assert not LIFT(compatible)(5, view.shape)

    without_path(text)


def test_comparing_shapes_of_two_layouts_of_any_rank_is_rejected():
    with pytest.raises(NotLiftableError, match="two shapes of any rank"):
        without_path(lambda: LIFT(compatible)((2, 3), known(((2, 1), (3, 2))).shape))


def test_regroup_of_known_layouts_runs_the_function():
    b, groups = Layout((2, 3), (3, 1)), (((2, 5),), ((3, 7),))
    without_path(lambda: _equal(LIFT(regroup)(b, groups), regroup(b, groups)))


def test_regrouping_known_modes_by_unknown_groups_is_rejected():
    def text(path):
        with running(Proving(path)):
            LIFT(regroup)(Layout((2, 3), (3, 1)), LIFTER.unknown("groups", Groups))

    # It cannot be proved that the unknown groups are two groups of sizes 2 and 3.
    with pytest.raises(NotLiftableError, match="nests the groups of several modes"):
        explored(text)


def test_a_nested_layout_cannot_be_cited_as_a_flat_one():
    with pytest.raises(NotLiftableError, match="needs a flat layout A, but"):
        without_path(lambda: Layouts().cited(LIFTER, "A", Layout((2, (3, 4)), (1, (2, 6))), {}))


@settings(max_examples=15)
@given(st.lists(MODES, min_size=1, max_size=3), st.booleans())
def test_parts_are_regrouped_part_by_part(parts, doubled):
    b = make_layout(*map(layout_of, parts))
    groups = tuple(((1, 5),) * doubled + ((s, d + 1),) for s, d in modes_of(b))

    def text():
        view = LIFT(regroup)(Grouped(tuple(map(known, parts))), groups)
        assert LIFT(modes_of)(view) == modes_of(regroup(b, groups))

    without_path(text)
