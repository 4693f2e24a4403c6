"""Claims about the right inverse and the left inverse of a layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spec.coalesce import coalesce_modes
from spec.errors import LayoutError, MalformedError
from spec.inverse import PlacedModes, chain, placed, quotients, sort_placed
from spec.layout import Layout
from spec.modes import modes_of
from verif.claims.distributivity import injective
from verif.kernel.claim import REFUTED, claim, proved
from verif.kernel.verbs import assume, attempt, by, ensure, ensure_equal, same
from verif.readings.domains import ANY_NESTING, LEAF, Index, Layouts, flat
from verif.readings.numbers import Integers
from verif.theory.inverse.left_inverse import (
    quotients_are_a_left_inverse,
    reaches_over,
    repeats_nothing,
)
from verif.theory.inverse.right_inverse import chain_is_a_right_inverse
from verif.theory.inverse.without_a_stride import (
    a_chain_of_modes_without_its_stride_is_empty,
    lack,
)
from verif.theory.layouts.normal_form import coalescing_changes_no_canonical_modes

SOURCE = "CuTe layout.hpp, {}; Cecka 2026, section 3.5"
SMALL = (LEAF, *flat(1, 2, 3), ((0, 0),))


def graph(layout: Layout) -> PlacedModes:
    """The coalesced and sorted modes, each with its step in the layout's 1-D coordinates."""
    return sort_placed(placed(coalesce_modes(modes_of(layout)), 1))


def accepts(operation: Callable[[Layout], Any], layout: Layout) -> bool:
    """Whether the operation accepts the layout, regardless of what it returns."""
    try:
        return _returns(operation, layout)
    except LayoutError:
        return False


def _returns(operation: Callable[[Layout], Any], layout: Layout) -> bool:
    """Return True if the operation returns any value, even one that is not a layout."""
    try:
        operation(layout)
    except MalformedError:
        return True
    return True


@claim(
    "V1",
    "a layout after its right inverse is the identity: L(right_inverse(L)(i)) = i",
    source=SOURCE.format("right_inverse"),
    expect=proved(),
    L=Layouts(profiles=SMALL),
    i=Integers(0),
)
def right_inverse_is_inverse(alg: Any, L: Layout, i: int) -> None:
    R = alg.right_inverse(L)
    assume("i is a coordinate of the inverse", i < R.size)
    by(chain_is_a_right_inverse, coalesce_modes(modes_of(L)), i)
    ensure("R(i) is a coordinate", 0 <= R(i) < L.size)
    ensure_equal("L(R(i)) = i", L(R(i)), i)


@claim(
    "V9",
    "the right inverse is coalesced: coalesce changes nothing",
    source=SOURCE.format("right_inverse"),
    expect=proved(),
    bound=(5, 4),
    L=Layouts(profiles=SMALL),
)
def right_inverse_is_coalesced(alg: Any, L: Layout) -> None:
    by(coalescing_changes_no_canonical_modes, coalesce_modes(chain(graph(L), 1)))
    R = alg.right_inverse(L)
    again = alg.coalesce(R)
    same("the modes", modes_of(again), modes_of(R))
    ensure_equal("the depth", again.depth, R.depth)


@claim(
    "V10",
    "the right inverse of a layout without a mode of stride 1 is 1:0",
    source=SOURCE.format("right_inverse"),
    expect=proved(),
    bound=(5, 4),
    L=Layouts(ANY_NESTING),
)
def right_inverse_of_no_stride_1_is_of_0(alg: Any, L: Layout) -> None:
    assume("no mode has stride 1", lack(modes_of(L), 1))
    by(a_chain_of_modes_without_its_stride_is_empty, modes_of(L), 1)
    R = alg.right_inverse(L)
    ensure_equal("depth 0", R.depth, 0)
    ensure_equal("1 coordinate", R.size, 1)
    ensure_equal("and stride 0", R.extended(1), 0)


@claim(
    "V5",
    "the left inverse of an accepted injective layout with strides >= 0 maps each offset to its "
    "coordinate",
    source=SOURCE.format("left_inverse"),
    expect=proved(),
    L=Layouts(profiles=SMALL, strides="natural"),
    i=Index("L"),
)
def left_inverse_is_inverse(alg: Any, L: Layout, i: int) -> None:
    R = attempt(alg.left_inverse, L)
    assume("L is accepted", R is not None)
    # The proof needs only that no coalesced mode of an injective L has stride 0. Coalesced modes
    # have size >= 2, so a mode of stride 0 would give two coordinates the same offset.
    assume("L is injective: no coalesced mode has stride 0", repeats_nothing(graph(L)))
    by(quotients_are_a_left_inverse, coalesce_modes(modes_of(L)), i)
    ensure_equal("R(L(i)) = i", R(L(i)), i)


@claim(
    "V7o",
    "if each stride of the sorted modes is a multiple of the stride before it and at least the "
    "extent of the mode before it, the layout has a generalised left inverse: L(L'(L(i))) = L(i), "
    "and L'(L(i)) is a coordinate",
    source=SOURCE.format("left_inverse"),
    expect=proved(),
    L=Layouts(profiles=SMALL),
    i=Index("L"),
)
def left_inverse_is_generalised(alg: Any, L: Layout, i: int) -> None:
    assume(
        "after sorting, each stride is a multiple of the stride before it and at least the extent "
        "of the mode before it",
        reaches_over(graph(L), 1, 1),
    )
    by(quotients_are_a_left_inverse, coalesce_modes(modes_of(L)), i)
    at = alg.left_inverse(L)(L(i))
    ensure("L'(L(i)) is a coordinate", 0 <= at < L.size)
    ensure_equal("L(L'(L(i))) = L(i)", L(at), L(i))


@claim(
    "V9l",
    "the left inverse, if accepted, is coalesced: coalesce changes nothing",
    source=SOURCE.format("left_inverse"),
    expect=proved(),
    bound=(5, 4),
    L=Layouts(profiles=SMALL),
)
def left_inverse_is_coalesced(alg: Any, L: Layout) -> None:
    R = attempt(alg.left_inverse, L)
    assume("L is accepted", R is not None)
    merged = coalesce_modes(modes_of(L))
    by(coalescing_changes_no_canonical_modes, merged)
    if not merged or merged[1:] or merged[0][1] != 0:
        by(coalescing_changes_no_canonical_modes, coalesce_modes(quotients(graph(L), 1, 1, 0)))
    again = alg.coalesce(R)
    same("the modes", modes_of(again), modes_of(R))
    ensure_equal("the depth", again.depth, R.depth)


@claim(
    "V5n",
    "for every injective layout that CuTe C++ accepts, with or without negative strides, the left "
    "inverse maps each offset back to its coordinate",
    source=f"{SOURCE.format('left_inverse')}; checked against the output of CuTe C++ 4.2.0",
    expect=REFUTED,
    exhibits=({"L": Layout(2, -1), "i": 0}, {"L": Layout((2, 2), (-1, 2)), "i": 0}),
    accuses="cute-cpp",
    L=Layouts(profiles=(LEAF, *flat(2))),
    i=Index("L"),
)
def left_inverse_of_negative_strides_upstream(alg: Any, L: Layout, i: int) -> None:
    assume("L is injective", injective(L))
    assume("L is accepted", accepts(alg.left_inverse, L))
    # For a mode of stride -1, CuTe C++ returns a mode of size -1, which is not a layout.
    R = alg.left_inverse(L)
    ensure_equal("R(L(i)) = i", R.extended(L(i)), i)


@claim(
    "V7",
    "every layout that CuTe C++ accepts has a generalised left inverse: L(L'(L(i))) = L(i)",
    source=f"{SOURCE.format('left_inverse')}; checked against the output of CuTe C++ 4.2.0",
    expect=REFUTED,
    exhibits=(
        {"L": Layout((2, 3), (2, 1)), "i": 5},
        {"L": Layout((2, 1, 6), (4, 2, 1)), "i": 9},
    ),
    accuses="cute-cpp",
    L=Layouts(profiles=flat(2, 3), strides="natural"),
    i=Index("L"),
)
def left_inverse_is_generalised_upstream(alg: Any, L: Layout, i: int) -> None:
    R = attempt(alg.left_inverse, L)
    assume("L is accepted", R is not None)
    # In C++, a coordinate or offset that exceeds the size overflows into the last mode.
    ensure_equal("L(L'(L(i))) = L(i)", L.extended(R.extended(L(i))), L(i))
