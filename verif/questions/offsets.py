"""Questions about offsets: injective, bijective_onto, covers, disjoint, fits_int32."""

from __future__ import annotations

from typing import Final

from spec.errors import numeral
from spec.layout import Layout
from spec.modes import Modes, modes_of
from verif.questions.answer import Answer, Outcome, holds, refuted, unknown
from verif.questions.effort import Effort
from verif.questions.image import (
    chain,
    coordinate,
    digits_of,
    first_missing,
    largest,
    offsets,
)
from verif.questions.program import UndecidedError
from verif.questions.relations import common_offset, entangled, greedy_relation, relation

INT32: Final = (-(2**31), 2**31 - 1)


def injective(layout: Layout, effort: Effort) -> Answer:
    """Whether no two coordinates have one offset."""
    modes = modes_of(layout)
    difference = greedy_relation(modes)
    if difference is None:
        tied = entangled(modes)
        if not tied:
            return holds("no stride is a sum of multiples of the others")
        if layout.size <= effort.elements:
            return _injective_by_enumeration(modes)
        difference = relation(modes, tied, effort.seconds)
    if difference is None:
        return holds("Z3 finds no two coordinates with one offset")
    one = tuple(max(0, t) for t in difference)
    other = tuple(max(0, -t) for t in difference)
    pair = sorted((coordinate(modes, one), coordinate(modes, other)))
    return _collision(layout, pair[0], pair[1])


def _injective_by_enumeration(modes: Modes) -> Answer:
    first: dict[int, int] = {}
    for i, x in enumerate(offsets(modes)):
        if x in first:
            return refuted("A({}) = A({}) = {}", (first[x], i), (x,))
        first[x] = i
    return holds("all offsets are different")


def _collision(layout: Layout, i: int, j: int) -> Answer:
    if i == j or layout(i) != layout(j):
        raise UndecidedError("Z3's coordinates do not have one offset")
    return refuted("A({}) = A({}) = {}", (i, j), (layout(i),))


def bijective_onto(layout: Layout, size: int, effort: Effort) -> Answer:
    """Whether each of 0 .. size - 1 is the offset of exactly one coordinate, and no other is."""
    if layout.size != size:
        return refuted("size(A) = {}, not {}", (), (layout.size, size))
    for end in ends(layout):
        if not 0 <= layout(end) < size:
            return refuted("A({}) = {}, outside 0 .. {}", (end,), (layout(end), size - 1))
    covered = covers(layout, size, effort)
    # As many coordinates as offsets that are hit: none is hit twice.
    enough = holds("it covers as many offsets as it has coordinates")
    return enough if covered.outcome is Outcome.HOLDS else covered


def covers(layout: Layout, size: int, effort: Effort) -> Answer:
    """Whether each of 0 .. size - 1 is an offset."""
    modes = modes_of(layout)
    least = lowest(modes)
    found, exact = chain(steps(modes))
    # From the least offset on, the first gap is before the modes that are no chain.
    if exact or least == 0:
        missing = first_missing(found, -least) + least
    elif layout.size <= effort.elements:
        image = set(offsets(modes))
        missing = next(x for x in range(len(image) + 1) if x not in image)
    elif layout.size < size:
        return refuted("size(A) = {}, fewer than {}", (), (layout.size, size))
    else:
        return unknown("strides of both signs that are no chain, and too many offsets to enumerate")
    if missing < size:
        return refuted("{} is no offset of A", (), (missing,))
    return holds(f"the least natural number that is no offset is {numeral(missing)}")


def disjoint(a: Layout, b: Layout, effort: Effort) -> Answer:
    """Whether the images share the offset 0 only."""
    ours, theirs = modes_of(a), modes_of(b)
    if _meet_in_zero(ours, theirs):
        return holds("their offsets have different signs")
    tied = entangled(ours + theirs)
    if all(k >= len(ours) for k in tied) or all(k < len(ours) for k in tied):
        return holds("no stride of the one is a sum of multiples of the others")
    common = _common_step(ours, theirs)
    if common is None:
        if max(a.size, b.size) <= effort.elements:
            common = _common_by_enumeration(ours, theirs)
            exhausted = "no offset of A but 0 is one of B"
        else:
            common = common_offset(ours, theirs, tied, effort.seconds)
            exhausted = "Z3 finds no common offset but 0"
        if common is None:
            return holds(exhausted)
    i, j = common
    if a(i) != b(j) or a(i) == 0:
        raise UndecidedError("Z3's coordinates do not have a common offset")
    return refuted("A({}) = B({}) = {}", (i, j), (a(i),))


def fits_int32(layout: Layout, _: Effort) -> Answer:
    """Whether every offset is a signed integer of 32 bits."""
    low, high = INT32
    least, greatest = ((end, layout(end)) for end in ends(layout))
    for end, x in (least, greatest):
        if not low <= x <= high:
            return refuted("A({}) = {}, outside int32", (end,), (x,))
    return holds(f"its offsets are from {least[1]} to {greatest[1]}")


def steps(modes: Modes) -> Modes:
    """The modes sorted, as the steps from the least offset on.

    >>> steps(((2, 8), (3, -1)))
    ((3, 1), (2, 8))
    """
    return tuple(sorted(((s, abs(d)) for s, d in modes), key=lambda mode: mode[1]))


def lowest(modes: Modes) -> int:
    """The least offset.

    >>> lowest(((2, 8), (3, -1)))
    -2
    """
    return sum((s - 1) * d for s, d in modes if d < 0)


def ends(layout: Layout) -> tuple[int, int]:
    """Coordinates of the least and of the greatest offset.

    >>> ends(Layout((2, 3), (8, -1)))
    (4, 1)
    """
    modes = modes_of(layout)
    least = tuple(s - 1 if d < 0 else 0 for s, d in modes)
    greatest = tuple(s - 1 if d > 0 else 0 for s, d in modes)
    return coordinate(modes, least), coordinate(modes, greatest)


def _meet_in_zero(ours: Modes, theirs: Modes) -> bool:
    """Whether the intervals of their offsets share 0 only."""
    least = max(lowest(ours), lowest(theirs))
    greatest = min(lowest(modes) + largest(steps(modes)) for modes in (ours, theirs))
    return least == greatest == 0


def _common_step(ours: Modes, theirs: Modes) -> tuple[int, int] | None:
    """Coordinates with a common offset: a stride of the one that is an offset of the other."""
    for i, x in _strides(ours):
        j = _preimage(theirs, x)
        if j is not None:
            return i, j
    for j, x in _strides(theirs):
        i = _preimage(ours, x)
        if i is not None:
            return i, j
    return None


def _strides(modes: Modes) -> list[tuple[int, int]]:
    """The coordinates of single steps, with their offsets other than 0."""
    units = [tuple(int(j == k) for j in range(len(modes))) for k in range(len(modes))]
    return [
        (coordinate(modes, unit), d)
        for unit, (s, d) in zip(units, modes, strict=True)
        if s > 1 and d != 0
    ]


def _preimage(modes: Modes, x: int) -> int | None:
    """A coordinate with the offset x, where it is found greedily."""
    order = sorted(range(len(modes)), key=lambda k: abs(modes[k][1]))
    sums = tuple((modes[k][0], abs(modes[k][1])) for k in order)
    beyond = x - lowest(modes)
    digits = digits_of(sums, beyond) if beyond >= 0 else None
    if digits is None:
        return None
    taken = dict(zip(order, digits, strict=True))
    # A mode of negative stride is counted from its end.
    return coordinate(
        modes, tuple(taken[k] if d >= 0 else s - 1 - taken[k] for k, (s, d) in enumerate(modes))
    )


def _common_by_enumeration(ours: Modes, theirs: Modes) -> tuple[int, int] | None:
    first = {x: i for i, x in reversed(list(enumerate(offsets(ours))))}
    return next(
        ((first[x], j) for j, x in enumerate(offsets(theirs)) if x != 0 and x in first), None
    )
