"""Divides and partitions satisfy their contracts, and agree with the examples of CuTe."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spec import (
    CongruenceError,
    CoordinateError,
    InadmissibleError,
    Layout,
    complement,
    composition,
    divides_evenly,
    flat_divide,
    inner_partition,
    local_tile,
    logical_divide,
    make_layout,
    outer_partition,
    tiled_divide,
    zipped_divide,
)
from spec.modes import modes_of
from tests.spec.images import LARGEST, accepted, image
from tests.spec.strategies import chains, tiled
from verif.search import strategies as cute

PAIRS = st.one_of(
    cute.composition_pairs(2),
    st.tuples(cute.layouts("any", 2), st.integers(1, 8).map(Layout)),
)
PARSE = Layout.parse


@given(PAIRS)
def test_a_divide_is_composition_after_the_tile_and_its_complement(pair):
    a, b = pair
    result = accepted(logical_divide, a, b)
    tiles = make_layout(b, complement(b, a.size))
    assume(result.size <= LARGEST)
    assert result.rank == 2
    assert result[0] == composition(a, b)
    assert all(result(c) == a.extended(tiles(c)) for c in range(tiles.size))


@given(PAIRS)
def test_an_even_divide_keeps_size_and_image(pair):
    a, b = pair
    assume(divides_evenly(a, b))
    result = logical_divide(a, b)
    assert result.size == a.size
    assert image(result) == image(a)


@given(PAIRS, PAIRS)
def test_an_even_divide_of_each_mode_keeps_size_and_image(first, second):
    a, tilers = make_layout(first[0], second[0]), (first[1], second[1])
    assume(divides_evenly(a, tilers))
    result = logical_divide(a, tilers)
    assume(result.size <= LARGEST)
    assert result.size == a.size
    assert image(result) == image(a)


@given(st.tuples(cute.layouts("natural", 2), chains(2).map(lambda chain: chain[0])))
def test_only_an_even_divide_keeps_the_image_of_an_injective_layout(pair):
    a, b = pair
    assume(len(set(image(a))) == a.size)
    result = accepted(logical_divide, a, b)
    assert (image(result) == image(a)) == divides_evenly(a, b)


@given(tiled())
def test_the_divides_regroup_the_modes_of_each_other(pair):
    a, tiler = pair
    logical = accepted(logical_divide, a, tiler)
    zipped = zipped_divide(a, tiler)
    tile, rest = zipped
    assert tile.rank == len(tiler)
    assert rest.rank == a.rank == logical.rank
    assert tiled_divide(a, tiler) == make_layout(tile, *rest)
    assert flat_divide(a, tiler) == make_layout(*tile, *rest)
    assert sorted(modes_of(zipped)) == sorted(
        modes_of(logical) + ((1, 0),) * sum(part is None for part in tiler)
    )
    for mode, part, t, r in zip(logical, tiler, tile, rest, strict=False):
        assert (t, r) == (Layout(1, 0), mode) if part is None else make_layout(t, r) == mode
    assert tuple(rest)[len(tiler) :] == tuple(logical)[len(tiler) :] == tuple(a)[len(tiler) :]


@given(tiled(), st.data())
def test_a_partition_is_a_slice_of_the_zipped_divide(pair, data):
    a, tiler = pair
    zipped = accepted(zipped_divide, a, tiler)
    tile, rest = zipped
    inside = data.draw(st.integers(0, tile.size - 1))
    across = data.draw(st.integers(0, rest.size - 1))
    inner, start = inner_partition(a, tiler, across)
    assert local_tile(a, tiler, across) == (inner, start)
    assert start + inner(inside) == zipped(inside, across)
    outer, begin = outer_partition(a, tiler, inside)
    assert begin + outer(across) == zipped(inside, across)


@pytest.mark.parametrize(
    ("a", "b", "result"),
    [
        ("(4,2,3):(2,1,8)", "4:2", "((2,2),(2,3)):((4,1),(2,8))"),
        ("24:3", "8:3", "(8,3):(9,3)"),
        ("(6,6):(1,12)", "(6,3):(3,1)", "(((2,3),3),2):(((3,12),1),36)"),
        ("24:1", "5:1", "(5,5):(1,5)"),
    ],
)
def test_known_logical_divides(a, b, result):
    assert logical_divide(PARSE(a), PARSE(b)) == PARSE(result)


A = PARSE("(9,(4,8)):(59,(13,1))")
TILER = (PARSE("3:3"), PARSE("(2,4):(1,8)"))


@pytest.mark.parametrize(
    ("divide", "result"),
    [
        (logical_divide, "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))"),
        (zipped_divide, "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))"),
        (tiled_divide, "((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))"),
        (flat_divide, "(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))"),
    ],
)
def test_known_divides_by_mode(divide, result):
    assert divide(A, TILER) == PARSE(result)
    assert divides_evenly(A, TILER)


def test_a_mode_with_tiler_none_is_not_accepted():
    assert logical_divide(A, (None, 2))[0] == A[0]
    assert zipped_divide(A, (None, 2)) == PARSE("((1,2),(9,(2,8))):((0,13),(59,(26,1)))")
    assert logical_divide(A, None) == A
    assert divides_evenly(A, None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("(2,2):(2,1)", "3:1"),
        ("(6,2):(6,4)", "2:4"),
        ("(3,3):(0,6)", "(4,2):(2,1)"),
        ("(5,2):(1,100)", "(2,2):(1,3)"),
        ("24:1", "(2,2):(1,1)"),
        ("24:1", "2:-1"),
    ],
)
def test_a_divide_whose_result_is_not_a_layout_is_rejected(a, b):
    with pytest.raises(InadmissibleError):
        logical_divide(PARSE(a), PARSE(b))
    assert not divides_evenly(PARSE(a), PARSE(b))


@pytest.mark.parametrize("divide", [logical_divide, zipped_divide, tiled_divide, flat_divide])
def test_divide_rejects_more_tilers_than_modes(divide):
    with pytest.raises(InadmissibleError, match="the tiler: its number of modes"):
        divide(A, (3, 4, 5))
    assert not divides_evenly(A, (3, 4, 5))


@pytest.mark.parametrize(
    ("coord", "result", "offset"),
    [
        ((1, 2), "(4,2):(1,8)", 36),
        (5, "(4,2):(1,8)", 36),
        ((1,), "(4,2,3):(1,8,16)", 4),
        ((None, 2), "(4,2,2):(1,8,4)", 32),
        (None, "(4,2,(2,3)):(1,8,(4,16))", 0),
    ],
)
def test_local_tile_returns_the_tile_at_a_coordinate(coord, result, offset):
    assert local_tile(Layout((8, 6)), (4, 2), coord) == (PARSE(result), offset)


@pytest.mark.parametrize(
    ("coord", "error"), [((2, 0), CoordinateError), ((0, 0, 0), CongruenceError)]
)
def test_local_tile_and_outer_partition_reject_coordinates_out_of_range(coord, error):
    with pytest.raises(error):
        local_tile(Layout((8, 6)), (4, 2), coord)
    with pytest.raises(error):
        outer_partition(Layout((8, 6)), (2, 3), coord)
