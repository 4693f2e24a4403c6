"""Conversion from TLA to XLA: a layout in fractals becomes a tiling."""

from dataclasses import dataclass

from spec.errors import ShapeError
from spec.int_tuple import IntTuple, ceil_div, flatten
from spec.tla.formats import require_element
from spec.tla.layout import TlaLayout
from spec.xla.shape import BITS, XlaShape, XlaTile


@dataclass(frozen=True)
class Blocks:
    """A mode that consists of `count` blocks, each with `size` elements.

    Elements are `stride` apart, and blocks are `pitch` apart. `extent` is the number of elements
    that are not padding.
    """

    size: int
    stride: int
    count: int
    pitch: int
    extent: int


def as_xla_shape(layout: TlaLayout, element: str) -> XlaShape:
    """The XLA shape that places each element at the layout's offset.

    A layout has no element type, so the caller passes the type as `element`. For elements of 4
    bits, the XLA shape has E(4).

    Pre-conditions: element is an element type of TLA; the layout has a format of TLA, or is a tile
    of such a layout. The elements of a block lie row by row, or column by column, without gaps. The
    blocks also lie row by row, or column by column; padding may follow each row or column of
    blocks. Otherwise ShapeError is raised.
    Post-conditions: linear_index(result, index) == layout(*index) for every index (B4); the result
    has no tiles if there are no elements (B9).

    >>> from spec.tla import Tag, make_layout
    >>> print(as_xla_shape(make_layout("f16", Tag.ZZ, 30, 48), "f16"))
    f16[30,48]{1,0:T(16,16)}
    >>> print(as_xla_shape(make_layout("f16", Tag.ZN, 30, 48), "f16"))
    f16[30,48]{1,0:T(32,16)}
    >>> print(as_xla_shape(make_layout("s8", Tag.NZ, 30, 40), "s8"))
    s8[30,40]{0,1:T(48,32)}
    >>> print(as_xla_shape(make_layout("s4", Tag.ZN, 17, 17), "s4"))
    s4[17,17]{1,0:T(32,64)E(4)}

    Source: XLA tiled layout; CATLASS tla/layout.hpp.
    """
    require_element(element)
    bits = packed_bits(element)
    if 0 in layout.origin_shape:
        return XlaShape(element, layout.origin_shape, element_bits=bits)
    modes = tuple(map(blocks, layout.shape, layout.stride, layout.origin_shape))
    if layout.rank == 1 and modes[0].stride == 1 and modes[0].count == 1:
        return XlaShape(element, layout.origin_shape, element_bits=bits)
    flat = not all(isinstance(mode, tuple) for mode in layout.shape)
    if layout.rank == 2:
        for order, (major, minor) in (((1, 0), modes), ((0, 1), modes[::-1])):
            tiles = tiles_of(major, minor, flat=flat)
            if tiles is not None:
                return XlaShape(element, layout.origin_shape, order, tiles, bits)
    raise ShapeError(f"{layout} is neither row-major nor column-major, with or without blocks")


def packed_bits(element: str) -> int | None:
    """The number of bits of an element if TLA packs several elements into a byte, or else None.

    >>> packed_bits("s4"), packed_bits("f16")
    (4, None)
    """
    return BITS[element] if BITS[element] < 8 else None


def blocks(shape: IntTuple, stride: IntTuple, extent: int) -> Blocks:
    """Describe a mode as blocks. A mode whose shape is an integer is one block.

    >>> blocks((16, 2), (16, 256), 30)
    Blocks(size=16, stride=16, count=2, pitch=256, extent=30)
    >>> blocks(3, 5, 3)
    Blocks(size=3, stride=5, count=1, pitch=15, extent=3)
    """
    if isinstance(shape, tuple):
        (size, count), (step, pitch) = flatten(shape), flatten(stride)
        return Blocks(size, step, count, pitch, extent)
    (step,) = flatten(stride)
    return Blocks(shape, step, 1, shape * step, extent)


def tiles_of(major: Blocks, minor: Blocks, *, flat: bool) -> tuple[XlaTile, ...] | None:
    """Tiles that place the elements of two dimensions at the offsets of these blocks, or None.

    `flat` is true if a mode of the layout is an integer: then the matrix is not cut into blocks.

    >>> tiles_of(Blocks(16, 16, 2, 256, 32), Blocks(16, 1, 3, 512, 48), flat=False)
    ((32, 16),)
    >>> tiles_of(Blocks(3, 5, 1, 15, 3), Blocks(5, 1, 1, 5, 5), flat=True)
    ()
    """
    if minor.stride != 1:
        return None
    if flat:
        whole = goes_on(major) and goes_on(minor)
        return _rows(major.stride, minor.extent) if whole else None
    if major.stride != minor.size:
        return None
    high = ceil_div(major.extent, major.size) * major.size
    if goes_on(major) and minor.pitch % minor.size == 0 and minor.pitch // minor.size >= high:
        # These blocks form strips as wide as one block. Each strip is contiguous, top to bottom.
        return ((minor.pitch // minor.size, minor.size),)
    if minor.pitch == major.size * minor.size and major.pitch % major.size == 0:
        return _block_rows(major, minor, major.pitch // major.size)
    return ((high, minor.size),) if goes_on(major) and minor.count == 1 else None


def goes_on(mode: Blocks) -> bool:
    """Whether the step from a block's last element to the next block is also `stride`.

    >>> goes_on(Blocks(16, 16, 2, 256, 30)), goes_on(Blocks(16, 1, 3, 512, 48))
    (True, False)
    """
    return mode.count == 1 or mode.pitch == mode.size * mode.stride


def _rows(pitch: int, width: int) -> tuple[XlaTile, ...] | None:
    if pitch == width:
        return ()
    return ((1, pitch),) if pitch > width else None


def _block_rows(major: Blocks, minor: Blocks, width: int) -> tuple[XlaTile, ...] | None:
    """The tiles for rows of blocks, each row `width` elements wide, or None if no tiles fit."""
    needed = ceil_div(minor.extent, minor.size) * minor.size
    block: XlaTile = (major.size, minor.size)
    if width == needed:
        return (block,)
    if width > needed and width % minor.size == 0:
        return ((ceil_div(major.extent, major.size) * major.size, width), block)
    return None
