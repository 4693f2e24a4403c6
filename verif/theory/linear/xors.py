"""XORs of the steps that the bits of a number select: they are linear over F2.

If no two steps share a bit, the XOR of the selected steps is their sum.
"""

from __future__ import annotations

from spec.steps import Steps
from spec.xors import xor_of
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure
from verif.readings.terminals import at_least
from verif.theory.layouts.coordinates import opened
from verif.theory.linear.steps import (
    no_two_meet,
    step_meets_no_sum_of_others,
    sum_is_natural,
    summed,
)
from verif.theory.numbers.bits import a_sum_is_xor_and_twice_and, halved, zero_has_no_bits
from verif.theory.numbers.xors import xor_is_zero_of_equals_only, xors_of_four_in_any_order

definition(xor_of, on="columns")


@lemma
def xor_of_naturals_is_natural(steps: Steps, x: int) -> Lemma:
    """XORs of steps >= 0 are >= 0."""
    assume("steps >= 0", at_least(0, steps))
    assume("x >= 0", x >= 0)

    def shows() -> None:
        ensure("an XOR >= 0", xor_of(steps, x) >= 0)

    def proof() -> None:
        """Induction on the steps."""
        if steps:
            xor_of_naturals_is_natural(steps[1:], x // 2)
            xor_is_zero_of_equals_only((x % 2) * steps[0], xor_of(steps[1:], x // 2))

    return shows, proof


@lemma
def xors_of_steps_that_do_not_meet_are_sums(steps: Steps, x: int) -> Lemma:
    """If no two steps share a bit, the XOR of the selected steps is their sum."""
    opened(steps)
    assume("steps >= 0", at_least(0, steps))
    assume("x >= 0", x >= 0)
    assume("no two steps share a bit", no_two_meet(steps))

    def shows() -> None:
        ensure("the sum", xor_of(steps, x) == summed(steps, x))

    def proof() -> None:
        """Induction on the steps: the first step has no bit in common with a sum of other steps."""
        if steps:
            first, others, rest = steps[0], steps[1:], x // 2
            xors_of_steps_that_do_not_meet_are_sums(others, rest)
            sum_is_natural(others, rest)
            if x % 2:
                step_meets_no_sum_of_others(first, others, rest)
                a_sum_is_xor_and_twice_and(first, summed(others, rest))
            else:
                zero_has_no_bits(summed(others, rest))

    return shows, proof


@lemma
def xors_are_linear(steps: Steps, i: int, j: int) -> Lemma:
    """`xor_of(steps, x)`, the XOR of the steps at the bits of x, is linear in x over F2."""
    opened(steps)
    assume("steps >= 0", at_least(0, steps))
    assume("i >= 0", i >= 0)
    assume("j >= 0", j >= 0)

    def shows() -> None:
        ensure("linear", xor_of(steps, i ^ j) == xor_of(steps, i) ^ xor_of(steps, j))

    def proof() -> None:
        """Induction on the steps. The lowest bits of i and j give four cases."""
        halved(i ^ j)
        zero_has_no_bits(0)
        if steps:
            first, others, a, b = steps[0], steps[1:], i // 2, j // 2
            xor_of_naturals_is_natural(others, a)
            xor_of_naturals_is_natural(others, b)
            xors_are_linear(others, a, b)
            at_i, at_j = (i % 2) * first, (j % 2) * first
            xors_of_four_in_any_order(at_i, xor_of(others, a), at_j, xor_of(others, b))
            zero_has_no_bits(first)
            xor_is_zero_of_equals_only(first, first)
            if i % 2:
                if j % 2:
                    ensure("both", ((i ^ j) % 2) * first == at_i ^ at_j)
                else:
                    ensure("one", ((i ^ j) % 2) * first == at_i ^ at_j)
            elif j % 2:
                ensure("the other", ((i ^ j) % 2) * first == at_i ^ at_j)

    return shows, proof
