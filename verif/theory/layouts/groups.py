"""Groups: a list of lists of modes, and the single list that results from joining them.

`followed(P, Q)` is the list P followed by Q, and `joined` concatenates the groups G1, .., Gm. The
sizes of the groups decompose a coordinate x: G1 gets x mod size(G1), and the other groups get x div
size(G1). `groups_value` is the sum of the groups' values. Groups *cut* a layout B if there is one
group for each mode of B, with the size of this mode.

The first lemmas are about `followed`: the values of the two lists are added, the empty list is
neutral, and `followed` is associative. The next lemmas are about joined groups. The main theorem is
`parted_groups_cut_each_list`: if groups cut the list `followed(B, C)`, the first groups cut B and
the other groups cut C.
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
    """The sum of the groups' values at x. The first digit of x belongs to the first group."""
    if not groups:
        return 0
    size = total(groups[0])
    return value(groups[0], x % size) + groups_value(groups[1:], x // size)


@contract(followed, on="modes", opens=True)
def followed_adds_the_values_of_both(modes: Modes, others: Modes) -> Promise:
    """P followed by Q maps x to P(x mod n) + Q(x div n), where n is the size of P."""

    def shows(result: Modes) -> None:
        ensure("size", total(result) == total(modes) * total(others))
        ensure("length", len(result) == len(modes) + len(others))
        ensure("at least one mode", bool(result) or not (modes or others))

    def value_of_both(result: Modes, x: int) -> None:
        size = total(modes)
        assume("x is a coordinate", 0 <= x < size * total(others))
        if proving() and modes:
            # Compute x mod (s*rest) and x div (s*rest) from x mod s and x div s. Here `rest` is the
            # size of all modes except the first.
            s, rest = modes[0][0], total(modes[1:])
            digit = x // s
            witness(x, s * rest, digit // rest, x % s + s * (digit % rest))
        ensure("both", value(result, x) == value(modes, x % size) + value(others, x // size))

    def strides_of_both(result: Modes, floor: int) -> None:
        assume("strides of the first list", strides_from(modes, floor))
        assume("strides of the second list", strides_from(others, floor))
        ensure("strides of both lists", strides_from(result, floor))

    return Promise(shows, {value: value_of_both, strides_from: strides_of_both})


@lemma
def followed_by_nothing_is_itself(modes: Modes) -> Lemma:
    """Appending the empty list does not change a list."""

    def shows() -> None:
        same("the modes alone", followed(modes, ()), modes)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            followed_by_nothing_is_itself(modes[1:])

    return shows, proof


@lemma
def followed_is_associative(modes: Modes, others: Modes, last: Modes) -> Lemma:
    """Concatenation of lists of modes (`followed`) is associative."""

    def shows() -> None:
        same(
            "associative",
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
    """The joined groups map x to `groups_value`: each group gets its digit of x."""

    def group_by_group(result: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < total(result))
        ensure("group by group", value(result, x) == groups_value(groups, x))

    return Promise(everywhere={value: group_by_group})


@lemma
def groups_value_at_zero_is_zero(groups: Groups) -> Lemma:
    """The sum of the groups' values at the coordinate 0 is 0."""

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
    """Joining the list `(modes, *groups)` gives `modes` followed by the joined `groups`."""

    def shows() -> None:
        same("with one more group", joined((modes,) + groups), followed(modes, joined(groups)))

    def proof() -> None:
        """By the code of `joined`, which returns the last group unchanged."""
        if not groups:
            followed_by_nothing_is_itself(modes)

    return shows, proof


@lemma
def joined_is_the_first_followed_by_the_rest(groups: Groups) -> Lemma:
    """Joining one or more groups gives the first group followed by the other groups, joined."""
    assume("at least one group", bool(groups))

    def shows() -> None:
        same(
            "the first group, then the others",
            joined(groups),
            followed(groups[0], joined(groups[1:])),
        )

    def proof() -> None:
        """By the code of `joined`, which returns the last group unchanged."""
        if not groups[1:]:
            followed_by_nothing_is_itself(groups[0])

    return shows, proof


@lemma
def joined_groups_keep_the_size(b: Modes, groups: Groups) -> Lemma:
    """If groups cut B (a group of equal size for each mode), the joined groups have B's size."""
    assume("a group of equal size for each mode", cuts(b, groups))

    def shows() -> None:
        ensure("a group for each mode", len(groups) == len(b))
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
    """`parted` splits groups that cut `followed(B, C)`: one part cuts B, the other part cuts C."""
    opened(b)
    assume("a group of equal size for each mode", cuts(followed(b, others), groups))
    assume("enough groups", len(groups) >= len(b))

    def shows(result: tuple[Groups, Groups]) -> None:
        mine, theirs = result
        ensure("a group for each mode", len(mine) == len(b))
        ensure("the others", len(theirs) == len(groups) - len(b))
        ensure("groups that cut the first list", cuts(b, mine))
        ensure("groups that cut the second list", cuts(others, theirs))
        if proving():
            joined_groups_keep_the_size(b, mine)
            joined_groups_keep_the_size(others, theirs)
            if b:
                # Concatenation is associative, so `groups[0]` can be joined with `mine[1:]` first.
                one_more_group_is_joined_in_front(groups[0], groups[1:])
                one_more_group_is_joined_in_front(groups[0], mine[1:])
                followed_is_associative(groups[0], joined(mine[1:]), joined(theirs))
        ensure("the size of the first list", total(joined(mine)) == total(b))
        ensure("the size of the second list", total(joined(theirs)) == total(others))
        ensure("at least one mode", bool(joined(mine)) or not b)
        ensure("at least one mode", bool(joined(theirs)) or not others)
        same("all", joined(groups), followed(joined(mine), joined(theirs)))

    return Promise(shows)
