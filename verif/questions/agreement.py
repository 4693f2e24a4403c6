"""Decide whether two swizzled layouts are the same function, or find where they differ.

A swizzle does not distribute over sums, so modes cannot be compared one by one. But a swizzle moves
whole blocks: Sw(x + n) = Sw(x) + n if n is a multiple of the swizzle's size. So the layouts are
compared in three steps:

1. Split the modes until both layouts have modes of the same sizes. (If this is impossible,
   `_difference_apart` compares the layouts.)
2. Cut each mode. The part before the cut has the least number of steps that adds a multiple of both
   swizzles' sizes to the offset in both layouts. If the mode continues after the cut, its strides
   in both layouts must be equal.
3. Compare the layouts at every combination of the steps before the cuts.
"""

from __future__ import annotations

from itertools import accumulate
from itertools import product as cartesian
from math import gcd, prod
from operator import mul
from typing import NamedTuple

from spec.coalesce import coalesce_modes
from spec.composed import ComposedLayout
from spec.modes import Modes, modes_of
from verif.questions.answer import Effort
from verif.questions.bits import BitProgram, found_digits, swizzled_sum, width_of
from verif.questions.image import coordinate


class CommonMode(NamedTuple):
    """A mode of both layouts: its size, its stride in each layout, the coordinate of one step."""

    size: int
    ours: int
    theirs: int
    unit: int


def first_seen_difference(a: ComposedLayout, b: ComposedLayout, effort: Effort) -> int | None:
    """Return a 1-D coordinate where the two layouts differ, or None.

    Pre-conditions: both layouts have the same size.
    Errors: UndecidedError if the solver has no answer.
    """
    steps = _common_steps(coalesce_modes(modes_of(a.layout)), coalesce_modes(modes_of(b.layout)))
    if steps is None:
        return _difference_apart(a, b, effort)
    if a(0) != b(0):
        return 0
    left: list[CommonMode] = []
    period = max(a.swizzle.size, b.swizzle.size)
    for step in steps:
        # In each layout, `whole` steps add a multiple of the period to the offset. So they add the
        # same multiple to this layout's swizzled offset.
        whole = period // gcd(period, step.ours, step.theirs)
        if step.size > whole and step.ours != step.theirs:
            return step.unit * whole
        if min(step.size, whole) > 1:
            left.append(step._replace(size=min(step.size, whole)))
    alone = next((s.unit for s in left if a(s.unit) != b(s.unit)), None)
    return alone if alone is not None else _difference_together(a, b, left, effort)


def _common_steps(ours: Modes, theirs: Modes, unit: int = 1) -> list[CommonMode] | None:
    """Split the modes of both layouts so that both have modes of the same sizes.

    Return None if this is impossible, because a mode's size does not divide another mode's size.

    >>> _common_steps(((4, 1), (2, 8)), ((8, 2),))
    [CommonMode(size=4, ours=1, theirs=2, unit=1), CommonMode(size=2, ours=8, theirs=8, unit=4)]
    >>> _common_steps(((2, 1), (3, 8)), ((3, 1), (2, 8)))
    """
    if not ours or not theirs:
        return []
    (s, d), (t, e) = ours[0], theirs[0]
    n = min(s, t)
    if max(s, t) % n != 0:
        return None
    ours = ours[1:] if s == n else ((s // n, d * n), *ours[1:])
    theirs = theirs[1:] if t == n else ((t // n, e * n), *theirs[1:])
    after = _common_steps(ours, theirs, unit * n)
    return None if after is None else [CommonMode(n, d, e, unit), *after]


def _difference_together(
    a: ComposedLayout, b: ComposedLayout, steps: list[CommonMode], effort: Effort
) -> int | None:
    """Return a coordinate at which the layouts differ, or None.

    The layouts are compared at every combination of steps of their common modes.
    """
    if prod(step.size for step in steps) <= effort.elements:
        for digits in cartesian(*(range(step.size) for step in reversed(steps))):
            taken = tuple(zip(reversed(digits), steps, strict=True))
            ours = a.swizzle(a.offset + sum(c * step.ours for c, step in taken))
            theirs = b.swizzle(b.offset + sum(c * step.theirs for c, step in taken))
            if ours != theirs:
                return sum(c * step.unit for c, step in taken)
        return None
    program = BitProgram(width_of(a, b))
    names = program.digits("c", [step.size for step in steps])
    images = [
        program.swizzled(
            f"{side}_y",
            composed.swizzle,
            program.sum(f"{side}_x", composed.offset, zip(strides, names, strict=True)),
        )
        for side, composed, strides in (
            ("a", a, [step.ours for step in steps]),
            ("b", b, [step.theirs for step in steps]),
        )
    ]
    program.require(f"(not (= {images[0]} {images[1]}))")
    solution = program.solution(effort.seconds)
    if solution is None:
        return None
    return sum(solution[name] * step.unit for name, step in zip(names, steps, strict=True))


def _difference_apart(a: ComposedLayout, b: ComposedLayout, effort: Effort) -> int | None:
    """Return a coordinate where two layouts differ, or None.

    This function is for layouts whose modes cannot be cut into pieces of equal sizes.
    """
    if a.size <= effort.elements:
        return next((i for i in range(a.size) if a(i) != b(i)), None)
    program = BitProgram(width_of(a, b))
    ours, theirs = modes_of(a.layout), modes_of(b.layout)
    digits = program.digits("a", [s for s, _ in ours]), program.digits("b", [s for s, _ in theirs])
    places = [
        program.sum(f"{side}_i", 0, zip(_units(modes), names, strict=True))
        for side, modes, names in (("a", ours, digits[0]), ("b", theirs, digits[1]))
    ]
    program.require(f"(= {places[0]} {places[1]})")
    images = swizzled_sum(program, "a", a, digits[0]), swizzled_sum(program, "b", b, digits[1])
    program.require(f"(not (= {images[0]} {images[1]}))")
    solution = program.solution(effort.seconds)
    return None if solution is None else coordinate(ours, found_digits(solution, digits[0]))


def _units(modes: Modes) -> list[int]:
    """Return, for each mode, the 1-D coordinate of one step along this mode."""
    return list(accumulate((s for s, _ in modes), mul, initial=1))[:-1]
