"""Layouts with reversed modes, for implementations whose last mode varies fastest."""

import pytest
from hypothesis import given

from spec import Layout, crd2idx, idx2crd
from tests.spec.strategies import layouts
from verif.upstream.mirrored import handed_over, mirrored


@given(layouts())
def test_mirroring_twice_returns_the_layout(a):
    assert mirrored(mirrored(a)) == a


@given(layouts())
def test_mirroring_coordinate_and_layout_keeps_the_offset(a):
    for i in range(min(a.size, 50)):
        coordinate = idx2crd(i, a.shape)
        there = mirrored(a)
        assert crd2idx(mirrored(coordinate), there.shape, there.stride) == a(i)


CASES = [
    (("make_layout", (Layout(2), Layout(3, 5))), (Layout(3, 5), Layout(2))),
    (("make_layout", ((2, 3),)), ((3, 2),)),
    (("mode", (Layout((2, 3)), 5)), (Layout((3, 2), (2, 1)), 5)),
    (("slice_", ((None, 1), Layout((2, 3)))), ((1, None), Layout((3, 2), (2, 1)))),
    (("zipped_divide", (Layout((2, 3, 4)), (2, None))), (Layout((3, 2), (2, 1)), (None, 2))),
    (("logical_divide", (Layout((2, 3, 4)), 6)), (Layout((4, 3, 2), (6, 2, 1)), 6)),
]


@pytest.mark.parametrize(("call", "there"), CASES, ids=lambda one: str(one[0]))
def test_arguments_are_mirrored_by_operation(call, there):
    assert handed_over(*call) == there
