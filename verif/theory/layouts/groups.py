"""Groups: lists of modes side by side, and the one list that they are when joined."""

from __future__ import annotations

from spec.modes import Groups, Modes, followed, joined, total, value
from verif.kernel.claim import assume, ensure, proving, same, witness
from verif.kernel.contract import Automatic, Contract, lists_of
from verif.theory.layouts.modes import MODES, strides_from, value_at_zero

GROUPS = lists_of(MODES, "groups", Modes)
"""Flat layouts side by side."""


def groups_value(groups: Groups, x: int) -> int:
    """The groups' values at the coordinate x, the first group taking its digit first."""
    if not groups:
        return 0
    size = total(groups[0])
    return value(groups[0], x % size) + groups_value(groups[1:], x // size)


def cuts(b: Modes, groups: Groups) -> bool:
    """Whether there is a group for each mode of B, of its size, and none without a mode."""
    if not groups:
        return not b
    fits = bool(b) and bool(groups[0]) and total(groups[0]) == b[0][0]
    return fits and cuts(b[1:], groups[1:])


def taken(groups: Groups, b: Modes) -> Groups:
    """The groups of the modes of B, which are the first of them."""
    if not b:
        return ()
    return (groups[0],) + taken(groups[1:], b[1:])


def dropped(groups: Groups, b: Modes) -> Groups:
    """The groups but for those of the modes of B, which are the first of them."""
    if not b:
        return groups
    return dropped(groups[1:], b[1:])


def split_groups(groups: Groups, b: Modes, others: Modes) -> None:
    """Induction on the modes of B."""
    if b:
        first, rest = groups[0], groups[1:]
        split_groups(rest, b[1:], others)
        one_more(first, rest)
        one_more(first, taken(rest, b[1:]))
        followed_thrice(first, joined(taken(rest, b[1:])), joined(dropped(groups, b)))


def _enough_groups(groups: Groups, b: Modes) -> None:
    assume("enough groups", len(groups) >= len(b))


def _taken(result: Groups, groups: Groups, b: Modes) -> None:
    ensure("as many", len(result) == len(b))


def _dropped(result: Groups, groups: Groups, b: Modes) -> None:
    ensure("the others", len(result) == len(groups) - len(b))


def groups_at_zero(groups: Groups) -> None:
    """Induction on the groups."""
    if groups:
        value_at_zero(groups[0])
        groups_at_zero(groups[1:])


def _groups_at_zero(_: None, groups: Groups) -> None:
    ensure("0 at 0", groups_value(groups, 0) == 0)


def same_size(b: Modes, groups: Groups) -> None:
    """Induction on the groups."""
    if groups:
        same_size(b[1:], groups[1:])
        one_more(groups[0], groups[1:])


def _a_group_each(b: Modes, groups: Groups) -> None:
    assume("a group for each mode, of its size", cuts(b, groups))


def _same_size(_: None, b: Modes, groups: Groups) -> None:
    ensure("as many", len(groups) == len(b))
    ensure("size", total(joined(groups)) == total(b))
    ensure("at least one mode", bool(joined(groups)) or not b)


def _groups_of_both(groups: Groups, b: Modes, others: Modes) -> None:
    if proving() and b:
        # What is said of the list of both is to be said of the first mode and the rest.
        b[0]
    assume("a group for each mode, of its size", cuts(followed(b, others), groups))
    assume("enough groups", len(groups) >= len(b))


def _split(_: None, groups: Groups, b: Modes, others: Modes) -> None:
    ensure("those of the first", cuts(b, taken(groups, b)))
    ensure("those of the others", cuts(others, dropped(groups, b)))
    if proving():
        same_size(b, taken(groups, b))
        same_size(others, dropped(groups, b))
    ensure("of their size", total(joined(taken(groups, b))) == total(b))
    ensure("of their size", total(joined(dropped(groups, b))) == total(others))
    ensure("at least one mode", bool(joined(taken(groups, b))) or not b)
    ensure("at least one mode", bool(joined(dropped(groups, b))) or not others)
    same("all", joined(groups), followed(joined(taken(groups, b)), joined(dropped(groups, b))))


def nothing_follows(modes: Modes) -> None:
    """Induction on the modes."""
    if modes:
        nothing_follows(modes[1:])


def _nothing(_: None, modes: Modes) -> None:
    same("the modes alone", followed(modes, ()), modes)


def one_more(modes: Modes, groups: Groups) -> None:
    """By the text of `joined`."""
    if not groups:
        nothing_follows(modes)


def _one_more(_: None, modes: Modes, groups: Groups) -> None:
    same("one group more", joined((modes,) + groups), followed(modes, joined(groups)))


def first_of_all(groups: Groups) -> None:
    """By the text of `joined`."""
    if not groups[1:]:
        nothing_follows(groups[0])


def _some_groups(groups: Groups) -> None:
    assume("at least one group", bool(groups))


def _first_of_all(_: None, groups: Groups) -> None:
    same("the first and the others", joined(groups), followed(groups[0], joined(groups[1:])))


def followed_thrice(modes: Modes, others: Modes, last: Modes) -> None:
    """Induction on the modes."""
    if modes:
        followed_thrice(modes[1:], others, last)


def _associative(_: None, modes: Modes, others: Modes, last: Modes) -> None:
    same(
        "one after another",
        followed(followed(modes, others), last),
        followed(modes, followed(others, last)),
    )


def _followed(result: Modes, modes: Modes, others: Modes) -> None:
    ensure("size", total(result) == total(modes) * total(others))
    ensure("length", len(result) == len(modes) + len(others))
    ensure("at least one mode", bool(result) or not (modes or others))


def _followed_value(result: Modes, modes: Modes, others: Modes, x: int) -> None:
    size = total(modes)
    assume("x is a coordinate", 0 <= x < size * total(others))
    if proving() and modes:
        s, rest = modes[0][0], total(modes[1:])
        digit = x // s
        witness(x, s * rest, digit // rest, x % s + s * (digit % rest))
    ensure("both", value(result, x) == value(modes, x % size) + value(others, x // size))


def _followed_strides(result: Modes, modes: Modes, others: Modes, floor: int) -> None:
    assume("the strides of the first", strides_from(modes, floor))
    assume("the strides of the second", strides_from(others, floor))
    ensure("the strides of both", strides_from(result, floor))


def _joined_value(result: Modes, groups: Groups, x: int) -> None:
    assume("x is a coordinate", 0 <= x < total(result))
    ensure("group by group", value(result, x) == groups_value(groups, x))


FOLLOWED = Contract(
    "APP",
    "one list after another takes the first's digit first",
    followed,
    ensures=_followed,
    everywhere={value: _followed_value, strides_from: _followed_strides},
    on="modes",
)
JOINED = Contract(
    "JOINED",
    "groups joined are their values side by side",
    joined,
    everywhere={value: _joined_value},
    on="groups",
)

THRICE = Contract(
    "APP-APP",
    "three lists one after another, in either order of putting them together",
    followed_thrice,
    ensures=_associative,
)
NOTHING = Contract(
    "APP-NONE", "modes and nothing after them are the modes", nothing_follows, ensures=_nothing
)
ONE_MORE = Contract(
    "JOIN-ONE", "one group before others joined is in front of them", one_more, ensures=_one_more
)
GROUPS_AT_ZERO = Contract(
    "GROUPS-ZERO", "groups are 0 at 0", groups_at_zero, ensures=_groups_at_zero
)
FIRST_OF_ALL = Contract(
    "JOIN-FIRST",
    "groups joined are the first and then the others joined",
    first_of_all,
    requires=_some_groups,
    ensures=_first_of_all,
)
TAKEN = Contract(
    "TAKEN",
    "the first groups, one for each mode",
    taken,
    requires=_enough_groups,
    ensures=_taken,
    measure=lambda groups, b: len(b),
    on="b",
)
DROPPED = Contract(
    "DROPPED",
    "the groups after the first ones",
    dropped,
    requires=_enough_groups,
    ensures=_dropped,
    measure=lambda groups, b: len(b),
    on="b",
)
SAME_SIZE = Contract(
    "CUT-SIZE",
    "groups of the sizes of modes have, joined, the size of the modes",
    same_size,
    requires=_a_group_each,
    ensures=_same_size,
)
SPLIT = Contract(
    "SPLIT",
    "the groups of one list after another are those of the one and those of the other",
    split_groups,
    requires=_groups_of_both,
    ensures=_split,
    measure=lambda groups, b, others: len(b),
)

OBSERVATIONS = {groups_value: "groups", cuts: "groups"}
CONTRACTS = (
    FOLLOWED,
    NOTHING,
    THRICE,
    JOINED,
    GROUPS_AT_ZERO,
    ONE_MORE,
    FIRST_OF_ALL,
    TAKEN,
    DROPPED,
    SAME_SIZE,
    SPLIT,
)
AUTOMATIC: tuple[Automatic, ...] = ()
