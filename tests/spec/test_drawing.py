"""One drawing is compared byte for byte; in random drawings the numbers are the offsets."""

import doctest
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

import spec.drawing
from spec import ComposedLayout, Layout, LayoutError, Swizzle, table
from spec.drawing import differing, svg
from tests.spec.strategies import layouts
from verif.cli.drawing import compared

SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="202" height="98" viewBox="0 0 202 98" role="img" \
aria-label="2:1 and (2,2):(1,-2)" font-family="monospace" font-size="13" text-anchor="middle">
<rect width="100%" height="100%" fill="#fff"/>
<g transform="translate(0,0)">
<text x="24" y="16" text-anchor="start">2:1</text>
<text x="36" y="41" fill="#666">0</text>
<text x="12" y="65" fill="#666">0</text>
<text x="12" y="89" fill="#666">1</text>
<rect x="24" y="48" width="24" height="24" fill="#ffffff" stroke="#999"/>
<text x="36" y="65" fill="#000">0</text>
<rect x="24" y="72" width="24" height="24" fill="#dbe9ff" stroke="#999"/>
<text x="36" y="89" fill="#000">1</text>
</g>
<g transform="translate(82,0)">
<text x="24" y="16" text-anchor="start">(2,2):(1,-2)</text>
<text x="40" y="41" fill="#666">0</text>
<text x="72" y="41" fill="#666">1</text>
<text x="12" y="65" fill="#666">0</text>
<text x="12" y="89" fill="#666">1</text>
<rect x="24" y="48" width="32" height="24" fill="#ffffff" stroke="#999"/>
<text x="40" y="65" fill="#000">0</text>
<rect x="24" y="72" width="32" height="24" fill="#dbe9ff" stroke="#999"/>
<text x="40" y="89" fill="#000">1</text>
<rect x="56" y="48" width="32" height="24" fill="#d5f1f5" stroke="#999"/>
<text x="72" y="65" fill="#000">-2</text>
<rect x="56" y="72" width="32" height="24" fill="#e8e8e8" stroke="#999"/>
<text x="72" y="89" fill="#000">-1</text>
<rect x="56" y="48" width="32" height="24" fill="none" stroke="#d00000" stroke-width="3"/>
<rect x="56" y="72" width="32" height="24" fill="none" stroke="#d00000" stroke-width="3"/>
</g>
</svg>
"""

TABLES = layouts().filter(lambda layout: layout.rank <= 2)


def texts(drawn):
    return [e.text for e in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]


def test_examples():
    results = doctest.testmod(spec.drawing)
    assert results.failed == 0
    assert results.attempted >= 1


def test_a_drawing_matches_the_expected_svg_byte_for_byte():
    assert svg(Layout(2), Layout((2, 2), (1, -2))) == SVG


@given(TABLES)
def test_a_drawing_shows_the_layout_and_its_offsets(layout):
    rows, columns = layout[0].size, layout.size // layout[0].size
    shown = texts(svg(layout))
    assert shown[0] == str(layout)
    assert shown[1 : 1 + columns + rows] == [*map(str, range(columns)), *map(str, range(rows))]
    assert shown[1 + columns + rows :] == [str(layout(i)) for i in range(layout.size)]


@given(TABLES, TABLES)
def test_differing_cells_are_marked_in_both_tables(a, b):
    marked = differing(a, b)
    for i in range(max(a.size, b.size)):
        both = i < min(a.size, b.size)
        assert (i in marked) == (not both or a(i) != b(i))
    marks = sum(i < layout.size for layout in (a, b) for i in marked)
    assert svg(a, b).count("stroke-width") == marks
    assert compared(a, b).count("*") == marks


@given(TABLES, TABLES)
def test_a_comparison_is_as_high_as_the_higher_table(a, b):
    alone = [int(ET.fromstring(svg(layout)).attrib["height"]) for layout in (a, b)]
    assert int(ET.fromstring(svg(a, b)).attrib["height"]) == max(alone)


@given(TABLES, TABLES)
def test_compared_tables_equal_the_single_tables_except_for_stars(a, b):
    left, right = table(a).splitlines(), table(b).splitlines()
    width = max(map(len, left)) + 4
    shown = [line.replace("*", " ") for line in compared(a, b).splitlines()]
    assert [line[:width].rstrip() for line in shown[: len(left)]] == [x.rstrip() for x in left]
    assert [line[width:].rstrip() for line in shown[: len(right)]] == [x.rstrip() for x in right]


@given(layouts())
def test_notebooks_show_the_drawing_or_the_text(layout):
    assert layout._repr_svg_() == (svg(layout) if layout.rank <= 2 else None)
    composed = ComposedLayout(Swizzle(2, 0, 2), 0, layout)
    assert composed._repr_svg_() == (svg(composed) if layout.rank <= 2 else None)


@pytest.mark.parametrize("layout", [Layout((64, 65)), Layout((2, 2, 2)), Layout(())])
def test_layouts_that_cannot_be_drawn_are_rejected(layout):
    for arguments in ((layout,), (layout, Layout(1)), (Layout(1), layout)):
        with pytest.raises(LayoutError, match=r"can be drawn"):
            svg(*arguments)
    assert layout._repr_svg_() is None
