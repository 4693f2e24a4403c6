"""The least sizes at which a question fails. Sizes are ordered by sum and then lexicographically.

Failing sizes are reduced name by name. To show that the result is the least, all smaller sizes are
tried if there are few. Otherwise, it must be proved that the question holds at all smaller sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from verif.questions.answer import Ruling
from verif.sizes.names import Sizes
from verif.sizes.sampled import Point, least, steps_of

Ruled = Callable[[Point], Ruling | None]
"""A function from sizes to the ruling, or to None if the question makes no sense at these sizes."""


def smaller(sizes: Sizes, point: Point, ruled: Ruled) -> Point:
    """Reduce the numbers one after another, as long as the question stays refuted."""
    found, changed, steps = point, True, steps_of(sizes)
    while changed:
        changed = False
        for name, number in found.items():
            for less in _below(number, sizes.lows[name], steps[name]):
                tried = {**found, name: less}
                if sizes.admits(tried) and ruled(tried) is Ruling.REFUTED:
                    found, changed = tried, True
                    break
    return found


def first_refuted(sizes: Sizes, point: Point, ruled: Ruled, most: int) -> Point | None:
    """Return the first sizes at which the question is refuted, or None if the search fails.

    The search examines only the first `most` sizes in order. The search also fails if it first
    meets sizes at which the answer is unknown, or at which the question makes no sense.

    Pre-condition: the question is refuted at `point`.
    """
    for before in least(sizes, most):
        ruling = Ruling.REFUTED if before == point else ruled(before)
        if ruling is not Ruling.HOLDS:
            return before if ruling is Ruling.REFUTED else None
    return None


def before(sizes: Sizes, point: Point) -> Iterator[tuple[str, ...]]:
    """Yield conditions that together describe the sizes before this point in the order.

    >>> from verif.sizes.names import read_sizes
    >>> list(before(read_sizes("M, N"), {"M": 3, "N": 5}))
    [('M + N < 8',), ('M + N == 8', 'M < 3')]
    """
    total, number = " + ".join(sizes.names), sum(point.values())
    yield (f"{total} < {number}",)
    fixed: list[str] = []
    for name in sizes.names[:-1]:
        yield (f"{total} == {number}", *fixed, f"{name} < {point[name]}")
        fixed.append(f"{name} == {point[name]}")


def _below(number: int, low: int, step: int) -> Iterator[int]:
    """Yield numbers from `low` towards `number`. Each step halves the distance to `number`."""
    apart = (number - low) // step
    while apart > 0:
        yield number - apart * step
        apart //= 2
