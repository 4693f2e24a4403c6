"""Linear layouts: layouts of power-of-two shapes, and swizzles, as matrices over F2.

A matrix over F2 maps x to the XOR of its columns at the bits of x that are 1. A layout whose sizes
are powers of two has the *steps* d*2^j, where d is a stride. The steps are the layout's offsets at
1, 2, 4, .. Such a layout is a matrix if and only if no two steps have a bit in common (claim S5):
in this case no sum of steps carries, so every sum is an XOR. Composition is the matrix product, and
the rank decides injectivity.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import ClassVar, Final

from spec.checks import require_int_tuple
from spec.coalesce import coalesce
from spec.composed import ComposedLayout
from spec.errors import CoordinateError, InadmissibleError, LayoutError, ShapeError, numeral
from spec.int_tuple import IntTuple, depth, flatten, product, unflatten
from spec.layout import Layout
from spec.modes import Modes, modes_of
from spec.steps import meeting, powers_of_two, steps_of
from spec.swizzle import Swizzle
from spec.taking import INTEGER, Kind, is_flat, method
from spec.xors import kernel_of, preimage


def _is_matrix(value: object) -> bool:
    return isinstance(value, LinearLayout) or is_flat(value)


def _matrix_of(value: "LinearLayout | tuple[int, ...]") -> "LinearLayout":
    return value if isinstance(value, LinearLayout) else LinearLayout(value)


MATRIX: Final = Kind(
    "the columns of a matrix", _is_matrix, _matrix_of, converts=("LinearLayout", tuple[int, ...])
)


@dataclass(frozen=True)
class LinearLayout:
    """A linear map over F2 on the numbers below 2^n: column k is the image of 2^k.

    Pre-conditions: columns >= 0.

    >>> M = LinearLayout((1, 2, 5))
    >>> [M(x) for x in range(8)], M.rank, M.kernel
    ([0, 1, 2, 3, 5, 4, 7, 6], 3, ())

    Source: Linear Layouts, arXiv 2505.23819, section 4.
    """

    _repr_svg_: ClassVar[Callable[["LinearLayout"], str | None]]
    """The method that draws the value in a notebook. `spec` sets it to `drawing_of`."""

    columns: tuple[int, ...]

    def __post_init__(self) -> None:
        require_int_tuple(self.columns)
        if depth(self.columns) != 1:
            raise LayoutError(f"the columns must be a tuple of integers, not {self.columns}")
        for k, column in enumerate(self.columns):
            if column < 0:
                raise InadmissibleError(f"column {k}", "it ({}) must not be negative", column)

    @method(INTEGER)
    def __call__(self, x: int) -> int:
        """The image of x, which must be below 2^n for n columns."""
        if not 0 <= x < self.size:
            raise CoordinateError(f"{numeral(x)} is not in 0 .. {numeral(self.size - 1)}")
        image = 0
        for k in _ones(x):
            image ^= self.columns[k]
        return image

    @method(MATRIX)
    def __matmul__(self, other: "LinearLayout") -> "LinearLayout":
        """The product of the matrices: the map that applies `other`, and then this map.

        Pre-conditions: the other map's columns are below the size of this map.

        >>> LinearLayout((2, 1)) @ LinearLayout((3, 1))
        LinearLayout(columns=(3, 2))
        """
        return LinearLayout(tuple(self(column) for column in other.columns))

    @property
    def size(self) -> int:
        """The size of the domain: 2^n."""
        return 1 << len(self.columns)

    @property
    def rank(self) -> int:
        """The number of linearly independent columns. The map has 2^rank values."""
        return len(self.columns) - len(self.kernel)

    @property
    def kernel(self) -> tuple[int, ...]:
        """A basis of the numbers that map to 0, with one number for each dependent column.

        A column is dependent if it is an XOR of earlier columns. If the basis has k elements, the
        map takes each of its values at 2^k numbers below 2^n: claim S13 proves this for
        `kernel_of`.

        >>> LinearLayout((1, 2, 3)).kernel
        (7,)
        """
        return kernel_of(self.columns)

    @property
    def injective(self) -> bool:
        """Whether different numbers have different images."""
        return not self.kernel

    @property
    def bijective(self) -> bool:
        """Whether each number below 2^n is the image of exactly one number."""
        return self.injective and all(column < self.size for column in self.columns)

    @property
    def inverse(self) -> "LinearLayout":
        """The inverse matrix.

        Pre-conditions: bijective.
        Post-conditions: inverse @ M and M @ inverse take each number to itself (tested).

        >>> LinearLayout((1, 3, 4)).inverse
        LinearLayout(columns=(1, 3, 4))
        """
        if not self.bijective:
            raise InadmissibleError(
                str(self),
                "its rank ({}) must be the number of its columns ({})",
                self.rank,
                len(self),
            )
        return LinearLayout(tuple(preimage(self.columns, 1 << k) for k in range(len(self))))

    def __len__(self) -> int:
        return len(self.columns)


def linear_layout(x: Layout | ComposedLayout | Swizzle) -> LinearLayout:
    """The matrix of a layout, of a composed layout, or of a swizzle on the numbers below its size.

    Pre-conditions: the shapes are powers of two; the strides are >= 0, and no two steps d*2^j have
    a bit in common (`meeting_steps` returns None); the offset of a composed layout is 0.
    Post-conditions: for a layout, the columns are its steps, `steps_of` (definition); result(i) ==
    x(i) for all i (tested).

    >>> linear_layout(Layout((4, 2), (2, 1)))
    LinearLayout(columns=(2, 4, 1))
    >>> linear_layout(Swizzle(1, 0, 2)).columns
    (1, 2, 5)
    >>> linear_layout(ComposedLayout.parse("Sw<1,0,2> o 0 o (4,2):(2,1)")).columns
    (2, 5, 1)
    >>> linear_layout(ComposedLayout.parse("Sw<1,0,1> o 0 o Sw<1,0,2> o 0 o (4,2):(2,1)")).columns
    (3, 5, 1)

    Source: Linear Layouts, arXiv 2505.23819, section 5.
    """
    if isinstance(x, Swizzle):
        return LinearLayout(tuple(x(step) for step in _units(x.size)))
    if isinstance(x, ComposedLayout):
        if x.offset != 0:
            raise InadmissibleError(str(x), "its offset ({}) must be 0", x.offset)
        columns = linear_layout(x.inner).columns
        if isinstance(x.outer, Swizzle):
            return LinearLayout(tuple(map(x.outer, columns)))
        outer = linear_layout(x.outer)
        reached = max(columns, default=0)
        if reached >= x.outer.size:
            raise InadmissibleError(
                str(x),
                "the largest offset of its inner layout ({}) must be below the size of its outer "
                "layout ({})",
                reached,
                x.outer.size,
            )
        return LinearLayout(tuple(map(outer, columns)))
    modes = modes_of(x)
    _require_powers_of_two(modes)
    for s, d in modes:
        if d < 0:
            raise InadmissibleError(
                f"mode {s}:{d} of {x}", "its stride ({}) must not be negative", d
            )
    pair = meeting_steps(x)
    if pair is not None:
        i, j = pair
        raise InadmissibleError(
            f"{x} at {i} and {j}", "its offsets ({} and {}) must have no common bit", x(i), x(j)
        )
    return LinearLayout(steps_of(modes))


def meeting_steps(layout: Layout) -> tuple[int, int] | None:
    """Two coordinates i < j, powers of two, whose offsets have a bit in common.

    The result is None if there are no such coordinates.

    Pre-conditions: the shapes are powers of two, the strides >= 0.
    Post-conditions: if there are such coordinates, A(i ^ j) != A(i) ^ A(j) (S5); otherwise
    A(i ^ j) == A(i) ^ A(j) for all i and j, so that A is linear over F2 (S5).

    >>> meeting_steps(Layout((4, 2), (1, 4))), meeting_steps(Layout((4, 2), (1, 2)))
    (None, (2, 4))
    """
    modes = modes_of(layout)
    _require_powers_of_two(modes)
    i, j = meeting(steps_of(modes))
    return (i, j) if i else None


def layout_of_linear(matrix: LinearLayout, shape: IntTuple | None = None) -> Layout:
    """The layout that is the same function as the matrix: coalesced, or with the given shape.

    Pre-conditions: no two columns have a bit in common; the shape's entries are powers of two, and
    its size is the size of the matrix; within each entry of the shape, each column is twice the
    column before it.
    Post-conditions: linear_layout(result) == matrix (tested).

    >>> print(layout_of_linear(LinearLayout((2, 4, 1))))
    (4,2):(2,1)
    >>> print(layout_of_linear(LinearLayout((2, 4, 1)), ((2, 2), 2)))
    ((2,2),2):((2,4),1)

    Source: Linear Layouts, arXiv 2505.23819, section 5.
    """
    columns = matrix.columns
    for (j, one), (k, other) in combinations(enumerate(columns), 2):
        if one & other != 0:
            raise InadmissibleError(
                f"columns {j} and {k}", "they ({} and {}) must have no common bit", one, other
            )
    if shape is None:
        return coalesce(Layout((2,) * len(columns), columns)) if columns else Layout(1, 0)
    _require_powers_of_two(modes_of(Layout(shape)))
    if product(shape) != matrix.size:
        raise ShapeError(
            f"the shape has {numeral(product(shape))} coordinates, but the matrix has "
            f"{numeral(matrix.size)}"
        )
    strides: list[int] = []
    rest = columns
    for s in flatten(shape):
        taken, rest = rest[: s.bit_length() - 1], rest[s.bit_length() - 1 :]
        for before, after in pairwise(taken):
            if after != 2 * before:
                raise InadmissibleError(
                    f"the entry {s} of the shape",
                    "each of its columns ({}) must be twice the column before it ({})",
                    after,
                    before,
                )
        strides.append(taken[0] if taken else 0)
    return Layout(shape, unflatten(tuple(strides), shape))


def _units(size: int) -> tuple[int, ...]:
    """The powers of two below `size`, which is a power of two."""
    return tuple(1 << k for k in range(size.bit_length() - 1))


def _ones(x: int) -> Iterator[int]:
    """The positions of the bits that are 1."""
    while x:
        low = x & -x
        yield low.bit_length() - 1
        x ^= low


def _require_powers_of_two(modes: Modes) -> None:
    if not powers_of_two(modes):
        for s, _ in modes:
            if s & (s - 1) != 0:
                raise ShapeError(f"every size must be a power of two, not {numeral(s)}")
