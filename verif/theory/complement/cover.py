"""Cover: a divisible chain and its gaps together reach every offset below the size, and no other.

Let s1:d1, s2:d2, .. be a divisible chain up to a size (see the chapter `gaps`). The chain and its
gaps form a mixed-radix system with the radices d1, s1, d2/(s1*d1), s2, .. The product of the
radices is the size. So an offset t has a digit for each radix. `element_at` combines the digits of
the modes into a coordinate of the modes, and `gap_at` combines the digits of the gaps into a
coordinate of the gaps. By induction on the modes, the sums of an offset of the modes and an offset
of the gaps are exactly the multiples of `current` below the size. Here `current` is the end of the
earlier modes. At first, `current` is 1.

The main theorems state this for modes in any order and their complement:
`layout_and_complement_take_every_offset` and `layout_and_complement_stay_below_the_size`. Since
modes and complement are also disjoint, they form a bijection onto [0, size).
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.complement import gaps, sort_modes
from spec.divide import is_chain
from spec.modes import Modes, total, value
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure
from verif.theory.complement.gaps import divisible_chain_is_a_chain
from verif.theory.layouts.modes import opened
from verif.theory.layouts.sorting import (
    place_after_sorting,
    place_before_sorting,
    sorting_reaches_every_coordinate,
    sorting_reindexes,
)


@definition(on="modes")
def element_at(modes: Modes, current: int, t: int) -> int:
    """The coordinate a such that modes(a) + gaps(x) = t*current.

    Here x is `gap_at(modes, current, t)`.
    """
    if not modes:
        return 0
    (s, d), rest = modes[0], modes[1:]
    if s == 1:
        return element_at(rest, current, t)
    u = t // (d // current)
    return u % s + s * element_at(rest, s * d, u // s)


@definition(on="modes")
def gap_at(modes: Modes, current: int, t: int) -> int:
    """The coordinate x such that modes(a) + gaps(x) = t*current.

    Here a is `element_at(modes, current, t)`.
    """
    if not modes:
        return t
    (s, d), rest = modes[0], modes[1:]
    if s == 1:
        return gap_at(rest, current, t)
    g = d // current
    return t % g + g * gap_at(rest, s * d, t // g // s)


def element_of(modes: Modes, t: int) -> int:
    """Return c such that layout(c) + complement(g) = t, where g is `gap_of(modes, t)`."""
    return place_before_sorting(modes, element_at(sort_modes(modes), 1, t))


def gap_of(modes: Modes, t: int) -> int:
    """Return g such that layout(c) + complement(g) = t, where c is `element_of(modes, t)`."""
    return gap_at(sort_modes(modes), 1, t)


def sorted_modes_are_a_divisible_chain(modes: Modes, size: int) -> None:
    """Assume that the sorted modes form a divisible chain."""
    assume("size >= 1", size >= 1)
    assume("a divisible chain", is_chain(sort_modes(modes), 1, size))
    divisible_chain_is_a_chain(sort_modes(modes), 1, size)


def gaps_between(modes: Modes, size: int) -> Modes:
    """The complement of modes whose sorted list is a divisible chain: the coalesced gaps."""
    return coalesce_modes(gaps(sort_modes(modes), 1, size))


@lemma
def divisible_chain_and_gaps_fill_the_size(modes: Modes, current: int, size: int) -> Lemma:
    """Together, a divisible chain and its gaps have `size / current` coordinates."""
    opened(modes)
    assume("current >= 1", current >= 1)
    assume("size >= 1", size >= 1)
    assume("a divisible chain", is_chain(modes, current, size))

    def shows() -> None:
        ensure("full", total(gaps(modes, current, size)) * total(modes) * current == size)

    def proof() -> None:
        """Induction on the modes: the gaps after the first mode start where this mode ends."""
        divisible_chain_is_a_chain(modes, current, size)
        if modes:
            s, d = modes[0]
            divisible_chain_and_gaps_fill_the_size(modes[1:], current if s == 1 else s * d, size)

    return shows, proof


@lemma
def divisible_chain_and_gaps_take_every_offset(
    modes: Modes, current: int, size: int, t: int
) -> Lemma:
    """A divisible chain and its gaps reach every multiple of `current` below the size."""
    opened(modes)
    assume("current >= 1", current >= 1)
    assume("size >= 1", size >= 1)
    assume("a divisible chain", is_chain(modes, current, size))
    assume("an offset", t >= 0)
    assume("below the size", t * current < size)

    def shows() -> None:
        between = gaps(modes, current, size)
        a, x = element_at(modes, current, t), gap_at(modes, current, t)
        ensure("a coordinate", a >= 0)
        ensure("a coordinate of the modes", a < total(modes))
        ensure("a coordinate", x >= 0)
        ensure("a coordinate of the gaps", x < total(between))
        ensure("the offset", value(modes, a) + value(between, x) == t * current)

    def proof() -> None:
        """Induction on the modes: t is decomposed into digits."""
        divisible_chain_is_a_chain(modes, current, size)
        if not modes:
            return
        (s, d), rest = modes[0], modes[1:]
        if s == 1:
            divisible_chain_and_gaps_take_every_offset(rest, current, size, t)
            return
        g = d // current
        divisible_chain_and_gaps_fill_the_size(rest, s * d, size)
        divisible_chain_and_gaps_take_every_offset(rest, s * d, size, t // g // s)

    return shows, proof


@lemma
def divisible_chain_and_gaps_stay_below_the_size(
    modes: Modes, current: int, size: int, v: int, a: int, x: int
) -> Lemma:
    """For a divisible chain and v < `current`, v + modes(a) + gaps(x) is from 0 to `size` - 1."""
    opened(modes)
    assume("current >= 1", current >= 1)
    assume("size >= 1", size >= 1)
    assume("a divisible chain", is_chain(modes, current, size))
    divisible_chain_is_a_chain(modes, current, size)
    assume("below current", 0 <= v < current)
    assume("a coordinate of the modes", 0 <= a < total(modes))
    assume("a coordinate of the gaps", 0 <= x < total(gaps(modes, current, size)))

    def shows() -> None:
        reached = v + value(modes, a) + value(gaps(modes, current, size), x)
        ensure("natural", reached >= 0)
        ensure("below the size", reached < size)

    def proof() -> None:
        """Induction on the modes.

        The number v < `current` is the part of the sum that earlier digits contribute.
        """
        divisible_chain_is_a_chain(modes, current, size)
        if not modes:
            return
        (s, d), rest = modes[0], modes[1:]
        if s == 1:
            divisible_chain_and_gaps_stay_below_the_size(rest, current, size, v, a, x)
            return
        g = d // current
        in_gap = v + current * (x % g)
        in_mode = in_gap + d * (a % s)
        ensure("below the mode", in_gap < d)
        ensure("below the next", in_mode < s * d)
        divisible_chain_and_gaps_stay_below_the_size(rest, s * d, size, in_mode, a // s, x // g)

    return shows, proof


@lemma
def layout_and_complement_take_every_offset(modes: Modes, size: int, t: int) -> Lemma:
    """If the sorted modes are a divisible chain, each t in [0, size) is modes(a) + complement(x).

    The coordinate a is `element_of(modes, t)`, and x is `gap_of(modes, t)`.
    """
    sorted_modes_are_a_divisible_chain(modes, size)
    between = gaps_between(modes, size)
    assume("an offset", 0 <= t < size)

    def shows() -> None:
        a, x = element_of(modes, t), gap_of(modes, t)
        ensure("a coordinate", a >= 0)
        ensure("a coordinate of the modes", a < total(modes))
        ensure("a coordinate", x >= 0)
        ensure("a coordinate of the gaps", x < total(between))
        ensure("the offset", value(modes, a) + value(between, x) == t)

    def proof() -> None:
        """Apply `divisible_chain_and_gaps_take_every_offset` to the sorted modes.

        The argument `current` is 1. Coalescing the gaps does not change their function.
        """
        ordered = sort_modes(modes)
        sorting_reindexes(modes, 0, 0)
        divisible_chain_is_a_chain(ordered, 1, size)
        divisible_chain_and_gaps_take_every_offset(ordered, 1, size, t)
        sorting_reaches_every_coordinate(modes, element_at(ordered, 1, t))

    return shows, proof


@lemma
def layout_and_complement_stay_below_the_size(modes: Modes, size: int, a: int, x: int) -> Lemma:
    """If the sorted modes are a divisible chain, modes(a) + complement(x) is in [0, size)."""
    sorted_modes_are_a_divisible_chain(modes, size)
    between = gaps_between(modes, size)
    assume("a coordinate of the modes", 0 <= a < total(modes))
    assume("a coordinate of the gaps", 0 <= x < total(between))

    def shows() -> None:
        ensure("`size` coordinates in all", total(between) * total(modes) == size)
        ensure("natural", value(modes, a) + value(between, x) >= 0)
        ensure("below the size", value(modes, a) + value(between, x) < size)

    def proof() -> None:
        """Apply `divisible_chain_and_gaps_stay_below_the_size` to the sorted modes.

        The argument `current` is 1. Coalescing the gaps does not change their function.
        """
        ordered = sort_modes(modes)
        sorting_reindexes(modes, a, a)
        divisible_chain_is_a_chain(ordered, 1, size)
        divisible_chain_and_gaps_fill_the_size(ordered, 1, size)
        place = place_after_sorting(modes, a)
        divisible_chain_and_gaps_stay_below_the_size(ordered, 1, size, 0, place, x)

    return shows, proof
