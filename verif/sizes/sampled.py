"""Sample sizes: the least sizes, and sizes at and next to the constants of an expression.

The least sizes alone are not enough. For example, with a tile of 128, the thousand combinations of
sizes with the least sums all fit in one tile. So for each constant c, the samples also use c - 1,
c, c + 1, 2*c - 1, 2*c and 2*c + 1.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, Final

from spec.errors import LayoutError
from spec.named import (
    Made,
    Name,
    added,
    ceiled,
    floored,
    multiplied,
    names_in,
    remainder,
    subtracted,
    valued,
)
from spec.named_notation import Comparison
from spec.tla.formats import FORMATS
from verif.sizes.names import Sizes, bounded_by, upper_bounds

Point = dict[str, int]
"""Maps the name of each size to a number."""

FRACTALS: Final = " 16 32"
"""Text with the side lengths of TLA's fractals, which is searched for constants.

It is added to an expression that uses a TLA format such as `zN`, because the name of a format does
not contain the side lengths.
"""

ENDS: Final = (1 << 31,)
"""The end of the 32-bit range, around which sizes are tried for questions about 32-bit integers."""

STEPS: Final = 20_000
"""`least` examines at most this many assignments of numbers to the sizes."""


def least(sizes: Sizes, most: int) -> list[Point]:
    """Return the first points that satisfy the conditions, ordered by sum, then lexicographically.

    If the search stops early, the list still has every such point up to its last point.
    """
    found: list[Point] = []
    bounds = _Bounds(sizes, rising=True)
    low = sum(bounds.least().values())
    looked = 0
    for total in range(low, low + 4096):
        layer: list[Point] = []
        for point in bounds.of_sum(total):
            looked += 1
            if looked > STEPS:
                return found
            if sizes.admits(point):
                layer.append(point)
        found += sorted(layer, key=lambda point: tuple(point.values()))
        if len(found) >= most:
            break
    return found[:most]


def every(sizes: Sizes, most: int) -> list[Point] | None:
    """Return all points that satisfy the conditions, ordered by sum, then lexicographically.

    Return None if the conditions give a name no upper bound, or if there may be more than `most`
    points.

    >>> from verif.sizes.names import read_sizes
    >>> every(read_sizes("M, i; M <= 2; i >= 0; i < M"), 9)
    [{'M': 1, 'i': 0}, {'M': 2, 'i': 0}, {'M': 2, 'i': 1}]
    """
    steps, highs = steps_of(sizes), _highs(sizes)
    if highs.keys() != sizes.lows.keys():
        return None
    ranges = [
        range(-(-low // steps[name]) * steps[name], highs[name] + 1, steps[name])
        for name, low in sizes.lows.items()
    ]
    if math.prod(map(len, ranges)) > STEPS:
        return None
    points = (dict(zip(sizes.names, numbers, strict=True)) for numbers in product(*ranges))
    admitted = sorted(filter(sizes.admits, points), key=by_sum)
    return admitted if len(admitted) <= most else None


def _highs(sizes: Sizes) -> dict[str, int]:
    """Return the greatest number of each name for which the conditions give an upper bound."""
    above = list(upper_bounds([condition for _, condition in sizes.conditions]))
    highs: dict[str, int] = {}
    # A bound may depend on another name, whose bound may be found only in a later round.
    for _ in sizes.names:
        for name, bound, strict in above:
            known = set(names_in(bound)) <= highs.keys()
            if name in sizes.lows and known and _is_rising(bound, sizes.lows):
                with suppress(LayoutError):
                    high = valued(bound, highs) - strict
                    highs[name] = min(high, highs.get(name, high))
    return highs


def beside_constants(sizes: Sizes, text: str, most: int = 160) -> list[Point]:
    """Return sizes at and next to the constants in the expression and the conditions."""
    said = f"{text} {sizes.text} {' '.join(t for t, _ in sizes.conditions)}"
    said += FRACTALS if any(f"{tag}(" in said for tag in FORMATS) else ""
    numbers = sorted({int(c) for c in re.findall(r"(?<![\w.])\d+", said) if 1 < int(c) <= 1 << 17})
    bounds, drawn = _Bounds(sizes), random.Random(0)
    together = [*numbers, *ENDS] if "int32" in text else numbers
    found = {
        tuple(point.values()): point for point in bounds.together(together) if sizes.admits(point)
    }
    for _ in range(6 * most):
        point: Point = {}
        for name in bounds.order:
            low, step = bounds.low(name, point), bounds.steps[name]
            c = drawn.choice(numbers or [4])
            near = drawn.choice([0, 0, 1, 2, 3, c - 1, c, c + 1, 2 * c - 1, 2 * c, 2 * c + 1])
            inside = drawn.random() < 0.6
            point[name] = low + near * step if inside else max(low, near // step * step)
        point = {name: point[name] for name in sizes.names}
        if tuple(point.values()) not in found and sizes.admits(point):
            found[tuple(point.values())] = point
        if len(found) >= most:
            break
    return sorted(found.values(), key=by_sum)


def by_sum(point: Point) -> tuple[int, ...]:
    """Sort key: the sum of all sizes at the point, then the sizes one by one."""
    return sum(point.values()), *point.values()


def extremes(sizes: Sizes) -> list[Point]:
    """Return points with large sizes, as far as the conditions allow.

    For each size, start at the least point. Increase this size first, and then the other sizes, one
    by one in cyclic order. The result contains the point after each increase.
    """
    bounds = _Bounds(sizes)
    found: list[Point] = []
    for start in least(sizes, 1):
        for place in range(len(sizes.names)):
            point = start
            for name in (*sizes.names[place:], *sizes.names[:place]):
                point = _raised(sizes, point, name, bounds.steps[name])
                found.append(point)
    return distinct(found)


def distinct(points: Iterable[Point]) -> list[Point]:
    """Return the different points, in the order in which they first occur.

    All points must have the same names in the same order.
    """
    first: dict[tuple[int, ...], Point] = {}
    for point in points:
        first.setdefault(tuple(point.values()), point)
    return list(first.values())


def _raised(sizes: Sizes, point: Point, name: str, step: int) -> Point:
    """Increase the size `name` by less than 2^33, as far as the conditions allow.

    Bisection finds the increase, so a larger increase may be possible. The conditions hold at the
    returned point.
    """
    low, high = 0, (1 << 33) // step
    while high - low > 1:
        middle = (low + high) // 2
        if sizes.admits({**point, name: point[name] + middle * step}):
            low = middle
        else:
            high = middle
    return {**point, name: point[name] + low * step}


def steps_of(sizes: Sizes) -> dict[str, int]:
    """Return the step of each size: for example, 8 for M with the condition M % 8 == 0."""
    return _Bounds(sizes).steps


class _Bounds:
    """The lower bounds and the step of each size. The bounds of a size may depend on other sizes.

    With `rising`, ignore every bound that may decrease as another size grows. Then the value of a
    bound at the least sizes is a lower bound at all sizes.
    """

    def __init__(self, sizes: Sizes, *, rising: bool = False) -> None:
        self.sizes = sizes
        conditions = [condition for _, condition in sizes.conditions]
        self.bounds: dict[str, list[Any]] = {name: [low] for name, low in sizes.lows.items()}
        for name, bound in bounded_by(conditions):
            if name in self.bounds and set(names_in(bound)) <= set(sizes.names) - {name}:
                self.bounds[name].append(bound)
        if rising:
            self.bounds = {
                name: [bound for bound in bounds if _is_rising(bound, sizes.lows)]
                for name, bounds in self.bounds.items()
            }
        self.order = self._order()
        self.steps = dict.fromkeys(sizes.names, 1)
        self.highs: dict[str, int] = {}
        for condition in conditions:
            match condition:
                case Comparison("<=" | "<", Name(name), int(high)) if name in self.steps:
                    self.highs[name] = high - (condition.sign == "<")
                case Comparison("==", Made(make, (Name(name), int(step))), 0) if make is remainder:
                    if name in self.steps and step > 0:
                        self.steps[name] = math.lcm(self.steps[name], step)
                case _:
                    continue

    def _order(self) -> tuple[str, ...]:
        """Sort the names so that each size comes after the sizes in its bounds, if possible."""
        order: list[str] = []
        left = list(self.bounds)
        while left:
            needed = {
                name: {o for bound in self.bounds[name] for o in names_in(bound)} & set(left)
                for name in left
            }
            free = [name for name in left if not needed[name]]
            if not free:
                self.bounds = {name: [self.sizes.lows[name]] for name in self.bounds}
                return self.sizes.names
            order.append(free[0])
            left.remove(free[0])
        return tuple(order)

    def low(self, name: str, point: Mapping[str, int]) -> int:
        """Return the least value of the size `name`, for the values of other sizes in `point`."""
        step = self.steps[name]
        try:
            low = max(valued(bound, point) for bound in self.bounds[name])
        except ValueError:
            low = self.sizes.lows[name]
        return -(-low // step) * step

    def least(self) -> Point:
        point: Point = {}
        for name in self.order:
            point[name] = self.low(name, point)
        return point

    def together(self, numbers: Sequence[int]) -> Iterator[Point]:
        """Yield points with all sizes near one number, or with all sizes at their upper bounds."""
        for near in [c + beside for c in (*numbers, 1 << 62) for beside in (-1, 0, 1)]:
            point: Point = {}
            for name in self.order:
                high = min(near, self.highs.get(name, near if near < 1 << 60 else 1))
                point[name] = max(
                    self.low(name, point), high // self.steps[name] * self.steps[name]
                )
            yield {name: point[name] for name in self.sizes.names}

    def of_sum(self, total: int) -> Iterator[Point]:
        """Yield the points at which the sizes have this sum and are within the bounds."""
        least = self.least()
        needed = [sum(least[name] for name in self.order[k + 1 :]) for k in range(len(self.order))]

        def after(left: int, place: int, point: Point) -> Iterator[Point]:
            name = self.order[place]
            low, step = self.low(name, point), self.steps[name]
            if place == len(self.order) - 1:
                if left >= low and (left - low) % step == 0:
                    full = {**point, name: left}
                    yield {one: full[one] for one in self.sizes.names}
                return
            for number in range(low, left - needed[place] + 1, step):
                yield from after(left - number, place + 1, {**point, name: number})

        return after(total, 0, {})


def _is_rising(bound: Any, lows: Mapping[str, int]) -> bool:
    """Return True only if `bound` never decreases as the sizes grow from the values `lows`."""
    match bound:
        case int() | Name():
            return True
        case Made(make, (left, right)) if make is added:
            return _is_rising(left, lows) and _is_rising(right, lows)
        case Made(make, (left, right)) if make is multiplied:
            return all(_is_rising(side, lows) and valued(side, lows) >= 0 for side in (left, right))
        case Made(make, (left, int(number))) if make in (subtracted, ceiled, floored):
            return _is_rising(left, lows) and (make is subtracted or number >= 1)
        case _:
            return False
