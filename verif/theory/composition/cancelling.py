"""That carries show: where no deltas of A cancel, a sum that carries is not the sum of the A^.

Over each boundary between A's modes x + y carries at most 1, and that costs the boundary's delta:
the stride after it, less the stride that would merge with the mode before. What all carries cost
is a sum of some of the deltas.
"""

from __future__ import annotations

from spec.modes import Modes, extended
from verif.kernel.claim import assume, ensure
from verif.kernel.theory import Lemma, definition, lemma
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="modes")
def reaches(modes: Modes, merged: int, v: int) -> bool:
    """Whether v and some of the deltas, or none, add up to 0.

    `merged` is the stride that the first mode would have if it merged with that before.
    """
    if not modes:
        return v == 0
    (s, d), rest = modes[0], modes[1:]
    return reaches(rest, s * d, v) or reaches(rest, s * d, v + d - merged)


@definition(on="modes")
def cancelling_after(modes: Modes, merged: int) -> bool:
    """Whether some of the deltas, at least one, add up to 0."""
    if not modes:
        return False
    (s, d), rest = modes[0], modes[1:]
    return reaches(rest, s * d, d - merged) or cancelling_after(rest, s * d)


@definition(on="modes")
def cancelling(modes: Modes) -> bool:
    """Whether some of A's deltas d_(k+1) - s_k*d_k, at least one, add up to 0.

    >>> cancelling(((2, 1), (2, 3), (2, 5))), cancelling(((2, 1), (2, 3), (2, 7)))
    (True, False)
    """
    (s, d), rest = modes[0], modes[1:]
    return cancelling_after(rest, s * d)


@definition(on="modes")
def passes(modes: Modes, x: int, y: int, z: int) -> bool:
    """Whether z, which is x + y or 1 more, is so much more over this boundary or one after."""
    if not modes:
        return False
    s, rest = modes[0][0], modes[1:]
    return z > x + y or passes(rest, x // s, y // s, z // s)


def _error(modes: Modes, merged: int, x: int, y: int, z: int) -> int:
    """A^(z) less A^(x), A^(y), and the stride `merged` if z is 1 more than x + y."""
    parts = extended(modes, x) + extended(modes, y)
    return extended(modes, z) - parts - (z - x - y) * merged


@lemma
def at_most_one(s: int, x: int, y: int, z: int) -> Lemma:
    """Two numbers and a carry add up to a carry of at most 1."""
    assume("a shape is at least 1", s >= 1)
    assume("x >= 0", x >= 0)
    assume("y >= 0", y >= 0)
    assume("z is x + y or more", z >= x + y)
    assume("by at most 1", z <= x + y + 1)

    def shows() -> None:
        ensure("no negative carry", z // s >= x // s + y // s)
        ensure("at most one carry", z // s <= x // s + y // s + 1)

    def proof() -> None:
        """By the remainders, which add up to less than 2*s."""
        carried = z // s - x // s - y // s
        ensure("the remainders", s * carried == x % s + y % s + (z - x - y) - z % s)
        if carried < 0:
            ensure("at least s too little", s * (carried + 1) <= 0)
        if carried > 1:
            ensure("at least s too much", s * (carried - 2) >= 0)

    return shows, proof


@lemma
def shown(modes: Modes, merged: int, x: int, y: int, z: int, v: int) -> Lemma:
    """What no deltas bring to 0, carries do not."""
    at_least_one_mode(modes)
    assume("x >= 0", x >= 0)
    assume("y >= 0", y >= 0)
    assume("z is x + y or more", z >= x + y)
    assume("by at most 1", z <= x + y + 1)
    assume("v and deltas do not add up to 0", not reaches(modes, merged, v))

    def shows() -> None:
        ensure("v and the error are not 0", v + _error(modes, merged, x, y, z) != 0)

    def proof() -> None:
        """Induction on A's modes, v being what the carries so far cost."""
        (s, d), rest = modes[0], modes[1:]
        cost = v if z == x + y else v + d - merged
        if rest:
            at_most_one(s, x, y, z)
            shown(rest, s * d, x // s, y // s, z // s, cost)

    return shows, proof


@lemma
def shown_after(modes: Modes, merged: int, x: int, y: int, z: int) -> Lemma:
    """A carry over this boundary or one after shows."""
    at_least_one_mode(modes)
    assume("x >= 0", x >= 0)
    assume("y >= 0", y >= 0)
    assume("z is x + y or more", z >= x + y)
    assume("by at most 1", z <= x + y + 1)
    assume("no deltas cancel", not cancelling_after(modes, merged))
    assume("a carry", passes(modes, x, y, z))

    def shows() -> None:
        ensure("the error is not 0", _error(modes, merged, x, y, z) != 0)

    def proof() -> None:
        """Induction on A's modes, to the first boundary with a carry."""
        (s, d), rest = modes[0], modes[1:]
        if not rest:
            return
        at_most_one(s, x, y, z)
        if z != x + y:
            shown(rest, s * d, x // s, y // s, z // s, d - merged)
        else:
            shown_after(rest, s * d, x // s, y // s, z // s)

    return shows, proof


@lemma
def carry_shows(modes: Modes, x: int, y: int) -> Lemma:
    """Where no deltas of A cancel, a sum that carries is not the sum of the A^."""
    at_least_one_mode(modes)
    assume("x >= 0", x >= 0)
    assume("y >= 0", y >= 0)
    assume("no deltas cancel", not cancelling(modes))
    assume("a carry", passes(modes, x, y, x + y))

    def shows() -> None:
        parts = extended(modes, x) + extended(modes, y)
        ensure("A^(x + y) != A^(x) + A^(y)", extended(modes, x + y) != parts)

    def proof() -> None:
        """From the first boundary on."""
        (s, d), rest = modes[0], modes[1:]
        if rest:
            at_most_one(s, x, y, x + y)
            shown_after(rest, s * d, x // s, y // s, (x + y) // s)

    return shows, proof
