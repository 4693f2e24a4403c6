"""Claims about filter: layouts without the modes of stride 0."""

from __future__ import annotations

from typing import Any

from spec.filter import unrepeated
from spec.int_tuple import IntTuple, flatten
from spec.layout import Layout
from spec.modes import Modes, modes_of
from verif.claims.coordinates import NESTED
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, by, ensure, ensure_equal, same
from verif.readings.by_mode import groups_of
from verif.readings.domains import OF_MODES, Index, LayoutsOfModes, NestedLayouts, Shapes, flat
from verif.readings.numbers import Integers
from verif.theory.layouts.by_mode import a_mode_that_is_reached_is_filtered
from verif.theory.layouts.coordinates import (
    inner_product_at_digits_is_extended,
    modes_are_their_shapes_and_strides,
)
from verif.theory.layouts.modes import extended_is_value_within_the_size
from verif.theory.layouts.repeats import (
    coordinates_are_spread_over_repeats,
    coordinates_without_repeats_have_the_offset,
    kept_coordinate,
    repeats_go_to_zero,
    spread_coordinate,
)

SOURCE = "CuTe layout.hpp"


def by_its_modes(layout: Layout, x: int) -> None:
    """Cite two lemmas: a nested layout and the list of its modes have the same offset at x."""
    by(inner_product_at_digits_is_extended, x, flatten(layout.shape), flatten(layout.stride))
    by(extended_is_value_within_the_size, modes_of(layout), x)


def by_both_ways(modes: Modes, i: int, j: int) -> None:
    """Cite lemmas: `kept_coordinate` and `spread_coordinate` keep the offsets of coordinates.

    `kept_coordinate` drops from coordinate i the digits along modes of stride 0.
    `spread_coordinate` inserts such digits into coordinate j.
    """
    by(modes_are_their_shapes_and_strides, unrepeated(modes))
    by(coordinates_without_repeats_have_the_offset, modes, i)
    by(coordinates_are_spread_over_repeats, modes, j)


@claim(
    "N1",
    "filter_zeros keeps profile and image: the result has A's offset at the coordinate "
    "`kept_coordinate`, and A has the result's offset at `spread_coordinate`",
    source=f"{SOURCE}, filter_zeros",
    expect=proved(),
    A=NestedLayouts(profiles=NESTED),
    i=Index("A"),
    j=Index("A"),
)
def filter_zeros_keeps_the_image(alg: Any, A: Layout, i: int, j: int) -> None:
    R, modes = alg.filter_zeros(A), modes_of(A)
    assume("j is a coordinate of R", j < R.size)
    by_both_ways(modes, i, j)
    kept, spread = kept_coordinate(modes, i), spread_coordinate(modes, j)
    for layout, x in ((A, i), (R, kept), (R, j), (A, spread)):
        by_its_modes(layout, x)
    ensure("the profile is kept", alg.congruent(R.shape, A.shape))
    ensure_equal("R(kept) = A(i)", R(kept), A(i))
    ensure_equal("A(spread) = R(j)", A(spread), R(j))


@claim(
    "N2",
    "filter keeps the image, as filter_zeros does, and the size of A is the size of the result "
    "times the size of the nullspace",
    source=f"{SOURCE}, filter, nullspace",
    expect=proved(),
    A=NestedLayouts(profiles=NESTED),
    i=Index("A"),
    j=Index("A"),
)
def filter_keeps_the_image(alg: Any, A: Layout, i: int, j: int) -> None:
    R, modes = alg.filter_(A), modes_of(A)
    assume("j is a coordinate of R", j < R.size)
    by_both_ways(modes, i, j)
    kept, spread = kept_coordinate(modes, i), spread_coordinate(modes, j)
    for x in (i, spread):
        by_its_modes(A, x)
    ensure("depth at most 1", R.depth <= 1)
    ensure_equal("size(A) = size(R) * size(nullspace)", R.size * alg.nullspace(A).size, A.size)
    ensure_equal("R(kept) = A(i)", R(kept), A(i))
    ensure_equal("A(spread) = R(j)", A(spread), R(j))


@claim(
    "N3",
    "all coordinates of the nullspace have the offset 0",
    source=f"{SOURCE}, nullspace",
    expect=proved(),
    A=NestedLayouts(profiles=NESTED),
    i=Index("A"),
)
def the_nullspace_goes_to_zero(alg: Any, A: Layout, i: int) -> None:
    R = alg.nullspace(A)
    assume("i is a coordinate of the nullspace", i < R.size)
    by(repeats_go_to_zero, modes_of(A), i)
    by_its_modes(A, R(i))
    ensure_equal("A(R(i)) = 0", A(R(i)), 0)


@claim(
    "N4",
    "by-mode filter filters mode k if the profile has an entry k; the integers of the profile have "
    "no effect, and other modes are unchanged",
    source="CuTe layout.hpp, filter",
    expect=proved(),
    bound=(4, 2),
    A=LayoutsOfModes(profiles=OF_MODES),
    P=Shapes(flat(1, 2), low=0),
    k=Integers(0, width=1),
)
def filter_by_mode_is_of_each(alg: Any, A: Layout, P: IntTuple, k: int) -> None:
    profile = flatten(P)
    assume("the profile has at most as many integers as A has modes", len(profile) <= A.rank)
    R = alg.filter_(A, profile)
    ensure_equal("the rank", R.rank, A.rank)
    assume("k is a mode", k < A.rank)
    if k < len(profile):
        by(a_mode_that_is_reached_is_filtered, groups_of(A), profile, k)
        alone = alg.filter_(A[k])
        same("the modes of a filtered mode", modes_of(R[k]), modes_of(alone))
        ensure_equal("the depth", R[k].depth, alone.depth)
    else:
        ensure("a mode beyond the profile is kept", R[k] == A[k])
