"""Tuples of any rank and nesting, mode by mode: coordinates with one integer for each mode.

A nested shape is represented as the list of its modes, and a mode as the list of its sizes.
Flattened, these lists are one shape. An R-D coordinate has one integer for each mode, below the
extent of that mode. A natural coordinate has one integer for each size.

Let the sizes S be followed by the sizes T. Then the digits of c + extent(S)*y are the digits of c
in S, followed by the digits of y in T. The main theorem follows by induction on the modes: if each
integer of an R-D coordinate is converted to a natural coordinate of its mode, the concatenated
results are the digits of the R-D coordinate's index
(`natural_coordinates_are_digits_of_the_index`).
"""

from __future__ import annotations

from spec.coordinates import counted, digits
from spec.errors import CoordinateError
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, ensure, proving, same, unfold, witness
from verif.readings.terminals import (
    Parts,
    Terminals,
    appended,
    at_least,
    extent,
    extents,
    flattened,
    in_bounds,
    natural_of_each,
    require_each,
)
from verif.theory.layouts.coordinates import (
    digits_of_a_count_are_the_point,
    extent_is_positive,
)
from verif.theory.layouts.modes import opened


@contract(appended, on="entries", opens=True)
def appending_adds_lengths_and_multiplies_extents(entries: Terminals, others: Terminals) -> Promise:
    """Appending one shape to another adds their lengths and multiplies their extents."""

    def shows(result: Terminals) -> None:
        ensure("the number of entries", len(result) == len(entries) + len(others))
        ensure("as many points", extent(result) == extent(entries) * extent(others))

    def least_of_both(result: Terminals, low: int) -> None:
        assume("all entries at least low", at_least(low, result))
        ensure("the entries", at_least(low, entries))
        ensure("the others", at_least(low, others))

    return Promise(shows, {at_least: least_of_both})


@lemma
def digits_in_appended_sizes_are_appended(
    c: int, y: int, sizes: Terminals, others: Terminals
) -> Lemma:
    """In `(*sizes, *others)`, `c + extent(sizes)*y` has the digits of c, then the digits of y."""
    opened(sizes)
    assume("sizes >= 1", at_least(1, appended(sizes, others)))
    assume("c is a coordinate", 0 <= c < extent(sizes))
    assume("y is a coordinate of the others", 0 <= y < extent(others))

    def shows() -> None:
        same(
            "the digits of c, then the digits of y",
            digits(c + extent(sizes) * y, appended(sizes, others)),
            appended(digits(c, sizes), digits(y, others)),
        )

    def proof() -> None:
        """Induction on the sizes: dividing the sum by s gives the first digit and a similar sum."""
        if not sizes:
            ensure("without sizes, c is 0", c == 0)
        elif sizes[1:]:
            s, rest = sizes[0], sizes[1:]
            witness(c + extent(sizes) * y, s, c // s + extent(rest) * y, c % s)
            digits_in_appended_sizes_are_appended(c // s, y, rest, others)
        else:
            unfold(appended, sizes[1:], others)

    return shows, proof


@contract(flattened, on="parts", opens=True)
def flattened_parts_are_terminals(parts: Parts) -> Promise:
    """Flattening a nested shape gives a flat list of integers."""
    return Promise()


@contract(extents, on="parts", opens=True)
def extents_of_parts_have_as_many_points(parts: Parts) -> Promise:
    """The extents of the modes form a shape with as many points as the nested shape."""
    opened(parts)
    assume("sizes >= 1", at_least(1, flattened(parts)))

    def shows(result: Terminals) -> None:
        if proving() and parts:
            extent_is_positive(parts[0])
        ensure("a size for each mode", len(result) == len(parts))
        ensure("sizes >= 1", at_least(1, result))
        ensure("as many points", extent(result) == extent(flattened(parts)))

    return Promise(shows)


@contract(require_each, rejects=CoordinateError)
def integers_below_their_sizes_are_accepted(crd: Terminals, parts: Parts) -> Promise:
    """`require_each` accepts one integer per mode if all are below the extents of their modes."""
    opened(crd, parts)
    assume("an integer for each mode", len(crd) == len(parts))
    assume("sizes >= 1", at_least(1, flattened(parts)))

    def accepts() -> bool:
        return in_bounds(crd, extents(parts))

    def shows(_: None) -> None:
        ensure("each integer is below the extent of its mode", in_bounds(crd, extents(parts)))

    return Promise(shows, accepts=accepts)


@contract(natural_of_each, on="crd", opens=True)
def natural_coordinates_are_digits_of_the_index(crd: Terminals, parts: Parts) -> Promise:
    """`natural_of_each(crd, parts)` consists of the digits of the 1-D coordinate of `crd`."""
    opened(crd, parts)
    assume("sizes >= 1", at_least(1, flattened(parts)))
    assume("each integer is below the extent of its mode", in_bounds(crd, extents(parts)))

    def shows(result: Terminals) -> None:
        digits_of_a_count_are_the_point(crd, extents(parts))
        index = counted(crd, extents(parts))
        if proving() and crd:
            others = counted(crd[1:], extents(parts[1:]))
            digits_of_a_count_are_the_point(crd[1:], extents(parts[1:]))
            digits_in_appended_sizes_are_appended(crd[0], others, parts[0], flattened(parts[1:]))
        same("the natural coordinate of the index", result, digits(index, flattened(parts)))

    return Promise(shows)
