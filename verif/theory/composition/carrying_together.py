"""Pieces that carry only together: at some coordinate, A^ is not linear on these pieces.

Pieces P are a list of modes t:w, and P(x) is the sum of their steps at x. A^ is A, extended to all
naturals. Assume that no deltas of A cancel, and that no piece, taken alone, carries out of a mode
of A.

Plan: go through the pieces from the last to the first, and add up all their steps until the sum
carries. Let u be the sum of all steps of the piece that causes this carry. Let v be the sum of all
steps of the pieces after this piece. A^ is linear on the pieces after this piece. The sum u + v
carries over a boundary, since residues are largest when all steps are taken. A carry changes the
offset. So A^(u + v) is not the sum of the images of these steps. The main theorem states this for
`collision`, the coordinate at which exactly these steps are taken.
"""

from __future__ import annotations

from spec.composition import largest_residue, no_carry, quotients
from spec.modes import Modes, extended, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, ensure, proving, witness
from verif.readings.modes import strides_from
from verif.theory.composition.breaks import each_alone
from verif.theory.composition.carries_show import a_carry_shows, cancelling, passes
from verif.theory.composition.one_mode import (
    a_is_linear_on_pieces_that_do_not_carry,
    image_value,
    residue,
    residue_is_at_most_the_largest,
)
from verif.theory.layouts.modes import at_least_one_mode, extended_at_zero_is_zero, value_is_natural


def collision(modes: Modes, pieces: Modes) -> int:
    """A coordinate of the pieces at which the sum of their steps carries out of a mode of A.

    The pieces must carry together. Let k be the least number such that the last k pieces carry. At
    the coordinate, these k pieces take all their steps, and the other pieces take no step.
    """
    rest = pieces[1:]
    if not rest or no_carry(modes, rest):
        return total(pieces) - 1
    return pieces[0][0] * collision(modes, rest)


@lemma
def no_pieces_do_not_carry(modes: Modes, pieces: Modes) -> Lemma:
    """An empty list of pieces does not carry."""
    at_least_one_mode(modes)
    assume("no pieces", not pieces)

    def shows() -> None:
        ensure("no carry", no_carry(modes, pieces))

    def proof() -> None:
        """Induction on A's modes."""
        if modes[1:]:
            no_pieces_do_not_carry(modes[1:], quotients(pieces, modes[0][0]))

    return shows, proof


@lemma
def largest_residue_is_at_the_last_coordinate(pieces: Modes, s: int) -> Lemma:
    """The residue of pieces at their last coordinate is `largest_residue`."""
    assume("a shape is at least 1", s >= 1)

    def shows() -> None:
        end = total(pieces) - 1
        ensure("all steps taken", residue(pieces, s, end) == largest_residue(pieces, s))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            t, rest = pieces[0][0], pieces[1:]
            largest_residue_is_at_the_last_coordinate(rest, s)
            witness(total(pieces) - 1, t, total(rest) - 1, t - 1)

    return shows, proof


@lemma
def first_piece_and_the_others_carry_in_sum(modes: Modes, pieces: Modes) -> Lemma:
    """If the first piece and the other pieces carry only together, the sum x + y carries.

    Here x is the last offset of the first piece, and y is the sum of the last offsets of the other
    pieces.
    """
    at_least_one_mode(modes)
    assume("at least one piece", bool(pieces))
    assume("no step back", strides_from(pieces, 0))
    (t, w), rest = pieces[0], pieces[1:]
    assume("the first piece does not carry", no_carry(modes, (pieces[0],)))
    assume("the other pieces do not carry", no_carry(modes, rest))
    assume("all do", not no_carry(modes, pieces))

    def shows() -> None:
        x, y = (t - 1) * w, value(rest, total(rest) - 1)
        ensure("a carry", passes(modes, x, y, x + y))

    def proof() -> None:
        """Induction on A's modes, up to the mode at which the sum carries."""
        s, others = modes[0][0], modes[1:]
        if not others:
            return
        end, after = total(rest) - 1, quotients(pieces, s)
        largest_residue_is_at_the_last_coordinate(rest, s)
        residue_is_at_most_the_largest(rest, s, end)
        y, r = value(rest, end), largest_residue(rest, s)
        x, q, u = (t - 1) * w, w // s, w % s
        z = value(after[1:], end)
        witness(y, s, z, r)
        if (t - 1) * u + r < s:
            # The sum of the residues does not carry out of this mode, so the quotients must carry.
            witness(x + y, s, (t - 1) * q + z, (t - 1) * u + r)
            first_piece_and_the_others_carry_in_sum(others, after)
        else:
            witness(x + y, s, (t - 1) * q + z + 1, (t - 1) * u + r - s)
            # The carry goes into the next mode.
            others[0]

    return shows, proof


@contract(collision, on="pieces")
def pieces_that_carry_together_are_not_linear(modes: Modes, pieces: Modes) -> Promise:
    """If pieces carry only together and no deltas cancel, A^ is not linear at `collision`."""
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
                no_pieces_do_not_carry(modes, rest)
                extended_at_zero_is_zero(modes)
            if no_carry(modes, rest):
                # The first piece causes the carry. A^ is linear on the first piece alone and on the
                # other pieces alone. But the sum of their two offsets carries, so A^ is not linear
                # on this sum.
                end = total(rest) - 1
                witness(total(pieces) - 1, t, end, t - 1)
                value_is_natural(rest, end)
                first_piece_and_the_others_carry_in_sum(modes, pieces)
                a_is_linear_on_pieces_that_do_not_carry(modes, (pieces[0],), t - 1)
                a_is_linear_on_pieces_that_do_not_carry(modes, rest, end)
                a_carry_shows(modes, (t - 1) * w, value(rest, end))
        ensure(
            "A^ differs from the images",
            image_value(modes, pieces, c) != extended(modes, value(pieces, c)),
        )

    return Promise(shows)
