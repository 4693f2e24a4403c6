"""Tiled arrays agree with the document's examples, and their elements have distinct positions."""

from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import CongruenceError, CoordinateError, Layout, LayoutRight, ShapeError, make_layout
from spec.xla import (
    linear_index_with_tile,
    pad_reshape_transpose,
    padded_size,
    row_major_layout,
    tile_layout,
    tiled_bounds,
)
from spec.xla.places import linear_index

BOUNDS = st.lists(st.integers(1, 7), max_size=4).map(tuple)
SIDES = st.integers(1, 5)
TILES = st.lists(
    st.tuples(st.lists(st.one_of(SIDES, st.none()), max_size=4).map(tuple), SIDES).map(
        lambda tile: (*tile[0], tile[1])
    ),
    max_size=3,
)


def indices(bounds):
    return product(*map(range, bounds))


def positions(bounds, tiles):
    return [linear_index_with_tile(index, bounds, *tiles) for index in indices(bounds)]


@given(BOUNDS, TILES)
def test_positions_are_distinct_and_below_the_padded_size(bounds, tiles):
    found = positions(bounds, tiles)
    assert len(set(found)) == prod(bounds)
    assert 0 <= min(found) <= max(found) < padded_size(bounds, *tiles)


@given(BOUNDS, TILES)
def test_tiling_is_padding_reshaping_and_transposing(bounds, tiles):
    assert positions(bounds, tiles) == [
        pad_reshape_transpose(index, bounds, *tiles) for index in indices(bounds)
    ]


@given(BOUNDS)
def test_an_untiled_array_is_row_major(bounds):
    layout = row_major_layout(bounds)
    assert [layout(*index) if index else layout(0) for index in indices(bounds)] == positions(
        bounds, ()
    )
    if len(bounds) > 1:
        assert layout == make_layout(bounds, LayoutRight)


@given(st.lists(st.tuples(st.integers(1, 7), SIDES), min_size=1, max_size=4))
def test_an_array_with_one_tile_is_a_layout(dimensions):
    bounds, tile = zip(*dimensions, strict=True)
    layout = tile_layout(bounds, tile)
    assert layout.size == padded_size(bounds, tile)
    assert [layout(*index) for index in indices(bounds)] == positions(bounds, (tile,))


@given(st.lists(st.tuples(st.integers(1, 7), SIDES, st.booleans()), min_size=1, max_size=4))
def test_a_combined_dimension_is_merged_before_tiling(dimensions):
    # The entries run from minor to major. Each entry has a size, a tile side, and a flag: whether
    # the entry merges with the previous entry.
    bounds, tile, merged, sizes = [], [], [], []
    for d, t, combined in dimensions:
        bounds.append(d)
        if combined and tile:
            tile.append(None)
            merged[-1] *= d
        else:
            tile.append(t)
            merged.append(d)
            sizes.append(t)
    bounds, tile, merged, sizes = (tuple(part[::-1]) for part in (bounds, tile, merged, sizes))
    assert positions(bounds, (tile,)) == positions(merged, (sizes,))


def test_positions_agree_with_the_document():
    assert linear_index((1, 1, 0, 1), (2, 3, 2, 2)) == 17
    assert linear_index_with_tile((2, 3), (3, 5), (2, 2)) == 17


def test_figure_2_of_the_document_is_reproduced():
    first, second = (
        [linear_index_with_tile((r, c), (4, 8), (2, 4), (2, 1)) for c in range(8)] for r in (0, 1)
    )
    assert first == [0, 2, 4, 6, 8, 10, 12, 14]
    assert second == [1, 3, 5, 7, 9, 11, 13, 15]


def test_bf16_packs_two_rows():
    layout = Layout(((2, 4, 2), (128, 2)), ((1, 256, 2048), (2, 1024)))
    for index in ((0, 0), (1, 0), (9, 130), (15, 255)):
        assert linear_index_with_tile(index, (16, 256), (8, 128), (2, 1)) == layout(*index)


def test_combined_dimensions_have_no_padding_between():
    assert tiled_bounds((2, 7, 8, 11, 10), (None, None, 2, None, 3)) == (56, 37, 2, 3)


def test_a_second_tile_reaches_across_tiles():
    assert tiled_bounds((3, 5), (2, 2), (3, 1, 1)) == (2, 1, 2, 2, 3, 1, 1)


def test_tiles_may_have_any_rank():
    assert tiled_bounds((), (2, 2)) == (1, 1, 2, 2)
    assert tiled_bounds((6, 3, 5), (2, 2)) == (6, 2, 3, 2, 2)
    assert tiled_bounds((6, 3), ()) == (6, 3)
    assert linear_index_with_tile((), ()) == 0


def test_an_array_without_elements_has_a_size():
    assert padded_size((0, 3), (2, 2)) == 0
    with pytest.raises(CoordinateError, match=r"index 0 is not in \[0, 0\)"):
        linear_index((0, 0), (0, 3))


@pytest.mark.parametrize(
    ("tile", "message"),
    [
        ((2, 0), r"every side of tile \(2,0\) must be 1 or more, not 0"),
        ((-1, 2), r"every side of tile \(-1,2\) must be 1 or more, not -1"),
        (
            (2, None),
            r"tile \(2,\*\) must not end in \*",
        ),
    ],
)
def test_tile_sides_must_be_positive(tile, message):
    with pytest.raises(ShapeError, match=message):
        linear_index_with_tile((0, 0), (3, 5), tile)


def test_index_and_tile_ranks_must_match_the_bounds():
    with pytest.raises(CongruenceError, match=r"index \(0\) does not match bounds \(3,5\)"):
        linear_index((0,), (3, 5))
    with pytest.raises(CongruenceError, match=r"tile \(2\) does not match bounds \(3,5\)"):
        tile_layout((3, 5), (2,))
