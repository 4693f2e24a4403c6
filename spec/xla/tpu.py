"""The tiled TPU formats that XLA's document names, by element size and bounds."""

from collections.abc import Mapping
from typing import Final

from spec.errors import LayoutError
from spec.xla.shape import XlaShape, XlaTile

TPU_FORMATS: Final[Mapping[str, tuple[XlaTile, ...]]] = {
    "raw": (),
    "8x128": ((8, 128),),
    "small 2x128": ((2, 128),),
    "small 4x128": ((4, 128),),
    "16-bit": ((8, 128), (2, 1)),
    "8-bit": ((8, 128), (4, 1)),
    "1-bit": ((32, 128), (32, 1)),
}
"""The tiles of each format."""

PACKED: Final[Mapping[int, str]] = {16: "16-bit", 8: "8-bit", 1: "1-bit"}
"""The format of elements that share the 32 bits of a register, by the bits of an element."""


def tpu_format_name(shape: XlaShape) -> str:
    """The name of the format that the document gives to arrays of this element size and bounds.

    The relevant size is the number of bits of an element in memory: a `pred` has a byte, and with
    `E(1)` one bit. The small formats are for 32-bit elements and depend on the second minor
    dimension. The document says nothing about other sizes, nor about arrays of fewer dimensions.

    Pre-conditions: two dimensions or more; elements of 32, 16, 8 or 1 bits.

    >>> [tpu_format_name(XlaShape("f32", dims)) for dims in ((10, 300), (3, 300), (1, 300))]
    ['8x128', 'small 4x128', 'small 2x128']
    >>> tpu_format_name(XlaShape("f32", (300,)))
    Traceback (most recent call last):
    spec.errors.LayoutError: XLA's document has formats for arrays of two dimensions or more, but \
f32[300]{0} has fewer: the compiler chooses a tile such as T(128) or T(1024)
    >>> tpu_format_name(XlaShape.parse("f64[10,300]"))
    Traceback (most recent call last):
    spec.errors.LayoutError: XLA's document has formats for elements of 32, 16, 8 and 1 bits, \
but an element of f64[10,300]{1,0} has 64

    Source: XLA tiled layout, Examples of tiling formats.
    """
    if shape.rank < 2:
        raise LayoutError(
            f"XLA's document has formats for arrays of two dimensions or more, but {shape} has"
            " fewer: the compiler chooses a tile such as T(128) or T(1024)"
        )
    if shape.bits in PACKED:
        return PACKED[shape.bits]
    if shape.bits != 32:
        raise LayoutError(
            f"XLA's document has formats for elements of 32, 16, 8 and 1 bits, "
            f"but an element of {shape} has {shape.bits}"
        )
    second_minor = shape.physical[-2]
    if second_minor in (1, 2):
        return "small 2x128"
    return "small 4x128" if second_minor in (3, 4) else "8x128"


def tpu_format(shape: XlaShape) -> XlaShape:
    """The same array in the format that the document gives to its element size and bounds.

    Pre-conditions: the pre-conditions of `tpu_format_name`.
    Post-conditions: the dimensions, their order and the element size are the shape's (definition).

    >>> print(tpu_format(XlaShape.parse("bf16[16,256]")))
    bf16[16,256]{1,0:T(8,128)(2,1)}
    >>> print(tpu_format(XlaShape.parse("pred[64,256]{0,1:E(1)}")))
    pred[64,256]{0,1:T(32,128)(32,1)E(1)}

    Source: XLA tiled layout, Examples of tiling formats.
    """
    return in_format(shape, tpu_format_name(shape))


def in_format(shape: XlaShape, name: str) -> XlaShape:
    """The same array in a named format, for any element size.

    >>> print(in_format(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"), "raw"))
    f32[3,5]{1,0}

    Source: XLA tiled layout, Examples of tiling formats.
    """
    if name not in TPU_FORMATS:
        raise LayoutError(f"unknown format {name!r}: use one of {', '.join(TPU_FORMATS)}")
    return XlaShape(
        shape.element, shape.dims, shape.minor_to_major, TPU_FORMATS[name], shape.element_bits
    )
