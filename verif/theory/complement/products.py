"""Products: copies of a divisible chain at the offsets of its complement never overlap.

The chapter `gaps` defines divisible chains. A product puts copies of a layout at the offsets of its
complement: the offset of copy x is the value of the extended complement at x. For `reach` copies of
a layout of size `total`, the product uses the complement up to total*reach. The number total*reach
need not be a multiple of the end of the chain.

By induction on the modes, a divisible chain and its gaps have at least total*reach coordinates, so
the gaps have at least `reach` coordinates. So the number of each copy is a coordinate of the gaps,
and the last gap takes no overflow. The main theorem, `offset_determines_element_and_copy`, follows,
because the gaps are disjoint from the modes.
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.complement import gaps, sort_modes
from spec.divide import is_chain
from spec.modes import Modes, extended, total, value
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure
from verif.theory.complement.gaps import (
    divisible_chain_is_a_chain,
    layout_and_complement_are_disjoint,
)
from verif.theory.layouts.modes import extended_is_value_within_the_size, opened
from verif.theory.layouts.sorting import sorting_reindexes


def offset_of_copy(left: Modes, x: int) -> int:
    """The offset of copy x of a layout: the value at x of its extended complement `left`."""
    return extended(left, x) if left else 0


@lemma
def divisible_chain_and_gaps_reach_the_size(modes: Modes, current: int, size: int) -> Lemma:
    """Together, a divisible chain and its gaps have at least `size / current` coordinates."""
    opened(modes)
    assume("current >= 1", current >= 1)
    assume("a divisible chain", is_chain(modes, current, 0))
    assume("size >= 1", size >= 1)

    def shows() -> None:
        reached = total(gaps(modes, current, size)) * total(modes) * current
        ensure("modes and gaps reach the size", reached >= size)

    def proof() -> None:
        """Induction on the modes: the last gap is rounded up."""
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
        ensure("the other factors are ordered", most >= least)

    def proof() -> None:
        """If `most < least`, then `factor * (least - 1 - most) >= 0`, a contradiction."""
        _ = factor * (least - 1 - most)

    return shows, proof


@lemma
def offset_determines_element_and_copy(
    modes: Modes, reach: int, a: int, b: int, x: int, y: int
) -> Lemma:
    """If the sorted modes are a divisible chain, an offset determines the element and the copy."""
    ordered, size = sort_modes(modes), total(modes) * reach
    assume("a divisible chain", is_chain(ordered, 1, 0))
    assume("a is a coordinate", 0 <= a < total(modes))
    assume("b is a coordinate", 0 <= b < total(modes))
    assume("x is the number of a copy", 0 <= x < reach)
    assume("y is the number of a copy", 0 <= y < reach)
    divisible_chain_is_a_chain(ordered, 1, 0)
    left = coalesce_modes(gaps(ordered, 1, size))
    assume(
        "equal offsets",
        value(modes, a) + offset_of_copy(left, x) == value(modes, b) + offset_of_copy(left, y),
    )

    def shows() -> None:
        ensure("the same element", a == b)
        ensure("the same copy", x == y)

    def proof() -> None:
        """The gaps have at least `reach` coordinates, so x and y are coordinates of the gaps.

        Gaps and modes are disjoint.
        """
        sorting_reindexes(modes, 0, 0)
        divisible_chain_is_a_chain(ordered, 1, 0)
        divisible_chain_and_gaps_reach_the_size(ordered, 1, size)
        positive_factor_cancels(total(modes), total(left), reach)
        if left:
            extended_is_value_within_the_size(left, x)
            extended_is_value_within_the_size(left, y)
        layout_and_complement_are_disjoint(modes, size, a, b, x, y)

    return shows, proof
