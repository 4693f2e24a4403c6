"""A tiling: B and its complement side by side, B a divisible chain.

They take every offset below the size once, so that they are compact once they are sorted; and
where composition accepts them they distribute, for A's strides and for any others, so that they
are super-increasing and fit.
"""

from __future__ import annotations

from spec.coalesce import coalesce_extended, coalesce_modes
from spec.complement import gaps, sort_modes
from spec.divide import is_chain
from spec.modes import Groups, Modes, extended, followed, joined, total, value
from verif.kernel.claim import assume, ensure, witness
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.readings.modes import strides_from
from verif.theory.complement.cover import (
    element_of,
    gap_of,
    layout_and_complement_stay_below_the_size,
    layout_and_complement_take_every_offset,
)
from verif.theory.complement.gaps import divisible_chain_is_a_chain
from verif.theory.distributivity.accepted import (
    coalescing_distributes,
    pieces_distribute,
    pieces_of_b,
    same_carries,
)
from verif.theory.distributivity.carries import counting
from verif.theory.distributivity.compact import (
    compact,
    compact_value,
    full,
    hole,
    missed,
    sorted_ascending,
)
from verif.theory.distributivity.increasing import distributed, super_increasing
from verif.theory.distributivity.necessity import excess
from verif.theory.distributivity.permuted import (
    permuted_increasing,
    sorted_strides,
    unsorting_distributes,
)
from verif.theory.layouts.modes import (
    at_least_one_mode,
    increasing,
    value_is_natural,
    value_is_within_reach,
)
from verif.theory.layouts.sorting import (
    place_after_sorting,
    place_before_sorting,
    sorting_reaches_every_coordinate,
    sorting_reindexes,
)


def tiling(b: Modes, size: int) -> Modes:
    """The modes of B and of its complement, 1:0 where that has none."""
    left = coalesce_modes(gaps(sort_modes(b), 1, size))
    return followed(b, left or ((1, 0),))


def tiling_takes(b: Modes, size: int, t: int) -> int:
    """The coordinate of a tiling at the offset t."""
    return element_of(b, t) + total(b) * gap_of(b, t)


@lemma
def increasing_strides(modes: Modes, low: int) -> Lemma:
    """Strides that increase from 0 on, or from above, are natural."""
    assume("natural", low >= 0)
    assume("increasing", increasing(modes, low))

    def shows() -> None:
        ensure("strides >= 0", strides_from(modes, 0))

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            increasing_strides(modes[1:], modes[0][1] + 1)

    return shows, proof


@contract(tiling_takes)
def promise_of_tiling_takes(b: Modes, size: int, t: int) -> Promise:
    """A tiling takes every offset below its size."""
    assume("size >= 1", size >= 1)
    assume("no step back", strides_from(b, 0))
    assume("a divisible chain", is_chain(sort_modes(b), 1, size))
    divisible_chain_is_a_chain(sort_modes(b), 1, size)
    increasing_strides(coalesce_modes(gaps(sort_modes(b), 1, size)), 1)
    assume("an offset", 0 <= t < size)
    layout_and_complement_take_every_offset(b, size, t)

    def shows(i: int) -> None:
        modes = tiling(b, size)
        ensure("a coordinate", i >= 0)
        ensure("a coordinate of both", i < total(modes))
        ensure("the offset", value(modes, i) == t)

    return Promise(shows)


@lemma
def sorted_takes(b: Modes, size: int, t: int) -> Lemma:
    """A tiling, sorted, takes every offset below its size."""
    assume("size >= 1", size >= 1)
    assume("no step back", strides_from(b, 0))
    assume("a divisible chain", is_chain(sort_modes(b), 1, size))
    divisible_chain_is_a_chain(sort_modes(b), 1, size)
    increasing_strides(coalesce_modes(gaps(sort_modes(b), 1, size)), 1)
    assume("an offset", 0 <= t < size)
    layout_and_complement_take_every_offset(b, size, t)

    def shows() -> None:
        modes = tiling(b, size)
        at = place_after_sorting(modes, tiling_takes(b, size, t))
        ensure("a coordinate", at >= 0)
        ensure("a coordinate of all", at < total(sort_modes(modes)))
        ensure("the offset", value(sort_modes(modes), at) == t)

    def proof() -> None:
        """By the coordinate of the tiling, sorted."""
        modes = tiling(b, size)
        i = tiling_takes(b, size, t)
        sorting_reindexes(modes, i, i)

    return shows, proof


@lemma
def tiling_is_compact(b: Modes, size: int) -> Lemma:
    """A tiling, sorted, is compact."""
    assume("size >= 1", size >= 1)
    assume("no step back", strides_from(b, 0))
    assume("a divisible chain", is_chain(sort_modes(b), 1, size))
    divisible_chain_is_a_chain(sort_modes(b), 1, size)
    increasing_strides(coalesce_modes(gaps(sort_modes(b), 1, size)), 1)

    def shows() -> None:
        modes = tiling(b, size)
        ensure("no step back", strides_from(modes, 0))
        ensure("as many coordinates as offsets", total(modes) == size)
        ensure("compact once sorted", compact(sort_modes(modes), 1))

    def proof() -> None:
        """A hole would be an offset not taken; and the last offset is taken."""
        modes = tiling(b, size)
        ordered = sort_modes(modes)
        layout_and_complement_stay_below_the_size(b, size, 0, 0)
        sorting_reindexes(modes, 0, 0)
        sorted_strides(modes, 0)
        sorted_ascending(modes, 0)
        missed(ordered, 0, 1, 0, 0)
        m = hole(ordered, 1)
        if m > 0:
            sorted_takes(b, size, m)
            missed(ordered, 0, 1, 0, place_after_sorting(modes, tiling_takes(b, size, m)))
        sorted_takes(b, size, size - 1)
        value_is_within_reach(ordered, place_after_sorting(modes, tiling_takes(b, size, size - 1)))
        full(ordered, 0, 1)

    return shows, proof


@lemma
def accepted_increases(modes: Modes, b: Modes, groups: Groups) -> Lemma:
    """A B that is compact once sorted, and whose pieces carry nowhere, is super-increasing and
    fits.
    """
    pieces_of_b(modes, b, groups)
    assume("compact once sorted", compact(sort_modes(b), 1))

    def shows() -> None:
        ensure("super-increasing once sorted", super_increasing(modes, sort_modes(b), 1))

    def proof() -> None:
        """Were they not super-increasing, strides that count carries would be no images."""
        ordered = sort_modes(b)
        sorting_reindexes(b, 0, 0)
        if not super_increasing(modes, ordered, 1):
            W = counting(modes, 0)
            y = excess(modes, ordered, 1)
            sorting_reaches_every_coordinate(b, y)
            compact_value(ordered, 1, y)
            same_carries(modes, 0, joined(groups))
            pieces_distribute(W, b, groups, place_before_sorting(b, y))
            unsorting_distributes(W, b, y)

    return shows, proof


@lemma(on="b")
def distributed_followed(modes: Modes, b: Modes, others: Modes, i: int) -> Lemma:
    """The sum over one list after another is that over both."""
    at_least_one_mode(modes)
    assume("i is natural", i >= 0)

    def shows() -> None:
        size = total(b)
        ensure(
            "the sum over both",
            distributed(modes, followed(b, others), i)
            == distributed(modes, b, i % size) + distributed(modes, others, i // size),
        )

    def proof() -> None:
        """Induction on B's modes."""
        if b:
            x, rest = b[0][0], total(b[1:])
            digit = i // x
            witness(i, x * rest, digit // rest, i % x + x * (digit % rest))
            distributed_followed(modes, b[1:], others, digit)

    return shows, proof


@lemma
def both_distribute(modes: Modes, b: Modes, others: Modes, i: int, j: int) -> Lemma:
    """Two lists of modes that are super-increasing once they are sorted together distribute."""
    at_least_one_mode(modes)
    assume("no step back", strides_from(b, 0))
    assume("nor by the others", strides_from(others, 0))
    both = sort_modes(followed(b, others))
    assume("super-increasing", super_increasing(coalesce_extended(modes), both, 1))
    assume("i is a coordinate", 0 <= i < total(b))
    assume("j is a coordinate", 0 <= j < total(others))

    def shows() -> None:
        ensure(
            "distributes",
            extended(modes, value(b, i) + value(others, j))
            == distributed(modes, b, i) + distributed(modes, others, j),
        )

    def proof() -> None:
        """By D5 for coalesced A, at the coordinate of both."""
        both = followed(b, others)
        k = i + total(b) * j
        witness(k, total(b), j, i)
        value_is_natural(both, k)
        permuted_increasing(coalesce_extended(modes), both, k)
        distributed_followed(coalesce_extended(modes), b, others, k)
        coalescing_distributes(modes, b, i)
        coalescing_distributes(modes, others, j)

    return shows, proof
