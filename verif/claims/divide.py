"""Claims about logical_divide and its variants."""

from __future__ import annotations

from typing import Any

from spec.by_mode import by_mode, zipped
from spec.coalesce import coalesce_extended, coalesce_modes
from spec.complement import gaps, sort_modes
from spec.composition import refine_all
from spec.divide import divide, divides_evenly
from spec.layout import Layout, make_layout
from spec.modes import modes_of
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import accepted, assume, attempt, by, ensure, ensure_equal, same
from verif.readings.by_mode import groups_of, tilers_of
from verif.readings.domains import ANY_NESTING, LEAF, OF_MODES, Index, Layouts, LayoutsOfModes, flat
from verif.readings.numbers import Integers
from verif.theory.complement.by_mode import (
    a_mode_beyond_is_not_divided,
    a_mode_is_divided_by_its_tiler,
)
from verif.theory.complement.cover import (
    element_of,
    gap_of,
    layout_and_complement_stay_below_the_size,
    layout_and_complement_take_every_offset,
)
from verif.theory.complement.evenly import (
    an_even_divide_has_each_element,
    place_in_tiles,
    tiles_of,
)
from verif.theory.complement.gaps import chain, divisible_chain_is_a_chain
from verif.theory.distributivity.condition_1 import (
    a_chain_and_its_complement_distribute,
    condition_1,
)
from verif.theory.distributivity.super_increasing import distributed, super_increasing
from verif.theory.distributivity.tiling import (
    a_sorted_tiling_is_compact,
    accepted_compact_modes_are_super_increasing,
    super_increasing_lists_distribute_together,
)
from verif.theory.layouts.by_mode import chained_groups_keep_their_order
from verif.theory.layouts.modes import (
    extended_at_zero_is_zero,
    extended_is_value_within_the_size,
    increasing_strides_are_no_lower,
    value_at_zero_is_zero,
    value_is_natural,
)

SOURCE = "CuTe 02_layout_algebra.md, Division; Cecka 2026, section 3.6"
POST = "the left-distributivity post, its last paragraph; CuTe 02_layout_algebra.md, Division"
ONE_MODE = Layouts(profiles=(LEAF,), strides="natural")


@claim(
    "Q1",
    "if B is admissible for A (`divides_evenly`), mode 0 of A / B is A o B, and A / B has the size "
    "and the image of A",
    source=SOURCE,
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(ANY_NESTING, strides="natural"),
    i=Index("B"),
    c=Index("A"),
    x=Index("A"),
)
def divide_keeps_size_and_image(alg: Any, A: Layout, B: Layout, i: int, c: int, x: int) -> None:
    assume("B is admissible for A", divides_evenly(A, B))
    modes = modes_of(B)
    by(divisible_chain_is_a_chain, sort_modes(modes), 1, A.size)
    tiles = make_layout(B, alg.complement(B, A.size))
    R = alg.logical_divide(A, B)
    ensure_equal("rank", R.rank, 2)
    by(layout_and_complement_stay_below_the_size, modes, A.size, i, 0)
    by(layout_and_complement_stay_below_the_size, modes, A.size, c % B.size, c // B.size)
    for layout in (tiles, R):
        by(value_at_zero_is_zero, modes_of(layout[1]))
    for offset in (B(i), tiles(c), x):
        by(extended_is_value_within_the_size, modes_of(A), offset)
    ensure_equal("size(R) = size(A)", R.size, A.size)
    ensure_equal("R is A o B at first", R(i), A(B(i)))
    ensure_equal("mode 0 is A o B", R[0](i), A(B(i)))
    ensure_equal("R has elements of A only", R(c), A(tiles(c)))
    by(layout_and_complement_take_every_offset, modes, A.size, x)
    at = element_of(modes, x) + B.size * gap_of(modes, x)
    ensure_equal("R has every element of A", R(at), A(x))


@claim(
    "Q2",
    "A / B, if accepted, is A composed with (B, complement(B, size(A)))",
    source=SOURCE,
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(ANY_NESTING, strides="natural"),
    c=Integers(0, width=2),
)
def divide_is_by_definition(alg: Any, A: Layout, B: Layout, c: int) -> None:
    R = attempt(alg.logical_divide, A, B)
    assume("A can be divided by B", accepted(R))
    tiles = alg.composition(A, make_layout(B, alg.complement(B, A.size)))
    ensure_equal("one size", R.size, tiles.size)
    assume("c is a coordinate", c < R.size)
    ensure_equal("one function", R(c), tiles(c))


@claim(
    "Q3",
    "logical_divide, if accepted, is A after (B, R), even if B or its complement R reaches beyond "
    "A; mode 0 is A after B",
    source=f"{SOURCE}; CuTe layout.hpp, logical_divide",
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(ANY_NESTING, strides="natural"),
    i=Index("B"),
    c=Integers(0, width=2),
)
def divide_is_composition(alg: Any, A: Layout, B: Layout, i: int, c: int) -> None:
    R = attempt(alg.logical_divide, A, B)
    assume("A can be divided by B", accepted(R))
    rest = alg.complement(B, A.size)
    tiles = make_layout(B, rest)
    left = coalesce_modes(gaps(sort_modes(modes_of(B)), 1, A.size))
    by(increasing_strides_are_no_lower, left, 1, 0)
    by(value_is_natural, modes_of(B), i)
    by(value_at_zero_is_zero, modes_of(tiles[1]))
    by(value_at_zero_is_zero, modes_of(R[1]))
    ensure_equal("rank", R.rank, 2)
    ensure_equal("size of mode 0", R[0].size, B.size)
    ensure_equal("size of mode 1", R[1].size, rest.size)
    ensure("compatible(B, R[0])", alg.compatible(B.shape, R[0].shape))
    ensure_equal("B is the first of the tiles", tiles(i), B(i))
    ensure_equal("R(i) = A^(B(i))", R(i), A.extended(B(i)))
    ensure_equal("mode 0 is A after B", R[0](i), A.extended(B(i)))
    assume("c is a coordinate", c < tiles.size)
    by(value_is_natural, modes_of(B), c % B.size)
    by(value_is_natural, left, c // B.size)
    ensure_equal("R(c) = A^((B, B*)(c))", R(c), A.extended(tiles(c)))


@claim(
    "Q4",
    "logical_divide by a tuple T of tilers, if accepted, has the modes of A[k] / T[k] as mode k "
    "and leaves modes without a tiler unchanged; zipped_divide, tiled_divide and flat_divide "
    "regroup its modes",
    source="CuTe 02_layout_algebra.md, Zipped, tiled, flat divides",
    expect=proved(),
    bound=(5, 2),
    A=LayoutsOfModes(profiles=OF_MODES),
    T=LayoutsOfModes(profiles=OF_MODES, strides="natural"),
    k=Integers(0, width=1),
)
def divides_regroup(alg: Any, A: Layout, T: Layout, k: int) -> None:
    tilers = tilers_of(T)
    L = attempt(alg.logical_divide, A, tilers)
    assume("A can be divided by the tilers", accepted(L))
    Z, S, F = (f(A, tilers) for f in (alg.zipped_divide, alg.tiled_divide, alg.flat_divide))
    tiles, rests = Z
    ensure_equal("ranks", (tiles.rank, rests.rank), (T.rank, A.rank))
    ensure_equal("ranks", (L.rank, S.rank, F.rank), (A.rank, 1 + A.rank, T.rank + A.rank))
    assume("k is a mode", k < A.rank)
    groups = groups_of(tiles), groups_of(rests)
    by(chained_groups_keep_their_order, *groups, k)
    by(chained_groups_keep_their_order, *groups, T.rank + k)
    if k >= T.rank:
        by(a_mode_beyond_is_not_divided, groups_of(A), groups_of(T), k)
    same("tiled: all tiles in mode 0", modes_of(S[0]), modes_of(tiles))
    same("tiled: then the rests", modes_of(S[1 + k]), modes_of(rests[k]))
    same("flat: the rests last", modes_of(F[T.rank + k]), modes_of(rests[k]))
    if k < T.rank:
        same("flat: the tiles first", modes_of(F[k]), modes_of(tiles[k]))
        same("zipped: L[k][0] in mode 0", modes_of(tiles[k]), modes_of(L[k][0]))
        same("zipped: L[k][1] in mode 1", modes_of(rests[k]), modes_of(L[k][1]))
        alone = attempt(alg.logical_divide, A[k], T[k])
        assume("A[k] can be divided by T[k]", accepted(alone))
        by(a_mode_is_divided_by_its_tiler, groups_of(A), groups_of(T), k)
        same("L[k][0] is the tile of A[k] / T[k]", modes_of(L[k][0]), modes_of(alone[0]))
        same("L[k][1] is the rest of A[k] / T[k]", modes_of(L[k][1]), modes_of(alone[1]))
    else:
        ensure("a mode beyond the tilers is kept", L[k] == A[k])
        ensure("zipped: a mode beyond the tilers is in mode 1", rests[k] == A[k])


@claim(
    "Q4s",
    "zipped_divide, tiled_divide and flat_divide by two tilers regroup the modes of "
    "logical_divide; each tile and each rest keeps its nesting",
    source="CuTe 02_layout_algebra.md, Zipped, tiled, flat divides",
    expect=proved(ranks=tuple(f"{a} * *" for a in ("(*,*)", "(*,*,*)"))),
    A=Layouts(profiles=flat(2, 3)),
    B=ONE_MODE,
    C=ONE_MODE,
)
def divides_regroup_nestings(alg: Any, A: Layout, B: Layout, C: Layout) -> None:
    tiler = (B, C)
    L = attempt(alg.logical_divide, A, tiler)
    assume("A can be divided by B, C", L is not None)
    Z, T, F = (f(A, tiler) for f in (alg.zipped_divide, alg.tiled_divide, alg.flat_divide))
    tiles = tuple(mode[0] for mode in tuple(L)[:2])
    rests = (*(mode[1] for mode in tuple(L)[:2]), *tuple(L)[2:])
    ensure_equal(
        "zipped: ((B, C), (b, c, ..))", Z, make_layout(make_layout(*tiles), make_layout(*rests))
    )
    ensure_equal("tiled: ((B, C), b, c, ..)", T, make_layout(make_layout(*tiles), *rests))
    ensure_equal("flat: (B, C, b, c, ..)", F, make_layout(*tiles, *rests))


@claim(
    "Q10",
    "a divide by a tuple of tilers keeps a mode whose tiler is None, and the modes beyond the "
    "tuple; a zipped divide has these modes in mode 1, and the tile of a mode whose tiler is None "
    "is 1:0",
    source="CuTe 02_layout_algebra.md, Zipped, tiled, flat divides; pycute layout.py",
    expect=proved(ranks=("(*,*) *", "(*,*,*) *")),
    A=Layouts(profiles=flat(2, 3)),
    B=ONE_MODE,
)
def divides_keep_modes(alg: Any, A: Layout, B: Layout) -> None:
    first, others, nothing = A[0], tuple(A)[1:], Layout(1, 0)
    parts = attempt(alg.logical_divide, first, B)
    assume("the first mode can be divided by B", parts is not None)
    tile, rest = parts
    for tiler, tiles in (((B,), (tile,)), ((B, None), (tile, nothing))):
        L = make_layout(parts, *others)
        ensure_equal("kept", alg.logical_divide(A, tiler), L)
        ensure_equal("by mode", by_mode(divide, A, tiler), L)
        Z = make_layout(make_layout(*tiles), make_layout(rest, *others))
        ensure_equal("in mode 1", alg.zipped_divide(A, tiler), Z)
        ensure_equal("zipped", zipped(divide, A, tiler), Z)


@claim(
    "Q11",
    "if tilers B and C divide the modes P and Q evenly, (P, Q) / (B, C) has the size and the image "
    "of (P, Q)",
    source="CuTe layout.hpp, evenly_divides; CuTe 02_layout_algebra.md, By-mode Division",
    expect=proved(),
    bound=(4, 1),
    P=Layouts(ANY_NESTING),
    Q=Layouts(ANY_NESTING),
    B=Layouts(ANY_NESTING, strides="natural"),
    C=Layouts(ANY_NESTING, strides="natural"),
    i=Index("P"),
    j=Index("Q"),
)
def even_tilers_keep_size_and_image(
    alg: Any, P: Layout, Q: Layout, B: Layout, C: Layout, i: int, j: int
) -> None:
    A, tilers = make_layout(P, Q), (B, C)
    assume("divided evenly", divides_evenly(A, tilers))
    by(an_even_divide_has_each_element, modes_of(P), modes_of(B), i)
    by(an_even_divide_has_each_element, modes_of(Q), modes_of(C), j)
    R = alg.logical_divide(A, tilers)
    ensure_equal("size(R) = size(A)", R.size, A.size)
    at = place_in_tiles(B, i), place_in_tiles(C, j)
    ensure_equal("R has every element of A", R(at), A((i, j)))
    of = tiles_of(B, P.size)(i), tiles_of(C, Q.size)(j)
    ensure_equal("R has elements of A only", R((i, j)), A(of))


@claim(
    "D9",
    "if B is admissible for A, the modes of B and of B's complement, sorted by stride, are "
    "super-increasing and fit coalesced A; so logical_divide distributes over these modes",
    source=POST,
    expect=proved(),
    bound=(8, 2),
    A=Layouts(ANY_NESTING),
    B=Layouts(ANY_NESTING, strides="natural"),
    c=Index("A"),
)
def a_tile_and_its_complement_distribute(alg: Any, A: Layout, B: Layout, c: int) -> None:
    assume("B is admissible for A", divides_evenly(A, B))
    R = alg.complement(B, A.size)
    a, b, r = modes_of(A), modes_of(B), modes_of(R)
    both, merged = modes_of(make_layout(B, R)), coalesce_extended(a)
    by(a_sorted_tiling_is_compact, b, A.size)
    # Composition accepts A and `both`, so the pieces `refine_all(merged, both)` do not carry.
    by(accepted_compact_modes_are_super_increasing, merged, both, refine_all(merged, both))
    ensure("super-increasing and fits", super_increasing(merged, sort_modes(both), 1))
    i, j = c % B.size, c // B.size
    by(value_is_natural, b, i)
    by(value_is_natural, r, j)
    by(super_increasing_lists_distribute_together, a, b, r, i, j)
    parts = distributed(a, b, i) + distributed(a, r, j)
    ensure_equal(
        "A^(B(i) + R(j)) = the sum over the modes of B and R", A.extended(B(i) + R(j)), parts
    )
    ensure_equal(
        "(A / B)(c) = the sum over the modes of B and R", alg.logical_divide(A, B)(c), parts
    )


@claim(
    "D9c",
    "if B is a chain of modes that meet condition (1) of the post on left distributivity, "
    "composition distributes over the modes of B and of its complement: A^(B(i) + R(j)) is the sum "
    "over these modes",
    source=POST,
    expect=proved(),
    A=Layouts(ANY_NESTING),
    B=Layouts(ANY_NESTING, strides="natural"),
    M=Integers(1, width=3),
    i=Index("B"),
    j=Integers(0, width=3),
)
def divide_distributes_over_modes(alg: Any, A: Layout, B: Layout, M: int, i: int, j: int) -> None:
    a, b = modes_of(A), modes_of(B)
    assume("B, sorted by stride, is a chain", chain(sort_modes(b), 1))
    assume("each mode of B meets condition (1)", condition_1(a, b))
    R = alg.complement(B, M)
    assume("j is a coordinate of the complement", j < R.size)
    by(a_chain_and_its_complement_distribute, a, b, M, i, j)
    by(extended_at_zero_is_zero, a)
    by(value_is_natural, b, i)
    parts = distributed(a, b, i) + distributed(a, modes_of(R), j)
    ensure_equal(
        "A^(B(i) + R(j)) = the sum over the modes of B and R", A.extended(B(i) + R(j)), parts
    )
