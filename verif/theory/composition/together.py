"""Pieces that carry nowhere alone and do so together: the coordinate where that shows."""

from __future__ import annotations

from spec.composition import largest_residue, no_carry, quotients
from spec.modes import Modes, extended, total, value
from verif.kernel.claim import assume, ensure, proving, witness
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.readings.modes import strides_from
from verif.theory.composition.breaks import each_alone
from verif.theory.composition.cancelling import cancelling, carry_shows, passes
from verif.theory.composition.pieces import image_value, no_carry_theorem, residue, residue_range
from verif.theory.layouts.modes import at_least_one_mode, extended_at_zero_is_zero, value_is_natural


def collision(modes: Modes, pieces: Modes) -> int:
    """A coordinate where pieces that carry out of a mode of A are not linear under A.

    The pieces are taken whole, from the last, up to the first that carries.
    """
    rest = pieces[1:]
    if not rest or no_carry(modes, rest):
        return total(pieces) - 1
    return pieces[0][0] * collision(modes, rest)


@lemma
def nothing_to_carry(modes: Modes, pieces: Modes) -> Lemma:
    """No pieces do not carry."""
    at_least_one_mode(modes)
    assume("no pieces", not pieces)

    def shows() -> None:
        ensure("no carry", no_carry(modes, pieces))

    def proof() -> None:
        """Induction on A's modes."""
        if modes[1:]:
            nothing_to_carry(modes[1:], quotients(pieces, modes[0][0]))

    return shows, proof


@lemma
def residue_at_the_end(pieces: Modes, s: int) -> Lemma:
    """The largest residue is that at the last coordinate."""
    assume("a shape is at least 1", s >= 1)

    def shows() -> None:
        end = total(pieces) - 1
        ensure("all steps taken", residue(pieces, s, end) == largest_residue(pieces, s))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            t, rest = pieces[0][0], pieces[1:]
            residue_at_the_end(rest, s)
            witness(total(pieces) - 1, t, total(rest) - 1, t - 1)

    return shows, proof


@lemma
def one_more_carries(modes: Modes, pieces: Modes) -> Lemma:
    """Where pieces carry together, and neither the first nor the others do, their sum carries."""
    at_least_one_mode(modes)
    assume("at least one piece", bool(pieces))
    assume("no step back", strides_from(pieces, 0))
    assume("the first does not carry", no_carry(modes, (pieces[0],)))
    assume("the others do not carry", no_carry(modes, pieces[1:]))
    assume("all do", not no_carry(modes, pieces))

    def shows() -> None:
        (t, w), rest = pieces[0], pieces[1:]
        x, y = (t - 1) * w, value(rest, total(rest) - 1)
        ensure("a carry", passes(modes, x, y, x + y))

    def proof() -> None:
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

    return shows, proof


@contract(collision, on="pieces")
def promise_of_collision(modes: Modes, pieces: Modes) -> Promise:
    """Where no deltas of A cancel, pieces that carry together are not linear under A^."""
    at_least_one_mode(modes)
    assume("at least one piece", bool(pieces))
    assume("no step back", strides_from(pieces, 0))

    def shows(c: int) -> None:
        ensure("c >= 0", c >= 0)
        ensure("c below the size", c < total(pieces))
        if cancelling(modes) or not each_alone(modes, pieces) or no_carry(modes, pieces):
            return
        if proving():
            (t, w), rest = pieces[0], pieces[1:]
            if not rest:
                nothing_to_carry(modes, rest)
                extended_at_zero_is_zero(modes)
            if no_carry(modes, rest):
                end = total(rest) - 1
                witness(total(pieces) - 1, t, end, t - 1)
                value_is_natural(rest, end)
                one_more_carries(modes, pieces)
                no_carry_theorem(modes, (pieces[0],), t - 1)
                no_carry_theorem(modes, rest, end)
                carry_shows(modes, (t - 1) * w, value(rest, end))
        ensure("not the images", image_value(modes, pieces, c) != extended(modes, value(pieces, c)))

    return Promise(shows)
