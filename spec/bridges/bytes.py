"""Sizes of arrays in bytes: with padding, up to the last element, and without padding.

An XLA array names its element type. For a CuTe or TLA layout, the caller names the element type.
CuTe and TLA layouts pack elements of fewer than 8 bits. In an XLA array each such element fills a
byte, unless the shape gives a different element size, as in `E(4)`.
"""

from math import prod

from spec.bridges.convert import Array, restricted
from spec.bridges.restricted import NoLayoutError, Restricted
from spec.errors import LayoutError
from spec.int_tuple import ceil_div, flatten
from spec.layout import reach
from spec.memory.accesses import bits_of
from spec.modes import Modes, modes_of
from spec.tla.formats import require_element
from spec.tla.layout import TlaLayout
from spec.xla import position
from spec.xla.shape import XlaShape


def size_bytes(array: Array, element: str | None = None) -> int:
    """The number of bytes of the array in memory, including padding.

    A layout occupies the memory from its least to its greatest offset.

    Pre-conditions: `element` is None for an XLA array, which names its element type itself. For
    other arrays, `element` is the element type; for a TLA layout, it is an element type of TLA.

    >>> size_bytes(XlaShape.parse("f32[3,5]{1,0:T(2,2)}")), size_bytes(XlaShape.parse("s4[9]"))
    (96, 9)
    >>> size_bytes(XlaShape.parse("s4[9]{0:E(4)}")), size_bytes(XlaShape.parse("f32[0,5]"))
    (5, 0)
    >>> from spec.layout import Layout
    >>> size_bytes(Layout((8, 64), (72, 1)), "f16")
    1136

    Source: XLA layout, element_size_in_bits.
    """
    bits = element_bits(array, element)
    if isinstance(array, XlaShape):
        return position.size_bytes(array)
    if any(n == 0 for n in flatten(array.shape)):
        return 0
    return ceil_div((1 + reach(flatten(array.shape), flatten(array.stride))) * bits, 8)


def last_byte(array: Array, element: str | None = None) -> int:
    """The offset in bytes of the last byte that belongs to an element.

    Padding may follow, but no access to an element touches a later byte.

    Pre-conditions: as for size_bytes; the array has elements. If no CuTe layout exists for the
    padded form of an XLA array, this array has at most MOST_POSITIONS positions.

    >>> last_byte(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    83
    >>> from spec.layout import Layout
    >>> last_byte(Layout((8, 64), (72, 1)), "f16")
    1135
    """
    bits = element_bits(array, element)
    if _elements(array) == 0:
        raise LayoutError(f"{array} has no elements, so it has no last byte")
    return ((_last_position(array) + 1) * bits - 1) // 8


def expansion(array: Array, element: str | None = None) -> tuple[int, int]:
    """The bytes in memory, including padding, and the bytes of the elements alone.

    Their quotient is the factor by which padding expands the array.

    Pre-conditions: as for size_bytes.

    >>> expansion(XlaShape.parse("f32[3,5]{1,0:T(8,128)}"))
    (4096, 60)
    """
    padded = size_bytes(array, element)
    return padded, ceil_div(_elements(array) * element_bits(array, element), 8)


def element_bits(array: Array, element: str | None) -> int:
    """The number of bits of an element in memory.

    >>> from spec.layout import Layout
    >>> element_bits(Layout(4), "s4"), element_bits(XlaShape.parse("s4[4]"), None)
    (4, 8)
    """
    if isinstance(array, XlaShape):
        if element is not None:
            raise LayoutError(f"{array} names its element type: leave out {element}")
        return array.bits
    if element is None:
        raise LayoutError(f"{array} has no element type: add one as the last argument, such as f16")
    if isinstance(array, TlaLayout):
        require_element(element)
    return bits_of(element)


def _last_position(array: Array) -> int:
    """The greatest position of an element.

    The position is computed from the modes of the array's CuTe layout. If the array has no such
    layout, all positions are listed.
    """
    try:
        return _last_of_layout(restricted(array))
    except NoLayoutError:
        # Only an array of XLA can lack a layout.
        order = position.physical_order(array) if isinstance(array, XlaShape) else ()
        return max(k for k, n in enumerate(order) if n is not None)


def _last_of_layout(found: Restricted) -> int:
    """The greatest offset of a restricted layout. Only coordinates within the extents count."""
    return sum(
        greatest(modes_of(mode), n) for mode, n in zip(found.layout, found.extents, strict=True)
    )


def greatest(modes: Modes, n: int) -> int:
    """The greatest offset among the first n coordinates of modes (size, stride).

    >>> greatest(((4, 10), (2, 1)), 8), greatest(((4, 10), (2, 1)), 6)
    (31, 30)
    """
    if not modes:
        return 0
    (s, d), rest = modes[0], modes[1:]
    if not rest or n <= s:
        return _steps(d, n)
    last = ceil_div(n, s) - 1
    return max(greatest(rest, last) + _steps(d, s), _at(rest, last) + _steps(d, n - s * last))


def _steps(d: int, n: int) -> int:
    """The greatest of the numbers 0, d, .., (n - 1)*d."""
    return (n - 1) * d if d > 0 else 0


def _at(modes: Modes, i: int) -> int:
    """The offset of coordinate i. The coordinate may lie beyond the last mode."""
    (s, d), rest = modes[0], modes[1:]
    return i * d if not rest else i % s * d + _at(rest, i // s)


def _elements(array: Array) -> int:
    """The number of elements of an array, without padding."""
    if isinstance(array, XlaShape):
        return prod(array.dims)
    return prod(array.origin_shape) if isinstance(array, TlaLayout) else array.size
