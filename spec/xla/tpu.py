"""The tiles of TPUs: the choices of XLA's compiler, and the formats that XLA's document names."""

from collections.abc import Mapping
from typing import Final

from spec.errors import LayoutError
from spec.xla.shape import BITS, XlaShape, XlaTile

TPU_FORMATS: Final[Mapping[str, tuple[XlaTile, ...]]] = {
    "raw": (),
    "8x128": ((8, 128),),
    "small 2x128": ((2, 128),),
    "small 4x128": ((4, 128),),
    "16-bit": ((8, 128), (2, 1)),
    "8-bit": ((8, 128), (4, 1)),
    "1-bit": ((32, 128), (32, 1)),
}
"""The tiles of each format that has a name in XLA's document."""

LANES: Final = 128
"""The number of 32-bit elements in a row of a register."""

SUBLANES: Final = 8
"""The number of rows of a register."""


def tpu_format(shape: XlaShape) -> XlaShape:
    """The same array with the tiles that XLA's compiler for TPUs chooses for a program's arguments.

    A 32-bit word holds 2, 4 or 8 narrower elements of a column. In an array with two dimensions or
    more, a tile has as many rows as the second minor dimension, rounded up to 1, 2 or 4; it has 8
    rows if this dimension is larger than 4. But a tile has at least as many rows as a word has
    elements. There is one exception for elements of 8 or 4 bits: if the second minor dimension is a
    multiple of the number of rows of a full register, a tile is a full register.
    Inside a program, the compiler may choose other tiles. XLA's document names other tiles for
    arrays with one row of 32-bit elements, and for arrays whose tiles are whole registers.

    Pre-conditions: elements of 32, 16, 8 or 4 bits, or c64; elements of 1 bit, E(1), need two
    dimensions or more.
    Post-conditions: the result has the argument's dimensions, order and element type, and a 4-bit
    type gets E(4) (definition).

    >>> print(tpu_format(XlaShape.parse("bf16[16,256]")), tpu_format(XlaShape.parse("bf16[3,256]")))
    bf16[16,256]{1,0:T(8,128)(2,1)} bf16[3,256]{1,0:T(4,128)(2,1)}
    >>> print(tpu_format(XlaShape.parse("s8[64,256]")), tpu_format(XlaShape.parse("s4[9,256]")))
    s8[64,256]{1,0:T(32,128)(4,1)} s4[9,256]{1,0:T(8,128)(8,1)E(4)}
    >>> print(tpu_format(XlaShape.parse("f32[300]")), tpu_format(XlaShape.parse("bf16[9]")))
    f32[300]{0:T(512)} bf16[9]{0:T(256)(128)(2,1)}
    >>> print(tpu_format(XlaShape.parse("pred[64,256]{0,1:E(1)}")))
    pred[64,256]{0,1:T(32,128)(32,1)E(1)}
    >>> tpu_format(XlaShape.parse("f64[10,300]"))
    Traceback (most recent call last):
    spec.errors.LayoutError: the compiler for TPUs has tiles for elements of 32, 16, 8 and 4 bits, \
but an element of f64[10,300]{1,0} has 64

    Source: libtpu 0.0.42 for v4, v5e and v6e (tested); XLA tiled layout, Examples of tiling
    formats.
    """
    bits = shape.element_bits if BITS[shape.element] != 4 else 4
    packed = XlaShape(shape.element, shape.dims, shape.minor_to_major, (), bits)
    return XlaShape(shape.element, shape.dims, shape.minor_to_major, tpu_tiles(packed), bits)


def tpu_tiles(shape: XlaShape) -> tuple[XlaTile, ...]:
    """The tiles that `tpu_format` chooses for an array.

    >>> tpu_tiles(XlaShape("f32", (3, 300)))
    ((4, 128),)
    """
    if shape.bits == 1 and shape.rank > 1:
        return TPU_FORMATS["1-bit"]
    if shape.bits not in (4, 8, 16, 32) and shape.element != "c64":
        raise LayoutError(
            "the compiler for TPUs has tiles for elements of 32, 16, 8 and 4 bits, "
            f"but an element of {shape} has {shape.bits}"
        )
    for d in shape.dims:
        if d == 0:
            return ()
    packed = 1 if shape.element == "c64" else 32 // shape.bits
    if shape.rank == 0:
        return ((LANES * packed,),)
    inside = ((packed, 1),) if packed > 1 else ()
    if shape.rank == 1:
        line = max(rounded_up(shape.dims[0], (LANES, 2 * LANES, 4 * LANES)), LANES * packed)
        return ((line,), (LANES,), *inside) if inside else ((line,),)
    rows = shape.physical[-2]
    if packed > 2 and rows % (SUBLANES * packed) == 0:
        return ((SUBLANES * packed, LANES), *inside)
    return ((max(rounded_up(rows, (1, 2, 4)), packed), LANES), *inside)


def rounded_up(n: int, sides: tuple[int, ...]) -> int:
    """The first of the sides that is at least n, or twice the last side if all sides are smaller.

    >>> rounded_up(3, (1, 2, 4)), rounded_up(9, (1, 2, 4))
    (4, 8)
    """
    for side in sides:
        if n <= side:
            return side
    return 2 * sides[-1]


def in_format(shape: XlaShape, name: str) -> XlaShape:
    """The array with the tiles of a format of TPU_FORMATS. Any element size is accepted.

    >>> print(in_format(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"), "raw"))
    f32[3,5]{1,0}

    Source: XLA tiled layout, Examples of tiling formats.
    """
    if name not in TPU_FORMATS:
        raise LayoutError(f"unknown format {name!r}: use one of {', '.join(TPU_FORMATS)}")
    return XlaShape(
        shape.element, shape.dims, shape.minor_to_major, TPU_FORMATS[name], shape.element_bits
    )
