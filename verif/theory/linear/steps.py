"""Steps: sums of them that are XORs, where no two have a bit in common, and only there."""

from __future__ import annotations

from spec.modes import Modes, total, value
from spec.steps import Meeting, Steps, meeting, met_by, powers_of_two, steps_of
from verif.kernel.claim import assume, ensure, proving, witness
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
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
def weight(modes: Modes) -> int:
    """The sum of the shapes: it falls where a mode is halved, and where one is left out."""
    if not modes:
        return 0
    return modes[0][0] + weight(modes[1:])


@definition(on="steps")
def choices(steps: Steps) -> int:
    """The number of sums of some of the steps: 2^n."""
    if not steps:
        return 1
    return 2 * choices(steps[1:])


@definition(on="steps")
def summed(steps: Steps, x: int) -> int:
    """The sum of the steps at the bits of x."""
    if not steps:
        return 0
    return (x % 2) * steps[0] + summed(steps[1:], x // 2)


@definition(on="steps")
def clear_of(step: int, steps: Steps) -> bool:
    """Whether a step has a bit in common with none of the others."""
    if not steps:
        return True
    return step & steps[0] == 0 and clear_of(step, steps[1:])


@definition(on="steps")
def apart(steps: Steps) -> bool:
    """Whether no two steps have a bit in common."""
    if not steps:
        return True
    return clear_of(steps[0], steps[1:]) and apart(steps[1:])


@lemma(whenever=weight)
def some_weight(modes: Modes) -> Lemma:
    """Shapes add up to no less than 0."""

    def shows() -> None:
        ensure("not negative", weight(modes) >= 0)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            some_weight(modes[1:])

    return shows, proof


@contract(steps_of, on=weight)
def promise_of_steps_of(modes: Modes) -> Promise:
    """A layout of powers of two is the sum of its steps at the bits of the coordinate."""
    assume("powers of two", powers_of_two(modes))
    assume("strides >= 0", strides_from(modes, 0))
    if proving() and modes and modes[0][0] != 1:
        half_a_power_of_two_is_a_power(modes[0][0])

    def shows(result: Steps) -> None:
        ensure("steps >= 0", at_least(0, result))
        ensure("as many sums as coordinates", choices(result) == total(modes))

    def sums(result: Steps, x: int) -> None:
        assume("x >= 0", x >= 0)
        if modes and proving():
            half, rest = modes[0][0] // 2, x // 2
            if half:
                witness(x, 2 * half, rest // half, 2 * (rest % half) + x % 2)
        ensure("the layout is their sum", summed(result, x) == value(modes, x))

    return Promise(shows, {summed: sums})


@lemma
def sum_of_none(steps: Steps) -> Lemma:
    """The sum of no steps is 0."""

    def shows() -> None:
        ensure("at 0 it is 0", summed(steps, 0) == 0)
        ensure("at least one", choices(steps) >= 1)

    def proof() -> None:
        """Induction on the steps."""
        if steps:
            sum_of_none(steps[1:])

    return shows, proof


@lemma
def natural_sum(steps: Steps, x: int) -> Lemma:
    """Sums of steps >= 0 are >= 0."""
    assume("steps >= 0", at_least(0, steps))
    assume("x >= 0", x >= 0)

    def shows() -> None:
        ensure("a sum >= 0", summed(steps, x) >= 0)

    def proof() -> None:
        """Induction on the steps."""
        if steps:
            natural_sum(steps[1:], x // 2)

    return shows, proof


@contract(met_by)
def promise_of_met_by(step: int, steps: Steps) -> Promise:
    """A step meets none, or the one that is found."""
    assume("step >= 0", step >= 0)
    assume("steps >= 0", at_least(0, steps))
    if proving() and steps:
        sum_of_none(steps[1:])

    def shows(result: int) -> None:
        ensure("not negative", result >= 0)
        ensure("a coordinate", result < choices(steps))
        natural_sum(steps, result)
        if result == 0:
            ensure("none is met", clear_of(step, steps))
        else:
            ensure("one is met", step & summed(steps, result) != 0)

    return Promise(shows)


@contract(meeting)
def promise_of_meeting(steps: Steps) -> Promise:
    """No two steps meet, or the two that are found, whose sum is no XOR."""
    assume("steps >= 0", at_least(0, steps))
    if proving() and steps:
        sum_of_none(steps[1:])

    def shows(result: Meeting) -> None:
        i, j = result
        ensure("i >= 0", i >= 0)
        ensure("j >= 0", j >= 0)
        ensure("i is a coordinate", i < choices(steps))
        ensure("j is a coordinate", j < choices(steps))
        natural_sum(steps, i)
        natural_sum(steps, j)
        if steps and proving():
            first, others, at = steps[0], steps[1:], j // 2
            zero_has_no_bits(at)
            natural_sum(others, at)
            a_sum_is_xor_and_twice_and(first, summed(others, at))
        if i == 0:
            ensure("none at all", j == 0)
            ensure("no two meet", apart(steps))
        else:
            ensure("no XOR", summed(steps, i ^ j) != summed(steps, i) ^ summed(steps, j))

    return Promise(shows)


@lemma
def clear_of_sum(step: int, steps: Steps, x: int) -> Lemma:
    """A step that meets none of others, which do not meet, does not meet their sum."""
    opened(steps)
    assume("step >= 0", step >= 0)
    assume("steps >= 0", at_least(0, steps))
    assume("x >= 0", x >= 0)
    assume("it meets no other", clear_of(step, steps))
    assume("no two meet", apart(steps))

    def shows() -> None:
        ensure("it does not meet their sum", step & summed(steps, x) == 0)

    def proof() -> None:
        """Induction on the steps: the first step is clear of the sum of the others, too."""
        if steps:
            first, others, rest = steps[0], steps[1:], x // 2
            natural_sum(others, rest)
            clear_of_sum(step, others, rest)
            if x % 2:
                clear_of_sum(first, others, rest)
                bits_that_meet_neither_meet_no_sum(step, first, summed(others, rest))
        else:
            zero_has_no_bits(step)

    return shows, proof


@lemma
def sums_are_linear(steps: Steps, i: int, j: int) -> Lemma:
    """Where no two steps meet their sums are linear over F2."""
    opened(steps)
    assume("steps >= 0", at_least(0, steps))
    assume("x >= 0", i >= 0)
    assume("j >= 0", j >= 0)
    natural_sum(steps, i)
    natural_sum(steps, j)
    assume("no two meet", apart(steps))

    def shows() -> None:
        ensure("an XOR", summed(steps, i ^ j) == summed(steps, i) ^ summed(steps, j))

    def proof() -> None:
        """Induction on the steps: the first is a bit of its own, which an XOR leaves as it is."""
        if steps:
            first, others, a, b = steps[0], steps[1:], i // 2, j // 2
            sums_are_linear(others, a, b)
            clear_of_sum(first, others, a)
            clear_of_sum(first, others, b)
            bits_apart_add_outside_an_xor(first, summed(others, a), summed(others, b))

    return shows, proof


@lemma
def xor_is_a_coordinate(steps: Steps, i: int, j: int) -> Lemma:
    """The XOR of two coordinates is one."""
    assume("i is a coordinate", 0 <= i < choices(steps))
    assume("j is a coordinate", 0 <= j < choices(steps))

    def shows() -> None:
        ensure("i ^ j is a coordinate", 0 <= i ^ j < choices(steps))

    def proof() -> None:
        """Induction on the steps."""
        if steps:
            halved(i ^ j)
            xor_is_a_coordinate(steps[1:], i // 2, j // 2)
        else:
            ensure("the coordinates of 0", i == 0)
            ensure("of the other 0", j == 0)

    return shows, proof
