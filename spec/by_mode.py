"""By mode: apply a divide or a product to each mode for which a tuple has a tiler.

A divide or a product turns a layout into two modes, a tile and a rest. A tuple of tilers splits
each mode that has a tiler. For example, two tilers split a layout of three modes into
((A,a),(B,b),c): the tile A and the rest a, the tile B and the rest b, and the unchanged mode c. The
zipped form is ((A,B),(a,b,c)): the tiles form one mode, and the rests and the unchanged modes form
another mode.
"""

from collections.abc import Callable
from functools import partial

from spec.composition import Tiler, require_reached
from spec.layout import Layout, make_layout
from spec.select import change_modes

Split = Callable[[Layout, Layout], Layout]
"""An operation on a layout and a tile; its result has two modes, the tile and the rest."""


def by_mode(split: Split, a: Layout, tiler: Tiler) -> Layout:
    """Split a layout by its tiler, or, under a tuple of tilers, split each mode by its own tiler.

    Pre-conditions: each tuple of tilers splits a layout or a mode whose rank is at least the number
    of tilers in the tuple.
    Post-conditions: modes whose tiler is None, and modes beyond the tiler, are unchanged (Q10).

    >>> print(by_mode(make_layout, Layout((4, 6, 3)), (2, None)))
    ((4,2),6,3):((1,1),4,24)
    """
    if tiler is None:
        return a
    if not isinstance(tiler, tuple):
        return split(a, tile_of(tiler))
    require_reached(a, tiler)
    return change_modes(partial(by_mode, split), a, tiler)


def zipped(split: Split, a: Layout, tiler: Tiler) -> Layout:
    """Split each mode by its tiler. The tiles form the first mode, and the rests the second mode.

    Post-conditions: modes beyond the tiler are in the second mode (Q10); a mode whose tiler is None
    is in the second mode, too, and its tile is 1:0 (definition).

    >>> print(zipped(make_layout, Layout((4, 6, 3)), (2, None)))
    ((4,1),(2,6,3)):((1,0),(1,4,24))
    """
    if tiler is None:
        return make_layout(Layout(1, 0), a)
    if not isinstance(tiler, tuple):
        return split(a, tile_of(tiler))
    require_reached(a, tiler)
    return make_layout(*gathered(split, a, tiler))


def gathered(split: Split, a: Layout, tiler: tuple[Tiler, ...]) -> tuple[Layout, Layout]:
    """Split each mode by its tiler. Return the layout of the tiles and the layout of the rests.

    Modes beyond the tiler are among the rests.

    Pre-conditions: no more tilers than modes.

    >>> [str(part) for part in gathered(make_layout, Layout((4, 6, 3)), (2,))]
    ['(4):(1)', '(2,6,3):(1,4,24)']
    """
    pairs = tuple(zipped(split, mode, part) for mode, part in zip(a, tiler, strict=False))
    rests = (pair[1] for pair in pairs)
    return make_layout(*(pair[0] for pair in pairs)), make_layout(*rests, *tuple(a)[len(tiler) :])


def tile_of(tiler: Layout | int) -> Layout:
    """The tiler as a layout. An integer n stands for n:1.

    >>> print(tile_of(4), tile_of(Layout(4, 2)))
    4:1 4:2
    """
    return tiler if isinstance(tiler, Layout) else Layout(tiler, 1)


def parted(
    a: Layout, tiler: tuple[Tiler, ...]
) -> tuple[tuple[tuple[Layout, Tiler], ...], tuple[Layout, ...]]:
    """Return the modes that have an entry in `tiler`, each with this entry, and the other modes.

    >>> parted(Layout((4, 6, 3)), (2,))[0]
    ((Layout.parse('4:1'), 2),)
    """
    require_reached(a, tiler)
    modes = tuple(a)
    return tuple(zip(modes, tiler, strict=False)), modes[len(tiler) :]
