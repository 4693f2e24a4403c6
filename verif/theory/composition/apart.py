"""One list of pieces after another: what does not carry together does not carry apart."""

from __future__ import annotations

from spec.composition import largest_residue, no_carry, quotients
from spec.modes import Modes, followed
from verif.kernel.claim import assume, ensure, same
from verif.kernel.contract import Automatic, Contract
from verif.theory.composition.breaks import each_alone
from verif.theory.composition.pieces import residue_range
from verif.theory.layouts.modes import at_least_one_mode, strides_from


def alone_after(modes: Modes, pieces: Modes, others: Modes) -> None:
    """Induction on the pieces."""
    if pieces:
        alone_after(modes, pieces[1:], others)


def _alone_both(modes: Modes, pieces: Modes, others: Modes) -> None:
    assume("the first alone", each_alone(modes, pieces))
    assume("the others alone", each_alone(modes, others))


def _alone_after(_: None, modes: Modes, pieces: Modes, others: Modes) -> None:
    ensure("all alone", each_alone(modes, followed(pieces, others)))


def quotients_after(pieces: Modes, others: Modes, s: int) -> None:
    """Induction on the pieces."""
    if pieces:
        quotients_after(pieces[1:], others, s)


def _two_lists(pieces: Modes, others: Modes, s: int) -> None:
    assume("a shape is at least 1", s >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("nor by the others", strides_from(others, 0))


def _quotients_after(_: None, pieces: Modes, others: Modes, s: int) -> None:
    both = followed(pieces, others)
    parts = largest_residue(pieces, s) + largest_residue(others, s)
    ensure("the residues add up", largest_residue(both, s) == parts)
    apart = followed(quotients(pieces, s), quotients(others, s))
    same("quotients, one by one", quotients(both, s), apart)


def carry_apart(modes: Modes, pieces: Modes, others: Modes) -> None:
    """Induction on A's modes."""
    s, rest = modes[0][0], modes[1:]
    if rest:
        quotients_after(pieces, others, s)
        residue_range(pieces, s, 0)
        residue_range(others, s, 0)
        carry_apart(rest, quotients(pieces, s), quotients(others, s))


def _pieces_and_others(modes: Modes, pieces: Modes, others: Modes) -> None:
    at_least_one_mode(modes)
    assume("no step back", strides_from(pieces, 0))
    assume("nor by the others", strides_from(others, 0))


def _carry_apart(_: None, modes: Modes, pieces: Modes, others: Modes) -> None:
    if no_carry(modes, followed(pieces, others)):
        ensure("nor do the first", no_carry(modes, pieces))
        ensure("nor do the others", no_carry(modes, others))


ALONE_AFTER = Contract(
    "ALONE-APP",
    "pieces that carry nowhere alone do not one list after another",
    alone_after,
    requires=_alone_both,
    ensures=_alone_after,
    measure=lambda modes, pieces, others: len(pieces),
)
QUOTIENTS_AFTER = Contract(
    "QUOTIENTS-APP",
    "quotients and residues of one list after another",
    quotients_after,
    requires=_two_lists,
    ensures=_quotients_after,
)
CARRY_APART = Contract(
    "CARRY-APART",
    "what does not carry together does not carry apart",
    carry_apart,
    requires=_pieces_and_others,
    ensures=_carry_apart,
)

OBSERVATIONS: dict[object, str] = {}
CONTRACTS = (ALONE_AFTER, QUOTIENTS_AFTER, CARRY_APART)
AUTOMATIC: tuple[Automatic, ...] = ()
