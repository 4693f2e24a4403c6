"""The array that `offsets` returns agrees with the layout, and errors name the wrong number."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import ComposedLayout, Layout, LayoutError, Swizzle
from tests.spec.strategies import layouts
from verif.arrays import offsets

SWIZZLES = st.builds(Swizzle, st.integers(0, 3), st.integers(0, 3), st.sampled_from((-4, -3, 3, 5)))


@settings(max_examples=25)
@given(layouts())
def test_offsets_agree_with_the_layout_by_1_d_coordinate(A):
    found = offsets(A)
    assert found.dtype == np.int64
    assert found.ravel(order="F").tolist() == [A(i) for i in range(A.size)]


@settings(max_examples=25)
@given(layouts(), SWIZZLES, st.integers(-9, 99))
def test_offsets_agree_with_a_swizzled_layout(A, swizzle, offset):
    composed = ComposedLayout(swizzle, offset, A)
    assert offsets(composed).ravel(order="F").tolist() == [composed(i) for i in range(A.size)]


@settings(max_examples=25)
@given(layouts(), layouts(), SWIZZLES)
def test_offsets_agree_with_a_chain_of_compositions(A, outer, swizzle):
    least = min(A(i) for i in range(A.size))
    composed = ComposedLayout(outer, 70 - least, ComposedLayout(swizzle, 0, A))
    inner = offsets(composed.inner)
    if inner.min() + 70 - least < 0:
        with pytest.raises(LayoutError, match="an offset of the inner layout is"):
            offsets(composed)
    elif inner.size < 500:
        expected = [composed(i) for i in range(A.size)]
        try:
            assert offsets(composed).ravel(order="F").tolist() == expected
        except LayoutError as refused:
            assert "an offset of the inner layout is" in str(refused)


def test_each_axis_is_a_mode():
    A = Layout(((2, 3), 4, (1, (2, 2))), ((5, -1), 7, (3, (100, 9))))
    found = offsets(A)
    assert found.shape == (6, 4, 4)
    places = product(*map(range, found.shape))
    assert all(found[place] == A(place) for place in places)


@pytest.mark.parametrize("text", ["(3,70000):(70001,2)", "(70000,3):(-2,5)", "(2,32768,5):(1,2,3)"])
def test_blocks_are_joined_without_a_gap(text):
    A = Layout.parse(text)
    found = offsets(A).ravel(order="F")
    drawn = [*range(0, A.size, 977), A.size - 1, *range(32760, 32776)]
    assert [int(found[i]) for i in drawn] == [A(i) for i in drawn]


@pytest.mark.parametrize(
    ("layout", "problem"),
    [
        (Layout(1 << 32, 0), "an array can have at most 2147483648 offsets, not 4294967296"),
        (Layout(3, 1 << 62), "the offset 9223372036854775808 has more than 64 bits"),
        (Layout((1,) * 65, (1,) * 65), "an array can have at most 64 axes, not 65 modes"),
        (ComposedLayout(Swizzle(2, 60, 3), 0, Layout(4, 1)), "uses bits beyond a 64-bit integer"),
        (
            ComposedLayout(Layout(4, 1), -1, Layout(4, 1)),
            "an offset of the inner layout is -1, and the outer layout has no value there",
        ),
        (ComposedLayout(Layout(4, 1), 1 << 64, Layout(4, 1)), "has more than 64 bits"),
    ],
)
def test_errors_name_the_offending_number(layout, problem):
    with pytest.raises(LayoutError, match=problem):
        offsets(layout)


def test_every_call_returns_a_new_array():
    first, second = offsets(Layout(4, 1)), offsets(Layout(4, 1))
    first[0] = 9
    assert second[0] == 0
