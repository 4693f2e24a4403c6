"""Filters and nullspaces satisfy their contracts, and agree with examples."""

import pytest
from hypothesis import assume, given

from spec import CongruenceError, Layout, coalesce, filter_, filter_zeros, nullspace
from spec.modes import modes_of
from verif.search import strategies as cute

ANY = cute.layouts("any", 3)
PARSE = Layout.parse


def image(layout):
    return {layout(i) for i in range(layout.size)}


@given(ANY)
def test_filter_keeps_the_image_and_drops_zero_strides(layout):
    filtered = filter_(layout)
    assert image(filtered) == image(layout) == image(filter_zeros(layout))
    assert filtered == coalesce(filtered)
    assert all(d != 0 for _, d in modes_of(filtered)) or filtered == Layout(1, 0)
    assert filter_zeros(layout).stride == layout.stride


@given(ANY)
def test_filter_by_mode_filters_each(layout):
    assume(layout.depth > 0)
    filtered = filter_(layout, (1,) * layout.rank)
    assert tuple(filtered) == tuple(map(filter_, layout))
    assert tuple(filter_(layout, (1,)))[1:] == tuple(layout)[1:]


@given(ANY)
def test_the_nullspace_maps_to_0_and_complements_filter(layout):
    kernel = nullspace(layout)
    assert all(layout(kernel(i)) == 0 for i in range(kernel.size))
    assert len(image(kernel)) == kernel.size
    assert kernel.size * filter_(layout).size == layout.size
    assert nullspace(kernel).size == 1


@pytest.mark.parametrize(
    ("layout", "filtered", "kernel"),
    [
        ("(2,3,4):(1,0,2)", "8:1", "3:2"),
        ("(2,3):(0,0)", "1:0", "(2,3):(1,2)"),
        ("(2,1):(3,5)", "2:3", "1:0"),
    ],
)
def test_known_filters_and_nullspaces(layout, filtered, kernel):
    assert filter_(PARSE(layout)) == PARSE(filtered)
    assert nullspace(PARSE(layout)) == PARSE(kernel)


def test_a_filter_by_a_shape_of_another_profile_is_rejected():
    with pytest.raises(CongruenceError):
        filter_(Layout(4), (1, 1))
