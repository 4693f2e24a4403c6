"""The question whether two arrays hold the same bytes: same_bytes(A, B)."""

from __future__ import annotations

from spec.bridges import Array, size_bytes
from spec.bridges.bytes import element_bits
from spec.errors import LayoutError, numeral
from spec.xla.shape import XlaShape
from verif.questions.answer import Answer, Effort, Ruling, holds, refuted
from verif.questions.equal import equal_arrays


def same_bytes(a: Array, b: Array, effort: Effort) -> Answer:
    """Decide whether two XLA arrays with the same elements have the same bytes in memory."""
    return same_bytes_of(a, b, None, effort)


def same_bytes_of(a: Array, b: Array, element: str | None, effort: Effort) -> Answer:
    """Decide whether two arrays (CuTe, XLA or TLA) have the same bytes in memory.

    `element` is the element type for arrays that do not name one, such as layouts. The answer is
    yes if the elements have the same type, width and place in both arrays, and if both arrays take
    equally many bytes, padding included.
    """
    if element is not None and isinstance(a, XlaShape) and isinstance(b, XlaShape):
        raise LayoutError(f"both arrays name their element types: leave out {element}")
    types = tuple(x.element if isinstance(x, XlaShape) else element for x in (a, b))
    bits = tuple(element_bits(x, _of(x, element)) for x in (a, b))
    if types[0] != types[1]:
        return refuted(f"A has elements of type {types[0]}, B of type {types[1]}", (), ())
    if bits[0] != bits[1]:
        return refuted("an element has {} bits in A and {} bits in B", (), bits)
    answer = equal_arrays(a, b, effort)
    if answer.ruling is not Ruling.HOLDS:
        return answer
    sizes = tuple(size_bytes(x, _of(x, element)) for x in (a, b))
    if sizes[0] != sizes[1]:
        text = "each element has the same place, but with padding A takes {} bytes and B takes {}"
        return refuted(text, (), sizes)
    return holds(
        f"each element has the same place in both; elements are of type {types[0]} with {bits[0]} "
        f"bits, and each array takes {numeral(sizes[0])} bytes with padding"
    )


def _of(array: Array, element: str | None) -> str | None:
    """Return the element type, or None if the array is an XLA shape, which names its own type."""
    return None if isinstance(array, XlaShape) else element
