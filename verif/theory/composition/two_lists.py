"""Two joined lists of pieces: if they do not carry together, neither list carries alone.

Plan: the quotients of the joined list are the joined quotients of both lists. The largest residue
of the joined list is the sum of both lists' largest residues. So the largest residue of each list
is at most the largest residue of the joined list. The main theorem, the last lemma, follows by
induction on A's modes.
"""

from __future__ import annotations

from spec.composition import largest_residue, no_carry, quotients
from spec.modes import Modes, followed
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, same
from verif.readings.modes import strides_from
from verif.theory.composition.breaks import each_alone
from verif.theory.composition.one_mode import residue_is_at_most_the_largest
from verif.theory.layouts.modes import at_least_one_mode


@lemma(on="pieces")
def two_lists_carry_nowhere_piece_by_piece(modes: Modes, pieces: Modes, others: Modes) -> Lemma:
    """If no piece of either list carries alone, no piece of the joined list carries alone."""
    assume("no piece of the first list carries alone", each_alone(modes, pieces))
    assume("no piece of the second list carries alone", each_alone(modes, others))

    def shows() -> None:
        ensure("all alone", each_alone(modes, followed(pieces, others)))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            two_lists_carry_nowhere_piece_by_piece(modes, pieces[1:], others)

    return shows, proof


@lemma
def quotients_of_two_lists_follow_each_other(pieces: Modes, others: Modes, s: int) -> Lemma:
    """Concatenating two lists of pieces joins their quotients and adds their largest residues."""
    assume("a shape is at least 1", s >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("the other strides >= 0", strides_from(others, 0))

    def shows() -> None:
        both = followed(pieces, others)
        parts = largest_residue(pieces, s) + largest_residue(others, s)
        ensure("the residues add up", largest_residue(both, s) == parts)
        apart = followed(quotients(pieces, s), quotients(others, s))
        same("quotients of each list", quotients(both, s), apart)

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            quotients_of_two_lists_follow_each_other(pieces[1:], others, s)

    return shows, proof


@lemma
def no_carry_together_is_none_apart(modes: Modes, pieces: Modes, others: Modes) -> Lemma:
    """If two lists of pieces with strides >= 0 do not carry together, neither carries alone."""
    at_least_one_mode(modes)
    assume("no step back", strides_from(pieces, 0))
    assume("the other strides >= 0", strides_from(others, 0))

    def shows() -> None:
        if no_carry(modes, followed(pieces, others)):
            ensure("the first list does not carry", no_carry(modes, pieces))
            ensure("the second list does not carry", no_carry(modes, others))

    def proof() -> None:
        """Induction on A's modes."""
        s, rest = modes[0][0], modes[1:]
        if rest:
            quotients_of_two_lists_follow_each_other(pieces, others, s)
            residue_is_at_most_the_largest(pieces, s, 0)
            residue_is_at_most_the_largest(others, s, 0)
            no_carry_together_is_none_apart(rest, quotients(pieces, s), quotients(others, s))

    return shows, proof
