"""Predicates: which places in a grid of tiles hold elements of a tensor.

If tiles have t elements along a mode, the place a in tile i holds element t*i + a. By Euclid's
division, each element has exactly one place. The element's tile is in the grid if the tiles reach
the tensor's end.
"""

from __future__ import annotations

from verif.kernel.verbs import assume, by, ensure
from verif.readings.terminals import Terminals
from verif.theory.numbers.euclid import quotient_and_remainder_are_unique


def tiles_of(shape: Terminals, tile: Terminals) -> Terminals:
    """The number of tiles along each mode; the last tile may extend past the tensor's end."""
    return tuple(-(-s // t) for s, t in zip(shape, tile, strict=True))


def element_at(
    shape: Terminals, tile: Terminals, grid: Terminals, within: Terminals, block: Terminals
) -> Terminals:
    """The element at a place of a tile, after assuming that the place exists."""
    ensure("as many modes", len(shape) == len(tile) == len(grid) == len(within))
    for k in range(len(tile)):
        ensure("a side of 1 or more", tile[k] >= 1)
        assume("a place in the tile", within[k] < tile[k])
        assume("a tile of the grid", block[k] < grid[k])
    return tuple(tile[k] * block[k] + within[k] for k in range(len(tile)))


def only_elements_are_admitted(shape: Terminals, element: Terminals, admitted: bool) -> None:
    """The predicate admits a place if and only if the element at the place lies in the tensor."""
    inside = all(element[k] < shape[k] for k in range(len(shape)))
    if admitted:
        ensure("only elements are admitted", inside)
    else:
        ensure("each element is admitted", not inside)


def each_element_has_one_place(
    shape: Terminals,
    tile: Terminals,
    grid: Terminals,
    within: Terminals,
    block: Terminals,
    element: Terminals,
) -> None:
    """The element has a place in a tile of the grid; no other place has the same element."""
    for k in range(len(shape)):
        assume("an element", element[k] < shape[k])
        i, a = element[k] // tile[k], element[k] % tile[k]
        ensure("the tile of the element is in the grid", i < grid[k])
        if tile[k] * block[k] + within[k] == element[k]:
            by(quotient_and_remainder_are_unique, tile[k], i, a, block[k], within[k])
            ensure("in one tile", block[k] == i)
            ensure("at one place", within[k] == a)
