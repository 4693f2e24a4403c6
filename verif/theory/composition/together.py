"""Pieces that carry nowhere alone and do so together: the coordinate where that shows."""

from __future__ import annotations

from spec.composition import largest_residue, no_carry, quotients
from spec.modes import Modes, extended, total, value
from verif.kernel.claim import assume, ensure, proving, witness
from verif.kernel.contract import Automatic, Contract
from verif.theory.composition.breaks import each_alone
from verif.theory.composition.cancelling import cancelling, carry_shows, passes
from verif.theory.composition.pieces import image_value, no_carry_theorem, residue, residue_range
from verif.theory.layouts.modes import (
    at_least_one_mode,
    extended_at_zero,
    natural_value,
    strides_from,
)


def collision(modes: Modes, pieces: Modes) -> int:
    """A coordinate where pieces that carry out of a mode of A are not linear under A.

    The pieces are taken whole, from the last, up to the first that carries.
    """
    rest = pieces[1:]
    if not rest or no_carry(modes, rest):
        return total(pieces) - 1
    return pieces[0][0] * collision(modes, rest)


def nothing_to_carry(modes: Modes, pieces: Modes) -> None:
    """Induction on A's modes."""
    if modes[1:]:
        nothing_to_carry(modes[1:], quotients(pieces, modes[0][0]))


def _no_pieces(modes: Modes, pieces: Modes) -> None:
    at_least_one_mode(modes)
    assume("no pieces", not pieces)


def _nothing_to_carry(_: None, modes: Modes, pieces: Modes) -> None:
    ensure("no carry", no_carry(modes, pieces))


def residue_at_the_end(pieces: Modes, s: int) -> None:
    """Induction on the pieces."""
    if pieces:
        t, rest = pieces[0][0], pieces[1:]
        residue_at_the_end(rest, s)
        witness(total(pieces) - 1, t, total(rest) - 1, t - 1)


def _of_a_size(pieces: Modes, s: int) -> None:
    assume("a shape is at least 1", s >= 1)


def _residue_at_the_end(_: None, pieces: Modes, s: int) -> None:
    end = total(pieces) - 1
    ensure("all steps taken", residue(pieces, s, end) == largest_residue(pieces, s))


def one_more_carries(modes: Modes, pieces: Modes) -> None:
    """Induction on A's modes, to the one that the first piece and the others carry out of."""
    s, others = modes[0][0], modes[1:]
    if not others:
        return
    (t, w), rest = pieces[0], pieces[1:]
    end, after = total(rest) - 1, quotients(pieces, s)
    residue_at_the_end(rest, s)
    residue_range(rest, s, end)
    y, r = value(rest, end), largest_residue(rest, s)
    x, q, u = (t - 1) * w, w // s, w % s
    z = value(after[1:], end)
    witness(y, s, z, r)
    if (t - 1) * u + r < s:
        witness(x + y, s, (t - 1) * q + z, (t - 1) * u + r)
        one_more_carries(others, after)
    else:
        witness(x + y, s, (t - 1) * q + z + 1, (t - 1) * u + r - s)
        # The carry is over the boundary to the next mode.
        others[0]


def _one_more(modes: Modes, pieces: Modes) -> None:
    at_least_one_mode(modes)
    assume("at least one piece", bool(pieces))
    assume("no step back", strides_from(pieces, 0))
    assume("the first does not carry", no_carry(modes, (pieces[0],)))
    assume("the others do not carry", no_carry(modes, pieces[1:]))
    assume("all do", not no_carry(modes, pieces))


def _one_more_carries(_: None, modes: Modes, pieces: Modes) -> None:
    (t, w), rest = pieces[0], pieces[1:]
    x, y = (t - 1) * w, value(rest, total(rest) - 1)
    ensure("a carry", passes(modes, x, y, x + y))


def _some_pieces(modes: Modes, pieces: Modes) -> None:
    at_least_one_mode(modes)
    assume("at least one piece", bool(pieces))
    assume("no step back", strides_from(pieces, 0))


def _collision(c: int, modes: Modes, pieces: Modes) -> None:
    ensure("c >= 0", c >= 0)
    ensure("c below the size", c < total(pieces))
    if cancelling(modes) or not each_alone(modes, pieces) or no_carry(modes, pieces):
        return
    if proving():
        _whole(modes, pieces)
    ensure("not the images", image_value(modes, pieces, c) != extended(modes, value(pieces, c)))


def _whole(modes: Modes, pieces: Modes) -> None:
    """What A is at the last coordinate, if the first piece is one more than what carries."""
    (t, w), rest = pieces[0], pieces[1:]
    if not rest:
        nothing_to_carry(modes, rest)
        extended_at_zero(modes)
    if no_carry(modes, rest):
        end = total(rest) - 1
        witness(total(pieces) - 1, t, end, t - 1)
        natural_value(rest, end)
        one_more_carries(modes, pieces)
        no_carry_theorem(modes, (pieces[0],), t - 1)
        no_carry_theorem(modes, rest, end)
        carry_shows(modes, (t - 1) * w, value(rest, end))


NO_PIECES = Contract(
    "NO-PIECES",
    "no pieces do not carry",
    nothing_to_carry,
    requires=_no_pieces,
    ensures=_nothing_to_carry,
)
RESIDUE_END = Contract(
    "RESIDUE-END",
    "the largest residue is that at the last coordinate",
    residue_at_the_end,
    requires=_of_a_size,
    ensures=_residue_at_the_end,
)
ONE_MORE_CARRIES = Contract(
    "ONE-MORE-CARRIES",
    "where pieces carry together, and neither the first nor the others do, their sum carries",
    one_more_carries,
    requires=_one_more,
    ensures=_one_more_carries,
)
COLLISION = Contract(
    "COLLISION",
    "where no deltas of A cancel, pieces that carry together are not linear under A^",
    collision,
    requires=_some_pieces,
    ensures=_collision,
    measure=lambda modes, pieces: len(pieces),
)

OBSERVATIONS: dict[object, str] = {}
CONTRACTS = (NO_PIECES, RESIDUE_END, ONE_MORE_CARRIES, COLLISION)
AUTOMATIC: tuple[Automatic, ...] = ()
