"""Inverses: from offsets back to 1-D coordinates."""

from typing import NamedTuple

from spec.coalesce import coalesce_modes
from spec.errors import InadmissibleError
from spec.layout import Layout
from spec.modes import Modes, layout_of, modes_of


class Placed(NamedTuple):
    """A mode, and its step in 1-D coordinates: the product of the sizes of the modes before it."""

    shape: int
    stride: int
    step: int


PlacedModes = tuple[Placed, ...]
"""A flat layout with its modes in any order, and a step for each mode."""


def right_inverse(layout: Layout) -> Layout:
    """The coordinates of the offsets 0, 1, 2, .., as far as modes continue each other.

    Pre-conditions: none.
    Post-conditions: L(R(i)) == i for all i < size(R) (V1). R is coalesced (V9); R is 1:0 if no mode
    has stride 1 (V10).

    A mode continues the modes used before it if its stride is the product of their sizes. As in
    CuTe C++, other modes are skipped. pycute stops at the first mode that does not continue, and
    returns 1:0 if any mode has stride 0. If several modes have equal strides, this function uses
    the first mode. CuTe C++ may sort them in another order, and pycute uses the smallest mode.

    >>> print(right_inverse(Layout((2, 4, 6), (4, 1, 8))))
    (4,2,6):(2,1,8)
    >>> print(right_inverse(Layout(((2, 2), (2, 4)), ((0, 1), (0, 2)))))
    (2,4):(2,8)
    >>> print(right_inverse(Layout(4, 3)))
    1:0

    Source: CuTe layout.hpp; Cecka 2026, section 3.5.
    """
    modes = coalesce_modes(modes_of(layout))
    return layout_of(coalesce_modes(chain(sort_placed(placed(modes, 1)), 1)))


def left_inverse(layout: Layout) -> Layout:
    """The coordinate of each offset that the layout reaches.

    Pre-conditions: among the coalesced modes of stride != 0, sorted by stride, each stride is a
    multiple of the stride before it and at least the extent of the mode before it: d_(k-1) | d_k
    and s_(k-1) * d_(k-1) <= d_k. InadmissibleError names the mode and the condition that it
    violates.
    Post-conditions: L(R(L(i))) == L(i) for all i < size(L), and R(L(i)) < size(L) (V7o); if L is
    injective, R(L(i)) == i (V5). R is coalesced (V9l).

    CuTe C++ requires only that strides are multiples. It accepts (2,3):(2,1), which is an error
    here, and returns R = (2,2):(2,1), which is wrong: R(4) is 2, but L(2) is 1. The result of
    pycute has too few modes: for (4,8):(1,5) it is 4:1. As in C++, the result for a layout whose
    strides are all 0 has the layout's size.

    >>> print(left_inverse(Layout((4, 8), (1, 5))))
    (5,8):(1,4)
    >>> print(left_inverse(Layout(((2, 2), (2, 4)), ((0, 2), (0, 4)))))
    (2,2,4):(0,2,8)
    >>> left_inverse(Layout((2, 3), (2, 1)))
    Traceback (most recent call last):
    spec.errors.InadmissibleError: mode 2:2 of the inverted layout: its stride (2) must be at \
least the extent of the mode sorted before it (3)

    Source: CuTe layout.hpp; Cecka 2026, section 3.5.
    """
    modes = coalesce_modes(modes_of(layout))
    if modes and not modes[1:] and modes[0][1] == 0:
        return layout_of(modes)
    return layout_of(coalesce_modes(quotients(sort_placed(placed(modes, 1)), 1, 1, 0)))


def placed(modes: Modes, step: int) -> PlacedModes:
    """The modes, each with its step in 1-D coordinates; `step` is the step of the first mode.

    >>> placed(((2, 4), (4, 1)), 1)
    (Placed(shape=2, stride=4, step=1), Placed(shape=4, stride=1, step=2))
    """
    if not modes:
        return ()
    s, d = modes[0]
    return (Placed(s, d, step),) + placed(modes[1:], s * step)


def chain(modes: PlacedModes, current: int) -> Modes:
    """The modes that continue each other from the offset `current`, each with its step as stride.

    A mode continues the modes used before it if its stride is `current` times the product of their
    sizes. Other modes are skipped.

    >>> chain((Placed(2, 0, 1), Placed(2, 1, 2), Placed(3, 1, 4), Placed(4, 2, 12)), 1)
    ((2, 2), (4, 12))
    """
    if not modes:
        return ()
    (s, d, step), rest = modes[0], modes[1:]
    if d == current:
        return ((s, step),) + chain(rest, s * current)
    return chain(rest, current)


def quotients(modes: PlacedModes, unit: int, size: int, step: int) -> Modes:
    """The modes of the left inverse, for offsets that are multiples of `unit`.

    Each size except the last is the quotient of two adjacent strides. The last size is the size of
    the last mode. Modes of stride 0 are skipped.

    `unit`, `size` and `step` are the stride, size and step of the mode before `modes`, or 1, 1 and
    0 if there is no such mode.

    >>> quotients((Placed(4, 1, 1), Placed(8, 5, 4)), 1, 1, 0)
    ((1, 0), (5, 1), (8, 4))
    """
    if not modes:
        return ((size, step),)
    (s, d, next_step), rest = modes[0], modes[1:]
    if d == 0:
        return quotients(rest, unit, size, step)
    if d % unit != 0:
        raise InadmissibleError(
            f"mode {s}:{d} of the inverted layout",
            "its stride ({}) must be a multiple of the stride of the mode sorted before it ({})",
            d,
            unit,
        )
    if d < size * unit:
        raise InadmissibleError(
            f"mode {s}:{d} of the inverted layout",
            "its stride ({}) must be at least the extent of the mode sorted before it ({})",
            d,
            size * unit,
        )
    return ((d // unit, step),) + quotients(rest, d, s, next_step)


def sort_placed(modes: PlacedModes) -> PlacedModes:
    """The modes sorted by stride; modes of equal stride keep their order.

    >>> sort_placed((Placed(2, 4, 1), Placed(4, 1, 2)))
    (Placed(shape=4, stride=1, step=2), Placed(shape=2, stride=4, step=1))
    """
    if not modes:
        return ()
    return insert_placed(modes[0], sort_placed(modes[1:]))


def insert_placed(mode: Placed, modes: PlacedModes) -> PlacedModes:
    """Insert a mode into modes sorted by stride, before modes of equal stride.

    >>> insert_placed(Placed(2, 4, 1), (Placed(4, 1, 2),))
    (Placed(shape=4, stride=1, step=2), Placed(shape=2, stride=4, step=1))
    """
    if not modes or mode.stride <= modes[0].stride:
        return (mode,) + modes
    return (modes[0],) + insert_placed(mode, modes[1:])
