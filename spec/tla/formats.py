"""The formats of TLA: the layout that MakeLayout returns for an element type and a tag."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import Final

from spec.errors import LayoutError, ShapeError
from spec.int_tuple import ceil_div
from spec.tla.layout import TlaLayout
from spec.xla.shape import BITS

C0_BITS: Final = 256
"""The number of bits in 32 bytes. C0 is the number of elements that fit into 32 bytes."""

FRACTAL: Final = 16
"""The number of rows of a fractal that is stored row by row; each row has C0 elements.

A fractal that is stored column by column has 16 columns of C0 elements each. A fractal of L0C has
16 rows and 16 columns.
"""

ELEMENTS: Final = (
    *("s4", "f4e2m1fn", "s8", "u8", "f8e4m3fn", "f8e5m2", "f8e8m0fnu"),
    *("s16", "u16", "f16", "bf16", "s32", "u32", "f32", "s64", "u64"),
)
"""The element types of CATLASS under their XLA names: f16 for half, s4 for int4b_t."""

IN_PAIRS: Final = ("f4e2m1fn",)
"""Element types that CATLASS stores in pairs, so that a row (or column) has an even length."""

MX_SCALES: Final = 2
"""The value of C0 for the scales of an MX format."""


class Tag(StrEnum):
    """The layout tags of CATLASS.

    In a tag of two letters, the first letter gives the order inside a fractal, and the second
    letter gives the order of the fractals: z and Z mean row by row, n and N column by column.
    """

    ROW_MAJOR = "RowMajor"
    COLUMN_MAJOR = "ColumnMajor"
    VECTOR = "Vector"
    ZN = "zN"
    NZ = "nZ"
    ZZ = "zZ"
    NN = "nN"
    L0C = "L0C"


BY_ROWS_WITHIN: Final = {Tag.ZN: True, Tag.ZZ: True, Tag.NZ: False, Tag.NN: False}
"""For each tag of a format in fractals, whether a fractal stores its elements row by row."""


def make_layout(element: str, tag: Tag, rows: int, columns: int) -> TlaLayout:
    """The layout of a matrix, `MakeLayout<Element, Tag>(rows, columns)`.

    Pre-conditions: rows, columns >= 0.
    Post-conditions: the origin shape is (rows, columns), or (columns) for a vector (definition).

    CATLASS uses nN for MX scales only: see `make_mx_scale_layout`.

    >>> print(make_layout("f16", Tag.ZN, 30, 48))
    ((16,2),(16,3)):((16,256),(1,512)):(30,48)
    >>> print(make_layout("s8", Tag.ROW_MAJOR, 2, 3))
    (2,3):(3,1):(2,3)

    Source: CATLASS tla/layout.hpp, MakeLayout.
    """
    if tag == Tag.VECTOR:
        require_element(element)
        return TlaLayout((columns,), (1,))
    if tag == Tag.ROW_MAJOR:
        return TlaLayout((rows, columns), (_in_memory(element, columns), 1))
    if tag == Tag.COLUMN_MAJOR:
        return TlaLayout((rows, columns), (1, _in_memory(element, rows)))
    if tag == Tag.L0C:
        require_element(element)
        return fractal_layout(Tag.ZN, (FRACTAL, FRACTAL), rows, columns)
    return fractal_layout(tag, _fractal(tag, c0(element)), rows, columns)


def _in_format(tag: Tag, element: str, rows: int, columns: int) -> TlaLayout:
    """The layout of a matrix in a format of CATLASS, after a check of the extents."""
    for extent in (rows, columns):
        if isinstance(extent, bool) or not isinstance(extent, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ShapeError("rows and columns must be integers")
    return make_layout(element, tag, rows, columns)


FORMATS: Final[Mapping[str, Callable[[str, int, int], TlaLayout]]] = {
    tag.value: partial(_in_format, tag) for tag in Tag
}
"""Maps the name of each format to the function that makes a layout in this format.

The expression `zN(f16, 32, 48)` calls FORMATS["zN"]("f16", 32, 48).
"""


def make_mx_scale_layout(tag: Tag, rows: int, columns: int) -> TlaLayout:
    """The layout of the scales of an MX format, whose tag is zZ or nN.

    A fractal of scales has 16 rows (zZ) or 16 columns (nN) of 2 elements each.

    >>> print(make_mx_scale_layout(Tag.NN, 4, 20))
    ((2,2),(16,2)):((1,32),(2,64)):(4,20)

    Source: CATLASS tla/layout.hpp, MakeMxScaleLayout.
    """
    if tag not in (Tag.ZZ, Tag.NN):
        raise ShapeError(f"the tag of MX scales must be zZ or nN, not {tag}")
    return fractal_layout(tag, _fractal(tag, MX_SCALES), rows, columns)


def fractal_layout(tag: Tag, block: tuple[int, int], rows: int, columns: int) -> TlaLayout:
    """The layout of a matrix in blocks; the elements of a block are contiguous in memory.

    `block` is (rows, columns) of a block; `rows` and `columns` are the extents of the matrix.

    Pre-conditions: the tag is zN, nZ, zZ or nN; block entries >= 1; rows, columns >= 0.
    Post-conditions: the layout is a bijection from the padded matrix onto 0 .. n - 1, where n is
    the size of the padded matrix (L1, L1o).

    >>> print(fractal_layout(Tag.ZN, (4, 4), 8, 12))
    ((4,2),(4,3)):((4,16),(1,32)):(8,12)

    Source: TLA Layouts, zN layout; CATLASS tla/layout.hpp, MakeLayout.
    """
    if tag not in BY_ROWS_WITHIN:
        raise ShapeError(
            f"a format in fractals must have a tag of two letters, such as zN, not {tag}"
        )
    high, wide = block
    if high < 1 or wide < 1:
        raise ShapeError(f"the extents of a block must be 1 or more, not {high} and {wide}")
    down, right = ceil_div(rows, high), ceil_div(columns, wide)
    within = (wide, 1) if BY_ROWS_WITHIN[tag] else (1, high)
    across = (right, 1) if tag in (Tag.NZ, Tag.ZZ) else (1, down)
    strides = tuple((one, high * wide * step) for one, step in zip(within, across, strict=True))
    return TlaLayout(((high, down), (wide, right)), strides, (rows, columns))


def _fractal(tag: Tag, c0: int) -> tuple[int, int]:
    """The shape (rows, columns) of a fractal, with `c0` elements along the contiguous side."""
    return (FRACTAL, c0) if BY_ROWS_WITHIN[tag] else (c0, FRACTAL)


def c0(element: str) -> int:
    """The number of elements in 32 bytes.

    >>> c0("f32"), c0("s4")
    (8, 64)

    Source: CATLASS, BYTE_PER_C0.
    """
    require_element(element)
    return C0_BITS // BITS[element]


def require_element(element: object) -> None:
    """Raise LayoutError unless CATLASS has matrices of that element type.

    >>> require_element(16)
    Traceback (most recent call last):
    spec.errors.LayoutError: an element type of TLA must be a text such as 'f16'
    """
    if not isinstance(element, str):
        raise LayoutError("an element type of TLA must be a text such as 'f16'")
    if element not in ELEMENTS:
        known = ", ".join(ELEMENTS)
        raise LayoutError(f"{element!r} is not an element type of TLA; write one of {known}")


def _in_memory(element: str, n: int) -> int:
    """The length in memory of a row or column of n elements.

    The length is n, rounded up to an even number for the types in `IN_PAIRS`.
    """
    require_element(element)
    return ceil_div(n, 2) * 2 if element in IN_PAIRS else n
