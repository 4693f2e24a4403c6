"""The byte offsets in a wgmma descriptor are distances between elements of its layout."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import ComposedLayout, Layout, LayoutError, Swizzle, composition, tile_to_shape
from spec.atoms.descriptors import SPANS, matrix_descriptor

BITS = {"s8": 8, "f16": 16, "bf16": 16, "f32": 32}


def atom(element, swizzle, major):
    """Return a canonical layout such as CuTe's Layout_K_SW128_Atom, in elements."""
    bits = BITS[element]
    wide = (128 << swizzle) // bits
    layout = Layout((8, wide), (wide, 1)) if major == "K" else Layout((wide, 8), (1, wide))
    base = (128 // bits).bit_length() - 1
    return ComposedLayout(Swizzle(swizzle, base, 3), 0, layout)


def block_of(smem, element, rows):
    """Return the block that one instruction reads: `rows` rows, and 32 bytes along K."""
    return composition(smem, (rows, 256 // BITS[element]))


@given(
    st.sampled_from([*BITS]),
    st.sampled_from([*SPANS]),
    st.sampled_from(("K", "MN")),
    st.sampled_from((1, 2)),
)
def test_a_canonical_layout_has_a_descriptor(element, swizzle, major, times):
    unit = atom(element, swizzle, major)
    rows, columns = max(unit.shape[0], 64), max(unit.shape[1], 256 // BITS[element])
    smem = tile_to_shape(unit, (rows * times, columns))
    block = block_of(smem, element, 64)
    made = matrix_descriptor(block, element, major)
    assert made.kind == SPANS[swizzle]
    size = BITS[element] // 8
    plain = block.layout
    wide = 128 // BITS[element]
    if major == "K":
        assert made.stride_byte_offset == plain((8, 0)) * size
        assert made.leading_byte_offset == plain((0, wide)) * size
        return
    group = plain(((wide << swizzle) % 64, 0)) * size
    column = plain((0, 8)) * size if plain[1].size > 8 else 0
    expected = (group, column) if swizzle else (column, group)
    assert (made.leading_byte_offset, made.stride_byte_offset) == expected


@pytest.mark.parametrize(
    ("smem", "element", "major", "problem"),
    [
        ("(64,16):(16,1)", "f16", "K", "distance between its rows in units"),
        ("(64,16):(1,64)", "f16", "N", "must be K or MN, not 'N'"),
        ("(60,16):(8,1)", "f16", "K", "a multiple of 8 rows"),
        ("(64,8):(8,1)", "f16", "K", "and 16 bytes"),
        ("(64,12):(1,64)", "f16", "MN", "along K, not 12"),
        ("64:1", "f16", "K", "must have two modes"),
    ],
)
def test_other_layouts_are_rejected(smem, element, major, problem):
    with pytest.raises(LayoutError, match=problem):
        matrix_descriptor(Layout.parse(smem), element, major)


def test_other_swizzles_are_rejected():
    wrong = ComposedLayout(Swizzle(3, 4, 3), 0, Layout((64, 16), (64, 1)))
    with pytest.raises(LayoutError, match="the swizzle must be"):
        matrix_descriptor(wrong, "f16", "K")


def test_distances_beyond_the_bits_of_a_descriptor_are_rejected():
    far = Layout(((8, 8), (8, 2)), ((8, 1 << 17), (1, 64)))
    with pytest.raises(LayoutError, match="stride byte offset"):
        matrix_descriptor(far, "f16", "K")
