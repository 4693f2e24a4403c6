"""Claims about coalesce."""

from __future__ import annotations

from typing import Any

from spec.coalesce import coalesce_modes
from spec.int_tuple import IntTuple, flatten
from spec.layout import Layout
from spec.modes import modes_of
from verif.kernel.claim import REFUTED, claim, proved
from verif.kernel.verbs import assume, by, ensure, ensure_equal, same
from verif.readings.by_mode import groups_of
from verif.readings.domains import (
    ANY_NESTING,
    LEAF,
    OF_MODES,
    Index,
    Layouts,
    LayoutsOfModes,
    Shapes,
    flat,
)
from verif.readings.numbers import Integers
from verif.theory.layouts.by_mode import a_mode_that_is_reached_is_coalesced
from verif.theory.layouts.modes import value_at_zero_is_zero
from verif.theory.layouts.normal_form import (
    coalescing_changes_no_canonical_modes,
    coalescing_makes_no_more_modes,
    difference,
    identical,
    identical_modes_are_equally_many,
    identical_modes_are_one_function,
)


def same_layout(left: Layout, right: Layout) -> bool:
    """Whether two layouts of depth at most 1 are equal: the same modes and the same depth."""
    return identical(modes_of(left), modes_of(right)) and left.depth == right.depth


@claim(
    "C1",
    "coalesce keeps the size and the function, and its result has depth at most 1",
    source="CuTe 02_layout_algebra.md, Coalesce",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    i=Index("A"),
)
def coalesce_keeps_the_function(alg: Any, A: Layout, i: int) -> None:
    R = alg.coalesce(A)
    ensure_equal("size", R.size, A.size)
    ensure("depth at most 1", R.depth <= 1)
    ensure_equal("coalesce(A)(i) = A(i)", R(i), A(i))


@claim(
    "C2",
    "coalesce is a normal form: layouts of the same size are the same function if and only if "
    "they coalesce to the same layout; otherwise they differ at the coordinate `difference`",
    source="CuTe 02_layout_algebra.md, Coalesce, made exact",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(ANY_NESTING),
    i=Index("A"),
)
def coalesce_is_a_normal_form(alg: Any, A: Layout, B: Layout, i: int) -> None:
    R, S = alg.coalesce(A), alg.coalesce(B)
    M, N = coalesce_modes(modes_of(A)), coalesce_modes(modes_of(B))
    by(identical_modes_are_equally_many, M, N)
    if same_layout(R, S):
        by(identical_modes_are_one_function, modes_of(R), modes_of(S), i)
        ensure_equal("coalesced to one layout: equal sizes", A.size, B.size)
        ensure_equal("coalesced to one layout: coalesce(A)(i) = coalesce(B)(i)", R(i), S(i))
        ensure_equal("coalesced to one layout: A(i) = B(i)", A(i), B(i))
    elif A.size == B.size:
        x = difference(M, N)
        ensure("coalesced to two layouts: x is a coordinate", 0 <= x < A.size)
        ensure("coalesced to two layouts: A(x) != B(x)", A(x) != B(x))


@claim(
    "C3",
    "no layout with the function of A has fewer modes than coalesce(A): a layout with fewer modes "
    "has another size, or differs from A at the coordinate `difference`",
    source="CuTe 02_layout_algebra.md, Coalesce, made exact",
    expect=proved(),
    bound=(8, 4),
    A=Layouts(profiles=(*flat(2), ((0, 0),))),
    B=Layouts(profiles=(LEAF, *flat(1), ((0,),))),
)
def coalesce_has_the_least_rank(alg: Any, A: Layout, B: Layout) -> None:
    assume("B has fewer modes", len(modes_of(B)) < len(modes_of(alg.coalesce(A))))
    M, N = coalesce_modes(modes_of(A)), coalesce_modes(modes_of(B))
    by(coalescing_makes_no_more_modes, modes_of(B))
    by(identical_modes_are_equally_many, M, N)
    if A.size == B.size:
        x = difference(M, N)
        ensure("of one size, x is a coordinate", 0 <= x < A.size)
        ensure("of one size, A(x) != B(x)", A(x) != B(x))


@claim(
    "C5",
    "coalesce is idempotent",
    source="CuTe 02_layout_algebra.md, Coalesce",
    expect=proved(),
    A=Layouts(ANY_NESTING),
)
def coalesce_is_idempotent(alg: Any, A: Layout) -> None:
    by(coalescing_changes_no_canonical_modes, coalesce_modes(modes_of(A)))
    once = alg.coalesce(A)
    twice = alg.coalesce(once)
    same("the modes", modes_of(twice), modes_of(once))
    ensure_equal("the depth", twice.depth, once.depth)


@claim(
    "C4",
    "coalesce of two modes is s0:d0 if s1 = 1, s1:d1 if s0 = 1, s0*s1:d0 if d1 = s0*d0, and both "
    "modes otherwise; for size 1 it is 1:0",
    source="CuTe 02_layout_algebra.md, Coalesce",
    expect=proved(ranks=("(*,*)",)),
    A=Layouts(profiles=flat(2)),
)
def coalesce_of_two_modes(alg: Any, A: Layout) -> None:
    (s, d), (t, e) = modes_of(A)
    R = alg.coalesce(A)
    if s == 1 and t == 1:
        ensure_equal("1:0 for size 1", R, Layout(1, 0))
    elif t == 1:
        ensure_equal("s0:d0 ++ 1:d1", R, Layout(s, d))
    elif s == 1:
        ensure_equal("1:d0 ++ s1:d1", R, Layout(t, e))
    elif e == s * d:
        ensure_equal("s0:d0 ++ s1:s0*d0", R, Layout(s * t, d))
    else:
        ensure_equal("s0:d0 ++ s1:d1", R, A)


@claim(
    "C6",
    "by-mode coalesce keeps the rank, and the size and function of each mode; modes beyond the "
    "profile are unchanged",
    source="CuTe 02_layout_algebra.md, By-mode Coalesce",
    expect=proved(),
    bound=(4, 2),
    A=LayoutsOfModes(profiles=OF_MODES),
    P=Shapes(flat(1, 2), low=0),
    k=Integers(0, width=1),
    x=Integers(0, width=2),
)
def coalesce_by_mode_keeps_the_function(alg: Any, A: Layout, P: IntTuple, k: int, x: int) -> None:
    profile = flatten(P)
    assume("the profile has at most as many integers as A has modes", len(profile) <= A.rank)
    R = alg.coalesce(A, profile)
    ensure_equal("the rank", R.rank, A.rank)
    assume("k is a mode", k < A.rank)
    if k < len(profile):
        by(a_mode_that_is_reached_is_coalesced, groups_of(A), profile, k)
        by(value_at_zero_is_zero, modes_of(A[k]))
        ensure("a coalesced mode has depth at most 1", R[k].depth <= 1)
    else:
        ensure("a mode beyond the profile is kept", R[k] == A[k])
    ensure_equal("the size of each mode", R[k].size, A[k].size)
    assume("x is a coordinate of mode k", x < A[k].size)
    ensure_equal("R[k](x) = A[k](x)", R[k](x), A[k](x))


@claim(
    "C8",
    "by-mode coalesce coalesces mode k if the profile has an entry k; the integers of the profile "
    "have no effect",
    source="CuTe 02_layout_algebra.md, By-mode Coalesce",
    expect=proved(),
    bound=(4, 2),
    A=LayoutsOfModes(profiles=OF_MODES),
    P=Shapes(flat(1, 2), low=0),
    k=Integers(0, width=1),
)
def coalesce_by_mode_is_of_each(alg: Any, A: Layout, P: IntTuple, k: int) -> None:
    profile = flatten(P)
    assume("the profile has at most as many integers as A has modes", len(profile) <= A.rank)
    assume("the profile reaches k", k < len(profile))
    by(a_mode_that_is_reached_is_coalesced, groups_of(A), profile, k)
    R, S = alg.coalesce(A, profile)[k], alg.coalesce(A[k])
    same("the modes of mode k", modes_of(R), modes_of(S))
    ensure_equal("the depth", R.depth, S.depth)


@claim(
    "C7",
    "coalesce keeps the offset A^(x) of every natural number x, also beyond the size of A",
    source="CuTe 02_layout_algebra.md, Coalesce; the converse is used by composition",
    expect=REFUTED,
    A=Layouts(profiles=(LEAF, *flat(2))),
    x=Integers(0),
)
def coalesce_keeps_the_extended_function(alg: Any, A: Layout, x: int) -> None:
    ensure_equal("coalesce(A)^(x) = A^(x)", alg.coalesce(A).extended(x), A.extended(x))
