"""Select, add, replace and change modes. Here a layout is treated as a list of modes."""

from collections.abc import Callable
from typing import Final, TypeVar

from spec.errors import ModeError, ShapeError, numeral
from spec.layout import Layout, make_layout

Part = TypeVar("Part")

MOST_MODES: Final = 65_536
"""The largest rank to which a layout can be extended."""


def select(layout: Layout, *indices: int) -> Layout:
    """The layout of the modes at these indices, in the order of the indices.

    Post-conditions: mode k of the result is mode indices[k] of the layout (G5).

    >>> print(select(Layout((2, 3, 5), (15, 5, 1)), 2, 0), select(Layout((2, 3, 5)), 1))
    (5,2):(1,15) (3):(2)

    Source: CuTe layout.hpp, select.
    """
    return make_layout(*(layout.mode(index) for index in indices))


def take(layout: Layout, begin: int, end: int) -> Layout:
    """The layout of the modes from `begin` to `end - 1`.

    Pre-conditions: 0 <= begin < end <= rank.

    >>> print(take(Layout((2, 3, 5, 7)), 1, 3))
    (3,5):(2,6)

    Source: CuTe layout.hpp, take.
    """
    if not 0 <= begin < end <= layout.rank:
        raise ModeError(f"{layout} does not have the modes {begin} up to {end} (exclusive)")
    return between(layout, begin, end)


def between(layout: Layout, begin: int, end: int) -> Layout:
    """The layout of the modes from `begin` to `end - 1`; it has no modes if `begin` equals `end`.

    Pre-conditions: 0 <= begin <= end <= rank.

    >>> print(between(Layout((2, 3, 5, 7)), 1, 3), between(Layout((2, 3, 5, 7)), 1, 1))
    (3,5):(2,6) ():()
    """
    return make_layout(*tuple(layout)[begin:end])


def append(layout: Layout, mode: Layout | None = None, rank: int | None = None) -> Layout:
    """The layout with `mode` (by default 1:0) appended: once, or until the result has rank `rank`.

    Pre-conditions: `rank` is at least the layout's rank, and at most MOST_MODES.
    Post-conditions: the first modes are the layout's, all others are `mode` (definition); the first
    size(layout) values of the function of 1-D coordinates are unchanged (G2).

    >>> print(append(Layout((2, 3)), Layout(4, 6)), append(Layout(8), Layout(1, 0), 3))
    (2,3,4):(1,2,6) (8,1,1):(1,0,0)

    Source: CuTe layout.hpp, append.
    """
    added = Layout(1, 0) if mode is None else mode
    return side_by_side(layout, make_layout(*(added,) * _more(layout, rank)))


def prepend(layout: Layout, mode: Layout | None = None, rank: int | None = None) -> Layout:
    """The layout with `mode` (by default 1:0) prepended: once, or until the result has rank `rank`.

    Pre-conditions: `rank` is at least the layout's rank, and at most MOST_MODES.
    Post-conditions: the last modes are the layout's, all others are `mode` (definition); with one
    added mode, the offset at the 1-D coordinate j + size(mode)*i is mode(j) + layout(i) (G2).

    >>> print(prepend(Layout((2, 3)), Layout(4, 6)), prepend(Layout(8), Layout(1, 0), 3))
    (4,2,3):(6,1,2) (1,1,8):(0,0,1)

    Source: CuTe layout.hpp, prepend.
    """
    added = Layout(1, 0) if mode is None else mode
    return side_by_side(make_layout(*(added,) * _more(layout, rank)), layout)


def side_by_side(a: Layout, b: Layout) -> Layout:
    """The modes of the first layout, followed by the modes of the second.

    >>> print(side_by_side(Layout((2, 3)), Layout((4, 5), (6, 24))))
    (2,3,4,5):(1,2,6,24)
    """
    return make_layout(*a, *b)


def replace(layout: Layout, index: int, mode: Layout) -> Layout:
    """The layout with `mode` in place of the mode at an index.

    Post-conditions: all other modes are unchanged (G5).

    >>> print(replace(Layout((2, 3, 5)), 1, Layout((4, 2), (1, 8))))
    (2,(4,2),5):(1,(1,8),6)
    >>> from spec.composition import composition
    >>> A = Layout((4, 6))
    >>> print(replace(A, 1, composition(A.mode(1), Layout(3, 2))))
    (4,3):(1,8)

    Source: CuTe layout.hpp, replace; NVlabs/CuTe writes the last example as composition[1](A, B).
    """
    layout.mode(index)
    behind = between(layout, index + 1, layout.rank)
    return side_by_side(side_by_side(between(layout, 0, index), make_layout(mode)), behind)


def change_modes(
    change: Callable[[Layout, Part], Layout], layout: Layout, parts: tuple[Part, ...]
) -> Layout:
    """Replace each mode by `change(mode, entry)`, where `entry` is the mode's entry in `parts`.

    A mode without an entry in the tuple `parts` does not change.

    Pre-conditions: the tuple `parts` has no more entries than the layout has modes.

    >>> print(change_modes(lambda mode, n: Layout(n, mode.stride), Layout((2, 3, 5)), (7, 8)))
    (7,8,5):(1,2,6)
    """
    changed = (change(mode, part) for mode, part in zip(layout, parts, strict=False))
    return make_layout(*changed, *tuple(layout)[len(parts) :])


def _more(layout: Layout, rank: int | None) -> int:
    """The number of modes to add: `rank` minus the layout's rank, or 1 if `rank` is None."""
    if rank is None:
        return 1
    if rank < layout.rank:
        raise ShapeError(f"{layout} has {layout.rank} modes, more than the rank {rank}")
    if rank > MOST_MODES:
        raise ShapeError(f"a layout can have at most {MOST_MODES} modes here, not {numeral(rank)}")
    return rank - layout.rank
