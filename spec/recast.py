"""Recast: the layout of the same memory, for elements of another width."""

from math import gcd

from spec.errors import InadmissibleError, ShapeError, numeral
from spec.int_tuple import ceil_div
from spec.layout import Layout
from spec.modes import Mode, Modes, modes_of
from spec.nesting import nested_as


def upcast(layout: Layout, n: int) -> Layout:
    """The layout for elements n times as wide: n neighbours become one element.

    Pre-conditions: n >= 1; each nonzero stride divides n or is a multiple of n.
    Post-conditions: the size of each mode is divided by a number k, and the result R of a layout L
    has n * R(c) == L(k_1 * c_1, ..) for all natural c (R1).

    For a mode of stride d, k is n / |d| if 0 < |d| < n, and 1 otherwise. If a size is not a
    multiple of its k, the last wide element extends past the end, as in CuTe.

    >>> print(upcast(Layout((8, 4), (1, 16)), 4))
    (2,4):(1,4)
    >>> print(upcast(Layout((4, 8), (8, 2)), 4))
    (4,4):(2,1)
    >>> upcast(Layout((4, 8), (1, 6)), 4)
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 8:6 of the recast layout: one of its stride (6) and the \
factor (4) must divide the other

    Source: CuTe layout.hpp.
    """
    require_factor(n)
    return nested_as(layout, all_widened(modes_of(layout), n))


def downcast(layout: Layout, n: int) -> Layout:
    """The layout for elements 1/n as wide: each element becomes n neighbours.

    Pre-conditions: n >= 1; one mode has stride 1, and no other has stride 1 or -1.
    Post-conditions: the result R of a layout L has R(c') == n * L(c) + j for all j < n, where c' is
    the coordinate c with c_k replaced by n*c_k + j, and k is the mode of stride 1 (R2).

    CuTe C++ multiplies the sizes of all modes of stride 1 and -1. So CuTe's result has too many
    elements for (4,2):(1,1), and elements outside the layout for 2:-1. This function rejects both
    layouts.

    >>> print(downcast(Layout((2, 4), (1, 4)), 4))
    (8,4):(1,16)
    >>> downcast(Layout((4, 8), (2, 8)), 4)
    Traceback (most recent call last):
    spec.errors.InadmissibleError: (4,8):(2,8): the number of its modes of stride 1 (0) must be 1

    Source: CuTe layout.hpp.
    """
    require_factor(n)
    modes = modes_of(layout)
    require_forward(modes)
    if adjacent(modes) != 1:
        raise InadmissibleError(
            f"{layout}", "the number of its modes of stride 1 ({}) must be 1", adjacent(modes)
        )
    return nested_as(layout, all_narrowed(modes, n))


def recast_layout(layout: Layout, old_bits: int, new_bits: int) -> Layout:
    """The layout in elements of `new_bits` bits, for a layout in elements of `old_bits` bits.

    Pre-conditions: widths >= 1; the pre-conditions of upcast and downcast.

    >>> print(recast_layout(Layout((8, 4), (1, 8)), 8, 32))
    (2,4):(1,2)
    >>> print(recast_layout(Layout((8, 4), (1, 8)), 16, 8))
    (16,4):(1,16)
    >>> print(recast_layout(Layout((6, 4), (1, 6)), 16, 24))
    (4,4):(1,4)

    Source: CuTe layout.hpp.
    """
    wider, narrower = factors(old_bits, new_bits)
    recast = upcast(layout, wider)
    return recast if narrower == 1 else downcast(recast, narrower)


def factors(old_bits: int, new_bits: int) -> tuple[int, int]:
    """The factor by which elements first become wider, and the factor by which they then narrow.

    >>> factors(8, 32), factors(16, 24)
    ((4, 1), (3, 2))
    """
    require_factor(old_bits)
    require_factor(new_bits)
    common = gcd(old_bits, new_bits)
    return new_bits // common, old_bits // common


def widened(mode: Mode, n: int) -> Mode:
    """A mode for elements n times as wide.

    >>> widened((8, 2), 4), widened((8, -12), 4), widened((3, 1), 4), widened((3, 0), 4)
    ((4, 1), (8, -3), (1, 1), (3, 0))
    """
    s, d = mode
    if d == 0:
        return mode
    if d % n == 0:
        return s, d // n
    if n % d != 0:
        raise InadmissibleError(
            f"mode {s}:{d} of the recast layout",
            "one of its stride ({}) and the factor ({}) must divide the other",
            d,
            n,
        )
    return ceil_div(s, n // abs(d)), 1 if d > 0 else -1


def all_widened(modes: Modes, n: int) -> Modes:
    """The modes for elements n times as wide.

    >>> all_widened(((8, 1), (4, 16)), 4)
    ((2, 1), (4, 4))
    """
    if not modes:
        return ()
    return (widened(modes[0], n),) + all_widened(modes[1:], n)


def all_narrowed(modes: Modes, n: int) -> Modes:
    """The modes for elements 1/n as wide.

    >>> all_narrowed(((2, 1), (4, 4)), 4)
    ((8, 1), (4, 16))
    """
    if not modes:
        return ()
    return (narrowed(modes[0], n),) + all_narrowed(modes[1:], n)


def adjacent(modes: Modes) -> int:
    """The number of modes of stride 1.

    >>> adjacent(((2, 1), (4, 4)))
    1
    """
    if not modes:
        return 0
    others = adjacent(modes[1:])
    return others + 1 if modes[0][1] == 1 else others


def require_forward(modes: Modes) -> None:
    """Raise InadmissibleError if a stride is -1.

    >>> require_forward(((4, 2), (8, -1)))
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 8:-1 of the recast layout: its stride must not be -1
    """
    if modes:
        s, d = modes[0]
        if d == -1:
            raise InadmissibleError(
                f"mode {s}:{d} of the recast layout", "its stride must not be -1"
            )
        require_forward(modes[1:])


def narrowed(mode: Mode, n: int) -> Mode:
    """A mode for elements 1/n as wide.

    >>> narrowed((2, 1), 4), narrowed((2, 8), 4)
    ((8, 1), (2, 32))
    """
    s, d = mode
    return (n * s, 1) if d == 1 else (s, n * d)


def require_factor(n: int) -> None:
    """Raise ShapeError unless the factor is at least 1.

    >>> require_factor(0)
    Traceback (most recent call last):
    spec.errors.ShapeError: a factor or width must be 1 or more, not 0
    """
    if n < 1:
        raise ShapeError(f"a factor or width must be 1 or more, not {numeral(n)}")
