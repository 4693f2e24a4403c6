"""Orders: for any order of the dimensions, different elements have different places in memory.

An order is a permutation of the dimension numbers of an array. An element's index and an order
give a point. The point lists the index's entry and the bound of each dimension, in this order.

Plan: for a fixed order, the points of all indices of an array have the same bounds. So if two
points have equal row-major positions, their indices have equal entries in each dimension that the
order contains. The order contains all dimensions, so the indices are equal. This is the main
theorem, `an_order_keeps_elements_apart`.
"""

from __future__ import annotations

from spec.xla import Places, row
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, same
from verif.readings.orders import entry_of, has_each, has_number, is_order, numbers_below, picked
from verif.readings.terminals import Terminals, in_bounds
from verif.theory.arrays.distinct_elements import same_bounds
from verif.theory.layouts.modes import opened
from verif.theory.numbers.euclid import quotient_and_remainder_are_unique


@definition(on="order")
def agree_in_order(order: Terminals, i: Terminals, j: Terminals, k: int) -> bool:
    """Whether the indices i and j have equal entries in each dimension that the order contains.

    The lists i and j begin with the entry of dimension k. Dimensions less than k in the order are
    ignored.
    """
    if not order:
        return True
    o = order[0]
    return (o < k or entry_of(i, o - k) == entry_of(j, o - k)) and agree_in_order(
        order[1:], i, j, k
    )


@lemma
def entries_are_in_bounds(index: Terminals, dims: Terminals, k: int) -> Lemma:
    """Each entry of an index is below its bound."""
    assume("an index", in_bounds(index, dims))
    assume("a dimension", 0 <= k < len(dims))

    def shows() -> None:
        ensure("at least 0", entry_of(index, k) >= 0)
        ensure("below the bound", entry_of(index, k) < entry_of(dims, k))

    def proof() -> None:
        """Induction on the dimensions."""
        opened(index, dims)
        if index and k > 0:
            entries_are_in_bounds(index[1:], dims[1:], k - 1)

    return shows, proof


def an_index_in_an_order(index: Terminals, dims: Terminals, order: Terminals) -> None:
    """Assume that the index is in bounds, and that the order consists of dimension numbers."""
    assume("an index", in_bounds(index, dims))
    assume("numbers of dimensions", numbers_below(order, len(dims)))


@contract(picked, on="order", opens=True)
def places_in_an_order_are_places(index: Terminals, dims: Terminals, order: Terminals) -> Promise:
    """`picked` returns as many places as there are dimension numbers in the order."""
    an_index_in_an_order(index, dims, order)
    if proving() and order:
        entries_are_in_bounds(index, dims, order[0])

    def shows(result: Places) -> None:
        ensure("a place for each number", len(result) == len(order))

    return Promise(shows)


@lemma(on="order")
def indices_in_one_order_have_the_same_bounds(
    i: Terminals, j: Terminals, dims: Terminals, order: Terminals
) -> Lemma:
    """For a fixed order, the points of two indices of an array have the same bounds."""
    an_index_in_an_order(i, dims, order)
    an_index_in_an_order(j, dims, order)

    def shows() -> None:
        ensure("same bounds", same_bounds(picked(i, dims, order), picked(j, dims, order)))

    def proof() -> None:
        """Induction on the order."""
        if order:
            entries_are_in_bounds(i, dims, order[0])
            entries_are_in_bounds(j, dims, order[0])
            indices_in_one_order_have_the_same_bounds(i, j, dims, order[1:])

    return shows, proof


@lemma(on="order")
def a_position_determines_the_entries(
    i: Terminals, j: Terminals, dims: Terminals, order: Terminals
) -> Lemma:
    """Elements with the same position have equal indices in all dimensions of the order."""
    an_index_in_an_order(i, dims, order)
    an_index_in_an_order(j, dims, order)
    if proving() and order:
        entries_are_in_bounds(i, dims, order[0])
        entries_are_in_bounds(j, dims, order[0])
    assume("one position", row(picked(i, dims, order)) == row(picked(j, dims, order)))

    def shows() -> None:
        ensure("the same entries", agree_in_order(order, i, j, 0))

    def proof() -> None:
        """Induction on the order: divide the position by the bound of the first dimension."""
        if order:
            k, rest = order[0], order[1:]
            quotient_and_remainder_are_unique(
                entry_of(dims, k),
                row(picked(i, dims, rest)),
                entry_of(i, k),
                row(picked(j, dims, rest)),
                entry_of(j, k),
            )
            a_position_determines_the_entries(i, j, dims, rest)

    return shows, proof


@lemma
def what_the_order_has_agrees(order: Terminals, i: Terminals, j: Terminals, k: int) -> Lemma:
    """If i and j agree at all dimensions in an order that contains k, they agree at dimension k.

    The lists i and j begin with the entry of dimension k.
    """
    assume("the same entries", agree_in_order(order, i, j, k))
    assume("k is in the order", has_number(order, k))

    def shows() -> None:
        ensure("the same", entry_of(i, 0) == entry_of(j, 0))

    def proof() -> None:
        """Induction on the order."""
        if order and order[0] != k:
            what_the_order_has_agrees(order[1:], i, j, k)

    return shows, proof


@lemma
def the_others_agree(order: Terminals, i: Terminals, j: Terminals, k: int) -> Lemma:
    """If i and j agree at each dimension in `order`, i[1:] and j[1:] agree at each one above k.

    The lists i and j begin with the entry of dimension k. The lists i[1:] and j[1:] begin with the
    entry of dimension k + 1.
    """
    assume("entries", bool(i) and bool(j))
    assume("the same entries", agree_in_order(order, i, j, k))

    def shows() -> None:
        ensure("the other entries agree", agree_in_order(order, i[1:], j[1:], k + 1))

    def proof() -> None:
        """Induction on the order."""
        if order:
            the_others_agree(order[1:], i, j, k)

    return shows, proof


@lemma(on="i")
def indices_that_agree_everywhere_are_one(
    order: Terminals, i: Terminals, j: Terminals, dims: Terminals, k: int
) -> Lemma:
    """Indices are equal if they agree at each dimension of an order that has all dimensions."""
    assume("an index", in_bounds(i, dims))
    assume("j is an index", in_bounds(j, dims))
    assume("the order has all numbers from k on", has_each(dims, order, k))
    assume("the same entries", agree_in_order(order, i, j, k))

    def shows() -> None:
        same("one index", i, j)

    def proof() -> None:
        """Induction on the dimensions."""
        opened(i, j, dims)
        if i:
            what_the_order_has_agrees(order, i, j, k)
            the_others_agree(order, i, j, k)
            indices_that_agree_everywhere_are_one(order, i[1:], j[1:], dims[1:], k + 1)

    return shows, proof


@lemma
def an_order_keeps_elements_apart(
    i: Terminals, j: Terminals, dims: Terminals, order: Terminals
) -> Lemma:
    """For any order of the dimensions, elements with the same position are the same element."""
    an_index_in_an_order(i, dims, order)
    an_index_in_an_order(j, dims, order)
    assume("an order", is_order(order, dims))
    assume("one position", row(picked(i, dims, order)) == row(picked(j, dims, order)))

    def shows() -> None:
        same("one index", i, j)

    def proof() -> None:
        """The indices agree in each dimension of the order, and the order has all dimensions."""
        a_position_determines_the_entries(i, j, dims, order)
        indices_that_agree_everywhere_are_one(order, i, j, dims, 0)

    return shows, proof
