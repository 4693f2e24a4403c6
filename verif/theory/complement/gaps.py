"""Gaps: a complement is ordered, and has only the offset 0 in common with the layout.

Modes, sorted by stride, are a *chain* from `current` on if each stride is at least the end of the
mode before it: d1 >= current, d2 >= s1*d1, and so on. Modes of size 1 do not count. A chain is
*divisible* up to a size if, in addition, d1 is a multiple of `current`, d2 is a multiple of s1*d1,
and so on, and the size is a multiple of the end of the last mode. The *gaps* of a chain are modes,
too. The gaps (d1 div current):current, (d2 div (s1*d1)):s1*d1, .. fit between the modes of the
chain, and the last gap goes up to the size. The complement consists of the coalesced gaps.

Each gap ends where the next mode begins, or earlier. So the strides of the gaps increase
(`gaps_of_a_chain_are_ordered`). An offset is decomposed into digits: a number below `current`, the
digit of the first gap, the digit of the first mode, and so on. By induction on the modes, this
decomposition is unique. The main theorem, `layout_and_complement_are_disjoint`, states the
uniqueness for modes in any order.
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.complement import gaps, sort_modes
from spec.divide import is_chain
from spec.errors import InadmissibleError
from spec.modes import Modes, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving
from verif.theory.layouts.modes import increasing, increasing_from_any_lower_number, opened
from verif.theory.layouts.sorting import place_after_sorting, sorting_reindexes
from verif.theory.numbers.euclid import quotient_and_remainder_are_unique

definition(is_chain, on="modes")


@definition(on="modes")
def chain(modes: Modes, current: int) -> bool:
    """Whether the first stride is >= `current` and each later stride >= the previous mode's end.

    Modes of size 1 are skipped.
    """
    if not modes:
        return True
    (s, d), rest = modes[0], modes[1:]
    if s == 1:
        return chain(rest, current)
    return d >= current and chain(rest, s * d)


@lemma
def divisible_chain_is_a_chain(modes: Modes, current: int, size: int) -> Lemma:
    """Modes that satisfy `is_chain`, the condition for divisible chains, also satisfy `chain`."""
    assume("current >= 1", current >= 1)
    assume("a divisible chain", is_chain(modes, current, size))

    def shows() -> None:
        ensure("a chain", chain(modes, current))

    def proof() -> None:
        """Induction on the modes: a multiple of `current` that is >= 1 is at least `current`."""
        if modes:
            s, d = modes[0]
            divisible_chain_is_a_chain(modes[1:], current if s == 1 else s * d, size)

    return shows, proof


@contract(gaps, on="modes", opens=True, rejects=InadmissibleError)
def gaps_of_a_chain_are_ordered(modes: Modes, current: int, size: int) -> Promise:
    """`gaps` accepts a chain. The gaps' strides increase strictly, and none is below `current`."""
    assume("current >= 1", current >= 1)
    assume("size >= 1", size >= 1)

    def accepts() -> bool:
        return chain(modes, current)

    def shows(result: Modes) -> None:
        if proving() and modes and modes[0][0] != 1 and modes[0][1] != 0:
            # The gaps after the first gap begin at s*d, which is above `current`.
            s, d = modes[0]
            increasing_from_any_lower_number(result[1:], s * d, current + 1)
        ensure("ordered", increasing(result, current))

    return Promise(shows, accepts=accepts)


@lemma
def sum_determines_modes_gaps_and_rest(
    modes: Modes, current: int, size: int, v: int, w: int, a: int, b: int, x: int, y: int
) -> Lemma:
    """For a chain, the sum v + modes(a) + gaps(x) with v < `current` determines v, a and x."""
    opened(modes)
    assume("current >= 1", current >= 1)
    assume("size >= 1", size >= 1)
    assume("a chain", chain(modes, current))
    between = gaps(modes, current, size)
    assume("v below current", 0 <= v < current)
    assume("w below current", 0 <= w < current)
    assume("a is a coordinate", 0 <= a < total(modes))
    assume("b is a coordinate", 0 <= b < total(modes))
    assume("x is a coordinate", 0 <= x < total(between))
    assume("y is a coordinate", 0 <= y < total(between))
    assume(
        "equal sums",
        v + value(modes, a) + value(between, x) == w + value(modes, b) + value(between, y),
    )

    def shows() -> None:
        ensure("equal below current", v == w)
        ensure("equal in the modes", a == b)
        ensure("equal in the gaps", x == y)

    def proof() -> None:
        """Induction on the modes.

        The sum v + modes(a) + gaps(x) has v < `current` as its lowest digit. The next digits are
        the first digit of x (in the gaps) and the first digit of a (in the modes). In the induction
        step, v is replaced by the part of the sum that these three digits contribute.
        """
        if not modes:
            return
        (s, d), rest = modes[0], modes[1:]
        if s == 1:
            sum_determines_modes_gaps_and_rest(rest, current, size, v, w, a, b, x, y)
            return
        g = d // current
        sum_determines_modes_gaps_and_rest(
            rest,
            s * d,
            size,
            v + current * (x % g) + d * (a % s),
            w + current * (y % g) + d * (b % s),
            a // s,
            b // s,
            x // g,
            y // g,
        )
        ensure("v plus the gap's offset is below d", v + current * (x % g) < d)
        ensure("w plus the gap's offset is below d", w + current * (y % g) < d)
        quotient_and_remainder_are_unique(
            d, a % s, v + current * (x % g), b % s, w + current * (y % g)
        )
        quotient_and_remainder_are_unique(current, x % g, v, y % g, w)

    return shows, proof


@lemma
def layout_and_complement_are_disjoint(
    modes: Modes, size: int, a: int, b: int, x: int, y: int
) -> Lemma:
    """A sum modes(a) + complement(x) determines a and x.

    The lemma assumes that the sorted modes are a chain.
    """
    assume("size >= 1", size >= 1)
    assume("a chain", chain(sort_modes(modes), 1))
    between = coalesce_modes(gaps(sort_modes(modes), 1, size))
    assume("a is a coordinate", 0 <= a < total(modes))
    assume("b is a coordinate", 0 <= b < total(modes))
    assume("x is a coordinate", 0 <= x < total(between))
    assume("y is a coordinate", 0 <= y < total(between))
    assume(
        "equal sums",
        value(modes, a) + value(between, x) == value(modes, b) + value(between, y),
    )

    def shows() -> None:
        ensure("equal in the modes", a == b)
        ensure("equal in the gaps", x == y)

    def proof() -> None:
        """Apply `sum_determines_modes_gaps_and_rest` to the sorted modes, with current = 1."""
        sorting_reindexes(modes, a, b)
        sorting_reindexes(modes, b, a)
        place_of_a, place_of_b = place_after_sorting(modes, a), place_after_sorting(modes, b)
        sum_determines_modes_gaps_and_rest(
            sort_modes(modes), 1, size, 0, 0, place_of_a, place_of_b, x, y
        )

    return shows, proof
