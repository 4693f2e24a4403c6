"""IntTuples of any nesting as a list of all terminals, or as lists of each mode's terminals."""

from __future__ import annotations

from spec.coordinates import natural, require_coordinate
from spec.int_tuple import IntTuple, flatten, product
from verif.kernel.constructors import is_a
from verif.kernel.contract import Kind, lists_of
from verif.kernel.theory import definition, kind

Terminals = tuple[int, ...]
"""The terminals of an IntTuple."""


def _is_terminal(entry: object) -> dict[str, bool]:
    return {"an integer": is_a(entry, int)}


TERMINALS = kind(Terminals, Kind("terminals", None, ("n",), lambda n: n, _is_terminal))
"""The kind of `Terminals`: lists of arbitrary integers."""


@definition(on="entries")
def at_least(low: int, entries: Terminals) -> bool:
    """Whether every entry is at least `low`."""
    if not entries:
        return True
    return entries[0] >= low and at_least(low, entries[1:])


@definition(on="sizes")
def extent(sizes: Terminals) -> int:
    """The product of the sizes, which is the number of coordinates."""
    if not sizes:
        return 1
    return sizes[0] * extent(sizes[1:])


@definition(on="point")
def in_bounds(point: Terminals, sizes: Terminals) -> bool:
    """Whether the point has an entry for each size, and each entry is in 0, .., size - 1."""
    if not point or not sizes:
        return not point and not sizes
    return 0 <= point[0] < sizes[0] and in_bounds(point[1:], sizes[1:])


Parts = tuple[Terminals, ...]
"""The terminals of each mode of a tuple."""


PARTS = kind(Parts, lists_of(TERMINALS, "parts", Terminals))
"""The kind of `Parts`: lists of lists of arbitrary integers, one inner list for each mode."""


def some_mode(terminals: Terminals) -> IntTuple:
    """A mode with these terminals: flat in a run on numbers, but of any nesting in a proof."""
    return terminals


def appended(entries: Terminals, others: Terminals) -> Terminals:
    """One list: the terminals in `entries`, then the terminals in `others`."""
    if not entries:
        return others
    return (entries[0],) + appended(entries[1:], others)


def flattened(parts: Parts) -> Terminals:
    """The terminals of all modes, from left to right."""
    if not parts:
        return ()
    return appended(parts[0], flattened(parts[1:]))


def extents(parts: Parts) -> Terminals:
    """The size of each mode."""
    if not parts:
        return ()
    return (product(some_mode(parts[0])),) + extents(parts[1:])


def natural_of_each(crd: Terminals, parts: Parts) -> Terminals:
    """The terminals of the natural coordinate for `crd`, which has one integer for each mode."""
    if not crd:
        return ()
    first = flatten(natural(crd[0], some_mode(parts[0])))
    return appended(first, natural_of_each(crd[1:], parts[1:]))


def require_each(crd: Terminals, parts: Parts) -> None:
    """Raise an error if an entry of `crd` is not a coordinate of its mode."""
    if crd:
        require_coordinate(crd[0], some_mode(parts[0]))
        require_each(crd[1:], parts[1:])
