"""Points: convert a linear layout with named dimensions to a thread-value layout, and back.

A linear layout has one point of the tensor for each bit of a coordinate. The *step* of the bit is
the 1-D coordinate of this point.

The 1-D coordinate of an XOR of points is the XOR of their 1-D coordinates, because every size is a
power of two (`xors_of_points_count_to_the_xor`). A layout that is built from a list of steps maps x
to the sum of the steps at the bits of x (`modes_of_steps_have_their_sums`). If two lists of steps
are joined, their sums are added, and their XORs are combined by XOR (`steps_in_turn_add_up`). So if
no two steps have a bit in common, the layout maps each coordinate to the XOR of the points.
"""

from __future__ import annotations

from spec.coordinates import counted
from spec.modes import Modes, total, value
from spec.steps import Steps, in_turn, modes_of_steps
from spec.thread_value import (
    Points,
    lowest_points,
    other_points,
    points_of_steps,
    steps_of_points,
    xor_of_points,
    xored,
)
from spec.xors import xor_of
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, same, unfold, witness
from verif.readings.modes import strides_from
from verif.readings.terminals import Terminals, at_least, extent, in_bounds
from verif.theory.layouts.coordinates import (
    digits_count_to_their_number,
    digits_of_a_count_are_the_point,
    extent_is_positive,
)
from verif.theory.layouts.modes import opened
from verif.theory.linear.steps import number_of_sums, sum_at_zero_is_zero, summed
from verif.theory.linear.xors import xor_of_naturals_is_natural
from verif.theory.numbers.bits import zero_has_no_bits
from verif.theory.numbers.blocks import bits_go_block_by_block
from verif.theory.numbers.xors import xors_of_three_in_any_order


@definition(on="sizes")
def all_powers(sizes: Terminals) -> bool:
    """Whether every size is a power of two."""
    if not sizes:
        return True
    return sizes[0] >= 1 and sizes[0] & (sizes[0] - 1) == 0 and all_powers(sizes[1:])


@definition(on="points")
def all_within(points: Points, sizes: Terminals) -> bool:
    """Whether every point is in bounds."""
    if not points:
        return True
    return in_bounds(points[0], sizes) and all_within(points[1:], sizes)


@definition(on="steps")
def all_below(steps: Steps, n: int) -> bool:
    """Whether every step is a natural below n."""
    if not steps:
        return True
    return 0 <= steps[0] < n and all_below(steps[1:], n)


@lemma
def powers_are_positive(sizes: Terminals) -> Lemma:
    """Powers of two are at least 1."""
    assume("powers of two", all_powers(sizes))

    def shows() -> None:
        ensure("sizes >= 1", at_least(1, sizes))

    def proof() -> None:
        """Induction on the sizes."""
        if sizes:
            powers_are_positive(sizes[1:])

    return shows, proof


@contract(modes_of_steps)
def modes_of_steps_have_their_sums(steps: Steps) -> Promise:
    """The layout that is built from steps maps x to the sum of the steps at the bits of x."""
    assume("steps >= 0", at_least(0, steps))

    def shows(result: Modes) -> None:
        ensure("as many coordinates as sums", total(result) == number_of_sums(steps))
        ensure("strides >= 0", strides_from(result, 0))

    def at_bits(result: Modes, x: int) -> None:
        assume("x >= 0", x >= 0)
        if proving() and steps:
            value(modes_of_steps(steps[1:]), x // 2)
            if result:
                half, rest = result[0][0] // 2, x // 2
                if half:
                    witness(x, 2 * half, rest // half, 2 * (rest % half) + x % 2)
        ensure("their sum", value(result, x) == summed(steps, x))

    return Promise(shows, {value: at_bits})


@contract(in_turn, on="steps", opens=True)
def as_many_sums_as_of_both(steps: Steps, others: Steps) -> Promise:
    """If two lists of steps have n and m sums, their concatenation has n * m sums."""

    def shows(result: Steps) -> None:
        ensure("as many", number_of_sums(result) == number_of_sums(steps) * number_of_sums(others))

    def least_of_both(result: Steps, low: int) -> None:
        assume("the steps", at_least(low, steps))
        assume("the others", at_least(low, others))
        ensure("all", at_least(low, result))

    return Promise(shows, {at_least: least_of_both})


@lemma
def nothing_in_turn_adds_nothing(steps: Steps) -> Lemma:
    """Appending the empty list does not change a list of steps."""

    def shows() -> None:
        same("the steps", in_turn(steps, ()), steps)

    def proof() -> None:
        """Induction on the steps."""
        unfold(in_turn, steps, ())
        if steps:
            nothing_in_turn_adds_nothing(steps[1:])

    return shows, proof


@lemma
def steps_in_turn_add_up(steps: Steps, others: Steps, i: int, j: int) -> Lemma:
    """Concatenating two lists of steps adds their sums, and combines their XORs by XOR."""
    opened(steps)
    assume("steps >= 0", at_least(0, steps))
    assume("others >= 0", at_least(0, others))
    assume("i is a coordinate of the first list", 0 <= i < number_of_sums(steps))
    assume("j >= 0", j >= 0)

    def shows() -> None:
        both, x = in_turn(steps, others), i + number_of_sums(steps) * j
        ensure("sums", summed(both, x) == summed(steps, i) + summed(others, j))
        ensure("XORs", xor_of(both, x) == xor_of(steps, i) ^ xor_of(others, j))

    def proof() -> None:
        """Induction on the first list."""
        xor_of_naturals_is_natural(others, j)
        zero_has_no_bits(xor_of(others, j))
        if steps:
            first, rest = steps[0], steps[1:]
            sum_at_zero_is_zero(rest)
            witness(i + number_of_sums(steps) * j, 2, i // 2 + number_of_sums(rest) * j, i % 2)
            steps_in_turn_add_up(rest, others, i // 2, j)
            xor_of_naturals_is_natural(rest, i // 2)
            at_i, inside, behind = (i % 2) * first, xor_of(rest, i // 2), xor_of(others, j)
            xors_of_three_in_any_order(at_i, inside, behind)
        else:
            ensure("without steps, i is 0", i == 0)

    return shows, proof


@contract(xored, on="point", opens=True)
def xors_are_as_many_as_entries(point: Terminals, other: Terminals) -> Promise:
    """The XOR of two points has as many entries as each point."""
    opened(point, other)
    assume("as many entries", len(other) == len(point))

    def shows(result: Terminals) -> None:
        ensure("as many", len(result) == len(point))

    return Promise(shows)


@lemma
def an_xor_of_points_counts_to_the_xor(
    point: Terminals, other: Terminals, sizes: Terminals
) -> Lemma:
    """The 1-D coordinate of an XOR of two points is the XOR of their 1-D coordinates.

    The XOR of two points in bounds is in bounds, because all sizes are powers of two.
    """
    opened(point, other, sizes)
    assume("powers of two", all_powers(sizes))
    assume("the point is in bounds", in_bounds(point, sizes))
    assume("the other point is in bounds", in_bounds(other, sizes))
    assume("as many entries", len(other) == len(point))

    def shows() -> None:
        both = xored(point, other)
        one, two = counted(point, sizes), counted(other, sizes)
        ensure("naturals", one >= 0 and two >= 0)
        ensure("in bounds", in_bounds(both, sizes))
        ensure("the XOR", counted(both, sizes) == one ^ two)

    def proof() -> None:
        """Induction on the sizes: the first entry is the 1-D coordinate mod the first size."""
        if sizes:
            s, a, b = sizes[0], point[0], other[0]
            an_xor_of_points_counts_to_the_xor(point[1:], other[1:], sizes[1:])
            one, two = counted(point[1:], sizes[1:]), counted(other[1:], sizes[1:])
            witness(a + s * one, s, one, a)
            witness(b + s * two, s, two, b)
            bits_go_block_by_block(a + s * one, b + s * two, s)
            divmod((a + s * one) ^ (b + s * two), s)
        else:
            zero_has_no_bits(0)

    return shows, proof


@contract(steps_of_points, on="points", opens=True)
def points_in_bounds_are_steps(points: Points, sizes: Terminals) -> Promise:
    """The 1-D coordinates of points in bounds are at least 0."""
    opened(points)
    assume("powers of two", all_powers(sizes))
    assume("in bounds", all_within(points, sizes))
    if proving() and points:
        powers_are_positive(sizes)
        digits_of_a_count_are_the_point(points[0], sizes)

    def shows(result: Steps) -> None:
        ensure("steps >= 0", at_least(0, result))

    return Promise(shows)


@contract(points_of_steps, on="steps", opens=True)
def steps_below_the_size_are_points(steps: Steps, sizes: Terminals) -> Promise:
    """A step below the number of elements is the 1-D coordinate of a point in bounds."""
    opened(steps)
    assume("powers of two", all_powers(sizes))
    assume("below the number of elements", all_below(steps, extent(sizes)))
    if proving() and steps:
        powers_are_positive(sizes)
        digits_count_to_their_number(steps[0], sizes)

    def shows(result: Points) -> None:
        ensure("in bounds", all_within(result, sizes))

    return Promise(shows)


@lemma
def points_of_steps_are_these_steps(steps: Steps, sizes: Terminals) -> Lemma:
    """The points that `points_of_steps` makes from steps have these steps as 1-D coordinates.

    The steps are below the number of elements, and all sizes are powers of two.
    """
    opened(steps)
    assume("powers of two", all_powers(sizes))
    assume("below the number of elements", all_below(steps, extent(sizes)))

    def shows() -> None:
        again = steps_of_points(points_of_steps(steps, sizes), sizes)
        same("the steps", again, steps)

    def proof() -> None:
        """Induction on the steps, by the digits of each step."""
        if steps:
            powers_are_positive(sizes)
            digits_count_to_their_number(steps[0], sizes)
            points_of_steps_are_these_steps(steps[1:], sizes)

    return shows, proof


@contract(xor_of_points, on="points", opens=True)
def xors_of_points_count_to_the_xor(points: Points, x: int, sizes: Terminals) -> Promise:
    """With power-of-two sizes, XOR commutes with mapping points in bounds to 1-D coordinates.

    The XOR of the points is in bounds, too.
    """
    opened(points)
    assume("powers of two", all_powers(sizes))
    assume("in bounds", all_within(points, sizes))
    assume("x >= 0", x >= 0)
    if proving():
        powers_are_positive(sizes)
        extent_is_positive(sizes)
        if points:
            digits_of_a_count_are_the_point(points[0], sizes)
            rest = xor_of_points(points[1:], x // 2, sizes)
            an_xor_of_points_counts_to_the_xor(points[0], rest, sizes)
            xor_of_naturals_is_natural(steps_of_points(points[1:], sizes), x // 2)
            zero_has_no_bits(xor_of(steps_of_points(points[1:], sizes), x // 2))
        else:
            digits_count_to_their_number(0, sizes)

    def shows(result: Terminals) -> None:
        ensure("in bounds", in_bounds(result, sizes))
        ensure("as many entries", len(result) == len(sizes))
        ensure("the XOR", counted(result, sizes) == xor_of(steps_of_points(points, sizes), x))

    return Promise(shows)


@contract(lowest_points, on="points", opens=True)
def lowest_points_are_points(points: Points, count: int) -> Promise:
    """If all points are in bounds, so are the points that `lowest_points` selects."""

    def within(result: Points, sizes: Terminals) -> None:
        assume("in bounds", all_within(points, sizes))
        ensure("in bounds", all_within(result, sizes))

    return Promise(everywhere={all_within: within})


@contract(other_points, on="points", opens=True)
def other_points_are_points(points: Points, count: int) -> Promise:
    """If all points are in bounds, so are the points that `other_points` selects."""

    def within(result: Points, sizes: Terminals) -> None:
        assume("in bounds", all_within(points, sizes))
        ensure("in bounds", all_within(result, sizes))

    return Promise(everywhere={all_within: within})


@lemma
def points_are_the_lowest_and_the_others(points: Points, count: int, sizes: Terminals) -> Lemma:
    """Joining the steps of `lowest_points` and `other_points` gives the steps of all points."""
    opened(points)
    assume("powers of two", all_powers(sizes))
    assume("in bounds", all_within(points, sizes))

    def shows() -> None:
        lowest = steps_of_points(lowest_points(points, count), sizes)
        others = steps_of_points(other_points(points, count), sizes)
        same("in turn", in_turn(lowest, others), steps_of_points(points, sizes))

    def proof() -> None:
        """Induction on the points."""
        unfold(lowest_points, points, count)
        unfold(other_points, points, count)
        if points and count > 1:
            points_are_the_lowest_and_the_others(points[1:], count // 2, sizes)

    return shows, proof
