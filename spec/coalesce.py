"""Coalesce: the same function with as few modes as possible."""

from spec.errors import CongruenceError
from spec.int_tuple import IntTuple, format_int_tuple
from spec.layout import Layout
from spec.modes import Mode, Modes, layout_of, modes_of
from spec.select import change_modes


def coalesce(layout: Layout, profile: IntTuple | None = None) -> Layout:
    """Merge modes if the function stays the same. With a profile, merge mode by mode.

    Every layout of size 1 becomes 1:0, even a layout of rank 0.

    Pre-conditions: at every level the profile has no more modes than the layout. The integers in
    the profile have no meaning; modes beyond the profile are unchanged.
    Post-conditions: without a profile the size and the function on [0, size) are unchanged (C1); no
    layout of rank >= 1 that computes this function has fewer modes (C3); with a profile, each mode
    that corresponds to an integer of the profile is coalesced separately (C6, C8).

    >>> print(coalesce(Layout((2, (1, 6)), (1, (6, 2)))))
    12:1
    >>> print(coalesce(Layout((2, (1, 6)), (1, (6, 2))), (1, 1)))
    (2,6):(1,2)
    >>> print(coalesce(Layout((2, 1), (3, 5))))
    2:3

    Source: CuTe 02_layout_algebra.md, Coalesce and By-mode Coalesce.
    """
    if not isinstance(profile, tuple):
        return layout_of(coalesce_modes(modes_of(layout)))
    if len(profile) > layout.rank:
        raise CongruenceError(
            f"the profile {format_int_tuple(profile)} has {len(profile)} modes, "
            f"but {layout} has only {layout.rank}"
        )
    return change_modes(coalesce, layout, profile)


def coalesce_modes(modes: Modes) -> Modes:
    """Merge the modes, starting at the right.

    >>> coalesce_modes(((2, 1), (1, 6), (6, 2)))
    ((12, 1),)
    """
    if not modes:
        return ()
    return push(modes[0], coalesce_modes(modes[1:]))


def coalesce_extended(modes: Modes) -> Modes:
    """Merge the modes, but never drop the last mode, because the index in this mode is unbounded.

    Pre-conditions: at least one mode.
    Post-conditions: the extended function is unchanged, on all naturals (contract).

    `coalesce_modes` changes the extended function: it merges (2,1):(1,5) into 2:1. At coordinate
    2, (2,1):(1,5) has the value 5, but 2:1 has the value 2.

    >>> coalesce_extended(((2, 1), (1, 5)))
    ((2, 1), (1, 5))
    """
    head, rest = modes[0], modes[1:]
    if not rest:
        return (head,)
    return push(head, coalesce_extended(rest))


def push(mode: Mode, modes: Modes) -> Modes:
    """Add a mode s:d on the left of merged modes.

    If s is 1, drop the mode. If the first of the merged modes has the stride s*d, merge s:d with
    it. Otherwise prepend s:d.

    >>> push((1, 9), ((6, 2),)), push((2, 1), ((6, 2),)), push((2, 5), ((6, 2),))
    (((6, 2),), ((12, 1),), ((2, 5), (6, 2)))
    """
    s, d = mode
    if s == 1:
        return modes
    if not modes:
        return (mode,)
    next_s, next_d = modes[0]
    if next_d == s * d:
        return ((s * next_s, d),) + modes[1:]
    return (mode,) + modes
