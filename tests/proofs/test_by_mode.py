"""Proofs assume facts about by-mode operations; concrete layouts satisfy these facts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import CongruenceError, InadmissibleError, Layout, make_layout
from spec.by_mode import gathered
from spec.coalesce import coalesce
from spec.composition import composition
from spec.divide import divide, flat_divide, logical_divide, tiled_divide, zipped_divide
from spec.filter import filter_, filter_zeros
from spec.modes import Groups, modes_of
from spec.nesting import group
from spec.products import flat_product, logical_product, repeat, tiled_product, zipped_product
from spec.select import append, between, change_modes, prepend, side_by_side
from tests.proofs.claim_views import ClaimView
from tests.spec.strategies import layouts
from tests.symbolic.runs import explored
from verif.kernel.errors import NotLiftableError
from verif.kernel.text import original
from verif.kernel.theory import registered
from verif.kernel.verbs import OnNumbers, running
from verif.readings import by_mode
from verif.readings.any_rank import AsModes
from verif.readings.by_mode import (
    ByMode,
    Pairs,
    chained,
    coalesced_each,
    composed_each,
    divided_each,
    each_from,
    filtered_each,
    group_at,
    grouped_by_mode,
    groups_of,
    none_empty,
    paired,
    repeated_each,
    some_layout,
    stretch,
    tilers_of,
)
from verif.symbolic.lifting import Lifter
from verif.theory import THEORY

LIFTER = Lifter(THEORY)

SPLITTING = (logical_divide, zipped_divide, tiled_divide, flat_divide) + (
    logical_product,
    zipped_product,
    tiled_product,
    flat_product,
)
"""The operations that accept a tuple of tilers and apply the k-th tiler to the k-th mode."""

NATURAL = layouts(st.integers(0, 8))


def of_modes(mode):
    """Return a strategy for layouts of one to three modes, each drawn from `mode`."""
    return st.lists(mode, min_size=1, max_size=3).map(lambda modes: make_layout(*modes))


def symbolic(layout):
    """Return the layout in the symbolic form of proofs, but with concrete modes."""
    return grouped_by_mode(LIFTER.lift, groups_of(layout))


def claim_view(layout):
    """Return the layout as a claim sees it."""
    return ClaimView(LIFTER, layout)


def refused(operation, *arguments):
    try:
        return operation(*arguments)
    except (InadmissibleError, CongruenceError) as error:
        return type(error)


def agrees(found, layout):
    """Whether the symbolic layout `found` has the same size and the same modes as `layout`.

    If `layout` is the class of an error, `found` must be the same class.
    """
    if not isinstance(layout, Layout):
        return found == layout
    groups = tuple(modes_of(mode) for mode in layout)
    each = tuple(claim_view(found).mode(k).modes for k in range(layout.rank))
    return found.groups == each == groups and claim_view(found).size == layout.size


@given(of_modes(layouts()), st.integers(-20, 20))
def test_a_layout_is_determined_by_the_modes_of_its_modes(a, floor):
    groups = groups_of(a)
    assert none_empty(groups)
    assert each_from(groups, floor) == all(d >= floor for _, d in modes_of(a))
    for k, mode in enumerate(a):
        assert group_at(groups, k) == modes_of(mode) == modes_of(some_layout(group_at(groups, k)))
    assert tilers_of(a) == tuple(a)

    def text(_):
        assert agrees(symbolic(a), a)
        assert LIFTER.lift(groups_of)(symbolic(a)) == groups
        assert claim_view(symbolic(a)).rank == LIFTER.lift(tilers_of)(symbolic(a)).length == a.rank

    assert not explored(text).failures


@given(of_modes(layouts()), st.lists(st.integers(0, 3), max_size=4).map(tuple))
def test_coalesce_and_filter_by_profile_act_on_each_mode(a, profile):
    def text(_):
        for operation in (coalesce, filter_):
            found = refused(LIFTER.lift(operation), symbolic(a), profile)
            real = refused(operation, a, profile)
            assert agrees(found, real)
            for k in range(a.rank if isinstance(real, Layout) else 0):
                assert (
                    k >= len(profile)
                    or claim_view(claim_view(found).mode(k)).depth == real[k].depth
                )
                assert k < len(profile) or real[k] == a[k]

    assert not explored(text).failures
    if len(profile) <= a.rank:
        assert coalesced_each(groups_of(a), profile) == groups_of(coalesce(a, profile))
        assert filtered_each(groups_of(a), profile) == groups_of(filter_(a, profile))


@given(of_modes(layouts()), of_modes(NATURAL))
def test_composition_by_mode_composes_each_mode_or_fails(a, tilers):
    real = refused(composition, a, tuple(tilers))

    def text(_):
        with running(OnNumbers()):
            found = refused(
                LIFTER.lift(composition), symbolic(a), LIFTER.lift(tilers_of)(symbolic(tilers))
            )
            assert agrees(found, real)

    assert not explored(text).failures
    if tilers.rank <= a.rank:
        found = refused(composed_each, groups_of(a), groups_of(tilers))
        assert found == (groups_of(real) if isinstance(real, Layout) else real)


def gives(found, layout):
    """Whether the symbolic layout `found` is equal to `layout`.

    If `layout` is the class of an error, `found` must be the same class.
    """
    if type(layout) is not Layout:
        return found == layout
    if type(found) is ByMode:
        return agrees(found, layout)
    return [mode.modes for mode in claim_view(found)] == [modes_of(mode) for mode in layout]


@settings(max_examples=50)
@given(of_modes(NATURAL), of_modes(NATURAL), st.sampled_from(SPLITTING))
def test_divide_and_product_by_mode_act_on_each_mode_or_fail(a, tilers, operation):
    real = refused(operation, a, tuple(tilers))

    def text(_):
        with running(OnNumbers()):
            found = refused(
                LIFTER.lift(operation), symbolic(a), LIFTER.lift(tilers_of)(symbolic(tilers))
            )
            if type(found) is not Pairs:
                assert gives(found, real)
                return
            assert all(gives(claim_view(found).mode(k), real[k]) for k in range(tilers.rank))
            untouched = range(tilers.rank, a.rank)
            assert all(
                claim_view(found).mode(k).modes == modes_of(a[k]) == modes_of(real[k])
                for k in untouched
            )
            assert claim_view(found).size == real.size
            assert found.groups == groups_of(real)

    assert not explored(text).failures


@settings(max_examples=50)
@given(of_modes(NATURAL), of_modes(NATURAL))
def test_tiles_and_remainders_are_gathered_in_mode_order(a, tilers):
    for split, each in ((divide, divided_each), (repeat, repeated_each)):
        if tilers.rank <= a.rank:
            real = refused(gathered, split, a, tuple(tilers))
            found = refused(each, groups_of(a), groups_of(tilers))
            assert found == (tuple(map(groups_of, real)) if type(real) is tuple else real)


@given(of_modes(layouts()), of_modes(layouts()))
def test_concatenated_layouts_have_the_modes_of_both(a, b):
    def text(_):
        for left, right in ((symbolic(a), symbolic(b)), (a, symbolic(b)), (symbolic(a), b)):
            assert agrees(LIFTER.lift(side_by_side)(left, right), side_by_side(a, b))
        assert agrees(LIFTER.lift(append)(symbolic(a), b), append(a, b))
        assert agrees(LIFTER.lift(prepend)(symbolic(a), b), prepend(a, b))

    assert not explored(text).failures
    assert groups_of(side_by_side(a, b)) == chained(groups_of(a), groups_of(b))
    if a.rank <= b.rank:
        beyond = make_layout(*tuple(b)[a.rank :])
        pairs = make_layout(*map(make_layout, a, b))
        assert groups_of(side_by_side(pairs, beyond)) == paired(groups_of(a), groups_of(b))


@given(of_modes(layouts()), st.integers(0, 3), st.integers(0, 3))
def test_between_selects_consecutive_modes(a, begin, end):
    if begin <= end <= a.rank:
        part = between(a, begin, end)
        assert stretch(groups_of(a), begin, end) == groups_of(part)

        def text(_):
            assert agrees(LIFTER.lift(between)(symbolic(a), begin, end), part)
            if begin < end:
                assert agrees(LIFTER.lift(group)(symbolic(a), begin, end), group(a, begin, end))

        assert not explored(text).failures
    else:
        with pytest.raises(NotLiftableError, match="may go beyond the last mode"):
            explored(lambda _: LIFTER.lift(between)(symbolic(a), begin, end))


@given(layouts())
def test_filter_zeros_on_any_nesting_filters_the_modes(a):
    def text(_):
        found = LIFTER.lift(filter_zeros)(AsModes(modes_of(a)))
        assert found.modes == modes_of(filter_zeros(a))

    assert not explored(text).failures


def test_every_reading_in_by_mode_is_tested_here():
    readings = registered(by_mode.__name__).readings
    splits = {change_modes, gathered, side_by_side, between}
    members = (Layout.rank, Layout.extended, Layout.mode, Layout.__iter__)
    compared = {groups_of, some_layout, tilers_of} | splits
    assert set(readings) == compared | {original(getattr(m, "fget", m)) for m in members}


def test_another_operation_on_each_mode_has_no_reading():
    def text(_):
        a = grouped_by_mode(LIFTER.lift, LIFTER.unknown("a", Groups))
        LIFTER.lift(change_modes)(lambda mode, _: mode, a, (1,))

    with pytest.raises(NotLiftableError, match="by an unknown operation"):
        explored(text)


LOOKS = (
    len,
    bool,
    list,
    lambda t: t == (4, 2),
    lambda t: 1 in t,
    lambda t: (1, *t),
    lambda t: t < (1,),
)


@pytest.mark.parametrize("look", LOOKS)
def test_iterating_over_an_unknown_number_of_tilers_is_rejected(look):
    with pytest.raises(NotLiftableError):
        explored(lambda _: look(LIFTER.lift(tilers_of)(symbolic(Layout((2, 3))))))


@pytest.mark.parametrize("look", [tuple, lambda a: a.mode(0, 0), lambda a: a == Layout(1)])
def test_iterating_over_an_unknown_number_of_modes_is_rejected(look):
    with pytest.raises(NotLiftableError):
        explored(lambda _: look(claim_view(symbolic(Layout((2, 3))))))
