"""XLA arrays as CuTe layouts, one mode for each dimension, the most major first.

In a CuTe 1-D coordinate the first mode varies fastest. Here the first mode is the most major
dimension, so the 1-D coordinate of an element is its column-major position.
"""

from spec.errors import CongruenceError
from spec.int_tuple import ceil_div, format_int_tuple
from spec.layout import Layout
from spec.modes import Modes, followed, layout_of
from spec.xla.places import Places, corner, volume
from spec.xla.tiling import Dimensions, covered, sides, within


def row_major_layout(bounds: tuple[int, ...]) -> Layout:
    """The layout of an array without tiles: each stride is the product of the sizes after it.

    Pre-conditions: bounds >= 1.
    Post-conditions: at an index, the offset is linear_index(index, bounds) (X11).
    Raises ShapeError.

    >>> print(row_major_layout((2, 3, 5)))
    (2,3,5):(15,5,1)

    Source: XLA tiled layout, Linear index formulas.
    """
    return layout_of(row_major(corner(bounds, ()), 1))


def tile_layout(bounds: tuple[int, ...], tile: tuple[int, ...]) -> Layout:
    """The layout of an array in tiles of the same rank; a mode is (tile size, number of tiles).

    Pre-conditions: bounds >= 1; a side >= 1 for each bound.
    Post-conditions: at each index of the array padded to whole tiles, the offset is
    linear_index_with_tile(index, padded bounds, tile) (X12).
    Raises CongruenceError, ShapeError.

    >>> print(tile_layout((16, 256), (8, 128)))
    ((8,2),(128,2)):((128,2048),(1,1024))

    Source: XLA tiled layout, Linear index formulas.
    """
    if len(tile) != len(bounds):
        raise CongruenceError(
            f"tile {format_int_tuple(tile)} does not match bounds {format_int_tuple(bounds)}"
        )
    return layout_in_tiles(covered(corner(bounds, ()), sides(tile)))


def layout_in_tiles(dims: Dimensions) -> Layout:
    """The layout of a tiled array: dimension k becomes the mode (tile size, number of tiles).

    >>> print(layout_in_tiles(covered(corner((3, 5), ()), sides((2, 2)))))
    ((2,2),(2,3)):((2,12),(1,4))
    """
    return in_pairs(tile_modes(dims, 1, volume(within(dims))))


def in_pairs(modes: Modes) -> Layout:
    """The layout with each pair of neighbouring modes nested into one mode.

    Pre-conditions: an even number of modes.

    >>> print(in_pairs(((2, 2), (2, 12), (2, 1), (3, 4))))
    ((2,2),(2,3)):((2,12),(1,4))
    """
    pairs = tuple(zip(modes[::2], modes[1::2], strict=True))
    return Layout(
        tuple((s, t) for (s, _), (t, _) in pairs), tuple((d, e) for (_, d), (_, e) in pairs)
    )


def column(point: Places) -> int:
    """The column-major position of a point, whose dimensions are listed from minor to major.

    >>> from spec.xla.places import Place
    >>> column((Place(3, 5), Place(2, 3)))
    11
    """
    if not point:
        return 0
    return column(point[1:]) + volume(point[1:]) * point[0].at


def row_major(point: Places, stride: int) -> Modes:
    """The modes of a row-major array, the most major first. The last mode has the stride `stride`.

    >>> row_major(corner((3, 5), ()), 1)
    ((3, 5), (5, 1))
    """
    if not point:
        return ()
    d = point[0].bound
    return followed(row_major(point[1:], stride * d), ((d, stride),))


def tile_modes(dims: Dimensions, stride: int, far: int) -> Modes:
    """The modes of a tiled array: for each dimension, the elements of a tile, then the tiles.

    In the most minor dimension, `stride` is the distance between neighbouring elements of a tile,
    and `far` is the distance between neighbouring tiles.

    >>> tile_modes(covered(corner((3, 5), ()), sides((2, 2))), 1, 4)
    ((2, 2), (2, 12), (2, 1), (3, 4))
    """
    if not dims:
        return ()
    (_, d, t), rest = dims[0], dims[1:]
    c = ceil_div(d, t)
    return followed(tile_modes(rest, stride * t, far * c), ((t, stride), (c, far)))
