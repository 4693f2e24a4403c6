"""The formula, the layout built in steps, and published examples agree on each position."""

import json
from itertools import product
from math import prod
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spec import CongruenceError, CoordinateError, Layout, LayoutError, suffix_product
from spec.xla import (
    XlaShape,
    linear_index,
    padded_shape,
    physical_order,
    physical_shape,
    size_bytes,
)
from spec.xla.position import MOST_POSITIONS, index_of
from spec.xla.steps import order_by_steps
from tests.spec.xla.strategies import xla_shapes

GOLDENS = Path(__file__).parents[2] / "data" / "goldens"


def goldens():
    entries = [
        e for name in ("seeds", "open") for e in json.loads((GOLDENS / f"{name}.json").read_text())
    ]
    for entry in entries:
        if entry["op"] == "xla_linear_index":
            # If the document names the element type only in words, the text begins with "[" and has
            # no type. Prepend f32: positions do not depend on the type.
            text = entry["layout"] if entry["layout"][0] != "[" else "f32" + entry["layout"]
            yield text, entry["cases"]


def indices(shape):
    return product(*map(range, shape.dims))


@given(xla_shapes())
def test_position_formula_and_step_by_step_layout_agree(shape):
    assume(prod(physical_shape(shape)) < 20_000)
    assert physical_order(shape) == order_by_steps(shape)


@given(xla_shapes())
def test_positions_are_distinct_and_in_bounds(shape):
    positions = [linear_index(shape, index) for index in indices(shape)]
    assert len(set(positions)) == len(positions) == prod(shape.dims)
    assert all(0 <= position < prod(physical_shape(shape)) for position in positions)


@given(xla_shapes(entries=st.nothing(), most_tiles=0))
def test_an_untiled_shape_is_a_strided_layout(shape):
    strides = dict(zip(reversed(shape.minor_to_major), suffix_product(shape.physical), strict=True))
    for index in indices(shape):
        assert linear_index(shape, index) == sum(e * strides[k] for k, e in enumerate(index))


@given(xla_shapes(bounds=st.integers(1, 4), most_tiles=2), st.integers(1, 3))
def test_leading_dimensions_of_size_1_change_nothing(shape, more):
    order = tuple(k + more for k in shape.minor_to_major) + tuple(reversed(range(more)))
    lifted = XlaShape(shape.element, (1,) * more + shape.dims, order, shape.tiles)
    for index in indices(shape):
        assert linear_index(lifted, (0,) * more + index) == linear_index(shape, index)


@given(xla_shapes(most_tiles=1))
def test_the_padded_shape_consists_of_whole_tiles(shape):
    tile = shape.tiles[0] if shape.tiles else ()
    rank = len([size for size in tile if size is not None]) + max(shape.rank - len(tile), 0)
    padded = padded_shape(shape)
    assert len(padded) == rank
    assert prod(padded) == prod(physical_shape(shape))
    if None not in tile and len(tile) <= shape.rank:
        assert all(d <= bound for d, bound in zip(shape.dims, padded, strict=True))
        assert padded_shape(XlaShape("f32", padded, shape.minor_to_major, (tile,))) == padded


@given(xla_shapes())
def test_size_in_bytes_covers_all_positions(shape):
    bits = prod(physical_shape(shape)) * shape.bits
    assert bits <= 8 * size_bytes(shape) < bits + 8


@given(xla_shapes(bounds=st.integers(1, 5)), st.data())
def test_an_invalid_index_is_rejected(shape, data):
    with pytest.raises(CongruenceError):
        linear_index(shape, (0,) * (shape.rank + 1))
    if shape.rank:
        k = data.draw(st.integers(0, shape.rank - 1))
        wrong = data.draw(st.sampled_from((-1, shape.dims[k])))
        index = tuple(wrong if j == k else 0 for j in range(shape.rank))
        with pytest.raises(CoordinateError):
            linear_index(shape, index)


@pytest.mark.parametrize(("text", "cases"), list(goldens()))
def test_positions_agree_with_published_ones(text, cases):
    shape = XlaShape.parse(text)
    assert cases
    for index, position in cases:
        assert linear_index(shape, tuple(index)) == position


@pytest.mark.parametrize(
    ("text", "physical", "padded", "size"),
    [
        ("f32[3,5]", (3, 5), (3, 5), 60),
        ("f32[3,5]{0,1}", (5, 3), (3, 5), 60),
        ("f32[3,5]{1,0:T(2,2)}", (2, 3, 2, 2), (4, 6), 96),
        ("f32[10,300]{1,0:T(8,128)}", (2, 3, 8, 128), (16, 384), 24576),
        ("f32[10,300]{0,1:T(8,128)}", (38, 1, 8, 128), (128, 304), 155648),
        ("bf16[16,256]{1,0:T(8,128)(2,1)}", (2, 2, 4, 128, 2, 1), (16, 256), 8192),
        ("f32[7]{0:T(4)(3,1)}", (1, 4, 3, 1), (8,), 48),
        ("f32[2,3,5]{2,1,0:T(4)}", (2, 3, 2, 4), (2, 3, 8), 192),
        ("f32[2,2,5]{2,1,0:T(*,3)}", (2, 4, 3), (2, 12), 96),
        ("f32[]", (), (), 4),
        ("f32[]{:T(128)}", (1, 128), (128,), 512),
        ("f32[]{:T(*,4)}", (1, 4), (4,), 16),
        ("f32[5]{0:T(2,4)}", (1, 2, 2, 4), (2, 8), 64),
        ("f32[5]{0:T(3,2,4)}", (1, 1, 2, 3, 2, 4), (3, 2, 8), 192),
        ("f32[0,5]{1,0:T(2,2)}", (0, 3, 2, 2), (0, 6), 0),
        ("f32[1,1]{1,0:T(8,128)}", (1, 1, 8, 128), (8, 128), 4096),
        ("f32[3]{0:T()}", (3,), (3,), 12),
        ("pred[9]", (9,), (9,), 9),
        ("pred[9]{0:E(1)}", (9,), (9,), 2),
        ("pred[32,128]{1,0:T(32,128)(32,1)E(1)}", (1, 1, 1, 128, 32, 1), (32, 128), 512),
        ("c128[3]", (3,), (3,), 48),
    ],
)  # fmt: skip
def test_known_physical_shapes_and_sizes(text, physical, padded, size):
    shape = XlaShape.parse(text)
    assert (physical_shape(shape), padded_shape(shape), size_bytes(shape)) == (
        physical,
        padded,
        size,
    )


def test_the_figures_of_the_document():
    figure_1 = physical_order(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    assert figure_1 == (
        *(0, 1, 5, 6), *(2, 3, 7, 8), *(4, None, 9, None),
        *(10, 11, None, None), *(12, 13, None, None), *(14, None, None, None),
    )  # fmt: skip
    figure_2 = XlaShape.parse("bf16[4,8]{1,0:T(2,4)(2,1)}")
    rows = [[linear_index(figure_2, (m, n)) for n in range(8)] for m in range(4)]
    assert rows == [
        [0, 2, 4, 6, 8, 10, 12, 14],
        [1, 3, 5, 7, 9, 11, 13, 15],
        [16, 18, 20, 22, 24, 26, 28, 30],
        [17, 19, 21, 23, 25, 27, 29, 31],
    ]


def test_an_untiled_shape_is_the_cute_layout_of_suffix_products():
    row_major = Layout((3, 4, 5), suffix_product((3, 4, 5)))
    shape = XlaShape("f32", (3, 4, 5))
    assert all(linear_index(shape, index) == row_major(index) for index in indices(shape))


def test_sizes_are_unbounded_but_listed_positions_are_limited():
    huge = XlaShape.parse("f32[99999999999,999999999]{1,0:T(8,128)(2,1)}")
    assert padded_shape(huge) == (100_000_000_000, 1_000_000_000)
    assert size_bytes(huge) == 4 * 10**20
    assert linear_index(huge, (99_999_999_998, 999_999_998)) < 10**20
    for order in (physical_order, order_by_steps):
        with pytest.raises(LayoutError, match=f"^at most {MOST_POSITIONS} positions are listed"):
            order(huge)


@given(st.lists(st.integers(0, 4), max_size=4).map(tuple))
def test_indices_are_numbered_row_major(dims):
    indices = list(product(*map(range, dims)))
    assert [index_of(number, dims) for number in range(prod(dims))] == indices
