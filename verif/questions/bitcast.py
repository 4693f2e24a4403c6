"""The question whether a reshape of an XLA array moves nothing: bitcast(A, B)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from math import prod
from typing import Final

from spec.bridges import as_layout
from spec.coalesce import coalesce_modes
from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from spec.layout import Layout, make_layout
from spec.modes import modes_of
from spec.xla.position import index_of, linear_index, size_bytes
from spec.xla.shape import XlaShape, transposed_shape
from verif.questions.answer import Answer, Effort, holds, refuted, unknown
from verif.questions.equal import first_difference

Sides = tuple[int, ...]

MOST_TRANSPOSED: Final = 4
"""The largest rank for which all transposes are tried."""


def bitcast(a: XlaShape, b: XlaShape, effort: Effort) -> Answer:
    """Decide whether element n of A and element n of B, counted row-major, have the same place.

    XLA always reshapes in row-major order of the indices; the layouts do not matter. So the memory
    of A, read as B, is the reshape of A if and only if the two places are equal for every n (claim
    X15). Arrays with different numbers of bytes are refuted, too.
    """
    answer = _decided("A", a, b, effort)
    witness = answer.witness
    order = _transpose(a, b, effort) if witness is not None and witness.coordinates else None
    if witness is None or order is None:
        return answer
    said = format_int_tuple(order)
    text = (
        f"{witness.text}; B is the transpose of A by dimensions {said}: ask bitcast(A, B, {said})"
    )
    return refuted(text, witness.coordinates, witness.values)


def _decided(name: str, a: XlaShape, b: XlaShape, effort: Effort) -> Answer:
    if prod(a.dims) != prod(b.dims):
        return refuted("A has {} elements, B has {}", (), (prod(a.dims), prod(b.dims)))
    if a.bits != b.bits:
        return refuted("an element has {} bits in A and {} bits in B", (), (a.bits, b.bits))
    n = _moved(a, b, effort)
    if n is None:
        sizes = size_bytes(a), size_bytes(b)
        if sizes[0] != sizes[1]:
            return refuted(
                "no element moves, but with padding A takes {} bytes and B takes {}", (), sizes
            )
        return holds(
            f"element n of {name}, counted row-major, has the same place as element n of B"
        )
    if n < 0:
        return unknown("one of the arrays is not a layout, and there are too many elements to try")
    index, other = index_of(n, a.dims), index_of(n, b.dims)
    places = linear_index(a, index), linear_index(b, other)
    text = f"{name}{{}} and B{{}} are the same element, at {{}} in {name} and at {{}} in B"
    return refuted(text, (index, other), places)


def bitcast_of_transpose(a: XlaShape, b: XlaShape, order: Sides, effort: Effort) -> Answer:
    """Decide whether the memory of A, read as B, is the reshape of a transpose of A.

    Dimension k of the transpose is dimension order[k] of A, like XLA's attribute `dimensions={..}`.
    """
    return _decided("transpose(A)", transposed_shape(a, order), b, effort)


def _transpose(a: XlaShape, b: XlaShape, effort: Effort) -> Sides | None:
    """Return an order of dimensions such that B's memory is A transposed by this order.

    Return None if A has too many dimensions to try all orders, or if no such order is found.
    """
    if a.rank > MOST_TRANSPOSED:
        return None
    for order in permutations(range(a.rank)):
        turned = transposed_shape(a, order)
        if turned != a and _moved(turned, b, effort) is None:
            return order
    return None


def _moved(a: XlaShape, b: XlaShape, effort: Effort) -> int | None:
    """Return the row-major number of an element with different positions in `a` and `b`.

    Return None if there is no such element, and -1 if there are too many elements to decide.
    """
    size = prod(a.dims)
    if size == 0:
        return None
    try:
        ours, theirs = (coalesce_modes(modes_of(_row_major(one))) for one in (a, b))
    except LayoutError:
        if size > effort.elements:
            return -1
        pairs = zip(_positions(a), _positions(b), strict=True)
        return next((n for n, (x, y) in enumerate(pairs) if x != y), None)
    return first_difference(ours, theirs)


def _row_major(shape: XlaShape) -> Layout:
    """The layout whose 1-D coordinate is the row-major number of an element."""
    layout = as_layout(shape)
    return make_layout(*(layout[k] for k in reversed(range(shape.rank)))) if shape.rank else layout


def _positions(shape: XlaShape) -> Iterator[int]:
    return (linear_index(shape, index_of(n, shape.dims)) for n in range(prod(shape.dims)))
