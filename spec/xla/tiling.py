"""XLA tiling: the position of an element of a tiled array, tile after tile.

Tiles are written like bounds, from the most major dimension to the most minor, and apply to the
most minor dimensions. A tile turns the array into an array with more dimensions: first the
dimensions outside the tile, then the number of tiles along each dimension of the tile, then the
dimensions of the tile itself. The next tile applies to the resulting array. After the last tile,
elements are in row-major order.
"""

from typing import NamedTuple, NewType

from spec.errors import ShapeError, numeral
from spec.int_tuple import ceil_div, product
from spec.xla.places import Place, Places, bounds_of, corner, joined, places, row

COMBINE = -1
"""The side that stands for `*`: the dimension is combined with the next more minor dimension."""

Side = NewType("Side", int)
"""The size of a tile along a dimension, at least 1, or COMBINE."""

Tile = tuple[Side, ...]
"""The sides of a tile, minor side first. The minor side is not COMBINE."""

Tiles = tuple[Tile, ...]
"""Tiles in the order in which they are applied."""


class Dimension(NamedTuple):
    """The index and the bound of a dimension, and the size of a tile along this dimension."""

    at: int
    bound: int
    tile: int


Dimensions = tuple[Dimension, ...]
"""A point of an array, minor dimension first, with the size of a tile along each dimension."""


def linear_index_with_tile(
    index: tuple[int, ...], bounds: tuple[int, ...], *tiles: tuple[int | None, ...]
) -> int:
    """The position of an element in a tiled array; all arguments list dimensions major to minor.

    Each tile is applied to the result of the tiles before it. A tile with fewer dimensions than the
    array does not affect the most major dimensions. For a tile with more dimensions, the array gets
    dimensions of size 1 in front. None means `*`. For an XlaShape with any tiles, claim X4 says
    that different elements have different positions.

    Pre-conditions: 0 <= index < bounds; sides of tiles are >= 1 or None, the minor side >= 1.
    Post-conditions: with one tile, or two tiles without a `*`, 0 <= the position <
    padded_size(bounds, *tiles), and different elements have different positions (X14).
    Raises CongruenceError, CoordinateError, ShapeError.

    >>> linear_index_with_tile((2, 3), (3, 5), (2, 2))
    17
    >>> linear_index_with_tile((1, 2), (4, 8), (2, 4), (2, 1))
    5

    Source: XLA tiled layout, Linear index formulas, Repeated tiling, Combining dimensions.
    """
    return row(tiled_by(places(index, bounds), tuple(map(sides, tiles))))


def tiled_bounds(bounds: tuple[int, ...], *tiles: tuple[int | None, ...]) -> tuple[int, ...]:
    """The bounds of the array after all tiles are applied, from major to minor.

    Pre-conditions: sides of tiles are >= 1 or None, the minor side >= 1.
    Post-conditions: if there is one tile, or two tiles without a side None, the product of the
    result is at least the product of the bounds (X14).
    Raises ShapeError.

    >>> tiled_bounds((3, 5), (2, 2))
    (2, 3, 2, 2)
    >>> tiled_bounds((2, 7, 8, 11, 10), (None, None, 2, None, 3))
    (56, 37, 2, 3)

    Source: XLA tiled layout, Tiling as pad-reshape-transpose.
    """
    return bounds_of(tiled_by(corner(bounds, ()), tuple(map(sides, tiles))), ())


def padded_size(bounds: tuple[int, ...], *tiles: tuple[int | None, ...]) -> int:
    """The number of positions of a tiled array, including padding.

    >>> padded_size((3, 5), (2, 2))
    24

    Source: XLA tiled layout, Tiled layout.
    """
    return product(tiled_bounds(bounds, *tiles))


def sides(tile: tuple[int | None, ...]) -> Tile:
    """The sides of a tile, minor side first, with COMBINE in place of None (a `*`).

    Raises ShapeError.

    >>> sides((None, 2, 3))
    (3, 2, -1)
    """
    for t in tile:
        if t is not None and t < 1:
            raise ShapeError(
                f"every side of tile {format_tile(tile)} must be 1 or more, not {numeral(t)}"
            )
    if tile and tile[-1] is None:
        raise ShapeError(
            f"tile {format_tile(tile)} must not end in *, because * combines a dimension with the "
            "next more minor one"
        )
    return tuple(Side(COMBINE if t is None else t) for t in tile[::-1])


def format_tile(tile: tuple[int | None, ...]) -> str:
    """The text of a tile.

    >>> format_tile((None, 2, 3))
    '(*,2,3)'
    """
    return f"({','.join('*' if t is None else numeral(t) for t in tile)})"


def tiled_by(point: Places, tiles: Tiles) -> Places:
    """The point in the array after the tiles are applied, one after the other.

    >>> row(tiled_by((Place(2, 8), Place(1, 4)), (sides((2, 4)), sides((2, 1)))))
    5
    """
    if not tiles:
        return point
    return tiled_by(tile_once(point, tiles[0]), tiles[1:])


def tile_once(point: Places, tile: Tile) -> Places:
    """The point after one tile is applied.

    The dimensions of the new point are the place within the tile, the place of the tile among the
    tiles, and the dimensions outside the tile.

    >>> [at for at, _ in tile_once((Place(3, 5), Place(2, 3), Place(6, 7)), sides((2, 2)))]
    [1, 0, 1, 1, 6]
    """
    return joined(tiled(covered(point, tile)), uncovered(point, tile))


def covered(point: Places, tile: Tile) -> Dimensions:
    """The dimensions that the tile covers, with combined dimensions merged into one.

    >>> covered((Place(7, 10), Place(5, 11)), sides((None, 3)))
    (Dimension(at=57, bound=110, tile=3),)
    """
    if not tile:
        return ()
    (e, d), major = foremost(point), point[1:]
    if tile[1:] and tile[1:][0] == COMBINE:
        combined = combine(Place(e, d), foremost(major))
        return covered((combined,) + major[1:], (tile[0],) + tile[1:][1:])
    return (Dimension(e, d, tile[0]),) + covered(major, tile[1:])


def uncovered(point: Places, tile: Tile) -> Places:
    """The dimensions that the tile does not cover.

    >>> uncovered((Place(3, 5), Place(2, 3)), sides((2,)))
    (Place(at=2, bound=3),)
    """
    if not tile:
        return point
    return uncovered(point[1:], tile[1:])


def foremost(point: Places) -> Place:
    """The most minor dimension, or a dimension of size 1 if the point has no dimensions.

    >>> foremost(())
    Place(at=0, bound=1)
    """
    return point[0] if point else Place(0, 1)


def combine(minor: Place, major: Place) -> Place:
    """Merge two neighbouring dimensions into one.

    >>> combine(Place(7, 10), Place(5, 11))
    Place(at=57, bound=110)
    """
    return Place(minor.at + minor.bound * major.at, minor.bound * major.bound)


def tiled(dims: Dimensions) -> Places:
    """The point of the tiled array: the place within the tile, then the place of the tile.

    >>> row(tiled((Dimension(3, 5, 2), Dimension(2, 3, 2))))
    17
    """
    return joined(within(dims), across(dims))


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
    """The place of the element's tile in the array of tiles.

    >>> across((Dimension(3, 5, 2),))
    (Place(at=1, bound=3),)
    """
    if not dims:
        return ()
    (e, d, t), rest = dims[0], dims[1:]
    return (Place(e // t, ceil_div(d, t)),) + across(rest)
