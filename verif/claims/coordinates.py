"""Claims about coordinates and compatibility."""

from __future__ import annotations

from typing import Any

from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.modes import extended, modes_of, total, value
from verif.claims.domains import LEAF, Index, Integers, Layouts, Shapes, flat, profile_text
from verif.kernel.claim import REFUTED, assume, claim, ensure, ensure_equal, proved, witness

NESTED: tuple[IntTuple, ...] = (LEAF, (0,), (0, 0), (0, (0, 0)), ((0, 0), 0))
"""Profiles of rank and depth up to 2."""

NESTED_TEXTS = tuple(map(profile_text, NESTED))


@claim(
    "I1",
    "crd2idx after idx2crd is the identity, and the other way round",
    source="CuTe 01_layout.md, Coordinate Mapping; CUTLASS-Cute 1, section 4.1",
    expect=proved(ranks=NESTED_TEXTS),
    S=Shapes(NESTED),
    i=Index("S"),
)
def coordinates_are_indices(alg: Any, S: IntTuple, i: int) -> None:
    crd = alg.idx2crd(i, S)
    ensure("the coordinate has the shape's profile", alg.congruent(crd, S))
    ensure_equal("crd2idx(idx2crd(i)) = i", alg.crd2idx(crd, S), i)
    ensure_equal("idx2crd(crd2idx(c)) = c", alg.idx2crd(alg.crd2idx(crd, S), S), crd)


@claim(
    "I2",
    "a layout is the same at the natural, the R-D and the 1-D coordinate of a point",
    source="CuTe 01_layout.md, Layout Coordinates; CUTLASS-Cute 1, section 4.1",
    expect=proved(ranks=NESTED_TEXTS),
    L=Layouts(profiles=NESTED),
    i=Index("L"),
)
def coordinates_are_interchangeable(alg: Any, L: Layout, i: int) -> None:
    natural = alg.idx2crd(i, L.shape)
    by_mode = alg.idx2crd(i, tuple(mode.size for mode in L)) if L.depth else i
    ensure_equal("L(natural) = L(1-D)", L(natural), L(i))
    ensure_equal("L(R-D) = L(1-D)", L(by_mode), L(i))


@claim(
    "I2m",
    "a layout is its list of modes: size, function and extended function",
    source="CuTe 01_layout.md, Layout Coordinates; what the proofs for every rank stand on",
    expect=proved(ranks=NESTED_TEXTS),
    L=Layouts(profiles=NESTED),
    i=Index("L"),
    x=Integers(0),
)
def layouts_are_lists_of_modes(alg: Any, L: Layout, i: int, x: int) -> None:
    modes = modes_of(L)
    ensure_equal("size", total(modes), L.size)
    ensure_equal("L(i)", value(modes, i), L(i))
    if modes[1:]:
        # Two digits taken off one by one are the digits taken off at once.
        s, t = modes[0][0], modes[1][0]
        witness(x, s * t, x // s // t, x % s + s * (x // s % t))
    ensure_equal("L^(x)", extended(modes, x), L.extended(x))


@claim(
    "I3",
    "cosize(L) = L(size - 1) + 1 for strides >= 0",
    source="CuTe layout.hpp, cosize",
    expect=proved(ranks=("*", "(*)", "(*,*)", "(*,*,*)")),
    L=Layouts(profiles=(LEAF, *flat(1, 2, 3)), strides="natural"),
)
def cosize_is_the_last_offset(alg: Any, L: Layout) -> None:
    ensure_equal("cosize(L) = L(size - 1) + 1", alg.cosize(L), L(L.size - 1) + 1)


@claim(
    "I4",
    "cosize(L) = L(size - 1) + 1 for any strides",
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
    "compatible(S, T) implies equal size, and every coordinate of S is one of T",
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
    a=Integers(-6),
    b=Integers(1, width=6),
    c=Integers(1, width=6),
)
def ceil_div_is_an_adjoint(alg: Any, a: int, b: int, c: int) -> None:
    ensure_equal("ceil_div(a, b) <= c iff a <= b*c", alg.ceil_div(a, b) <= c, a <= b * c)
    twice = alg.ceil_div(alg.ceil_div(a, b), c)
    ensure_equal("ceil_div(ceil_div(a, b), c) = ceil_div(a, b*c)", twice, alg.ceil_div(a, b * c))
