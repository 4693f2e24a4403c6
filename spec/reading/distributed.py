"""Triton's linear layouts with named dimensions: registers, lanes, warps, blocks.

A distributed layout maps each bit of a named dimension to a point of the tensor. Three numbers
identify a register: its own number, its lane's number, and its warp's number. The register holds
the element at the XOR of the points of all bits that are 1 in these numbers. A shared layout maps
the bits of an offset in memory to points. If no two points have a bit in common, CuTe's
thread-value layouts and memory layouts can express these maps. Dimension 0 of the tensor is then
mode 0 of the layout.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from operator import gt
from typing import Final

from spec.composed import ComposedLayout
from spec.coordinates import counted
from spec.errors import InadmissibleError, LayoutError, ShapeError, numeral
from spec.int_tuple import format_int_tuple
from spec.layout import Layout
from spec.linear import LinearLayout, linear_layout
from spec.memory.accesses import require_two_modes
from spec.modes import layout_of
from spec.steps import modes_of_steps
from spec.swizzle import Swizzle
from spec.thread_value import (
    Point,
    lowest_points,
    other_points,
    points_of_layout,
    thread_value,
)

MOST_ELEMENTS: Final = 1 << 40
"""The largest number of elements that a tensor may have."""

THREADS: Final = ("lane", "warp", "block")
"""The named dimensions that give the number of a thread, the fastest first."""

OUTER: Final = ("row", *THREADS)
"""The dimensions that form the thread mode: the rows of tensor memory, or the threads."""

INNER: Final = ("register", "column")
"""The dimensions that form the value mode: the registers, or the columns of tensor memory."""


@dataclass(frozen=True)
class Distributed:
    """A distributed layout: for each bit of each named input dimension, its point in the tensor.

    All sizes are powers of two.

    >>> held = Distributed((("register", ((0, 1),)), ("lane", ((0, 2), (1, 0)))), (2, 4))
    >>> print(held.thread_value, held.replication)
    ((2,2),2):((4,1),2) 1
    """

    bases: tuple[tuple[str, tuple[Point, ...]], ...]
    shape: tuple[int, ...]

    def __post_init__(self) -> None:
        require_powers_of_two(self.shape)
        if prod(self.shape) > MOST_ELEMENTS:
            raise ShapeError(f"only tensors of at most {MOST_ELEMENTS} elements are supported")
        for name, points in self.bases:
            for point in points:
                if len(point) != len(self.shape):
                    raise ShapeError(
                        f"the point {format_int_tuple(point)} of {name} must have one number for"
                        f" each dimension of a tensor of shape {format_int_tuple(self.shape)}"
                    )
                if any(not 0 <= x < s for x, s in zip(point, self.shape, strict=True)):
                    raise ShapeError(
                        f"the point {format_int_tuple(point)} of {name} is outside a tensor of"
                        f" shape {format_int_tuple(self.shape)}"
                    )

    @classmethod
    def of_thread_value(cls, tv: Layout, shape: tuple[int, ...], lanes: int = 32) -> "Distributed":
        """The linear layout of a thread-value layout. The first `lanes` threads are one warp.

        Pre-conditions: all sizes and `lanes` are powers of two; tv maps (thread, value) to 1-D
        coordinates of the tensor, and is linear over F2.
        Post-conditions: result.thread_value((t, v)) == tv((t, v)) (T8).

        >>> tv = Layout(((4, 8, 2), 2), ((16, 1, 8), 64))
        >>> print(Distributed.of_thread_value(tv, (16, 8)))
        register=[(0,4)] lane=[(0,1), (0,2), (1,0), (2,0), (4,0)] warp=[(8,0)] of (16,8)
        >>> Distributed.of_thread_value(Layout((3, 2), (1, 3)), (2, 4))
        Traceback (most recent call last):
        spec.errors.ShapeError: every size must be a power of two, not 3
        """
        require_two_modes(tv)
        require_powers_of_two((lanes,))
        for column in linear_layout(tv).columns:
            require_element(column, shape)
        threads, registers = (points_of_layout(mode, shape) for mode in tv)
        bases = {
            "register": registers,
            "lane": lowest_points(threads, lanes),
            "warp": other_points(threads, lanes),
        }
        return cls(tuple(bases.items()), shape)

    def of(self, name: str) -> tuple[Point, ...]:
        """The points of the bits of a named dimension; empty if the layout lacks this dimension."""
        return dict(self.bases).get(name, ())

    def columns(self, *names: str) -> tuple[int, ...]:
        """The points of the named dimensions, as 1-D coordinates in which mode 0 is the fastest.

        >>> Distributed((("lane", ((0, 2), (1, 0))),), (2, 4)).columns("lane")
        (4, 1)
        """
        return tuple(counted(point, self.shape) for name in names for point in self.of(name))

    @property
    def replication(self) -> int:
        """How many registers, over all threads, hold each element."""
        columns = self.columns(*dict(self.bases))
        return 1 << (len(columns) - LinearLayout(columns).rank)

    @property
    def thread_value(self) -> Layout:
        """CuTe's thread-value layout: from (thread, value) to the 1-D coordinate of the tensor.

        The function `thread_value` of spec/thread_value.py computes this layout from the points of
        all input bits. Claim T7 proves that the layout gives the element of each register of each
        thread.

        Pre-conditions: no two points have a bit in common, so that the XOR of points is their sum.
        """
        require_sums(self.columns(*OUTER, *INNER), str(self))
        # In tensor memory, rows take the place of lanes, and columns the place of registers.
        lanes = (*self.of("row"), *self.of("lane"))
        registers = (*self.of("register"), *self.of("column"))
        return thread_value(lanes, self.of("warp"), self.of("block"), registers, self.shape)

    @property
    def matrix(self) -> LinearLayout:
        """The matrix over F2 from lanes, warps, blocks and registers to 1-D coordinates."""
        return LinearLayout(self.columns(*OUTER, *INNER))

    def __str__(self) -> str:
        parts = (
            f"{name}=[{', '.join(map(format_int_tuple, points))}]" for name, points in self.bases
        )
        return f"{' '.join(parts)} of {format_int_tuple(self.shape)}"


@dataclass(frozen=True)
class Shared:
    """A layout of memory: the point in the tensor for each bit of an offset, and gaps in memory.

    A gap (n, k) means that memory has k unused elements after every n elements. `part` is the shape
    of a slice at the origin of the memory; None means all of the memory.

    >>> print(Shared(((0, 1), (0, 2), (1, 1)), (2, 4)).layout)
    Sw<1,0,2> o 0 o (2,4):(4,1)
    >>> print(Shared(((0, 1), (0, 2), (1, 0)), (2, 4), ((4, 1),)).layout)
    (2,4):(5,1)
    """

    points: tuple[Point, ...]
    shape: tuple[int, ...]
    gaps: tuple[tuple[int, int], ...] = ()
    part: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        Distributed((("offset", self.points),), self.shape)
        part = self.part
        if part is None:
            return
        require_powers_of_two(part)
        if len(part) != len(self.shape) or any(map(gt, part, self.shape)):
            raise ShapeError(
                f"a slice of shape {format_int_tuple(part)} does not fit in a tensor of shape"
                f" {format_int_tuple(self.shape)}"
            )

    @property
    def matrix(self) -> LinearLayout:
        """The matrix from 1-D coordinates of the tensor to offsets, without padding.

        Each bit of an offset is mapped to a point. If this point is the origin, the offsets in
        which the bit is 1 are padding or repeat elements. So the bit is 0 in all offsets of the
        result.
        Pre-conditions: the bits whose point is not the origin give each element exactly one offset.
        """
        taken = [k for k, point in enumerate(self.points) if any(point)]
        columns = tuple(counted(self.points[k], self.shape) for k in taken)
        if prod(self.shape) != 1 << len(columns):
            raise ShapeError(
                f"an offset of {len(columns)} bits cannot number the"
                f" {numeral(prod(self.shape))} elements of {format_int_tuple(self.shape)}"
            )
        offsets = LinearLayout(columns).inverse.columns
        return LinearLayout(tuple(spread(offset, taken) for offset in offsets))

    @property
    def layout(self) -> Layout | ComposedLayout:
        """CuTe's layout: from a coordinate of the tensor to its offset in elements.

        Raises LayoutError if no layout, plain or swizzled, has this function.
        """
        columns = self.matrix.columns
        if self.gaps:
            require_sums(columns, str(self), "with gaps")
            return self._of_part(tuple(widened(column, self.gaps) for column in columns))
        if is_sum(columns):
            return self._of_part(columns)
        swizzle = unswizzled(columns)
        if swizzle is None:
            raise LayoutError(f"{self} is linear over F2, but no swizzled layout equals it")
        return ComposedLayout(swizzle, 0, self._of_part(tuple(map(swizzle, columns))))

    def _of_part(self, columns: tuple[int, ...]) -> Layout:
        """The layout of the slice. `columns` has an offset for each bit of a coordinate."""
        part = self.shape if self.part is None else self.part
        rest, found = columns, tuple[int, ...]()
        for size, side in zip(self.shape, part, strict=True):
            found += rest[: side.bit_length() - 1]
            rest = rest[size.bit_length() - 1 :]
        return by_dimension(found, part)

    def __str__(self) -> str:
        points = ", ".join(map(format_int_tuple, self.points))
        gaps = "".join(f" {n}:+{pad}" for n, pad in self.gaps)
        return f"offset=[{points}]{gaps} of {format_int_tuple(self.shape)}"


def require_element(i: int, shape: Sequence[int]) -> None:
    """Raise ShapeError unless i is the 1-D coordinate of an element.

    >>> require_element(9, (2, 4))
    Traceback (most recent call last):
    spec.errors.ShapeError: 9 is not a 1-D coordinate of a tensor of (2,4)
    """
    if i >= prod(shape):
        raise ShapeError(
            f"{numeral(i)} is not a 1-D coordinate of a tensor of {format_int_tuple(tuple(shape))}"
        )


def require_powers_of_two(shape: Sequence[int]) -> None:
    """Raise ShapeError unless all sizes are powers of two.

    >>> require_powers_of_two((4, 6))
    Traceback (most recent call last):
    spec.errors.ShapeError: the shape of a linear layout must consist of powers of two, not \
(4,6)
    """
    if any(s < 1 or s & (s - 1) != 0 for s in shape):
        raise ShapeError(
            f"the shape of a linear layout must consist of powers of two, not"
            f" {format_int_tuple(tuple(shape))}"
        )


def is_sum(columns: Sequence[int]) -> bool:
    """Whether no two columns have a bit in common, so that their XOR is their sum."""
    together = 0
    for column in columns:
        if together & column:
            return False
        together |= column
    return True


def require_sums(columns: Sequence[int], name: str, what: str = "as a thread-value layout") -> None:
    """Raise InadmissibleError if two columns have a bit in common. The error shows the columns.

    >>> require_sums((1, 3), "A")
    Traceback (most recent call last):
    spec.errors.InadmissibleError: A as a thread-value layout, bits 0 and 1: their coordinates \
(1 and 3) must have no common bit
    """
    for (i, one), (j, other) in combinations(enumerate(columns), 2):
        if one & other:
            raise InadmissibleError(
                f"{name} {what}, bits {i} and {j}",
                "their coordinates ({} and {}) must have no common bit",
                one,
                other,
            )


def in_modes(columns: Sequence[int]) -> Layout:
    """The layout that maps bit k of a 1-D coordinate to the offset `columns[k]`.

    If each column in a run of columns is twice the previous column, the run becomes one mode.

    >>> print(in_modes((1, 2, 8, 16, 0)), in_modes(()))
    (4,4,2):(1,8,0) 1:0
    """
    return layout_of(modes_of_steps(tuple(columns)))


def by_dimension(columns: Sequence[int], shape: Sequence[int]) -> Layout:
    """The layout with a mode for each size in `shape`.

    `columns` has an offset for each bit of a 1-D coordinate.

    >>> print(by_dimension((4, 1, 2), (2, 4)))
    (2,4):(4,1)
    """
    modes: list[Layout] = []
    start = 0
    for size in shape:
        bits = size.bit_length() - 1
        modes.append(in_modes(columns[start : start + bits]))
        start += bits
    return Layout(tuple(mode.shape for mode in modes), tuple(mode.stride for mode in modes))


def spread(offset: int, bits: Sequence[int]) -> int:
    """Move bit k of `offset` to the place bits[k], for each k.

    >>> spread(0b101, (0, 2, 3))
    9
    """
    return sum((offset >> k & 1) << bit for k, bit in enumerate(bits))


def widened(column: int, gaps: Sequence[tuple[int, int]]) -> int:
    """The offset `column`, plus the padding before it.

    >>> widened(128, ((64, 4),))
    136
    """
    return column + sum(column // interval * pad for interval, pad in gaps)


def unswizzled(columns: Sequence[int]) -> Swizzle | None:
    """The swizzle with the fewest bits such that no two swizzled columns share a bit.

    The result is None if no swizzle has this property.

    >>> print(unswizzled((1, 2, 5)))
    Sw<1,0,2>
    """
    total = max(columns, default=0).bit_length()
    for bits in range(1, total // 2 + 1):
        for base in range(total - 2 * bits + 1):
            for shift in range(bits, total - bits - base + 1):
                for swizzle in (Swizzle(bits, base, shift), Swizzle(bits, base, -shift)):
                    if is_sum([swizzle(column) for column in columns]):
                        return swizzle
    return None
