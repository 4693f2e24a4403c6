"""Complement: the layout of the offsets that a layout leaves out."""

from spec.coalesce import coalesce_modes
from spec.errors import InadmissibleError, ShapeError
from spec.int_tuple import IntTuple, ceil_div, format_int_tuple, product
from spec.layout import Layout
from spec.modes import Mode, Modes, layout_of, modes_of


def complement(layout: Layout, cotarget: IntTuple = 1) -> Layout:
    """The layout R that fills the gaps of A, up to the size of the cotarget M.

    Pre-conditions: M >= 1; A's modes of size >= 2 and stride != 0, sorted by stride, do not
    overlap: d_1 >= 1 and d_(k+1) >= s_k * d_k. InadmissibleError names the mode that overlaps.
    Post-conditions: R is ordered, with positive and increasing strides (K1); A and R have only the
    offset 0 in common (K2); if no mode of A of size >= 2 has stride 0, (A, R) is injective (K2);
    modes of size 1 or of stride 0 have no effect on R (definition). If the sorted modes form a
    divisible chain, which means s_k * d_k | d_(k+1) and s_n * d_n | M, then (A, R) is a bijection
    onto [0, M) (K9); otherwise R is CuTe's result, which fills the gap before each mode with whole
    copies of the range before the gap, as many as fit (tested). R is coalesced (K8).

    CuTe C++ 4.2 rejects the same layouts as this function; pycute 4.2 accepts overlaps and returns
    modes of size 0.

    >>> print(complement(Layout(4, 2), 24))
    (2,3):(1,8)
    >>> print(complement(Layout((2, 2), (1, 6)), 24))
    (3,2):(2,12)
    >>> complement(Layout((2, 2), (2, 3)), 24)
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 2:3 of the complemented layout: its stride (3) must be \
at least the extent of the modes sorted before it (4)

    Source: CuTe 02_layout_algebra.md, Complement; Cecka 2026, section 3.4.
    """
    size = product(cotarget)
    if size < 1:
        raise ShapeError(
            f"the cotarget of a complement must be 1 or more, not {format_int_tuple(cotarget)}"
        )
    return layout_of(coalesce_modes(gaps(sort_modes(modes_of(layout)), 1, size)))


def gaps(modes: Modes, current: int, size: int) -> Modes:
    """The modes that fill the gaps between the given modes, from `current` up to `size`.

    Pre-conditions: the modes are sorted by stride.

    >>> gaps(((4, 2),), 1, 24)
    ((2, 1), (3, 8))
    """
    if not modes:
        return ((ceil_div(size, current), current),)
    (s, d), rest = modes[0], modes[1:]
    if s == 1 or d == 0:
        return gaps(rest, current, size)
    if d < current:
        raise InadmissibleError(
            f"mode {s}:{d} of the complemented layout",
            "its stride ({}) must be at least the extent of the modes sorted before it ({})",
            d,
            current,
        )
    return ((d // current, current),) + gaps(rest, s * d, size)


def sort_modes(modes: Modes) -> Modes:
    """The modes sorted by stride; modes of equal stride keep their order.

    >>> sort_modes(((4, 8), (2, 1), (3, 8)))
    ((2, 1), (4, 8), (3, 8))
    """
    if not modes:
        return ()
    return insert(modes[0], sort_modes(modes[1:]))


def insert(mode: Mode, modes: Modes) -> Modes:
    """Insert a mode into modes sorted by stride, before modes of equal stride.

    >>> insert((4, 8), ((2, 1), (3, 8)))
    ((2, 1), (4, 8), (3, 8))
    """
    if not modes or mode[1] <= modes[0][1]:
        return (mode,) + modes
    return (modes[0],) + insert(mode, modes[1:])
