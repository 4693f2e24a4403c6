"""That what composition refuses is no layout: where one that is compatible with B is not A after B.

The layout is given as groups of modes, one for each mode of B. Either a group goes astray by
itself, or all groups are A of B's pieces; then the pieces carry together, and it shows there.
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.composition import first_break, images_all, no_carry, refine, refine_all
from spec.modes import Groups, Modes, extended, followed, joined, total, value
from verif.kernel.claim import assume, ensure, proving, same, unfold
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.readings.groups import cuts
from verif.readings.modes import strides_from
from verif.theory.composition.apart import alone_after, carry_apart
from verif.theory.composition.breaks import agrees, astray, cut, each_alone, follows
from verif.theory.composition.cancelling import cancelling
from verif.theory.composition.few import few
from verif.theory.composition.pieces import a_mode_and_steps, image_value, pieces_needed
from verif.theory.composition.together import collision
from verif.theory.composition.whole import all_cut, cut_value
from verif.theory.layouts.groups import (
    groups_value,
    groups_value_at_zero_is_zero,
    joined_is_the_first_followed_by_the_rest,
)
from verif.theory.layouts.modes import at_least_one_mode, value_at_zero_is_zero


def first_astray(modes: Modes, b: Modes, groups: Groups) -> int:
    """A coordinate where a group is not A at the steps of its mode; size(B) if there is none."""
    if not b:
        return 1
    (n, w), rest = b[0], b[1:]
    i = astray(modes, coalesce_modes(groups[0]), w)
    return i if i < n else n * first_astray(modes, rest, groups[1:])


def cut_all(modes: Modes, b: Modes) -> Groups:
    """The modes of B, each cut at its breaks as far as these divide what is left of it."""
    if not b:
        return ()
    (n, w), rest = b[0], b[1:]
    return (cut(modes, n, w),) + cut_all(modes, rest)


def mismatch(modes: Modes, b: Modes, groups: Groups) -> int:
    """A coordinate where a layout of these groups is not A after B, which composition refuses.

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
    """Whether each group, coalesced, is A at the steps of its mode of B."""
    if not b:
        return True
    first = follows(modes, coalesce_modes(groups[0]), b[0][1])
    return first and all_follow(modes, b[1:], groups[1:])


@contract(first_astray, on="b")
def promise_of_first_astray(modes: Modes, b: Modes, groups: Groups) -> Promise:
    """A layout is not A after B where a group of it is said to go astray."""
    at_least_one_mode(modes)
    assume("no deltas cancel", not cancelling(modes))
    assume("no step back", strides_from(b, 0))
    assume("a group for each mode, of its size", cuts(b, groups))

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
        ensure("not A there", groups_value(groups, i) != extended(modes, value(b, i)))

    return Promise(shows)


@contract(cut_all, on="b")
def promise_of_cut_all(modes: Modes, b: Modes) -> Promise:
    """The modes of B cut at their breaks are the function of B."""
    at_least_one_mode(modes)
    assume("no step back", strides_from(b, 0))

    def shows(result: Groups) -> None:
        ensure("a group for each mode of B, of its size", cuts(b, result))
        if proving() and b:
            joined_is_the_first_followed_by_the_rest(result)
        ensure("size", total(joined(result)) == total(b))
        ensure("at least one piece", bool(joined(result)) or not b)
        ensure("no step back", strides_from(joined(result), 0))

    def cut_value_law(groups: Groups, x: int) -> None:
        cut_value(groups, modes, b, x)

    return Promise(shows, {groups_value: cut_value_law})


@lemma(on="b")
def all_agree(modes: Modes, b: Modes, groups: Groups, x: int) -> Lemma:
    """Groups of which none goes astray are the images of B's pieces."""
    assume("x is a coordinate", 0 <= x < total(b))
    at_least_one_mode(modes)
    assume("no deltas cancel", not cancelling(modes))
    assume("no step back", strides_from(b, 0))
    assume("a group for each mode, of its size", cuts(b, groups))
    assume("none astray", all_follow(modes, b, groups))

    def shows() -> None:
        pieces = cut_all(modes, b)
        images = images_all(modes, pieces)
        ensure("the images, group by group", groups_value(groups, x) == groups_value(images, x))
        together = image_value(modes, joined(pieces), x)
        ensure("the images of all pieces", value(joined(images), x) == together)
        ensure("none carries alone", each_alone(modes, joined(pieces)))

    def proof() -> None:
        """Induction on the modes of B."""
        unfold(cut_all, modes, b)
        if not b:
            groups_value_at_zero_is_zero(groups)
        else:
            (n, w), rest = b[0], b[1:]
            agrees(modes, coalesce_modes(groups[0]), w, x % n)
            all_agree(modes, rest, groups[1:], x // n)
            joined_is_the_first_followed_by_the_rest(cut_all(modes, b))
            alone_after(modes, cut(modes, n, w), joined(cut_all(modes, rest)))

    return shows, proof


@lemma
def unbroken(modes: Modes, n: int, w: int) -> Lemma:
    """Steps that do not carry do not break."""
    a_mode_and_steps(modes, n, w)
    assume("no carry", no_carry(modes, ((n, w),)))

    def shows() -> None:
        ensure("no break", first_break(modes, n, w) == n)

    def proof() -> None:
        """Induction on A's modes."""
        unfold(first_break, modes, n, w)
        if modes[1:]:
            unbroken(modes[1:], n, w // modes[0][0])

    return shows, proof


@lemma(on="n")
def refined(modes: Modes, n: int, w: int, most: int) -> Lemma:
    """A mode of B all of whose pieces carry nowhere alone, and are few enough, is refined to
    them.
    """
    a_mode_and_steps(modes, n, w)
    pieces = cut(modes, n, w)
    assume("each alone", each_alone(modes, pieces))
    assume("pieces enough", len(pieces) <= most)

    def shows() -> None:
        ensure("cut into some", pieces_needed(modes, n, w) >= 1)
        ensure("cut into few", pieces_needed(modes, n, w) <= most)
        same("the pieces", refine(modes, n, w, most), cut(modes, n, w))

    def proof() -> None:
        """Induction on n, in the cases of `cut`: what a break does not divide carries."""
        t = first_break(modes, n, w)
        unfold(cut, modes, n, w)
        if t < n and n % t != 0:
            unbroken(modes, n, w)
        if t < n:
            refined(modes, n // t, t * w, most - 1)
        unfold(pieces_needed, modes, n, w)
        unfold(refine, modes, n, w, most)

    return shows, proof


@lemma(on="b")
def all_refined(modes: Modes, b: Modes, groups: Groups) -> Lemma:
    """Pieces of B's modes that do not carry are what these are refined to."""
    at_least_one_mode(modes)
    assume("no deltas cancel", not cancelling(modes))
    assume("no step back", strides_from(b, 0))
    assume("a group for each mode, of its size", cuts(b, groups))
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
            agrees(modes, coalesce_modes(groups[0]), w, 0)
            all_refined(modes, rest, groups[1:])
            joined_is_the_first_followed_by_the_rest(cut_all(modes, b))
            carry_apart(modes, pieces, joined(others))
            if no_carry(modes, followed(pieces, joined(others))):
                few(modes, n, w)
                refined(modes, n, w, len(modes))

    return shows, proof


@lemma
def acceptable(modes: Modes, b: Modes, groups: Groups) -> Lemma:
    """B is accepted if the pieces of its modes do not carry."""
    at_least_one_mode(modes)
    assume("no deltas cancel", not cancelling(modes))
    assume("no step back", strides_from(b, 0))
    assume("a group for each mode, of its size", cuts(b, groups))
    assume("none astray", all_follow(modes, b, groups))

    def shows() -> None:
        if no_carry(modes, joined(cut_all(modes, b))):
            ensure("accepted", all_cut(modes, b))
            ensure("no carry", no_carry(modes, joined(refine_all(modes, b))))

    def proof() -> None:
        """By the pieces, which are those that `refine_all` makes."""
        all_refined(modes, b, groups)

    return shows, proof


@contract(mismatch)
def promise_of_mismatch(modes: Modes, b: Modes, groups: Groups) -> Promise:
    """Where composition refuses, no layout that is compatible with B is A after B."""
    at_least_one_mode(modes)
    assume("no deltas cancel", not cancelling(modes))
    assume("no step back", strides_from(b, 0))
    assume("a group for each mode, of its size", cuts(b, groups))
    assume("at least one mode of B", bool(b))
    accepted = all_cut(modes, b) and no_carry(modes, joined(refine_all(modes, b)))
    assume("refused", not accepted)

    def shows(c: int) -> None:
        ensure("c >= 0", c >= 0)
        ensure("c below the size", c < total(b))
        if proving() and first_astray(modes, b, groups) == total(b):
            all_agree(modes, b, groups, c)
            acceptable(modes, b, groups)
        ensure("not A after B", groups_value(groups, c) != extended(modes, value(b, c)))

    return Promise(shows)
