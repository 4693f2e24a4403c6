"""All modes of B: each mode is cut alone, and the pieces of all modes are composed together.

B is a list of modes n:w. The pieces of one mode form a *group*. Joining the groups gives one list
of pieces.

Plan: the offset along a mode n:w depends only on the digit of this mode, and the offset along the
mode's pieces depends only on the same digit. Hence all pieces, joined, compute the same function as
B. `images_all` maps each group of pieces separately to its images. The main theorem is that joining
the results gives the images of all joined pieces. The chapter `one_mode` covers these images.
"""

from __future__ import annotations

from spec.composition import first_break, images, images_all, refine_all
from spec.errors import InadmissibleError
from spec.modes import Groups, Modes, followed, joined, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, same, unfold
from verif.readings.groups import cuts
from verif.readings.modes import strides_from
from verif.theory.composition.one_mode import pieces_needed, stepping
from verif.theory.layouts.groups import groups_value
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="b")
def all_cut(modes: Modes, b: Modes) -> bool:
    """Whether each mode of B is cut into at most as many pieces as A has modes.

    Each mode is cut at its breaks. Each break must divide the number of steps that remain. Strides
    must be >= 0.
    """
    if not b:
        return True
    (n, w), rest = b[0], b[1:]
    return w >= 0 and 1 <= pieces_needed(modes, n, w) <= len(modes) and all_cut(modes, rest)


@definition(on="groups")
def all_stepping(b: Modes, groups: Groups) -> bool:
    """Whether `stepping(group, stride)` holds for each group and the stride of its mode of B."""
    if not groups:
        return True
    return stepping(groups[0], b[0][1]) and all_stepping(b[1:], groups[1:])


def equal_to_b(groups: Groups, b: Modes, x: int) -> None:
    """Assume that x is a coordinate of B, and conclude that the groups map x to B(x)."""
    assume("x is a coordinate", 0 <= x < total(b))
    ensure("B", groups_value(groups, x) == value(b, x))


@contract(refine_all, on="b", opens=True, rejects=InadmissibleError)
def refined_modes_are_b(modes: Modes, b: Modes) -> Promise:
    """The pieces of B's modes, joined, compute the same function as B."""
    at_least_one_mode(modes)

    def accepts() -> bool:
        return all_cut(modes, b)

    def shows(groups: Groups) -> None:
        ensure("all modes are cut", all_cut(modes, b))
        ensure("a group for each mode of B", len(groups) == len(b))
        ensure("each of its size", cuts(b, groups))
        ensure("`stepping` for each group", all_stepping(b, groups))
        ensure("size", total(joined(groups)) == total(b))
        ensure("at least one piece", bool(joined(groups)) or not b)
        ensure("no step back", strides_from(joined(groups), 0))

    def value_of_groups(groups: Groups, x: int) -> None:
        equal_to_b(groups, b, x)

    return Promise(shows, {groups_value: value_of_groups}, accepts=accepts)


@lemma(on="b")
def one_mode_of_a_cuts_nothing(modes: Modes, b: Modes) -> Lemma:
    """If A has only one mode, no mode of B is cut."""
    assume("one mode", bool(modes) and not modes[1:])
    assume("no step back", strides_from(b, 0))

    def shows() -> None:
        ensure("accepted", all_cut(modes, b))

    def proof() -> None:
        """Induction on the modes of B."""
        if b:
            n, w = b[0]
            unfold(first_break, modes, n, w)
            unfold(pieces_needed, modes, n, w)
            one_mode_of_a_cuts_nothing(modes, b[1:])

    return shows, proof


@lemma(on="pieces")
def images_of_two_lists_follow_each_other(modes: Modes, pieces: Modes, others: Modes) -> Lemma:
    """Concatenating two lists of pieces concatenates the images of both lists."""
    at_least_one_mode(modes)

    def shows() -> None:
        same(
            "images, one by one",
            images(modes, followed(pieces, others)),
            followed(images(modes, pieces), images(modes, others)),
        )

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            images_of_two_lists_follow_each_other(modes, pieces[1:], others)

    return shows, proof


@contract(images_all, on="groups", opens=True)
def joined_images_are_images_of_joined(modes: Modes, groups: Groups) -> Promise:
    """Joining the images of groups gives the images of the joined groups."""
    at_least_one_mode(modes)

    def shows(result: Groups) -> None:
        ensure("as many groups", len(result) == len(groups))
        if proving() and groups:
            images_of_two_lists_follow_each_other(modes, groups[0], joined(groups[1:]))
        same("the images of all", joined(result), images(modes, joined(groups)))

    def images_cut(result: Groups, b: Modes) -> None:
        assume("a group of each mode's size", cuts(b, groups))
        ensure("a group of each mode's size", cuts(b, result))

    return Promise(shows, {cuts: images_cut})
