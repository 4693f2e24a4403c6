"""Matrix instructions: which thread holds each element of A, B and C, and as which value."""

from collections.abc import Iterable
from typing import Final

from spec.atoms.mma import Atom, Operand
from spec.atoms.tiled import TiledMMA
from spec.layout import Layout
from spec.pictures.offsets import require_drawable
from spec.pictures.panel import Panel, Product
from spec.pictures.takers import panel_of, takers_of

MOST_PAIRS: Final = 1 << 20
"""An operand is drawn only if it has at most this many (thread, value) pairs.

An operand can have more pairs than elements: in wgmma, each of 128 threads has all of B.
"""


def product(mma: Atom | TiledMMA) -> Product:
    """The operands of an instruction as matrices with C = A B. B is drawn with a row for each k.

    Pre-conditions: an operand has at most MOST_CELLS elements and MOST_PAIRS pairs (thread, value).

    >>> from spec.atoms.mma import mma_atom
    >>> a, b, c = product(mma_atom("SM80_16x8x16_F32F16F16F32_TN")).panels
    >>> (a.rows, a.columns), (b.rows, b.columns), (c.rows, c.columns)
    ((16, 16), (16, 8), (16, 8))
    >>> b.at(1, 0).text, b.at(0, 1).text
    ('T0 V1', 'T4 V0')

    Source: CuTe util/print_latex.hpp, print_latex of a TiledMMA.
    """
    n, k = mma.b.block
    turned = (row + n * column for row in range(n) for column in range(k))
    return Product(
        mma.name,
        (
            operand(mma.a, "A (m,k): "),
            _panel(mma.b, "B (n,k), drawn with k down: ", k, turned),
            operand(mma.c, "C (m,n): "),
        ),
    )


def operand(one: Operand, name: str = "") -> Panel:
    """The threads and values of one operand.

    Pre-conditions: the pre-conditions of `product`.
    """
    rows, columns = one.block
    return _panel(one, name, rows, range(rows * columns))


def _panel(one: Operand, name: str, rows: int, elements: Iterable[int]) -> Panel:
    require_drawable(Layout(one.block))
    taken_by = takers_of(one.layout, MOST_PAIRS)
    held = "" if one.times == 1 else f", each element held by {one.times} threads"
    return panel_of(f"{name}{one}{held}", rows, elements, taken_by, one.times)
