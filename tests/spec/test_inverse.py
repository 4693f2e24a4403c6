"""Inverses and common layouts satisfy their contracts and raise the right errors."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spec import (
    InadmissibleError,
    Layout,
    LayoutError,
    coalesce,
    left_inverse,
    max_common_layout,
    max_common_vector,
    right_inverse,
)
from spec.inverse import placed, sort_placed
from spec.modes import modes_of
from tests.spec.strategies import chains
from verif.search import strategies as cute

CHAINS = chains(3).map(lambda pair: pair[0])
ANY = st.one_of(CHAINS, cute.layouts("any", 2))
SAME_SIZE = st.one_of(
    st.tuples(ANY, ANY), ANY.flatmap(lambda a: cute.layouts_of(a.shape).map(lambda b: (a, b)))
)


def coordinates(layout):
    return range(layout.size)


def is_injective(layout):
    return len({layout(i) for i in coordinates(layout)}) == layout.size


@given(ANY)
def test_a_layout_after_its_right_inverse_is_the_identity(layout):
    inverse = right_inverse(layout)
    assert [layout(inverse(i)) for i in coordinates(inverse)] == list(coordinates(inverse))
    assert coalesce(inverse) == inverse


@given(ANY)
def test_a_right_inverse_is_maximal(layout):
    inverse = right_inverse(layout)
    assert all(d != inverse.size for _, d in modes_of(coalesce(layout)))


@given(CHAINS)
def test_the_right_inverse_of_a_bijection_is_its_inverse(layout):
    assume({layout(i) for i in coordinates(layout)} == set(coordinates(layout)))
    assert right_inverse(layout) == left_inverse(layout)
    assert right_inverse(layout).size == layout.size


@given(ANY)
def test_a_left_inverse_maps_offsets_back(layout):
    try:
        inverse = left_inverse(layout)
    except InadmissibleError:
        assume(False)
    injective = is_injective(layout)
    for i in coordinates(layout):
        back = inverse.extended(layout(i))
        assert 0 <= back < layout.size
        assert layout(back) == layout(i)
        assert back == i or not injective
    assert coalesce(inverse) == inverse


def is_ordered(layout):
    """Whether each stride is a multiple of the previous stride, and at least the previous end.

    The modes are sorted by stride; the end of a mode is its size times its stride.
    """
    stride, shape = 1, 1
    for s, d in sorted(modes_of(coalesce(layout)), key=lambda mode: mode[1]):
        if d != 0 and s > 1:
            if d % stride != 0 or d < shape * stride:
                return False
            stride, shape = d, s
    return True


@given(ANY)
def test_left_inverse_rejects_exactly_the_unordered_layouts(layout):
    try:
        left_inverse(layout)
    except InadmissibleError:
        assert not is_ordered(layout)
    else:
        assert is_ordered(layout)


@given(ANY)
def test_sorting_modes_by_stride_is_stable(layout):
    modes = placed(modes_of(layout), 1)
    assert list(sort_placed(modes)) == sorted(modes, key=lambda mode: mode.stride)


@given(SAME_SIZE)
def test_both_layouts_agree_on_the_max_common_layout(pair):
    a, b = pair
    try:
        common = max_common_layout(a, b)
    except LayoutError:
        assume(False)
    assert [a(common(i)) for i in coordinates(common)] == list(coordinates(common))
    assert [b(common(i)) for i in coordinates(common)] == list(coordinates(common))
    assert max_common_vector(a, b) == common.size


@given(CHAINS)
def test_the_max_common_layout_with_itself_is_the_right_inverse(layout):
    assert max_common_layout(layout, layout) == right_inverse(layout)


@pytest.mark.parametrize(
    ("layout", "inverse"),
    [
        ("(2,4,6):(4,1,8)", "(4,2,6):(2,1,8)"),
        ("((2,2),(2,4)):((0,1),(0,2))", "(2,4):(2,8)"),
        ("((2,2),(2,4)):((0,2),(0,4))", "1:0"),
        ("(4,2):(-3,1)", "2:4"),
        ("1:7", "1:0"),
    ],
)
def test_known_right_inverses(layout, inverse):
    assert right_inverse(Layout.parse(layout)) == Layout.parse(inverse)


@pytest.mark.parametrize(
    ("layout", "inverse"),
    [
        ("(4,8):(1,5)", "(5,8):(1,4)"),
        ("((2,2),(2,4)):((0,2),(0,4))", "(2,2,4):(0,2,8)"),
        ("(2,3):(0,0)", "6:0"),
        ("1:7", "1:0"),
    ],
)
def test_known_left_inverses(layout, inverse):
    assert left_inverse(Layout.parse(layout)) == Layout.parse(inverse)


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (
            "(2,3):(2,1)",
            r"mode 2:2 of the inverted layout: its stride \(2\) must be at least the extent",
        ),
        (
            "(2,2):(2,5)",
            r"mode 2:5 of the inverted layout: its stride \(5\) must be a multiple of the stride",
        ),
        (
            "(2,2):(-1,2)",
            r"mode 2:-1 of the inverted layout: its stride \(-1\) must be at least the extent",
        ),
    ],
)
def test_left_inverse_rejects_layouts_without_one(layout, message):
    with pytest.raises(InadmissibleError, match=message):
        left_inverse(Layout.parse(layout))


def test_a_layout_of_large_numbers_is_inverted_at_once():
    layout = Layout((2**60, 3**40), (3**40, 1))
    assert right_inverse(layout) == Layout((3**40, 2**60), (2**60, 1)) == left_inverse(layout)
