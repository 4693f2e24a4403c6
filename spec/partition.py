"""Partition: the part of a divided layout that a coordinate chooses."""

from spec.composition import Tiler
from spec.divide import zipped_divide
from spec.int_tuple import SliceTuple
from spec.layout import Layout, slice_and_offset


def local_tile(a: Layout, tiler: Tiler, coord: SliceTuple) -> tuple[Layout, int]:
    """The tile at a coordinate of the tiles: `inner_partition`, as a thread block uses it.

    >>> local_tile(Layout((8, 6)), (4, 2), (1, 2))
    (Layout.parse('(4,2):(1,8)'), 36)
    >>> local_tile(Layout((8, 6)), (4, 2), (1, None))
    (Layout.parse('(4,2,3):(1,8,16)'), 4)

    Source: CuTe tensor_impl.hpp.
    """
    return inner_partition(a, tiler, coord)


def inner_partition(a: Layout, tiler: Tiler, coord: SliceTuple) -> tuple[Layout, int]:
    """The inside of one tile: `zipped_divide` with its second mode fixed.

    Pre-conditions: those of zipped_divide; coord is a coordinate of its second mode. Modes that
    are None in it, or beyond its end, stay.
    Post-conditions: the first modes of the layout are the tile's.

    >>> inner_partition(Layout((8, 6)), (4, 2), 5)
    (Layout.parse('(4,2):(1,8)'), 36)

    Source: CuTe tensor_impl.hpp.
    """
    divided = zipped_divide(a, tiler)
    return slice_and_offset((whole(divided[0]), padded(coord, divided[1])), divided)


def outer_partition(a: Layout, tiler: Tiler, coord: SliceTuple) -> tuple[Layout, int]:
    """The same place in every tile: `zipped_divide` with its first mode fixed.

    Pre-conditions: those of zipped_divide; coord is a coordinate of its first mode. Modes that
    are None in it, or beyond its end, stay.
    Post-conditions: the last modes of the layout go from tile to tile.

    >>> outer_partition(Layout((8, 6)), (4, 2), (1, 1))
    (Layout.parse('(2,3):(4,16)'), 9)

    Source: CuTe tensor_impl.hpp.
    """
    divided = zipped_divide(a, tiler)
    return slice_and_offset((padded(coord, divided[0]), whole(divided[1])), divided)


def whole(mode: Layout) -> SliceTuple:
    """The coordinate that keeps all of a mode, and unpacks it.

    >>> whole(Layout((4, 2))), whole(Layout(4))
    ((None, None), None)
    """
    return (None,) * mode.rank if mode.depth > 0 else None


def padded(coord: SliceTuple, mode: Layout) -> SliceTuple:
    """The coordinate, keeping what it does not reach of a mode.

    >>> padded((1,), Layout((2, 3))), padded(5, Layout((2, 3)))
    ((1, None), 5)
    """
    return coord + (None,) * (mode.rank - len(coord)) if isinstance(coord, tuple) else coord
