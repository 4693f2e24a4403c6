"""Claims about banks of memory: which words of a linear layout meet in one."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from spec.modes import modes_of
from spec.steps import powers_of_two, steps_of
from verif.kernel.claim import assume, by, claim, ensure, proved
from verif.readings.domains import Index, Layouts, flat
from verif.readings.numbers import Integers
from verif.theory.linear.steps import (
    sums_of_steps_that_do_not_meet_are_linear,
    xor_of_coordinates_is_a_coordinate,
)
from verif.theory.linear.xors import xor_of_naturals_is_natural, xors_are_linear
from verif.theory.numbers.xors import (
    xor_is_a_multiple_of_equals_only,
    xor_is_zero_of_equals_only,
)

BANKS = "CUDA C++ Programming Guide, Shared Memory: word x is in bank x % n"


@claim(
    "W1",
    "of words linear over F2, those of i and j are two of one bank iff that of i ^ j is a multiple",
    source=BANKS,
    expect=proved(),
    L=Layouts(profiles=flat(1, 2), strides="natural"),
    i=Index("L"),
    j=Index("L"),
    n=Integers(1),
)
def conflicts_are_multiples(alg: Any, L: Layout, i: int, j: int, n: int) -> None:
    modes = modes_of(L)
    assume("its shape is of powers of two", powers_of_two(modes))
    assume("no two steps meet", alg.meeting_steps(L) is None)
    assume("n has one bit", n & (n - 1) == 0)
    steps = steps_of(modes)
    by(xor_of_coordinates_is_a_coordinate, steps, i, j)
    by(sums_of_steps_that_do_not_meet_are_linear, steps, i, j)
    by(xor_is_zero_of_equals_only, L(i), L(j))
    by(xor_is_a_multiple_of_equals_only, L(i), L(j), n)
    word = L(i ^ j)
    ensure(
        "two words of one bank iff a multiple of n other than 0",
        (L(i) != L(j) and L(i) % n == L(j) % n) == (word != 0 and word % n == 0),
    )


@claim(
    "W2",
    "of XORs of any columns, those of i and j are two of one bank iff that of i ^ j is a multiple",
    source=BANKS,
    expect=proved(),
    L=Layouts(profiles=flat(1, 2), strides="natural"),
    i=Index("L"),
    j=Index("L"),
    n=Integers(1),
)
def conflicts_of_xors_are_multiples(alg: Any, L: Layout, i: int, j: int, n: int) -> None:
    modes = modes_of(L)
    assume("its shape is of powers of two", powers_of_two(modes))
    assume("n has one bit", n & (n - 1) == 0)
    columns = steps_of(modes)
    by(xor_of_naturals_is_natural, columns, i)
    by(xor_of_naturals_is_natural, columns, j)
    by(xors_are_linear, columns, i, j)
    one, other, word = (alg.xor_of(columns, x) for x in (i, j, i ^ j))
    by(xor_is_zero_of_equals_only, one, other)
    by(xor_is_a_multiple_of_equals_only, one, other, n)
    ensure(
        "two words of one bank iff a multiple of n other than 0",
        (one != other and one % n == other % n) == (word != 0 and word % n == 0),
    )
