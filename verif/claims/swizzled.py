"""Claims about swizzled layouts, Sw o 0 o A: inverses, and common parts of two layouts."""

from __future__ import annotations

from typing import Any

from spec.coalesce import coalesce_modes
from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.modes import modes_of
from spec.swizzle import MOST_BITS, Swizzle, apply_swizzle
from spec.swizzled import common_layout, common_vector, left_inverse_of, right_inverse_of
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import accepted, assume, attempt, by, ensure, ensure_equal
from verif.readings.domains import ANY_NESTING, Index, Layouts
from verif.readings.numbers import Integers
from verif.theory.inverse.left_inverse import quotients_are_a_left_inverse
from verif.theory.layouts.modes import extended_is_value_within_the_size, value_is_within_reach
from verif.theory.linear.kept import (
    a_swizzle_moves_nothing_below_its_mask,
    kept_naturals_go_to_one_another,
)
from verif.theory.linear.swizzles import a_swizzle_is_its_own_inverse, a_swizzle_keeps_its_block
from verif.theory.numbers.powers import a_power_of_two_has_one_bit

FEW = Integers(0, width=1)
SHIFT = Integers(None, width=2)


@claim(
    "S9",
    "a swizzled layout C after its right inverse R is the identity: C(R(i)) = i",
    source="CuTe layout_composed.hpp, right_inverse",
    expect=proved(),
    bound=(5, 4),
    A=Layouts(ANY_NESTING),
    B=FEW,
    M=FEW,
    S=SHIFT,
    i=Integers(0, width=6),
)
def right_inverse_is_inverse(alg: Any, A: Layout, B: int, M: int, S: int, i: int) -> None:
    assume("abs(S) >= B", abs(S) >= B)
    if B + M + abs(S) <= MOST_BITS:
        C = ComposedLayout(Swizzle(B, M, S), 0, A)
        R = right_inverse_of(C)
        assume("i is a coordinate of the inverse", i < R.size)
        inverse, back = alg.right_inverse(A), apply_swizzle(i, B, M, S)
        by(kept_naturals_go_to_one_another, i, B, M, S, inverse.size)
        by(a_swizzle_is_its_own_inverse, i, B, M, S)
        by("V1", A, back)
        by(extended_is_value_within_the_size, modes_of(inverse), back)
        ensure("R(i) is a coordinate", 0 <= R(i) < C.size)
        ensure_equal("C(R(i)) = i", C(R(i)), i)


@claim(
    "S10",
    "the left inverse R of a swizzled layout C, if accepted, maps an offset to a coordinate with "
    "this offset: C(R(C(i))) = C(i)",
    source="CuTe layout_composed.hpp, left_inverse",
    expect=proved(),
    bound=(5, 4),
    A=Layouts(ANY_NESTING),
    B=FEW,
    M=FEW,
    S=SHIFT,
    i=Index("A"),
)
def left_inverse_is_generalised(alg: Any, A: Layout, B: int, M: int, S: int, i: int) -> None:
    assume("abs(S) >= B", abs(S) >= B)
    if B + M + abs(S) <= MOST_BITS:
        C = ComposedLayout(Swizzle(B, M, S), 0, A)
        R = attempt(left_inverse_of, C)
        assume("A is accepted", R is not None)
        inverse = alg.left_inverse(A)
        by(quotients_are_a_left_inverse, coalesce_modes(modes_of(A)), i)
        by(value_is_within_reach, modes_of(A), i)
        by(a_swizzle_is_its_own_inverse, A(i), B, M, S)
        by(a_swizzle_keeps_its_block, A(i), B, M, S)
        by(a_power_of_two_has_one_bit, B + M + abs(S))
        block, number = C.swizzle.size, R.size
        ensure("whole blocks", number % block == 0)
        ensure("A(i) is in a whole block below the size of R", A(i) // block < number // block)
        ensure("the swizzled offset is in a whole block", C(i) // block < number // block)
        by(extended_is_value_within_the_size, modes_of(inverse), A(i))
        ensure("C(i) is a coordinate of R", 0 <= C(i) < R.size)
        at = R(C(i))
        ensure("R(C(i)) is a coordinate", 0 <= at < C.size)
        ensure("the coordinate inside", at == inverse(A(i)))
        ensure("A(R(C(i))) = A(i)", A(at) == A(i))
        ensure_equal("C(R(C(i))) = C(i)", C(at), C(i))


@claim(
    "S11",
    "a swizzled layout and a layout without a swizzle map the values of their common layout to "
    "0, 1, 2, ..",
    source="CuTe layout_composed.hpp, max_common_layout",
    expect=proved(),
    bound=(3, 1),
    A=Layouts(ANY_NESTING),
    L=Layouts(ANY_NESTING),
    B=FEW,
    M=FEW,
    S=Integers(None, width=1),
    i=Integers(0, width=2),
)
def common_layout_is_an_inverse_of_both(
    alg: Any, A: Layout, L: Layout, B: int, M: int, S: int, i: int
) -> None:
    assume("abs(S) >= B", abs(S) >= B)
    if B + M + abs(S) <= MOST_BITS:
        C = ComposedLayout(Swizzle(B, M, S), 0, A)
        R = attempt(common_layout, C, L)
        assume("max_common_layout accepts", accepted(R))
        assume("i is a coordinate of R", i < R.size)
        whole = alg.max_common_layout(A, L)
        by("V8", A, L, i)
        by(extended_is_value_within_the_size, modes_of(whole), i)
        if R.size < whole.size:
            by("P1c", whole, Layout(R.size), i)
        by(a_swizzle_moves_nothing_below_its_mask, i, B, M, S)
        ensure_equal("the same coordinate", R(i), whole(i))
        ensure_equal("C(R(i)) = i", C(R(i)), i)
        ensure_equal("L(R(i)) = i", L(R(i)), i)


@claim(
    "S12",
    "for two layouts with the same swizzle, max_common_vector is the size of a layout R such that "
    "both layouts, after R, give 0, 1, 2, ..",
    source="CuTe layout_composed.hpp, max_common_vector",
    expect=proved(),
    bound=(3, 1),
    A=Layouts(ANY_NESTING),
    L=Layouts(ANY_NESTING),
    B=FEW,
    M=FEW,
    S=Integers(None, width=1),
    i=Integers(0, width=2),
)
def common_vector_is_of_an_inverse_of_both(
    alg: Any, A: Layout, L: Layout, B: int, M: int, S: int, i: int
) -> None:
    assume("abs(S) >= B", abs(S) >= B)
    if B + M + abs(S) <= MOST_BITS:
        swizzle = Swizzle(B, M, S)
        one, other = ComposedLayout(swizzle, 0, A), ComposedLayout(swizzle, 0, L)
        n = attempt(common_vector, one, other)
        assume("max_common_vector accepts", accepted(n))
        assume("i is below n", i < n)
        whole, at = alg.max_common_layout(A, L), swizzle(i)
        by(kept_naturals_go_to_one_another, i, B, M, S, whole.size)
        by(a_swizzle_is_its_own_inverse, i, B, M, S)
        by("V8", A, L, at)
        by(extended_is_value_within_the_size, modes_of(whole), at)
        R = ComposedLayout(whole, 0, ComposedLayout(swizzle, 0, Layout(n)))
        ensure_equal("R has n coordinates", R.size, n)
        ensure_equal("A(R(i)) = i", one(R(i)), i)
        ensure_equal("L(R(i)) = i", other(R(i)), i)
