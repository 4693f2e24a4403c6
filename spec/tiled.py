"""Tiled copies: the thread-value layout for threads and values that are arranged in a tile."""

from spec.composition import Tiler, composition
from spec.coordinates import coordinate_refusal
from spec.divide import zipped_divide
from spec.inverse import right_inverse
from spec.layout import Layout, make_layout, slice_and_offset
from spec.memory.accesses import require_tv
from spec.partition import require_numbers_each_place
from spec.products import raked_product


def tiled_copy(thr: Layout, val: Layout) -> Layout:
    """The layout TV: TV(t, v) is the 1-D coordinate, in the tile, of value v of thread t.

    Each thread has a block of values in the shape of val, and thr arranges the threads, so that
    mode k of the tile has size(val_k)*size(thr_k) elements.

    Pre-conditions: thr maps its coordinates to the threads 0 .. size(thr) - 1, each once, and val
    maps its coordinates to the values 0 .. size(val) - 1, each once; otherwise an error is raised.
    Post-conditions: each element of the tile belongs to exactly one (thread, value) (T3); in mode
    k, value val(j) of thread thr(i) has the coordinate j_k + size(val_k)*i_k (T3).

    >>> print(tiled_copy(Layout((16, 8), (8, 1)), Layout((1, 8))))
    ((8,16),8):((128,1),16)
    >>> tiled_copy(Layout((4, 8), (8, 2)), Layout(1))
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 8:2 of thr: its stride (2) must be the size of the modes \
sorted before it (1), so that each number occurs once

    Source: CuTe copy_atom.hpp, make_tiled_copy.
    """
    require_numbers_each_place(thr, "thr")
    require_numbers_each_place(val, "val")
    return composition(right_inverse(raked_product(thr, val)), Layout((thr.size, val.size)))


def make_layout_tv(thr: Layout, val: Layout) -> tuple[tuple[int, ...], Layout]:
    """The tiler (the sizes of the tile's modes) and the layout `tiled_copy(thr, val)`.

    Pre-conditions: the pre-conditions of `tiled_copy`.

    >>> make_layout_tv(Layout((4, 8), (8, 1)), Layout((2, 2)))
    ((8, 16), Layout.parse('((8,4),(2,2)):((16,2),(1,8))'))

    Source: CuTe DSL, make_layout_tv.
    """
    tile = raked_product(thr, val)
    return tuple(mode.size for mode in tile), tiled_copy(thr, val)


def partition_tv(a: Layout, tiler: Tiler, tv: Layout, thread: int) -> tuple[Layout, int]:
    """The part of the tensor A that belongs to a thread, as a layout and its offset.

    The modes of this layout are the values in a tile, then the tiles.

    For a copy, this function is CuTe's partition_S and partition_D. For a matrix instruction, this
    function is partition_A, partition_B and partition_C, and the tiler is the operand's block.

    Pre-conditions: tv maps (thread, value) to 1-D coordinates of the tile; the pre-conditions of
    zipped_divide(A, tiler), and of the composition of a tile with tv.
    Post-conditions: value v of tile r has the offset that A has at coordinate tv(thread, v) of tile
    r (T4). If tv covers the tile once and the tiles divide A evenly, each element belongs to
    exactly one thread (T6).

    >>> tiler, tv = make_layout_tv(Layout((16, 8), (8, 1)), Layout((1, 8)))
    >>> partition_tv(Layout((64, 64), (64, 1)), tiler, tv, 9)
    (Layout.parse('(8,4,1):(1,1024,0)'), 72)

    The part of a swizzled tensor is swizzled; its offset stays inside the swizzle.

    Source: CuTe copy_atom.hpp, ThrCopy, and mma_atom.hpp, ThrMMA.
    """
    divided = zipped_divide(a, tiler)
    require_tv(tv, divided[0])
    if not 0 <= thread < tv[0].size:
        raise coordinate_refusal(thread, tv[0].shape)
    held = composition(divided[0], tv)
    return slice_and_offset(
        (thread, *(None,) * (1 + divided[1].rank)), make_layout(held[0], held[1], *divided[1])
    )
