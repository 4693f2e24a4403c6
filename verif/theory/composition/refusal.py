"""That what composition refuses is no layout: where one that is compatible with B is not A after B.

The layout is given as groups of modes, one for each mode of B. Either a group goes astray by
itself, or all groups are A of B's pieces; then the pieces carry together, and it shows there.
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.composition import first_break, images_all, no_carry, refine, refine_all
from spec.modes import Groups, Modes, extended, followed, joined, total, value
from verif.kernel.claim import assume, ensure, proving, same, unfold
from verif.kernel.contract import Automatic, Contract
from verif.theory.composition.apart import alone_after, carry_apart
from verif.theory.composition.breaks import agrees, astray, cut, each_alone, follows
from verif.theory.composition.cancelling import cancelling
from verif.theory.composition.few import few
from verif.theory.composition.pieces import a_mode_and_steps, image_value, pieces_needed
from verif.theory.composition.together import collision
from verif.theory.composition.whole import all_cut, cut_value
from verif.theory.layouts.groups import cuts, first_of_all, groups_at_zero, groups_value
from verif.theory.layouts.modes import at_least_one_mode, strides_from, value_at_zero


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


def all_follow(modes: Modes, b: Modes, groups: Groups) -> bool:
    """Whether each group, coalesced, is A at the steps of its mode of B."""
    if not b:
        return True
    first = follows(modes, coalesce_modes(groups[0]), b[0][1])
    return first and all_follow(modes, b[1:], groups[1:])


def _groups_of_b(modes: Modes, b: Modes, groups: Groups) -> None:
    at_least_one_mode(modes)
    assume("no deltas cancel", not cancelling(modes))
    assume("no step back", strides_from(b, 0))
    assume("a group for each mode, of its size", cuts(b, groups))


def _first_astray(i: int, modes: Modes, b: Modes, groups: Groups) -> None:
    ensure("i >= 1", i >= 1)
    ensure("i within the size", i <= total(b))
    if i == total(b):
        ensure("none astray", all_follow(modes, b, groups))
        return
    if proving() and b:
        value_at_zero(b[1:])
        value_at_zero(groups[0])
        groups_at_zero(groups[1:])
    ensure("not A there", groups_value(groups, i) != extended(modes, value(b, i)))


def _natural(modes: Modes, b: Modes) -> None:
    at_least_one_mode(modes)
    assume("no step back", strides_from(b, 0))


def _cut_all(result: Groups, modes: Modes, b: Modes) -> None:
    ensure("a group for each mode of B, of its size", cuts(b, result))
    if proving() and b:
        first_of_all(result)
    ensure("size", total(joined(result)) == total(b))
    ensure("at least one piece", bool(joined(result)) or not b)
    ensure("no step back", strides_from(joined(result), 0))


def all_agree(modes: Modes, b: Modes, groups: Groups, x: int) -> None:
    """Induction on the modes of B."""
    unfold(cut_all, modes, b)
    if not b:
        groups_at_zero(groups)
    else:
        (n, w), rest = b[0], b[1:]
        agrees(modes, coalesce_modes(groups[0]), w, x % n)
        all_agree(modes, rest, groups[1:], x // n)
        first_of_all(cut_all(modes, b))
        alone_after(modes, cut(modes, n, w), joined(cut_all(modes, rest)))


def _following(modes: Modes, b: Modes, groups: Groups) -> None:
    _groups_of_b(modes, b, groups)
    assume("none astray", all_follow(modes, b, groups))


def _following_at(modes: Modes, b: Modes, groups: Groups, x: int) -> None:
    assume("x is a coordinate", 0 <= x < total(b))
    _following(modes, b, groups)


def _all_agree(_: None, modes: Modes, b: Modes, groups: Groups, x: int) -> None:
    pieces = cut_all(modes, b)
    images = images_all(modes, pieces)
    ensure("the images, group by group", groups_value(groups, x) == groups_value(images, x))
    together = image_value(modes, joined(pieces), x)
    ensure("the images of all pieces", value(joined(images), x) == together)
    ensure("none carries alone", each_alone(modes, joined(pieces)))


def unbroken(modes: Modes, n: int, w: int) -> None:
    """Induction on A's modes."""
    unfold(first_break, modes, n, w)
    if modes[1:]:
        unbroken(modes[1:], n, w // modes[0][0])


def _carrying_nowhere(modes: Modes, n: int, w: int) -> None:
    a_mode_and_steps(modes, n, w)
    assume("no carry", no_carry(modes, ((n, w),)))


def _unbroken(_: None, modes: Modes, n: int, w: int) -> None:
    ensure("no break", first_break(modes, n, w) == n)


def refined(modes: Modes, n: int, w: int, most: int) -> None:
    """Induction on n, in the cases of `cut`: what a break does not divide carries."""
    t = first_break(modes, n, w)
    unfold(cut, modes, n, w)
    if t < n and n % t != 0:
        unbroken(modes, n, w)
    if t < n:
        refined(modes, n // t, t * w, most - 1)
    unfold(pieces_needed, modes, n, w)
    unfold(refine, modes, n, w, most)


def _enough(modes: Modes, n: int, w: int, most: int) -> None:
    a_mode_and_steps(modes, n, w)
    pieces = cut(modes, n, w)
    assume("each alone", each_alone(modes, pieces))
    assume("pieces enough", len(pieces) <= most)


def _refined(_: None, modes: Modes, n: int, w: int, most: int) -> None:
    ensure("cut into some", pieces_needed(modes, n, w) >= 1)
    ensure("cut into few", pieces_needed(modes, n, w) <= most)
    same("the pieces", refine(modes, n, w, most), cut(modes, n, w))


def all_refined(modes: Modes, b: Modes, groups: Groups) -> None:
    """Induction on the modes of B."""
    unfold(cut_all, modes, b)
    if b:
        (n, w), rest = b[0], b[1:]
        pieces, others = cut(modes, n, w), cut_all(modes, rest)
        agrees(modes, coalesce_modes(groups[0]), w, 0)
        all_refined(modes, rest, groups[1:])
        first_of_all(cut_all(modes, b))
        carry_apart(modes, pieces, joined(others))
        if no_carry(modes, followed(pieces, joined(others))):
            few(modes, n, w)
            refined(modes, n, w, len(modes))


def _all_refined(_: None, modes: Modes, b: Modes, groups: Groups) -> None:
    pieces = cut_all(modes, b)
    if no_carry(modes, joined(pieces)):
        ensure("accepted", all_cut(modes, b))
        same("the pieces", refine_all(modes, b), pieces)


def acceptable(modes: Modes, b: Modes, groups: Groups) -> None:
    """By the pieces, which are those that `refine_all` makes."""
    all_refined(modes, b, groups)


def _acceptable(_: None, modes: Modes, b: Modes, groups: Groups) -> None:
    if no_carry(modes, joined(cut_all(modes, b))):
        ensure("accepted", all_cut(modes, b))
        ensure("no carry", no_carry(modes, joined(refine_all(modes, b))))


def _refused(modes: Modes, b: Modes, groups: Groups) -> None:
    _groups_of_b(modes, b, groups)
    assume("at least one mode of B", bool(b))
    accepted = all_cut(modes, b) and no_carry(modes, joined(refine_all(modes, b)))
    assume("refused", not accepted)


def _mismatch(c: int, modes: Modes, b: Modes, groups: Groups) -> None:
    ensure("c >= 0", c >= 0)
    ensure("c below the size", c < total(b))
    if proving() and first_astray(modes, b, groups) == total(b):
        all_agree(modes, b, groups, c)
        acceptable(modes, b, groups)
    ensure("not A after B", groups_value(groups, c) != extended(modes, value(b, c)))


FIRST_ASTRAY = Contract(
    "FIRST-ASTRAY",
    "a layout is not A after B where a group of it is said to go astray",
    first_astray,
    requires=_groups_of_b,
    ensures=_first_astray,
    measure=lambda modes, b, groups: len(b),
)
CUT_ALL = Contract(
    "CUT-ALL",
    "the modes of B cut at their breaks are the function of B",
    cut_all,
    requires=_natural,
    ensures=_cut_all,
    everywhere={groups_value: cut_value},
    measure=lambda modes, b: len(b),
)
ALL_AGREE = Contract(
    "ALL-AGREE",
    "groups of which none goes astray are the images of B's pieces",
    all_agree,
    requires=_following_at,
    ensures=_all_agree,
    measure=lambda modes, b, groups, x: len(b),
)
UNBROKEN = Contract(
    "UNBROKEN",
    "steps that do not carry do not break",
    unbroken,
    requires=_carrying_nowhere,
    ensures=_unbroken,
)
REFINED = Contract(
    "REFINED",
    "a mode of B all of whose pieces carry nowhere alone, and are few enough, is refined to them",
    refined,
    requires=_enough,
    ensures=_refined,
    measure=lambda modes, n, w, most: n,
)
ALL_REFINED = Contract(
    "ALL-REFINED",
    "pieces of B's modes that do not carry are what these are refined to",
    all_refined,
    requires=_following,
    ensures=_all_refined,
    measure=lambda modes, b, groups: len(b),
)
ACCEPTABLE = Contract(
    "ACCEPTABLE",
    "B is accepted if the pieces of its modes do not carry",
    acceptable,
    requires=_following,
    ensures=_acceptable,
)
MISMATCH = Contract(
    "MISMATCH",
    "where composition refuses, no layout that is compatible with B is A after B",
    mismatch,
    requires=_refused,
    ensures=_mismatch,
)

OBSERVATIONS = {all_follow: "b"}
CONTRACTS = (
    FIRST_ASTRAY,
    CUT_ALL,
    ALL_AGREE,
    UNBROKEN,
    REFINED,
    ALL_REFINED,
    ACCEPTABLE,
    MISMATCH,
)
AUTOMATIC: tuple[Automatic, ...] = ()
