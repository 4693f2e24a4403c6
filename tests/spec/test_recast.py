"""Recasts to wider and narrower elements satisfy their contracts, and agree with examples."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spec import InadmissibleError, Layout, ShapeError, downcast, recast_layout, upcast
from spec.modes import modes_of
from spec.recast import factors
from verif.search import strategies as cute

ANY = cute.layouts("any", 3)
PARSE = Layout.parse


@given(ANY, st.sampled_from((1, 2, 3, 4, 8)))
def test_upcast_merges_neighbouring_elements(layout, n):
    try:
        wide = upcast(layout, n)
    except InadmissibleError:
        assume(False)
    of_modes = [max(1, n // abs(d)) if d != 0 else 1 for _, d in modes_of(layout)]
    for (s, d), (t, e), k in zip(modes_of(layout), modes_of(wide), of_modes, strict=True):
        assert (t - 1) * k < s <= t * k
        assert n * e == d * k


@given(ANY, st.integers(1, 4))
def test_downcast_splits_each_element_into_neighbours(layout, n):
    try:
        narrow = downcast(layout, n)
    except InadmissibleError:
        assume(False)
    assume(narrow.size <= 500)
    assert narrow.size == n * layout.size
    wanted = sorted(n * layout(i) + j for i in range(layout.size) for j in range(n))
    assert sorted(map(narrow, range(narrow.size))) == wanted


@given(ANY, st.sampled_from((2, 3, 4)))
def test_downcast_is_undone_by_upcast(layout, n):
    try:
        narrow = downcast(layout, n)
    except InadmissibleError:
        assume(False)
    assert upcast(narrow, n) == layout


@given(cute.layouts("natural"), st.sampled_from((4, 8, 16, 32)), st.sampled_from((4, 8, 16, 32)))
def test_recast_is_upcast_or_downcast(layout, old, new):
    try:
        result = recast_layout(layout, old, new)
    except InadmissibleError:
        assume(False)
    if old == new:
        assert result == layout
    else:
        assert result == (upcast(layout, new // old) if new > old else downcast(layout, old // new))


@pytest.mark.parametrize(
    ("layout", "n", "wide"),
    [
        ("(8,4):(1,16)", 4, "(2,4):(1,4)"),
        ("(3,2):(1,4)", 4, "(1,2):(1,1)"),
        ("(8,2):(-1,8)", 4, "(2,2):(-1,2)"),
        ("(3,2):(0,2)", 2, "(3,2):(0,1)"),
    ],
)
def test_known_upcasts(layout, n, wide):
    assert upcast(PARSE(layout), n) == PARSE(wide)


@pytest.mark.parametrize("layout", ["(4,2):(2,4)", "(4,2):(1,1)", "2:-1", "(2,2):(1,-1)"])
def test_a_downcast_needs_one_mode_of_stride_1(layout):
    with pytest.raises(InadmissibleError):
        downcast(PARSE(layout), 2)


def test_recast_by_a_fraction_downcasts_and_upcasts():
    assert recast_layout(PARSE("(6,4):(1,6)"), 16, 24) == PARSE("(4,4):(1,4)")


def test_a_recast_to_wider_elements_needs_no_mode_of_stride_1():
    assert recast_layout(PARSE("4:8"), 8, 16) == PARSE("4:4")


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: upcast(Layout(4), 0), ShapeError),
        (lambda: downcast(Layout(4), -1), ShapeError),
        (lambda: recast_layout(Layout(4), 0, 8), ShapeError),
        (lambda: factors(0, 8), ShapeError),
        (lambda: factors(8, 0), ShapeError),
        (lambda: upcast(Layout(4, 6), 4), InadmissibleError),
    ],
)
def test_invalid_recasts_are_rejected(call, error):
    with pytest.raises(error):
        call()
