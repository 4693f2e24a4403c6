"""Claims about recasts: the same memory in elements of another width."""

from __future__ import annotations

from typing import Any

from spec.coordinates import digits
from spec.int_tuple import dot, flatten, unflatten
from spec.layout import Layout
from spec.modes import modes_of
from spec.recast import all_narrowed
from verif.claims.coordinates import NESTED
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, attempt, by, ensure, ensure_equal, same
from verif.readings.domains import Index, NestedLayouts
from verif.readings.numbers import Integers
from verif.readings.terminals import in_bounds
from verif.theory.layouts.coordinates import (
    digits_count_to_their_number,
    modes_are_their_shapes_and_strides,
    paired_modes_have_these_shapes_and_strides,
)
from verif.theory.layouts.widths import (
    narrow_point,
    narrowed_modes_widen_to_themselves,
    narrower_elements_are_neighbours,
    neighbour,
    wider_elements_are_at_points_apart,
)

SOURCE = "CuTe layout.hpp"
NESTED_LAYOUTS = NestedLayouts(profiles=NESTED)


@claim(
    "R1",
    "upcast by n, if accepted, keeps the profile, and its result R maps each wide element to its "
    "first narrow element: n * R(c) is the inner product of `narrow_point`(c) and A's strides, "
    "which equals A(narrow_point(c)) if that point is a coordinate",
    source=f"{SOURCE}, upcast",
    expect=proved(),
    A=NESTED_LAYOUTS,
    n=Integers(1),
    i=Index("A"),
)
def wide_elements_are_narrow_ones(alg: Any, A: Layout, n: int, i: int) -> None:
    R = attempt(alg.upcast, A, n)
    assume("upcast is accepted", R is not None)
    assume("i is a coordinate of R", i < R.size)
    c = digits(i, flatten(R.shape))
    at = narrow_point(c, modes_of(A), n)
    by(paired_modes_have_these_shapes_and_strides, flatten(A.shape), flatten(A.stride))
    by(wider_elements_are_at_points_apart, c, modes_of(A), n)
    ensure("the profile is kept", alg.congruent(R.shape, A.shape))
    ensure_equal(
        "n * R(c) = inner product of narrow_point(c) and A's strides",
        n * R(i),
        dot(at, flatten(A.stride)),
    )
    if in_bounds(at, flatten(A.shape)):
        ensure_equal("n * R(c) = A(narrow_point(c))", n * R(i), A(unflatten(at, A.shape)))


@claim(
    "R2",
    "downcast by n, if accepted, turns each element of A into n neighbours: in the result R, "
    "neighbour j of the element at c is at `neighbour`(c, j), and R(neighbour(c, j)) = n * A(c) + "
    "j",
    source=f"{SOURCE}, downcast",
    expect=proved(),
    A=NESTED_LAYOUTS,
    n=Integers(1),
    i=Index("A"),
    j=Integers(0),
)
def narrow_elements_are_neighbours(alg: Any, A: Layout, n: int, i: int, j: int) -> None:
    assume("j is below n", j < n)
    R = attempt(alg.downcast, A, n)
    assume("downcast is accepted", R is not None)
    c = digits(i, flatten(A.shape))
    at = neighbour(c, modes_of(A), n, j)
    by(paired_modes_have_these_shapes_and_strides, flatten(A.shape), flatten(A.stride))
    by(digits_count_to_their_number, i, flatten(A.shape))
    by(narrower_elements_are_neighbours, c, modes_of(A), n, j)
    ensure("the profile is kept", alg.congruent(R.shape, A.shape))
    ensure_equal("R(neighbour(c)) = n * A(c) + j", R(unflatten(at, R.shape)), n * A(i) + j)


@claim(
    "R3",
    "upcast restores a layout that was downcast by the same factor",
    source=f"{SOURCE}, upcast, downcast",
    expect=proved(),
    A=NESTED_LAYOUTS,
    n=Integers(1),
)
def downcast_and_upcast_are_inverse(alg: Any, A: Layout, n: int) -> None:
    R = attempt(alg.downcast, A, n)
    assume("downcast is accepted", R is not None)
    by(paired_modes_have_these_shapes_and_strides, flatten(A.shape), flatten(A.stride))
    by(modes_are_their_shapes_and_strides, all_narrowed(modes_of(A), n))
    by(narrowed_modes_widen_to_themselves, modes_of(A), n)
    back = alg.upcast(R, n)
    ensure("the profile is kept", alg.congruent(back.shape, A.shape))
    same("the shapes", flatten(back.shape), flatten(A.shape))
    same("the strides", flatten(back.stride), flatten(A.stride))
