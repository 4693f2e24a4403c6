"""tiled_copy gives each element of the tile to one (thread, value), at the place that it states."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec import InadmissibleError, Layout, composition, make_ordered_layout, product, tiled_copy

SIZES = st.sampled_from((1, 2, 2, 3, 4, 5, 8))


@st.composite
def numbered(draw, rank):
    """A layout onto 0 .. size - 1, its modes in any order."""
    shape = tuple(draw(SIZES) for _ in range(rank))
    return make_ordered_layout(shape, tuple(draw(st.permutations(range(rank)))))


@given(st.data(), st.integers(1, 3), st.integers(0, 1))
@settings(max_examples=25, deadline=None)
def test_every_element_is_of_one_thread_and_value_where_they_say(data, rank, fewer):
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


def test_the_copies_of_tutorials():
    rows = tiled_copy(Layout((16, 8), (8, 1)), Layout((1, 8)))
    assert str(rows) == "((8,16),8):((128,1),16)"
    assert composition(rows, Layout((128, 8))).size == 16 * 64
    assert str(tiled_copy(Layout(32), Layout(4))) == "(32,4):(4,1)"


@pytest.mark.parametrize(
    ("thr", "val", "problem"),
    [
        (Layout((4, 8), (8, 2)), Layout(1), "mode 8:2 of thr: .* here are 2 and 1"),
        (Layout(4), Layout((2, 2), (1, 1)), "mode 2:1 of val: .* here are 1 and 2"),
        (Layout(4, -1), Layout(1), "mode 4:-1 of thr: .* here are -1 and 1"),
        (Layout((4, 2), (1, 0)), Layout(1), "mode 2:0 of thr: .* here are 0 and 1"),
    ],
)
def test_what_numbers_no_place_once_is_refused(thr, val, problem):
    with pytest.raises(InadmissibleError, match=problem):
        tiled_copy(thr, val)
