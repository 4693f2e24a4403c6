"""Claims about left distributivity: A o (B1,..,Bm) = (A o B1,..,A o Bm)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from spec.coalesce import coalesce, coalesce_extended
from spec.layout import Layout, make_layout
from spec.modes import modes_of
from verif.claims.domains import Index, Layouts, flat
from verif.claims.theory.distributivity import distributed, ordered, sorted_distributes
from verif.claims.theory.divisibility import divides
from verif.claims.theory.modes import natural_value
from verif.kernel.claim import (
    REFUTED,
    accepted,
    assume,
    attempt,
    by,
    claim,
    ensure,
    ensure_equal,
    proved,
)

POST = "the left-distributivity post"
TWO_MODES = Layouts(profiles=flat(2), strides="natural")


def injective(layout: Layout) -> bool:
    """Whether no two coordinates have one offset."""
    offsets = [layout(i) for i in range(layout.size)]
    return len(set(offsets)) == len(offsets)


def divisible(a: Layout, b: Layout) -> bool:
    """Whether the divisibility conditions hold of every mode of B."""
    modes = coalesce_extended(modes_of(a))
    return all(divides(modes, n, w) for n, w in modes_of(b))


def composes(alg: Any, a: Layout, b: Layout) -> bool:
    """Whether A o B, made of B's modes one by one, is accepted and is A after B."""
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
    "the same, each mode of B accepted by the divisibility conditions",
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
    "the same, each mode of B accepted and composed rightly upstream",
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
    assume("each mode is accepted, rightly", all(composes(alg, A, make_layout(m)) for m in B))
    ensure("A o B is A o B1, A o B2", composes(alg, A, B))


@claim(
    "D6",
    "composition distributes over the modes of a B that is sorted, x_k*w_k <= w_(k+1), "
    "every mode but the smallest fitting A's strides",
    source=f"{POST}, whose proof it leaves to some other time",
    expect=proved(),
    A=Layouts(),
    B=Layouts(strides="natural"),
    i=Index("B"),
)
def sorted_modes_distribute(alg: Any, A: Layout, B: Layout, i: int) -> None:
    a, b = modes_of(A), modes_of(B)
    assume("B is sorted and fits", ordered(a, b, 1))
    by(natural_value, b, i)
    by(sorted_distributes, a, b, i)
    ensure_equal("A^(B(i)) = sum of A^(w_k*c_k)", A.extended(B(i)), distributed(a, b, i))


@claim(
    "D12a",
    "composition distributes over an injective B only",
    source=POST,
    expect=REFUTED,
    A=TWO_MODES,
    B=Layouts(profiles=flat(2), strides="positive"),
)
def injectivity_is_necessary(alg: Any, A: Layout, B: Layout) -> None:
    assume("A is coalesced", coalesce(A) == A)
    assume("B has two modes of size >= 2", all(mode.size >= 2 for mode in B))
    assume("A o B is A o B1, A o B2", composes(alg, A, B))
    ensure("B is injective", injective(B))


@claim(
    "D12b",
    "composition distributes over an injective B only if some order of it is sorted",
    source=POST,
    expect=REFUTED,
    bound=(12, 6),
    accuses="pycute",
    A=TWO_MODES,
    B=Layouts(profiles=flat(2), strides="positive"),
)
def order_is_necessary(alg: Any, A: Layout, B: Layout) -> None:
    assume("A is coalesced", coalesce(A) == A)
    assume("B has two modes of size >= 2", all(mode.size >= 2 for mode in B))
    assume("B is injective", injective(B))
    assume("A o B is A o B1, A o B2", composes(alg, A, B))
    orders = permutations(modes_of(B))
    ensure("some order is sorted", any(x * w <= v for (x, w), (_, v) in orders))
