"""Convert swizzles of offsets in bytes or bits, as in pointers, to offsets in elements."""

from spec.errors import LayoutError
from spec.swizzle import Swizzle


class TornError(LayoutError):
    """Raised for a swizzle of byte offsets that moves parts of one element to different places."""


UNITS = {"bytes": 8, "bits": 1}
"""The units in which a swizzle may count offsets, each with its number of bits."""


def of_elements(swizzle: Swizzle, bits: int, unit: str = "bytes") -> Swizzle:
    """Convert a swizzle of offsets in bytes, or bits, to the same swizzle of offsets in elements.

    An element has `bits` bits. `unit` is the unit of the offsets that `swizzle` maps.

    Pre-conditions: the bits of an element are a power of two; the swizzle moves whole elements.
    Post-conditions: if the unit has u bits, then bits * result(x) == u * swizzle(bits * x / u) for
    all natural x for which bits * x / u is an integer (tested).

    >>> print(of_elements(Swizzle(3, 4, 3), 16), of_elements(Swizzle(3, 4, 3), 1))
    Sw<3,3,3> Sw<3,7,3>
    >>> of_elements(Swizzle(1, 0, 3), 16)
    Traceback (most recent call last):
    spec.reading.bytes.TornError: Sw<1,0,3> counts bytes and moves blocks of 8 bits, which would \
split elements of 16 bits
    """
    if bits < 1 or bits & (bits - 1) != 0:
        raise LayoutError(
            f"{swizzle} counts {unit}, so the bits of an element must be a power of two, not {bits}"
        )
    base = swizzle.base + UNITS[unit].bit_length() - bits.bit_length()
    if swizzle.bits == 0:
        return Swizzle(0, max(base, 0), swizzle.shift)
    if base < 0:
        block = UNITS[unit] << swizzle.base
        raise TornError(
            f"{swizzle} counts {unit} and moves blocks of {block} bits, which would split elements"
            f" of {bits} bits"
        )
    return Swizzle(swizzle.bits, base, swizzle.shift)


def note_of(
    swizzle: Swizzle, moved: Swizzle, bits: int, element: str | None, unit: str = "bytes"
) -> str:
    """The note about a swizzle that was converted from offsets in bytes to offsets in elements.

    >>> note_of(Swizzle(3, 4, 3), Swizzle(3, 3, 3), 16, "f16")
    'Sw<3,4,3> counts bytes; in elements of f16 it is Sw<3,3,3>'
    """
    of = element or f"{bits} bit{'' if bits == 1 else 's'}"
    return f"{swizzle} counts {unit}; in elements of {of} it is {moved}"
