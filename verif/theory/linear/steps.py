"""Steps: a layout of power-of-two shapes is linear iff no two steps have a bit in common.

A mode 2^k:d has the steps d, 2*d, .., 2^(k-1)*d, the offsets of the coordinates 1, 2, 4, .. Two
numbers *meet* if they have a bit in common. The layout is the sum of its steps at the bits of the
coordinate (`layout_is_the_sum_of_its_steps`). It is linear if L(i ^ j) = L(i) ^ L(j).

There are two main theorems. First, suppose that no two steps meet. Then no step meets a sum of
other steps, so sums are XORs, and an XOR of coordinates gives an XOR of sums
(`sums_of_steps_that_do_not_meet_are_linear`, by induction on the steps). Second, if two steps a and
b meet, a + b = (a ^ b) + 2*(a & b) shows that their sum is not their XOR. `meeting` finds two such
steps, if there are any (`steps_that_meet_are_not_linear`).
"""

from __future__ import annotations

from spec.modes import Modes, total, value
from spec.steps import Meeting, Steps, meeting, met_by, powers_of_two, steps_of
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, witness
from verif.readings.modes import strides_from
from verif.readings.terminals import at_least
from verif.theory.layouts.coordinates import opened
from verif.theory.numbers.bits import (
    a_sum_is_xor_and_twice_and,
    bits_apart_add_outside_an_xor,
    bits_that_meet_neither_meet_no_sum,
    half_a_power_of_two_is_a_power,
    halved,
    zero_has_no_bits,
)

definition(powers_of_two, on="modes")


@definition(on="modes")
def sum_of_shapes(modes: Modes) -> int:
    """The sum of the shapes: a measure that decreases if a mode is halved or dropped."""
    if not modes:
        return 0
    return modes[0][0] + sum_of_shapes(modes[1:])


@definition(on="steps")
def number_of_sums(steps: Steps) -> int:
    """The number of subsets of n steps, 2^n. Each subset has a sum."""
    if not steps:
        return 1
    return 2 * number_of_sums(steps[1:])


@definition(on="steps")
def summed(steps: Steps, x: int) -> int:
    """The sum of `steps[k]` over the bits k of x that are 1."""
    if not steps:
        return 0
    return (x % 2) * steps[0] + summed(steps[1:], x // 2)


@definition(on="steps")
def meets_none_of(step: int, steps: Steps) -> bool:
    """Whether a step has no bit in common with any of `steps`."""
    if not steps:
        return True
    return step & steps[0] == 0 and meets_none_of(step, steps[1:])


@definition(on="steps")
def no_two_meet(steps: Steps) -> bool:
    """Whether no two steps have a bit in common."""
    if not steps:
        return True
    return meets_none_of(steps[0], steps[1:]) and no_two_meet(steps[1:])


@lemma(whenever=sum_of_shapes)
def sum_of_shapes_is_natural(modes: Modes) -> Lemma:
    """The sum of the shapes is >= 0."""

    def shows() -> None:
        ensure("not negative", sum_of_shapes(modes) >= 0)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            sum_of_shapes_is_natural(modes[1:])

    return shows, proof


@contract(steps_of, on=sum_of_shapes)
def layout_is_the_sum_of_its_steps(modes: Modes) -> Promise:
    """With power-of-two shapes and strides >= 0, L(x) is the sum of the steps at the bits of x."""
    assume("powers of two", powers_of_two(modes))
    assume("strides >= 0", strides_from(modes, 0))
    if proving() and modes and modes[0][0] != 1:
        # A mode of size >= 2 is halved, and its size remains a power of two.
        half_a_power_of_two_is_a_power(modes[0][0])

    def shows(result: Steps) -> None:
        ensure("steps >= 0", at_least(0, result))
        ensure("as many sums as coordinates", number_of_sums(result) == total(modes))

    def layout_at_bits(result: Steps, x: int) -> None:
        assume("x >= 0", x >= 0)
        if modes and proving():
            half, rest = modes[0][0] // 2, x // 2
            if half:
                # x div 2 consists of a digit below s div 2, and of the digits of the other modes.
                witness(x, 2 * half, rest // half, 2 * (rest % half) + x % 2)
        ensure("the layout is the sum of its steps", summed(result, x) == value(modes, x))

    return Promise(shows, {summed: layout_at_bits})


@lemma
def sum_at_zero_is_zero(steps: Steps) -> Lemma:
    """`summed(steps, 0)` is 0, and `number_of_sums(steps)` is at least 1."""

    def shows() -> None:
        ensure("at 0 it is 0", summed(steps, 0) == 0)
        ensure("at least one", number_of_sums(steps) >= 1)

    def proof() -> None:
        """Induction on the steps."""
        if steps:
            sum_at_zero_is_zero(steps[1:])

    return shows, proof


@lemma
def sum_is_natural(steps: Steps, x: int) -> Lemma:
    """If all steps are >= 0, every sum of steps is >= 0."""
    assume("steps >= 0", at_least(0, steps))
    assume("x >= 0", x >= 0)

    def shows() -> None:
        ensure("a sum >= 0", summed(steps, x) >= 0)

    def proof() -> None:
        """Induction on the steps."""
        if steps:
            sum_is_natural(steps[1:], x // 2)

    return shows, proof


@lemma
def xor_of_coordinates_is_a_coordinate(steps: Steps, i: int, j: int) -> Lemma:
    """If i and j are less than 2^n, where n is the number of steps, so is i ^ j."""
    assume("i is a coordinate", 0 <= i < number_of_sums(steps))
    assume("j is a coordinate", 0 <= j < number_of_sums(steps))

    def shows() -> None:
        ensure("i ^ j is a coordinate", 0 <= i ^ j < number_of_sums(steps))

    def proof() -> None:
        """Induction on the steps: half of i ^ j is the XOR of the halves of i and j."""
        if steps:
            halved(i ^ j)
            xor_of_coordinates_is_a_coordinate(steps[1:], i // 2, j // 2)
        else:
            ensure("the coordinates of 0", i == 0)
            ensure("j is 0", j == 0)

    return shows, proof


@lemma
def step_meets_no_sum_of_others(step: int, steps: Steps, x: int) -> Lemma:
    """If no two of `(step, *steps)` share a bit, `step` shares no bit with a sum of `steps`."""
    opened(steps)
    assume("step >= 0", step >= 0)
    assume("steps >= 0", at_least(0, steps))
    assume("x >= 0", x >= 0)
    assume("the step shares no bit with another step", meets_none_of(step, steps))
    assume("no two steps share a bit", no_two_meet(steps))

    def shows() -> None:
        ensure("the step shares no bit with a sum of the others", step & summed(steps, x) == 0)

    def proof() -> None:
        """Induction on the steps: the first step has no bit in common with a sum of other steps."""
        if steps:
            first, others, rest = steps[0], steps[1:], x // 2
            sum_is_natural(others, rest)
            step_meets_no_sum_of_others(step, others, rest)
            if x % 2:
                step_meets_no_sum_of_others(first, others, rest)
                bits_that_meet_neither_meet_no_sum(step, first, summed(others, rest))
        else:
            zero_has_no_bits(step)

    return shows, proof


@lemma
def sums_of_steps_that_do_not_meet_are_linear(steps: Steps, i: int, j: int) -> Lemma:
    """If no two steps have a bit in common, their sums are linear over F2."""
    opened(steps)
    assume("steps >= 0", at_least(0, steps))
    assume("i >= 0", i >= 0)
    assume("j >= 0", j >= 0)
    sum_is_natural(steps, i)
    sum_is_natural(steps, j)
    assume("no two steps share a bit", no_two_meet(steps))

    def shows() -> None:
        ensure("an XOR", summed(steps, i ^ j) == summed(steps, i) ^ summed(steps, j))

    def proof() -> None:
        """Induction on the steps: the first step has no bit in common with another step."""
        if steps:
            first, others, a, b = steps[0], steps[1:], i // 2, j // 2
            sums_of_steps_that_do_not_meet_are_linear(others, a, b)
            step_meets_no_sum_of_others(first, others, a)
            step_meets_no_sum_of_others(first, others, b)
            bits_apart_add_outside_an_xor(first, summed(others, a), summed(others, b))

    return shows, proof


@contract(met_by)
def step_meets_none_or_the_one_found(step: int, steps: Steps) -> Promise:
    """`met_by` returns the coordinate of a step that shares a bit with `step`; 0 if none does."""
    assume("step >= 0", step >= 0)
    assume("steps >= 0", at_least(0, steps))
    if proving() and steps:
        sum_at_zero_is_zero(steps[1:])

    def shows(result: int) -> None:
        ensure("not negative", result >= 0)
        ensure("a coordinate", result < number_of_sums(steps))
        sum_is_natural(steps, result)
        if result == 0:
            ensure("the step shares no bit with another step", meets_none_of(step, steps))
        else:
            ensure("the step and the sum share a bit", step & summed(steps, result) != 0)

    return Promise(shows)


@contract(meeting)
def steps_that_meet_are_not_linear(steps: Steps) -> Promise:
    """If two steps share a bit, `meeting` finds i and j at which `summed` is not linear over F2."""
    assume("steps >= 0", at_least(0, steps))
    if proving() and steps:
        sum_at_zero_is_zero(steps[1:])

    def shows(result: Meeting) -> None:
        i, j = result
        ensure("i >= 0", i >= 0)
        ensure("j >= 0", j >= 0)
        ensure("i is a coordinate", i < number_of_sums(steps))
        ensure("j is a coordinate", j < number_of_sums(steps))
        sum_is_natural(steps, i)
        sum_is_natural(steps, j)
        if steps and proving():
            # If two numbers have bits in common, their sum exceeds their XOR by twice these bits.
            first, others, at = steps[0], steps[1:], j // 2
            zero_has_no_bits(at)
            sum_is_natural(others, at)
            a_sum_is_xor_and_twice_and(first, summed(others, at))
        if i == 0:
            ensure("j is 0, too", j == 0)
            ensure("no two steps share a bit", no_two_meet(steps))
        else:
            ensure("no XOR", summed(steps, i ^ j) != summed(steps, i) ^ summed(steps, j))

    return Promise(shows)
