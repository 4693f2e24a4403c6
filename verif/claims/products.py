"""Claims about logical_product and its variants."""

from __future__ import annotations

from typing import Any

from spec.complement import sort_modes
from spec.divide import is_chain
from spec.layout import Layout, make_layout
from spec.modes import modes_of
from verif.claims.distributivity import injective
from verif.kernel.claim import REFUTED, claim, proved
from verif.kernel.verbs import accepted, assume, attempt, by, ensure, ensure_equal, same
from verif.readings.by_mode import groups_of, tilers_of
from verif.readings.domains import ANY_NESTING, LEAF, OF_MODES, Index, Layouts, LayoutsOfModes, flat
from verif.readings.numbers import Integers
from verif.theory.complement.by_mode import (
    a_mode_beyond_is_not_repeated,
    a_mode_is_repeated_by_its_tiler,
)
from verif.theory.complement.products import offset_determines_element_and_copy
from verif.theory.layouts.by_mode import chained_groups_keep_their_order
from verif.theory.layouts.modes import value_is_natural, value_is_within_reach

SOURCE = "CuTe 02_layout_algebra.md, Product; Cecka 2026, section 3.7"
NATURAL = Layouts(ANY_NESTING, strides="natural")


@claim(
    "Q5",
    "if A x B is accepted, its mode 0 is A, and its size is size(A) * size(B)",
    source=SOURCE,
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=NATURAL,
    a=Index("A"),
)
def product_repeats_the_block(alg: Any, A: Layout, B: Layout, a: int) -> None:
    R = attempt(alg.logical_product, A, B)
    assume("the product is accepted", R is not None)
    ensure_equal("rank", R.rank, 2)
    ensure_equal("size of mode 0", R[0].size, A.size)
    ensure_equal("mode 0 is A", R[0](a), A(a))
    ensure_equal("size(R) = size(A) * size(B)", R.size, A.size * B.size)
    ensure("compatible(B, R[1])", alg.compatible(B.shape, R[1].shape))


@claim(
    "Q6",
    "the copies of A in A x B do not overlap, if A is a divisible chain and B is injective",
    source=f"{SOURCE}, which assumes that (A* o B)(i) = A*(B(i)) for A's complement A*",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=NATURAL,
    a=Index("A"),
    b=Index("B"),
    x=Index("A"),
    y=Index("B"),
)
def product_is_injective(alg: Any, A: Layout, B: Layout, a: int, b: int, x: int, y: int) -> None:
    assume("A is a divisible chain", is_chain(sort_modes(modes_of(A)), 1, 0))
    R = attempt(alg.logical_product, A, B)
    assume("composition accepts A* o B", R is not None)
    # The proof needs the injectivity of B at b and y, and at no other coordinates.
    assume("B is injective", b == y or B(b) != B(y))
    assume("equal offsets", R((a, b)) == R((x, y)))
    for at in (b, y):
        by(value_is_natural, modes_of(B), at)
        by(value_is_within_reach, modes_of(B), at)
    by(offset_determines_element_and_copy, modes_of(A), B.cosize, a, x, B(b), B(y))
    ensure_equal("the same element", a, x)
    ensure_equal("the same copy", b, y)


@claim(
    "Q6n",
    "the copies of A in A x B do not overlap if A is a divisible chain, B is injective, and "
    "composition accepts each mode of B",
    source=SOURCE,
    expect=REFUTED,
    exhibits=({"A": Layout(2, 60), "B": Layout((2, 3, 2, 2), (1, 12, 15, 20))},),
    accuses="pycute",
    A=Layouts(profiles=(LEAF,), strides="positive"),
    B=Layouts(profiles=flat(2, 3, 4), strides="positive"),
)
def product_of_modes_is_injective(alg: Any, A: Layout, B: Layout) -> None:
    assume("A is a divisible chain", is_chain(sort_modes(modes_of(A)), 1, 0))
    assume("B is injective", injective(B))
    R = attempt(alg.logical_product, A, B)
    assume("each mode of B is accepted", R is not None)
    ensure("A x B is injective", injective(R))


@claim(
    "Q7",
    "logical_product by a tuple of tilers has the modes of A[k] x T[k] as mode k, and keeps modes "
    "beyond the tuple; zipped, tiled and flat product regroup the modes of the result",
    source="CuTe 02_layout_algebra.md, Zipped and tiled products",
    expect=proved(),
    bound=(5, 2),
    A=LayoutsOfModes(profiles=OF_MODES, strides="natural"),
    T=LayoutsOfModes(profiles=OF_MODES, strides="natural"),
    k=Integers(0, width=1),
)
def products_regroup(alg: Any, A: Layout, T: Layout, k: int) -> None:
    tilers = tilers_of(T)
    L = attempt(alg.logical_product, A, tilers)
    assume("A can be repeated by the tilers", accepted(L))
    Z, S, F = (f(A, tilers) for f in (alg.zipped_product, alg.tiled_product, alg.flat_product))
    blocks, copies = Z
    ensure_equal("ranks", (blocks.rank, copies.rank), (T.rank, A.rank))
    ensure_equal("ranks", (L.rank, S.rank, F.rank), (A.rank, 1 + A.rank, T.rank + A.rank))
    assume("k is a mode", k < A.rank)
    groups = groups_of(blocks), groups_of(copies)
    by(chained_groups_keep_their_order, *groups, k)
    by(chained_groups_keep_their_order, *groups, T.rank + k)
    if k >= T.rank:
        by(a_mode_beyond_is_not_repeated, groups_of(A), groups_of(T), k)
    same("tiled: all blocks in mode 0", modes_of(S[0]), modes_of(blocks))
    same("tiled: then the copies", modes_of(S[1 + k]), modes_of(copies[k]))
    same("flat: the copies last", modes_of(F[T.rank + k]), modes_of(copies[k]))
    if k < T.rank:
        same("flat: the blocks first", modes_of(F[k]), modes_of(blocks[k]))
        same("zipped: L[k][0] in mode 0", modes_of(blocks[k]), modes_of(L[k][0]))
        same("zipped: L[k][1] in mode 1", modes_of(copies[k]), modes_of(L[k][1]))
        alone = attempt(alg.logical_product, A[k], T[k])
        assume("A[k] can be repeated by T[k]", accepted(alone))
        by(a_mode_is_repeated_by_its_tiler, groups_of(A), groups_of(T), k)
        same("L[k][0] is the block of A[k] by T[k]", modes_of(L[k][0]), modes_of(alone[0]))
        same("L[k][1] is the copies of A[k] by T[k]", modes_of(L[k][1]), modes_of(alone[1]))
    else:
        ensure("a mode beyond the tilers is kept", L[k] == A[k])
        ensure("zipped: a mode beyond the tilers is in mode 1", copies[k] == A[k])


@claim(
    "Q7s",
    "zipped_product, tiled_product and flat_product by two sizes regroup the modes of "
    "logical_product; each block and each layout of copies keeps its nesting",
    source="CuTe 02_layout_algebra.md, Zipped and tiled products",
    expect=proved(ranks=("(*,*)",)),
    A=Layouts(profiles=flat(2), strides="natural"),
    b=Integers(1, width=3),
    c=Integers(1, width=3),
)
def products_regroup_nestings(alg: Any, A: Layout, b: int, c: int) -> None:
    tiler = (b, c)
    L = attempt(alg.logical_product, A, tiler)
    assume("A can be repeated", accepted(L))
    Z, T, F = (f(A, tiler) for f in (alg.zipped_product, alg.tiled_product, alg.flat_product))
    blocks, copies = (tuple(mode[k] for mode in tuple(L)) for k in (0, 1))
    ensure_equal(
        "zipped: ((A, B), (a, b))", Z, make_layout(make_layout(*blocks), make_layout(*copies))
    )
    ensure_equal("tiled: ((A, B), a, b)", T, make_layout(make_layout(*blocks), *copies))
    ensure_equal("flat: (A, B, a, b)", F, make_layout(*blocks, *copies))


@claim(
    "Q8",
    "if A x B is accepted, blocked_product and raked_product have its size and image; their rank "
    "is the greater of the ranks of A and B",
    source="CuTe 02_layout_algebra.md, Blocked and raked products",
    expect=proved(ranks=("(*) (*)", "(*) (*,*)")),
    A=Layouts(profiles=flat(1), strides="natural"),
    B=Layouts(profiles=flat(1, 2), strides="natural"),
    a=Index("A"),
    b=Index("B"),
)
def blocked_and_raked_products_regroup(alg: Any, A: Layout, B: Layout, a: int, b: int) -> None:
    P = attempt(alg.logical_product, A, B)
    assume("the product is accepted", P is not None)
    blocked, raked = alg.blocked_product(A, B), alg.raked_product(A, B)
    greater = max(A.rank, B.rank)
    ensure_equal("ranks", (blocked.rank, raked.rank), (greater, greater))
    ensure_equal("sizes", (blocked.size, raked.size), (P.size, P.size))
    # Both products have the same coordinates as P, but nested differently (claim I2).
    missing = (0,) * greater
    element, copy = alg.idx2crd(a, A.shape), alg.idx2crd(b, B.shape)
    elements, repeats = (*element, *missing)[:greater], (*copy, *missing)[:greater]
    at = P((element, copy))
    ensure_equal("blocked", blocked(tuple(zip(elements, repeats, strict=True))), at)
    ensure_equal("raked", raked(tuple(zip(repeats, elements, strict=True))), at)


@claim(
    "Q9",
    "tile_to_shape, if accepted, has the size of the shape",
    source="CuTe layout.hpp, tile_to_shape",
    expect=proved(ranks=("(*)",)),
    bound=(5, 3),
    A=Layouts(profiles=flat(1), strides="natural"),
    m=Integers(1, width=2),
)
def blocks_fill_a_shape(alg: Any, A: Layout, m: int) -> None:
    R = attempt(alg.tile_to_shape, A, (A.size * m,))
    assume("it is accepted", R is not None)
    ensure_equal("ranks", (R.rank, R[0].rank), (1, 2))
    ensure_equal("the size", R[0].size, A.size * m)
