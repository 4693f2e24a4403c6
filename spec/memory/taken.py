"""The offsets and the width of the accesses that a thread-value layout describes.

If the offsets are linear over F2, a matrix represents them.
"""

from spec.composed import AnyLayout
from spec.errors import LayoutError, numeral
from spec.layout import Layout
from spec.memory import by_enumeration, by_ranks
from spec.memory.accesses import Columns, Matrix, bits_of, columns, matrix, require_width
from spec.memory.machine import Machine


def taken(
    memory: AnyLayout, tv: Layout, element: str, width: int | None, machine: Machine
) -> tuple[Matrix | Columns, int, int]:
    """The offset of each (thread, value), and the numbers of bits per element and per access.

    An access has `width` bits. If `width` is None, an access is as wide as possible.

    >>> taken(Layout((4, 2), (2, 1)), Layout((4, 2), (1, 4)), "f16", None, Machine())
    (Matrix(threads=(2, 4), values=(1,)), 16, 32)
    """
    bits = bits_of(element)
    if width is not None:
        require_width(width, machine)
    offsets = matrix(memory, tv)
    if offsets is not None:
        return offsets, bits, _width(width, by_ranks.widest(offsets, bits, machine), bits)
    listed = columns(memory, tv)
    return listed, bits, _width(width, by_enumeration.widest(listed, bits, machine), bits)


def _width(width: int | None, most: int, bits: int) -> int:
    """The requested access width, or the largest possible width if `width` is None.

    Raises LayoutError if the requested width is impossible.

    >>> _width(128, 64, 16)
    Traceback (most recent call last):
    spec.errors.LayoutError: the values of a thread allow accesses of 16, 32 or 64 bits, not of 128
    """
    if width is None:
        return most
    if not bits <= width <= most or width & (width - 1) != 0:
        *less, last = (f"{bits << k}" for k in range((most // bits).bit_length()))
        possible = f"{', '.join(less)} or {last}" if less else last
        raise LayoutError(
            f"the values of a thread allow accesses of {possible} bits, not of {numeral(width)}"
        )
    return width
