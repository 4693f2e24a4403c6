"""XLA tiling: where an element of a tiled array lies, by the formula and by pad-reshape-transpose.

The document writes dimensions from the most major to the most minor; the recursions below
take them minor first, as the modes of a CuTe layout.
"""

from typing import NamedTuple

from spec.errors import CongruenceError, CoordinateError, ShapeError
from spec.int_tuple import ceil_div, format_int_tuple


class Place(NamedTuple):
    """An index along a dimension, and the dimension's bound: 0 <= at < bound."""

    at: int
    bound: int


class Dimension(NamedTuple):
    """An index along a dimension, its bound, and the size of a tile along it."""

    at: int
    bound: int
    tile: int


Places = tuple[Place, ...]
"""A point of an array, minor dimension first."""

Dimensions = tuple[Dimension, ...]
"""A point of a tiled array, minor dimension first."""


def linear_index(index: tuple[int, ...], bounds: tuple[int, ...]) -> int:
    """The row-major position of an element, dimensions from major to minor.

    >>> linear_index((1, 1, 0, 1), (2, 3, 2, 2))
    17

    Source: XLA tiled layout, Linear index formulas.
    """
    return row(places(index, bounds))


def linear_index_with_tile(
    index: tuple[int, ...], bounds: tuple[int, ...], tile: tuple[int, ...]
) -> int:
    """The position of an element in an array laid out in tiles, both from major to minor.

    Pre-conditions: a tile as long as the index, its entries >= 1.
    Post-conditions: below the size of the array padded to whole tiles.

    >>> linear_index_with_tile((2, 3), (3, 5), (2, 2))
    17

    Source: XLA tiled layout, Linear index formulas.
    """
    return tiled(dimensions(index, bounds, tile))


def pad_reshape_transpose(
    index: tuple[int, ...], bounds: tuple[int, ...], tile: tuple[int, ...]
) -> int:
    """The same position by the three steps: pad to whole tiles, reshape, transpose.

    >>> pad_reshape_transpose((2, 3), (3, 5), (2, 2))
    17

    Source: XLA tiled layout, Tiling as pad-reshape-transpose.
    """
    return transposed(dimensions(index, bounds, tile))


def places(index: tuple[int, ...], bounds: tuple[int, ...]) -> Places:
    """The dimensions of a point, minor first.

    >>> places((2, 3), (3, 5))
    (Place(at=3, bound=5), Place(at=2, bound=3))
    """
    if len(index) != len(bounds):
        raise CongruenceError(
            f"index {format_int_tuple(index)} does not fit bounds {format_int_tuple(bounds)}"
        )
    for e, d in zip(index, bounds, strict=True):
        if not 0 <= e < d:
            raise CoordinateError(f"index {e} is not in [0, {d})")
    return tuple(Place(e, d) for e, d in zip(index[::-1], bounds[::-1], strict=True))


def dimensions(
    index: tuple[int, ...], bounds: tuple[int, ...], tile: tuple[int, ...]
) -> Dimensions:
    """The dimensions of a point of a tiled array, minor first.

    >>> dimensions((2, 3), (3, 5), (2, 2))[0]
    Dimension(at=3, bound=5, tile=2)
    """
    if len(tile) != len(bounds):
        raise CongruenceError(
            f"tile {format_int_tuple(tile)} does not fit bounds {format_int_tuple(bounds)}"
        )
    for t in tile:
        if t < 1:
            raise ShapeError(f"tile {format_int_tuple(tile)} has the entry {t}, below 1")
    untiled = places(index, bounds)
    return tuple(Dimension(*place, t) for place, t in zip(untiled, tile[::-1], strict=True))


def row(point: Places) -> int:
    """The row-major position of a point, minor dimension first.

    >>> row((Place(3, 5), Place(2, 3)))
    13
    """
    if not point:
        return 0
    (e, d), rest = point[0], point[1:]
    return e + d * row(rest)


def within(dims: Dimensions) -> Places:
    """The place inside the tile.

    >>> within((Dimension(3, 5, 2),))
    (Place(at=1, bound=2),)
    """
    if not dims:
        return ()
    (e, _, t), rest = dims[0], dims[1:]
    return (Place(e % t, t),) + within(rest)


def across(dims: Dimensions) -> Places:
    """The place of the tile among the tiles.

    >>> across((Dimension(3, 5, 2),))
    (Place(at=1, bound=3),)
    """
    if not dims:
        return ()
    (e, d, t), rest = dims[0], dims[1:]
    return (Place(e // t, ceil_div(d, t)),) + across(rest)


def tiled(dims: Dimensions) -> int:
    """The position by the formula: tiles in order, elements in order inside each.

    >>> tiled((Dimension(3, 5, 2), Dimension(2, 3, 2)))
    17
    """
    return row(within(dims)) + volume(within(dims)) * row(across(dims))


def volume(point: Places) -> int:
    """The number of points of the array.

    >>> volume((Place(3, 5), Place(2, 3)))
    15
    """
    if not point:
        return 1
    return point[0].bound * volume(point[1:])


def padded(dims: Dimensions) -> Places:
    """Step 1: the same element in the array padded to whole tiles.

    >>> padded((Dimension(3, 5, 2),))
    (Place(at=3, bound=6),)
    """
    if not dims:
        return ()
    (e, d, t), rest = dims[0], dims[1:]
    return (Place(e, ceil_div(d, t) * t),) + padded(rest)


def reshaped_within(dims: Dimensions, x: int) -> Places:
    """Step 2, the tile dimensions of the element at position x of the padded array.

    >>> reshaped_within((Dimension(3, 5, 2), Dimension(2, 3, 2)), 15)
    (Place(at=1, bound=2), Place(at=0, bound=2))
    """
    if not dims:
        return ()
    (_, d, t), rest = dims[0], dims[1:]
    return (Place(x % t, t),) + reshaped_within(rest, x // t // ceil_div(d, t))


def reshaped_across(dims: Dimensions, x: int) -> Places:
    """Step 2, the other dimensions of the element at position x of the padded array.

    >>> reshaped_across((Dimension(3, 5, 2), Dimension(2, 3, 2)), 15)
    (Place(at=1, bound=3), Place(at=1, bound=2))
    """
    if not dims:
        return ()
    (_, d, t), rest = dims[0], dims[1:]
    c = ceil_div(d, t)
    return (Place(x // t % c, c),) + reshaped_across(rest, x // t // c)


def transposed(dims: Dimensions) -> int:
    """Step 3: the position once the tile dimensions are moved to the minor side.

    >>> transposed((Dimension(3, 5, 2), Dimension(2, 3, 2)))
    17
    """
    x = row(padded(dims))
    inner, outer = reshaped_within(dims, x), reshaped_across(dims, x)
    return row(inner) + volume(inner) * row(outer)
