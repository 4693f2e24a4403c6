"""Tests of operations that choose, append and add modes, and of partitions among threads."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spec
from spec import InadmissibleError, Layout, LayoutError, ModeError, XlaShape
from spec.tla import FORMATS
from tests.spec.strategies import layouts

L = Layout((4, 8), (8, 1))


def offsets(A):
    return [A(i) for i in range(A.size)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (lambda: spec.congruent(Layout((2, 3)), Layout(((2, 2), 3))), False),
        (lambda: spec.congruent(L, (1, 2)), True),
        (lambda: spec.weakly_congruent(Layout((2, 3, 4)), Layout(7)), False),
        (lambda: spec.compatible(L, Layout((4, (2, 4)))), True),
        (lambda: spec.compatible((30, 40), FORMATS["zN"]("f16", 30, 40)), True),
        (lambda: spec.get(L, 0), Layout(4, 8)),
        (lambda: spec.unflatten(L, (0, 0)), L),
        (lambda: spec.unflatten(Layout((2, 3, 5)), (0, (0, 0))), Layout((2, (3, 5)))),
        (lambda: spec.shape(XlaShape.parse("f32[3,5]{1,0:T(2,2)}")), (3, 5)),
        (lambda: spec.make_layout([Layout(2), Layout(3)]), Layout((2, 3), (1, 1))),
        (lambda: L(None, 1), Layout((4,), (8,))),
        (lambda: L((1, None)), Layout((8,), (1,))),
        (lambda: spec.right_inverse((2, 3)), Layout(6)),
        (lambda: spec.replace(L, 0, Layout((2, 2))), Layout(((2, 2), 8), ((1, 2), 1))),
        (lambda: spec.append(Layout(8), Layout(2, 8)), Layout((8, 2))),
    ],
)
def test_mode_operations_return_known_results(value, expected):
    assert value() == expected


@pytest.mark.parametrize("index", [2, -1, "0", None, 1.0])
def test_a_missing_mode_raises_an_index_error(index):
    with pytest.raises(IndexError) as caught:
        L[index]
    assert isinstance(caught.value, ModeError)
    assert isinstance(caught.value, LayoutError)


@pytest.mark.parametrize("coordinate", [(1.0,), ("a",), (True,), ((1, 2.0),), ([1, 2],)])
def test_calling_a_layout_with_a_non_coordinate_is_rejected(coordinate):
    with pytest.raises(LayoutError, match="a coordinate must be"):
        L(*coordinate)


@given(layouts(strides=st.integers(-4, 40)))
def test_make_layout_like_and_make_fragment_like_are_compact(A):
    like, fragment = spec.make_layout_like(A), spec.make_fragment_like(A)
    assert like.shape == fragment.shape == A.shape
    for made in (spec.filter_(like), spec.filter_(fragment)):
        assert sorted(offsets(made)) == list(range(made.size))
    assert offsets(spec.make_layout_like(like)) == offsets(like)


@given(layouts(), layouts())
def test_layout_add_adds_offsets(A, B):
    try:
        R = spec.layout_add(A, B)
    except LayoutError:
        assert A.shape != B.shape
        return
    assert offsets(R) == [x + y for x, y in zip(offsets(A), offsets(B), strict=True)]


@pytest.mark.parametrize(
    ("layout", "tile", "proj"),
    [
        ("(16,64)", "(2,16)", None),
        ("(16,64):(64,1)", "(2,16):(16,1)", None),
        ("(4,6)", "(2,16,3):(1,6,2)", (1, None, 1)),
        ("(8,6)", "((2,2),3):((1,6),2)", None),
        ("(16,6)", "(4,2,3):(6,3,1)", (None, 1, 1)),
    ],
)
def test_local_partitions_of_all_threads_cover_the_layout_once(layout, tile, proj):
    A, T = Layout.parse(layout), Layout.parse(tile)
    taken = Counter(
        start + x
        for part, start in (spec.local_partition(A, T, i, proj) for i in range(T.size))
        for x in offsets(part)
    )
    shared = 1 if proj is None else T[proj.index(None)].size
    assert taken == Counter(dict.fromkeys(offsets(A), shared))


def test_local_tile_with_a_projection_ignores_the_other_modes():
    A, tiler = Layout((8, 6), (6, 1)), (4, 5, 2)
    for i, j in product(range(2), range(3)):
        projected = spec.local_tile(A, tiler, (i, 9, j), (1, None, 1))
        assert projected == spec.local_tile(A, (4, 2), (i, j))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: spec.local_partition(L, Layout((2, 2), (1, 1)), 0), "each number occurs once"),
        (lambda: spec.local_partition(L, Layout((2, 2)), 4), "coordinate 4 is not in 0 .. 3"),
        (
            lambda: spec.local_tile(L, (2, 2), (0, 0), (1, None, 1)),
            "the projection .* does not match",
        ),
        (lambda: spec.take(L, 1, 1), "does not have the modes 1 up to 1"),
        (lambda: spec.append(L, Layout(1, 0), 1), "has 2 modes, more than the rank 1"),
        (lambda: spec.layout_add(Layout((2, 3), (5, 1)), Layout((3, 2), (7, 1))), "must divide"),
        (lambda: spec.layout_add(Layout(4), Layout(5)), "must have the same size, not 4 and 5"),
    ],
)
def test_invalid_arguments_of_mode_operations_are_rejected(call, message):
    with pytest.raises(LayoutError, match=message):
        call()
    assert issubclass(InadmissibleError, LayoutError)
