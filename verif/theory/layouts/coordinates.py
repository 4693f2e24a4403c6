"""Coordinates: from points of a shape of any rank to numbers, and back.

A shape (s1, .., sn), all sizes >= 1, has the points (c1, .., cn) with 0 <= ck < sk. The number of
points is the shape's extent s1*..*sn. A point has the number c1 + s1*(c2 + s2*..). The digits of a
number x are x mod s1 followed by the digits of x div s1. The last digit is not reduced.

The map from points to numbers and the map from numbers to digits are inverse to each other
(`digits_count_to_their_number`, `digits_of_a_count_are_the_point`). Both proofs are by induction on
the sizes. So a layout, defined as the inner product of digits and strides, computes the same
function as its list of modes. This is the main theorem, `inner_product_at_digits_is_extended`. The
lemma `last_coordinate_reaches_furthest` gives the greatest offset.
"""

from __future__ import annotations

from spec.coordinates import counted, digits
from spec.int_tuple import dot, paired
from spec.layout import reach
from spec.modes import Modes, extended, shapes_of, strides_of, total
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, same, unfold
from verif.readings.terminals import Terminals, at_least, extent, in_bounds
from verif.theory.layouts.modes import opened

definition(dot, on="a")
definition(reach, on="shapes")
definition(counted, on="sizes")


@contract(digits, on="sizes", opens=True)
def as_many_digits_as_sizes(x: int, sizes: tuple[int, ...]) -> Promise:
    """A number has one digit for each size."""
    assume("sizes >= 1", at_least(1, sizes))

    def shows(result: Terminals) -> None:
        ensure("as many digits as sizes", len(result) == len(sizes))

    return Promise(shows)


@lemma
def extent_is_positive(sizes: Terminals) -> Lemma:
    """A shape has at least one point."""
    assume("sizes >= 1", at_least(1, sizes))

    def shows() -> None:
        ensure("at least one point", extent(sizes) >= 1)

    def proof() -> None:
        """Induction on the sizes."""
        if sizes:
            extent_is_positive(sizes[1:])

    return shows, proof


@lemma
def digits_count_to_their_number(x: int, sizes: Terminals) -> Lemma:
    """The digits of a number are a point in bounds, and `counted` maps this point to the number."""
    opened(sizes)
    assume("sizes >= 1", at_least(1, sizes))
    assume("x is a coordinate", 0 <= x < extent(sizes))

    def shows() -> None:
        ensure("in bounds", in_bounds(digits(x, sizes), sizes))
        ensure("counted(digits(x)) = x", counted(digits(x, sizes), sizes) == x)

    def proof() -> None:
        """Induction on the sizes: x div s1 is below the extent of the other sizes."""
        if sizes:
            extent_is_positive(sizes[1:])
            digits_count_to_their_number(x // sizes[0], sizes[1:])

    return shows, proof


@lemma
def digits_of_any_number_count_to_it(x: int, sizes: Terminals) -> Lemma:
    """The digits of any x are a point with the number x. The last digit may be out of bounds."""
    opened(sizes)
    assume("sizes >= 1", at_least(1, sizes))
    assume("at least one mode", bool(sizes))

    def shows() -> None:
        ensure("counted(digits(x)) = x", counted(digits(x, sizes), sizes) == x)

    def proof() -> None:
        """Induction on the sizes."""
        if sizes and sizes[1:]:
            digits_of_any_number_count_to_it(x // sizes[0], sizes[1:])

    return shows, proof


@lemma
def digits_of_a_count_are_the_point(point: Terminals, sizes: Terminals) -> Lemma:
    """If a point is in bounds, the digits of its number `counted(point, sizes)` are the point."""
    opened(point, sizes)
    assume("sizes >= 1", at_least(1, sizes))
    assume("in bounds", in_bounds(point, sizes))

    def shows() -> None:
        x = counted(point, sizes)
        ensure("x >= 0", x >= 0)
        ensure("x below the number of points", x < extent(sizes))
        same("digits(counted(c)) = c", digits(x, sizes), point)

    def proof() -> None:
        """Induction on the digits: x mod s1 is the first digit; x div s1 has the other digits."""
        if point and point[1:]:
            digits_of_a_count_are_the_point(point[1:], sizes[1:])

    return shows, proof


@lemma
def last_coordinate_reaches_furthest(shapes: Terminals, strides: Terminals) -> Lemma:
    """If all strides are >= 0, the last coordinate has the greatest offset, `reach`."""
    opened(shapes, strides)
    assume("shapes >= 1", at_least(1, shapes))
    assume("as many strides", len(strides) == len(shapes))
    assume("strides >= 0", at_least(0, strides))

    def shows() -> None:
        last = digits(extent(shapes) - 1, shapes)
        ensure(
            "the last coordinate has the offset `reach`",
            dot(last, strides) == reach(shapes, strides),
        )

    def proof() -> None:
        """Induction on the modes: the last coordinate has the greatest digits."""
        if shapes and shapes[1:]:
            extent_is_positive(shapes[1:])
            last_coordinate_reaches_furthest(shapes[1:], strides[1:])

    return shows, proof


@contract(paired, on="shapes", opens=True)
def paired_modes_have_the_extent_as_size(
    shapes: tuple[int, ...], strides: tuple[int, ...]
) -> Promise:
    """Pairing shapes with strides gives modes whose size is the product of the shapes."""
    assume("shapes >= 1", at_least(1, shapes))
    assume("as many strides", len(strides) == len(shapes))

    def shows(result: Modes) -> None:
        ensure("as many modes", len(result) == len(shapes))
        ensure("size", total(result) == extent(shapes))

    return Promise(shows)


@contract(shapes_of, on="modes")
def shapes_are_as_many_as_modes(modes: Modes) -> Promise:
    """There are as many shapes as modes, and each shape is at least 1."""

    def shows(result: Terminals) -> None:
        ensure("the number of entries", len(result) == len(modes))
        ensure("shapes >= 1", at_least(1, result))
        ensure("size", extent(result) == total(modes))

    return Promise(shows)


@contract(strides_of, on="modes")
def strides_are_as_many_as_modes(modes: Modes) -> Promise:
    """There are as many strides as modes."""

    def shows(result: Terminals) -> None:
        ensure("the number of entries", len(result) == len(modes))

    return Promise(shows)


@lemma
def paired_modes_have_these_shapes_and_strides(shapes: Terminals, strides: Terminals) -> Lemma:
    """Modes paired from shapes and strides have these shapes and these strides."""
    opened(shapes, strides)
    assume("shapes >= 1", at_least(1, shapes))
    assume("as many strides", len(strides) == len(shapes))

    def shows() -> None:
        same("the shapes", shapes_of(paired(shapes, strides)), shapes)
        same("the strides", strides_of(paired(shapes, strides)), strides)

    def proof() -> None:
        """Induction on the shapes."""
        unfold(shapes_of, paired(shapes, strides))
        unfold(strides_of, paired(shapes, strides))
        if shapes:
            paired_modes_have_these_shapes_and_strides(shapes[1:], strides[1:])

    return shows, proof


@lemma
def modes_are_their_shapes_and_strides(modes: Modes) -> Lemma:
    """Pairing the shapes and the strides of modes gives the modes."""

    def shows() -> None:
        same("the modes", paired(shapes_of(modes), strides_of(modes)), modes)

    def proof() -> None:
        """Induction on the modes."""
        unfold(shapes_of, modes)
        unfold(strides_of, modes)
        if modes:
            modes_are_their_shapes_and_strides(modes[1:])

    return shows, proof


@lemma
def inner_product_at_digits_is_extended(x: int, shapes: Terminals, strides: Terminals) -> Lemma:
    """The inner product of the digits of x with the strides is the extended function at x."""
    opened(shapes, strides)
    assume("shapes >= 1", at_least(1, shapes))
    assume("as many strides", len(strides) == len(shapes))
    assume("at least one mode", bool(shapes))

    def shows() -> None:
        modes = paired(shapes, strides)
        at = dot(digits(x, shapes), strides)
        ensure("the inner product at the digits is A^(x)", at == extended(modes, x))

    def proof() -> None:
        """Induction on the modes: a digit is x mod s, and the last digit is not reduced."""
        if shapes and shapes[1:]:
            inner_product_at_digits_is_extended(x // shapes[0], shapes[1:], strides[1:])

    return shows, proof


def summed(point: Terminals, others: Terminals) -> Terminals:
    """The entry-by-entry sum of two points of the same shape."""
    if not point:
        return ()
    return (point[0] + others[0],) + summed(point[1:], others[1:])


@contract(summed, on="point", opens=True)
def sums_are_as_many_as_entries(point: Terminals, others: Terminals) -> Promise:
    """The sum of two points has as many entries as each point."""
    opened(point, others)
    assume("as many entries", len(others) == len(point))

    def shows(result: Terminals) -> None:
        ensure("the number of entries", len(result) == len(point))

    return Promise(shows)


@lemma
def offsets_of_sums_are_sums_of_offsets(
    point: Terminals, others: Terminals, strides: Terminals
) -> Lemma:
    """For points p and q, `dot(summed(p, q), strides)` is `dot(p, strides) + dot(q, strides)`."""
    assume("as many entries", len(others) == len(point))
    assume("as many strides", len(strides) == len(point))
    opened(point, others, strides)

    def shows() -> None:
        both = dot(point, strides) + dot(others, strides)
        ensure("the sum", dot(summed(point, others), strides) == both)

    def proof() -> None:
        """Induction on the entries."""
        if point:
            offsets_of_sums_are_sums_of_offsets(point[1:], others[1:], strides[1:])

    return shows, proof
