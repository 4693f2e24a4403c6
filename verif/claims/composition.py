"""Claims about composition."""

from __future__ import annotations

from typing import Any

from spec.coalesce import coalesce_extended
from spec.layout import Layout
from spec.modes import modes_of
from verif.kernel.claim import REFUTED, claim, proved
from verif.kernel.verbs import accepted, assume, attempt, by, ensure, ensure_equal, same
from verif.readings.by_mode import groups_of, tilers_of
from verif.readings.domains import (
    ANY_NESTING,
    LEAF,
    OF_MODES,
    Index,
    Layouts,
    LayoutsOfModes,
    flat,
)
from verif.readings.numbers import Integers
from verif.theory.composition.accepted import a_divisible_mode_is_accepted
from verif.theory.composition.by_mode import a_mode_is_composed_with_its_tiler
from verif.theory.composition.divisibility import (
    compact_layout_of_the_size_is_divisible,
    divides,
    parts_are_no_more_than_modes,
)
from verif.theory.composition.in_step import (
    a_mode_that_runs_is_divisible,
    coalescing_keeps_runs,
    runs,
)
from verif.theory.composition.whole_b import one_mode_of_a_cuts_nothing
from verif.theory.layouts.modes import (
    extended_is_value_within_the_size,
    value_is_natural,
    value_is_within_reach,
)

ONE_MODE = Layouts(profiles=(LEAF,), strides="natural", one_mode=True)
"""The domain of B: one mode, strides >= 0."""

NATURAL = Layouts(ANY_NESTING, strides="natural")
"""The domain of B: any rank and nesting, strides >= 0."""

FEW = (*flat(2), ((0,),))
"""A few profiles, which suffice for a proof for any nesting.

The search tries all combinations of profiles. With more profiles, the search would take too long
for a claim about three layouts.
"""


@claim(
    "P1",
    "A composed with one mode of B is A after B, under the divisibility conditions",
    source="CuTe 02_layout_algebra.md, Composition; Cecka 2026, section 3.3",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=ONE_MODE,
    i=Index("B"),
)
def composition_is_pointwise(alg: Any, A: Layout, B: Layout, i: int) -> None:
    ((n, w),) = modes_of(B)
    modes = coalesce_extended(modes_of(A))
    assume("the divisibility conditions", divides(modes, n, w))
    by(parts_are_no_more_than_modes, modes, n, w)
    by(a_divisible_mode_is_accepted, modes, n, w, len(modes))
    R = alg.composition(A, B)
    ensure("compatible(B, R)", alg.compatible(B.shape, R.shape))
    ensure_equal("R(i) = A^(B(i))", R(i), A.extended(B(i)))


@claim(
    "P1c",
    "composition is sound: if it accepts A and B, the result R is A after B, R(i) = A^(B(i)) for "
    "every coordinate i",
    source="the no-carry theorem; CuTe 02_layout_algebra.md, Composition",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=NATURAL,
    i=Index("B"),
)
def accepted_composition_is_pointwise(alg: Any, A: Layout, B: Layout, i: int) -> None:
    by(value_is_natural, modes_of(B), i)
    R = attempt(alg.composition, A, B)
    assume("composition accepts", accepted(R))
    ensure("compatible(B, R)", alg.compatible(B.shape, R.shape))
    ensure_equal("R(i) = A^(B(i))", R(i), A.extended(B(i)))


@claim(
    "P2",
    "call a mode n:w in step with A if p_(j-1) | w | p_j and p_(k-1) | n*w | p_k for some j <= k, "
    "where p_0, p_1, .. are the prefix products of A's shape: if n:w is in step with A or with "
    "coalesced A, A o n:w is accepted and is A after n:w",
    source="the left-distributivity post, condition (1)",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=ONE_MODE,
    i=Index("B"),
)
def modes_in_step_compose(alg: Any, A: Layout, B: Layout, i: int) -> None:
    ((n, w),) = modes_of(B)
    modes = coalesce_extended(modes_of(A))
    in_step = runs(modes_of(A), n, w)
    if in_step:
        by(coalescing_keeps_runs, modes_of(A), n, w)
    assume("w and n*w are in step with A", in_step or runs(modes, n, w))
    by(a_mode_that_runs_is_divisible, modes, n, w)
    by(parts_are_no_more_than_modes, modes, n, w)
    by(a_divisible_mode_is_accepted, modes, n, w, len(modes))
    R = alg.composition(A, B)
    ensure("compatible(B, R)", alg.compatible(B.shape, R.shape))
    ensure_equal("R(i) = A^(B(i))", R(i), A.extended(B(i)))


@claim(
    "P2n",
    "composition accepts A and a mode n:w with n >= 2 only if n:w is in step with A or with "
    "coalesced A, as defined in claim P2",
    source="the left-distributivity post, where condition (1) is required",
    expect=REFUTED,
    A=Layouts(profiles=flat(2), strides="natural"),
    B=ONE_MODE,
)
def composed_modes_are_in_step(alg: Any, A: Layout, B: Layout) -> None:
    ((n, w),) = modes_of(B)
    assume("more than one coordinate", n >= 2)
    R = attempt(alg.composition, A, B)
    assume("composition accepts", accepted(R))
    modes = coalesce_extended(modes_of(A))
    ensure("w and n*w are in step with A", runs(modes_of(A), n, w) or runs(modes, n, w))


@claim(
    "P3",
    "a:b composed with s:d is s:b*d",
    source="CuTe 02_layout_algebra.md, Computing Composition",
    expect=proved(ranks=("*",)),
    A=Layouts(profiles=(LEAF,)),
    B=ONE_MODE,
)
def one_mode_composes_with_one(alg: Any, A: Layout, B: Layout) -> None:
    ((_, b),), ((s, d),) = modes_of(A), modes_of(B)
    ensure_equal("s:b*d", alg.composition(A, B), Layout(s, b * d))


@claim(
    "P8",
    "composition of A with a tuple T of tilers, if accepted, has A[k] o T[k] as mode k; "
    "modes of A without a tiler are unchanged",
    source="CuTe 02_layout_algebra.md, By-mode Composition; CuTe layout.hpp, where C++ drops them",
    expect=proved(),
    bound=(5, 2),
    A=LayoutsOfModes(profiles=OF_MODES),
    T=LayoutsOfModes(profiles=OF_MODES, strides="natural"),
    k=Integers(0, width=1),
    x=Integers(0, width=2),
)
def composition_by_mode(alg: Any, A: Layout, T: Layout, k: int, x: int) -> None:
    R = attempt(alg.composition, A, tilers_of(T))
    assume("composition accepts", accepted(R))
    ensure_equal("the rank", R.rank, A.rank)
    assume("k is a mode", k < A.rank)
    if k < T.rank:
        by(a_mode_is_composed_with_its_tiler, groups_of(A), groups_of(T), k)
        alone = alg.composition(A[k], T[k])
        same("the modes of A[k] o T[k]", modes_of(R[k]), modes_of(alone))
        ensure_equal("the size of the tiler", R[k].size, T[k].size)
        assume("x is a coordinate of the tiler", x < T[k].size)
        by("P1c", A[k], T[k], x)
        ensure_equal("R[k](x) = A[k]^(T[k](x))", R[k](x), A[k].extended(T[k](x)))
    else:
        ensure("a mode beyond the tiler is kept", R[k] == A[k])


@claim(
    "P8s",
    "by-mode composition by one or two tilers T, if accepted, has A[k] o T[k] as mode k, nesting "
    "included; modes of A without a tiler are unchanged",
    source="CuTe 02_layout_algebra.md, By-mode Composition; CuTe layout.hpp, where C++ drops them",
    expect=proved(
        ranks=tuple(f"{a} * *" for a in ("(*,*)", "(*,*,*)", "((*,*),*)", "((*,*),*,*)"))
    ),
    A=Layouts(profiles=(*flat(2, 3), ((0, 0), 0), ((0, 0), 0, 0))),
    B=ONE_MODE,
    C=ONE_MODE,
)
def composition_by_mode_keeps_nestings(alg: Any, A: Layout, B: Layout, C: Layout) -> None:
    short, full = attempt(alg.composition, A, (B,)), attempt(alg.composition, A, (B, C))
    assume("composition accepts", accepted(short, full))
    # Claim P1c states the offsets of A[0] o B and A[1] o C.
    first, second = alg.composition(A[0], B), alg.composition(A[1], C)
    ensure_equal("(A o <B, C>)[0, 1] = A[0] o B, A[1] o C", tuple(full)[:2], (first, second))
    ensure_equal("the modes after the second are unchanged", tuple(full)[2:], tuple(A)[2:])
    ensure_equal("(A o <B>)[0] = A[0] o B", short[0], first)
    ensure_equal("the modes after the first are unchanged", tuple(short)[1:], tuple(A)[1:])


@claim(
    "P4",
    "composition is associative, (A o B) o C = A o (B o C), if it is accepted and C stays within B",
    source="CuTe 02_layout_algebra.md, Composition; Cecka 2026, section 3.3",
    expect=proved(),
    A=Layouts(FEW),
    B=Layouts(FEW, strides="natural"),
    C=Layouts(FEW, strides="natural"),
    i=Index("C"),
)
def composition_is_associative(alg: Any, A: Layout, B: Layout, C: Layout, i: int) -> None:
    AB, BC = attempt(alg.composition, A, B), attempt(alg.composition, B, C)
    assume("A o B and B o C are accepted", accepted(AB, BC))
    left, right = attempt(alg.composition, AB, C), attempt(alg.composition, A, BC)
    assume("(A o B) o C and A o (B o C) are accepted", accepted(left, right))
    assume("C stays in the domain of B", C.cosize <= B.size)
    by(value_is_natural, modes_of(C), i)
    by(value_is_within_reach, modes_of(C), i)
    by(extended_is_value_within_the_size, modes_of(AB), C(i))
    by(extended_is_value_within_the_size, modes_of(B), C(i))
    ensure_equal("((A o B) o C)(i) = (A o (B o C))(i)", left(i), right(i))


@claim(
    "P6",
    "A composed with the compact layout of its size is A",
    source="CuTe 02_layout_algebra.md, Composition",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    i=Index("A"),
)
def compact_is_a_right_identity(alg: Any, A: Layout, i: int) -> None:
    modes = coalesce_extended(modes_of(A))
    by(compact_layout_of_the_size_is_divisible, modes)
    by(parts_are_no_more_than_modes, modes, A.size, 1)
    by(a_divisible_mode_is_accepted, modes, A.size, 1, len(modes))
    R = alg.composition(A, Layout(A.size, 1))
    by(extended_is_value_within_the_size, modes_of(A), i)
    ensure_equal("size", R.size, A.size)
    ensure_equal("(A o size(A):1)(i) = A(i)", R(i), A(i))


@claim(
    "P7",
    "A composed with B is coalesce(A) composed with B, if both are accepted and cosize(B) <= "
    "size(A)",
    source="CuTe 02_layout_algebra.md, Composition",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=NATURAL,
    i=Index("B"),
)
def coalescing_first_changes_nothing(alg: Any, A: Layout, B: Layout, i: int) -> None:
    assume("cosize(B) <= size(A)", B.cosize <= A.size)
    C = alg.coalesce(A)
    R, S = attempt(alg.composition, A, B), attempt(alg.composition, C, B)
    assume("A o B and coalesce(A) o B are accepted", accepted(R, S))
    by(value_is_natural, modes_of(B), i)
    by(value_is_within_reach, modes_of(B), i)
    by(extended_is_value_within_the_size, modes_of(A), B(i))
    by(extended_is_value_within_the_size, modes_of(C), B(i))
    ensure_equal("size", R.size, S.size)
    ensure_equal("A(B(i)) = coalesce(A)(B(i))", A(B(i)), C(B(i)))
    ensure_equal("(A o B)(i) = (coalesce(A) o B)(i)", R(i), S(i))


@claim(
    "P6i",
    "the identity composed with B is B",
    source="CuTe 02_layout_algebra.md, Composition",
    expect=proved(),
    n=Integers(1),
    B=NATURAL,
    i=Index("B"),
)
def identity_is_a_left_identity(alg: Any, n: int, B: Layout, i: int) -> None:
    by(one_mode_of_a_cuts_nothing, modes_of(Layout(n, 1)), modes_of(B))
    by(value_is_natural, modes_of(B), i)
    R = alg.composition(Layout(n, 1), B)
    ensure("compatible(B, R)", alg.compatible(B.shape, R.shape))
    ensure_equal("(n:1 o B)(i) = B(i)", R(i), B(i))
