"""Copies in tiles: the thread-value layout of threads and values that are laid out in a tile."""

from spec.composition import composition
from spec.errors import InadmissibleError
from spec.inverse import right_inverse
from spec.layout import Layout
from spec.modes import modes_of
from spec.products import raked_product


def tiled_copy(thr: Layout, val: Layout) -> Layout:
    """The layout TV: TV(t, v) is the 1-D coordinate in the tile of value v of thread t.

    A thread has a block of values as val is shaped, and the threads stand as thr has them, so that
    mode k of the tile is of size(val_k)*size(thr_k).

    Pre-conditions: thr takes its coordinates to the threads 0 .. size(thr) - 1, each once, val to
    the values; each is refused where it does not.
    Post-conditions: each element of the tile is of exactly one (thread, value); in mode k thread
    thr(i) and value val(j) have the place j_k + size(val_k)*i_k.

    >>> print(tiled_copy(Layout((16, 8), (8, 1)), Layout((1, 8))))
    ((8,16),8):((128,1),16)
    >>> tiled_copy(Layout((4, 8), (8, 2)), Layout(1))
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 8:2 of thr: the stride must be the size of those before \
it, so that each number has one place, but here are 2 and 1

    Source: CuTe copy_atom.hpp, make_tiled_copy.
    """
    _require_numbers_each_place(thr, "thr")
    _require_numbers_each_place(val, "val")
    return composition(right_inverse(raked_product(thr, val)), Layout((thr.size, val.size)))


def _require_numbers_each_place(layout: Layout, name: str) -> None:
    """Raises InadmissibleError unless the layout is onto 0 .. size - 1, each once."""
    reached = 1
    for s, d in sorted(modes_of(layout), key=lambda mode: abs(mode[1])):
        if s == 1:
            continue
        if d != reached:
            raise InadmissibleError(
                f"{s}:{d} of {name}",
                "the stride must be the size of those before it, so that each number has one place",
                d,
                reached,
            )
        reached *= s
