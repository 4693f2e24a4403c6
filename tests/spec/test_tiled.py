"""Each element belongs to one (thread, value) of a tiled copy, and to one thread of a partition."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import (
    ComposedLayout,
    CoordinateError,
    InadmissibleError,
    Layout,
    Swizzle,
    composition,
    idx2crd,
    make_layout_tv,
    make_ordered_layout,
    mma_fragment,
    partition_tv,
    product,
    tiled_copy,
)

SIZES = st.sampled_from((1, 2, 2, 3, 4, 5, 8))


@st.composite
def numbered(draw, rank):
    """Return a compact layout with its modes in any order."""
    shape = tuple(draw(SIZES) for _ in range(rank))
    return make_ordered_layout(shape, tuple(draw(st.permutations(range(rank)))))


@given(st.data(), st.integers(1, 3), st.integers(0, 1))
@settings(max_examples=25, deadline=None)
def test_tiled_copy_gives_each_element_to_one_thread_and_value(data, rank, fewer):
    thr, val = data.draw(numbered(rank)), data.draw(numbered(max(1, rank - fewer)))
    tv = tiled_copy(thr, val)
    assert (tv[0].size, tv[1].size) == (thr.size, val.size)
    assert sorted(tv(i) for i in range(tv.size)) == list(range(thr.size * val.size))
    sides = [val.mode(k).size if k < val.rank else 1 for k in range(rank)]
    tile = [thr.mode(k).size * sides[k] for k in range(rank)]
    threads = [range(thr.mode(k).size) for k in range(rank)]
    i = tuple(data.draw(st.sampled_from(one)) for one in threads)
    j = tuple(data.draw(st.integers(0, side - 1)) for side in sides)
    places = (j[k] + sides[k] * i[k] for k in range(rank))
    expected = sum(place * product(tuple(tile[:k])) for k, place in enumerate(places))
    assert tv((thr(i), val(j[: val.rank]))) == expected


def test_tiled_copies_of_the_tutorials():
    rows = tiled_copy(Layout((16, 8), (8, 1)), Layout((1, 8)))
    assert str(rows) == "((8,16),8):((128,1),16)"
    assert composition(rows, Layout((128, 8))).size == 16 * 64
    assert str(tiled_copy(Layout(32), Layout(4))) == "(32,4):(4,1)"


@pytest.mark.parametrize(
    ("thr", "val", "problem"),
    [
        (Layout((4, 8), (8, 2)), Layout(1), r"mode 8:2 of thr: its stride \(2\) .* it \(1\)"),
        (Layout(4), Layout((2, 2), (1, 1)), r"mode 2:1 of val: its stride \(1\) .* it \(2\)"),
        (Layout(4, -1), Layout(1), r"mode 4:-1 of thr: its stride \(-1\) .* it \(1\)"),
        (Layout((4, 2), (1, 0)), Layout(1), r"mode 2:0 of thr: its stride \(0\) .* it \(1\)"),
    ],
)
def test_tiled_copy_rejects_layouts_that_are_not_bijections(thr, val, problem):
    with pytest.raises(InadmissibleError, match=problem):
        tiled_copy(thr, val)


def parts(a, tiler, tv):
    """Return a list of offsets for each thread."""
    found = (partition_tv(a, tiler, tv, thread) for thread in range(tv[0].size))
    return [[start + part(i) for i in range(part.size)] for part, start in found]


@given(st.data(), st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_partition_tv_gives_each_element_to_one_thread(data, rank):
    tiler, tv = make_layout_tv(data.draw(numbered(rank)), data.draw(numbered(rank)))
    tiles = tuple(data.draw(st.integers(1, 3)) for _ in tiler)
    shape = tuple(s * r for s, r in zip(tiler, tiles, strict=True))
    a = make_ordered_layout(shape, tuple(data.draw(st.permutations(range(rank)))))
    offsets_by_thread = parts(a, tiler, tv)
    assert sorted(x for one in offsets_by_thread for x in one) == list(range(a.size))
    for thread in {0, tv[0].size - 1}:
        places = [
            tuple(c + s * r for c, s, r in zip(inside, tiler, outside, strict=True))
            for outside in (idx2crd(r, tiles) for r in range(product(tiles)))
            for inside in (idx2crd(tv((thread, v)), tiler) for v in range(tv[1].size))
        ]
        assert offsets_by_thread[thread] == list(map(a, places))


def test_mma_fragment_gives_each_element_to_one_thread():
    rows = Layout((32, 64), (64, 1))
    offsets_by_thread = chain.from_iterable(parts(rows, (16, 16), mma_fragment(16, 16, 2)))
    assert sorted(offsets_by_thread) == list(range(32 * 64))
    part, start = partition_tv(rows, (16, 16), mma_fragment(16, 16, 2), 9)
    assert (str(part), start) == ("((2,2,2),2,4):((1,512,8),1024,16)", 2 * 64 + 2)


@pytest.mark.parametrize(
    ("tv", "thread", "problem"),
    [
        (Layout((32, 2), (2, 1)), 32, "coordinate 32 is not in 0 .. 31"),
        (Layout((32, 4), (4, 1)), 0, r"\(thread, value\) \(31,3\) takes element 127"),
    ],
)
def test_partition_tv_rejects_missing_threads_and_oversized_layouts(tv, thread, problem):
    with pytest.raises(CoordinateError, match=problem):
        partition_tv(Layout((16, 16)), (8, 8), tv, thread)


@given(
    st.builds(Swizzle, st.integers(1, 3), st.integers(0, 3), st.just(3)),
    st.sampled_from(((64, 1), (1, 64))),
    st.integers(0, 127),
)
def test_a_part_of_a_swizzled_tensor_has_its_offsets(swizzle, stride, thread):
    tiler, tv = make_layout_tv(Layout((16, 8), (8, 1)), Layout((1, 8)))
    plain = Layout((64, 64), stride)
    part, start = partition_tv(ComposedLayout(swizzle, 0, plain), tiler, tv, thread)
    inside, offset = partition_tv(plain, tiler, tv, thread)
    assert start == 0
    assert [part(i) for i in range(part.size)] == [
        swizzle(offset + inside(i)) for i in range(part.size)
    ]
