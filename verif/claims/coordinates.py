"""Claims about coordinates and compatibility."""

from __future__ import annotations

from typing import Any

from spec.coordinates import counted
from spec.int_tuple import IntTuple, flatten
from spec.layout import Layout
from spec.modes import extended, modes_of, total, value
from verif.kernel.claim import REFUTED, claim, proved
from verif.kernel.verbs import accepted, assume, attempt, by, ensure, ensure_equal, same
from verif.readings.domains import (
    LEAF,
    Index,
    Layouts,
    LayoutsByMode,
    NestedLayouts,
    Point,
    PointByMode,
    Shapes,
    ShapesByMode,
    flat,
    profile_text,
    sizes_of_modes,
)
from verif.readings.numbers import Integers
from verif.theory.layouts.coordinates import (
    digits_count_to_their_number,
    digits_of_a_count_are_the_point,
    digits_of_any_number_count_to_it,
    extent_is_positive,
    inner_product_at_digits_is_extended,
    last_coordinate_reaches_furthest,
)
from verif.theory.layouts.modes import extended_is_value_within_the_size

NESTED: tuple[IntTuple, ...] = (LEAF, (0,), (0, 0), (0, (0, 0)), ((0, 0), 0))
"""Profiles of rank and depth up to 2."""

EMPTY: tuple[IntTuple, ...] = ((), (0, ()), ((), (0, 0)))
"""Profiles that contain tuples without terminals."""

NESTED_TEXTS = tuple(map(profile_text, NESTED))


@claim(
    "I1",
    "idx2crd and crd2idx are inverse to each other, between the 1-D and the natural coordinates",
    source="CuTe 01_layout.md, Coordinate Mapping; CUTLASS-Cute 1, section 4.1",
    expect=proved(),
    S=Shapes(NESTED),
    i=Index("S"),
    c=Point("S"),
)
def coordinates_are_indices(alg: Any, S: IntTuple, i: int, c: IntTuple) -> None:
    by(digits_count_to_their_number, i, flatten(S))
    by(digits_of_a_count_are_the_point, flatten(c), flatten(S))
    crd = alg.idx2crd(i, S)
    ensure("the coordinate has the shape's profile", alg.congruent(crd, S))
    ensure_equal("crd2idx(idx2crd(i)) = i", alg.crd2idx(crd, S), i)
    x = alg.crd2idx(c, S)
    ensure("crd2idx(c) is an index", 0 <= x < alg.size(S))
    back = alg.idx2crd(x, S)
    ensure("idx2crd(crd2idx(c)) has the profile of c", alg.congruent(back, c))
    same("idx2crd(crd2idx(c)) = c", flatten(back), flatten(c))


@claim(
    "I2",
    "a layout has the same offset at the natural, the R-D and the 1-D coordinate of a point",
    source="CuTe 01_layout.md, Layout Coordinates; CUTLASS-Cute 1, section 4.1",
    expect=proved(),
    L=LayoutsByMode(profiles=(*NESTED, *EMPTY)),
    i=Index("L"),
)
def coordinates_are_interchangeable(alg: Any, L: Layout, i: int) -> None:
    for kind, shape in (("natural", L.shape), ("R-D", sizes_of_modes(L.shape))):
        by(digits_count_to_their_number, i, flatten(shape))
        crd = alg.idx2crd(i, shape)
        ensure_equal(f"crd2idx({kind}) = i", alg.crd2idx(crd, L.shape), i)
        ensure_equal(f"L({kind}) = L(i)", L(crd), L(i))


@claim(
    "I2r",
    "idx2crd and crd2idx are inverse to each other, between the 1-D and the R-D coordinates",
    source="CuTe 01_layout.md, Coordinate Mapping; CUTLASS-Cute 1, section 4.1",
    expect=proved(),
    S=ShapesByMode((*NESTED, *EMPTY)),
    i=Index("S"),
    c=PointByMode("S"),
)
def coordinates_by_mode_are_indices(alg: Any, S: IntTuple, i: int, c: IntTuple) -> None:
    sizes = sizes_of_modes(S)
    by(digits_count_to_their_number, i, flatten(sizes))
    by(digits_count_to_their_number, i, flatten(S))
    ensure_equal("crd2idx(idx2crd(i)) = i", alg.crd2idx(alg.idx2crd(i, sizes), S), i)
    by(digits_of_a_count_are_the_point, flatten(c), flatten(sizes))
    by(digits_count_to_their_number, counted(flatten(c), flatten(sizes)), flatten(S))
    x = alg.crd2idx(c, S)
    ensure("crd2idx(c) is an index", 0 <= x < alg.size(S))
    same("idx2crd(crd2idx(c)) = c", flatten(alg.idx2crd(x, sizes)), flatten(c))
    same("the natural one", flatten(alg.idx2crd(c, S)), flatten(alg.idx2crd(x, S)))


@claim(
    "I2m",
    "a layout has the size, the function and the extended function of its list of modes",
    source="CuTe 01_layout.md, Layout Coordinates; the proofs for every rank rely on this",
    expect=proved(),
    L=NestedLayouts(profiles=NESTED),
    i=Index("L"),
    x=Integers(0),
)
def layouts_are_lists_of_modes(alg: Any, L: Layout, i: int, x: int) -> None:
    modes = modes_of(L)
    for y in (i, x):
        by(inner_product_at_digits_is_extended, y, flatten(L.shape), flatten(L.stride))
    by(extended_is_value_within_the_size, modes, i)
    ensure_equal("size", total(modes), L.size)
    ensure_equal("L(i)", value(modes, i), L(i))
    ensure_equal("L^(x)", extended(modes, x), L.extended(x))


@claim(
    "I3",
    "cosize(L) = L(size - 1) + 1 for strides >= 0",
    source="CuTe layout.hpp, cosize",
    expect=proved(),
    L=NestedLayouts(profiles=(*NESTED, (0, 0, 0)), strides="natural"),
)
def cosize_is_the_last_offset(alg: Any, L: Layout) -> None:
    by(extent_is_positive, flatten(L.shape))
    by(last_coordinate_reaches_furthest, flatten(L.shape), flatten(L.stride))
    ensure_equal("cosize(L) = L(size - 1) + 1", alg.cosize(L), L(L.size - 1) + 1)


@claim(
    "I4",
    "cosize(L) = L(size - 1) + 1 for all strides",
    source="CuTe layout.hpp, cosize",
    expect=REFUTED,
    L=Layouts(profiles=(LEAF, *flat(2))),
)
def cosize_is_the_last_offset_for_any_strides(alg: Any, L: Layout) -> None:
    ensure_equal("cosize(L) = L(size - 1) + 1", alg.cosize(L), L(L.size - 1) + 1)


@claim(
    "I5",
    "compatible is a partial order: reflexive, antisymmetric, transitive",
    source="CuTe 01_layout.md, Layout Compatibility; CUTLASS-Cute 1, section 4",
    expect=proved(ranks=NESTED_TEXTS),
    S=Shapes(NESTED),
    T=Shapes(NESTED),
    U=Shapes(NESTED),
)
def compatible_is_a_partial_order(alg: Any, S: IntTuple, T: IntTuple, U: IntTuple) -> None:
    ensure("reflexive", alg.compatible(S, S))
    if alg.compatible(S, T):
        if alg.compatible(T, S):
            ensure_equal("antisymmetric", S, T)
        if alg.compatible(T, U):
            ensure("transitive", alg.compatible(S, U))


@claim(
    "I6",
    "compatible(S, T) implies equal size, and every coordinate of S is a coordinate of T",
    source="CuTe 01_layout.md, Layout Compatibility; CUTLASS-Cute 1, section 4",
    expect=proved(ranks=NESTED_TEXTS),
    S=Shapes(NESTED),
    T=Shapes(NESTED),
    i=Index("S"),
)
def compatible_shapes_share_coordinates(alg: Any, S: IntTuple, T: IntTuple, i: int) -> None:
    assume("compatible(S, T)", alg.compatible(S, T))
    ensure_equal("size", alg.size(S), alg.size(T))
    crd = alg.idx2crd(i, S)
    ensure_equal("the same point", alg.crd2idx(crd, T), i)


@claim(
    "I7",
    "ceil_div(a, b) is the least c with a <= b*c, and dividing twice is dividing by the product",
    source="CuTe int_tuple.hpp, ceil_div",
    expect=proved(),
    more=Integers(0, width=6),
    less=Integers(0, width=6),
    b=Integers(1, width=4),
    c=Integers(1, width=4),
    fewer=Integers(0, width=4),
)
def ceil_div_is_an_adjoint(alg: Any, more: int, less: int, b: int, c: int, fewer: int) -> None:
    # Let `a` and `bound` be any integers: every integer is a difference of two natural numbers.
    a, bound = more - less, c - fewer
    ensure_equal("ceil_div(a, b) <= c iff a <= b*c", alg.ceil_div(a, b) <= bound, a <= b * bound)
    twice = alg.ceil_div(alg.ceil_div(a, b), c)
    ensure_equal("ceil_div(ceil_div(a, b), c) = ceil_div(a, b*c)", twice, alg.ceil_div(a, b * c))


@claim(
    "I8",
    "idx2crd of (M,N) and of (M,(N,K)) takes one remainder after another: (i % M, ((i / M) % N, "
    "(i / (M*N)) % K))",
    source="CUTLASS-Cute 1, section 4.1",
    expect=proved(ranks=("(*,*) (*,(*,*))",)),
    S=Shapes(flat(2)),
    T=Shapes(((0, (0, 0)),)),
    i=Index("S"),
    j=Index("T"),
)
def coordinates_are_remainders(
    alg: Any, S: tuple[int, int], T: tuple[int, tuple[int, int]], i: int, j: int
) -> None:
    m, n = S
    ensure_equal("(M,N)", alg.idx2crd(i, S), (i % m, (i // m) % n))
    first, (second, third) = T
    digits = j % first, ((j // first) % second, (j // (first * second)) % third)
    ensure_equal("(M,(N,K))", alg.idx2crd(j, T), digits)


@claim(
    "I10",
    "crd2crd maps a coordinate to the natural coordinate with the same index in another shape",
    source="CuTe stride.hpp, crd2crd",
    expect=proved(),
    bound=(7, 1),
    S=Shapes(NESTED),
    T=Shapes(NESTED),
    i=Index("S"),
)
def coordinates_go_over(alg: Any, S: IntTuple, T: IntTuple, i: int) -> None:
    assume("S has at most as many elements as T", alg.size(S) <= alg.size(T))
    by(digits_count_to_their_number, i, flatten(S))
    by(digits_count_to_their_number, i, flatten(T))
    over = alg.crd2crd(alg.idx2crd(i, S), S, T)
    ensure("the profile of T", alg.congruent(over, T))
    ensure_equal("the same index", alg.crd2idx(over, T), i)


@claim(
    "I11",
    "idx2crd_extended and crd2idx_extended agree with idx2crd and crd2idx within the size; beyond "
    "the size, the last mode takes the overflow",
    source="CuTe stride.hpp, idx2crd, crd2idx",
    expect=proved(),
    bound=(4, 2),
    L=NestedLayouts(profiles=NESTED),
    x=Integers(0),
)
def coordinates_go_on(alg: Any, L: Layout, x: int) -> None:
    S = L.shape
    by(digits_of_any_number_count_to_it, x, flatten(S))
    by(inner_product_at_digits_is_extended, x, flatten(S), flatten(L.stride))
    c = alg.idx2crd_extended(x, S)
    ensure("the profile of S", alg.congruent(c, S))
    ensure_equal("crd2idx restores the number", alg.crd2idx_extended(x, S), x)
    ensure_equal("the offset", alg.crd2idx_extended(x, S, L.stride), L.extended(x))
    ensure_equal("the offset of c", alg.inner_product(c, L.stride), L.extended(x))
    if x < alg.size(S):
        same("within the size, idx2crd_extended is idx2crd", flatten(c), flatten(alg.idx2crd(x, S)))
        ensure_equal(
            "within the size, crd2idx_extended is crd2idx",
            alg.crd2idx_extended(x, S),
            alg.crd2idx(x, S),
        )


@claim(
    "I11t",
    "for a tuple, idx2crd_extended, if accepted, gives the profile of the shape and is idempotent; "
    "it is accepted if neither the shape nor a part of it is an empty tuple",
    source="CuTe stride.hpp, idx2crd",
    expect=proved(ranks=tuple(map(profile_text, (*NESTED[2:], EMPTY[1])))),
    bound=(5, 1),
    S=Shapes((*NESTED[2:], EMPTY[1])),
    x=Shapes((*NESTED[2:], EMPTY[1]), low=0),
)
def coordinates_of_modes_go_on(alg: Any, S: IntTuple, x: IntTuple) -> None:
    assume("x has the profile of S, or integers for parts of it", alg.weakly_congruent(x, S))
    c = attempt(alg.idx2crd_extended, x, S)
    if has_terminals_throughout(S):
        ensure("accepted", accepted(c))
    assume("accepted, also at parts without terminals", c is not None)
    ensure("the profile of S", alg.congruent(c, S))
    ensure_equal("idempotent", alg.idx2crd_extended(c, S), c)
    ensure_equal("the offset", alg.crd2idx_extended(x, S), alg.crd2idx_extended(c, S))


def has_terminals_throughout(t: IntTuple) -> bool:
    """Whether every part of t has terminals: neither t nor a part of t is an empty tuple.

    >>> has_terminals_throughout((2, (3, 4))), has_terminals_throughout((2, ()))
    (True, False)
    """
    if isinstance(t, tuple):
        return len(t) > 0 and all(has_terminals_throughout(part) for part in t)
    return True
