"""Coordinates: counting the points of a shape of any rank, and taking a number apart again."""

from __future__ import annotations

from spec.coordinates import counted, digits
from spec.int_tuple import dot
from spec.layout import reach
from spec.modes import Modes, extended, paired, total
from verif.kernel.claim import assume, ensure, proving, same
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.readings.terminals import Terminals, at_least, extent, in_bounds

definition(dot, on="a")
definition(reach, on="shapes")
definition(counted, on="sizes")


def opened(*lists: tuple[object, ...]) -> None:
    """What is said of a list is to be said of its first entry and the others."""
    if proving():
        for entries in lists:
            if entries:
                entries[0]


@contract(digits, on="sizes", opens=True)
def as_many_digits_as_sizes(x: int, sizes: tuple[int, ...]) -> Promise:
    """There is a digit for each size."""
    assume("sizes >= 1", at_least(1, sizes))

    def shows(result: Terminals) -> None:
        ensure("as many digits as sizes", len(result) == len(sizes))

    return Promise(shows)


@lemma
def extent_is_positive(sizes: Terminals) -> Lemma:
    """A shape has a point."""
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
    """The digits of a number are in bounds and count to it."""
    opened(sizes)
    assume("sizes >= 1", at_least(1, sizes))
    assume("x is a coordinate", 0 <= x < extent(sizes))

    def shows() -> None:
        ensure("in bounds", in_bounds(digits(x, sizes), sizes))
        ensure("counted(digits(x)) = x", counted(digits(x, sizes), sizes) == x)

    def proof() -> None:
        """Induction on the sizes."""
        if sizes:
            extent_is_positive(sizes[1:])
            digits_count_to_their_number(x // sizes[0], sizes[1:])

    return shows, proof


@lemma
def digits_of_a_count_are_the_point(point: Terminals, sizes: Terminals) -> Lemma:
    """A point in bounds counts to a number with its digits."""
    opened(point, sizes)
    assume("sizes >= 1", at_least(1, sizes))
    assume("in bounds", in_bounds(point, sizes))

    def shows() -> None:
        x = counted(point, sizes)
        ensure("x >= 0", x >= 0)
        ensure("x below the number of points", x < extent(sizes))
        same("digits(counted(c)) = c", digits(x, sizes), point)

    def proof() -> None:
        """Induction on the digits."""
        if point and point[1:]:
            digits_of_a_count_are_the_point(point[1:], sizes[1:])

    return shows, proof


@contract(paired, on="shapes", opens=True)
def paired_modes_have_the_extent_as_size(
    shapes: tuple[int, ...], strides: tuple[int, ...]
) -> Promise:
    """Shapes and strides are modes."""
    assume("shapes >= 1", at_least(1, shapes))
    assume("as many strides", len(strides) == len(shapes))

    def shows(result: Modes) -> None:
        ensure("as many modes", len(result) == len(shapes))
        ensure("size", total(result) == extent(shapes))

    return Promise(shows)


@lemma
def inner_product_at_digits_is_extended(x: int, shapes: Terminals, strides: Terminals) -> Lemma:
    """The inner product of digits and strides is the layout's extended function."""
    opened(shapes, strides)
    assume("shapes >= 1", at_least(1, shapes))
    assume("as many strides", len(strides) == len(shapes))
    assume("at least one mode", bool(shapes))

    def shows() -> None:
        modes = paired(shapes, strides)
        at = dot(digits(x, shapes), strides)
        ensure("at the digits the layout is A^", at == extended(modes, x))

    def proof() -> None:
        """Induction on the modes."""
        if shapes and shapes[1:]:
            inner_product_at_digits_is_extended(x // shapes[0], shapes[1:], strides[1:])

    return shows, proof


@lemma
def last_coordinate_reaches_furthest(shapes: Terminals, strides: Terminals) -> Lemma:
    """For strides >= 0 the last coordinate has the greatest offset."""
    opened(shapes, strides)
    assume("shapes >= 1", at_least(1, shapes))
    assume("as many strides", len(strides) == len(shapes))
    assume("strides >= 0", at_least(0, strides))

    def shows() -> None:
        last = digits(extent(shapes) - 1, shapes)
        ensure(
            "the last offset is how far they reach", dot(last, strides) == reach(shapes, strides)
        )

    def proof() -> None:
        """Induction on the modes: the last coordinate has the greatest digits."""
        if shapes and shapes[1:]:
            extent_is_positive(shapes[1:])
            last_coordinate_reaches_furthest(shapes[1:], strides[1:])

    return shows, proof
