"""IntTuples: profiles, products, divisions and the orders of shapes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import (
    CongruenceError,
    LayoutError,
    ShapeError,
    ceil_div,
    compatible,
    congruent,
    depth,
    elem_scale,
    flatten,
    format_int_tuple,
    get,
    inner_product,
    prefix_product,
    product,
    rank,
    shape_div,
    suffix_product,
    unflatten,
    weakly_compatible,
    weakly_congruent,
)
from tests.spec.strategies import int_tuples, like, shapes

ANY = int_tuples(st.integers(-9, 9))


@given(ANY)
def test_flattening_loses_only_the_profile(t):
    assert unflatten(flatten(t), t) == t


@given(ANY, st.data())
def test_congruent_is_equality_of_profiles(t, data):
    other = data.draw(st.one_of(ANY, like(t, st.integers())))
    blank = (0,) * len(flatten(t))
    same = len(flatten(other)) == len(blank) and unflatten(blank, t) == unflatten(blank, other)
    assert congruent(t, other) == same


@given(shapes(), shapes())
def test_compatible_refines_weakly_congruent_and_weakly_compatible(a, b):
    if compatible(a, b):
        assert weakly_congruent(a, b)
        assert weakly_compatible(a, b)
        assert product(a) == product(b)


@given(shapes(), st.data())
def test_scaled_shape_is_weakly_compatible(a, data):
    b = elem_scale(a, data.draw(like(a, st.integers(1, 5))))
    assert congruent(a, b)
    assert weakly_compatible(a, b)


@given(shapes())
def test_shape_orders_are_reflexive_with_the_size_as_minimum(a):
    assert compatible(a, a)
    assert weakly_congruent(a, a)
    assert compatible(product(a), a)
    assert compatible(a, product(a)) == (not isinstance(a, tuple))


@given(shapes())
def test_compact_strides_reach_every_offset_once(shape):
    last = unflatten(tuple(s - 1 for s in flatten(shape)), shape)
    for strides in (prefix_product(shape), suffix_product(shape)):
        assert congruent(strides, shape)
        assert inner_product(last, strides) == product(shape) - 1


@given(st.integers(-50, 50), st.integers(1, 20), st.integers(-50, 50))
def test_ceil_div_is_the_least_quotient_that_covers(a, b, c):
    assert (ceil_div(a, b) <= c) == (a <= b * c)


@given(int_tuples(st.sampled_from([1, 2, 4, 8])), st.sampled_from([1, 2, 4, 8, 16]))
def test_shape_div_keeps_the_profile_and_divides_the_size(shape, n):
    result = shape_div(shape, n)
    assert congruent(result, shape)
    assert product(result) == ceil_div(product(shape), n)


def test_rank_and_depth_agree_with_the_tutorial():
    shapes_ranks_depths = [
        ((8,), 1, 1),
        ((4, 2), 2, 1),
        (((2, 2), 2), 2, 2),
        (6, 1, 0),
        ((3, (6, 2), 8), 3, 2),
        (((2, (1, 3)), 4), 2, 3),
    ]
    for shape, its_rank, its_depth in shapes_ranks_depths:
        assert (rank(shape), depth(shape)) == (its_rank, its_depth)


@pytest.mark.parametrize(
    ("a", "b", "quotient"),
    [
        (6, 4, 2),
        (25, (2, 3), 5),
        ((8, 9), (3,), (3, 9)),
        ((8, 9), (3, 2), (3, 5)),
        ((4, (5, 6)), 40, (1, (1, 3))),
    ],
)
def test_ceil_div_divides_tuples_elementwise(a, b, quotient):
    assert ceil_div(a, b) == quotient


@pytest.mark.parametrize(
    ("a", "b", "quotient"),
    [
        (12, (2, 2), 3),
        ((4, 5, 6), 40, (1, 1, 3)),
        ((4, (5, 6)), 40, (1, (1, 3))),
        ((8, (4, 6)), (2, 8), (4, (1, 3))),
        ((6, 4), (2, (2, 2)), (3, 1)),
    ],
)
def test_shape_div_agrees_with_cute(a, b, quotient):
    assert shape_div(a, b) == quotient


@pytest.mark.parametrize(
    ("function", "arguments", "error", "message"),
    [
        (get, ((3, 4), 2), LayoutError, "(3,4) has no mode 2: its rank is 2"),
        (get, ((3, 4), -1), LayoutError, "(3,4) has no mode -1: its rank is 2"),
        (
            unflatten,
            ((1, 2), (1,)),
            CongruenceError,
            "the profile has 1 terminals, but there are 2 entries",
        ),
        (inner_product, ((1, 2), (1,)), CongruenceError, "the profile of (1,2) does not fit (1)"),
        (inner_product, (3, (1,)), CongruenceError, "the profile of 3 does not fit (1)"),
        (elem_scale, ((2, 3), 4), CongruenceError, "the profile of (2,3) does not fit 4"),
        (shape_div, (6, 4), ShapeError, "one of 6 and 4 must divide the other"),
        (shape_div, ((4, 6), 10), ShapeError, "one of 10 and 4 must divide the other"),
        (shape_div, (6, 0), ShapeError, "shape 0 has an entry 0 below 1"),
        (shape_div, ((4, 6), (2,)), CongruenceError, "the profile of (4,6) does not fit (2)"),
        (ceil_div, (6, (2, -1)), ShapeError, "shape (2,-1) has an entry -1 below 1"),
        (ceil_div, ((6,), (2, 1)), CongruenceError, "the profile of (6) does not fit (2,1)"),
        (weakly_compatible, (0, 6), ShapeError, "shape 0 has an entry 0 below 1"),
    ],
)
def test_invalid_int_tuples_are_rejected(function, arguments, error, message):
    with pytest.raises(error) as caught:
        function(*arguments)
    assert str(caught.value) == message


def test_integers_beyond_pythons_digit_limit_are_written_in_hex():
    assert format_int_tuple((16**5000, -(16**5000))) == f"(0x1{'0' * 5000},-0x1{'0' * 5000})"
