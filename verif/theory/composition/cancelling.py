"""That carries show: where no deltas of A cancel, a sum that carries is not the sum of the A^.

Over each boundary between A's modes x + y carries at most 1, and that costs the boundary's delta:
the stride after it, less the stride that would merge with the mode before. What all carries cost
is a sum of some of the deltas.
"""

from __future__ import annotations

from spec.modes import Modes, extended
from verif.kernel.claim import assume, ensure
from verif.kernel.contract import Automatic, Contract
from verif.theory.layouts.modes import at_least_one_mode


def reaches(modes: Modes, merged: int, v: int) -> bool:
    """Whether v and some of the deltas, or none, add up to 0.

    `merged` is the stride that the first mode would have if it merged with that before.
    """
    if not modes:
        return v == 0
    (s, d), rest = modes[0], modes[1:]
    return reaches(rest, s * d, v) or reaches(rest, s * d, v + d - merged)


def cancelling_after(modes: Modes, merged: int) -> bool:
    """Whether some of the deltas, at least one, add up to 0."""
    if not modes:
        return False
    (s, d), rest = modes[0], modes[1:]
    return reaches(rest, s * d, d - merged) or cancelling_after(rest, s * d)


def cancelling(modes: Modes) -> bool:
    """Whether some of A's deltas d_(k+1) - s_k*d_k, at least one, add up to 0.

    >>> cancelling(((2, 1), (2, 3), (2, 5))), cancelling(((2, 1), (2, 3), (2, 7)))
    (True, False)
    """
    (s, d), rest = modes[0], modes[1:]
    return cancelling_after(rest, s * d)


def passes(modes: Modes, x: int, y: int, z: int) -> bool:
    """Whether z, which is x + y or 1 more, is so much more over this boundary or one after."""
    if not modes:
        return False
    s, rest = modes[0][0], modes[1:]
    return z > x + y or passes(rest, x // s, y // s, z // s)


def shown(modes: Modes, merged: int, x: int, y: int, z: int, v: int) -> None:
    """Induction on A's modes, v being what the carries so far cost."""
    (s, d), rest = modes[0], modes[1:]
    cost = v if z == x + y else v + d - merged
    if rest:
        at_most_one(s, x, y, z)
        shown(rest, s * d, x // s, y // s, z // s, cost)


def at_most_one(s: int, x: int, y: int, z: int) -> None:
    """By the remainders, which add up to less than 2*s."""
    carried = z // s - x // s - y // s
    ensure("the remainders", s * carried == x % s + y % s + (z - x - y) - z % s)
    if carried < 0:
        ensure("at least s too little", s * (carried + 1) <= 0)
    if carried > 1:
        ensure("at least s too much", s * (carried - 2) >= 0)


def _summed(s: int, x: int, y: int, z: int) -> None:
    assume("a shape is at least 1", s >= 1)
    _numbers(x, y, z)


def _numbers(x: int, y: int, z: int) -> None:
    assume("x >= 0", x >= 0)
    assume("y >= 0", y >= 0)
    assume("z is x + y or more", z >= x + y)
    assume("by at most 1", z <= x + y + 1)


def _at_most_one(_: None, s: int, x: int, y: int, z: int) -> None:
    ensure("no negative carry", z // s >= x // s + y // s)
    ensure("at most one carry", z // s <= x // s + y // s + 1)


def _not_reaching(modes: Modes, merged: int, x: int, y: int, z: int, v: int) -> None:
    at_least_one_mode(modes)
    _numbers(x, y, z)
    assume("v and deltas do not add up to 0", not reaches(modes, merged, v))


def _shown(_: None, modes: Modes, merged: int, x: int, y: int, z: int, v: int) -> None:
    ensure("v and the error are not 0", v + _error(modes, merged, x, y, z) != 0)


def _error(modes: Modes, merged: int, x: int, y: int, z: int) -> int:
    """A^(z) less A^(x), A^(y), and the stride `merged` if z is 1 more than x + y."""
    parts = extended(modes, x) + extended(modes, y)
    return extended(modes, z) - parts - (z - x - y) * merged


def shown_after(modes: Modes, merged: int, x: int, y: int, z: int) -> None:
    """Induction on A's modes, to the first boundary with a carry."""
    (s, d), rest = modes[0], modes[1:]
    if not rest:
        return
    at_most_one(s, x, y, z)
    if z != x + y:
        shown(rest, s * d, x // s, y // s, z // s, d - merged)
    else:
        shown_after(rest, s * d, x // s, y // s, z // s)


def _carrying_after(modes: Modes, merged: int, x: int, y: int, z: int) -> None:
    at_least_one_mode(modes)
    _numbers(x, y, z)
    assume("no deltas cancel", not cancelling_after(modes, merged))
    assume("a carry", passes(modes, x, y, z))


def _shown_after(_: None, modes: Modes, merged: int, x: int, y: int, z: int) -> None:
    ensure("the error is not 0", _error(modes, merged, x, y, z) != 0)


def carry_shows(modes: Modes, x: int, y: int) -> None:
    """From the first boundary on."""
    (s, d), rest = modes[0], modes[1:]
    if rest:
        at_most_one(s, x, y, x + y)
        shown_after(rest, s * d, x // s, y // s, (x + y) // s)


def _carrying(modes: Modes, x: int, y: int) -> None:
    at_least_one_mode(modes)
    assume("x >= 0", x >= 0)
    assume("y >= 0", y >= 0)
    assume("no deltas cancel", not cancelling(modes))
    assume("a carry", passes(modes, x, y, x + y))


def _carry_shows(_: None, modes: Modes, x: int, y: int) -> None:
    parts = extended(modes, x) + extended(modes, y)
    ensure("A^(x + y) != A^(x) + A^(y)", extended(modes, x + y) != parts)


AT_MOST_ONE = Contract(
    "AT-MOST-ONE",
    "two numbers and a carry add up to a carry of at most 1",
    at_most_one,
    requires=_summed,
    ensures=_at_most_one,
)
SHOWN = Contract(
    "SHOWN",
    "what no deltas bring to 0, carries do not",
    shown,
    requires=_not_reaching,
    ensures=_shown,
)
SHOWN_AFTER = Contract(
    "SHOWN-AFTER",
    "a carry over this boundary or one after shows",
    shown_after,
    requires=_carrying_after,
    ensures=_shown_after,
)
CARRY_SHOWS = Contract(
    "CARRY-SHOWS",
    "where no deltas of A cancel, a sum that carries is not the sum of the A^",
    carry_shows,
    requires=_carrying,
    ensures=_carry_shows,
)

OBSERVATIONS = {
    reaches: "modes",
    cancelling_after: "modes",
    cancelling: "modes",
    passes: "modes",
}
CONTRACTS = (AT_MOST_ONE, SHOWN, SHOWN_AFTER, CARRY_SHOWS)
AUTOMATIC: tuple[Automatic, ...] = ()
