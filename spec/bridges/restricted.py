"""Layouts whose modes are restricted to extents: the common form of CuTe, TLA and XLA arrays.

An array of XLA or TLA is padded to whole tiles, and the padded array has a layout. The array
itself, with the extents n_k, is the restriction of this layout to the first n_k coordinates of each
mode k. The restriction need not be a layout. Dimension k of the array is mode k of the layout, so
index (i, j, ..) is the layout's R-D coordinate. The 1-D coordinates differ: in CuTe the first mode
counts fastest, but in XLA's row-major order the last dimension does.
"""

from dataclasses import dataclass

from spec.coalesce import coalesce_extended
from spec.composition import composition
from spec.errors import CongruenceError, CoordinateError, LayoutError, ShapeError, numeral
from spec.int_tuple import ceil_div, format_int_tuple
from spec.layout import Layout, make_layout
from spec.modes import Modes, modes_of

Index = tuple[int, ...]


class NoLayoutError(LayoutError):
    """Raised if no CuTe layout computes the array's offsets; the message shows why.

    `array` is the array that was converted, or its name.

    >>> str(NoLayoutError("f32[3]", "3 is odd", ((1,), (2,)), (1, 4)))
    'f32[3] is not a layout: 3 is odd; offset 1 at (1), 4 at (2)'
    """

    def __init__(
        self, array: object, reason: str, indices: tuple[Index, ...], offsets: tuple[int, ...]
    ) -> None:
        super().__init__(array, reason, indices, offsets)
        self.array = array
        self.reason = reason
        self.indices = indices
        self.offsets = offsets

    def __str__(self) -> str:
        shown = zip(self.offsets, self.indices, strict=True)
        places = ", ".join(f"{numeral(x)} at {format_int_tuple(i)}" for x, i in shown)
        return f"{self.array} is not a layout: {self.reason}; offset {places}"


@dataclass(frozen=True)
class Restricted:
    """A layout restricted to the first extents[k] coordinates of each mode k.

    Pre-conditions: one extent for each mode, from 0 to the size of the mode.

    >>> A = Restricted(Layout(((2, 2), (2, 3)), ((2, 12), (1, 4))), (3, 5))
    >>> A(2, 3)
    17
    """

    layout: Layout
    extents: Index

    def __post_init__(self) -> None:
        if not isinstance(self.layout.shape, tuple) or self.layout.rank != len(self.extents):
            raise CongruenceError(
                f"{self.layout} needs one extent for each mode, not"
                f" {format_int_tuple(self.extents)}"
            )
        for mode, n in zip(self.layout, self.extents, strict=True):
            if not 0 <= n <= max(mode.size, 1):
                raise ShapeError(
                    f"an extent of {mode} must be in 0 .. {numeral(mode.size)}, not {numeral(n)}"
                )

    def __call__(self, *index: int) -> int:
        """The offset of an index.

        Pre-conditions: 0 <= index[k] < extents[k].
        """
        if len(index) != len(self.extents):
            raise CongruenceError(
                f"index {format_int_tuple(index)} does not fit {format_int_tuple(self.extents)}"
            )
        for i, n in zip(index, self.extents, strict=True):
            if not 0 <= i < n:
                raise CoordinateError(f"index {numeral(i)} is not in [0, {numeral(n)})")
        return self.layout(index)


def canonical(array: Restricted) -> tuple[Modes, ...]:
    """The coalesced modes of each dimension, cut at the dimension's extent.

    The result is unique, because each mode is as long as possible: it ends only where the step from
    one offset to the next changes.

    Post-conditions: two arrays of the same extents, all >= 1, are the same function if and only if
    their results are equal (tested).

    >>> canonical(Restricted(Layout(((2, 2), (2, 3)), ((2, 12), (1, 4))), (3, 5)))
    (((2, 2), (2, 12)), ((2, 1), (3, 4)))
    """
    modes = zip(array.layout, array.extents, strict=True)
    return tuple(reached(coalesce_extended(modes_of(mode)), n) for mode, n in modes)


def reached(modes: Modes, n: int) -> Modes:
    """The modes, cut or extended to the first n coordinates.

    Modes that these coordinates do not use are dropped. The last remaining mode gets the size that
    the coordinates need, which may be less or more than the size of the mode.

    >>> reached(((2, 1), (2, 4), (4, 16)), 3), reached(((2, 1),), 1)
    (((2, 1), (2, 4)), ())
    >>> reached(((4, 1),), 3), reached(((2, 1),), 5)
    (((3, 1),), ((5, 1),))
    """
    if n <= 1:
        return ()
    (s, d), rest = modes[0], modes[1:]
    if not rest or n <= s:
        return ((n, d),)
    return ((s, d),) + reached(rest, ceil_div(n, s))


def layout_on(array: Restricted, name: object) -> Layout:
    """The CuTe layout of the array. Mode k has the size extents[k].

    `name` is the array's name in error messages: a text, or the array before its conversion. A mode
    is unchanged if its extent is its whole size; other modes are coalesced.

    Pre-conditions: extents >= 1; in each dimension, if a coalesced mode ends at an index below the
    extent, this index divides the extent. Otherwise NoLayoutError gives two offsets which show that
    no layout computes the array's offsets.
    Post-conditions: result(i, j, ..) == array(i, j, ..) (B2l).

    >>> print(layout_on(Restricted(Layout(((2, 2), (2, 3)), ((2, 12), (1, 4))), (4, 4)), "A"))
    ((2,2),(2,2)):((2,12),(1,4))

    Source: CuTe 02_layout_algebra.md, by-mode composition.
    """
    if 0 in array.extents:
        raise ShapeError(f"{name} has no elements, but a layout must have at least one")
    for dimension, n in enumerate(array.extents):
        require_whole(array, name, dimension, n)
    modes = zip(array.layout, array.extents, strict=True)
    return make_layout(*(m if m.size == n else composition(m, n) for m, n in modes))


def require_whole(array: Restricted, name: object, dimension: int, n: int) -> None:
    """Raise NoLayoutError if a coalesced mode ends at an index below `n` that does not divide `n`.

    >>> A = Restricted(Layout(((2, 2), (2, 3)), ((2, 12), (1, 4))), (3, 5))
    >>> require_whole(A, "f32[3,5]{1,0:T(2,2)}", 0, 3)
    Traceback (most recent call last):
    spec.bridges.restricted.NoLayoutError: f32[3,5]{1,0:T(2,2)} is not a layout: along dimension 0 \
the steps of 2 end at index 2, so a mode must end there, but 2 does not divide the size 3; \
offset 2 at (1,0), 12 at (2,0)
    """
    unit = 1
    for s, d in canonical(array)[dimension]:
        if unit * s < n and n % (unit * s) != 0:
            ends = (unit, unit * s)
            indices = tuple(along(array.extents, dimension, i) for i in ends)
            raise NoLayoutError(
                name,
                f"along dimension {dimension} the steps of {numeral(d)} end at index"
                f" {numeral(ends[1])}, so a mode must end there, but {numeral(ends[1])} does not"
                f" divide the size {numeral(n)}",
                indices,
                tuple(array(*index) for index in indices),
            )
        unit = unit * s


def along(extents: Index, dimension: int, i: int) -> Index:
    """The index with entry i in one dimension and 0 in the others.

    >>> along((3, 5), 1, 4)
    (0, 4)
    """
    return tuple(i if k == dimension else 0 for k in range(len(extents)))
