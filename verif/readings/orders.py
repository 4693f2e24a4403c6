"""Permutations of dimensions as lists, and the entries of an index in permuted order."""

from __future__ import annotations

from spec.xla import Place, Places
from verif.kernel.theory import definition
from verif.readings.terminals import Terminals

# An order of dimensions has the type `Terminals`, because it is a list of integers, too.


@definition(on="numbers")
def entry_of(numbers: Terminals, k: int) -> int:
    """The entry `numbers[k]`, for 0 <= k < len(numbers)."""
    if not numbers:
        return 0
    return numbers[0] if k == 0 else entry_of(numbers[1:], k - 1)


@definition(on="order")
def numbers_below(order: Terminals, n: int) -> bool:
    """Whether every entry is at least 0 and below n."""
    if not order:
        return True
    return 0 <= order[0] < n and numbers_below(order[1:], n)


@definition(on="order")
def has_number(order: Terminals, k: int) -> bool:
    """Whether k is among the entries."""
    if not order:
        return False
    return order[0] == k or has_number(order[1:], k)


@definition(on="numbers")
def has_each(numbers: Terminals, order: Terminals, k: int) -> bool:
    """Whether the order contains k, k + 1, .., k + len(numbers) - 1."""
    if not numbers:
        return True
    return has_number(order, k) and has_each(numbers[1:], order, k + 1)


def is_order(order: Terminals, dims: Terminals) -> bool:
    """Whether the order contains each of the numbers 0, .., len(dims) - 1 exactly once."""
    return len(order) == len(dims) and numbers_below(order, len(dims)) and has_each(dims, order, 0)


def picked(index: Terminals, dims: Terminals, order: Terminals) -> Places:
    """The list of `Place(index[k], dims[k])` for each k in the order."""
    if not order:
        return ()
    k = order[0]
    return (Place(entry_of(index, k), entry_of(dims, k)),) + picked(index, dims, order[1:])
