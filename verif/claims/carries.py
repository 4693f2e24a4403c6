"""Claims about composing mode by mode: (A o B_1, .., A o B_m) in place of A o B.

If nothing carries, both have the same offsets. Claim D3 computes the error that carries cause.
"""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from spec.modes import extended, layout_of, modes_of, value
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import accepted, assume, attempt, by, ensure, ensure_equal
from verif.readings.domains import ANY_NESTING, Index, Layouts, flat
from verif.readings.numbers import Integers
from verif.readings.one_by_one import one_by_one
from verif.theory.distributivity.cost_of_carries import (
    carries,
    carries_at,
    counting,
    error,
    error_counts_the_carries,
    error_is_the_cost_of_the_carries,
    nothing_carries,
    remainders,
    steps_are_floors_and_remainders,
    without_carries_there_is_no_error,
)
from verif.theory.distributivity.super_increasing import distributed
from verif.theory.layouts.modes import value_is_natural

POST = "the left-distributivity post"


@claim(
    "D3",
    "for steps v_j of B and any T, the error A^(T) - sum of A^(v_j) of composing mode by mode is "
    "d_1*(T - sum of v_j) plus, for each mode s_k:d_k of A except the last, the number of carries "
    "out of this mode times (d_(k+1) - s_k*d_k)",
    source=f"{POST}, the formula for two modes between its conditions (1) and (2)",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(strides="natural"),
    i=Index("B"),
    T=Integers(0, width=3),
)
def error_is_what_carries(alg: Any, A: Layout, B: Layout, i: int, T: int) -> None:
    # The steps v_k of B's modes at a coordinate can be any numbers >= 0: the layout with the modes
    # 2:v_k has these steps at its last coordinate.
    a, b = modes_of(A), modes_of(B)
    by(error_is_the_cost_of_the_carries, a, b, i, T)
    (s, d), rest = a[0], a[1:]
    carried = error(rest, s * d, b, i, T, s)
    difference = A.extended(T) - distributed(a, b, i)
    ensure_equal("the error", difference, d * (T - value(b, i)) + carried)
    R = attempt(one_by_one, alg, A, B)
    if accepted(R):
        wrong = A.extended(T) - R(i)
        ensure_equal("the error of (A o B_1, .., A o B_m)", wrong, d * (T - B(i)) + carried)


@claim(
    "D4",
    "composition distributes at a coordinate of B, for all strides of A, iff nothing carries",
    source=f"{POST}, condition (2), for any number of modes",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(strides="natural"),
    i=Index("B"),
)
def nothing_carries_whatever_the_strides(alg: Any, A: Layout, B: Layout, i: int) -> None:
    a, b = modes_of(A), modes_of(B)
    by(value_is_natural, b, i)
    T = value(b, i)
    (s, d), rest = a[0], a[1:]
    by(error_is_the_cost_of_the_carries, a, b, i, T)
    by(without_carries_there_is_no_error, rest, s * d, b, i, s)
    clean = nothing_carries(rest, b, i, T, s)
    R = attempt(one_by_one, alg, A, B)
    if clean:
        ensure_equal("these strides distribute", A.extended(B(i)), distributed(a, b, i))
        if accepted(R):
            ensure_equal("(A o B_1, .., A o B_m)(i) = A^(B(i))", R(i), A.extended(B(i)))
    # With A's sizes s_k and the strides d_1 = 0, d_(k+1) = s_k*d_k + 1, the error is the number of
    # carries.
    other = counting(a, 0)
    by(error_is_the_cost_of_the_carries, other, b, i, T)
    by(error_counts_the_carries, rest, 0, b, i, T, s)
    difference = extended(other, T) - distributed(other, b, i)
    ensure_equal("strides that count", difference, carries(rest, b, i, T, s))
    ensure("the error is 0 only if nothing carries", (difference == 0) == clean)
    C = layout_of(other)
    S = attempt(one_by_one, alg, C, B)
    if accepted(S):
        ensure("so do compositions", (S(i) == C.extended(T)) == clean)


@claim(
    "D11",
    "for A = (s_1,s_2):(d_1,d_2), composition distributes at the coordinate (c_1, c_2, ..) of B "
    "with strides w_k if and only if the residues w_k*c_k mod s_1 add up to less than s_1, or "
    "s_1*d_1 = d_2",
    source=f"{POST}, conditions (2) and (3), for B of two modes",
    expect=proved(),
    A=Layouts(profiles=(*flat(2), ((0, 0),))),
    B=Layouts(strides="natural"),
    i=Index("B"),
)
def two_modes_distribute_exactly_if(alg: Any, A: Layout, B: Layout, i: int) -> None:
    a, b = modes_of(A), modes_of(B)
    assume("A has two modes", bool(a[1:]) and not a[1:][1:])
    by(value_is_natural, b, i)
    (s, d), (_, e) = a[0], a[1:][0]
    by(error_is_the_cost_of_the_carries, a, b, i, value(b, i))
    by(steps_are_floors_and_remainders, b, i, s)
    below = remainders(b, i, s) < s
    ensure("(2) holds iff nothing carries", below == (carries_at(b, i, value(b, i), s) == 0))
    holds = A.extended(B(i)) == distributed(a, b, i)
    ensure("it distributes iff (2) or (3)", holds == (below or s * d == e))
    R = attempt(one_by_one, alg, A, B)
    if accepted(R):
        composed = R(i) == A.extended(B(i))
        ensure("so do (A o B_1, .., A o B_m)", composed == (below or s * d == e))
