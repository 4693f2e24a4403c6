"""By mode: an operation that splits a layout, applied to each mode that a tiler names.

A divide or a product makes two modes of a layout. Under a tuple of tilers it does so to each
mode: ((A,a),(B,b),c). Zipped, the tiles and the rests are gathered: ((A,B),(a,b,c)).
"""

from collections.abc import Callable

from spec.composition import Tiler
from spec.errors import InadmissibleError
from spec.layout import Layout, make_layout

Split = Callable[[Layout, Layout], Layout]
"""An operation on a layout and a tile; its result has two modes, the tile and the rest."""


def by_mode(split: Split, a: Layout, tiler: Tiler) -> Layout:
    """The layout split by a tile, or each of its modes by its own tiler.

    Pre-conditions: no tuple of the tiler has more entries than there are modes.
    Post-conditions: modes under None, and those that the tiler does not reach, are kept (Q10).

    >>> print(by_mode(make_layout, Layout((4, 6, 3)), (2, None)))
    ((4,2),6,3):((1,1),4,24)
    """
    if tiler is None:
        return a
    if not isinstance(tiler, tuple):
        return split(a, tile_of(tiler))
    reached, kept = parted(a, tiler)
    return make_layout(*(by_mode(split, mode, part) for mode, part in reached), *kept)


def zipped(split: Split, a: Layout, tiler: Tiler) -> Layout:
    """The layout split by mode, the tiles gathered in the first mode and the rests in the second.

    Post-conditions: modes that the tiler does not reach are in the second (Q10); so is a mode
    under None, whose tile is 1:0 (definition).

    >>> print(zipped(make_layout, Layout((4, 6, 3)), (2, None)))
    ((4,1),(2,6,3)):((1,0),(1,4,24))
    """
    if tiler is None:
        return make_layout(Layout(1, 0), a)
    if not isinstance(tiler, tuple):
        return split(a, tile_of(tiler))
    reached, kept = parted(a, tiler)
    pairs = tuple(zipped(split, mode, part) for mode, part in reached)
    return make_layout(
        make_layout(*(pair[0] for pair in pairs)),
        make_layout(*(pair[1] for pair in pairs), *kept),
    )


def tile_of(tiler: Layout | int) -> Layout:
    """The tile: an integer n is n:1.

    >>> print(tile_of(4), tile_of(Layout(4, 2)))
    4:1 4:2
    """
    return tiler if isinstance(tiler, Layout) else Layout(tiler, 1)


def parted(
    a: Layout, tiler: tuple[Tiler, ...]
) -> tuple[tuple[tuple[Layout, Tiler], ...], tuple[Layout, ...]]:
    """The modes that the tiler reaches, each with its part of it, and the other modes.

    >>> parted(Layout((4, 6, 3)), (2,))[0]
    ((Layout.parse('4:1'), 2),)
    """
    if len(tiler) > a.rank:
        raise InadmissibleError(
            f"{len(tiler) - 1} of the tiler", "A must have it", len(tiler), a.rank
        )
    modes = tuple(a)
    return tuple(zip(modes, tiler, strict=False)), modes[len(tiler) :]
