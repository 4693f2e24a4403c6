"""In each kind of picture, the right cells are marked, and each cell shows the right text."""

from collections import Counter
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import Layout, LayoutError, Swizzle
from spec.composed import ComposedLayout
from spec.linear import LinearLayout
from spec.memory import NVIDIA, first_conflict, sectors, wavefronts
from spec.pictures.banks import banks, same_phase
from spec.pictures.bits import matrix
from spec.pictures.panel import Style
from spec.pictures.sectors import sectored
from spec.pictures.takers import takers
from tests.spec.strategies import layouts


@given(
    st.tuples(*[st.integers(1, 4)] * 4),
    st.permutations([0, 1, 2, 3]),
    st.integers(0, 2),
)
def test_cells_are_marked_exactly_if_an_element_is_not_taken_once(sizes, order, hole):
    """The thread-value layout is compact, except for a possible hole.

    The mode with the largest stride makes the hole: its stride is increased by `hole`.
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
        (Layout((512, 129), (0, 0)), (2, 2), "at most 65536 .thread, value. pairs can be drawn"),
    ],
)
def test_layouts_that_cannot_be_shown_are_rejected(tv, tile, problem):
    with pytest.raises(LayoutError, match=problem):
        takers(tv, tile)


@given(st.integers(0, 3), st.booleans(), st.integers(0, 7))
def test_a_phase_has_the_threads_banks_and_words_that_it_needs(bits, columns, number):
    tile = ComposedLayout(Swizzle(bits, 0, 3), 0, Layout((8, 8), (8, 1)))
    tv = Layout((8, 8), (1, 8) if columns else (8, 1))
    shown = banks(tile, "f32", tv, 32, phase=number)
    count = wavefronts(tile, tv, "f32", 32)
    conflict = "conflict-free" if count == 8 else None
    assert shown.subtitle.endswith(f"{count} wavefronts, 8 needed; phase {number} of 8")
    assert shown.subtitle.startswith("conflict-free") == (conflict is not None)
    taken = {tv(t, number): t for t in range(8)}
    for x, cell in enumerate(shown.cells):
        bank = tile(x) % 32
        words = (("T", taken[x]), ("b", bank)) if x in taken else (("", bank),)
        assert cell.words == words
    needed = Counter(tile(x) % 32 for x in taken)
    assert {bank: count for bank, count, _ in shown.bars.bars if count} == needed
    assert shown.marked == {x for x in taken if needed[tile(x) % 32] > 1}


def test_two_layouts_show_the_first_phase_with_a_conflict_in_one_of_them():
    tv = Layout((8, 2), (1, 8))
    broken = ComposedLayout(Swizzle(1, 0, 3), 0, Layout((8, 8), (16, 1)))
    tiles = Layout((8, 8), (1, 8)), broken
    shown = same_phase([partial(banks, tile, "f32", tv, 32, NVIDIA) for tile in tiles])
    assert shown[0].phase == shown[1].phase
    assert not shown[0].marked
    assert shown[1].marked


@given(st.sampled_from(["f16", "f32"]), st.booleans(), st.integers(0, 7))
def test_a_request_has_the_sectors_that_it_touches(element, columns, number):
    tensor, tv = Layout((32, 8), (8, 1)), Layout((32, 8), (1, 32) if columns else (8, 1))
    width = 16 if element == "f16" else 32
    shown = sectored(tensor, element, tv, width, request=number)
    taken = {tv(t, number) for t in range(32)}
    places = [tensor(x) * width // 256 for x in range(256)]
    touched = {places[x] for x in taken}
    for x, cell in enumerate(shown.cells):
        style = Style.COLOURED if x in taken else Style.HATCHED
        assert cell.style is (style if places[x] in touched else Style.PLAIN)
        assert cell.words[-1][1] == places[x]
    assert {sector: used for sector, used, _ in shown.bars.bars} == {
        sector: sum(places[x] == sector for x in taken) * width // 8 for sector in touched
    }
    assert shown.subtitle.startswith(f"{sectors(tensor, tv, element, width)} sectors, ")


@pytest.mark.parametrize("kind", [banks, sectored])
def test_a_phase_that_does_not_exist_is_rejected(kind):
    with pytest.raises(LayoutError, match=r"but no (phase|request) 8"):
        kind(Layout((8, 8), (8, 1)), "f32", Layout((8, 8)), 32, NVIDIA, 8)


@given(st.lists(st.integers(0, 63), min_size=1, max_size=6))
def test_a_matrix_has_the_bits_of_its_columns(columns):
    shown = matrix(LinearLayout(tuple(columns)))
    numbers = [int(cell.text) for cell in shown.cells]
    bits = [numbers[k : k + shown.rows] for k in range(0, len(numbers), shown.rows)]
    assert [sum(bit << j for j, bit in enumerate(column)) for column in bits] == columns
