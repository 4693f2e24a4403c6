"""Conversion from XLA to CuTe: tiles split each index into digits, and the digits become modes.

A tile of size t splits a position p into p % t and p // t. For example, a tile of size 4 splits an
index i below 8 into the digits i % 4 and i // 4. Usually each digit adds digit * stride to the
offset, and so the padded array has a layout. But in two cases the sum of two positions can carry
into the next tile: if a `*` in a tile combines dimensions and the tile cuts across them, or if a
second tile does not divide the first tile. If a sum carries, no layout has the array's offsets, and
an error shows indices that prove this.
"""

from functools import partial
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from spec.bridges.probing import probed
from spec.bridges.restricted import Index, Restricted
from spec.errors import LayoutError
from spec.int_tuple import ceil_div
from spec.layout import make_layout
from spec.modes import Modes, layout_of
from spec.xla.position import linear_index
from spec.xla.shape import XlaShape, XlaTile


class Digit(NamedTuple):
    """The digit (index // unit) % size of a dimension. It adds `weight` * digit to a position."""

    dimension: int
    unit: int
    size: int
    weight: int


class Span(NamedTuple):
    """A dimension with the indices 0 .. bound - 1. An index is the weighted sum of its digits."""

    digits: tuple[Digit, ...]
    bound: int


class _CarryError(LayoutError):
    """Raised if a tile splits a digit into parts that are not digits themselves."""


def restricted_xla(shape: XlaShape) -> Restricted:
    """The layout of the padded array, restricted to the dimensions of the array.

    Raises NoLayoutError if no layout has the array's offsets; the error shows indices that prove
    this. Raises LayoutError if it is unknown whether such a layout exists. This can happen only if
    a tile does not split the digits evenly, and the array is too large to try every index.
    Post-conditions: result(*index) == linear_index(shape, index) for every index (B2).

    >>> A = restricted_xla(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    >>> print(A.layout, A.extents, A(2, 3))
    ((2,2),(2,3)):((2,12),(1,4)) (3, 5) 17

    Source: XLA tiled layout.
    """
    try:
        spans = _spans(shape)
    except _CarryError:
        return probed(partial(linear_index, shape), shape.dims, shape)
    units = accumulate([span.bound for span in spans], mul, initial=1)
    strides = tuple(
        (digit, digit.weight * unit)
        for span, unit in zip(spans, units, strict=False)
        for digit in span.digits
    )
    modes = (_mode(k, strides) for k in range(shape.rank))
    return Restricted(make_layout(*map(layout_of, modes)), shape.dims)


def _mode(dimension: int, strides: tuple[tuple[Digit, int], ...]) -> Modes:
    """The digits of a dimension, the lowest digit first, each with its stride."""
    own = [(digit, d) for digit, d in strides if digit.dimension == dimension]
    return tuple((digit.size, d) for digit, d in sorted(own, key=lambda placed: placed[0].unit))


def _spans(shape: XlaShape) -> tuple[Span, ...]:
    """The spans of memory after all tiles have cut the dimensions. The most minor span is first."""
    spans = tuple(
        Span((Digit(k, 1, n, 1),) if n > 1 else (), n)
        for k, n in ((k, shape.dims[k]) for k in shape.minor_to_major)
    )
    for number, tile in enumerate(shape.tiles, 1):
        spans = _tiled(spans, tile, shape.dims, last=number == len(shape.tiles))
    return spans


def _tiled(spans: tuple[Span, ...], tile: XlaTile, dims: Index, *, last: bool) -> tuple[Span, ...]:
    """Apply a tile to the most minor spans.

    Both `spans` and the result begin with the most minor span.
    """
    lifted = spans + (Span((), 1),) * (len(tile) - len(spans))
    combined = _combined(lifted[: len(tile)], tile[::-1])
    if last and len(combined) == 1:
        # If the last tile is one-dimensional, it pads the span but moves no element.
        (((digits, bound), side),) = combined
        return (Span(digits, ceil_div(bound, side) * side), *lifted[len(tile) :])
    halves = [_halves(span, size, dims) for span, size in combined]
    within, across = tuple(inner for inner, _ in halves), tuple(outer for _, outer in halves)
    return within + across + lifted[len(tile) :]


def _halves(span: Span, size: int, dims: Index) -> tuple[Span, Span]:
    """Split a span by a tile size into a span inside the tile and a span that counts tiles."""
    reaches = accumulate([(digit.size - 1) * digit.weight for digit in span.digits])
    cuts = [
        ((digit,), ()) if reach < size else _cut(digit, size, dims)
        for digit, reach in zip(span.digits, reaches, strict=True)
    ]
    inner = tuple(digit for low, _ in cuts for digit in low)
    outer = tuple(digit for _, high in cuts for digit in high)
    return Span(inner, size), Span(outer, ceil_div(span.bound, size))


def _combined(spans: tuple[Span, ...], sizes: XlaTile) -> tuple[tuple[Span, int], ...]:
    """The spans that the tile cuts, each with the size of the tile along this span.

    A `*` in the tile merges two spans before the tile cuts them. The result begins with the most
    minor span.
    """
    merged: tuple[tuple[Span, int], ...] = ()
    above = Span((), 1)
    for (digits, bound), size in zip(reversed(spans), reversed(sizes), strict=True):
        higher = tuple(Digit(k, unit, n, weight * bound) for k, unit, n, weight in above.digits)
        above = Span(digits + higher, bound * above.bound)
        if size is not None:
            merged = ((above, size),) + merged
            above = Span((), 1)
    return merged


def _cut(digit: Digit, size: int, dims: Index) -> tuple[tuple[Digit, ...], tuple[Digit, ...]]:
    """Split a digit that extends beyond a tile into digits in a tile and digits that count tiles.

    Every sum of lower digits is less than this digit's weight, so no sum carries into this digit.
    """
    dimension, unit, steps, weight = digit
    if weight % size == 0:
        return (), (Digit(dimension, unit, steps, weight // size),)
    if size % weight != 0:
        raise _CarryError
    low = size // weight
    if steps % low != 0 and unit * steps < dims[dimension]:
        raise _CarryError
    high = Digit(dimension, unit * low, ceil_div(steps, low), 1)
    return (Digit(dimension, unit, low, weight),), (high,)
