"""Claims about the modes of a layout: grouped, appended, sliced, and divided into tiles."""

from __future__ import annotations

from typing import Any

from spec.int_tuple import IntTuple, SliceTuple, flatten, unflatten
from spec.layout import Layout, make_layout
from spec.modes import modes_of
from spec.select import between, side_by_side
from verif.claims.coordinates import NESTED
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, attempt, by, ensure, ensure_equal, same
from verif.readings.by_mode import groups_of
from verif.readings.domains import (
    ANY_NESTING,
    LEAF,
    OF_MODES,
    Index,
    Layouts,
    LayoutsOfModes,
    NestedLayouts,
    Point,
    flat,
    profile_text,
)
from verif.readings.numbers import Integers
from verif.readings.terminals import in_bounds
from verif.theory.layouts.by_mode import (
    a_stretch_is_two,
    a_stretch_keeps_the_order,
    chained_groups_are_joined_one_after_the_other,
    chained_groups_keep_their_order,
    the_longest_stretch_is_all,
)
from verif.theory.layouts.coordinates import (
    digits_of_a_count_are_the_point,
    inner_product_at_digits_is_extended,
    offsets_of_sums_are_sums_of_offsets,
    summed,
)
from verif.theory.layouts.modes import extended_is_value_within_the_size

TWO = ((0, 0), (0, (0, 0)), ((0, 0), 0))
"""Profiles of two modes."""


@claim(
    "G1",
    "flatten, and grouping of modes, keep the size and the function of 1-D coordinates",
    source="CuTe layout.hpp, flatten, group",
    expect=proved(),
    bound=(4, 2),
    L=NestedLayouts(profiles=NESTED),
    i=Index("L"),
    A=LayoutsOfModes(profiles=OF_MODES),
    begin=Integers(0, width=1),
    end=Integers(1, width=1),
    j=Index("A"),
)
def flatten_and_group_keep_the_function(
    alg: Any, L: Layout, i: int, A: Layout, begin: int, end: int, j: int
) -> None:
    by(inner_product_at_digits_is_extended, i, flatten(L.shape), flatten(L.stride))
    by(extended_is_value_within_the_size, modes_of(L), i)
    F = alg.flatten(L)
    ensure_equal("the size of flatten(L)", F.size, L.size)
    ensure_equal("flatten(L)(i) = L(i)", F(i), L(i))
    assume("modes of A", begin < end <= A.rank)
    G, modes = alg.group(A, begin, end), groups_of(A)
    by(the_longest_stretch_is_all, modes)
    before, grouped = between(A, 0, begin), make_layout(between(A, begin, end))
    behind = between(A, end, A.rank)
    by(chained_groups_are_joined_one_after_the_other, groups_of(before), groups_of(grouped))
    front = groups_of(side_by_side(before, grouped))
    by(chained_groups_are_joined_one_after_the_other, front, groups_of(behind))
    by(a_stretch_is_two, modes, 0, begin, end)
    by(a_stretch_is_two, modes, 0, end, A.rank)
    ensure_equal("the rank", G.rank, A.rank - (end - begin) + 1)
    ensure_equal("the size of the group", G.size, A.size)
    ensure_equal("group(A, ..)(j) = A(j)", G(j), A(j))


@claim(
    "G2",
    "appending or prepending a mode adds its offsets: append(A, B)(i + size(A)*j) = A(i) + B(j)",
    source="CuTe layout.hpp, append, prepend",
    expect=proved(),
    A=LayoutsOfModes(profiles=OF_MODES),
    B=Layouts(profiles=(LEAF, *ANY_NESTING)),
    i=Index("A"),
    j=Index("B"),
)
def added_modes_add_offsets(alg: Any, A: Layout, B: Layout, i: int, j: int) -> None:
    behind, before = alg.append(A, B), alg.prepend(A, B)
    groups, alone = groups_of(A), groups_of(make_layout(B))
    by(chained_groups_are_joined_one_after_the_other, groups, alone)
    by(chained_groups_are_joined_one_after_the_other, alone, groups)
    ensure_equal("ranks", (behind.rank, before.rank), (A.rank + 1,) * 2)
    ensure_equal("sizes", (behind.size, before.size), (A.size * B.size,) * 2)
    ensure_equal("append", behind(i + A.size * j), A(i) + B(j))
    ensure_equal("prepend", before(j + B.size * i), A(i) + B(j))


@claim(
    "G3",
    "a slice plus its offset is the layout with an entry fixed: A(i, j) = slice(A(_, j))(i) + "
    "A(0, j)",
    source="CuTe 01_layout.md, Slicing; CuTe layout.hpp, slice_and_offset, dice",
    expect=proved(ranks=tuple(map(profile_text, TWO))),
    A=Layouts(profiles=TWO),
    k=Index("A"),
)
def slices_are_parts_of_the_layout(alg: Any, A: Layout, k: int) -> None:
    i, j = alg.idx2crd(k, (A[0].size, A[1].size))
    for free, fixed in (((None, j), i), ((i, None), j)):
        R, offset = alg.slice_and_offset(free, A)
        ensure_equal("the same slice", alg.slice_(free, A), R)
        ensure_equal("slice + offset", R(fixed) + offset, A((i, j)))
    ensure_equal("dice keeps the mode that slice fixes", alg.dice((i, None), A), make_layout(A[0]))


@claim(
    "G3s",
    "if any entries of a coordinate are left free, the slice at these entries plus the slice's "
    "offset is the layout at the coordinate: slice(free entries) + offset = A(coordinate)",
    source="CuTe layout.hpp, slice_and_offset; CuTe 01_layout.md, Slicing",
    expect=proved(ranks=tuple(map(profile_text, TWO))),
    bound=(4, 1),
    A=Layouts(profiles=TWO),
    k=Index("A"),
)
def slices_are_the_layout_where_they_are_free(alg: Any, A: Layout, k: int) -> None:
    point = alg.idx2crd(k, A.shape)
    for crd in with_free_entries(point):
        R, offset = alg.slice_and_offset(crd, A)
        ensure_equal("the same slice", alg.slice_(crd, A), R)
        free = point if crd is None else free_entries(crd, point)
        ensure_equal("slice + offset", R(free) + offset, A(k))


def with_free_entries(point: IntTuple) -> list[SliceTuple]:
    """The coordinate with some entries replaced by None, in every possible way.

    >>> with_free_entries((1, 2))
    [(1, 2), (1, None), (None, 2), (None, None), None]
    """
    if not isinstance(point, tuple):
        return [point, None]
    found: list[tuple[SliceTuple, ...]] = [()]
    for entry in point:
        found = [(*before, one) for before in found for one in with_free_entries(entry)]
    return [*found, None]


def free_entries(crd: SliceTuple, point: IntTuple) -> tuple[IntTuple, ...]:
    """The entries of `point` at the places where the coordinate `crd` is None.

    >>> free_entries((None, (1, None)), ((0, 2), (1, 3)))
    ((0, 2), 3)
    """
    if crd is None:
        return (point,)
    if not isinstance(crd, tuple) or not isinstance(point, tuple):
        return ()
    pairs = zip(crd, point, strict=True)
    return tuple([free for one, entry in pairs for free in free_entries(one, entry)])


@claim(
    "G4",
    "if p and q divide the sizes of A, local_tile by (p, q) puts element (x, y) into tile (x div "
    "p, y div q), at the coordinate (x mod p, y mod q)",
    source="CuTe tensor_impl.hpp, local_tile, inner_partition, outer_partition",
    expect=proved(ranks=("(*,*)",)),
    A=Layouts(profiles=flat(2)),
    p=Integers(1, width=3),
    q=Integers(1, width=3),
    i=Index("A"),
)
def every_element_is_in_its_tile(alg: Any, A: Layout, p: int, q: int, i: int) -> None:
    M, N = A[0].size, A[1].size
    assume("p divides M", M % p == 0)
    assume("q divides N", N % q == 0)
    x, y = alg.idx2crd(i, A.shape)
    tile, there = (x // p, y // q), (x % p, y % q)
    R, offset = alg.local_tile(A, (p, q), tile)
    ensure_equal("size of a tile", R.size, p * q)
    ensure_equal("in the tile", R(there) + offset, A(i))
    S, offset = alg.outer_partition(A, (p, q), there)
    ensure_equal("number of tiles", S.size * R.size, A.size)
    ensure_equal("in each tile", S(tile) + offset, A(i))


@claim(
    "G5",
    "modes are selected by index: select and take return the modes at the given indices, in order, "
    "and replace keeps all modes but one",
    source="CuTe layout.hpp, select, take, replace",
    expect=proved(),
    bound=(4, 1),
    A=LayoutsOfModes(profiles=OF_MODES),
    B=Layouts(profiles=(LEAF, *ANY_NESTING)),
    i=Integers(0, width=1),
    j=Integers(0, width=1),
    k=Integers(0, width=1),
)
def modes_go_by_their_indices(alg: Any, A: Layout, B: Layout, i: int, j: int, k: int) -> None:
    assume("i and j are modes", i < A.rank and j < A.rank)
    chosen = alg.select(A, i, j)
    ensure("select: mode i first", chosen[0] == A[i])
    ensure("select: then mode j", chosen[1] == A[j])
    if i < j:
        taken = alg.take(A, i, j)
        ensure_equal("take: the rank", taken.rank, j - i)
        if k < j - i:
            by(a_stretch_keeps_the_order, groups_of(A), i, j, k)
            same("take: mode i + k", modes_of(taken[k]), modes_of(A[i + k]))
    R, added = alg.replace(A, i, B), make_layout(B)
    ensure_equal("replace: the rank", R.rank, A.rank)
    assume("k is a mode", k < A.rank)
    before, behind = between(A, 0, i), between(A, i + 1, A.rank)
    front = groups_of(side_by_side(before, added))
    by(chained_groups_keep_their_order, front, groups_of(behind), k)
    if k <= i:
        by(chained_groups_keep_their_order, groups_of(before), groups_of(added), k)
    if k < i:
        by(a_stretch_keeps_the_order, groups_of(A), 0, i, k)
    if k > i:
        by(a_stretch_keeps_the_order, groups_of(A), i + 1, A.rank, k - (i + 1))
    wanted = B if k == i else A[k]
    same("replace: mode k", modes_of(R[k]), modes_of(wanted))


@claim(
    "G5s",
    "the functions shape, stride, rank and depth agree with the layout; flatten gives depth 1; "
    "select, take and replace keep the nesting of each mode",
    source="CuTe layout.hpp, select, take, replace, shape, stride, rank, depth",
    expect=proved(ranks=tuple(f"{profile_text(profile)} *" for profile in TWO)),
    bound=(5, 1),
    A=Layouts(profiles=TWO),
    B=Layouts(profiles=(LEAF,)),
)
def shapes_and_nestings_are_those_of_the_layout(alg: Any, A: Layout, B: Layout) -> None:
    first, second = A.mode(0), A.mode(1)
    ensure_equal("rank and depth", (alg.rank(A), alg.depth(A)), (A.rank, A.depth))
    ensure("flat", alg.flatten(A).depth == 1)
    ensure_equal("shape", (alg.shape(A, 0), alg.shape(A, 1)), A.shape)
    ensure_equal("stride", (alg.stride(A, 0), alg.stride(A, 1)), A.stride)
    ensure_equal("select all", alg.select(A, 0, 1), A)
    ensure_equal("select in another order", alg.select(A, 1, 0), make_layout(second, first))
    ensure_equal("take the first", alg.take(A, 0, 1), make_layout(first))
    ensure_equal("replace the first", alg.replace(A, 0, B), make_layout(B, second))
    ensure_equal("replace the second", alg.replace(A, 1, B), make_layout(first, B))


@claim(
    "G6",
    "layout_add, if accepted, adds the offsets, R(i) = A(i) + B(i), and keeps the shape if both "
    "layouts have the same shape",
    source="NVlabs/CuTe 04_layout_algebra.md, layout_add",
    expect=proved(ranks=("(*)", "(*,*)")),
    bound=(5, 1),
    A=Layouts(profiles=flat(1, 2)),
    B=Layouts(profiles=flat(1, 2)),
    i=Index("A"),
)
def offsets_are_added(alg: Any, A: Layout, B: Layout, i: int) -> None:
    R = attempt(alg.layout_add, A, B)
    assume("the sum is accepted", R is not None)
    ensure_equal("the size", R.size, A.size)
    ensure("the shape", A.shape != B.shape or R.shape == A.shape)
    ensure_equal("the sum", R(i), A(i) + B(i))


@claim(
    "G7",
    "domain_offset moves the origin to a coordinate: R(x) + offset = A(c + x) within A",
    source="CuTe layout.hpp, domain_offset",
    expect=proved(),
    bound=(5, 2),
    A=NestedLayouts(profiles=NESTED),
    c=Point("A"),
    x=Point("A"),
)
def layouts_begin_anywhere(alg: Any, A: Layout, c: IntTuple, x: IntTuple) -> None:
    for point in (c, x):
        by(digits_of_a_count_are_the_point, flatten(point), flatten(A.shape))
    sums = summed(flatten(c), flatten(x))
    assume("c + x is within A", in_bounds(sums, flatten(A.shape)))
    by(digits_of_a_count_are_the_point, sums, flatten(A.shape))
    R, offset = alg.domain_offset(c, A)
    by(offsets_of_sums_are_sums_of_offsets, flatten(c), flatten(x), flatten(A.stride))
    ensure_equal("the offset", offset, A(c))
    ensure_equal("R(x) + offset = A(c + x)", R(x) + offset, A(unflatten(sums, A.shape)))


@claim(
    "G8",
    "make_ordered_layout is compact in the given order, and make_layout_like in the order of A's "
    "strides: each result is a bijection onto 0 .. size - 1, except that make_layout_like keeps "
    "strides of 0",
    source="CuTe layout.hpp, make_ordered_layout, make_layout_like",
    expect=proved(ranks=("(*,*)",)),
    bound=(5, 2),
    A=Layouts(profiles=flat(2)),
    i=Index("A"),
    j=Index("A"),
)
def compact_in_an_order(alg: Any, A: Layout, i: int, j: int) -> None:
    S = A.shape
    (m, d), (n, e) = modes_of(A)
    column, row = Layout(S, alg.prefix_product(S)), Layout(S, alg.suffix_product(S))
    ensure_equal("the first mode first", alg.make_ordered_layout(S, (0, 1)), column)
    ensure_equal("the last mode first", alg.make_ordered_layout(S, (1, 0)), row)
    R = alg.make_layout_like(A)
    if d == 0 or e == 0:
        ensure_equal("strides of 0 are kept", R, Layout(S, (int(d != 0), int(e != 0))))
    else:
        ensure_equal("the order of A", R, column if d <= e else row)
        x, y = alg.idx2crd(i, S)
        fast, slow, size = (x, y, m) if d <= e else (y, x, n)
        ensure_equal("R(i)", R(i), fast + size * slow)
        ensure("below the size", 0 <= R(i) < A.size)
        ensure("each offset once", i == j or R(i) != R(j))


@claim(
    "G9",
    "local_partition by threads of shape (p, q) in column-major or row-major order, where p and "
    "q divide A's sizes: element (x, y) belongs to thread (x mod p, y mod q), at the coordinate "
    "(x div p, y div q)",
    source="CuTe tensor_impl.hpp, local_partition",
    expect=proved(ranks=("(*,*)",)),
    bound=(4, 1),
    A=Layouts(profiles=flat(2)),
    p=Integers(1, width=2),
    q=Integers(1, width=2),
    i=Index("A"),
)
def every_element_is_of_a_thread(alg: Any, A: Layout, p: int, q: int, i: int) -> None:
    M, N = A[0].size, A[1].size
    assume("p divides M", M % p == 0)
    assume("q divides N", N % q == 0)
    x, y = alg.idx2crd(i, A.shape)
    for threads in (Layout((p, q)), Layout((p, q), (q, 1))):
        R, offset = alg.local_partition(A, threads, threads((x % p, y % q)))
        ensure_equal("number of its elements", R.size * p * q, A.size)
        ensure_equal("its element", R((x // p, y // q)) + offset, A(i))


@claim(
    "G9p",
    "local_partition with a projection: element (x, y) belongs to the threads (x mod p, k, y mod "
    "q), for every coordinate k of the mode that the projection leaves out",
    source="CuTe tensor_impl.hpp, local_partition with Step<_1,X,_1>",
    expect=proved(ranks=("(*,*)",)),
    bound=(4, 1),
    A=Layouts(profiles=flat(2)),
    p=Integers(1, width=2),
    q=Integers(1, width=2),
    t=Integers(1, width=2),
    k=Integers(0, width=2),
    i=Index("A"),
)
def every_element_is_of_a_class(
    alg: Any, A: Layout, p: int, q: int, t: int, k: int, i: int
) -> None:
    M, N = A[0].size, A[1].size
    assume("p divides M", M % p == 0)
    assume("q divides N", N % q == 0)
    assume("k is in the mode left out", k < t)
    x, y = alg.idx2crd(i, A.shape)
    thread = x % p + p * (k + t * (y % q))
    R, offset = alg.local_partition(A, Layout((p, t, q)), thread, (1, None, 1))
    ensure_equal("number of its elements", R.size * p * q, A.size)
    ensure_equal("its element", R((x // p, y // q)) + offset, A(i))


@claim(
    "G10",
    "make_fragment_like keeps the shape and is compact: it counts along mode 0 first, leaving "
    "out strides of 0, and then along the other modes in the order of their strides",
    source="CuTe layout.hpp, make_fragment_like",
    expect=proved(ranks=("(*,*)", "(*,*,*)", "((*,*),*)")),
    bound=(5, 2),
    A=Layouts(profiles=(*flat(2, 3), ((0, 0), 0))),
    i=Index("A"),
)
def fragments_are_compact(alg: Any, A: Layout, i: int) -> None:
    R = alg.make_fragment_like(A)
    ensure_equal("the shape", R.shape, A.shape)
    modes, first = modes_of(A), len(modes_of(A[0]))
    digits = tuple(zip(flatten(alg.idx2crd(i, A.shape)), modes, strict=True))
    kept = [(x, s) for x, (s, d) in digits[:first] if d != 0]
    others = list(digits[first:])
    if len(others) == 2 and others[1][1][1] < others[0][1][1]:
        others = [others[1], others[0]]
    held = (*kept, *((x, s) for x, (s, _) in others))
    shape = tuple(s for _, s in held)
    # By claim I1, `crd2idx` maps the coordinates in this shape one to one onto 0 .. size - 1.
    ensure_equal("R(i)", R(i), alg.crd2idx(tuple(x for x, _ in held), shape))
