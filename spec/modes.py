"""Flat layouts as lists of modes (shape, stride): the recursions on which the algebra is built.

The operations of the algebra use a layout's list of modes, the fastest mode first. Each operation
is a recursion on this list from the left, so that it can be proved by induction.
"""

from spec.layout import Layout

Mode = tuple[int, int]
"""A shape >= 1 and a stride."""

Modes = tuple[Mode, ...]
"""A flat layout. The empty list has the single coordinate 0, with offset 0."""

Groups = tuple[Modes, ...]
"""A list of flat layouts, which are the modes of one layout."""


def total(modes: Modes) -> int:
    """The number of coordinates.

    >>> total(((4, 1), (8, 5)))
    32
    """
    if not modes:
        return 1
    return modes[0][0] * total(modes[1:])


def value(modes: Modes, x: int) -> int:
    """The offset at the 1-D coordinate x, counted colexicographically.

    Pre-conditions: 0 <= x < total(modes).

    >>> value(((4, 1), (8, 5)), 6)
    7

    Source: CuTe 01_layout.md, Coordinate Mapping.
    """
    if not modes:
        return 0
    (s, d), rest = modes[0], modes[1:]
    return d * (x % s) + value(rest, x // s)


def offsets(modes: Modes) -> list[int]:
    """All offsets, in the order of the 1-D coordinates.

    >>> offsets(((2, 1), (3, 8)))
    [0, 1, 8, 9, 16, 17]
    """
    found = [0]
    for s, d in modes:
        found = [c * d + before for c in range(s) for before in found]
    return found


def ends(modes: Modes) -> tuple[int, int]:
    """The 1-D coordinates of the least and of the greatest offset.

    >>> ends(((2, 8), (3, -1)))
    (4, 1)
    """
    least, greatest, unit = 0, 0, 1
    for s, d in modes:
        least += (s - 1) * unit if d < 0 else 0
        greatest += (s - 1) * unit if d > 0 else 0
        unit *= s
    return least, greatest


def extended(modes: Modes, x: int) -> int:
    """The offset at any natural number x: the index in the last mode is unbounded.

    Pre-conditions: at least one mode, x >= 0.

    >>> extended(((4, 1), (8, 5)), 6), extended(((4, 1), (8, 5)), 32)
    (7, 40)
    """
    (s, d), rest = modes[0], modes[1:]
    if not rest:
        return d * x
    return d * (x % s) + extended(rest, x // s)


def modes_of(layout: Layout) -> Modes:
    """The layout's modes without nesting.

    >>> modes_of(Layout((4, (2, 2)), (2, (1, 8))))
    ((4, 2), (2, 1), (2, 8))
    """
    return layout.flat_modes


def shapes_of(modes: Modes) -> tuple[int, ...]:
    """The shape of each mode.

    >>> shapes_of(((4, 2), (2, 1)))
    (4, 2)
    """
    if not modes:
        return ()
    return (modes[0][0],) + shapes_of(modes[1:])


def strides_of(modes: Modes) -> tuple[int, ...]:
    """The stride of each mode.

    >>> strides_of(((4, 2), (2, 1)))
    (2, 1)
    """
    if not modes:
        return ()
    return (modes[0][1],) + strides_of(modes[1:])


def layout_of(modes: Modes) -> Layout:
    """The layout with these modes: `1:0` for no mode, `s:d` for one, else a flat tuple.

    >>> print(layout_of(()), layout_of(((4, 2),)), layout_of(((4, 2), (2, 1))))
    1:0 4:2 (4,2):(2,1)
    """
    if not modes:
        return Layout(1, 0)
    if not modes[1:]:
        return Layout(*modes[0])
    return Layout(tuple([s for s, _ in modes]), tuple([d for _, d in modes]))


def in_one_tuple(modes: Modes) -> Layout:
    """The layout with these modes in one tuple, even if there are fewer than two.

    >>> print(in_one_tuple(((4, 2), (2, 1))), in_one_tuple(((4, 2),)), in_one_tuple(()))
    (4,2):(2,1) (4):(2) ():()
    """
    return Layout(shapes_of(modes), strides_of(modes))


def joined(groups: Groups) -> Modes:
    """Concatenate the lists.

    >>> joined((((4, 1),), ((2, 8), (3, 16))))
    ((4, 1), (2, 8), (3, 16))
    """
    if not groups:
        return ()
    if not groups[1:]:
        return groups[0]
    return followed(groups[0], joined(groups[1:]))


def followed(modes: Modes, others: Modes) -> Modes:
    """Append the second list to the first.

    >>> followed(((4, 1),), ((2, 8), (3, 16)))
    ((4, 1), (2, 8), (3, 16))
    """
    if not modes:
        return others
    return (modes[0],) + followed(modes[1:], others)
