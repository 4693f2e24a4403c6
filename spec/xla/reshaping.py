"""A second definition of XLA tiling, by three steps on the whole array: pad, reshape, transpose.

Padding and transposing move elements. Reshaping moves no element: it keeps each element's row-major
position, and the new indices are computed from this position.
"""

from spec.int_tuple import ceil_div
from spec.xla.places import Place, Places, joined, places, row, unravelled, volume
from spec.xla.tiling import Dimensions, Tile, Tiles, covered, sides, uncovered


def pad_reshape_transpose(
    index: tuple[int, ...], bounds: tuple[int, ...], *tiles: tuple[int | None, ...]
) -> int:
    """The position of an element after pad, reshape and transpose for each of the tiles.

    Pre-conditions and errors: as for linear_index_with_tile.
    Post-conditions: with one tile, or two tiles without a `*`, the result equals the result of
    linear_index_with_tile (X13).

    >>> pad_reshape_transpose((2, 3), (3, 5), (2, 2))
    17

    Source: XLA tiled layout, Tiling as pad-reshape-transpose.
    """
    return row(reshaped_by(places(index, bounds), tuple(map(sides, tiles))))


def reshaped_by(point: Places, tiles: Tiles) -> Places:
    """The point after the array was padded, reshaped and transposed for one tile after the other.

    >>> row(reshaped_by((Place(2, 8), Place(1, 4)), (sides((2, 4)), sides((2, 1)))))
    5
    """
    if not tiles:
        return point
    return reshaped_by(reshape_once(point, tiles[0]), tiles[1:])


def reshape_once(point: Places, tile: Tile) -> Places:
    """The point after pad, reshape and transpose for one tile.

    >>> [at for at, _ in reshape_once((Place(3, 5), Place(2, 3), Place(6, 7)), sides((2, 2)))]
    [1, 0, 1, 1, 6]
    """
    return transposed(covered(point, tile), uncovered(point, tile))


def transposed(dims: Dimensions, rest: Places) -> Places:
    """Pad and reshape (steps 1 and 2), then move the dimensions inside the tile to the minor side.

    >>> dims = covered((Place(3, 5), Place(2, 3)), sides((2, 2)))
    >>> row(transposed(dims, ()))
    17
    """
    x = row(joined(padded(dims), rest))
    inner, outer = reshaped_within(dims, x), reshaped_across(dims, x)
    return joined(joined(inner, outer), unravelled(rest, x // volume(padded(dims))))


def padded(dims: Dimensions) -> Places:
    """Step 1, the padding: the places of the same element in the array padded to whole tiles.

    >>> padded(covered((Place(3, 5),), sides((2,))))
    (Place(at=3, bound=6),)
    """
    if not dims:
        return ()
    (e, d, t), rest = dims[0], dims[1:]
    return (Place(e, ceil_div(d, t) * t),) + padded(rest)


def reshaped_within(dims: Dimensions, x: int) -> Places:
    """Step 2, the reshape: where an element lies within its tile.

    x is the position of the element in the padded array.

    >>> dims = covered((Place(3, 5), Place(2, 3)), sides((2, 2)))
    >>> reshaped_within(dims, 15)
    (Place(at=1, bound=2), Place(at=0, bound=2))
    """
    if not dims:
        return ()
    (_, d, t), rest = dims[0], dims[1:]
    return (Place(x % t, t),) + reshaped_within(rest, x // t // ceil_div(d, t))


def reshaped_across(dims: Dimensions, x: int) -> Places:
    """Step 2, the reshape: which tile contains an element, as a place among the tiles.

    x is the position of the element in the padded array.

    >>> dims = covered((Place(3, 5), Place(2, 3)), sides((2, 2)))
    >>> reshaped_across(dims, 15)
    (Place(at=1, bound=3), Place(at=1, bound=2))
    """
    if not dims:
        return ()
    (_, d, t), rest = dims[0], dims[1:]
    c = ceil_div(d, t)
    return (Place(x // t % c, c),) + reshaped_across(rest, x // t // c)
