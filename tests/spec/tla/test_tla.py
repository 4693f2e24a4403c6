"""TLA layouts agree with the document's tables; formats and tiles agree with enumeration."""

import json
from itertools import product as cartesian
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import Layout, LayoutError, format_int_tuple, parse_layout, table
from spec.tla import (
    ELEMENTS,
    FORMATS,
    Tag,
    TlaLayout,
    c0,
    crd2offset,
    fractal_layout,
    get_tile_layout,
    make_layout,
    make_layout_tile,
    make_mx_scale_layout,
)

GOLDENS = json.loads((Path(__file__).parents[2] / "data/goldens/seeds.json").read_text())

FRACTALS = st.sampled_from((Tag.ZN, Tag.NZ, Tag.ZZ, Tag.NN))
PAIRS = st.tuples(st.integers(0, 9), st.integers(0, 9))
BLOCKS = st.tuples(st.integers(1, 4), st.integers(1, 4))
FRACTAL_LAYOUTS = st.builds(lambda t, b, m: fractal_layout(t, b, *m), FRACTALS, BLOCKS, PAIRS)

ROW_MAJOR = """\
(2,3):(3,1)
      0   1   2~
    +---+---+---+
 0  | 0 | 1 | 2 |
    +---+---+---+
 1  | 3 | 4 | 5 |
    +---+---+---+"""

COLUMN_MAJOR = """\
(2,3):(1,2)
      0   1   2~
    +---+---+---+
 0  | 0 | 2 | 4 |
    +---+---+---+
 1  | 1 | 3 | 5 |
    +---+---+---+"""

ZN = """\
((4,2),(4,3)):((4,16),(1,32))
       0    1    2    3    4    5    6    7    8    9   10   11~
    +----+----+----+----+----+----+----+----+----+----+----+----+
 0  |  0 |  1 |  2 |  3 | 32 | 33 | 34 | 35 | 64 | 65 | 66 | 67 |
    +----+----+----+----+----+----+----+----+----+----+----+----+
 1  |  4 |  5 |  6 |  7 | 36 | 37 | 38 | 39 | 68 | 69 | 70 | 71 |
    +----+----+----+----+----+----+----+----+----+----+----+----+
 2  |  8 |  9 | 10 | 11 | 40 | 41 | 42 | 43 | 72 | 73 | 74 | 75 |
    +----+----+----+----+----+----+----+----+----+----+----+----+
 3  | 12 | 13 | 14 | 15 | 44 | 45 | 46 | 47 | 76 | 77 | 78 | 79 |
    +----+----+----+----+----+----+----+----+----+----+----+----+
 4  | 16 | 17 | 18 | 19 | 48 | 49 | 50 | 51 | 80 | 81 | 82 | 83 |
    +----+----+----+----+----+----+----+----+----+----+----+----+
 5  | 20 | 21 | 22 | 23 | 52 | 53 | 54 | 55 | 84 | 85 | 86 | 87 |
    +----+----+----+----+----+----+----+----+----+----+----+----+
 6  | 24 | 25 | 26 | 27 | 56 | 57 | 58 | 59 | 88 | 89 | 90 | 91 |
    +----+----+----+----+----+----+----+----+----+----+----+----+
 7  | 28 | 29 | 30 | 31 | 60 | 61 | 62 | 63 | 92 | 93 | 94 | 95 |
    +----+----+----+----+----+----+----+----+----+----+----+----+"""


@pytest.mark.parametrize(
    ("layout", "printed"),
    [
        (make_layout("f32", Tag.ROW_MAJOR, 2, 3), ROW_MAJOR),
        (make_layout("f32", Tag.COLUMN_MAJOR, 2, 3), COLUMN_MAJOR),
        (fractal_layout(Tag.ZN, (4, 4), 8, 12), ZN),
    ],
)
def test_tables_agree_with_the_document(layout, printed):
    assert table(Layout(layout.shape, layout.stride)) == printed.replace("~", " ")


@pytest.mark.parametrize("golden", [g for g in GOLDENS if g["source"].startswith("TLA Layouts")])
def test_tla_layouts_agree_with_the_goldens(golden):
    if golden["op"] == "tla_tile":
        layout, tile = golden["args"]
        assert str(make_layout_tile(parse_layout(layout), tuple(tile))) == golden["result"]
        return
    layout = parse_layout(golden["layout"])
    cases = golden.get("cases", [])
    cases += [
        [[i, j], x] for i, row in enumerate(golden.get("table", [])) for j, x in enumerate(row)
    ]
    assert cases
    for coordinate, offset in cases:
        assert crd2offset(tuple(coordinate), layout.shape, layout.stride) == offset


@pytest.mark.parametrize(
    ("call", "printed"),
    [
        (("zN", "f16", 32, 48), "((16,2),(16,3)):((16,256),(1,512)):(32,48)"),
        (("zN", "f32", 30, 10), "((16,2),(8,2)):((8,128),(1,256)):(30,10)"),
        (("nZ", "s8", 33, 17), "((32,2),(16,2)):((1,1024),(32,512)):(33,17)"),
        (("zZ", "bf16", 17, 33), "((16,2),(16,3)):((16,768),(1,256)):(17,33)"),
        (("nN", "f16", 17, 33), "((16,2),(16,3)):((1,256),(16,512)):(17,33)"),
        (("zN", "s4", 16, 65), "((16,1),(64,2)):((64,1024),(1,1024)):(16,65)"),
        (("L0C", "f32", 20, 40), "((16,2),(16,3)):((16,256),(1,512)):(20,40)"),
        (("L0C", "s8", 20, 40), "((16,2),(16,3)):((16,256),(1,512)):(20,40)"),
        (("Vector", "f16", 1, 48), "(48):(1):(48)"),
        (("RowMajor", "s4", 3, 5), "(3,5):(5,1):(3,5)"),
        (("RowMajor", "f4e2m1fn", 3, 5), "(3,5):(6,1):(3,5)"),
        (("ColumnMajor", "f4e2m1fn", 3, 5), "(3,5):(1,4):(3,5)"),
        (("zN", "f16", 0, 1), "((16,0),(16,1)):((16,256),(1,0)):(0,1)"),
        (("RowMajor", "f16", 0, 0), "(0,0):(0,1):(0,0)"),
    ],
)
def test_known_formats(call, printed):
    name, *arguments = call
    assert str(FORMATS[name](*arguments)) == printed


def test_known_scale_layouts_of_mx_formats():
    assert str(make_mx_scale_layout(Tag.ZZ, 20, 5)) == "((16,2),(2,3)):((2,96),(1,32)):(20,5)"
    with pytest.raises(LayoutError, match="zZ or nN"):
        make_mx_scale_layout(Tag.ZN, 4, 4)


@pytest.mark.parametrize("element", ELEMENTS)
def test_a_fractal_is_512_bytes(element):
    bits = {"s4": 4, "f4e2m1fn": 4}.get(element) or int("".join(filter(str.isdigit, element))[:2])
    bits = 8 if element.startswith("f8") else bits
    assert c0(element) * bits == 256
    layout = make_layout(element, Tag.ZN, 1, 1)
    assert layout.shape == ((16, 1), (256 // bits, 1))


@given(FRACTALS, BLOCKS, PAIRS)
def test_offsets_follow_the_letters_of_the_tag(tag, block, matrix):
    """The tag's first letter orders a block's elements; its second letter orders the blocks.

    The letter z means row by row.
    """
    A = fractal_layout(tag, block, *matrix)
    (h, w), (down, right) = block, (A.shape[0][1], A.shape[1][1])

    def order(letter, i, j, rows, columns):
        return i * columns + j if letter in "zZ" else i + rows * j

    for i, j in cartesian(range(h * down), range(w * right)):
        within = order(tag[0], i % h, j % w, h, w)
        assert A(i, j) == within + h * w * order(tag[1], i // h, j // w, down, right)
    places = cartesian(range(h * down), range(w * right))
    assert sorted(A(*place) for place in places) == list(range(h * w * down * right))


@given(FRACTAL_LAYOUTS, PAIRS, PAIRS)
def test_a_tile_has_the_offsets_of_its_matrix(A, tile, start):
    """An element's offset in a tile is its offset in the matrix minus the tile's first offset."""
    T = get_tile_layout(A, tile, start)
    assert T.stride == A.stride
    covered = [
        range(first, min(first + n, end))
        for first, n, end in zip(start, tile, A.origin_shape, strict=True)
    ]
    assert T.origin_shape == tuple(map(len, covered))
    if all(first % mode[0] == 0 for first, mode in zip(start, A.shape, strict=True)) and all(
        covered
    ):
        for i, j in cartesian(*covered):
            assert A(i, j) == A(*start) + T(i - start[0], j - start[1])


@given(FRACTAL_LAYOUTS, BLOCKS, PAIRS)
def test_make_layout_tile_and_get_tile_layout_agree(A, tile, start):
    if 0 not in A.origin_shape:
        T, S = make_layout_tile(Layout(A.shape, A.stride), tile), get_tile_layout(A, tile, start)
        assert (T.shape, T.stride) == (S.shape, S.stride)


@pytest.mark.parametrize(
    ("tile", "start", "printed"),
    [
        ((5, 4), (6, 10), "((4,2),(4,1)):((4,16),(1,32)):(2,2)"),
        ((4, 4), (8, 12), "((4,1),(4,1)):((4,16),(1,32)):(0,0)"),
        ((4, 4), (99, 0), "((4,1),(4,1)):((4,16),(1,32)):(0,4)"),
        ((100, 1), (0, 0), "((4,25),(4,1)):((4,16),(1,32)):(8,1)"),
        ((0, 4), (0, 0), "((4,0),(4,1)):((4,16),(1,32)):(0,4)"),
    ],
)
def test_tiles_beyond_the_edge_are_cut(tile, start, printed):
    A = fractal_layout(Tag.ZN, (4, 4), 8, 12)
    assert str(get_tile_layout(A, tile, start)) == printed


def test_tiles_of_flat_layouts_are_not_rounded():
    A = make_layout("f16", Tag.ROW_MAJOR, 30, 40)
    assert str(get_tile_layout(A, (16, 16), (20, 30))) == "(16,16):(40,1):(10,10)"
    V = make_layout("f16", Tag.VECTOR, 1, 40)
    assert str(get_tile_layout(V, (16,), (30,))) == "(16):(1):(10)"


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: TlaLayout(4, 1), "CATLASS must have rank 1 or 2 and depth at most 2, not 4"),
        (
            lambda: TlaLayout((2, 2, 2), (4, 2, 1)),
            r"rank 1 or 2 and depth at most 2, not \(2,2,2\)",
        ),
        (lambda: TlaLayout((4, 4), (4, 1), (5, 4)), "origin shape .* is larger than the shape"),
        (lambda: TlaLayout((4, 4), (4,)), r"stride \(4\) does not fit shape \(4,4\)"),
        (lambda: TlaLayout((4, -1), (4, 1)), "negative entry -1"),
        (
            lambda: make_layout("f64", Tag.ZN, 4, 4),
            "'f64' is not an element type of TLA; write one of s4, .*, f16, bf16, .*, u64$",
        ),
        (lambda: make_layout("f64", Tag.VECTOR, 4, 4), "'f64' is not an element type of TLA"),
        (lambda: make_layout("f16", Tag.ZN, -4, 4), "negative entry -4"),
        (
            lambda: fractal_layout(Tag.L0C, (4, 4), 4, 4),
            "must have a tag of two letters, such as zN, not L0C",
        ),
        (lambda: fractal_layout(Tag.ZN, (0, 4), 4, 4), "must be 1 or more"),
        (lambda: crd2offset((1,), (4, 4), (4, 1)), r"coordinate \(1\) must be one integer"),
        (lambda: crd2offset((1, (2, 0)), (4, (2, 2)), (4, (1, 2))), "must be one integer"),
        (lambda: crd2offset((4, 0), (4, 4), (4, 1)), "coordinate 4 is not in 0 .. 3"),
        (lambda: make_layout("f16", Tag.ZN, 0, 4)(0, 0), "coordinate 0 is not in"),
        (lambda: make_layout_tile(Layout((4, (2, 2, 2))), (4, 4)), "must be .size of a block"),
        (lambda: make_layout_tile(Layout(8), (4, 4)), "must be one integer"),
        (lambda: TlaLayout((((2, 2), 2), 3), (((1, 2), 4), 8)), "rank 1 or 2 and depth at most"),
        (
            lambda: get_tile_layout(TlaLayout((4, 4), (4, 1)), (4, 4), (0, -1)),
            r"coordinate \(0,-1\) has a negative entry -1",
        ),
    ],
)
def test_invalid_tla_layouts_are_rejected(refused, message):
    with pytest.raises(LayoutError, match=message):
        refused()


def test_text_and_repr_show_shape_stride_and_origin_shape():
    A = make_layout("f16", Tag.ZN, 30, 48)
    assert str(A) == ":".join(map(format_int_tuple, (A.shape, A.stride, A.origin_shape)))
    assert eval(repr(A)) == A
