"""Flattening and grouping of modes satisfy their contracts, and agree with examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import Layout, LayoutError, flatten, group
from spec.modes import modes_of
from verif.search import strategies as cute


@given(cute.layouts("any", 3), st.data())
def test_flatten_and_group_keep_the_function(layout, data):
    flat = flatten(layout)
    begin = data.draw(st.integers(0, layout.rank - 1))
    end = data.draw(st.integers(begin + 1, layout.rank))
    grouped = group(layout, begin, end)
    assert flat.depth <= 1
    assert modes_of(flat) == modes_of(layout) == modes_of(grouped)
    assert grouped.rank == layout.rank - (end - begin) + 1
    assert tuple(grouped[begin]) == tuple(layout)[begin:end]


def test_flatten_keeps_a_mode_without_parentheses():
    assert flatten(Layout(8)) == Layout(8)
    assert flatten(Layout((8,))) == Layout((8,))
    assert flatten((4, (2, 3))) == (4, 2, 3)


@pytest.mark.parametrize(("begin", "end"), [(1, 1), (0, 3)])
def test_an_empty_or_too_long_group_is_rejected(begin, end):
    with pytest.raises(LayoutError):
        group(Layout((2, 3)), begin, end)
