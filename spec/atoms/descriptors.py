"""Descriptors of wgmma: they describe to the instruction how shared memory stores a matrix.

A descriptor has the address of a block of A or B in shared memory, a swizzle, and two distances in
bytes. It can describe only some layouts: CuTe calls them canonical.
"""

from dataclasses import dataclass
from typing import Final

from spec.coalesce import coalesce
from spec.composed import AnyLayout, ComposedLayout, as_composed
from spec.divide import logical_divide
from spec.errors import InadmissibleError, LayoutError
from spec.layout import Layout
from spec.memory.accesses import bits_of
from spec.swizzled import recast_of

SPANS: Final = {0: "INTERLEAVE", 1: "B32", 2: "B64", 3: "B128"}
"""CuTe's names of the canonical layouts, by the number of bits B of the swizzle."""

LIMIT: Final = 1 << 18
"""Each of the two distances must be below this number of bytes.

A descriptor stores a distance in 14 bits, in units of 16 bytes.
"""


@dataclass(frozen=True)
class MatrixDescriptor:
    """A wgmma descriptor without its address: the kind of layout, and two distances in bytes.

    In a K-major layout, a row runs along K, and a column is 16 bytes wide. In such a layout,
    `stride_byte_offset` is the distance from a group of 8 rows to the next group, and
    `leading_byte_offset` is the distance from one column to the next.

    Source: PTX ISA, wgmma, matrix descriptor; CuTe arch/mma_sm90_desc.hpp.
    """

    kind: str
    leading_byte_offset: int
    stride_byte_offset: int


def matrix_descriptor(smem: AnyLayout, element: str, major: str) -> MatrixDescriptor:
    """The descriptor of one instruction's block of A (m,k) or B (n,k) in shared memory.

    `major` is "K" or "MN": the mode along which elements are contiguous. The swizzle of `smem`
    applies to offsets in elements.

    Pre-conditions: the layout is canonical; otherwise an error says what differs.

    >>> from spec import ComposedLayout
    >>> rows = ComposedLayout.parse("Sw<3,3,3> o 0 o ((8,8),16):((64,512),1)")
    >>> matrix_descriptor(rows, "f16", "K")
    MatrixDescriptor(kind='B128', leading_byte_offset=16, stride_byte_offset=1024)
    >>> matrix_descriptor(Layout(((8, 8), (8, 2)), ((8, 128), (1, 64))), "f16", "K")
    MatrixDescriptor(kind='INTERLEAVE', leading_byte_offset=128, stride_byte_offset=256)
    >>> matrix_descriptor(Layout((64, 16), (16, 1)), "f16", "K")
    Traceback (most recent call last):
    spec.errors.InadmissibleError: (64,16):(16,1): the distance between its rows in units of 16 \
bytes (2) must be the canonical one (1)

    Source: CuTe atom/mma_traits_sm90_gmma.hpp, make_gmma_desc.
    """
    if major not in ("K", "MN"):
        raise LayoutError(f"the major mode must be K or MN, not {major!r}")
    bits = bits_of(element)
    wide = recast_of(as_composed(smem), bits, 128)
    assert isinstance(wide, ComposedLayout)
    span = 1 << wide.swizzle.bits
    if wide.swizzle.bits not in SPANS or (
        span > 1 and (wide.swizzle.base, wide.swizzle.shift) != (0, 3)
    ):
        raise LayoutError(f"{smem}: the swizzle must be Sw<1,4,3>, Sw<2,4,3> or Sw<3,4,3> in bytes")
    if wide.layout.rank != 2:
        raise LayoutError(f"a block must have two modes, but {smem} has {wide.layout.rank}")
    if major == "K":
        leading, stride = _of_k_major(smem, wide.layout, span)
    else:
        leading, stride = _of_mn_major(smem, wide.layout, span, bits)
    for name, distance in (("leading", leading), ("stride", stride)):
        if not 0 <= 16 * distance < LIMIT:
            raise InadmissibleError(
                str(smem),
                f"the {name} byte offset ({{}}) must be below 2^18 ({{}})",
                16 * distance,
                LIMIT,
            )
    return MatrixDescriptor(SPANS[wide.swizzle.bits], 16 * leading, 16 * stride)


def _of_k_major(smem: AnyLayout, wide: Layout, span: int) -> tuple[int, int]:
    """The leading and stride offsets of a K-major block ((8,m),(2)), in units of 16 bytes."""
    rows, columns = (mode.size for mode in wide)
    if rows % 8 != 0 or columns not in (2, 4):
        raise LayoutError(
            f"{smem}: a block must have a multiple of 8 rows, and 32 or 64 bytes along K, but it "
            f"has {rows} rows and {16 * columns} bytes"
        )
    (row, group), (column, _) = _quarters(smem, wide, (8, 2))
    _require(smem, "rows", row, span)
    if span > 1:
        _require(smem, "columns", column, 1)
    return column, group


def _of_mn_major(smem: AnyLayout, wide: Layout, span: int, bits: int) -> tuple[int, int]:
    """The leading and stride offsets of an MN-major block ((span,m),(8,k)), in 16-byte units."""
    if wide[1].size not in (128 // bits, 256 // bits, 512 // bits):
        raise LayoutError(
            f"{smem}: a block must have {128 // bits}, {256 // bits} or {512 // bits} elements "
            f"along K, not {wide[1].size}"
        )
    (row, group), (column, other) = _quarters(smem, wide, (span, 8))
    if span > 1:
        _require(smem, "rows", row, 1)
    _require(smem, "columns", column, span)
    return (group, other) if span > 1 else (other, group)


def _quarters(
    smem: AnyLayout, wide: Layout, tile: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """For each mode of a block, the stride inside a tile and the stride from tile to tile."""
    divided = logical_divide(wide, tile)
    parts = [[coalesce(part) for part in mode] for mode in divided]
    if any(part.rank != 1 or isinstance(part.shape, tuple) for mode in parts for part in mode):
        raise LayoutError(
            f"{smem}: in each mode, the tiles must be evenly spaced, and so must the elements of a"
            " tile"
        )
    (a, b), (c, d) = ((_step(one), _step(other)) for one, other in parts)
    return (a, b), (c, d)


def _step(mode: Layout) -> int:
    return mode(1) if mode.size > 1 else 0


def _require(smem: AnyLayout, name: str, found: int, right: int) -> None:
    if found != right:
        raise InadmissibleError(
            str(smem),
            f"the distance between its {name} in units of 16 bytes ({{}}) must be the canonical one"
            " ({})",
            found,
            right,
        )
