"""Drawn values are admissible, within bounds, and of every kind."""

import re
from collections import Counter

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from spec import (
    KindError,
    Layout,
    complement,
    composition,
    depth,
    flatten,
    logical_divide,
    zipped_divide,
)
from spec.modes import modes_of
from verif import strategies
from verif.strategies import (
    complementable,
    composable,
    coordinates,
    int_tuples,
    layouts,
    shapes,
    swizzled_layouts,
    swizzles,
    tilers,
    tla_layouts,
    xla_shapes,
)

# Slowness depends on the machine, so Hypothesis does not check it.
few = settings(
    max_examples=40,
    database=None,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.mark.parametrize("divisible", [False, True])
def test_composition_accepts_a_composable_pair(divisible):
    ranks = Counter()

    @few
    @given(composable(divisible=divisible, max_modes=3))
    def run(pair):
        a, b = pair
        composition(a, b)
        ranks[len(flatten(b.shape))] += 1

    run()
    assert set(ranks) <= {1, 2, 3}
    assert min(ranks[1], ranks[2]) >= 5


@few
@given(st.data())
def test_a_composable_pair_uses_the_given_layout(data):
    a = data.draw(layouts())
    assert data.draw(composable(a))[0] == a


@few
@given(complementable())
def test_a_complementable_layout_has_a_complement(pair):
    complement(*pair)


@few
@given(complementable(divisible=True))
def test_a_divisible_layout_and_its_complement_cover_the_cotarget(pair):
    a, cotarget = pair
    rest = complement(a, cotarget)
    offsets = {a(i) + rest(j) for i in range(min(a.size, 50)) for j in range(min(rest.size, 50))}
    assert a.size * rest.size == cotarget
    assert len(offsets) == min(a.size, 50) * min(rest.size, 50)


@few
@given(st.data())
def test_a_tiler_divides_its_layout(data):
    a = data.draw(layouts(max_modes=3))
    tiler = data.draw(tilers(a))
    composition(a, tiler)
    logical_divide(a, tiler)
    zipped_divide(a, tiler)


@few
@given(st.data())
def test_a_drawn_coordinate_is_valid_for_its_layout(data):
    a = data.draw(layouts(min_stride=-5))
    a(data.draw(coordinates(a)))
    a(data.draw(coordinates(a.shape)))


@few
@given(layouts(max_modes=2, max_size=3, min_stride=-2, max_stride=4))
def test_layouts_keep_within_their_bounds(a):
    modes = modes_of(a)
    assert len(modes) <= 2
    assert all(1 <= s <= 3 and -2 <= d <= 4 for s, d in modes)


@few
@given(shapes(max_size=5, max_modes=2), int_tuples(-3, 3, max_modes=3))
def test_tuples_keep_within_their_bounds(shape, entries):
    assert all(1 <= s <= 5 for s in flatten(shape))
    assert all(-3 <= n <= 3 for n in flatten(entries))
    assert (len(flatten(shape)) <= 2, len(flatten(entries)) <= 3) == (True, True)


@few
@given(swizzles(max_bits=2, max_base=1, max_shift=3), swizzled_layouts(max_offset=7))
def test_swizzles_keep_within_their_bounds(swizzle, layout):
    assert (swizzle.bits <= 2, swizzle.base <= 1) == (True, True)
    assert swizzle.bits <= abs(swizzle.shift) <= 3
    assert 0 <= layout.offset <= 7


@few
@given(xla_shapes(max_rank=2, max_dim=5, max_tiles=1, max_tile=3), tla_layouts(max_rows=9))
def test_arrays_keep_within_their_bounds(array, matrix):
    assert all(1 <= d <= 5 for d in array.dims)
    assert all(t is None or 1 <= t <= 3 for tile in array.tiles for t in tile)
    assert (array.rank <= 2, len(array.tiles) <= 1, matrix.origin_shape[0] <= 9) == (True,) * 3


@pytest.mark.parametrize(
    "kind",
    [
        lambda a: depth(a.shape) == 2,
        lambda a: depth(a.shape) == 0,
        lambda a: any(s == 1 for s, _ in modes_of(a)),
        lambda a: len(modes_of(a)) == 4 and all(d > 0 for _, d in modes_of(a)),
    ],
)
def test_layouts_of_every_kind_are_drawn(kind):
    find(layouts(), kind, settings=few)


def test_pairs_without_divisibility_are_drawn():
    find(composable(), lambda p: any(p[0].size % s for s in flatten(p[1].shape)), settings=few)


@pytest.mark.parametrize(
    ("strategy", "arguments", "message"),
    [
        (composable, ("4:1",), "1 of composable must be a layout or a strategy, not '4:1'"),
        (coordinates, ("4:1",), "1 of coordinates must be a layout or an IntTuple, not '4:1'"),
        (tilers, ("4:1",), "1 of tilers must be a layout, not '4:1'"),
        (swizzled_layouts, ("4:1",), "1 of swizzled_layouts must be a strategy, not '4:1'"),
        (swizzled_layouts, (None, "4:1"), "2 of swizzled_layouts must be a strategy, not '4:1'"),
    ],
)
def test_strategies_reject_texts_of_layouts_before_they_draw(strategy, arguments, message):
    with pytest.raises(KindError, match=re.escape(f"argument {message}")):
        strategy(*arguments)


@few
@given(st.data())
def test_strategies_accept_shapes_in_place_of_layouts(data):
    assert data.draw(composable((2, 3)))[0] == Layout((2, 3))
    composition(Layout((2, 3)), data.draw(tilers((2, 3))))


def test_every_exported_strategy_exists():
    assert all(callable(getattr(strategies, name)) for name in strategies.__all__)
    with pytest.raises(AttributeError, match="no attribute 'lyouts'"):
        _ = strategies.lyouts
