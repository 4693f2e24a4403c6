"""Named TPU formats have the tiles that libtpu and the document give them."""

import pytest
from hypothesis import given

from spec.errors import LayoutError
from spec.xla import XlaShape, linear_index, padded_shape, size_bytes
from spec.xla.tpu import TPU_FORMATS, in_format, tpu_format
from tests.spec.xla.strategies import xla_shapes

# libtpu 0.0.42 chooses these layouts for arguments of programs on v4, v5e and v6e.
COMPILED = [
    *("f32[]{:T(128)}", "bf16[]{:T(256)}", "s8[]{:T(512)}", "s4[]{:T(1024)E(4)}"),
    *("f32[9]{0:T(128)}", "f32[129]{0:T(256)}", "f32[300]{0:T(512)}", "f32[513]{0:T(1024)}"),
    *("f32[4097]{0:T(1024)}", "c64[9]{0:T(128)}", "c64[64,256]{1,0:T(8,128)}"),
    *("bf16[9]{0:T(256)(128)(2,1)}", "bf16[300]{0:T(512)(128)(2,1)}"),
    *("s16[1025]{0:T(1024)(128)(2,1)}", "pred[512]{0:T(512)(128)(4,1)}"),
    *("s8[513]{0:T(1024)(128)(4,1)}", "s4[9]{0:T(1024)(128)(8,1)E(4)}"),
    *("f32[1,256]{1,0:T(1,128)}", "f32[2,256]{1,0:T(2,128)}", "f32[3,256]{1,0:T(4,128)}"),
    *("f32[4,256]{1,0:T(4,128)}", "f32[5,256]{1,0:T(8,128)}", "f32[64,256]{1,0:T(8,128)}"),
    *("f32[16,1]{0,1:T(1,128)}", "f32[16,8]{0,1:T(8,128)}", "f32[5,1,256]{2,1,0:T(1,128)}"),
    *("bf16[1,256]{1,0:T(2,128)(2,1)}", "bf16[2,256]{1,0:T(2,128)(2,1)}"),
    *("f16[3,256]{1,0:T(4,128)(2,1)}", "bf16[5,256]{1,0:T(8,128)(2,1)}"),
    *("u16[64,256]{1,0:T(8,128)(2,1)}", "bf16[5,1,256]{2,0,1:T(8,128)(2,1)}"),
    *("s8[1,256]{1,0:T(4,128)(4,1)}", "s8[7,256]{1,0:T(8,128)(4,1)}"),
    *("f8e4m3fn[31,256]{1,0:T(8,128)(4,1)}", "f8e5m2[32,256]{1,0:T(32,128)(4,1)}"),
    *("pred[33,256]{1,0:T(8,128)(4,1)}", "u8[128,256]{1,0:T(32,128)(4,1)}"),
    *("s4[1,256]{1,0:T(8,128)(8,1)E(4)}", "u4[63,256]{1,0:T(8,128)(8,1)E(4)}"),
    *("s4[64,256]{1,0:T(64,128)(8,1)E(4)}", "f4e2m1fn[3,256]{1,0:T(8,128)(8,1)E(4)}"),
    *("f32[0]{0}", "f32[4,0]{1,0}", "s4[0,4]{1,0:E(4)}", "f32[2,3,4,5]{3,2,1,0:T(4,128)}"),
]


@pytest.mark.parametrize("text", COMPILED)
def test_an_argument_has_the_tiles_of_the_compiler(text):
    compiled = XlaShape.parse(text)
    plain = XlaShape(compiled.element, compiled.dims, compiled.minor_to_major)
    assert tpu_format(plain) == compiled
    assert tpu_format(compiled) == compiled


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("f32[10,300]", "8x128"), ("f32[2,300]", "small 2x128"), ("f32[3,300]", "small 4x128")),
        *(("f32[300,4]{0,1}", "small 4x128"), ("bf16[16,256]", "16-bit"), ("s8[16,256]", "8-bit")),
        *(("pred[64,256]{1,0:E(1)}", "1-bit"), ("u1[64,256]{1,0:E(1)}", "1-bit")),
    ],
)
def test_most_formats_agree_with_the_document(text, name):
    shape = XlaShape.parse(text)
    assert tpu_format(shape).tiles == TPU_FORMATS[name]
    assert in_format(tpu_format(shape), "raw") == shape


@pytest.mark.parametrize(
    "text",
    [
        *("f64[8,8]", "c128[1,1]", "s64[8]", "s2[8,8]{1,0:E(2)}", "f32[8,8]{1,0:E(64)}"),
        *("pred[9]{0:E(1)}", "f6e2m3fn[8,8]{1,0:E(6)}"),
    ],
)
def test_elements_without_tiles_are_rejected(text):
    with pytest.raises(LayoutError, match="has tiles for elements of 32, 16, 8 and 4 bits, but"):
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
