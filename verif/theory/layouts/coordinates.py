"""Coordinates: counting the points of a shape of any rank, and taking a number apart again."""

from __future__ import annotations

from spec.coordinates import counted, digits
from spec.int_tuple import dot
from spec.layout import reach
from spec.modes import Modes, extended, paired, total
from verif.kernel.claim import assume, ensure, proving, same
from verif.kernel.contract import Automatic, Contract, Kind

Terminals = tuple[int, ...]
"""The terminals of an IntTuple."""


def _is_terminal(entry: object) -> dict[str, bool]:
    return {"an integer": isinstance(entry, int)}


TERMINALS = Kind("terminals", None, ("n",), lambda n: n, _is_terminal)
"""Any integers."""


def at_least(low: int, entries: Terminals) -> bool:
    """Whether every entry is at least `low`."""
    if not entries:
        return True
    return entries[0] >= low and at_least(low, entries[1:])


def extent(sizes: Terminals) -> int:
    """The number of points."""
    if not sizes:
        return 1
    return sizes[0] * extent(sizes[1:])


def in_bounds(point: Terminals, sizes: Terminals) -> bool:
    """Whether there are as many digits as sizes, each below its own."""
    if not point or not sizes:
        return not point and not sizes
    return 0 <= point[0] < sizes[0] and in_bounds(point[1:], sizes[1:])


def opened(*lists: tuple[object, ...]) -> None:
    """What is said of a list is to be said of its first entry and the others."""
    if proving():
        for entries in lists:
            if entries:
                entries[0]


def _positive(x: int, sizes: Terminals) -> None:
    assume("sizes >= 1", at_least(1, sizes))


def _as_many(result: Terminals, x: int, sizes: Terminals) -> None:
    ensure("as many digits as sizes", len(result) == len(sizes))


def some_point(sizes: Terminals) -> None:
    """Induction on the sizes."""
    if sizes:
        some_point(sizes[1:])


def _sizes(sizes: Terminals) -> None:
    assume("sizes >= 1", at_least(1, sizes))


def _some_point(_: None, sizes: Terminals) -> None:
    ensure("at least one point", extent(sizes) >= 1)


def counting(x: int, sizes: Terminals) -> None:
    """Induction on the sizes."""
    if sizes:
        some_point(sizes[1:])
        counting(x // sizes[0], sizes[1:])


def _number(x: int, sizes: Terminals) -> None:
    opened(sizes)
    assume("sizes >= 1", at_least(1, sizes))
    assume("x is a coordinate", 0 <= x < extent(sizes))


def _counting(_: None, x: int, sizes: Terminals) -> None:
    ensure("in bounds", in_bounds(digits(x, sizes), sizes))
    ensure("counted(digits(x)) = x", counted(digits(x, sizes), sizes) == x)


def taking_apart(point: Terminals, sizes: Terminals) -> None:
    """Induction on the digits."""
    if point and point[1:]:
        taking_apart(point[1:], sizes[1:])


def _point(point: Terminals, sizes: Terminals) -> None:
    opened(point, sizes)
    assume("sizes >= 1", at_least(1, sizes))
    assume("in bounds", in_bounds(point, sizes))


def _taken_apart(_: None, point: Terminals, sizes: Terminals) -> None:
    x = counted(point, sizes)
    ensure("x >= 0", x >= 0)
    ensure("x below the number of points", x < extent(sizes))
    same("digits(counted(c)) = c", digits(x, sizes), point)


def reading(x: int, shapes: Terminals, strides: Terminals) -> None:
    """Induction on the modes."""
    if shapes and shapes[1:]:
        reading(x // shapes[0], shapes[1:], strides[1:])


def _modes_at(x: int, shapes: Terminals, strides: Terminals) -> None:
    opened(shapes, strides)
    assume("shapes >= 1", at_least(1, shapes))
    assume("as many strides", len(strides) == len(shapes))
    assume("at least one mode", bool(shapes))


def _reading(_: None, x: int, shapes: Terminals, strides: Terminals) -> None:
    modes = paired(shapes, strides)
    at = dot(digits(x, shapes), strides)
    ensure("at the digits the layout is A^", at == extended(modes, x))


def _pairs(shapes: Terminals, strides: Terminals) -> None:
    assume("shapes >= 1", at_least(1, shapes))
    assume("as many strides", len(strides) == len(shapes))


def _paired(result: Modes, shapes: Terminals, strides: Terminals) -> None:
    ensure("as many modes", len(result) == len(shapes))
    ensure("size", total(result) == extent(shapes))


def furthest(shapes: Terminals, strides: Terminals) -> None:
    """Induction on the modes: the last coordinate has the greatest digits."""
    if shapes and shapes[1:]:
        some_point(shapes[1:])
        furthest(shapes[1:], strides[1:])


def _natural(shapes: Terminals, strides: Terminals) -> None:
    opened(shapes, strides)
    _pairs(shapes, strides)
    assume("strides >= 0", at_least(0, strides))


def _furthest(_: None, shapes: Terminals, strides: Terminals) -> None:
    last = digits(extent(shapes) - 1, shapes)
    ensure("the last offset is how far they reach", dot(last, strides) == reach(shapes, strides))


DIGITS = Contract(
    "DIGITS",
    "there is a digit for each size",
    digits,
    requires=_positive,
    ensures=_as_many,
    on="sizes",
)
POINTS = Contract("POINTS", "a shape has a point", some_point, requires=_sizes, ensures=_some_point)
COUNTED = Contract(
    "COUNTED",
    "the digits of a number are in bounds and count to it",
    counting,
    requires=_number,
    ensures=_counting,
)
POINT = Contract(
    "POINT",
    "a point in bounds counts to a number with its digits",
    taking_apart,
    requires=_point,
    ensures=_taken_apart,
)
PAIRED = Contract(
    "PAIRED", "shapes and strides are modes", paired, requires=_pairs, ensures=_paired, on="shapes"
)
READING = Contract(
    "READING",
    "the inner product of digits and strides is the layout's extended function",
    reading,
    requires=_modes_at,
    ensures=_reading,
)
FURTHEST = Contract(
    "FURTHEST",
    "for strides >= 0 the last coordinate has the greatest offset",
    furthest,
    requires=_natural,
    ensures=_furthest,
)

OBSERVATIONS = {
    dot: "a",
    reach: "shapes",
    at_least: "entries",
    extent: "sizes",
    in_bounds: "point",
    counted: "sizes",
}
CONTRACTS = (DIGITS, POINTS, COUNTED, POINT, PAIRED, READING, FURTHEST)
AUTOMATIC: tuple[Automatic, ...] = ()
