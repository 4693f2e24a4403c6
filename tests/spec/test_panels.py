"""Panels of tiles and banks: marks agree with questions, and cells with their elements."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spec.panels
from spec import Layout, LayoutError, Swizzle
from spec.composed import ComposedLayout
from spec.memory import first_conflict
from spec.panels import banks, takers
from tests.spec.strategies import layouts


def test_examples():
    results = doctest.testmod(spec.panels)
    assert (results.failed, results.attempted > 3) == (0, True)


@given(
    st.tuples(*[st.integers(1, 4)] * 4),
    st.permutations([0, 1, 2, 3]),
    st.integers(0, 2),
)
def test_cells_are_marked_exactly_if_an_element_is_not_taken_once(sizes, order, hole):
    """The tile is compact, with its modes in any order.

    A hole is made by a larger stride of the last mode.
    """
    strides, unit = [0] * 4, 1
    for k in order:
        strides[k], unit = unit, unit * sizes[k]
    strides[order[-1]] += hole
    (a, b, c, d), (p, q, r, s) = sizes, strides
    tv = Layout(((a, b), (c, d)), ((p, q), (r, s)))
    tile = tv.cosize
    shown = takers(tv, (tile, 1))
    offsets = [tv(x) for x in range(tv.size)]
    assert shown.marked == {x for x in range(tile) if offsets.count(x) != 1}
    for x, cell in enumerate(shown.cells):
        first = next((i for i in range(tv.size) if offsets[i] == x), None)
        others = offsets.count(x) - 1
        more = f" +{others}" if others > 0 else ""
        text = "" if first is None else f"T{first % tv[0].size} V{first // tv[0].size}{more}"
        assert cell.text == text


@given(st.integers(0, 3), st.sampled_from(["f8e4m3fn", "f16", "f32", "f64"]), st.booleans())
def test_cells_are_marked_exactly_if_there_is_a_bank_conflict(bits, element, columns):
    tile = ComposedLayout(Swizzle(bits, 0, 3), 0, Layout((8, 8), (8, 1)))
    tv = Layout((8, 8), (1, 8) if columns else (8, 1))
    found = first_conflict(tile, tv, element)
    shown = banks(tile, element, tv)
    assert bool(shown.marked) == (found is not None)
    if found is not None:
        assert {tv(*taker) for taker in found.takers} <= shown.marked


@given(layouts(), st.sampled_from([("f16", 2), ("f32", 1)]))
def test_each_cell_shows_the_bank_of_its_offset(layout, of):
    element, in_a_word = of
    if layout.rank <= 2 and min(layout(x) for x in range(layout.size)) >= 0:
        places = [str(layout(x) // in_a_word % 32) for x in range(layout.size)]
        assert [cell.text for cell in banks(layout, element).cells] == places


@pytest.mark.parametrize(
    ("tv", "tile", "problem"),
    [
        (Layout(4), (2, 2), "a thread-value layout must have two modes"),
        (
            Layout((2, 2)),
            (2, 1),
            "value 1 of thread 0 has 1-D coordinate 2, outside the 2 elements",
        ),
        (Layout((2, 2)), (2, 2, 1), "only rank 1 or 2 can be drawn"),
        (Layout((128, 64), (0, 0)), (2, 2), "at most 4096 .thread, value. can be drawn"),
    ],
)
def test_layouts_that_cannot_be_shown_are_rejected(tv, tile, problem):
    with pytest.raises(LayoutError, match=problem):
        takers(tv, tile)
