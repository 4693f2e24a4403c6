"""Composition with a whole B: its modes cut one by one, and composed together."""

from __future__ import annotations

from spec.composition import first_break, images, images_all, refine_all
from spec.errors import InadmissibleError
from spec.modes import Groups, Modes, followed, joined, total, value
from verif.kernel.claim import assume, ensure, proving, same, unfold
from verif.kernel.contract import Automatic, Contract
from verif.theory.composition.pieces import pieces_needed, stepping
from verif.theory.layouts.groups import cuts, groups_value
from verif.theory.layouts.modes import at_least_one_mode, strides_from


def all_cut(modes: Modes, b: Modes) -> bool:
    """Whether every mode of B is cut at its breaks, into no more pieces than A has modes."""
    if not b:
        return True
    (n, w), rest = b[0], b[1:]
    return w >= 0 and 1 <= pieces_needed(modes, n, w) <= len(modes) and all_cut(modes, rest)


def all_stepping(b: Modes, groups: Groups) -> bool:
    """Whether each group is steps of its mode of B."""
    if not groups:
        return True
    return stepping(groups[0], b[0][1]) and all_stepping(b[1:], groups[1:])


def nothing_to_cut(modes: Modes, b: Modes) -> None:
    """Induction on the modes of B."""
    if b:
        n, w = b[0]
        unfold(first_break, modes, n, w)
        unfold(pieces_needed, modes, n, w)
        nothing_to_cut(modes, b[1:])


def _one_mode(modes: Modes, b: Modes) -> None:
    assume("one mode", bool(modes) and not modes[1:])
    assume("no step back", strides_from(b, 0))


def _nothing_to_cut(_: None, modes: Modes, b: Modes) -> None:
    ensure("accepted", all_cut(modes, b))


def _a_mode(modes: Modes, b: Modes) -> None:
    at_least_one_mode(modes)


def _refined(groups: Groups, modes: Modes, b: Modes) -> None:
    ensure("a group for each mode of B", len(groups) == len(b))
    ensure("each of its size", cuts(b, groups))
    ensure("each steps of its mode", all_stepping(b, groups))
    ensure("size", total(joined(groups)) == total(b))
    ensure("at least one piece", bool(joined(groups)) or not b)
    ensure("no step back", strides_from(joined(groups), 0))


def cut_value(groups: Groups, modes: Modes, b: Modes, x: int) -> None:
    assume("x is a coordinate", 0 <= x < total(b))
    ensure("B", groups_value(groups, x) == value(b, x))


def images_followed(modes: Modes, pieces: Modes, others: Modes) -> None:
    """Induction on the pieces."""
    if pieces:
        images_followed(modes, pieces[1:], others)


def _two_lists(modes: Modes, pieces: Modes, others: Modes) -> None:
    at_least_one_mode(modes)


def _images_followed(_: None, modes: Modes, pieces: Modes, others: Modes) -> None:
    same(
        "images, one by one",
        images(modes, followed(pieces, others)),
        followed(images(modes, pieces), images(modes, others)),
    )


def _imaged(modes: Modes, groups: Groups) -> None:
    at_least_one_mode(modes)


def _images_all(result: Groups, modes: Modes, groups: Groups) -> None:
    ensure("as many groups", len(result) == len(groups))
    if proving() and groups:
        images_followed(modes, groups[0], joined(groups[1:]))
    same("the images of all", joined(result), images(modes, joined(groups)))


def _images_cut(result: Groups, modes: Modes, groups: Groups, b: Modes) -> None:
    assume("a group for each mode of B, of its size", cuts(b, groups))
    ensure("a group for each mode of B, of its size", cuts(b, result))


REFINE_ALL = Contract(
    "REFINE-ALL",
    "the pieces of B's modes, side by side, are the function of B",
    refine_all,
    requires=_a_mode,
    ensures=_refined,
    everywhere={groups_value: cut_value},
    measure=lambda modes, b: len(b),
    on="b",
    rejects=InadmissibleError,
    accepts=all_cut,
)
ONE_MODE = Contract(
    "ONE-MODE",
    "one mode of A cuts no mode of B",
    nothing_to_cut,
    requires=_one_mode,
    ensures=_nothing_to_cut,
    measure=lambda modes, b: len(b),
)
IMAGES_FOLLOWED = Contract(
    "IMAGES-APP",
    "the images of one list after another are those of one after those of the other",
    images_followed,
    requires=_two_lists,
    ensures=_images_followed,
    measure=lambda modes, pieces, others: len(pieces),
)
IMAGES_ALL = Contract(
    "IMAGES-ALL",
    "the images of groups, joined, are the images of the groups joined",
    images_all,
    requires=_imaged,
    ensures=_images_all,
    everywhere={cuts: _images_cut},
    measure=lambda modes, groups: len(groups),
    on="groups",
)

OBSERVATIONS = {all_cut: "b", all_stepping: "groups"}
CONTRACTS = (REFINE_ALL, ONE_MODE, IMAGES_FOLLOWED, IMAGES_ALL)
AUTOMATIC: tuple[Automatic, ...] = ()
