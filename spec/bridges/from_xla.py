"""Conversion from XLA to CuTe: tiles take each index apart into digits, and digits are modes.

Each tile takes positions apart into quotient and remainder. As long as it cuts between the digits
of an index, or through one that nothing follows, every digit has one stride in the end: the padded
array has a layout. A combined dimension whose tile cuts across the dimensions in it, or a tile of
a tile that does not divide that, make sums carry; then there is none, and two indices show it.
"""

from functools import partial
from typing import NamedTuple

from spec.bridges.probing import probed
from spec.bridges.restricted import Index, Restricted
from spec.int_tuple import ceil_div
from spec.layout import make_layout
from spec.modes import Modes, layout_of
from spec.xla.position import linear_index
from spec.xla.shape import XlaShape, XlaTile


class Digit(NamedTuple):
    """The digit (index // unit) % size of a dimension, and its factor in a position."""

    dimension: int
    unit: int
    size: int
    weight: int


class Span(NamedTuple):
    """A dimension on the way to memory: positions as sums of digits, below a bound."""

    digits: tuple[Digit, ...]
    bound: int


class _CarryError(Exception):
    """Raised where a tile cuts through a digit that is not the last one."""


def restricted_xla(shape: XlaShape) -> Restricted:
    """The layout of the padded array, restricted to the dimensions.

    NoLayoutError where sums carry, with the indices that show it; LayoutError where a tile cuts
    through a digit that another one follows, and the array is too large to try it out.
    Post-conditions: result(*index) == linear_index(shape, index) for every index (B2).

    >>> A = restricted_xla(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    >>> print(A.layout, A.extents, A(2, 3))
    ((2,2),(2,3)):((2,12),(1,4)) (3, 5) 17

    Source: XLA tiled layout.
    """
    spans = tuple(
        Span((Digit(k, 1, n, 1),) if n > 1 else (), n)
        for k, n in ((k, shape.dims[k]) for k in shape.minor_to_major)
    )
    try:
        for number, tile in enumerate(shape.tiles, 1):
            spans = _tiled(spans, tile, shape.dims, last=number == len(shape.tiles))
    except _CarryError:
        return probed(partial(linear_index, shape), shape.dims, str(shape))
    strides: list[tuple[Digit, int]] = []
    below = 1
    for digits, bound in spans:
        strides += ((digit, digit.weight * below) for digit in digits)
        below *= bound
    modes = (_mode(k, strides) for k in range(shape.rank))
    return Restricted(make_layout(*map(layout_of, modes)), shape.dims)


def _mode(dimension: int, strides: list[tuple[Digit, int]]) -> Modes:
    """The digits of a dimension from the lowest on, each with its stride."""
    own = [(digit, d) for digit, d in strides if digit.dimension == dimension]
    own.sort(key=lambda placed: placed[0].unit)
    return tuple((digit.size, d) for digit, d in own)


def _tiled(spans: tuple[Span, ...], tile: XlaTile, dims: Index, *, last: bool) -> tuple[Span, ...]:
    """The spans, minor first, with the most minor ones cut by the tile."""
    lifted = spans + (Span((), 1),) * (len(tile) - len(spans))
    combined = _combined(lifted[: len(tile)], tile[::-1])
    if last and len(combined) == 1:
        # Tiles of one dimension, which no other tile cuts, are side by side: it is only padded.
        (((digits, bound), size),) = combined
        return (Span(digits, ceil_div(bound, size) * size), *lifted[len(tile) :])
    within, across = list[Span](), list[Span]()
    for span, size in combined:
        inner, outer, reach = list[Digit](), list[Digit](), 0
        for digit in span.digits:
            reach += (digit.size - 1) * digit.weight
            low, high = ((digit,), ()) if reach < size else _cut(digit, size, dims)
            inner += low
            outer += high
        within.append(Span(tuple(inner), size))
        across.append(Span(tuple(outer), ceil_div(span.bound, size)))
    return (*within, *across, *lifted[len(tile) :])


def _combined(spans: tuple[Span, ...], sizes: XlaTile) -> list[tuple[Span, int]]:
    """The spans that the tile has, minor first, those under a `*` merged into the one before."""
    merged: list[tuple[Span, int]] = []
    for span, size in zip(spans, sizes, strict=True):
        if size is None:
            (digits, bound), tile = merged[-1]
            above = (digit._replace(weight=digit.weight * bound) for digit in span.digits)
            merged[-1] = Span((*digits, *above), bound * span.bound), tile
        else:
            merged.append((span, size))
    return merged


def _cut(digit: Digit, size: int, dims: Index) -> tuple[tuple[Digit, ...], tuple[Digit, ...]]:
    """The two parts of a digit that reaches beyond a tile: within the tile, and from tile to tile.

    The digits below it add up to less than its weight.
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
