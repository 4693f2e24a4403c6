"""How the 64 lanes of a wavefront hold the operands of AMD's MFMA instructions.

This module covers only instructions that multiply one block of 16 or 32 rows and columns, not
instructions that multiply several small blocks at once.
"""

import re
from typing import Final, NamedTuple

from spec.errors import LayoutError
from spec.layout import Layout

LANES: Final = 64

VALUES: Final = {
    "F16": (4, 8),
    "BF16": (2, 4, 8),
    "BF16_1K": (4,),
    "F32": (1,),
    "XF32": (2,),
    "F64": (1,),
    "I8": (4, 8, 16),
    **{f"{a}_{b}": (8,) for a in ("FP8", "BF8") for b in ("FP8", "BF8")},
}
"""Maps the types of A and B to the possible numbers of elements of A in a lane.

For an instruction that multiplies one block, the number is m*k / 64. For an instruction that
multiplies several blocks, m*k / 64 is not in the table: for V_MFMA_F32_32X32X4_F16 it is 2.
"""

NAME: Final = re.compile(
    r"(?:V_|__BUILTIN_AMDGCN_)?MFMA_(?P<d>F32|I32|F64)_(?P<m>\d+)X(?P<n>\d+)X(?P<k>\d+)"
    rf"(?P<blocks>_\d+B)?_?(?P<types>{'|'.join(sorted(VALUES, key=lambda one: -len(one)))})",
    re.IGNORECASE,
)


class Fragments(NamedTuple):
    """The shape (m,n,k) of an instruction, and the thread-value layouts of A, B and C."""

    shape: tuple[int, int, int]
    a: Layout
    b: Layout
    c: Layout


def mfma_fragments(name: str) -> Fragments | None:
    """The shape and the operands of an MFMA instruction; None if `name` does not match `NAME`.

    The operand A is (m,k): each lane holds consecutive elements of one row, and the next lane holds
    elements of the next row. The operand B is (n,k) and is laid out like A. The result C is (m,n):
    each lane holds elements of one column. Each column consists of blocks of rows. In each block,
    the first lane of the column holds the first 4 rows (for F64, the first row), the next lane of
    the column holds the next 4 rows, and so on.

    >>> for part in mfma_fragments("V_MFMA_F32_32X32X8_F16")[1:]:
    ...     print(part)
    ((32,2),4):((1,128),32)
    ((32,2),4):((1,128),32)
    ((32,2),(4,4)):((32,4),(1,8))

    Source: AMD Instinct MI300 ISA, MFMA; AMD Matrix Instruction Calculator.
    """
    found = NAME.fullmatch(name)
    if found is None:
        return None
    m, n, k = (int(found[one]) for one in "mnk")
    values = VALUES[found["types"].upper()]
    is_square = m == n and m in (16, 32)
    is_whole = m * k % LANES == 0 and m * k // LANES in values
    if not is_square or not is_whole or found["blocks"] is not None:
        raise LayoutError(
            f"{name}: only instructions with one block of 16 x 16 or 32 x 32 sums are supported"
        )
    neighbours = 1 if found["d"].upper() == "F64" else 4
    return Fragments((m, n, k), _rows(m, k), _rows(n, k), _sums(m, n, neighbours))


def _rows(rows: int, columns: int) -> Layout:
    groups = LANES // rows
    values = columns // groups
    return Layout(((rows, groups), values), ((1, rows * values), rows))


def _sums(rows: int, columns: int, neighbours: int) -> Layout:
    groups = LANES // columns
    again = rows // groups // neighbours
    return Layout(
        ((columns, groups), (neighbours, again)),
        ((rows, neighbours), (1, neighbours * groups)),
    )
