"""Rejected modes: if composition rejects B, no layout compatible with B is A after B.

The layout R is a list of groups of modes: one group, of size n, for each mode n:w of B. A is
coalesced, and none of its deltas cancel. `cut_all` cuts each mode of B at its breaks, until a
break does not divide the remaining size. The results are the *pieces*. A piece carries alone if its
own steps carry out of a mode of A.

Plan: there are two cases. If a coalesced group differs from A at a step of its mode, then R
differs from A after B at this step. Otherwise no piece carries alone, and the groups have the
same offsets as the images of the pieces in A. If the pieces did not carry together, composition
would accept B: each break would divide the remaining size, and there would be at most as many
pieces as modes of A. So the pieces carry together, and R differs from A after B at the coordinate
`collision`. The main theorem is the last contract. It shows that R differs from A after B at the
coordinate `mismatch`.
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.composition import first_break, images_all, no_carry, refine, refine_all
from spec.modes import Groups, Modes, extended, followed, joined, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, same, unfold
from verif.readings.groups import cuts
from verif.readings.modes import strides_from
from verif.theory.composition.breaks import (
    a_group_nowhere_astray_is_the_images,
    astray,
    cut,
    each_alone,
    follows,
)
from verif.theory.composition.carries_show import cancelling
from verif.theory.composition.carrying_together import collision
from verif.theory.composition.few_pieces import pieces_are_no_more_than_modes
from verif.theory.composition.one_mode import a_mode_and_steps, image_value, pieces_needed
from verif.theory.composition.two_lists import (
    no_carry_together_is_none_apart,
    two_lists_carry_nowhere_piece_by_piece,
)
from verif.theory.composition.whole_b import all_cut, equal_to_b
from verif.theory.layouts.groups import (
    groups_value,
    groups_value_at_zero_is_zero,
    joined_is_the_first_followed_by_the_rest,
)
from verif.theory.layouts.modes import at_least_one_mode, value_at_zero_is_zero


def first_astray(modes: Modes, b: Modes, groups: Groups) -> int:
    """A 1-D coordinate of B at which the layout of the groups differs from A after B.

    The coordinate is nonzero only along one mode of B: the mode of the first group that does not
    follow A. If all groups follow A (`all_follow`), the result is the size of B.
    """
    if not b:
        return 1
    (n, w), rest = b[0], b[1:]
    i = astray(modes, coalesce_modes(groups[0]), w)
    return i if i < n else n * first_astray(modes, rest, groups[1:])


def cut_all(modes: Modes, b: Modes) -> Groups:
    """Each mode of B, cut at its breaks until a break does not divide the remaining size."""
    if not b:
        return ()
    (n, w), rest = b[0], b[1:]
    return (cut(modes, n, w),) + cut_all(modes, rest)


def mismatch(modes: Modes, b: Modes, groups: Groups) -> int:
    """For a rejected B, a coordinate at which the layout of the groups differs from A after B.

    >>> mismatch(((3, 1), (2, 5)), ((5, 1),), (((5, 1),),))
    3
    >>> mismatch(((36, 1), (18, 72)), ((9, 4), (4, 9)), (((9, 4),), ((4, 9),)))
    35
    """
    i = first_astray(modes, b, groups)
    if i < total(b):
        return i
    return collision(modes, joined(cut_all(modes, b)))


@definition(on="b")
def all_follow(modes: Modes, b: Modes, groups: Groups) -> bool:
    """Whether each coalesced group follows A at the steps of its mode of B (`follows`)."""
    if not b:
        return True
    first = follows(modes, coalesce_modes(groups[0]), b[0][1])
    return first and all_follow(modes, b[1:], groups[1:])


def a_layout_for_b(modes: Modes, b: Modes, groups: Groups) -> None:
    """Assume that no deltas of A cancel, and that the groups make a layout compatible with B."""
    at_least_one_mode(modes)
    assume("no deltas cancel", not cancelling(modes))
    assume("no step back", strides_from(b, 0))
    assume("a group of each mode's size", cuts(b, groups))


@contract(first_astray, on="b")
def a_layout_is_not_a_after_b_where_astray(modes: Modes, b: Modes, groups: Groups) -> Promise:
    """If a group does not follow A, the layout differs from A^(B(i)) at i = `first_astray`."""
    a_layout_for_b(modes, b, groups)

    def shows(i: int) -> None:
        ensure("i >= 1", i >= 1)
        ensure("i within the size", i <= total(b))
        if i == total(b):
            ensure("none astray", all_follow(modes, b, groups))
            return
        if proving() and b:
            value_at_zero_is_zero(b[1:])
            value_at_zero_is_zero(groups[0])
            groups_value_at_zero_is_zero(groups[1:])
        ensure("differs from A there", groups_value(groups, i) != extended(modes, value(b, i)))

    return Promise(shows)


@contract(cut_all, on="b")
def cut_modes_are_b(modes: Modes, b: Modes) -> Promise:
    """The modes of B, cut at their breaks, compute the same function as B."""
    at_least_one_mode(modes)
    assume("no step back", strides_from(b, 0))

    def shows(result: Groups) -> None:
        ensure("a group of each mode's size", cuts(b, result))
        if proving() and b:
            joined_is_the_first_followed_by_the_rest(result)
        ensure("size", total(joined(result)) == total(b))
        ensure("at least one piece", bool(joined(result)) or not b)
        ensure("no step back", strides_from(joined(result), 0))

    def value_of_groups(groups: Groups, x: int) -> None:
        equal_to_b(groups, b, x)

    return Promise(shows, {groups_value: value_of_groups})


@lemma(on="b")
def groups_nowhere_astray_are_the_images(modes: Modes, b: Modes, groups: Groups, x: int) -> Lemma:
    """If the groups follow A and no deltas cancel, the pieces' images have the groups' offsets.

    The pieces are the modes of B, cut at their breaks (`cut_all`). A maps the pieces to their
    images. The groups follow A if `all_follow` holds: each group has the offsets of A at the steps
    of its mode of B. Then no piece, taken alone, carries out of a mode of A (`each_alone`).
    """
    assume("x is a coordinate", 0 <= x < total(b))
    a_layout_for_b(modes, b, groups)
    assume("none astray", all_follow(modes, b, groups))

    def shows() -> None:
        pieces = cut_all(modes, b)
        images = images_all(modes, pieces)
        ensure("the images, group by group", groups_value(groups, x) == groups_value(images, x))
        together = image_value(modes, joined(pieces), x)
        ensure("the images of all pieces", value(joined(images), x) == together)
        ensure("no piece carries alone", each_alone(modes, joined(pieces)))

    def proof() -> None:
        """Induction on the modes of B."""
        unfold(cut_all, modes, b)
        if not b:
            groups_value_at_zero_is_zero(groups)
        else:
            (n, w), rest = b[0], b[1:]
            a_group_nowhere_astray_is_the_images(modes, coalesce_modes(groups[0]), w, x % n)
            groups_nowhere_astray_are_the_images(modes, rest, groups[1:], x // n)
            joined_is_the_first_followed_by_the_rest(cut_all(modes, b))
            two_lists_carry_nowhere_piece_by_piece(
                modes, cut(modes, n, w), joined(cut_all(modes, rest))
            )

    return shows, proof


@lemma
def steps_that_do_not_carry_do_not_break(modes: Modes, n: int, w: int) -> Lemma:
    """If the mode n:w does not carry, it has no break before its end."""
    a_mode_and_steps(modes, n, w)
    assume("no carry", no_carry(modes, ((n, w),)))

    def shows() -> None:
        ensure("no break", first_break(modes, n, w) == n)

    def proof() -> None:
        """Induction on A's modes."""
        unfold(first_break, modes, n, w)
        if modes[1:]:
            steps_that_do_not_carry_do_not_break(modes[1:], n, w // modes[0][0])

    return shows, proof


@lemma(on="n")
def a_mode_is_refined_to_its_cut_pieces(modes: Modes, n: int, w: int, most: int) -> Lemma:
    """If `cut` gives at most `most` pieces and none carries alone, `refine` gives these pieces."""
    a_mode_and_steps(modes, n, w)
    pieces = cut(modes, n, w)
    assume("each alone", each_alone(modes, pieces))
    assume("pieces enough", len(pieces) <= most)

    def shows() -> None:
        ensure("at least one piece", pieces_needed(modes, n, w) >= 1)
        ensure("few pieces", pieces_needed(modes, n, w) <= most)
        same("the pieces", refine(modes, n, w, most), pieces)

    def proof() -> None:
        """Induction on n: each break divides the rest, because otherwise a piece would carry."""
        t = first_break(modes, n, w)
        unfold(cut, modes, n, w)
        if t < n and n % t != 0:
            # A piece that continues beyond the break would carry alone.
            steps_that_do_not_carry_do_not_break(modes, n, w)
        if t < n:
            a_mode_is_refined_to_its_cut_pieces(modes, n // t, t * w, most - 1)
        unfold(pieces_needed, modes, n, w)
        unfold(refine, modes, n, w, most)

    return shows, proof


@lemma(on="b")
def b_is_refined_to_its_cut_pieces(modes: Modes, b: Modes, groups: Groups) -> Lemma:
    """`refine_all` returns the pieces of B if three conditions hold.

    The conditions: no deltas cancel, the groups follow A at the steps of B's modes (`all_follow`),
    and the pieces together do not carry. The pieces are the modes of B, cut at their breaks
    (`cut_all`).
    """
    a_layout_for_b(modes, b, groups)
    assume("none astray", all_follow(modes, b, groups))

    def shows() -> None:
        pieces = cut_all(modes, b)
        if no_carry(modes, joined(pieces)):
            ensure("accepted", all_cut(modes, b))
            same("the pieces", refine_all(modes, b), pieces)

    def proof() -> None:
        """Induction on the modes of B."""
        unfold(cut_all, modes, b)
        if b:
            (n, w), rest = b[0], b[1:]
            pieces, others = cut(modes, n, w), cut_all(modes, rest)
            a_group_nowhere_astray_is_the_images(modes, coalesce_modes(groups[0]), w, 0)
            b_is_refined_to_its_cut_pieces(modes, rest, groups[1:])
            joined_is_the_first_followed_by_the_rest(cut_all(modes, b))
            no_carry_together_is_none_apart(modes, pieces, joined(others))
            if no_carry(modes, followed(pieces, joined(others))):
                pieces_are_no_more_than_modes(modes, n, w)
                a_mode_is_refined_to_its_cut_pieces(modes, n, w, len(modes))

    return shows, proof


@lemma
def b_is_accepted_if_its_cut_pieces_do_not_carry(modes: Modes, b: Modes, groups: Groups) -> Lemma:
    """Composition accepts B if three conditions hold.

    The conditions: no deltas cancel, the pieces of B together do not carry, and the groups follow A
    at the steps of B's modes (`all_follow`).
    """
    a_layout_for_b(modes, b, groups)
    assume("none astray", all_follow(modes, b, groups))

    def shows() -> None:
        if no_carry(modes, joined(cut_all(modes, b))):
            ensure("accepted", all_cut(modes, b))
            ensure("no carry", no_carry(modes, joined(refine_all(modes, b))))

    def proof() -> None:
        """By `b_is_refined_to_its_cut_pieces`, `refine_all` returns the pieces of `cut_all`."""
        b_is_refined_to_its_cut_pieces(modes, b, groups)

    return shows, proof


@contract(mismatch)
def what_is_refused_is_no_layout(modes: Modes, b: Modes, groups: Groups) -> Promise:
    """If no deltas of A cancel and B is rejected, no layout compatible with B computes A^(B(c)).

    At the coordinate c = `mismatch`, each such layout has an offset other than A^(B(c)).
    """
    a_layout_for_b(modes, b, groups)
    assume("at least one mode of B", bool(b))
    accepted = all_cut(modes, b) and no_carry(modes, joined(refine_all(modes, b)))
    assume("refused", not accepted)

    def shows(c: int) -> None:
        ensure("c >= 0", c >= 0)
        ensure("c below the size", c < total(b))
        if proving() and first_astray(modes, b, groups) == total(b):
            # The layout of the groups has the offsets of the pieces' images. The pieces carry
            # together, because B would be accepted otherwise. So the layout differs from A after B
            # at the coordinate `collision`.
            groups_nowhere_astray_are_the_images(modes, b, groups, c)
            b_is_accepted_if_its_cut_pieces_do_not_carry(modes, b, groups)
        ensure("not A after B", groups_value(groups, c) != extended(modes, value(b, c)))

    return Promise(shows)
