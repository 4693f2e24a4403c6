"""Accesses: the offsets that each thread accesses, and the groups of values in one access."""

from collections.abc import Callable
from typing import Final, NamedTuple

from spec.composed import AnyLayout, ComposedLayout, as_composed
from spec.errors import CoordinateError, LayoutError, ShapeError, numeral
from spec.int_tuple import format_int_tuple, product
from spec.layout import Layout
from spec.linear import linear_layout
from spec.memory.machine import Machine
from spec.modes import ends, modes_of, offsets, value
from spec.xla.shape import BITS

MOST_ACCESSES: Final = 1 << 20
"""The largest number of (thread, value) pairs that is enumerated."""

Columns = tuple[tuple[int, ...], ...]
"""For each value, the offsets of all threads. Offsets count elements."""


class Matrix(NamedTuple):
    """Offsets that are linear over F2, with a column for each bit of a thread or value number."""

    threads: tuple[int, ...]
    values: tuple[int, ...]


def bits_of(element: str) -> int:
    """The number of bits of an element type.

    >>> bits_of("bf16")
    16
    """
    bits = BITS.get(element)
    if bits is None:
        raise LayoutError(f"expected an element type such as f16, not {element!r}")
    if bits & (bits - 1) != 0:
        raise LayoutError(
            f"the bits of an element must be a power of two, but {element} has {bits}"
        )
    return bits


def require_width(width: int, machine: Machine) -> None:
    """Raise LayoutError if an access of `width` bits is wider than every access of the machine.

    >>> require_width(256, Machine())
    Traceback (most recent call last):
    spec.errors.LayoutError: a thread accesses at most 128 bits at a time, not 256
    """
    most = 8 * machine.widest
    if width > most:
        raise LayoutError(f"a thread accesses at most {most} bits at a time, not {numeral(width)}")


def require_two_modes(tv: Layout) -> None:
    """Raise LayoutError unless the layout `tv` has two modes: the threads, and the values.

    >>> require_two_modes(Layout(32))
    Traceback (most recent call last):
    spec.errors.LayoutError: a thread-value layout must have two modes, but 32:1 has 1
    """
    if tv.rank != 2:
        raise LayoutError(f"a thread-value layout must have two modes, but {tv} has {tv.rank}")


def require_tv(tv: Layout, memory: AnyLayout) -> None:
    """Raise LayoutError unless tv has two modes and maps to 1-D coordinates of the memory.

    >>> require_tv(Layout((4, 2), (1, 4)), Layout(7))
    Traceback (most recent call last):
    spec.errors.CoordinateError: (thread, value) (3,1) takes element 7, but 7:1 has elements 0 .. 6
    """
    require_two_modes(tv)
    for outer in zip(*(ends(modes_of(mode)) for mode in tv), strict=True):
        if not 0 <= tv(outer) < memory.size:
            raise CoordinateError(
                f"(thread, value) {format_int_tuple(outer)} takes element {numeral(tv(outer))}, "
                f"but {memory} has elements 0 .. {numeral(memory.size - 1)}"
            )


def require_whole(memory: AnyLayout, tv: Layout) -> None:
    """Raise ShapeError if `tv` covers each element of a tile once, but the memory is larger.

    Such a `tv` maps to 1-D coordinates of the tile. In the memory, these coordinates usually denote
    other elements. There is no error if all coordinates are in the memory's first mode, because
    there they denote the same elements as in the tile.
    """
    shape = memory.shape if isinstance(memory.shape, tuple) else (memory.shape,)
    if len(shape) < 2 or not product(shape[0]) < tv.size < memory.size:
        return
    if not _is_compact(tv):
        return
    raise ShapeError(
        f"{tv} covers each of {numeral(tv.size)} elements once, but the tensor"
        f" {format_int_tuple(shape)} has {numeral(memory.size)}: write the tile too, as"
        f" make_tiled_copy(atom, {tv}, TILE), or tiled_copy(THREADS, VALUES)"
    )


def _is_compact(layout: Layout) -> bool:
    """Decide without enumeration whether the offsets are 0 .. size - 1, each exactly once."""
    size = 1
    for stride, length in sorted((d, s) for s, d in modes_of(layout) if s > 1):
        if stride != size:
            return False
        size *= length
    return True


def columns(memory: AnyLayout, tv: Layout) -> Columns:
    """For each value, the offsets of all threads.

    Pre-conditions: the pre-conditions of `require_tv`; at most MOST_ACCESSES pairs (thread, value).

    >>> columns(Layout((2, 4), (4, 1)), Layout((4, 2), (2, 1)))
    ((0, 1, 2, 3), (4, 5, 6, 7))
    """
    require_tv(tv, memory)
    if tv.size > MOST_ACCESSES:
        raise LayoutError(
            f"at most {MOST_ACCESSES} (thread, value) pairs are enumerated, but there are "
            f"{numeral(tv.size)}"
        )
    places = tuple(map(_offsets_of(memory), offsets(modes_of(tv))))
    threads = tv[0].size
    return tuple(places[v : v + threads] for v in range(0, tv.size, threads))


def _offsets_of(memory: AnyLayout) -> Callable[[int], int]:
    """The function from a 1-D coordinate to its offset.

    For a plain or swizzled layout, the returned function computes offsets from the modes, because a
    call of the layout is slower.
    """
    if isinstance(memory, ComposedLayout) and not memory.is_swizzled:
        return memory
    inner = as_composed(memory)
    modes = modes_of(inner.layout)
    return lambda c: inner.swizzle(inner.offset + value(modes, c))


def matrix(memory: AnyLayout, tv: Layout) -> Matrix | None:
    """The offset of each (thread, value) as a matrix over F2; None if the offsets are not linear.

    Pre-conditions: the pre-conditions of `require_tv`.

    >>> matrix(Layout((2, 4), (4, 1)), Layout((4, 2), (2, 1)))
    Matrix(threads=(1, 2), values=(4,))
    >>> matrix(Layout((2, 4), (5, 1)), Layout((4, 2), (2, 1))) is None
    True
    """
    require_tv(tv, memory)
    try:
        whole = (linear_layout(memory) @ linear_layout(tv)).columns
    except LayoutError:
        return None
    bits = tv[0].size.bit_length() - 1
    return Matrix(whole[:bits], whole[bits:])


def neighbours(cols: Columns, n: int) -> Columns | None:
    """Form groups of n values, so that each group is contiguous and aligned in every thread.

    A group has the same value numbers in all threads, in the same order, since a value is a
    register. Return None if the values cannot be grouped in this way.

    >>> neighbours(((4, 2), (6, 0), (5, 3), (7, 1)), 2)
    ((0, 2), (1, 3))
    >>> neighbours(((4, 2), (6, 0), (5, 3), (7, 1)), 4) is None
    True
    """
    left: dict[tuple[int, ...], list[int]] = {}
    for v, column in enumerate(cols):
        left.setdefault(column, []).append(v)
    groups: list[tuple[int, ...]] = []
    for column in cols:
        if all(x % n == 0 for x in column):
            there = [left.get(tuple(x + k for x in column)) for k in range(n)]
            if not all(there):
                return None
            groups.append(tuple(values.pop(0) for values in there if values))
    return tuple(groups) if n * len(groups) == len(cols) else None
