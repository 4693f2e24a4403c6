"""The question whether two layouts have no common offset except 0: disjoint(A, B).

Every layout has the offset 0, so this offset does not count. A tile has an offset of its own. So if
A or B is a tile, the question is whether they have no common offset at all.
"""

from __future__ import annotations

from math import gcd
from typing import Final

from spec.composed import AnyLayout, ComposedLayout, as_composed
from spec.errors import numeral
from spec.layout import Layout
from spec.modes import Modes, modes_of, offsets
from verif.questions.answer import Answer, Effort, holds, refuted
from verif.questions.bits import BitProgram, found_digits, swizzled_sum, width_of
from verif.questions.image import coordinate, digits_of, largest, lowest, steps
from verif.questions.program import UndecidedError
from verif.questions.relations import common_offset, entangled, meeting

ONLY_ZERO: Final = "the only common offset is 0"


def disjoint(a: Layout, b: Layout, effort: Effort) -> Answer:
    """Decide whether A and B have no offset in common, except 0."""
    ours, theirs = modes_of(a), modes_of(b)
    if _meet_in_zero(ours, theirs):
        return holds(f"{ONLY_ZERO}: all other offsets of A and of B have opposite signs")
    tied = entangled(ours + theirs)
    if all(k >= len(ours) for k in tied) or all(k < len(ours) for k in tied):
        return holds(f"{ONLY_ZERO}: the strides of A and B are independent on these shapes")
    common = _common_step(ours, theirs)
    if common is None:
        if max(a.size, b.size) <= effort.elements:
            common = _common_by_enumeration(ours, theirs)
            exhausted = f"{ONLY_ZERO}: all offsets were compared"
        else:
            common = common_offset(ours, theirs, tied, effort.seconds)
            exhausted = f"{ONLY_ZERO}: Z3 shows that there is no other"
        if common is None:
            return holds(exhausted)
    return _met(a, b, *common)


def disjoint_swizzled(a: AnyLayout, b: AnyLayout, effort: Effort) -> Answer:
    """Decide whether A and B have no offset in common, except 0."""
    ours, theirs = as_composed(a), as_composed(b)
    if ours.swizzle == theirs.swizzle and ours.offset == theirs.offset == 0:
        inside = disjoint(ours.layout, theirs.layout, effort)
        if inside.witness is None:
            return inside
        i, j = inside.witness.coordinates
        assert isinstance(i, int)
        assert isinstance(j, int)
        common: tuple[int, int] | None = i, j
    else:
        common = _common_swizzled(ours, theirs, effort)
    if common is None:
        return holds(ONLY_ZERO)
    return _met(a, b, *common)


NONE_IN_COMMON: Final = "A and B have no common offset"


def disjoint_tiles(a: AnyLayout, b: AnyLayout, effort: Effort) -> Answer:
    """Decide whether A and B have no offset in common. At least one of them is a tile."""
    ours, theirs = as_composed(a), as_composed(b)
    if ours.swizzle != theirs.swizzle and (ours.swizzle.bits or theirs.swizzle.bits):
        common = _common_swizzled(ours, theirs, effort, with_zero=True)
        return holds(NONE_IN_COMMON) if common is None else _meeting(a, b, *common)
    # A swizzle is a bijection. So equal offsets come from equal offsets of the inner layouts.
    moved, modes = theirs.offset - ours.offset, (modes_of(ours.layout), modes_of(theirs.layout))
    apart = _apart(*modes, moved)
    if apart:
        return holds(f"{NONE_IN_COMMON}{apart}")
    if max(a.size, b.size) <= effort.elements:
        first = {x: i for i, x in reversed(list(enumerate(offsets(modes[0]))))}
        hits = (
            (first[x + moved], j) for j, x in enumerate(offsets(modes[1])) if x + moved in first
        )
        common, how = next(hits, None), "all offsets were compared"
    else:
        common, how = meeting(*modes, moved, effort.seconds), "according to Z3"
    return holds(f"{NONE_IN_COMMON}: {how}") if common is None else _meeting(a, b, *common)


def _apart(ours: Modes, theirs: Modes, moved: int) -> str:
    """Return why the sums of `ours` differ from those of `theirs` plus `moved`, or "".

    The reason is empty if the ranges of the sums overlap, and no divisor tells the sums apart.
    """
    (low, high), (least, greatest) = _range(ours), _range(theirs)
    if high < least + moved or greatest + moved < low:
        return ": all offsets of one are below all offsets of the other"
    divisor = gcd(*(d for s, d in ours + theirs if s > 1))
    if moved % divisor if divisor else moved:
        return f": their offsets have different remainders modulo {numeral(divisor)}"
    return ""


def _range(modes: Modes) -> tuple[int, int]:
    """Return the least and the greatest offset."""
    return lowest(modes), lowest(modes) + largest(steps(modes))


def _meeting(a: AnyLayout, b: AnyLayout, i: int, j: int) -> Answer:
    """Return the refutation with the witness A(i) = B(j). Raises UndecidedError if they differ."""
    if a(i) != b(j):
        raise UndecidedError("the coordinates that Z3 found have no common offset")
    return refuted("A({}) = B({}) = {}", (i, j), (a(i),))


def _met(a: AnyLayout, b: AnyLayout, i: int, j: int) -> Answer:
    """Return the refutation with the witness A(i) = B(j) != 0.

    Raises UndecidedError if A(i) != B(j) or A(i) = 0.
    """
    if a(i) != b(j) or a(i) == 0:
        raise UndecidedError("the coordinates that Z3 found have no common offset other than 0")
    return refuted("A({}) = B({}) = {}", (i, j), (a(i),))


def _meet_in_zero(ours: Modes, theirs: Modes) -> bool:
    """Return whether the ranges of the two layouts have only the number 0 in common.

    The range of a layout contains all numbers from its least to its greatest offset.
    """
    least = max(lowest(ours), lowest(theirs))
    greatest = min(lowest(modes) + largest(steps(modes)) for modes in (ours, theirs))
    return least == greatest == 0


def _common_step(ours: Modes, theirs: Modes) -> tuple[int, int] | None:
    """Return (i, j) with A(i) = B(j), or None. One of i and j is a single step along a mode."""
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
    """For each mode that changes the offset, return the coordinate and the offset of one step."""
    units = [tuple(int(j == k) for j in range(len(modes))) for k in range(len(modes))]
    return [
        (coordinate(modes, unit), d)
        for unit, (s, d) in zip(units, modes, strict=True)
        if s > 1 and d != 0
    ]


def _preimage(modes: Modes, x: int) -> int | None:
    """Return a coordinate with the offset x, if the greedy search finds one."""
    order = sorted(range(len(modes)), key=lambda k: abs(modes[k][1]))
    sums = tuple((modes[k][0], abs(modes[k][1])) for k in order)
    beyond = x - lowest(modes)
    digits = digits_of(sums, beyond) if beyond >= 0 else None
    if digits is None:
        return None
    taken = dict(zip(order, digits, strict=True))
    # In a mode with a negative stride, the coordinate is counted from the mode's end.
    return coordinate(
        modes, tuple(taken[k] if d >= 0 else s - 1 - taken[k] for k, (s, d) in enumerate(modes))
    )


def _common_by_enumeration(ours: Modes, theirs: Modes) -> tuple[int, int] | None:
    first = {x: i for i, x in reversed(list(enumerate(offsets(ours))))}
    return next(
        ((first[x], j) for j, x in enumerate(offsets(theirs)) if x != 0 and x in first), None
    )


def _common_swizzled(
    a: ComposedLayout, b: ComposedLayout, effort: Effort, *, with_zero: bool = False
) -> tuple[int, int] | None:
    """Return coordinates with a common offset, or None. Without `with_zero`, 0 does not count."""
    if max(a.size, b.size) <= effort.elements:
        first = {a(i): i for i in reversed(range(a.size))}
        hit = (j for j in range(b.size) if (with_zero or b(j) != 0) and b(j) in first)
        j = next(hit, None)
        return None if j is None else (first[b(j)], j)
    program = BitProgram(width_of(a, b))
    modes = modes_of(a.layout), modes_of(b.layout)
    names = [program.digits(side, [s for s, _ in m]) for side, m in zip("ab", modes, strict=True)]
    images = [
        swizzled_sum(program, f"{side}_", composed, digits)
        for side, composed, digits in zip("ab", (a, b), names, strict=True)
    ]
    program.require(f"(= {images[0]} {images[1]})")
    if not with_zero:
        program.require(f"(not (= {images[0]} {program.numeral(0)}))")
    solution = program.solution(effort.seconds)
    if solution is None:
        return None
    i, j = (
        coordinate(m, found_digits(solution, digits))
        for m, digits in zip(modes, names, strict=True)
    )
    return i, j
