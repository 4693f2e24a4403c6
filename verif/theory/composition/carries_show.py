"""Carries are visible: if x + y carries and no deltas of A cancel, A^(x + y) is not A^(x) + A^(y).

Let A have the modes s_k:d_k, and let p_k be the product of s_1..s_k. The *delta* over the boundary
p_k is d_(k+1) - s_k*d_k. This delta is 0 if the modes k and k + 1 can be merged. Deltas *cancel* if
one or more of them add up to 0. The number (x + y) div p_k is x div p_k + y div p_k, or 1 more. In
the second case, x + y *carries* over p_k.

Plan: walk through the boundaries. At each boundary, let z be the quotient of x + y: it is the sum
of the quotients of x and y, or 1 more. Each carry adds the delta of its boundary, so A^(x + y) -
A^(x) - A^(y) is the sum of the deltas of all boundaries with a carry. There is at least one carry,
and the deltas do not cancel, so this sum is not 0. This is the main theorem, `a_carry_shows`.
"""

from __future__ import annotations

from spec.modes import Modes, extended
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="modes")
def reaches(modes: Modes, merged: int, v: int) -> bool:
    """Whether some subset of the deltas, possibly the empty one, has the sum -v.

    The delta of a mode is its stride minus s*d, where s:d is the mode before it. If the stride were
    s*d, both modes could be merged. For the first mode, `merged` replaces s*d.
    """
    if not modes:
        return v == 0
    (s, d), rest = modes[0], modes[1:]
    return reaches(rest, s * d, v) or reaches(rest, s * d, v + d - merged)


@definition(on="modes")
def cancelling_after(modes: Modes, merged: int) -> bool:
    """Whether some nonempty subset of the deltas has the sum 0.

    The first delta is d - `merged`, where d is the first stride.
    """
    if not modes:
        return False
    (s, d), rest = modes[0], modes[1:]
    return reaches(rest, s * d, d - merged) or cancelling_after(rest, s * d)


@definition(on="modes")
def cancelling(modes: Modes) -> bool:
    """Whether some nonempty subset of A's deltas d_(k+1) - s_k*d_k has the sum 0.

    >>> cancelling(((2, 1), (2, 3), (2, 5))), cancelling(((2, 1), (2, 3), (2, 7)))
    (True, False)
    """
    (s, d), rest = modes[0], modes[1:]
    return cancelling_after(rest, s * d)


@definition(on="modes")
def passes(modes: Modes, x: int, y: int, z: int) -> bool:
    """Whether z div p exceeds x div p + y div p for some boundary p of these modes.

    The number z is x + y or x + y + 1. The boundaries are 1 (before the first mode) and the
    products of the first shapes, but not the product of all shapes.
    """
    if not modes:
        return False
    s, rest = modes[0][0], modes[1:]
    return z > x + y or passes(rest, x // s, y // s, z // s)


def _error(modes: Modes, merged: int, x: int, y: int, z: int) -> int:
    """A^(z) - A^(x) - A^(y), minus the stride `merged` if z is x + y + 1."""
    parts = extended(modes, x) + extended(modes, y)
    return extended(modes, z) - parts - (z - x - y) * merged


def a_sum_or_one_more(x: int, y: int, z: int) -> None:
    """Assume that z is the sum of two naturals x and y, or 1 more."""
    assume("x >= 0", x >= 0)
    assume("y >= 0", y >= 0)
    assume("z is at least x + y", z >= x + y)
    assume("z exceeds x + y by at most 1", z <= x + y + 1)


@lemma
def two_numbers_carry_at_most_one(s: int, x: int, y: int, z: int) -> Lemma:
    """If z is x + y or x + y + 1, then z div s is q or q + 1, where q is x div s + y div s."""
    assume("a shape is at least 1", s >= 1)
    a_sum_or_one_more(x, y, z)

    def shows() -> None:
        ensure("no negative carry", z // s >= x // s + y // s)
        ensure("at most one carry", z // s <= x // s + y // s + 1)

    def proof() -> None:
        """The remainders add up to less than 2*s."""
        carried = z // s - x // s - y // s
        ensure("the remainders", s * carried == x % s + y % s + (z - x - y) - z % s)
        if carried < 0:
            ensure("s*carried is at most -s", s * (carried + 1) <= 0)
        if carried > 1:
            ensure("s*carried is at least 2*s", s * (carried - 2) >= 0)

    return shows, proof


@lemma
def carries_cancel_only_what_deltas_do(
    modes: Modes, merged: int, x: int, y: int, z: int, v: int
) -> Lemma:
    """If no subset of the deltas has the sum -v, then v plus the cost of the carries is not 0."""
    at_least_one_mode(modes)
    a_sum_or_one_more(x, y, z)
    assume("v plus a sum of deltas is never 0", not reaches(modes, merged, v))

    def shows() -> None:
        ensure("v plus the error is not 0", v + _error(modes, merged, x, y, z) != 0)

    def proof() -> None:
        """Induction on A's modes, where v is the cost of the carries so far."""
        (s, d), rest = modes[0], modes[1:]
        cost = v if z == x + y else v + d - merged
        if rest:
            two_numbers_carry_at_most_one(s, x, y, z)
            carries_cancel_only_what_deltas_do(rest, s * d, x // s, y // s, z // s, cost)

    return shows, proof


@lemma
def a_carry_from_a_boundary_on_shows(modes: Modes, merged: int, x: int, y: int, z: int) -> Lemma:
    """If no deltas cancel, a carry over some boundary makes `_error` different from 0.

    Here z is x + y or 1 more, and `_error` is A^(z) - A^(x) - A^(y), minus `merged` if z is 1 more.
    """
    at_least_one_mode(modes)
    a_sum_or_one_more(x, y, z)
    assume("no deltas cancel", not cancelling_after(modes, merged))
    assume("a carry", passes(modes, x, y, z))

    def shows() -> None:
        ensure("the error is not 0", _error(modes, merged, x, y, z) != 0)

    def proof() -> None:
        """Induction on A's modes, up to the first boundary with a carry."""
        (s, d), rest = modes[0], modes[1:]
        if not rest:
            return
        two_numbers_carry_at_most_one(s, x, y, z)
        if z != x + y:
            # This carry costs d - merged, and no later carries bring the sum back to 0.
            carries_cancel_only_what_deltas_do(rest, s * d, x // s, y // s, z // s, d - merged)
        else:
            a_carry_from_a_boundary_on_shows(rest, s * d, x // s, y // s, z // s)

    return shows, proof


@lemma
def a_carry_shows(modes: Modes, x: int, y: int) -> Lemma:
    """If x + y carries and no deltas of A cancel, A^(x + y) is not A^(x) + A^(y)."""
    at_least_one_mode(modes)
    assume("x >= 0", x >= 0)
    assume("y >= 0", y >= 0)
    assume("no deltas cancel", not cancelling(modes))
    assume("a carry", passes(modes, x, y, x + y))

    def shows() -> None:
        parts = extended(modes, x) + extended(modes, y)
        ensure("A^(x + y) != A^(x) + A^(y)", extended(modes, x + y) != parts)

    def proof() -> None:
        """Apply `a_carry_from_a_boundary_on_shows` to the modes of A after the first mode."""
        (s, d), rest = modes[0], modes[1:]
        if rest:
            two_numbers_carry_at_most_one(s, x, y, x + y)
            a_carry_from_a_boundary_on_shows(rest, s * d, x // s, y // s, (x + y) // s)

    return shows, proof
