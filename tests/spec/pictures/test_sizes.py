"""Pictures show every cell, in boxes or folded blocks, and are small enough to be readable."""

import itertools
import math
import re
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from spec import Layout
from spec.atoms import mma_atom, tiled_mma
from spec.bridges.positions import positions
from spec.composed import ComposedLayout
from spec.pictures.banks import banks
from spec.pictures.boxes import metrics
from spec.pictures.colours import COLOURS
from spec.pictures.folding import folded
from spec.pictures.offsets import panel, panels
from spec.pictures.panel import MISSED, Mark
from spec.pictures.products import product as product_of
from spec.pictures.sectors import sectored
from spec.pictures.sheet import draw
from spec.pictures.table import table
from spec.pictures.takers import takers
from spec.swizzle import Swizzle
from spec.xla.shape import XlaShape
from tests.spec.strategies import layouts


@given(layouts().filter(lambda layout: layout.rank == 2))
def test_boxes_cover_each_cell_once_and_name_its_number(layout):
    shown = banks(layout, "f16") if min(map(layout, range(layout.size))) >= 0 else panel(layout)
    boxes = metrics(shown).boxes
    cells = [
        (box.row + r, box.column + c)
        for box in boxes
        for r in range(box.rows)
        for c in range(box.columns)
    ]
    assert sorted(cells) == [(r, c) for r in range(shown.rows) for c in range(shown.columns)]
    for box in boxes:
        first = shown.at(box.row, box.column)
        last = shown.at(box.row + box.rows - 1, box.column + box.columns - 1)
        numbers = [cell.words[-1][1] for cell in (first, last)]
        assert "".join(box.lines) in (f"{numbers[0]}", f"{numbers[0]}-{numbers[1]}")


FOLDED = [
    panel(Layout((256, 256), (256, 1))),
    panel(Layout(((16, 8), (4, 32)), ((1, 512), (16, 4096)))),
    panel(ComposedLayout(Swizzle(3, 3, 3), 0, Layout((128, 64), (64, 1)))),
    banks(ComposedLayout(Swizzle(3, 4, 3), 0, Layout((128, 128), (128, 1))), "f32"),
    banks(Layout((128, 128), (132, 1)), "f32"),
    takers(Layout((128, 64), (1, 128)), (128, 64)),
    *panels(positions(XlaShape.parse("bf16[100,250]{1,0:T(8,128)(2,1)}"))),
]
"""Tables that are too large to be drawn whole, but whose blocks differ by constants."""


@pytest.mark.parametrize("whole", FOLDED, ids=lambda panel: panel.title)
def test_a_block_and_its_constants_give_every_cell(whole):
    shown = folded(whole)
    block = shown.part
    assert shown.steps
    for row, column in itertools.product(range(whole.rows), range(whole.columns)):
        words = shown.steps[row // block.rows][column // block.columns].split()
        first = block.at(row % block.rows, column % block.columns).words
        assert (
            tuple(_moved(word, words, whole.modulus) for word in first)
            == whole.at(row, column).words
        )


def _moved(word, steps, modulus):
    """Apply the steps to a word of a cell. The word is a pair (name, number).

    A step, such as T+32, adds, subtracts or XORs a number. This step changes only words named T.
    """
    name, number = word
    for step in steps:
        letters, sign, by = re.fullmatch(r"([A-Za-z]*)([+^-])(\d+)", step).groups()
        if letters == name:
            number = number ^ int(by) if sign == "^" else number + int(f"{sign}{by}")
            number = number % modulus if modulus and sign != "^" else number
    return name, number


SVG = "{http://www.w3.org/2000/svg}"
TV = Layout(((8, 16), (8, 8)), ((1024, 1), (128, 16)))
SCALAR = Layout(((32, 4), 64), ((1, 32), 128))
TILE = ComposedLayout(Swizzle(3, 3, 3), 0, Layout((128, 64), (64, 1)))
LARGE = {
    "offsets": panel(TILE),
    "takers of 8 values": takers(TV, (128, 64)),
    "takers of 1 value": takers(SCALAR, (128, 64)),
    "takers with holes": takers(SCALAR, (128, 96)),
    "banks": banks(TILE, "f16"),
    "a phase": banks(TILE, "f16", TV),
    "sectors": sectored(TILE, "f32"),
    "a request": sectored(Layout((128, 64), (64, 1)), "f32", SCALAR),
    "many sectors": sectored(Layout((256, 256), (256, 1)), "f32", Layout((256, 256))),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_picture_of_a_large_tile_is_small_and_fits_a_screen(name):
    drawn = draw([LARGE[name]])
    assert len(drawn) < 200_000
    assert float(ET.fromstring(drawn).get("width")) <= 1280


def test_marks_are_drawn_in_a_table_that_is_too_large():
    holes = takers(Layout((64, 64), (1, 64)), (64, 128))
    assert folded(holes).part.marked
    assert MISSED in draw([holes])


def test_the_map_crosses_out_elements_that_are_not_taken():
    """No thread takes rows 40 to 63. Each of the rows 8 to 31 is taken twice and has a frame."""
    panel = takers(Layout(((8, 16), (8, 4)), ((512, 1), (64, 8))), (64, 64))
    shown = folded(panel)
    assert (shown.is_whole, shown.steps) == (False, ())
    found = metrics(shown.part)
    drawn = "".join(table(panel, shown, found).body)
    paths = re.findall(r'class="n fault"[^>]*d="([^"]*)"', drawn)
    in_map = paths[-1]
    assert in_map.count("m0 0l") == 1, "one crossed frame"
    assert in_map.count("M") == 24 + 1, "and a frame for each row that is taken twice"


@pytest.mark.parametrize(
    ("tv", "several", "missed"),
    [
        (Layout((2, 2), (1, 2)), False, False),
        (Layout((2, 2), (1, 1)), True, True),
        (Layout((2, 3), (1, 1)), True, False),
        (Layout((2, 1), (1, 1)), False, True),
    ],
)
def test_the_legend_has_a_sample_of_each_kind_of_fault_that_occurs(tv, several, missed):
    drawn = draw([takers(tv, 4)])
    assert (Mark.FAULT.value in drawn) == several
    assert (MISSED in drawn) == missed


PADDED = XlaShape.parse("f32[20,300]{1,0:T(8,128)}")


def test_the_map_of_a_padded_array_hatches_its_padding():
    """The array has 24 x 384 places, and elements in 20 x 300 of them."""
    shown = folded(panels(positions(PADDED))[0])
    drawn = ET.fromstring(draw(panels(positions(PADDED))))
    (hatched,) = (e for e in drawn.iter(f"{SVG}path") if e.get("class") == "h" and e.get("opacity"))
    areas = [
        float(width) * float(height)
        for width, height in re.findall(r"h([\d.]+)v([\d.]+)h-", hatched.get("d"))
    ]
    frame = max(
        (e for e in drawn.iter(f"{SVG}path") if e.get("class") == "l o"),
        key=lambda e: e.get("d").count("M"),
    ).get("d")
    width, height = map(float, re.match(r"M[\d. ]+h([\d.]+)v([\d.]+)", frame).groups())
    assert shown.steps
    assert sum(areas) / (width * height) == pytest.approx(1 - 20 * 300 / (24 * 384), abs=0.01)


ATOM = mma_atom("SM80_16x8x16_F32F16F16F32_TN")


class Frame(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def frames(drawn, x=0.0, y=0.0):
    """Return the frame of each table of a picture."""
    moved = re.fullmatch(r"translate\(([\d.]+) ([\d.]+)\)", drawn.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    size = re.match(r"M0 0h([\d.]+)v([\d.]+)", drawn.get("d", ""))
    if size and drawn.get("class") == "l":
        return [Frame(x, y, x + float(size[1]), y + float(size[2]))]
    return [frame for inner in drawn for frame in frames(inner, x, y)]


@pytest.mark.parametrize("mma", [ATOM, tiled_mma(ATOM, (2, 2))], ids=lambda mma: mma.name)
def test_the_tables_of_a_product_share_rows_and_columns(mma):
    b, a, c = frames(ET.fromstring(draw(product_of(mma))))
    assert a.top == pytest.approx(c.top, abs=0.2)
    assert a.bottom == pytest.approx(c.bottom, abs=0.2)
    assert b.left == pytest.approx(c.left, abs=0.2)
    assert b.right == pytest.approx(c.right, abs=0.2)
    assert a.right < c.left
    assert b.bottom < c.top


@pytest.mark.parametrize("mma", [ATOM, tiled_mma(ATOM, (2, 2))], ids=lambda mma: mma.name)
def test_each_element_of_a_product_has_its_holders(mma):
    m, n, k = mma.shape
    a, b, c = product_of(mma).panels
    for shown, one, places in (
        (a, mma.a, [(row, column) for column in range(k) for row in range(m)]),
        (b, mma.b, [(column, row) for row in range(k) for column in range(n)]),
        (c, mma.c, [(row, column) for column in range(n) for row in range(m)]),
    ):
        assert not shown.marked
        for row, column in places:
            cell = shown.at(column, row) if shown is b else shown.at(row, column)
            (_, thread), (_, value) = cell.words
            assert one.layout((thread, value)) == row + one.block[0] * column


def test_a_product_too_large_to_stand_together_is_stacked_below_its_name():
    drawn = draw(product_of(mma_atom("SM90_64x128x16_F32F16F16_SS")))
    assert float(ET.fromstring(drawn).get("width")) <= 1280
    assert len(drawn) < 200_000
    assert ">SM90_64x128x16_F32F16F16_SS</text>" in drawn
    assert "each element held by 128 threads" in drawn


def test_pictures_have_a_dark_and_a_printed_form():
    drawn = draw([panel(Layout((2, 2)))])
    assert "currentColor" in drawn
    assert "@media screen and (prefers-color-scheme:dark)" in drawn


def linear(colour):
    """Return the linear red, green and blue of a colour such as #77ddff."""
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]


def product(matrix, vector):
    return [sum(x * y for x, y in zip(row, vector, strict=True)) for row in matrix]


VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""For each kind of vision, a matrix from a linear colour to the linear colour that is seen.

From Machado 2009, for severity 1.
"""

XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def lab(rgb):
    """Return the CIELAB coordinates of a linear colour."""
    xyz = product(XYZ, [min(1, max(0, part)) for part in rgb])
    scaled = (part / white for part, white in zip(xyz, (0.95047, 1, 1.08883), strict=True))
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in scaled)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("vision", VISION)
def test_colours_are_told_apart_by_everyone(vision):
    """A difference of 2.3 in CIELAB is just noticeable."""
    seen = [lab(product(VISION[vision], linear(colour))) for colour in COLOURS]
    for count, least in ((8, 20), (16, 12), (32, 10), (64, 6)):
        nearest = min(math.dist(a, b) for a, b in itertools.combinations(seen[:count], 2))
        assert nearest >= least


def test_black_text_has_contrast_on_every_colour():
    for colour in COLOURS:
        assert (product(XYZ, linear(colour))[1] + 0.05) / 0.05 >= 4.5
