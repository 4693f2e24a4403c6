"""Claims about complement."""

from __future__ import annotations

from typing import Any

from spec.coalesce import coalesce_modes
from spec.complement import gaps, sort_modes
from spec.divide import is_chain
from spec.int_tuple import IntTuple
from spec.layout import Layout, make_layout
from spec.modes import modes_of
from verif.claims.distributivity import injective
from verif.kernel.claim import REFUTED, claim, proved
from verif.kernel.verbs import accepted, assume, attempt, by, ensure, ensure_equal, same
from verif.readings.domains import ANY_NESTING, LEAF, Index, Layouts, Shapes, flat
from verif.readings.numbers import Integers
from verif.theory.complement.bounds import gaps_are_at_most_as_many_as_offsets, stay_below
from verif.theory.complement.cover import (
    element_of,
    gap_of,
    layout_and_complement_stay_below_the_size,
    layout_and_complement_take_every_offset,
)
from verif.theory.complement.gaps import (
    chain,
    divisible_chain_is_a_chain,
    layout_and_complement_are_disjoint,
)
from verif.theory.layouts.modes import increasing
from verif.theory.layouts.normal_form import coalescing_changes_no_canonical_modes

SOURCE = "CuTe 02_layout_algebra.md, Complement"


@claim(
    "K1",
    "the complement of a chain is ordered: its strides are positive and strictly increasing, "
    "unless the complement is 1:0",
    source=f"{SOURCE}; Cecka 2026, section 3.4",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    M=Integers(1),
)
def complement_is_ordered(alg: Any, A: Layout, M: int) -> None:
    assume("A, sorted by stride, is a chain", chain(sort_modes(modes_of(A)), 1))
    R = alg.complement(A, M)
    # The empty complement is 1:0, which has the stride 0. Sizes are at least 1 by construction.
    if R.size > 1:
        ensure("positive and increasing", increasing(modes_of(R), 1))


@claim(
    "K2",
    "for a chain A with complement R, the sum A(a) + R(x) determines the coordinates a and x, so A "
    "and R have only the offset 0 in common",
    source=f"{SOURCE}; Cecka 2026, section 3.4",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    M=Integers(1, width=3),
    a=Index("A"),
    b=Index("A"),
    x=Integers(0, width=3),
    y=Integers(0, width=3),
)
def complement_is_disjoint(alg: Any, A: Layout, M: int, a: int, b: int, x: int, y: int) -> None:
    assume("A, sorted by stride, is a chain", chain(sort_modes(modes_of(A)), 1))
    R = alg.complement(A, M)
    assume("x is a coordinate of R", x < R.size)
    assume("y is a coordinate of R", y < R.size)
    assume("the sums are equal", A(a) + R(x) == A(b) + R(y))
    by(layout_and_complement_are_disjoint, modes_of(A), M, a, b, x, y)
    ensure_equal("the summands in A are the same coordinate", a, b)
    ensure_equal("the summands in R are the same coordinate", x, y)


@claim(
    "K3",
    "the complement's size is bounded by the cotarget: size(R) <= M",
    source=SOURCE,
    expect=REFUTED,
    A=Layouts(strides="natural"),
    M=Integers(1),
)
def complement_is_bounded(alg: Any, A: Layout, M: int) -> None:
    R = attempt(alg.complement, A, M)
    assume("complement accepts", accepted(R))
    ensure("size(R) <= M", R.size <= M)


@claim(
    "K3c",
    "the complement of a chain A up to M has at most M coordinates if (s - 1) * d < M for each "
    "mode s:d of A, in particular if cosize(A) <= M",
    source=f"{SOURCE}, made exact",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    M=Integers(1),
)
def complement_of_what_is_below_is_bounded(alg: Any, A: Layout, M: int) -> None:
    modes = sort_modes(modes_of(A))
    assume("A, sorted by stride, is a chain", chain(modes, 1))
    assume("no mode reaches M", stay_below(modes, M))
    by(gaps_are_at_most_as_many_as_offsets, modes, 1, M)
    ensure("size(R) <= M", alg.complement(A, M).size <= M)


@claim(
    "K4",
    "if complement accepts A and M, A and its complement R together reach the cotarget M: "
    "cosize((A, R)) >= M",
    source=f"CuTe layout.hpp, complement; {SOURCE}, which says that M bounds the complement's size",
    expect=REFUTED,
    A=Layouts(strides="natural"),
    M=Integers(1),
)
def complement_reaches_the_cotarget(alg: Any, A: Layout, M: int) -> None:
    R = attempt(alg.complement, A, M)
    assume("complement accepts", R is not None)
    ensure("cosize((A, R)) >= M", make_layout(A, R).cosize >= M)


@claim(
    "K5",
    "if the cotarget M is at least cosize(A), the complement R of A has cosize(R) <= M",
    source=SOURCE,
    expect=REFUTED,
    A=Layouts(strides="natural"),
    M=Integers(1),
)
def complement_stays_below_the_cotarget(alg: Any, A: Layout, M: int) -> None:
    assume("cosize(A) <= M", A.cosize <= M)
    R = attempt(alg.complement, A, M)
    assume("complement accepts", accepted(R))
    ensure("cosize(R) <= M", R.cosize <= M)


@claim(
    "K6",
    "the complement reaches the cotarget rounded up: cosize(R) >= round_up(M, cosize(A))",
    source=f"{SOURCE}, read as a lower bound; the document states size(M) as an upper bound",
    expect=REFUTED,
    A=Layouts(strides="natural"),
    M=Integers(1),
)
def complement_reaches_the_cotarget_rounded_up(alg: Any, A: Layout, M: int) -> None:
    R = attempt(alg.complement, A, M)
    assume("complement accepts", R is not None)
    rounded_up = (M + A.cosize - 1) // A.cosize * A.cosize
    ensure("cosize(R) >= round_up(M, cosize(A))", R.cosize >= rounded_up)


@claim(
    "K7",
    "if the cotarget is a shape S, complement uses only its size: complement(A, S) = complement(A, "
    "size(S))",
    source=SOURCE,
    expect=proved(ranks=("* (*,*)", "* (*,(*,*))", "(*,*) (*,*)", "(*,*) (*,(*,*))")),
    A=Layouts(profiles=(LEAF, *flat(2))),
    S=Shapes(((0, 0), (0, (0, 0)))),
)
def complement_asks_for_the_size(alg: Any, A: Layout, S: IntTuple) -> None:
    R = attempt(alg.complement, A, S)
    assume("complement accepts", accepted(R))
    ensure_equal("complement(A, S) = complement(A, size(S))", R, alg.complement(A, alg.size(S)))


@claim(
    "K8",
    "the complement, if accepted, is coalesced: coalesce changes nothing",
    source=f"{SOURCE}; CuTe layout.hpp, complement",
    expect=proved(),
    bound=(5, 4),
    A=Layouts(ANY_NESTING),
    M=Integers(1, width=6),
)
def complement_is_coalesced(alg: Any, A: Layout, M: int) -> None:
    R = attempt(alg.complement, A, M)
    assume("complement accepts", R is not None)
    by(coalescing_changes_no_canonical_modes, coalesce_modes(gaps(sort_modes(modes_of(A)), 1, M)))
    again = alg.coalesce(R)
    same("the modes", modes_of(again), modes_of(R))
    ensure_equal("the depth", again.depth, R.depth)


@claim(
    "K9",
    "a layout and its complement together are a bijection onto [0, M), if the layout, sorted by "
    "stride, is a chain of multiples up to M",
    source=f"{SOURCE}; Cecka 2026, section 3.4",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    M=Integers(1),
    a=Index("A"),
    b=Index("A"),
    x=Integers(0),
    y=Integers(0),
    t=Integers(0),
)
def complement_is_a_bijection(
    alg: Any, A: Layout, M: int, a: int, b: int, x: int, y: int, t: int
) -> None:
    modes = modes_of(A)
    assume("A, sorted by stride, is a divisible chain up to M", is_chain(sort_modes(modes), 1, M))
    by(divisible_chain_is_a_chain, sort_modes(modes), 1, M)
    R = alg.complement(A, M)
    assume("x is a coordinate of R", x < R.size)
    assume("y is a coordinate of R", y < R.size)
    by(layout_and_complement_stay_below_the_size, modes, M, a, x)
    ensure_equal("size(A) * size(R) = M", A.size * R.size, M)
    ensure("each sum is at least 0 and less than M", 0 <= A(a) + R(x) < M)
    if A(a) + R(x) == A(b) + R(y):
        by(layout_and_complement_are_disjoint, modes, M, a, b, x, y)
        ensure_equal("an offset comes from one coordinate of A", a, b)
        ensure_equal("an offset comes from one coordinate of R", x, y)
    assume("t is an offset", t < M)
    by(layout_and_complement_take_every_offset, modes, M, t)
    ensure_equal("each t below M is a sum", A(element_of(modes, t)) + R(gap_of(modes, t)), t)


@claim(
    "K12",
    "complement accepts every injective layout",
    source=SOURCE,
    expect=REFUTED,
    A=Layouts(profiles=(LEAF, *flat(2)), strides="positive"),
)
def complement_accepts_injective_layouts(alg: Any, A: Layout) -> None:
    assume("A is injective", injective(A))
    alg.complement(A, A.cosize)
