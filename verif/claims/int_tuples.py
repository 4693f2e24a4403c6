"""Claims about IntTuples: running products, quotients, and comparisons of profiles."""

from __future__ import annotations

from typing import Any

from spec.int_tuple import IntTuple, flatten, product
from spec.layout import Layout
from verif.claims.coordinates import NESTED, NESTED_TEXTS
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, attempt, by, ensure, ensure_equal
from verif.readings.domains import LEAF, Index, Shapes, flat, profile_text
from verif.readings.numbers import Integers
from verif.theory.layouts.coordinates import digits_count_to_their_number

SOURCE = "CuTe int_tuple.hpp"

FEW: tuple[IntTuple, ...] = (LEAF, *flat(2), (0, (0, 0)))
"""Profiles for claims about two or three shapes."""

FEW_TEXTS = tuple(map(profile_text, FEW))


@claim(
    "I9",
    "running products are compact strides: the strides from prefix_product map each coordinate to "
    "its index, and a layout with strides from prefix_product or suffix_product has a cosize equal "
    "to its size",
    source="CuTe stride.hpp, compact_col_major, compact_row_major",
    expect=proved(ranks=NESTED_TEXTS),
    bound=(7, 1),
    S=Shapes(NESTED),
    i=Index("S"),
)
def running_products_are_compact(alg: Any, S: IntTuple, i: int) -> None:
    column, row = alg.prefix_product(S), alg.suffix_product(S)
    ensure("a stride for each extent", alg.congruent(column, S) and alg.congruent(row, S))
    by(digits_count_to_their_number, i, flatten(S))
    ensure_equal("the index of a coordinate", alg.inner_product(alg.idx2crd(i, S), column), i)
    for strides in (column, row):
        ensure_equal("cosize", alg.cosize(Layout(S, strides)), alg.product(S))


@claim(
    "I12",
    "congruent is an equivalence and holds if and only if weakly_congruent holds both ways; "
    "weakly_congruent is reflexive and transitive",
    source=f"{SOURCE}, congruent, weakly_congruent; CuTe 01_layout.md, Layout Concepts",
    expect=proved(ranks=FEW_TEXTS),
    bound=(7, 1),
    S=Shapes(FEW),
    T=Shapes(FEW),
    U=Shapes(FEW),
)
def profiles_are_compared(alg: Any, S: IntTuple, T: IntTuple, U: IntTuple) -> None:
    ensure("reflexive", alg.congruent(S, S))
    ensure_equal("symmetric", alg.congruent(S, T), alg.congruent(T, S))
    both_ways = alg.weakly_congruent(S, T) and alg.weakly_congruent(T, S)
    ensure_equal("congruent iff weakly congruent both ways", alg.congruent(S, T), both_ways)
    if alg.congruent(S, T) and alg.congruent(T, U):
        ensure("transitive", alg.congruent(S, U))
    if alg.weakly_congruent(S, T) and alg.weakly_congruent(T, U):
        ensure("weakly_congruent is transitive", alg.weakly_congruent(S, U))


@claim(
    "I13",
    "elem_scale keeps the profile and multiplies the size, and shape_div undoes it",
    source=f"{SOURCE}, shape_div, elem_scale",
    expect=proved(ranks=FEW_TEXTS),
    bound=(8, 1),
    S=Shapes(FEW),
    T=Shapes(FEW),
)
def scaled_and_divided(alg: Any, S: IntTuple, T: IntTuple) -> None:
    assume("T fits S", alg.weakly_congruent(S, T))
    scaled = alg.elem_scale(S, T)
    ensure("the profile of S", alg.congruent(scaled, S))
    ensure_equal("sizes", alg.product(scaled), alg.product(S) * alg.product(T))
    ensure_equal("shape_div restores S", alg.shape_div(scaled, T), S)


@claim(
    "I14",
    "compatible shapes are weakly compatible, and weakly compatible shapes are weakly congruent; a "
    "weakly compatible shape, scaled by `quotients`, is compatible",
    source=f"{SOURCE}, weakly_compatible, before 4.0",
    expect=proved(ranks=NESTED_TEXTS),
    bound=(8, 1),
    S=Shapes(NESTED),
    T=Shapes(NESTED),
)
def weakly_compatible_shapes_are_scaled(alg: Any, S: IntTuple, T: IntTuple) -> None:
    if alg.compatible(S, T):
        ensure("weakly compatible", alg.weakly_compatible(S, T))
    if alg.weakly_compatible(S, T):
        ensure("weakly congruent", alg.weakly_congruent(S, T))
        scaled = alg.elem_scale(S, quotients(S, T))
        ensure("scaled, compatible", alg.compatible(scaled, T))


def quotients(s: IntTuple, t: IntTuple) -> IntTuple:
    """For each integer in s, the size of the corresponding part of t, divided by this integer.

    >>> quotients((2, 3), (4, (2, 3)))
    (2, 2)
    """
    if isinstance(s, tuple) and isinstance(t, tuple):
        return tuple(quotients(x, y) for x, y in zip(s, t, strict=True))
    return product(t) // product(s)


@claim(
    "I15",
    "unflatten puts a list of terminals under a profile, and flatten returns the list",
    source="CuTe tuple_algorithms.hpp, flatten, unflatten",
    expect=proved(ranks=NESTED_TEXTS),
    bound=(7, 1),
    S=Shapes(NESTED),
    x=Integers(0, width=3),
)
def profiles_are_filled(alg: Any, S: IntTuple, x: int) -> None:
    terminals = tuple(s - x for s in alg.flatten((S,)))
    filled = alg.unflatten(terminals, S)
    ensure("the profile", alg.congruent(S, filled) and alg.weakly_congruent(S, filled))
    ensure_equal("the terminals", alg.flatten((filled,)), terminals)


@claim(
    "I16",
    "shape_div, if accepted, keeps the profile of the dividend",
    source=f"{SOURCE}, shape_div",
    expect=proved(ranks=FEW_TEXTS),
    bound=(8, 1),
    S=Shapes(FEW),
    T=Shapes(FEW),
)
def quotients_keep_the_profile(alg: Any, S: IntTuple, T: IntTuple) -> None:
    R = attempt(alg.shape_div, S, T)
    assume("T can be divided out of S", R is not None)
    ensure("the profile of S", alg.congruent(R, S))


@claim(
    "I17",
    "unflatten also puts tuples at the terminals of a profile; the profile is weakly congruent to "
    "the result",
    source="CuTe tuple_algorithms.hpp, unflatten",
    expect=proved(ranks=tuple(f"{s} {t}" for s in NESTED_TEXTS for t in ("*", "(*,*)"))),
    bound=(7, 1),
    S=Shapes(NESTED),
    T=Shapes((LEAF, *flat(2))),
)
def profiles_are_filled_with_tuples(alg: Any, S: IntTuple, T: IntTuple) -> None:
    filled = alg.unflatten(tuple(T for _ in alg.flatten((S,))), S)
    ensure("the profile, and more", alg.weakly_congruent(S, filled))
    terminals = tuple(t for _ in alg.flatten((S,)) for t in flatten(T))
    ensure_equal("the terminals", alg.flatten((filled,)), terminals)
