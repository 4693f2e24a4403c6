"""A point of an array, dimension by dimension, and its row-major position.

The XLA document writes dimensions from the most major to the most minor. The recursive
functions here list the minor dimension first, like the modes of a CuTe layout.
"""

from typing import NamedTuple

from spec.errors import CongruenceError, CoordinateError
from spec.int_tuple import format_int_tuple


class Place(NamedTuple):
    """An index along a dimension, and the dimension's bound: 0 <= at < bound."""

    at: int
    bound: int


Places = tuple[Place, ...]
"""A point of an array, minor dimension first."""


def linear_index(index: tuple[int, ...], bounds: tuple[int, ...]) -> int:
    """The row-major position of an element, with dimensions from major to minor.

    Pre-conditions: 0 <= index < bounds in each dimension.
    Post-conditions: 0 <= the position < the product of the bounds (X11).
    Raises CongruenceError if the ranks differ, CoordinateError if the index is out of bounds.

    >>> linear_index((1, 1, 0, 1), (2, 3, 2, 2))
    17

    Source: XLA tiled layout, Linear index formulas.
    """
    return row(places(index, bounds))


def places(index: tuple[int, ...], bounds: tuple[int, ...]) -> Places:
    """The dimensions of a point, minor first.

    >>> places((2, 3), (3, 5))
    (Place(at=3, bound=5), Place(at=2, bound=3))
    """
    require_index(index, bounds)
    return minor_first(index, bounds, ())


def minor_first(index: tuple[int, ...], bounds: tuple[int, ...], turned: Places) -> Places:
    """The places of an index, minor dimension first, followed by the places `turned`.

    `turned` accumulates the places of the dimensions that are already reversed.

    >>> minor_first((2, 3), (3, 5), ())
    (Place(at=3, bound=5), Place(at=2, bound=3))
    """
    if not index:
        return turned
    return minor_first(index[1:], bounds[1:], (Place(index[0], bounds[0]),) + turned)


def corner(bounds: tuple[int, ...], turned: Places) -> Places:
    """The places of the first element of an array, minor dimension first, followed by `turned`.

    `turned` accumulates the places of the dimensions that are already reversed.

    >>> corner((3, 5), ())
    (Place(at=0, bound=5), Place(at=0, bound=3))
    """
    if not bounds:
        return turned
    return corner(bounds[1:], (Place(0, bounds[0]),) + turned)


def bounds_of(point: Places, turned: tuple[int, ...]) -> tuple[int, ...]:
    """The bounds of the array from major to minor, followed by the bounds `turned`.

    `turned` accumulates the bounds of the dimensions that are already reversed.

    >>> bounds_of((Place(3, 5), Place(2, 3)), ())
    (3, 5)
    """
    if not point:
        return turned
    return bounds_of(point[1:], (point[0].bound,) + turned)


def require_index(index: tuple[int, ...], bounds: tuple[int, ...]) -> None:
    """Raise CongruenceError if the ranks differ, or CoordinateError if an index is out of bounds.

    >>> require_index((2, 5), (3, 5))
    Traceback (most recent call last):
    spec.errors.CoordinateError: index 5 is not in [0, 5)
    """
    if len(index) != len(bounds):
        raise CongruenceError(
            f"index {format_int_tuple(index)} does not match bounds {format_int_tuple(bounds)}"
        )
    for e, d in zip(index, bounds, strict=True):
        if not 0 <= e < d:
            raise CoordinateError(f"index {e} is not in [0, {d})")


def row(point: Places) -> int:
    """The row-major position of a point, whose dimensions are listed from minor to major.

    >>> row((Place(3, 5), Place(2, 3)))
    13
    """
    if not point:
        return 0
    (e, d), rest = point[0], point[1:]
    return e + d * row(rest)


def volume(point: Places) -> int:
    """The number of points of the array to which a point belongs.

    >>> volume((Place(3, 5), Place(2, 3)))
    15
    """
    if not point:
        return 1
    return point[0].bound * volume(point[1:])


def joined(minor: Places, major: Places) -> Places:
    """Join two points into a point with the dimensions of both, `minor` first.

    >>> joined((Place(3, 5),), (Place(2, 3),))
    (Place(at=3, bound=5), Place(at=2, bound=3))
    """
    if not minor:
        return major
    return (minor[0],) + joined(minor[1:], major)


def origin(point: Places) -> Places:
    """The first element of the array to which a point belongs.

    >>> origin((Place(3, 5), Place(2, 3)))
    (Place(at=0, bound=5), Place(at=0, bound=3))
    """
    if not point:
        return ()
    return (Place(0, point[0].bound),) + origin(point[1:])


def unravelled(point: Places, x: int) -> Places:
    """The point at row-major position x, in the array to which `point` belongs.

    >>> unravelled((Place(0, 5), Place(0, 3)), 13)
    (Place(at=3, bound=5), Place(at=2, bound=3))
    """
    if not point:
        return ()
    d = point[0].bound
    return (Place(x % d, d),) + unravelled(point[1:], x // d)
