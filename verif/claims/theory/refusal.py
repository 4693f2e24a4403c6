"""That what composition refuses is no layout: where one that is compatible with B is not A after B.

The layout is given as groups of modes, one for each mode of B. Either a group goes astray by
itself, or all groups are A of B's pieces; then the pieces carry together, and it shows there.
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.composition import first_break, images_all, largest_residue, no_carry, quotients, refine, refine_all
from spec.modes import Groups, Modes, extended, followed, joined, total, value
from verif.claims.theory.breaks import agrees, astray, cut, each_alone, follows
from verif.claims.theory.cancelling import cancelling
from verif.claims.theory.composition import image_value, pieces_needed, residue_range
from verif.claims.theory.few import few
from verif.claims.theory.groups import cuts, first_of_all, groups_value
from verif.claims.theory.modes import at_least_one_mode, strides_from, value_at_zero
from verif.claims.theory.together import collision
from verif.claims.theory.whole import all_cut
from verif.kernel.claim import assume, ensure, proving, same, unfold
from verif.kernel.contract import Automatic, Contract


def cut_all(modes: Modes, b: Modes) -> Groups:
    """The modes of B, each cut at its breaks as far as these divide what is left of it."""
    if not b:
        return ()
    (n, w), rest = b[0], b[1:]
    return (cut(modes, n, w),) + cut_all(modes, rest)


def all_follow(modes: Modes, b: Modes, groups: Groups) -> bool:
    """Whether each group, coalesced, is A at the steps of its mode of B."""
    if not b:
        return True
    first = follows(modes, coalesce_modes(groups[0]), b[0][1])
    return first and all_follow(modes, b[1:], groups[1:])


def first_astray(modes: Modes, b: Modes, groups: Groups) -> int:
    """A coordinate where a group is not A at the steps of its mode; size(B) if there is none."""
    if not b:
        return 1
    (n, w), rest = b[0], b[1:]
    i = astray(modes, coalesce_modes(groups[0]), w)
    return i if i < n else n * first_astray(modes, rest, groups[1:])


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


def groups_at_zero(groups: Groups) -> None:
    """Induction on the groups."""
    if groups:
        value_at_zero(groups[0])
        groups_at_zero(groups[1:])


def _groups_at_zero(_: None, groups: Groups) -> None:
    ensure("0 at 0", groups_value(groups, 0) == 0)


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


def _cut_all(result: Groups, modes: Modes, b: Modes) -> None:
    ensure("a group for each mode of B, of its size", cuts(b, result))
    if proving() and b:
        first_of_all(result)
    ensure("size", total(joined(result)) == total(b))
    ensure("at least one piece", bool(joined(result)) or not b)
    ensure("no step back", strides_from(joined(result), 0))


def _cut_all_value(result: Groups, modes: Modes, b: Modes, x: int) -> None:
    assume("x is a coordinate", 0 <= x < total(b))
    ensure("B", groups_value(result, x) == value(b, x))


def _natural(modes: Modes, b: Modes) -> None:
    at_least_one_mode(modes)
    assume("no step back", strides_from(b, 0))


def alone_after(modes: Modes, pieces: Modes, others: Modes) -> None:
    """Induction on the pieces."""
    if pieces:
        alone_after(modes, pieces[1:], others)


def _alone_both(modes: Modes, pieces: Modes, others: Modes) -> None:
    assume("the first alone", each_alone(modes, pieces))
    assume("the others alone", each_alone(modes, others))


def _alone_after(_: None, modes: Modes, pieces: Modes, others: Modes) -> None:
    ensure("all alone", each_alone(modes, followed(pieces, others)))


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


def _steps(modes: Modes, n: int, w: int) -> None:
    at_least_one_mode(modes)
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)


def _carrying_nowhere(modes: Modes, n: int, w: int) -> None:
    _steps(modes, n, w)
    assume("no carry", no_carry(modes, ((n, w),)))


def _unbroken(_: None, modes: Modes, n: int, w: int) -> None:
    ensure("no break", first_break(modes, n, w) == n)


def refined(modes: Modes, n: int, w: int, most: int) -> None:
    """Induction on n, in the cases of `cut`: what is left carries where a break divides it not."""
    t = first_break(modes, n, w)
    unfold(cut, modes, n, w)
    if t < n and n % t != 0:
        unbroken(modes, n, w)
    if t < n:
        refined(modes, n // t, t * w, most - 1)
    unfold(pieces_needed, modes, n, w)
    unfold(refine, modes, n, w, most)


def _enough(modes: Modes, n: int, w: int, most: int) -> None:
    _steps(modes, n, w)
    pieces = cut(modes, n, w)
    assume("each alone", each_alone(modes, pieces))
    assume("pieces enough", len(pieces) <= most)


def _refined(_: None, modes: Modes, n: int, w: int, most: int) -> None:
    ensure("cut into some", pieces_needed(modes, n, w) >= 1)
    ensure("cut into few", pieces_needed(modes, n, w) <= most)
    same("the pieces", refine(modes, n, w, most), cut(modes, n, w))


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


def accepted_where_nothing_carries(modes: Modes, b: Modes, groups: Groups) -> None:
    """By the pieces, which `refine` finds."""
    all_refined(modes, b, groups)


def _accepted(_: None, modes: Modes, b: Modes, groups: Groups) -> None:
    if no_carry(modes, joined(cut_all(modes, b))):
        ensure("accepted", all_cut(modes, b))
        ensure("no carry", no_carry(modes, joined(refine_all(modes, b))))


def _refused(modes: Modes, b: Modes, groups: Groups) -> None:
    _groups_of_b(modes, b, groups)
    assume("at least one mode of B", bool(b))
    refined = all_cut(modes, b)
    assume("refused", not (refined and no_carry(modes, joined(refine_all(modes, b)))))


def _mismatch(c: int, modes: Modes, b: Modes, groups: Groups) -> None:
    ensure("c >= 0", c >= 0)
    ensure("c below the size", c < total(b))
    if proving() and first_astray(modes, b, groups) == total(b):
        all_agree(modes, b, groups, c)
        accepted_where_nothing_carries(modes, b, groups)
    ensure("not A after B", groups_value(groups, c) != extended(modes, value(b, c)))


GROUPS_AT_ZERO = Contract(
    "GROUPS-ZERO", "groups are 0 at 0", groups_at_zero, ensures=_groups_at_zero
)
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
    everywhere={groups_value: _cut_all_value},
    measure=lambda modes, b: len(b),
)
ALONE_AFTER = Contract(
    "ALONE-APP",
    "pieces that carry nowhere alone do not one list after another",
    alone_after,
    requires=_alone_both,
    ensures=_alone_after,
    measure=lambda modes, pieces, others: len(pieces),
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
ALL_REFINED = Contract(
    "ALL-REFINED",
    "pieces that do not carry are those that B is refined to",
    all_refined,
    requires=_following,
    ensures=_all_refined,
    measure=lambda modes, b, groups: len(b),
)
ACCEPTED = Contract(
    "ACCEPTED",
    "B whose pieces do not carry is accepted",
    accepted_where_nothing_carries,
    requires=_following,
    ensures=_accepted,
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
    GROUPS_AT_ZERO,
    FIRST_ASTRAY,
    CUT_ALL,
    ALONE_AFTER,
    ALL_AGREE,
    UNBROKEN,
    REFINED,
    QUOTIENTS_AFTER,
    CARRY_APART,
    ALL_REFINED,
    ACCEPTED,
    MISMATCH,
)
AUTOMATIC: tuple[Automatic, ...] = ()
