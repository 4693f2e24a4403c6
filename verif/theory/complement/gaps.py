"""Complement: the gaps are ordered, and disjoint from the modes that they lie between."""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.complement import gaps, sort_modes
from spec.errors import InadmissibleError
from spec.modes import Modes, total, value
from verif.kernel.claim import assume, ensure, proving
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.theory.layouts.modes import increasing, increasing_from_lower
from verif.theory.layouts.sorting import place, sorting
from verif.theory.numbers.euclid import quotient_and_remainder_are_unique


@definition(on="modes")
def chain(modes: Modes, current: int) -> bool:
    """Whether each mode of size >= 2 steps over all those before it, which reach to `current`."""
    if not modes:
        return True
    (s, d), rest = modes[0], modes[1:]
    if s == 1:
        return chain(rest, current)
    return d >= current and chain(rest, s * d)


@contract(gaps, on="modes", opens=True, rejects=InadmissibleError)
def promise_of_gaps(modes: Modes, current: int, size: int) -> Promise:
    """Gaps are ordered from current on."""
    assume("current >= 1", current >= 1)
    assume("size >= 1", size >= 1)

    def accepts() -> bool:
        return chain(modes, current)

    def shows(result: Modes) -> None:
        if proving() and modes and modes[0][0] != 1 and modes[0][1] != 0:
            s, d = modes[0]
            increasing_from_lower(result[1:], s * d, current + 1)
        ensure("ordered", increasing(result, current))

    return Promise(shows, accepts=accepts)


@lemma
def modes_and_gaps_are_apart(
    modes: Modes, current: int, size: int, v: int, w: int, a: int, b: int, x: int, y: int
) -> Lemma:
    """A sum of modes and gaps, and of what is below, determines its summands."""
    if proving() and modes:
        # What is said of the gaps is to be said of the first gap and the others.
        modes[0]
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
        """Induction on the modes, carrying along what has been added below `current`.

        The sum v + modes(a) + gaps(x) is read as digits: v below current, then x's digit, then
        a's, which together are the v of the modes after.
        """
        if not modes:
            return
        (s, d), rest = modes[0], modes[1:]
        if s == 1:
            modes_and_gaps_are_apart(rest, current, size, v, w, a, b, x, y)
            return
        g = d // current
        modes_and_gaps_are_apart(
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
        ensure("v and the gap are below d", v + current * (x % g) < d)
        ensure("w and the gap are below d", w + current * (y % g) < d)
        quotient_and_remainder_are_unique(
            d, a % s, v + current * (x % g), b % s, w + current * (y % g)
        )
        quotient_and_remainder_are_unique(current, x % g, v, y % g, w)

    return shows, proof


@lemma
def disjoint(modes: Modes, size: int, a: int, b: int, x: int, y: int) -> Lemma:
    """A sum of modes and coalesced gaps determines its summands, in whatever order the modes."""
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
        """From current = 1, with the modes sorted and the gaps coalesced."""
        ordered = sort_modes(modes)
        sorting(modes, a, b)
        sorting(modes, b, a)
        modes_and_gaps_are_apart(ordered, 1, size, 0, 0, place(modes, a), place(modes, b), x, y)

    return shows, proof
