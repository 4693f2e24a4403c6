"""The least sizes at which something fails: by their sum, and then as the names stand.

A failure at large sizes is made smaller name by name. That it is the least there is, is told by
trying all that are before it where these are few, and else by a proof that none of them fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from verif.questions.answer import Ruling
from verif.sizes.names import Sizes
from verif.sizes.sampled import Point, least, steps_of

Ruled = Callable[[Point], Ruling | None]
"""The ruling at sizes; None where the question makes no sense there."""


def smaller(sizes: Sizes, point: Point, ruled: Ruled) -> Point:
    """The sizes made small: each number in turn as small as keeps them refuted."""
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
    """The first sizes that are refuted, if all before them hold and these are less than `most`.

    Pre-conditions: the point is refuted.
    """
    for before in least(sizes, most):
        ruling = Ruling.REFUTED if before == point else ruled(before)
        if ruling is not Ruling.HOLDS:
            return before if ruling is Ruling.REFUTED else None
    return None


def before(sizes: Sizes, point: Point) -> Iterator[tuple[str, ...]]:
    """Conditions of which one holds at the sizes before these, by sum and then as names stand.

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
    """Numbers from the low on that are below, fewer and fewer steps of them apart."""
    apart = (number - low) // step
    while apart > 0:
        yield number - apart * step
        apart //= 2
