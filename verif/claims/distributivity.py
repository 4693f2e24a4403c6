"""Claims about left distributivity: A o (B1,..,Bm) = (A o B1,..,A o Bm)."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

from spec.coalesce import coalesce, coalesce_extended, coalesce_modes
from spec.complement import sort_modes
from spec.composition import refine_all
from spec.layout import Layout, make_layout
from spec.modes import Modes, extended, layout_of, modes_of
from verif.kernel.claim import REFUTED, claim, proved
from verif.kernel.verbs import accepted, assume, attempt, by, ensure, ensure_equal
from verif.readings.domains import ANY_NESTING, Index, Layouts, flat
from verif.readings.numbers import Integers
from verif.readings.one_by_one import one_by_one
from verif.theory.composition.divisibility import divides
from verif.theory.distributivity.a_of_one_mode import (
    a_of_one_mode_is_linear,
    sum_over_modes_is_linear_inside_one_mode,
)
from verif.theory.distributivity.accepted_pieces import (
    b_whose_pieces_do_not_carry_distributes,
    coalescing_a_keeps_the_sum,
)
from verif.theory.distributivity.any_order import ordered_once_sorted_distributes
from verif.theory.distributivity.cost_of_carries import counting
from verif.theory.distributivity.misfits import a_misfit_counts_more_than_its_parts, carry
from verif.theory.distributivity.one_by_one import (
    one_mode_of_a_accepts_each,
    what_is_accepted_is_accepted_one_by_one,
)
from verif.theory.distributivity.super_increasing import (
    distributed,
    fits,
    ordered,
    ordered_b_distributes,
    super_increasing,
    super_increasing_b_distributes,
)
from verif.theory.layouts.modes import extended_is_value_within_the_size, value_is_natural

POST = "the left-distributivity post"
TWO_MODES = Layouts(profiles=flat(2), strides="natural")
TWO_STEPS = Layouts(profiles=flat(2), strides="positive")


def injective(layout: Layout) -> bool:
    """Whether different coordinates have different offsets."""
    offsets = sorted([layout(i) for i in range(layout.size)])
    return all(x != y for x, y in pairwise(offsets))


def divisible(a: Layout, b: Layout) -> bool:
    """Whether the divisibility conditions hold for every mode of B."""
    modes = coalesce_extended(modes_of(a))
    return all(divides(modes, n, w) for n, w in modes_of(b))


def mode_by_mode(alg: Any, a: Layout, b: Layout) -> tuple[int, ...] | None:
    """The offsets of (A o B1, .., A o Bm), or None if one of the compositions is rejected."""
    composed = [attempt(alg.composition, a, mode) for mode in b]
    return tuple(map(make_layout(*composed), range(b.size))) if accepted(*composed) else None


def one_after_other(a: Layout, b: Layout) -> tuple[int, ...]:
    """The offsets A(B(i)), for a B that stays inside A."""
    return tuple(a(b(i)) for i in range(b.size))


def stays_inside(modes: Modes, x: int, w: int) -> bool:
    """Whether `fits` holds with the weaker condition w*(x-1) < s in place of w*x <= s.

    The mode x:w is a mode of B, and s is a size of A. The weaker condition says that the steps w*c,
    for c < x, stay inside a mode of A.
    """
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return True
    if w % s == 0:
        return stays_inside(rest, x, w // s)
    return s % w == 0 or (x - 1) * w < s


def composed_distributes(alg: Any, A: Layout, B: Layout, i: int) -> None:
    """Conclude that (A o B_1, .., A o B_m) maps i to A^(B(i)), if every A o B_k is accepted."""
    R = attempt(one_by_one, alg, A, B)
    if accepted(R):
        ensure("if each A o B_k is accepted, compatible(B, R)", alg.compatible(B.shape, R.shape))
        ensure_equal(
            "if each A o B_k is accepted, (A o B_1, ..)(i) = A^(B(i))", R(i), A.extended(B(i))
        )


def composes(alg: Any, a: Layout, b: Layout) -> bool:
    """Whether A can be composed with each mode of B so that the results together are A after B."""
    composed = [attempt(alg.composition, a, mode) for mode in b]
    if any(part is None or part.size != mode.size for part, mode in zip(composed, b, strict=True)):
        return False
    result = make_layout(*composed)
    return all(result(i) == a.extended(b(i)) for i in range(b.size))


@claim(
    "D1",
    "composition distributes over the modes of an injective B, as CuTe's document said",
    source=f"{POST}; CuTe 02_layout_algebra.md, Composition",
    expect=REFUTED,
    exhibits=({"A": Layout((36, 18), (1, 72)), "B": Layout((9, 4), (4, 9)), "i": 17},),
    accuses="pycute",
    A=TWO_MODES,
    B=TWO_MODES,
    i=Index("B"),
)
def injective_distributes_upstream(alg: Any, A: Layout, B: Layout, i: int) -> None:
    assume("B is injective", injective(B))
    composed = [attempt(alg.composition, A, mode) for mode in B]
    assume("each mode is accepted", accepted(*composed))
    R = make_layout(*composed)
    ensure_equal("(A o B1, A o B2)(i) = A(B(i))", R(i), A.extended(B(i)))


@claim(
    "D1m",
    "composition distributes over the modes of an injective B if the divisibility conditions "
    "accept each mode",
    source=POST,
    expect=REFUTED,
    bound=(9, 4),
    A=TWO_MODES,
    B=TWO_MODES,
    i=Index("B"),
)
def injective_distributes(alg: Any, A: Layout, B: Layout, i: int) -> None:
    assume("A is coalesced", coalesce(A) == A)
    assume("each mode is accepted", divisible(A, B))
    assume("B is injective", injective(B))
    R = make_layout(*(alg.composition(A, mode) for mode in B))
    ensure_equal("(A o B1, A o B2)(i) = A^(B(i))", R(i), A.extended(B(i)))


@claim(
    "D1u",
    "composition distributes over the modes of an injective B if upstream accepts each mode and "
    "composes it correctly",
    source=POST,
    expect=REFUTED,
    bound=(13, 6),
    accuses="pycute",
    A=TWO_MODES,
    B=TWO_MODES,
)
def right_modes_distribute_upstream(alg: Any, A: Layout, B: Layout) -> None:
    assume("A is coalesced", coalesce(A) == A)
    assume("B is injective", injective(B))
    assume(
        "each mode is accepted and composed correctly",
        all(composes(alg, A, make_layout(m)) for m in B),
    )
    ensure("A o B is A o B1, A o B2", composes(alg, A, B))


@claim(
    "D1a",
    "composition distributes over the modes of any B that it accepts as a whole: it accepts each "
    "mode, and (A o B_1, .., A o B_m) is A o B",
    source="the no-carry theorem",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(strides="natural"),
    i=Index("B"),
)
def accepted_modes_distribute(alg: Any, A: Layout, B: Layout, i: int) -> None:
    a, b = modes_of(A), modes_of(B)
    whole = attempt(alg.composition, A, B)
    assume("composition accepts", accepted(whole))
    merged = coalesce_extended(a)
    by(value_is_natural, b, i)
    by(b_whose_pieces_do_not_carry_distributes, merged, b, refine_all(merged, b), i)
    by(coalescing_a_keeps_the_sum, a, b, i)
    ensure_equal("A^(B(i)) = sum of A^(w_k*c_k)", A.extended(B(i)), distributed(a, b, i))
    by(what_is_accepted_is_accepted_one_by_one, merged, b)
    R = one_by_one(alg, A, B)
    ensure("compatible(B, R)", alg.compatible(B.shape, R.shape))
    ensure_equal("(A o B_1, .., A o B_m)(i) = (A o B)(i)", R(i), whole(i))


@claim(
    "D5",
    "composition distributes over the modes x_k:w_k of a super-increasing B: each stride is above "
    "the sum of (x_j-1)*w_j before it, and every mode but the smallest fits A's shape",
    source=f"{POST}, whose condition x_k*w_k <= w_(k+1) is stronger",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(strides="natural"),
    i=Index("B"),
)
def super_increasing_modes_distribute(alg: Any, A: Layout, B: Layout, i: int) -> None:
    a, b = modes_of(A), modes_of(B)
    assume("B is super-increasing and fits", super_increasing(a, b, 1))
    by(value_is_natural, b, i)
    by(super_increasing_b_distributes, a, b, i)
    ensure_equal("A^(B(i)) = sum of A^(w_k*c_k)", A.extended(B(i)), distributed(a, b, i))
    composed_distributes(alg, A, B, i)


@claim(
    "D6",
    "composition distributes over the modes of a sorted B: x_k*w_k <= w_(k+1), and every mode but "
    "the smallest fits A's shape",
    source=f"{POST}, which leaves the proof to another time",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(strides="natural"),
    i=Index("B"),
)
def sorted_modes_distribute(alg: Any, A: Layout, B: Layout, i: int) -> None:
    a, b = modes_of(A), modes_of(B)
    assume("B is sorted and fits", ordered(a, b, 1))
    by(value_is_natural, b, i)
    by(ordered_b_distributes, a, b, i)
    ensure_equal("A^(B(i)) = sum of A^(w_k*c_k)", A.extended(B(i)), distributed(a, b, i))
    composed_distributes(alg, A, B, i)


@claim(
    "D6p",
    "D6 for the modes of B in any order, if they satisfy its conditions after sorting",
    source=POST,
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(strides="natural"),
    i=Index("B"),
)
def modes_in_any_order_distribute(alg: Any, A: Layout, B: Layout, i: int) -> None:
    a, b = modes_of(A), modes_of(B)
    assume("after sorting by stride, B meets the conditions of D6", ordered(a, sort_modes(b), 1))
    by(value_is_natural, b, i)
    by(ordered_once_sorted_distributes, a, b, i)
    ensure_equal("A^(B(i)) = sum of A^(w_k*c_k)", A.extended(B(i)), distributed(a, b, i))
    composed_distributes(alg, A, B, i)


@claim(
    "D6a",
    "composition distributes over two modes x_1:w_1 and x_2:w_2 even if D6's condition x_1*w_1 <= "
    "w_2 is weakened to x_1*w_1 <= w_2 + 1",
    source=POST,
    expect=REFUTED,
    A=TWO_MODES,
    B=TWO_STEPS,
)
def order_by_one_less(alg: Any, A: Layout, B: Layout) -> None:
    (x, w), (y, v) = modes_of(B)
    assume("x_1*w_1 <= w_2 + 1, sorted", w <= v and x * w <= v + 1)
    assume("the second mode fits", fits(modes_of(A), y, v))
    assume("B stays inside A", B.cosize <= A.size)
    offsets = mode_by_mode(alg, A, B)
    assume("each mode is accepted", offsets is not None)
    ensure_equal("(A o B1, A o B2) = A o B", offsets, one_after_other(A, B))


@claim(
    "D6b",
    "composition distributes over two modes x_1:w_1 and x_2:w_2 even if D6's condition x_1*w_1 <= "
    "w_2 is replaced by: w_1 divides w_2, and w_1 < w_2",
    source=POST,
    expect=REFUTED,
    bound=(11, 4),
    A=TWO_MODES,
    B=TWO_STEPS,
)
def order_by_divisibility(alg: Any, A: Layout, B: Layout) -> None:
    (_, w), (y, v) = modes_of(B)
    assume("w_1 divides w_2, w_1 < w_2", w < v and v % w == 0)
    assume("the second mode fits", fits(modes_of(A), y, v))
    assume("B stays inside A", B.cosize <= A.size)
    offsets = mode_by_mode(alg, A, B)
    assume("each mode is accepted", offsets is not None)
    ensure_equal("(A o B1, A o B2) = A o B", offsets, one_after_other(A, B))


@claim(
    "D6c",
    "composition distributes over two modes x_1:w_1 and x_2:w_2 even if D6's condition x_1*w_1 <= "
    "w_2 is replaced by: B is injective, w_1 <= w_2, and both modes fit A's shape",
    source=POST,
    expect=REFUTED,
    bound=(13, 6),
    A=TWO_MODES,
    B=TWO_STEPS,
)
def order_by_injectivity(alg: Any, A: Layout, B: Layout) -> None:
    (x, w), (y, v) = modes_of(B)
    assume("B is sorted", w <= v)
    assume("both modes fit", fits(modes_of(A), x, w) and fits(modes_of(A), y, v))
    assume("B is injective", injective(B))
    assume("B stays inside A", B.cosize <= A.size)
    offsets = mode_by_mode(alg, A, B)
    assume("each mode is accepted", offsets is not None)
    ensure_equal("(A o B1, A o B2) = A o B", offsets, one_after_other(A, B))


@claim(
    "D6d",
    "composition distributes over two modes even if D6's condition w*x <= s, for the second mode "
    "x:w and the size s of a mode of A, is weakened to w*(x-1) < s",
    source=POST,
    expect=REFUTED,
    A=TWO_MODES,
    B=TWO_STEPS,
)
def fit_of_the_single_mode(alg: Any, A: Layout, B: Layout) -> None:
    (x, w), (y, v) = modes_of(B)
    assume("x_1*w_1 <= w_2", x * w <= v)
    assume("the second mode stays inside", stays_inside(modes_of(A), y, v))
    assume("B stays inside A", B.cosize <= A.size)
    offsets = mode_by_mode(alg, A, B)
    assume("each mode is accepted", offsets is not None)
    ensure_equal("(A o B1, A o B2) = A o B", offsets, one_after_other(A, B))


@claim(
    "D6f",
    "D6 needs the modes to fit: if x:w does not fit the shape of A, there are v < w, c < x and "
    "strides of A for which A^(v + w*c) > A^(v) + A^(w*c)",
    source=POST,
    expect=proved(),
    A=Layouts(ANY_NESTING),
    x=Integers(2, width=4),
    w=Integers(1, width=8),
)
def whatever_does_not_fit_carries(alg: Any, A: Layout, x: int, w: int) -> None:
    a = modes_of(A)
    assume("x:w does not fit A", not fits(a, x, w))
    by(a_misfit_counts_more_than_its_parts, a, 0, x, w)
    v, c = carry(a, x, w)
    ensure("v below w", 0 <= v < w)
    ensure("c is a coordinate of x:w", 0 <= c < x)
    other = counting(a, 0)
    parts = extended(other, v) + extended(other, w * c)
    ensure("the law fails", extended(other, v + w * c) > parts)
    C = layout_of(other)
    R = attempt(alg.composition, C, Layout(x, w))
    if accepted(R):
        ensure("the law fails for C o x:w", C.extended(v + w * c) > C.extended(v) + R(c))


@claim(
    "D6o",
    "D6 needs x_1*w_1 <= w_2: for all w >= 1 and x >= 2, the modes of B = (w+1,x):(1,w) fit A = "
    "(w*x,2):(0,1) and x_1*w_1 is only w_2 + 1, but composition does not distribute over them",
    source=POST,
    w=Integers(1),
    x=Integers(2),
)
def order_is_sharp(alg: Any, w: int, x: int) -> None:
    A, B = Layout((w * x, 2), (0, 1)), Layout((w + 1, x), (1, w))
    a = modes_of(A)
    ensure("both modes fit", fits(a, w + 1, 1) and fits(a, x, w))
    ensure("B stays inside A", B.cosize <= A.size)
    parts = A.extended(w) + A.extended(w * (x - 1))
    ensure_equal("the sum over the modes at (w,x-1)", parts, 0)
    ensure_equal("A^(B(w,x-1))", A.extended(B((w, x - 1))), 1)


@claim(
    "D10",
    "composition distributes over any B that stays inside A, if A coalesces to one mode",
    source=POST,
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(strides="natural"),
    i=Index("B"),
)
def one_mode_distributes_over_all(alg: Any, A: Layout, B: Layout, i: int) -> None:
    a, b = modes_of(A), modes_of(B)
    assume("A coalesces to one mode", not coalesce_modes(a)[1:])
    assume("B(i) is a coordinate of A", B(i) < A.size)
    by(value_is_natural, b, i)
    by(a_of_one_mode_is_linear, a, B(i))
    by(sum_over_modes_is_linear_inside_one_mode, a, b, i)
    ensure_equal("A(B(i)) = sum of A^(w_k*c_k)", A(B(i)), distributed(a, b, i))
    by(extended_is_value_within_the_size, a, B(i))
    composed_distributes(alg, A, B, i)
    merged = coalesce_extended(a)
    if not merged[1:]:
        by(one_mode_of_a_accepts_each, merged, b)
        ensure("one mode accepts each", accepted(attempt(one_by_one, alg, A, B)))


@claim(
    "D12a",
    "composition distributes only over an injective B",
    source=POST,
    expect=REFUTED,
    A=TWO_MODES,
    B=TWO_STEPS,
)
def injectivity_is_necessary(alg: Any, A: Layout, B: Layout) -> None:
    assume("A is coalesced", coalesce(A) == A)
    assume("B has two modes of size >= 2", all(mode.size >= 2 for mode in B))
    assume("A o B is A o B1, A o B2", composes(alg, A, B))
    ensure("B is injective", injective(B))


@claim(
    "D12b",
    "composition distributes over an injective B of two modes x_1:w_1 and x_2:w_2 only if x_1*w_1 "
    "<= w_2 in some order of the modes",
    source=POST,
    expect=REFUTED,
    bound=(12, 6),
    accuses="pycute",
    A=TWO_MODES,
    B=TWO_STEPS,
)
def order_is_necessary(alg: Any, A: Layout, B: Layout) -> None:
    assume("A is coalesced", coalesce(A) == A)
    assume("B has two modes of size >= 2", all(mode.size >= 2 for mode in B))
    assume("B is injective", injective(B))
    assume("A o B is A o B1, A o B2", composes(alg, A, B))
    orders = permutations(modes_of(B))
    ensure("some order is sorted", any(x * w <= v for (x, w), (_, v) in orders))
