"""Products: what is left by a divisible chain is large enough for all the copies."""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.complement import gaps, sort_modes
from spec.divide import is_chain
from spec.modes import Modes, extended, total, value
from verif.kernel.claim import assume, ensure, proving
from verif.kernel.theory import Lemma, definition, lemma
from verif.theory.complement.gaps import chain, layout_and_complement_are_disjoint
from verif.theory.layouts.modes import extended_is_value_within_the_size
from verif.theory.layouts.sorting import sorting_reindexes

definition(is_chain, on="modes")


def _divisible(modes: Modes, current: int, size: int) -> None:
    assume("current >= 1", current >= 1)
    assume("a divisible chain", is_chain(modes, current, size))


def offset_of_copy(left: Modes, x: int) -> int:
    """The offset of the copy x: that of the complement, on all naturals."""
    return extended(left, x) if left else 0


@lemma
def divisible_chain_is_a_chain(modes: Modes, current: int, size: int) -> Lemma:
    """A divisible chain is a chain."""
    assume("current >= 1", current >= 1)
    assume("a divisible chain", is_chain(modes, current, size))

    def shows() -> None:
        ensure("a chain", chain(modes, current))

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            s, d = modes[0]
            divisible_chain_is_a_chain(modes[1:], current if s == 1 else s * d, size)

    return shows, proof


@lemma
def divisible_chain_and_gaps_reach_the_size(modes: Modes, current: int, size: int) -> Lemma:
    """A divisible chain and its gaps have as many coordinates as is asked for."""
    if proving() and modes:
        # What is said of the gaps is to be said of the first gap and the others.
        modes[0]
    _divisible(modes, current, 0)
    assume("size >= 1", size >= 1)

    def shows() -> None:
        reached = total(gaps(modes, current, size)) * total(modes) * current
        ensure("modes and gaps reach the size", reached >= size)

    def proof() -> None:
        """Induction on the modes."""
        divisible_chain_is_a_chain(modes, current, 0)
        if modes:
            s, d = modes[0]
            divisible_chain_and_gaps_reach_the_size(modes[1:], current if s == 1 else s * d, size)

    return shows, proof


@lemma
def positive_factor_cancels(factor: int, most: int, least: int) -> Lemma:
    """A factor >= 1 can be cancelled from an inequality."""
    assume("factor >= 1", factor >= 1)
    assume("multiples", factor * most >= factor * least)

    def shows() -> None:
        ensure("so are these", most >= least)

    def proof() -> None:
        """By the sign of factor * (least - 1 - most)."""
        _ = factor * (least - 1 - most)

    return shows, proof


@lemma
def offset_determines_element_and_copy(
    modes: Modes, reach: int, a: int, b: int, x: int, y: int
) -> Lemma:
    """An offset determines the element and the copy that it belongs to."""
    assume("a divisible chain", is_chain(sort_modes(modes), 1, 0))
    assume("a is a coordinate", 0 <= a < total(modes))
    assume("b is a coordinate", 0 <= b < total(modes))
    assume("x is a copy", 0 <= x < reach)
    assume("y is a copy", 0 <= y < reach)
    divisible_chain_is_a_chain(sort_modes(modes), 1, 0)
    left = coalesce_modes(gaps(sort_modes(modes), 1, total(modes) * reach))
    assume(
        "one offset",
        value(modes, a) + offset_of_copy(left, x) == value(modes, b) + offset_of_copy(left, y),
    )

    def shows() -> None:
        ensure("the same element", a == b)
        ensure("of the same copy", x == y)

    def proof() -> None:
        """The gaps take all of [0, reach) without overflow, and are disjoint from the modes."""
        ordered = sort_modes(modes)
        sorting_reindexes(modes, 0, 0)
        size = total(modes) * reach
        divisible_chain_is_a_chain(ordered, 1, 0)
        divisible_chain_and_gaps_reach_the_size(ordered, 1, size)
        left = coalesce_modes(gaps(ordered, 1, size))
        positive_factor_cancels(total(modes), total(left), reach)
        if left:
            extended_is_value_within_the_size(left, x)
            extended_is_value_within_the_size(left, y)
        layout_and_complement_are_disjoint(modes, size, a, b, x, y)

    return shows, proof
