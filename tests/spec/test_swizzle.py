"""Swizzles and composed layouts: their values at every integer and coordinate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import (
    ComposedLayout,
    Layout,
    LayoutError,
    NotationError,
    Swizzle,
    apply_swizzle,
    composition,
    idx2crd,
    parse_composed_layout,
    parse_expression,
    parse_layout,
    parse_swizzle,
)
from spec.parser import Literal
from tests.spec.strategies import layouts

INTEGERS = st.one_of(st.integers(-40, 600), st.integers())


@st.composite
def swizzles(draw, most=3):
    bits = draw(st.integers(0, most))
    shift = draw(st.integers(bits, bits + 2))
    return Swizzle(bits, draw(st.integers(0, most)), draw(st.sampled_from((shift, -shift))))


def composed_layouts(strides=None):
    inside = layouts() if strides is None else layouts(strides)
    return st.builds(ComposedLayout, swizzles(), st.integers(-20, 40), inside)


def bit(x, k):
    return x >> k & 1


@given(swizzles(), INTEGERS)
def test_each_bit_agrees_with_the_definition(swizzle, x):
    """The definition is written bit by bit, as drawn in CuTe's header."""
    B, M, S = swizzle.bits, swizzle.base, swizzle.shift
    image = swizzle(x)
    for k in range(x.bit_length() + swizzle.size.bit_length() + 2):
        place = k - M - max(0, -S)
        moved = bit(x, k + S) if 0 <= place < B else 0
        assert bit(image, k) == bit(x, k) ^ moved


@given(swizzles(), INTEGERS)
def test_a_swizzle_is_its_own_inverse_and_keeps_blocks(swizzle, x):
    assert swizzle(swizzle(x)) == x
    assert swizzle(x) // swizzle.size == x // swizzle.size
    assert swizzle(x + swizzle.size) == swizzle(x) + swizzle.size


@given(swizzles())
def test_a_swizzle_is_a_bijection_of_its_block(swizzle):
    assert sorted(map(swizzle, range(swizzle.size))) == list(range(swizzle.size))


@given(composed_layouts())
def test_a_composed_layout_is_swizzle_after_offset_after_layout(C):
    for i in range(C.size):
        assert C(i) == C(idx2crd(i, C.shape)) == C.swizzle(C.offset + C.layout(i))
    assert (C.shape, C.size, C.rank, C.depth) == (
        C.layout.shape,
        C.layout.size,
        C.layout.rank,
        C.layout.depth,
    )
    assert [mode.layout for mode in C] == list(C.layout)
    assert len(C) == C.rank


def put_back(crd, taken):
    """Fill the free entries of a coordinate from an iterator."""
    if isinstance(crd, tuple):
        return tuple(put_back(c, taken) for c in crd)
    return next(taken) if crd is None else crd


@given(composed_layouts(), st.data())
def test_a_slice_keeps_every_offset(C, data):
    fixed = idx2crd(data.draw(st.integers(0, C.size - 1)), C.shape)
    fixed = fixed if isinstance(fixed, tuple) else (fixed,)
    layout = C.layout if isinstance(C.shape, tuple) else Layout((C.shape,), (C.layout.stride,))
    C = ComposedLayout(C.swizzle, C.offset, layout)
    crd = tuple(None if data.draw(st.booleans()) else part for part in fixed)
    row = C.slice(crd)
    assert row.swizzle == C.swizzle
    for i in range(row.size):
        free = idx2crd(i, row.shape)
        assert row(i) == C(put_back(crd, iter(free)))


@given(composed_layouts(), layouts(st.integers(0, 12)))
def test_composing_on_the_right_composes_the_inner_layout(C, B):
    try:
        inside = composition(C.layout, B)
    except LayoutError:
        with pytest.raises(LayoutError):
            C.compose(B)
        return
    composed = C.compose(B)
    assert composed == ComposedLayout(C.swizzle, C.offset, inside)
    for i in range(B.size):
        assert composed(i) == C.swizzle(C.offset + C.layout.extended(B(i)))


@given(composed_layouts())
def test_a_printed_composed_layout_is_read_again(C):
    assert ComposedLayout.parse(str(C)) == C
    assert parse_expression(str(C)) == Literal(C)
    assert parse_swizzle(str(C.swizzle)) == C.swizzle
    assert repr(C) == f"ComposedLayout.parse('{C}')"


@pytest.mark.parametrize(
    "text",
    [
        "Sw<3,4,-3>",
        "Swizzle<3, 4, -3>",
        "Swizzle(3, 4, -3)",
        "S<3,4,-3>",
        "SW_3_4_-3",
        " Sw < _3 , 4 , -3 > ",
    ],
)
def test_every_spelling_of_a_swizzle_is_read(text):
    assert parse_swizzle(text) == Swizzle(3, 4, -3)
    assert parse_composed_layout(f"{text} o -1 o 8:2") == ComposedLayout(
        Swizzle(3, 4, -3), -1, Layout(8, 2)
    )
    assert parse_composed_layout(f"{text} o 8") == ComposedLayout(
        Swizzle(3, 4, -3), 0, Layout(8, 1)
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Sw<3,4>", "expected ',' at position 6 of 'Sw<3,4>'"),
        ("Sw<3,4,3", "expected '>' at position 8 of 'Sw<3,4,3'"),
        ("Sw<3,4,3> o", "expected an integer at position 11 of 'Sw<3,4,3> o'"),
        ("Sw<3,4,3> 8:1", "expected the end of the text at position 10 of 'Sw<3,4,3> 8:1'"),
        ("Sw<3,4,3> o 1 8", "expected the end of the text at position 14 of 'Sw<3,4,3> o 1 8'"),
        ("Sw<3,4,3> o 0 o (8,", "expected an integer at position 19 of 'Sw<3,4,3> o 0 o (8,'"),
        (
            "Sw<2,0,1> o 8",
            ("Sw<2,0,1>: abs(S) must be at least B, but 1 < 2 at position 0 of 'Sw<2,0,1> o 8'"),
        ),
        ("Sw", "unknown name 'Sw' at position 0 of 'Sw'"),
    ],
)
def test_an_invalid_swizzle_is_rejected_at_its_position(text, message):
    with pytest.raises(NotationError) as caught:
        parse_expression(text, {"size"})
    assert str(caught.value) == message


def test_parse_composed_layout_rejects_a_plain_layout():
    with pytest.raises(NotationError, match="expected 'o'"):
        parse_composed_layout("8:1")
    with pytest.raises(NotationError, match="expected an integer"):
        parse_layout("Sw<1,0,1> o 0 o 8:1")


@pytest.mark.parametrize(
    "arguments", [(-1, 0, 0), (0, -1, 0), (2, 0, 1), (0, 0, 1 << 17), (2, 0, 0)]
)
def test_invalid_swizzle_parameters_are_rejected(arguments):
    with pytest.raises(LayoutError):
        Swizzle(*arguments)


@pytest.mark.parametrize("value", [True, 1.0, "3", None])
def test_swizzle_parameters_and_offsets_must_be_integers(value):
    with pytest.raises(LayoutError, match="integer"):
        Swizzle(value, 0, 3)
    with pytest.raises(LayoutError, match="integer"):
        ComposedLayout(Swizzle(1, 0, 1), value, Layout(4))


def test_apply_swizzle_rejects_parameters_without_bits():
    for arguments in ((0, -1, 0, 0), (0, 0, -1, 0), (0, 1, 0, 1 << 17)):
        with pytest.raises(LayoutError):
            apply_swizzle(*arguments)


def test_the_swizzle_of_the_catalogue_spreads_rows_over_columns():
    """In 8 rows of 128 bytes, the 8 chunks of a 16-byte column move to 8 different columns."""
    tile = ComposedLayout.parse("Sw<3,4,3> o 0 o (8,128):(128,1)")
    columns = [{tile(row, 16 * c) // 16 % 8 for row in range(8)} for c in range(8)]
    assert columns == [set(range(8))] * 8
