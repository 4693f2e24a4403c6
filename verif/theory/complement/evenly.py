"""Even division: if B divides A evenly, A divided by B has each element of A exactly once.

B, sorted by stride, is a divisible chain up to the size of A (see the chapter `gaps`). So B and its
complement reach every offset below the size of A, and no other offset (see `cover`). B and its
complement together are called the tiles. A divided by B is A composed with the tiles. The tiles
have the offset x at the coordinate `place_in_tiles`. So the divided layout has the element A(x) at
this coordinate.
"""

from __future__ import annotations

from spec.complement import complement, sort_modes
from spec.divide import divide, divides_evenly
from spec.layout import Layout, make_layout
from spec.modes import Modes, modes_of, total
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure
from verif.readings.by_mode import some_layout
from verif.theory.complement.cover import (
    element_of,
    gap_of,
    layout_and_complement_stay_below_the_size,
    layout_and_complement_take_every_offset,
)
from verif.theory.complement.gaps import divisible_chain_is_a_chain
from verif.theory.layouts.modes import extended_is_value_within_the_size, opened


def tiles_of(tile: Layout, size: int) -> Layout:
    """The layout (tile, complement of the tile up to `size`).

    The values of the complement are the offsets at which the copies of the tile begin.

    >>> print(tiles_of(Layout(4, 2), 24))
    (4,(2,3)):(2,(1,8))
    """
    return make_layout(tile, complement(tile, size))


def place_in_tiles(tile: Layout, x: int) -> int:
    """The coordinate at which the tile and its complement together have the offset x.

    >>> [tiles_of(Layout(4, 2), 24)(place_in_tiles(Layout(4, 2), x)) for x in (0, 5, 11)]
    [0, 5, 11]
    """
    modes = modes_of(tile)
    return element_of(modes, x) + tile.size * gap_of(modes, x)


@lemma
def an_even_divide_has_each_element(a: Modes, b: Modes, x: int) -> Lemma:
    """If B divides A evenly, A divided by B has all elements of A, and no other elements.

    The divided layout has the element A(x) at the coordinate `place_in_tiles(B, x)`.
    """
    opened(a, b)
    whole, tile = some_layout(a), some_layout(b)
    assume("A has a mode", len(a) >= 1)
    assume("B has a mode", len(b) >= 1)
    assume("A is divided evenly by B", divides_evenly(whole, tile))
    assume("x is a coordinate of A", 0 <= x < whole.size)

    def shows() -> None:
        divided = divide(whole, tile)
        ensure("equal sizes", divided.size == whole.size)
        ensure("a place", 0 <= place_in_tiles(tile, x) < whole.size)
        ensure("the element at its place", divided(place_in_tiles(tile, x)) == whole(x))
        at = tiles_of(tile, whole.size)(x)
        ensure("a coordinate of A", 0 <= at < whole.size)
        ensure("no other", divided(x) == whole(at))

    def proof() -> None:
        """B and its complement reach every offset below the size, and none beyond."""
        size = whole.size
        divisible_chain_is_a_chain(sort_modes(b), 1, size)
        layout_and_complement_stay_below_the_size(b, size, 0, 0)
        layout_and_complement_stay_below_the_size(b, size, x % total(b), x // total(b))
        layout_and_complement_take_every_offset(b, size, x)
        extended_is_value_within_the_size(a, tiles_of(tile, size)(x))
        extended_is_value_within_the_size(a, x)

    return shows, proof
