"""Memory that is written as one array and read as another array.

Number the elements of an array row-major, and write each number to the place of its element. Then
each position of the memory holds a number (`an_element_is_held_at_its_place`) or is padding. Read
the memory at the places of another array: the place of element n holds n if and only if both arrays
have element n at the same place. So an element is misread if and only if its places in the two
arrays differ (`what_moves_is_misread`).
"""

from __future__ import annotations

from spec.xla import Tiles, row, tiled_by
from spec.xla.position import index_of
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, unfold
from verif.readings.orders import is_order, numbers_below, picked
from verif.readings.places import all_sized
from verif.readings.terminals import Terminals, at_least, extent, in_bounds
from verif.theory.arrays.distinct_elements import tiles_keep_elements_apart
from verif.theory.arrays.orders import (
    an_order_keeps_elements_apart,
    indices_in_one_order_have_the_same_bounds,
)
from verif.theory.layouts.coordinates import extent_is_positive
from verif.theory.layouts.modes import opened


@definition(on="index")
def numbered(index: Terminals, dims: Terminals) -> int:
    """The row-major number of an index."""
    if not index or not dims:
        return 0
    return index[0] * extent(dims[1:]) + numbered(index[1:], dims[1:])


@contract(index_of, on="dims", opens=True)
def numbers_have_an_index(number: int, dims: Terminals) -> Promise:
    """`index_of` returns the index of the element whose row-major number is `number`."""
    opened(dims)
    assume("dimensions >= 1", at_least(1, dims))
    assume("the number of an element", 0 <= number < extent(dims))
    if proving() and dims:
        extent_is_positive(dims[1:])

    def shows(result: Terminals) -> None:
        ensure("an index", in_bounds(result, dims))
        ensure("its number", numbered(result, dims) == number)

    return Promise(shows)


def position_of(number: int, dims: Terminals, order: Terminals, tiles: Tiles) -> int:
    """The place in memory of the element whose row-major number is `number`.

    >>> position_of(5, (2, 3), (0, 1), ()), position_of(1, (2, 3), (0, 1), ())
    (5, 2)
    """
    return row(tiled_by(picked(index_of(number, dims), dims, order), tiles))


def is_an_array(dims: Terminals, order: Terminals, tiles: Tiles) -> None:
    """Assume that `dims`, `order` and `tiles` describe an array that has elements."""
    assume("dimensions >= 1", at_least(1, dims))
    assume("numbers of dimensions", numbers_below(order, len(dims)))
    assume("an order", is_order(order, dims))
    assume("minor sides are sizes", all_sized(tiles))


@lemma
def elements_at_one_place_are_one(
    i: int, j: int, dims: Terminals, order: Terminals, tiles: Tiles
) -> Lemma:
    """Elements that have the same place have the same number."""
    is_an_array(dims, order, tiles)
    assume("i numbers an element", 0 <= i < extent(dims))
    assume("j numbers an element", 0 <= j < extent(dims))
    assume("one place", position_of(i, dims, order, tiles) == position_of(j, dims, order, tiles))

    def shows() -> None:
        ensure("one number", i == j)

    def proof() -> None:
        """The order and the tiles both keep different elements at different places."""
        one, other = index_of(i, dims), index_of(j, dims)
        p, q = picked(one, dims, order), picked(other, dims, order)
        indices_in_one_order_have_the_same_bounds(one, other, dims, order)
        tiles_keep_elements_apart(p, q, tiles)
        an_order_keeps_elements_apart(one, other, dims, order)
        ensure("the number of both", numbered(one, dims) == numbered(other, dims))

    return shows, proof


def held_at(place: int, n: int, dims: Terminals, order: Terminals, tiles: Tiles) -> int:
    """The element among 0 .. n - 1 whose position is `place`, or -1 if no such element exists.

    >>> [held_at(place, 4, (2, 2), (0, 1), ()) for place in range(5)]
    [0, 2, 1, 3, -1]
    """
    if n <= 0:
        return -1
    if position_of(n - 1, dims, order, tiles) == place:
        return n - 1
    return held_at(place, n - 1, dims, order, tiles)


@contract(held_at, on="n")
def what_is_held_is_an_element(
    place: int, n: int, dims: Terminals, order: Terminals, tiles: Tiles
) -> Promise:
    """`held_at` returns the number of an element whose position is `place`, or -1."""
    is_an_array(dims, order, tiles)
    assume("elements", 0 <= n <= extent(dims))

    def shows(result: int) -> None:
        ensure("a number, or -1", -1 <= result < n)
        if result >= 0:
            ensure("at its place", position_of(result, dims, order, tiles) == place)

    return Promise(shows)


@lemma(on="n")
def an_element_is_held_at_its_place(
    place: int, k: int, n: int, dims: Terminals, order: Terminals, tiles: Tiles
) -> Lemma:
    """At the place of element k, `held_at` finds element k."""
    is_an_array(dims, order, tiles)
    assume("elements", 0 <= n <= extent(dims))
    assume("k is below n", 0 <= k < n)
    assume("its place", place == position_of(k, dims, order, tiles))

    def shows() -> None:
        ensure("held there", held_at(place, n, dims, order, tiles) == k)

    def proof() -> None:
        """Induction on n: element n - 1 is at `place` only if k = n - 1."""
        if k == n - 1:
            ensure("the last element is here", position_of(n - 1, dims, order, tiles) == place)
        elif position_of(n - 1, dims, order, tiles) == place:
            elements_at_one_place_are_one(n - 1, k, dims, order, tiles)
        else:
            an_element_is_held_at_its_place(place, k, n - 1, dims, order, tiles)
        unfold(held_at, place, n, dims, order, tiles)

    return shows, proof


@lemma(on="n")
def an_element_is_held_at_no_other_place(
    place: int, k: int, n: int, dims: Terminals, order: Terminals, tiles: Tiles
) -> Lemma:
    """Only the place of element k holds element k."""
    is_an_array(dims, order, tiles)
    assume("elements", 0 <= n <= extent(dims))
    assume("k is an element", 0 <= k < extent(dims))
    assume("another place", place != position_of(k, dims, order, tiles))

    def shows() -> None:
        ensure("not held there", held_at(place, n, dims, order, tiles) != k)

    def proof() -> None:
        """Induction on n: only the place of the last element holds the last element."""
        if n > 0:
            if k == n - 1:
                there = position_of(n - 1, dims, order, tiles)
                ensure("the last element is not here", there != place)
            an_element_is_held_at_no_other_place(place, k, n - 1, dims, order, tiles)
        unfold(held_at, place, n, dims, order, tiles)

    return shows, proof


@lemma
def what_is_held_has_one_place(
    place: int, other: int, n: int, dims: Terminals, order: Terminals, tiles: Tiles
) -> Lemma:
    """If two places hold the same element, the places are equal."""
    is_an_array(dims, order, tiles)
    assume("elements", 0 <= n <= extent(dims))
    found = held_at(place, n, dims, order, tiles)
    assume("an element is held", found >= 0)
    assume("the same", held_at(other, n, dims, order, tiles) == found)

    def shows() -> None:
        ensure("one place", place == other)

    def proof() -> None:
        """By `an_element_is_held_at_no_other_place`, an element is held only at its own place."""
        if position_of(found, dims, order, tiles) != place:
            an_element_is_held_at_no_other_place(place, found, n, dims, order, tiles)
        if position_of(found, dims, order, tiles) != other:
            an_element_is_held_at_no_other_place(other, found, n, dims, order, tiles)

    return shows, proof


def misread(
    n: int,
    dims: Terminals,
    order: Terminals,
    tiles: Tiles,
    read: Terminals,
    read_order: Terminals,
    read_tiles: Tiles,
) -> int:
    """How many of the first n elements are misread: their place holds another element or padding.

    The memory holds the elements of the first array, and is read at the places of the second.

    >>> misread(6, (2, 3), (1, 0), (), (3, 2), (1, 0), ())
    0
    >>> misread(6, (2, 3), (1, 0), (), (3, 2), (0, 1), ())
    4
    """
    if n <= 0:
        return 0
    place = position_of(n - 1, read, read_order, read_tiles)
    one = 0 if held_at(place, extent(dims), dims, order, tiles) == n - 1 else 1
    return misread(n - 1, dims, order, tiles, read, read_order, read_tiles) + one


def moved(
    n: int,
    dims: Terminals,
    order: Terminals,
    tiles: Tiles,
    read: Terminals,
    read_order: Terminals,
    read_tiles: Tiles,
) -> int:
    """How many of the first n elements have different places in the two arrays.

    >>> moved(6, (2, 3), (1, 0), (), (3, 2), (1, 0), ())
    0
    >>> moved(6, (2, 3), (1, 0), (), (3, 2), (0, 1), ())
    4
    """
    if n <= 0:
        return 0
    place = position_of(n - 1, read, read_order, read_tiles)
    one = 0 if place == position_of(n - 1, dims, order, tiles) else 1
    return moved(n - 1, dims, order, tiles, read, read_order, read_tiles) + one


@contract(misread, on="n")
def reading_ends(
    n: int,
    dims: Terminals,
    order: Terminals,
    tiles: Tiles,
    read: Terminals,
    read_order: Terminals,
    read_tiles: Tiles,
) -> Promise:
    """`misread` terminates, and its result is a natural number."""
    is_an_array(dims, order, tiles)
    is_an_array(read, read_order, read_tiles)
    assume("elements of both", 0 <= n <= extent(dims) and n <= extent(read))
    extent_is_positive(dims)

    def shows(result: int) -> None:
        ensure("natural", result >= 0)

    return Promise(shows)


@contract(moved, on="n")
def comparing_ends(
    n: int,
    dims: Terminals,
    order: Terminals,
    tiles: Tiles,
    read: Terminals,
    read_order: Terminals,
    read_tiles: Tiles,
) -> Promise:
    """`moved` terminates, and its result is a natural number."""
    is_an_array(dims, order, tiles)
    is_an_array(read, read_order, read_tiles)
    assume("elements of both", 0 <= n <= extent(dims) and n <= extent(read))

    def shows(result: int) -> None:
        ensure("natural", result >= 0)

    return Promise(shows)


@lemma(on="n")
def what_moves_is_misread(
    n: int,
    dims: Terminals,
    order: Terminals,
    tiles: Tiles,
    read: Terminals,
    read_order: Terminals,
    read_tiles: Tiles,
) -> Lemma:
    """`misread` equals `moved`: an element is misread iff its places in the two arrays differ."""
    is_an_array(dims, order, tiles)
    is_an_array(read, read_order, read_tiles)
    assume("elements of both", 0 <= n <= extent(dims) and n <= extent(read))
    extent_is_positive(dims)

    def shows() -> None:
        wrong = misread(n, dims, order, tiles, read, read_order, read_tiles)
        ensure("as many", wrong == moved(n, dims, order, tiles, read, read_order, read_tiles))

    def proof() -> None:
        """Induction on n: an element is held at its own place and at no other place."""
        if n > 0:
            place = position_of(n - 1, read, read_order, read_tiles)
            if place == position_of(n - 1, dims, order, tiles):
                an_element_is_held_at_its_place(place, n - 1, extent(dims), dims, order, tiles)
            else:
                an_element_is_held_at_no_other_place(place, n - 1, extent(dims), dims, order, tiles)
            what_moves_is_misread(n - 1, dims, order, tiles, read, read_order, read_tiles)
        unfold(misread, n, dims, order, tiles, read, read_order, read_tiles)
        unfold(moved, n, dims, order, tiles, read, read_order, read_tiles)

    return shows, proof
