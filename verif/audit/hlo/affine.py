"""Affine expressions over the points of a box, and their division by constants.

A box gives each variable a size: a variable v of size s takes the values 0 .. s - 1. The index of
an element of an array is a tuple of affine expressions. A layout with tiles needs quotients and
remainders: a row divided by the tile's height gives the row of tiles, and the remainder gives the
row inside the tile. A quotient becomes affine if a variable is split into a higher and a lower
digit, or if the box is cut where the quotient changes. Functions raise `Refine` to ask for such a
split or cut. `over_boxes` splits or cuts the box, and calls the function again. So a statement is
decided at all points of a box without listing the points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import gcd
from typing import TypeVar

_T = TypeVar("_T")

Sizes = Mapping[int, int]
"""The size of each variable, at least 1."""


@dataclass(frozen=True)
class Affine:
    """A constant plus a sum of coefficient * variable, sorted by variable; no coefficient is 0.

    >>> Affine(3, ((0, 2),)) + Affine(1, ((0, -2), (1, 5)))
    Affine(constant=4, terms=((1, 5),))
    """

    constant: int
    terms: tuple[tuple[int, int], ...] = ()

    def __add__(self, other: Affine) -> Affine:
        if not other.terms or not self.terms:
            return Affine(self.constant + other.constant, self.terms or other.terms)
        terms = dict(self.terms)
        for variable, factor in other.terms:
            terms[variable] = terms.get(variable, 0) + factor
        return Affine(self.constant + other.constant, _sorted(terms))

    def times(self, factor: int) -> Affine:
        """The product with an integer."""
        if factor == 1:
            return self
        if factor == 0:
            return Affine(0)
        terms = tuple((variable, c * factor) for variable, c in self.terms)
        return Affine(self.constant * factor, terms)

    def plus(self, number: int) -> Affine:
        """The sum with an integer."""
        return Affine(self.constant + number, self.terms)

    def minus(self, other: Affine) -> Affine:
        """The difference."""
        return self + other.times(-1)

    def at(self, point: Mapping[int, int]) -> int:
        """The value at a point. Variables that the point does not name are 0."""
        return self.constant + sum(c * point.get(variable, 0) for variable, c in self.terms)

    def replaced(self, values: Mapping[int, Affine]) -> Affine:
        """The expression with `values[v]` in place of each variable v in `values`."""
        if not any(variable in values for variable, _ in self.terms):
            return self
        constant, terms = self.constant, dict[int, int]()
        for variable, factor in self.terms:
            value = values.get(variable)
            if value is None:
                terms[variable] = terms.get(variable, 0) + factor
                continue
            constant += value.constant * factor
            for v, c in value.terms:
                terms[v] = terms.get(v, 0) + c * factor
        return Affine(constant, _sorted(terms))


def _sorted(terms: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((variable, c) for variable, c in terms.items() if c))


Index = tuple[Affine, ...]
"""The index of an element along each dimension."""


def variable(number: int, size: int) -> Affine:
    """The variable as an expression, or 0 if 0 is the variable's only value."""
    return Affine(0, ((number, 1),)) if size > 1 else Affine(0)


def index_over(dims: tuple[int, ...]) -> Index:
    """The index that runs over all elements of an array, with a variable for each dimension.

    >>> index_over((1, 4))
    (Affine(constant=0, terms=()), Affine(constant=0, terms=((1, 1),)))
    """
    return tuple(variable(k, d) for k, d in enumerate(dims))


def constants(index: tuple[int, ...]) -> Index:
    """The index, with each integer as a constant expression."""
    return tuple(map(Affine, index))


class Refine(Exception):  # noqa: N818 - a request to the caller, not an error
    """Raised to ask for a split of a variable into two digits, or for a cut of the box at a value.

    `digits` is true for a split. Then `at` is the size of the lower digit. For a cut, `at` is the
    first value of the variable in the upper part.
    """

    def __init__(self, variable: int, at: int, *, digits: bool) -> None:
        super().__init__(variable, at)
        self.variable = variable
        self.at = at
        self.digits = digits


class TooManyBoxesError(Exception):
    """Raised if a box falls into more parts than allowed."""


@dataclass(frozen=True)
class Box:
    """A part of a larger box.

    `values` gives each variable of the larger box in terms of the variables of the part.
    """

    sizes: Sizes
    values: Mapping[int, Affine]

    def parts(self, asked: Refine) -> tuple[Box, ...]:
        """The two sides of a cut of the box, or one box with a variable split into two digits."""
        size, sizes = self.sizes[asked.variable], dict(self.sizes)
        if asked.digits:
            fresh = max(sizes) + 1
            sizes[asked.variable] = asked.at
            sizes[fresh] = size // asked.at
            low = variable(asked.variable, asked.at)
            high = variable(fresh, size // asked.at)
            return (self._with(sizes, asked.variable, low + high.times(asked.at)),)
        first, second = dict(sizes), dict(sizes)
        first[asked.variable], second[asked.variable] = asked.at, size - asked.at
        rest = variable(asked.variable, size - asked.at).plus(asked.at)
        return (
            self._with(first, asked.variable, variable(asked.variable, asked.at)),
            self._with(second, asked.variable, rest),
        )

    def _with(self, sizes: Sizes, changed: int, value: Affine) -> Box:
        change = {changed: value}
        values = {v: old.replaced(change) for v, old in self.values.items()}
        return Box(sizes, values)


def whole(sizes: Sizes) -> Box:
    """The whole box, as a single part."""
    return Box(sizes, {v: variable(v, size) for v, size in sizes.items()})


def over_boxes(box: Box, most: int, found: Callable[[Box], _T]) -> Iterator[tuple[Box, _T]]:
    """Divide the box into parts for which `found` returns a result. Yield each part and its result.

    A part for which `found` raises Refine is divided further. Raises TooManyBoxesError if there
    are more than `most` parts.
    """
    waiting, count = [box], 0
    while waiting:
        part = waiting.pop()
        try:
            result = found(part)
        except Refine as asked:
            waiting.extend(reversed(part.parts(asked)))
            count += not asked.digits
            if count >= most:
                raise TooManyBoxesError from None
            continue
        yield part, result


def bounds(e: Affine, sizes: Sizes) -> tuple[int, int]:
    """The least and the greatest value of an expression on a box.

    >>> bounds(Affine(3, ((0, 2), (1, -1))), {0: 4, 1: 3})
    (1, 9)
    """
    low = high = e.constant
    for v, c in e.terms:
        reach = c * (sizes[v] - 1)
        if reach < 0:
            low += reach
        else:
            high += reach
    return low, high


def divided(e: Affine, by: int, sizes: Sizes) -> tuple[Affine, Affine]:
    """The quotient, rounded down, and the remainder, as affine expressions.

    Raises Refine if the quotient is not affine on this box.

    >>> divided(Affine(5, ((0, 8), (1, 1))), 4, {0: 9, 1: 3})
    (Affine(constant=1, terms=((0, 2),)), Affine(constant=1, terms=((1, 1),)))
    """
    low, high = bounds(e, sizes)
    if low // by == high // by:
        q = low // by
        return Affine(q), e.plus(-q * by)
    whole_terms = tuple((v, c // by) for v, c in e.terms if c % by == 0)
    rest = Affine(e.constant, tuple((v, c) for v, c in e.terms if c % by))
    low, high = bounds(rest, sizes)
    q = low // by
    if q == high // by:
        return Affine(q, whole_terms), rest.plus(-q * by)
    for v, c in sorted(rest.terms, key=lambda term: -abs(term[1])):
        digit = by // gcd(c, by)
        size = sizes[v]
        if size > digit:
            odd = size % digit
            raise Refine(v, size - odd, digits=False) if odd else Refine(v, digit, digits=True)
    raise _crossing(rest, by * (q + 1), sizes)


def below(e: Affine, limit: int, sizes: Sizes) -> bool:
    """Whether the expression is below the limit. Raises Refine if that depends on the point."""
    low, high = bounds(e, sizes)
    if high < limit:
        return True
    if low >= limit:
        return False
    raise _crossing(e, limit, sizes)


def _crossing(e: Affine, limit: int, sizes: Sizes) -> Refine:
    """Cut the box into two parts, and decide in one of them whether `e` is below the limit.

    In this part, `e` is either always below the limit or never below it. If there is no such cut,
    halve the range of the variable with the most values.
    """
    low, high = bounds(e, sizes)
    for v, c in sorted(e.terms, key=lambda term: -abs(term[1])):
        reach = abs(c) * (sizes[v] - 1)
        others = (high - low) - reach
        # Number this variable's values from 0, so that the expression grows with the number. For
        # numbers less than `first`, the expression is below the limit for all values of the other
        # variables. For numbers from `last` on, the expression is never below the limit.
        first = max(0, -(-(limit - low - others) // abs(c)))
        last = -(-(limit - low) // abs(c))
        for grown in (first, last):
            at = grown if c > 0 else sizes[v] - grown
            if 0 < at < sizes[v]:
                return Refine(v, at, digits=False)
    v, size = max(((v, sizes[v]) for v, _ in e.terms), key=lambda pair: pair[1])
    return Refine(v, size // 2, digits=False)


def ravelled(index: Index, dims: tuple[int, ...]) -> Affine:
    """The row-major number of an index."""
    constant, terms, unit = 0, dict[int, int](), 1
    for e, d in zip(reversed(index), reversed(dims), strict=True):
        constant += e.constant * unit
        for v, c in e.terms:
            terms[v] = terms.get(v, 0) + c * unit
        unit *= d
    return Affine(constant, _sorted(terms))


def unravelled(number: Affine, dims: tuple[int, ...], sizes: Sizes) -> Index:
    """The index whose row-major number is `number`. Raises Refine."""
    index: list[Affine] = []
    for d in reversed(dims[1:]):
        number, e = divided(number, d, sizes)
        index.append(e)
    return (*((number,) if dims else ()), *reversed(index))
