"""Groups: lists of modes side by side, and the one list that they are when joined.

`followed(P, Q)` is the list P and then Q, and `joined` makes one list of groups G1, .., Gm in
that way. A coordinate x of it is taken apart by the sizes of the groups: G1 has x mod size(G1),
the groups after have x div size(G1), and `groups_value` is the sum of their values. Groups *cut*
a layout B where each has the size of one mode of B.

First comes what it is to follow: values add up, nothing is neutral, and the order of putting
together does not matter. Then joined groups are read group by group. The main theorem,
`parted_groups_cut_each_list`, parts groups that cut B and C, one after the other, into some that
cut B and some that cut C.
"""

from __future__ import annotations

from spec.modes import Groups, Modes, followed, joined, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, same, witness
from verif.readings.groups import cuts, parted
from verif.readings.modes import strides_from
from verif.theory.layouts.modes import opened, value_at_zero_is_zero


@definition(on="groups")
def groups_value(groups: Groups, x: int) -> int:
    """The sum of the values at x, of which the first group takes its digit first."""
    if not groups:
        return 0
    size = total(groups[0])
    return value(groups[0], x % size) + groups_value(groups[1:], x // size)


@contract(followed, on="modes", opens=True)
def followed_adds_the_values_of_both(modes: Modes, others: Modes) -> Promise:
    """One list after another adds up their values, the first taking its digit first."""

    def shows(result: Modes) -> None:
        ensure("size", total(result) == total(modes) * total(others))
        ensure("length", len(result) == len(modes) + len(others))
        ensure("at least one mode", bool(result) or not (modes or others))

    def value_of_both(result: Modes, x: int) -> None:
        size = total(modes)
        assume("x is a coordinate", 0 <= x < size * total(others))
        if proving() and modes:
            # x mod s*rest and x div s*rest, from the digit x mod s and the others of x.
            s, rest = modes[0][0], total(modes[1:])
            digit = x // s
            witness(x, s * rest, digit // rest, x % s + s * (digit % rest))
        ensure("both", value(result, x) == value(modes, x % size) + value(others, x // size))

    def strides_of_both(result: Modes, floor: int) -> None:
        assume("the strides of the first", strides_from(modes, floor))
        assume("the strides of the second", strides_from(others, floor))
        ensure("the strides of both", strides_from(result, floor))

    return Promise(shows, {value: value_of_both, strides_from: strides_of_both})


@lemma
def followed_by_nothing_is_itself(modes: Modes) -> Lemma:
    """A list with nothing after it is the list."""

    def shows() -> None:
        same("the modes alone", followed(modes, ()), modes)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            followed_by_nothing_is_itself(modes[1:])

    return shows, proof


@lemma
def followed_is_associative(modes: Modes, others: Modes, last: Modes) -> Lemma:
    """Three lists one after another are the same, in either order of putting them together."""

    def shows() -> None:
        same(
            "one after another",
            followed(followed(modes, others), last),
            followed(modes, followed(others, last)),
        )

    def proof() -> None:
        """Induction on the first list."""
        if modes:
            followed_is_associative(modes[1:], others, last)

    return shows, proof


@contract(joined, on="groups", opens=True)
def joined_has_the_value_of_the_groups(groups: Groups) -> Promise:
    """Groups joined add up their values, each group taking its digit in turn."""

    def group_by_group(result: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < total(result))
        ensure("group by group", value(result, x) == groups_value(groups, x))

    return Promise(everywhere={value: group_by_group})


@lemma
def groups_value_at_zero_is_zero(groups: Groups) -> Lemma:
    """Groups take 0 to 0."""

    def shows() -> None:
        ensure("0 at 0", groups_value(groups, 0) == 0)

    def proof() -> None:
        """Induction on the groups."""
        if groups:
            value_at_zero_is_zero(groups[0])
            groups_value_at_zero_is_zero(groups[1:])

    return shows, proof


@lemma
def one_more_group_is_joined_in_front(modes: Modes, groups: Groups) -> Lemma:
    """One group more, joined with others, is followed by the others joined."""

    def shows() -> None:
        same("one group more", joined((modes,) + groups), followed(modes, joined(groups)))

    def proof() -> None:
        """By the text of `joined`, which leaves a last group as it is."""
        if not groups:
            followed_by_nothing_is_itself(modes)

    return shows, proof


@lemma
def joined_is_the_first_followed_by_the_rest(groups: Groups) -> Lemma:
    """Groups joined are the first followed by the others joined."""
    assume("at least one group", bool(groups))

    def shows() -> None:
        same("the first and the others", joined(groups), followed(groups[0], joined(groups[1:])))

    def proof() -> None:
        """By the text of `joined`, which leaves a last group as it is."""
        if not groups[1:]:
            followed_by_nothing_is_itself(groups[0])

    return shows, proof


@lemma
def joined_groups_keep_the_size(b: Modes, groups: Groups) -> Lemma:
    """Groups that cut B have, joined, the size of B."""
    assume("a group for each mode, of its size", cuts(b, groups))

    def shows() -> None:
        ensure("as many", len(groups) == len(b))
        ensure("size", total(joined(groups)) == total(b))
        ensure("at least one mode", bool(joined(groups)) or not b)

    def proof() -> None:
        """Induction on the groups."""
        if groups:
            joined_groups_keep_the_size(b[1:], groups[1:])
            one_more_group_is_joined_in_front(groups[0], groups[1:])

    return shows, proof


@contract(parted, on="b")
def parted_groups_cut_each_list(groups: Groups, b: Modes, others: Modes) -> Promise:
    """Groups that cut one list after another part into some that cut the one, some the other."""
    opened(b)
    assume("a group for each mode, of its size", cuts(followed(b, others), groups))
    assume("enough groups", len(groups) >= len(b))

    def shows(result: tuple[Groups, Groups]) -> None:
        mine, theirs = result
        ensure("as many", len(mine) == len(b))
        ensure("the others", len(theirs) == len(groups) - len(b))
        ensure("those of the first", cuts(b, mine))
        ensure("those of the others", cuts(others, theirs))
        if proving():
            joined_groups_keep_the_size(b, mine)
            joined_groups_keep_the_size(others, theirs)
            if b:
                # groups[0] and (mine[1:] and theirs) is (groups[0] and mine[1:]) and theirs.
                one_more_group_is_joined_in_front(groups[0], groups[1:])
                one_more_group_is_joined_in_front(groups[0], mine[1:])
                followed_is_associative(groups[0], joined(mine[1:]), joined(theirs))
        ensure("of their size", total(joined(mine)) == total(b))
        ensure("of their size", total(joined(theirs)) == total(others))
        ensure("at least one mode", bool(joined(mine)) or not b)
        ensure("at least one mode", bool(joined(theirs)) or not others)
        same("all", joined(groups), followed(joined(mine), joined(theirs)))

    return Promise(shows)
