"""Claims about the common layout of two layouts."""

from __future__ import annotations

from typing import Any

from spec.layout import Layout
from spec.modes import modes_of
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, attempt, by, ensure, ensure_equal
from verif.readings.domains import ANY_NESTING, Layouts
from verif.readings.numbers import Integers
from verif.theory.layouts.modes import (
    extended_is_value_within_the_size,
    value_at_zero_is_zero,
    value_is_within_reach,
)


@claim(
    "V8",
    "max_common_layout, if accepted, maps i to a coordinate where both layouts have offset i",
    source="CuTe layout.hpp, max_common_layout, max_common_vector",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(ANY_NESTING),
    i=Integers(0),
)
def common_layout_is_an_inverse_of_both(alg: Any, A: Layout, B: Layout, i: int) -> None:
    R = attempt(alg.max_common_layout, A, B)
    assume("max_common_layout accepts", R is not None)
    assume("i is a coordinate of R", i < R.size)
    for layout in (A, B):
        by(value_at_zero_is_zero, modes_of(layout))
    inverse = alg.right_inverse(B)
    composed = alg.composition(A, inverse)
    merged = alg.coalesce(composed)
    (_, d), rest = modes_of(merged)[0], modes_of(merged)[1:]
    # R, the common layout, is 1:0 unless the first mode of `merged` has stride 1.
    if d == 1:
        ensure("i is a coordinate of the inverse", i < inverse.size)
        by("V1", B, i)
        by(value_is_within_reach, modes_of(inverse), i)
        by(extended_is_value_within_the_size, modes_of(inverse), i)
        by(extended_is_value_within_the_size, modes_of(A), inverse(i))
        by(value_at_zero_is_zero, rest)
        ensure_equal("coalesce(A o inverse) maps i to i", merged(i), i)
        ensure_equal("A o inverse has the same value at i", composed(i), merged(i))
        ensure_equal("R is the inverse of B", R(i), inverse(i))
    ensure_equal("A(R(i)) = i", A(R(i)), i)
    ensure_equal("B(R(i)) = i", B(R(i)), i)
    ensure_equal("max_common_vector", alg.max_common_vector(A, B), R.size)
