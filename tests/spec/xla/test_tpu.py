"""The named TPU formats: which arrays have them, and what they do."""

import pytest
from hypothesis import given

from spec.errors import LayoutError
from spec.xla import XlaShape, linear_index, padded_shape, size_bytes
from spec.xla.tpu import TPU_FORMATS, in_format, tpu_format, tpu_format_name
from tests.spec.xla.strategies import xla_shapes


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("f32[10,300]", "8x128"),
        ("s32[7,5,128]", "8x128"),
        ("u32[0,128]", "8x128"),
        ("f32[5,1]", "8x128"),
        ("f32[1,300]", "small 2x128"),
        ("f32[2,300]", "small 2x128"),
        ("f32[3,300]", "small 4x128"),
        ("f32[4,300]", "small 4x128"),
        ("f32[300,4]{0,1}", "small 4x128"),
        ("f32[4,300]{0,1}", "8x128"),
        ("bf16[16,256]", "16-bit"),
        ("s16[1,256]", "16-bit"),
        ("s8[16,256]", "8-bit"),
        ("f8e4m3fn[16,256]", "8-bit"),
        ("pred[16,256]", "8-bit"),
        ("pred[64,256]{1,0:E(1)}", "1-bit"),
        ("u1[64,256]{1,0:E(1)}", "1-bit"),
    ],
)
def test_the_format_depends_on_element_size_and_dimensions(text, name):
    shape = XlaShape.parse(text)
    assert tpu_format_name(shape) == name
    assert tpu_format(shape).tiles == TPU_FORMATS[name]
    assert in_format(tpu_format(shape), "raw") == shape


@pytest.mark.parametrize("text", ["f32[300]", "f32[]", "bf16[1024]", "pred[]", "s4[8]{0:E(4)}"])
def test_an_array_without_a_second_minor_dimension_has_no_format(text):
    with pytest.raises(LayoutError, match="two dimensions or more"):
        tpu_format(XlaShape.parse(text))


@pytest.mark.parametrize(
    "text", ["f64[8,8]", "c128[1,1]", "s4[8,8]{1,0:E(4)}", "f32[8,8]{1,0:E(64)}"]
)
def test_undocumented_cases_have_no_format(text):
    with pytest.raises(LayoutError, match="document has formats for elements of 32, 16, 8"):
        tpu_format(XlaShape.parse(text))


def test_an_unknown_format_is_rejected():
    with pytest.raises(
        LayoutError, match=r"^unknown format '9x128': use one of raw, 8x128, small 2x128"
    ):
        in_format(XlaShape("f32", (3,)), "9x128")


@given(xla_shapes())
def test_a_format_keeps_dimensions_and_element_type(shape):
    for name, tiles in TPU_FORMATS.items():
        made = in_format(shape, name)
        assert made.tiles == tiles
        assert (made.element, made.dims, made.minor_to_major, made.element_bits) == (
            (shape.element, shape.dims, shape.minor_to_major, shape.element_bits)
        )


def test_small_formats_save_memory():
    small = XlaShape.parse("f32[2,128]")
    assert size_bytes(tpu_format(small)) * 4 == size_bytes(in_format(small, "8x128"))


@pytest.mark.parametrize(("text", "rows"), [("bf16[16,256]", 2), ("s8[16,256]", 4)])
def test_elements_of_a_column_share_32_bits(text, rows):
    shape = tpu_format(XlaShape.parse(text))
    assert rows * shape.bits == 32
    for m in range(0, 16, rows):
        for n in (0, 1, 127, 128, 255):
            first = linear_index(shape, (m, n))
            assert first % rows == 0
            assert [linear_index(shape, (m + k, n)) - first for k in range(rows)] == [*range(rows)]


def test_1_bit_elements_take_no_padding():
    shape = tpu_format(XlaShape.parse("pred[64,256]{1,0:E(1)}"))
    assert padded_shape(shape) == (64, 256)
    assert size_bytes(shape) * 8 == 64 * 256
    assert [linear_index(shape, (m, 5)) for m in range(32)] == list(range(160, 192))
