"""Partition: the part of a divided layout that a coordinate selects."""

from typing import Any, cast

from spec.composition import Tiler
from spec.coordinates import coordinate_refusal, counted
from spec.divide import zipped_divide
from spec.errors import CongruenceError, InadmissibleError
from spec.int_tuple import SliceTuple, flatten, format_int_tuple
from spec.layout import Layout, slice_and_offset
from spec.modes import modes_of


def local_tile(
    a: Layout, tiler: Tiler, coord: SliceTuple, proj: SliceTuple = None
) -> tuple[Layout, int]:
    """The tile of a thread block: the tile at a coordinate, as `inner_partition` selects it.

    A projection, such as (1, None, 1) for CuTe's Step<_1,X,_1>, drops the entries of tiler and
    coordinate at which the projection is None. So one tiler (M, N, K) serves arrays of (M, K),
    (N, K) and (M, N).

    Pre-conditions: tiler and coordinate have one entry for each entry of the projection.

    >>> local_tile(Layout((8, 6)), (4, 2), (1, 2))
    (Layout.parse('(4,2):(1,8)'), 36)
    >>> local_tile(Layout((8, 6)), (4, 2), (1, None))
    (Layout.parse('(4,2,3):(1,8,16)'), 4)
    >>> local_tile(Layout((8, 6)), (4, 5, 2), (1, 7, 2), (1, None, 1))
    (Layout.parse('(4,2):(1,8)'), 36)

    Source: CuTe tensor_impl.hpp.
    """
    if proj is None:
        return inner_partition(a, tiler, coord)
    return inner_partition(a, projected(proj, tiler), projected(proj, coord))


def local_partition(
    a: Layout, tile: Layout, index: int, proj: SliceTuple = None
) -> tuple[Layout, int]:
    """The part of A that one thread gets: the elements at the thread's place in every tile.

    `tile` is a layout of threads. Mode k of A is divided by size(tile_k). In each tile, the thread
    has the place that `tile` maps to `index`. A mode where the projection is None is not divided,
    and threads that differ only in such modes share a part.

    Pre-conditions: `tile` maps its coordinates to the threads 0 .. size - 1, each once, and 0 <=
    index < size; the pre-conditions of zipped_divide. CuTe accepts any strides, and any index.
    Post-conditions: if the tiles divide A evenly, each element belongs to exactly one thread, for
    threads in column-major or row-major order (G9); with a projection, each element belongs to
    exactly one group of threads that share a part, for threads in column-major order (G9p); both
    statements also hold for threads in any other order (tested).

    >>> local_partition(Layout((16, 64)), Layout((2, 16)), 5)
    (Layout.parse('(8,4):(2,256)'), 33)
    >>> local_partition(Layout((4, 6)), Layout((2, 16, 3), (1, 6, 2)), 5, (1, None, 1))
    (Layout.parse('(2,2):(2,12)'), 9)

    Source: CuTe tensor_impl.hpp, local_partition.
    """
    require_numbers_each_place(tile, "the tile")
    point = coordinate_of(index, tile)
    sizes: SliceTuple = tuple(mode.size for mode in tile)
    if proj is not None:
        return outer_partition(a, projected(proj, sizes), projected(proj, point))
    return outer_partition(a, sizes, point)


def projected(proj: SliceTuple, t: Any) -> Any:
    """The entries of a tuple where the projection is not None.

    >>> projected((1, None, 1), (4, 5, None))
    (4, None)
    """
    if (
        not isinstance(proj, tuple)
        or not isinstance(t, tuple)
        or len(cast("tuple[Any, ...]", t)) != len(proj)
    ):
        raise CongruenceError(f"the projection {format_int_tuple(proj)} does not match {t}")
    parts = cast("tuple[Any, ...]", t)
    return tuple(part for p, part in zip(proj, parts, strict=True) if p is not None)


def coordinate_of(index: int, layout: Layout) -> tuple[int, ...]:
    """The coordinate, one integer for each mode, that a bijective layout maps to `index`.

    Pre-conditions: the layout maps its coordinates to 0 .. size - 1, each once.

    >>> coordinate_of(5, Layout((2, 16, 3), (1, 6, 2)))
    (1, 0, 2)
    """
    if not 0 <= index < layout.size:
        raise coordinate_refusal(index, layout.shape)
    place = (tuple(index // d % s if s > 1 else 0 for s, d in modes_of(mode)) for mode in layout)
    return tuple(
        counted(digits, flatten(mode.shape)) for digits, mode in zip(place, layout, strict=True)
    )


def require_numbers_each_place(layout: Layout, name: str) -> None:
    """Raise InadmissibleError unless the layout is a bijection onto 0 .. size - 1.

    >>> require_numbers_each_place(Layout((4, 8), (8, 2)), "thr")
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 8:2 of thr: its stride (2) must be the size of the modes \
sorted before it (1), so that each number occurs once
    """
    reached = 1
    for s, d in sorted(modes_of(layout), key=lambda mode: abs(mode[1])):
        if s == 1:
            continue
        if d != reached:
            raise InadmissibleError(
                f"mode {s}:{d} of {name}",
                "its stride ({}) must be the size of the modes sorted before it ({}), so that "
                "each number occurs once",
                d,
                reached,
            )
        reached *= s


def inner_partition(a: Layout, tiler: Tiler, coord: SliceTuple) -> tuple[Layout, int]:
    """One tile: `zipped_divide` with the second mode fixed at the coordinate.

    Pre-conditions: the pre-conditions of zipped_divide; coord is a coordinate of this second mode.
    The result keeps the modes for which coord has None or no entry.
    Post-conditions: the first modes of the resulting layout are the modes of the tile (definition).

    >>> inner_partition(Layout((8, 6)), (4, 2), 5)
    (Layout.parse('(4,2):(1,8)'), 36)

    Source: CuTe tensor_impl.hpp.
    """
    divided = zipped_divide(a, tiler)
    return slice_and_offset((whole(divided[0]), padded(coord, divided[1])), divided)


def outer_partition(a: Layout, tiler: Tiler, coord: SliceTuple) -> tuple[Layout, int]:
    """The elements at one place of every tile: `zipped_divide` with the first mode fixed.

    Pre-conditions: the pre-conditions of zipped_divide; coord is a coordinate of this first mode.
    The result keeps the modes for which coord has None or no entry.
    Post-conditions: the last modes of the resulting layout go from tile to tile (definition).

    >>> outer_partition(Layout((8, 6)), (4, 2), (1, 1))
    (Layout.parse('(2,3):(4,16)'), 9)

    Source: CuTe tensor_impl.hpp.
    """
    divided = zipped_divide(a, tiler)
    return slice_and_offset((padded(coord, divided[0]), whole(divided[1])), divided)


def whole(mode: Layout) -> SliceTuple:
    """The coordinate that selects a whole mode: None, or a tuple with None for each mode inside.

    With a tuple, the modes inside stay separate modes.

    >>> whole(Layout((4, 2))), whole(Layout(4))
    ((None, None), None)
    """
    return (None,) * mode.rank if mode.depth > 0 else None


def padded(coord: SliceTuple, mode: Layout) -> SliceTuple:
    """The coordinate, with None added for each mode for which it has no entry.

    >>> padded((1,), Layout((2, 3))), padded(5, Layout((2, 3)))
    ((1, None), 5)
    """
    return coord + (None,) * (mode.rank - len(coord)) if isinstance(coord, tuple) else coord
