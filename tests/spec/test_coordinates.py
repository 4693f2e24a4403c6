"""1-D, R-D, natural and mixed coordinates agree, in colexicographic order."""

import json
from itertools import product as cartesian
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import (
    CongruenceError,
    CoordinateError,
    ShapeError,
    crd2crd,
    crd2idx,
    crd2idx_extended,
    flatten,
    idx2crd,
    idx2crd_extended,
    inner_product,
    parse_int_tuple,
    product,
    unflatten,
)
from tests.spec.strategies import like, shapes, shapes_and_coordinates

GOLDENS = Path(__file__).parent.parent / "data" / "goldens" / "seeds.json"


def naturals(shape):
    """Return all natural coordinates of a shape, in colexicographic order."""
    ranges = [range(s) for s in reversed(flatten(shape))]
    return [unflatten(terminals[::-1], shape) for terminals in cartesian(*ranges)]


@given(shapes())
def test_1_d_coordinates_enumerate_the_natural_ones(shape):
    assert [idx2crd(i, shape) for i in range(product(shape))] == naturals(shape)
    assert [crd2idx(c, shape) for c in naturals(shape)] == list(range(product(shape)))


@given(shapes_and_coordinates())
def test_every_form_of_a_coordinate_has_the_same_index(example):
    shape, index, crd = example
    assert crd2idx(crd, shape) == index
    assert idx2crd(crd, shape) == naturals(shape)[index]


@given(shapes_and_coordinates(), st.data())
def test_offset_is_the_inner_product_with_the_strides(example, data):
    shape, index, crd = example
    stride = data.draw(like(shape, st.integers(-20, 20)))
    offset = inner_product(naturals(shape)[index], stride)
    assert crd2idx(crd, shape, stride) == offset
    assert crd2idx_extended(crd, shape, stride) == offset


@given(shapes_and_coordinates(), shapes())
def test_crd2crd_keeps_the_one_dimensional_coordinate(example, other):
    shape, index, crd = example
    if index < product(other):
        assert crd2crd(crd, shape, other) == idx2crd(index, other)


@given(shapes(), st.integers(0, 1000))
def test_the_last_mode_takes_the_overflow(shape, index):
    crd = flatten(idx2crd_extended(index, shape))
    *inner, _ = flatten(shape)
    assert all(c < s for c, s in zip(crd, inner, strict=False))
    assert crd2idx_extended(index, shape) == index
    if index < product(shape):
        assert unflatten(crd, shape) == idx2crd(index, shape)


@given(shapes(), st.integers())
def test_a_coordinate_out_of_range_is_rejected(shape, index):
    if 0 <= index < product(shape):
        assert crd2idx(index, shape) == index
    else:
        with pytest.raises(CoordinateError):
            crd2idx(index, shape)


def test_the_coordinate_table_of_the_tutorial_is_reproduced():
    shape = (3, (2, 3))
    for i in range(18):
        rows_and_columns, natural = (i % 3, i // 3), (i % 3, (i // 3 % 2, i // 6))
        assert idx2crd(i, shape) == idx2crd(rows_and_columns, shape) == natural
        assert crd2crd(natural, shape, (3, 6)) == rows_and_columns
        assert crd2crd(natural, shape, 18) == i


def test_idx2crd_agrees_with_the_goldens():
    entries = [e for e in json.loads(GOLDENS.read_text()) if e["op"] == "idx2crd"]
    assert len(entries) == 3

    def tuples(value):
        return tuple(map(tuples, value)) if isinstance(value, list) else value

    for entry in entries:
        crd, shape = entry["args"]
        assert idx2crd(tuples(crd), parse_int_tuple(shape)) == tuples(entry["result"])


@pytest.mark.parametrize(
    ("function", "arguments", "error", "message"),
    [
        (idx2crd, (18, (3, (2, 3))), CoordinateError,
         "coordinate 18 is not in 0 .. 17, the coordinates of (3,(2,3))"),
        (idx2crd, ((1, 6), (3, (2, 3))), CoordinateError,
         "coordinate 6 is not in 0 .. 5, the coordinates of (2,3)"),
        (crd2idx, (-1, 4), CoordinateError, "coordinate -1 is not in 0 .. 3, the coordinates of 4"),
        (crd2idx, ((1, 2), (3,)), CongruenceError, "the profile of (1,2) does not fit (3)"),
        (crd2idx, ((1,), 3), CongruenceError, "the profile of (1) does not fit 3"),
        (crd2idx, (1, (3, 2), (1,)), CongruenceError, "the profile of (1,0) does not fit (1)"),
        (crd2idx, (0, (3, 0)), ShapeError, "shape (3,0) has an entry 0 below 1"),
        (crd2crd, (3, 4, 3), CoordinateError,
         "coordinate 3 is not in 0 .. 2, the coordinates of 3"),
        (idx2crd_extended, ((0, -1), (3, 2)), CoordinateError,
         "a coordinate of 2 must be 0 or more, not -1"),
        (idx2crd_extended, (1, ()), CoordinateError,
         "the shape () has no mode that takes coordinate 1"),
        (crd2idx_extended, (5, (-2, -3)), ShapeError, "shape (-2,-3) has an entry -2 below 1"),
    ],
)  # fmt: skip
def test_invalid_coordinates_and_shapes_are_rejected(function, arguments, error, message):
    with pytest.raises(error) as caught:
        function(*arguments)
    assert str(caught.value) == message


def test_a_huge_coordinate_out_of_range_is_rejected():
    with pytest.raises(CoordinateError, match=r"^coordinate 0x1000"):
        crd2idx(16**5000, (3, 2))
