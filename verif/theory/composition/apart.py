"""One list of pieces after another: what does not carry together does not carry apart."""

from __future__ import annotations

from spec.composition import largest_residue, no_carry, quotients
from spec.modes import Modes, followed
from verif.kernel.claim import assume, ensure, same
from verif.kernel.theory import Lemma, lemma
from verif.readings.modes import strides_from
from verif.theory.composition.breaks import each_alone
from verif.theory.composition.pieces import residue_range
from verif.theory.layouts.modes import at_least_one_mode


@lemma(on="pieces")
def alone_after(modes: Modes, pieces: Modes, others: Modes) -> Lemma:
    """Pieces that carry nowhere alone do not one list after another."""
    assume("the first alone", each_alone(modes, pieces))
    assume("the others alone", each_alone(modes, others))

    def shows() -> None:
        ensure("all alone", each_alone(modes, followed(pieces, others)))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            alone_after(modes, pieces[1:], others)

    return shows, proof


@lemma
def quotients_after(pieces: Modes, others: Modes, s: int) -> Lemma:
    """Quotients and residues of one list after another."""
    assume("a shape is at least 1", s >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("nor by the others", strides_from(others, 0))

    def shows() -> None:
        both = followed(pieces, others)
        parts = largest_residue(pieces, s) + largest_residue(others, s)
        ensure("the residues add up", largest_residue(both, s) == parts)
        apart = followed(quotients(pieces, s), quotients(others, s))
        same("quotients, one by one", quotients(both, s), apart)

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            quotients_after(pieces[1:], others, s)

    return shows, proof


@lemma
def carry_apart(modes: Modes, pieces: Modes, others: Modes) -> Lemma:
    """What does not carry together does not carry apart."""
    at_least_one_mode(modes)
    assume("no step back", strides_from(pieces, 0))
    assume("nor by the others", strides_from(others, 0))

    def shows() -> None:
        if no_carry(modes, followed(pieces, others)):
            ensure("nor do the first", no_carry(modes, pieces))
            ensure("nor do the others", no_carry(modes, others))

    def proof() -> None:
        """Induction on A's modes."""
        s, rest = modes[0][0], modes[1:]
        if rest:
            quotients_after(pieces, others, s)
            residue_range(pieces, s, 0)
            residue_range(others, s, 0)
            carry_apart(rest, quotients(pieces, s), quotients(others, s))

    return shows, proof
