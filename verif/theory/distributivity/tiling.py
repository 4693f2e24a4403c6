"""Tilings: A distributes over an accepted B and its complement together.

B, sorted, is a divisible chain up to the size of A. The complement of B consists of the coalesced
gaps. A *tiling* is B followed by the modes of the complement.

Plan: every number below the size is an offset of the tiling, and the number of coordinates of the
tiling is the size. So a sorted tiling has no hole and no offset beyond the size: it is compact. If
composition accepts the tiling, the pieces of the tiling do not carry. So A distributes over the
tiling, and would do so with any other strides of A. By the converse for compact modes, the sorted
tiling is super-increasing. The last lemma is the main theorem: A distributes over two joined lists
of modes if both lists, sorted together, are super-increasing for coalesced A.
"""

from __future__ import annotations

from spec.coalesce import coalesce_extended, coalesce_modes
from spec.complement import gaps, sort_modes
from spec.divide import is_chain
from spec.modes import Groups, Modes, extended, followed, joined, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, ensure, witness
from verif.readings.modes import strides_from
from verif.theory.complement.cover import (
    element_of,
    gap_of,
    layout_and_complement_stay_below_the_size,
    layout_and_complement_take_every_offset,
)
from verif.theory.complement.gaps import divisible_chain_is_a_chain
from verif.theory.distributivity.accepted_pieces import (
    b_whose_pieces_do_not_carry_distributes,
    carries_do_not_depend_on_strides,
    coalescing_a_keeps_the_sum,
    pieces_of_b,
)
from verif.theory.distributivity.any_order import (
    sorting_keeps_strides_from,
    super_increasing_once_sorted_distributes,
    unsorting_keeps_the_sum,
)
from verif.theory.distributivity.compact import (
    a_hole_is_not_taken,
    compact,
    compact_modes_are_the_coordinate,
    full_modes_without_a_hole_are_compact,
    hole,
    sorted_strides_ascend,
)
from verif.theory.distributivity.converse import excess
from verif.theory.distributivity.cost_of_carries import counting
from verif.theory.distributivity.super_increasing import distributed, super_increasing
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
    """B's modes, followed by the complement's modes, or by 1:0 if the complement has no modes."""
    left = coalesce_modes(gaps(sort_modes(b), 1, size))
    return followed(b, left or ((1, 0),))


def tiling_takes(b: Modes, size: int, t: int) -> int:
    """The coordinate at which a tiling has the offset t."""
    return element_of(b, t) + total(b) * gap_of(b, t)


@lemma
def increasing_strides_are_natural(modes: Modes, low: int) -> Lemma:
    """If the first stride is at least `low` >= 0 and strides increase, no stride is negative."""
    assume("natural", low >= 0)
    assume("increasing", increasing(modes, low))

    def shows() -> None:
        ensure("strides >= 0", strides_from(modes, 0))

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            increasing_strides_are_natural(modes[1:], modes[0][1] + 1)

    return shows, proof


def a_divisible_chain(b: Modes, size: int) -> None:
    """Assume that B, sorted, is a divisible chain. Then the complement has no negative stride."""
    assume("size >= 1", size >= 1)
    assume("no step back", strides_from(b, 0))
    assume("a divisible chain", is_chain(sort_modes(b), 1, size))
    # By `divisible_chain_is_a_chain`, `gaps` accepts the sorted modes. By
    # `increasing_strides_are_natural`, no stride of the complement is negative.
    divisible_chain_is_a_chain(sort_modes(b), 1, size)
    increasing_strides_are_natural(coalesce_modes(gaps(sort_modes(b), 1, size)), 1)


@contract(tiling_takes)
def a_tiling_takes_every_offset(b: Modes, size: int, t: int) -> Promise:
    """A tiling reaches every offset below its size."""
    a_divisible_chain(b, size)
    assume("an offset", 0 <= t < size)
    layout_and_complement_take_every_offset(b, size, t)

    def shows(i: int) -> None:
        modes = tiling(b, size)
        ensure("a coordinate", i >= 0)
        ensure("a coordinate of both", i < total(modes))
        ensure("the offset", value(modes, i) == t)

    return Promise(shows)


@lemma
def a_sorted_tiling_takes_every_offset(b: Modes, size: int, t: int) -> Lemma:
    """A sorted tiling reaches every offset below its size."""
    a_divisible_chain(b, size)
    assume("an offset", 0 <= t < size)
    layout_and_complement_take_every_offset(b, size, t)

    def shows() -> None:
        modes = tiling(b, size)
        at = place_after_sorting(modes, tiling_takes(b, size, t))
        ensure("a coordinate", at >= 0)
        ensure("a coordinate of all", at < total(sort_modes(modes)))
        ensure("the offset", value(sort_modes(modes), at) == t)

    def proof() -> None:
        """Sorting maps the coordinate to a coordinate with the same offset."""
        modes = tiling(b, size)
        i = tiling_takes(b, size, t)
        sorting_reindexes(modes, i, i)

    return shows, proof


@lemma
def a_sorted_tiling_is_compact(b: Modes, size: int) -> Lemma:
    """A sorted tiling is compact: each mode starts where the previous mode ends."""
    a_divisible_chain(b, size)

    def shows() -> None:
        modes = tiling(b, size)
        ensure("no step back", strides_from(modes, 0))
        ensure("`size` coordinates in all", total(modes) == size)
        ensure("compact once sorted", compact(sort_modes(modes), 1))

    def proof() -> None:
        """Each offset below `size` is reached, so there is no hole, and 1 + `span` >= `size`."""
        modes = tiling(b, size)
        by_stride = sort_modes(modes)
        layout_and_complement_stay_below_the_size(b, size, 0, 0)
        sorting_reindexes(modes, 0, 0)
        sorting_keeps_strides_from(modes, 0)
        sorted_strides_ascend(modes, 0)
        a_hole_is_not_taken(by_stride, 0, 1, 0, 0)
        m = hole(by_stride, 1)
        if m > 0:
            a_sorted_tiling_takes_every_offset(b, size, m)
            a_hole_is_not_taken(
                by_stride, 0, 1, 0, place_after_sorting(modes, tiling_takes(b, size, m))
            )
        a_sorted_tiling_takes_every_offset(b, size, size - 1)
        value_is_within_reach(
            by_stride, place_after_sorting(modes, tiling_takes(b, size, size - 1))
        )
        full_modes_without_a_hole_are_compact(by_stride, 0, 1)

    return shows, proof


@lemma
def accepted_compact_modes_are_super_increasing(modes: Modes, b: Modes, groups: Groups) -> Lemma:
    """If sorted B is compact, and B's pieces do not carry in A, sorted B is super-increasing."""
    pieces_of_b(modes, b, groups)
    assume("compact once sorted", compact(sort_modes(b), 1))

    def shows() -> None:
        ensure("super-increasing once sorted", super_increasing(modes, sort_modes(b), 1))

    def proof() -> None:
        """Suppose that the sorted modes are not super-increasing.

        Then A would not distribute over B if A had the strides of `counting`. But A distributes
        over B for any strides of A, since B's pieces do not carry.
        """
        by_stride = sort_modes(b)
        sorting_reindexes(b, 0, 0)
        if not super_increasing(modes, by_stride, 1):
            W = counting(modes, 0)
            y = excess(modes, by_stride, 1)
            sorting_reaches_every_coordinate(b, y)
            compact_modes_are_the_coordinate(by_stride, 1, y)
            carries_do_not_depend_on_strides(modes, 0, joined(groups))
            b_whose_pieces_do_not_carry_distributes(W, b, groups, place_before_sorting(b, y))
            unsorting_keeps_the_sum(W, b, y)

    return shows, proof


@lemma(on="b")
def sum_over_two_lists_splits(modes: Modes, b: Modes, others: Modes, i: int) -> Lemma:
    """The sum of A over two joined lists is its sum over one list plus its sum over the other."""
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
            sum_over_two_lists_splits(modes, b[1:], others, digit)

    return shows, proof


@lemma
def super_increasing_lists_distribute_together(
    modes: Modes, b: Modes, others: Modes, i: int, j: int
) -> Lemma:
    """If two lists, sorted together, are super-increasing, A distributes over the joined list."""
    at_least_one_mode(modes)
    assume("no step back", strides_from(b, 0))
    assume("the other strides >= 0", strides_from(others, 0))
    merged, both = coalesce_extended(modes), followed(b, others)
    assume("super-increasing", super_increasing(merged, sort_modes(both), 1))
    assume("i is a coordinate", 0 <= i < total(b))
    assume("j is a coordinate", 0 <= j < total(others))

    def shows() -> None:
        ensure(
            "distributes",
            extended(modes, value(b, i) + value(others, j))
            == distributed(modes, b, i) + distributed(modes, others, j),
        )

    def proof() -> None:
        """Apply the law for super-increasing modes to coalesced A and the joined list."""
        k = i + total(b) * j
        witness(k, total(b), j, i)
        value_is_natural(both, k)
        super_increasing_once_sorted_distributes(merged, both, k)
        sum_over_two_lists_splits(merged, b, others, k)
        coalescing_a_keeps_the_sum(modes, b, i)
        coalescing_a_keeps_the_sum(modes, others, j)

    return shows, proof
