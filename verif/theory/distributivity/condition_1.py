"""Left distributivity of a divide: under condition (1), A distributes over B and its complement.

Condition (1) is from the post on left distributivity (docs/reference/documents.md).

B, sorted, is a chain: each stride is at least the end of the mode before it. The modes of the
complement of B are the gaps between B's modes. Let p_k be the product of A's first k shapes. A
number w is *between boundaries* of A if p_(k-1) | w | p_k for some k. For the last k, p_(k-1) | w
suffices, because A's last mode is extended without end. A mode x:w meets condition (1) if w and x*w
are between boundaries. Modes are *settled* if their strides are positive and between boundaries.

Plan: modes and gaps alternate. The stride of each gap is the end of the mode before it. By
condition (1) this end is between boundaries, so the strides of all modes and gaps are between
boundaries. A mode whose stride is between boundaries fits (`fits`), whatever its size is. So the
lemma `a_fitting_mode_does_not_carry` splits off modes and gaps one by one, by induction on B's
modes. Finally, the gaps are coalesced to the complement. Coalescing merges only modes whose strides
are between boundaries, and does not change the sum of A's values at the modes' offsets. The main
theorem is the last lemma: A distributes over B and its complement together.
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes, push
from spec.complement import gaps, insert, sort_modes
from spec.modes import Mode, Modes, extended, total, value
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, unfold
from verif.theory.complement.gaps import chain
from verif.theory.distributivity.any_order import sorting_keeps_the_sum
from verif.theory.distributivity.super_increasing import (
    a_fitting_mode_does_not_carry,
    distributed,
    fits,
)
from verif.theory.layouts.modes import at_least_one_mode, extended_at_zero_is_zero
from verif.theory.layouts.sorting import place_after_sorting, sorting_reindexes


@definition(on="modes")
def between(modes: Modes, w: int) -> bool:
    """Whether w is a multiple of a boundary of A, and divides the next boundary if one exists."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return True
    if w % s == 0:
        return between(rest, w // s)
    return s % w == 0


@definition(on="b")
def condition_1(modes: Modes, b: Modes) -> bool:
    """Whether each mode of B meets condition (1): its stride and end are between boundaries of A.

    Modes of size 1 are skipped.
    """
    if not b:
        return True
    (x, w), rest = b[0], b[1:]
    if x == 1:
        return condition_1(modes, rest)
    return between(modes, w) and between(modes, x * w) and condition_1(modes, rest)


@definition(on="b")
def settled(modes: Modes, b: Modes) -> bool:
    """Whether every stride of B is positive and between two boundaries of A."""
    if not b:
        return True
    w, rest = b[0][1], b[1:]
    return w >= 1 and between(modes, w) and settled(modes, rest)


@lemma
def a_stride_between_boundaries_fits(modes: Modes, x: int, w: int) -> Lemma:
    """If w is between two boundaries of A, the mode x:w fits A for every x."""
    at_least_one_mode(modes)
    assume("w >= 1", w >= 1)
    assume("w between boundaries", between(modes, w))

    def shows() -> None:
        ensure("it fits", fits(modes, x, w))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest and w % s == 0:
            a_stride_between_boundaries_fits(rest, x, w // s)

    return shows, proof


@lemma(on="modes")
def a_chain_and_its_gaps_distribute(
    a: Modes, modes: Modes, current: int, size: int, v: int, i: int, j: int
) -> Lemma:
    """If a chain meets condition (1), A^ distributes over the sum v + modes(i) + gaps(j).

    The number `current` is between two boundaries of A, and v is below `current`.
    """
    if proving() and modes:
        # Split the hypothesis about the gaps into one hypothesis about the first gap and one
        # hypothesis about the other gaps.
        modes[0]
    at_least_one_mode(a)
    assume("current >= 1", current >= 1)
    assume("size >= 1", size >= 1)
    assume("a chain", chain(modes, current))
    assume("current between boundaries", between(a, current))
    assume("condition (1)", condition_1(a, modes))
    assume("v below current", 0 <= v < current)
    assume("i is a coordinate", 0 <= i < total(modes))
    assume("j is a coordinate", 0 <= j < total(gaps(modes, current, size)))

    def shows() -> None:
        rest = gaps(modes, current, size)
        ensure(
            "A^(v + modes(i) + gaps(j)) is A^(v) plus A^ of the offset in each mode and each gap",
            extended(a, v + value(modes, i) + value(rest, j))
            == extended(a, v) + distributed(a, modes, i) + distributed(a, rest, j),
        )

    def proof() -> None:
        """Induction on the modes; v is the sum of the steps that are already split off."""
        extended_at_zero_is_zero(a)
        if not modes:
            last = gaps(modes, current, size)[0][0]
            a_stride_between_boundaries_fits(a, last, current)
            a_fitting_mode_does_not_carry(a, v, current, last, j % last)
            return
        (s, d), rest = modes[0], modes[1:]
        if s == 1:
            a_chain_and_its_gaps_distribute(a, rest, current, size, v, i, j)
            return
        # First split off the gap of g steps, because the gap ends at the mode's stride or below.
        # Then split off the mode.
        g = d // current
        a_stride_between_boundaries_fits(a, g, current)
        a_fitting_mode_does_not_carry(a, v, current, g, j % g)
        below = v + current * (j % g)
        a_stride_between_boundaries_fits(a, s, d)
        a_fitting_mode_does_not_carry(a, below, d, s, i % s)
        a_chain_and_its_gaps_distribute(a, rest, s * d, size, below + d * (i % s), i // s, j // g)

    return shows, proof


@lemma(on="modes")
def strides_of_gaps_are_between_boundaries(
    a: Modes, modes: Modes, current: int, size: int
) -> Lemma:
    """If `current` is between boundaries, the gaps of a chain with condition (1) are `settled`.

    That is, the strides of the gaps are positive and between boundaries.
    """
    at_least_one_mode(a)
    assume("current >= 1", current >= 1)
    assume("size >= 1", size >= 1)
    assume("a chain", chain(modes, current))
    assume("current between boundaries", between(a, current))
    assume("condition (1)", condition_1(a, modes))

    def shows() -> None:
        ensure("settled", settled(a, gaps(modes, current, size)))

    def proof() -> None:
        """Induction on the modes: a gap's stride is s*d, where s:d is the mode before the gap."""
        if modes:
            s, d = modes[0]
            strides_of_gaps_are_between_boundaries(a, modes[1:], current if s == 1 else s * d, size)

    return shows, proof


@lemma
def pushing_between_boundaries_keeps_the_sum(a: Modes, mode: Mode, b: Modes, j: int) -> Lemma:
    """If strides are between boundaries, `push` does not change the sum of A^ over the modes."""
    at_least_one_mode(a)
    assume("the mode's stride", mode[1] >= 1)
    assume("the mode's stride between boundaries", between(a, mode[1]))
    assume("settled", settled(a, b))
    assume("j >= 0", j >= 0)

    def shows() -> None:
        s, d = mode
        ensure("settled", settled(a, push(mode, b)))
        ensure(
            "the same sum",
            distributed(a, push(mode, b), j)
            == extended(a, d * (j % s)) + distributed(a, b, j // s),
        )

    def proof() -> None:
        """If the mode merges, cite `a_fitting_mode_does_not_carry`. Otherwise, unfold `push`."""
        unfold(push, mode, b)
        s, d = mode
        extended_at_zero_is_zero(a)
        if s != 1 and b and b[0][1] == s * d:
            t = b[0][0]
            a_stride_between_boundaries_fits(a, t, s * d)
            a_fitting_mode_does_not_carry(a, d * (j % s), s * d, t, j // s % t)

    return shows, proof


@lemma(on="b")
def coalescing_between_boundaries_keeps_the_sum(a: Modes, b: Modes, j: int) -> Lemma:
    """If `settled(a, b)` holds, coalescing B does not change the sum of A over B's modes."""
    at_least_one_mode(a)
    assume("settled", settled(a, b))
    assume("j >= 0", j >= 0)

    def shows() -> None:
        ensure("settled", settled(a, coalesce_modes(b)))
        ensure("the same sum", distributed(a, coalesce_modes(b), j) == distributed(a, b, j))

    def proof() -> None:
        """Induction on B's modes."""
        unfold(coalesce_modes, b)
        if b:
            coalescing_between_boundaries_keeps_the_sum(a, b[1:], j // b[0][0])
            pushing_between_boundaries_keeps_the_sum(a, b[0], coalesce_modes(b[1:]), j)

    return shows, proof


@lemma(on="b")
def settled_modes_are_natural(a: Modes, b: Modes, j: int) -> Lemma:
    """If B is `settled`, no offset of B is negative."""
    at_least_one_mode(a)
    assume("settled", settled(a, b))
    assume("j >= 0", j >= 0)

    def shows() -> None:
        ensure("B(j) >= 0", value(b, j) >= 0)

    def proof() -> None:
        """Induction on B's modes."""
        if b:
            settled_modes_are_natural(a, b[1:], j // b[0][0])

    return shows, proof


@lemma(on="b")
def insertion_keeps_condition_1(a: Modes, mode: Mode, b: Modes) -> Lemma:
    """If a mode and a list of modes meet condition (1), so does the list with the mode inserted."""
    at_least_one_mode(a)
    assume("the mode meets condition (1)", condition_1(a, (mode,)))
    assume("the modes meet condition (1)", condition_1(a, b))

    def shows() -> None:
        ensure("condition (1)", condition_1(a, insert(mode, b)))

    def proof() -> None:
        """Induction on B's modes."""
        if b and not mode[1] <= b[0][1]:
            insertion_keeps_condition_1(a, mode, b[1:])

    return shows, proof


@lemma(on="b")
def sorting_keeps_condition_1(a: Modes, b: Modes) -> Lemma:
    """If modes meet condition (1), the sorted modes meet condition (1), too."""
    at_least_one_mode(a)
    assume("the modes meet condition (1)", condition_1(a, b))

    def shows() -> None:
        ensure("condition (1)", condition_1(a, sort_modes(b)))

    def proof() -> None:
        """Induction on B's modes."""
        if b:
            sorting_keeps_condition_1(a, b[1:])
            insertion_keeps_condition_1(a, b[0], sort_modes(b[1:]))

    return shows, proof


@lemma
def one_is_between_boundaries(modes: Modes) -> Lemma:
    """`between(modes, 1)` holds for any modes."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("1 between boundaries", between(modes, 1))

    def proof() -> None:
        """Induction on A's modes."""
        if modes[1:]:
            one_is_between_boundaries(modes[1:])

    return shows, proof


@lemma
def a_chain_and_its_complement_distribute(a: Modes, b: Modes, size: int, i: int, j: int) -> Lemma:
    """If a chain meets condition (1), A distributes over the chain and its complement together."""
    at_least_one_mode(a)
    assume("size >= 1", size >= 1)
    assume("a chain", chain(sort_modes(b), 1))
    assume("condition (1)", condition_1(a, b))
    assume("i is a coordinate", 0 <= i < total(b))
    by_stride = sort_modes(b)
    rest = coalesce_modes(gaps(by_stride, 1, size))
    assume("j is a coordinate", 0 <= j < total(rest))

    def shows() -> None:
        ensure("no step back", value(rest, j) >= 0)
        ensure(
            "distributes",
            extended(a, value(b, i) + value(rest, j))
            == distributed(a, b, i) + distributed(a, rest, j),
        )

    def proof() -> None:
        """Apply `a_chain_and_its_gaps_distribute` to sorted B, with current = 1 and v = 0.

        Sorting B and coalescing the gaps do not change the sum of A over the modes.
        """
        sorting_reindexes(b, i, i)
        sorting_keeps_the_sum(a, b, i)
        sorting_keeps_condition_1(a, b)
        one_is_between_boundaries(a)
        extended_at_zero_is_zero(a)
        strides_of_gaps_are_between_boundaries(a, by_stride, 1, size)
        coalescing_between_boundaries_keeps_the_sum(a, gaps(by_stride, 1, size), j)
        settled_modes_are_natural(a, rest, j)
        a_chain_and_its_gaps_distribute(a, by_stride, 1, size, 0, place_after_sorting(b, i), j)

    return shows, proof
