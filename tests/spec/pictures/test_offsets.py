"""Tables of random layouts show the right offset in each cell, and mark cells that differ."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from spec import ComposedLayout, Layout, LayoutError, Swizzle, table
from spec.bridges.positions import positions
from spec.pictures.offsets import differing, offsets_in, panel, svg
from spec.pictures.text import compared
from spec.xla.position import linear_index
from spec.xla.shape import XlaShape
from tests.spec.strategies import layouts

SVG = "{http://www.w3.org/2000/svg}"
TABLES = layouts().filter(lambda layout: layout.rank <= 2)


def hovers(drawn):
    """Return the texts that appear when the pointer is over a box, one for each box."""
    return [e.text for e in ET.fromstring(drawn).iter(f"{SVG}title")]


def marks(drawn):
    return sum(
        e.get("d").count("M")
        for e in ET.fromstring(drawn).iter(f"{SVG}path")
        if e.get("class") == "n differs"
    )


def test_a_small_picture_matches_the_expected_elements():
    drawn = ET.fromstring(svg(Layout((2, 2), (1, -2))))
    fills = [e.get("class") for e in drawn.iter(f"{SVG}path") if e.find(f"{SVG}title") is not None]
    assert fills == ["c0", "c6", "c1", "c7"]
    assert drawn.get("aria-label") == "(2,2):(1,-2)"
    texts = [e.text for e in drawn.iter(f"{SVG}text")]
    assert texts[0] == "(2,2):(1,-2)"
    assert texts[5:9] == ["0", "-2", "1", "-1"]
    assert "colour: offset, modulo 8" in texts


@given(TABLES)
def test_a_picture_shows_the_layout_and_its_offsets(layout):
    rows = layout[0].size
    shown = sorted(hovers(svg(layout)))
    offsets = (f"({i % rows},{i // rows}): {layout(i)}" for i in range(layout.size))
    assert shown == sorted(offsets)


@given(TABLES, TABLES)
def test_differing_cells_are_marked_in_both_tables(a, b):
    marked = differing(a, b)
    for i in range(max(a.size, b.size)):
        both = i < min(a.size, b.size)
        assert (i in marked) == (not both or a(i) != b(i))
    expected = sum(i < layout.size for layout in (a, b) for i in marked)
    # The mark also occurs once in the legend.
    assert marks(svg(a, b)) == expected + bool(expected)
    assert compared(a, b).count("*") == expected


@given(TABLES, TABLES)
def test_compared_tables_equal_the_single_tables_except_for_stars(a, b):
    left, right = table(a).splitlines(), table(b).splitlines()
    width = max(map(len, left)) + 4
    shown = [line.replace("*", " ") for line in compared(a, b).splitlines()]
    assert [line[:width].rstrip() for line in shown[: len(left)]] == [x.rstrip() for x in left]
    assert [line[width:].rstrip() for line in shown[: len(right)]] == [x.rstrip() for x in right]


@given(layouts())
def test_notebooks_show_the_picture_or_the_text(layout):
    assert layout._repr_svg_() == (svg(layout) if layout.rank <= 2 else None)
    composed = ComposedLayout(Swizzle(2, 0, 2), 0, layout)
    assert composed._repr_svg_() == (svg(composed) if layout.rank <= 2 else None)


@pytest.mark.parametrize("layout", [Layout((512, 129)), Layout((2, 2, 2)), Layout(())])
def test_layouts_that_cannot_be_drawn_are_rejected(layout):
    for arguments in ((layout,), (layout, Layout(1)), (Layout(1), layout)):
        with pytest.raises(LayoutError, match=r"can be drawn"):
            svg(*arguments)
    assert layout._repr_svg_() is None


@pytest.mark.parametrize(
    "text",
    [
        "f32[5,10]{1,0:T(4,8)}",
        "bf16[9,130]{1,0:T(8,128)(2,1)}",
        "f32[5,10]{0,1:T(2,4)}",
    ],
)
def test_a_tiled_array_is_drawn_with_its_padding(text):
    array = XlaShape.parse(text)
    layout = positions(array)
    drawn = hovers(svg(layout)) if layout.size < 1000 else []
    offsets = {int(hover.partition(": ")[2]) for hover in drawn}
    if drawn:
        assert offsets == set(range(len(drawn)))
        assert {linear_index(array, (r, c)[: array.rank]) for r, c in _indices(array)} <= offsets
    assert "padding of a tile" in svg(layout)


def _indices(array):
    rows, columns = (*array.dims, 1)[:2]
    return ((r, c) for r in range(rows) for c in range(columns))


@given(TABLES)
def test_offsets_in_agrees_with_the_layout(layout):
    for one in (layout, ComposedLayout(Swizzle(1, 0, 2), 0, layout)):
        assert offsets_in(one) == [one(i) for i in range(one.size)]


def test_lines_separate_the_blocks_of_innermost_modes():
    areas = [cell.area for cell in panel(Layout(((2, 2), (1, 3)), ((1, 4), (9, 2)))).cells]
    assert len(set(areas)) == 6
    assert "between blocks of innermost modes" in svg(Layout(((2, 2), 3)))


def test_only_colours_in_use_are_declared():
    assert re.findall(r"\.c(\d+)\{", svg(Layout(3, 5))) == ["0", "2", "5"]
