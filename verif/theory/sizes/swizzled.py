"""Reduce questions about a swizzled layout to its inner layout, since a swizzle is a bijection.

A swizzle is its own inverse. So equal offsets come from equal offsets of the inner layout. A number
n is the offset of the coordinate at which the inner layout has the offset Sw(n).
"""

from __future__ import annotations

from collections.abc import Callable

from spec.composed import ComposedLayout
from spec.coordinates import digits
from spec.int_tuple import IntTuple, flatten
from spec.layout import Layout
from spec.modes import modes_of
from spec.swizzle import Swizzle
from verif.kernel.verbs import assume, by, ensure
from verif.readings.terminals import Terminals
from verif.theory.linear.swizzles import a_swizzle_keeps_the_lowest_bits
from verif.theory.numbers.lowest import bits_below_are_the_remainder
from verif.theory.numbers.masks import (
    a_swizzle_down_is_its_own_inverse,
    a_swizzle_up_is_its_own_inverse,
    an_xor_with_less_keeps_the_block,
    bits_in_common_are_no_more,
)
from verif.theory.sizes.digits import end_of, sums_of_steps_stay_within_their_ends
from verif.theory.sizes.questions import (
    Groups,
    Places,
    aligned,
    bijective_onto,
    covers_compactly,
    covers_greedily,
    disjoint,
    disjoint_by_groups,
    equal,
    fits_int32,
    injective,
)


def tile_through(
    composed: ComposedLayout, operation: Callable[[Layout], tuple[Layout, int]]
) -> tuple[ComposedLayout, int]:
    """Apply `operation` to the inner layout of a swizzled layout, and keep the swizzle.

    The offset that `operation` returns is added inside the swizzle, so the returned offset is 0.
    """
    part, start = operation(composed.layout)
    return ComposedLayout(composed.swizzle, composed.offset + start, part), 0


def lowest_moved(swizzle: Swizzle) -> int:
    """The value of the lowest bit that the swizzle reads."""
    return 1 << (swizzle.base + max(0, swizzle.shift))


def taken_back(swizzle: Swizzle, number: int) -> None:
    """Cite the lemma that applying the swizzle twice restores a natural number."""
    ones = (1 << swizzle.bits) - 1
    if swizzle.shift >= 0:
        factor = 1 << swizzle.shift
        by(a_swizzle_down_is_its_own_inverse, number, factor, lowest_moved(swizzle), ones)
    else:
        factor = 1 << -swizzle.shift
        by(a_swizzle_up_is_its_own_inverse, number, factor, lowest_moved(swizzle), ones)


def in_its_block(swizzle: Swizzle, number: int) -> None:
    """Cite the lemma that a swizzle moves a natural number only within the number's block."""
    mask = ((1 << swizzle.bits) - 1) * lowest_moved(swizzle)
    by(bits_in_common_are_no_more, number, mask)
    if swizzle.shift >= 0:
        moved, block = (number & mask) // (1 << swizzle.shift), 1 << (swizzle.base + swizzle.bits)
    else:
        moved, block = (number & mask) * (1 << -swizzle.shift), swizzle.size
    by(an_xor_with_less_keeps_the_block, number, moved, block)


def inside_at(composed: ComposedLayout, i: int) -> int:
    """The natural number that the swizzle maps: `composed.offset` plus `composed.layout(i)`."""
    a = composed.layout
    assume("a coordinate", i < a.size)
    by(sums_of_steps_stay_within_their_ends, modes_of(a), digits(i, flatten(a.shape)))
    inside = composed.offset + a(i)
    ensure("a natural inside", inside >= 0)
    taken_back(composed.swizzle, inside)
    return inside


def swizzled_below(composed: ComposedLayout, n: int, end: int, w: int) -> int:
    """Prove that the swizzle maps w < n to a number below `end`, and return this number."""
    assume("a number below", w < n)
    found = composed.swizzle(w)
    taken_back(composed.swizzle, w)
    in_its_block(composed.swizzle, w)
    ensure("n is at most the end", n <= end)
    ensure("the swizzled number is below the end", found < end)
    return found


def injective_swizzled(
    composed: ComposedLayout, order: Places, back: Places, whole: bool, i: int, j: int
) -> None:
    """Two coordinates with the same offset are equal."""
    inside_at(composed, i)
    inside_at(composed, j)
    if composed(i) == composed(j):
        ensure("the same offset inside", composed.layout(i) == composed.layout(j))
        injective(composed.layout, order, back, whole, i, j)


def disjoint_swizzled(
    one: ComposedLayout,
    other: ComposedLayout,
    order: Places,
    back: Places,
    whole: bool,
    i: int,
    j: int,
) -> None:
    """The two layouts have only the offset 0 in common."""
    inside_at(one, i)
    inside_at(other, j)
    if one(i) == other(j):
        ensure("the same offset inside", one.layout(i) == other.layout(j))
        disjoint(one.layout, other.layout, order, back, whole, i, j)
        ensure("A(i) = B(j) for 0 only", one(i) == 0)


def disjoint_by_groups_swizzled(
    one: ComposedLayout, other: ComposedLayout, groups: Groups, back: Places, i: int, j: int
) -> None:
    """The two layouts have only the offset 0 in common."""
    inside_at(one, i)
    inside_at(other, j)
    if one(i) == other(j):
        ensure("the same offset inside", one.layout(i) == other.layout(j))
        disjoint_by_groups(one.layout, other.layout, groups, back, i, j)
        ensure("A(i) = B(j) for 0 only", one(i) == 0)


def equal_swizzled(one: ComposedLayout, other: ComposedLayout, i: int) -> None:
    """The layouts have the same number of coordinates, and equal offsets at each coordinate."""
    equal(one.layout, other.layout, i)
    inside_at(one, i)
    ensure("the same offset before the swizzle", one.offset == other.offset)
    ensure("A(i) = B(i)", one(i) == other(i))


def covers_compactly_swizzled(
    composed: ComposedLayout, n: int, order: Places, whole: bool, w: int
) -> None:
    """The number w < n is an offset, because the swizzle of w is an offset of the inner layout."""
    end = composed.layout.size
    found = swizzled_below(composed, n, end, w)
    at_the_number(composed, covers_compactly(composed.layout, end, order, whole, found), w)


def covers_greedily_swizzled(
    composed: ComposedLayout, n: int, order: Places, whole: bool, w: int
) -> None:
    """The number w < n is an offset: the inner modes have no gaps, so they reach Sw(w)."""
    end = 1 + end_of(modes_of(composed.layout))
    found = swizzled_below(composed, n, end, w)
    at_the_number(composed, covers_greedily(composed.layout, end, order, whole, found), w)


def at_the_number(composed: ComposedLayout, at: IntTuple, w: int) -> None:
    """The coordinate `at` has the offset w."""
    ensure("the number is an offset", composed(at) == w)


def bijective_onto_swizzled(
    composed: ComposedLayout, n: int, order: Places, whole: bool, i: int, j: int, w: int
) -> None:
    """Each number below n is the offset of exactly one coordinate, and no other offset occurs."""
    found = swizzled_below(composed, n, n, w)
    at = bijective_onto(composed.layout, n, order, whole, i, j, found)
    at_the_number(composed, at, w)
    in_its_block(composed.swizzle, inside_at(composed, i))
    ensure("an offset from 0", composed(i) >= 0)
    ensure("the offset is below n", composed(i) < n)
    inside_at(composed, j)
    if composed(i) == composed(j):
        ensure("the same offset inside", composed.layout(i) == composed.layout(j))
        ensure("A(i) = A(j) for i = j only", i == j)


def aligned_swizzled(composed: ComposedLayout, n: int, i: int) -> None:
    """Each offset is a multiple of n: a swizzle keeps the offset modulo 2^base."""
    swizzle = composed.swizzle
    aligned(composed.layout, n, i)
    inside = inside_at(composed, i)
    ensure("the offset before the swizzle is a multiple of n", inside % n == 0)
    ensure("n divides the unit that the swizzle keeps", (1 << swizzle.base) % n == 0)
    by(a_swizzle_keeps_the_lowest_bits, inside, swizzle.bits, swizzle.base, swizzle.shift)
    for number in (inside, composed(i)):
        by(bits_below_are_the_remainder, number, 1 << swizzle.base)
    ensure("each offset is a multiple of n", composed(i) % n == 0)


def fits_int32_swizzled(composed: ComposedLayout, back: Terminals, i: int) -> None:
    """The swizzled offset and each number in its computation fit in 32 bits."""
    fits_int32(composed.layout, back, i)
    inside = inside_at(composed, i)
    in_its_block(composed.swizzle, inside)
    ensure("the number before the swizzle fits", inside < 2147483648)
    ensure("swizzled it fits", composed(i) >= 0)
    ensure("swizzled it fits", composed(i) < 2147483648)
