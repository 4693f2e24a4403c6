"""Mode by mode: operations that combine the k-th mode of a layout with the k-th part of a tuple.

Here a layout of any rank is a list of groups, one for each mode. The operation is applied to the
first group and the first part of the tuple, and recursively to the other groups and parts, up to
the end of the tuple. So, by induction on k, applying the operation to the k-th group and the k-th
part gives the k-th group of the result. If the tuple is shorter than the list, the last groups are
unchanged.
"""

from __future__ import annotations

from spec.coalesce import coalesce
from spec.filter import filter_
from spec.modes import Groups, Modes, followed, joined, modes_of
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, ensure, same
from verif.readings.by_mode import (
    chained,
    coalesced_each,
    each_from,
    filtered_each,
    group_at,
    none_empty,
    some_layout,
    stretch,
)
from verif.readings.modes import strides_from
from verif.readings.terminals import Terminals
from verif.theory.layouts.groups import (
    followed_is_associative,
    one_more_group_is_joined_in_front,
)
from verif.theory.layouts.modes import opened


@contract(group_at, on="groups", opens=True)
def a_group_has_an_index(groups: Groups, k: int) -> Promise:
    """Group k is not empty.

    If all strides in `groups` are >= `floor`, the strides of group k are, too.
    """
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("k is an index", 0 <= k < len(groups))

    def shows(result: Modes) -> None:
        ensure("it is not empty", bool(result))

    def strides_of_one(result: Modes, floor: int) -> None:
        assume("the strides of each", each_from(groups, floor))
        ensure("its strides", strides_from(result, floor))

    return Promise(shows, {strides_from: strides_of_one})


@contract(chained, on="groups", opens=True)
def chained_groups_add_up(groups: Groups, others: Groups) -> Promise:
    """The concatenation of lists of n and m groups has n + m groups."""
    assume("none is empty", none_empty(groups))
    assume("none of the others is empty", none_empty(others))

    def shows(result: Groups) -> None:
        ensure("the number of groups", len(result) == len(groups) + len(others))
        ensure("none is empty", none_empty(result))

    return Promise(shows)


@lemma
def chained_groups_keep_their_order(groups: Groups, others: Groups, k: int) -> Lemma:
    """Concatenating two lists gives the groups of the first list, then the groups of the second."""
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("none of the others is empty", none_empty(others))
    assume("k is an index", 0 <= k < len(groups) + len(others))

    def shows() -> None:
        found = group_at(chained(groups, others), k)
        if k < len(groups):
            same("a group of the first list", found, group_at(groups, k))
        else:
            same("a group of the second list", found, group_at(others, k - len(groups)))

    def proof() -> None:
        """Induction on the first list."""
        if groups and k > 0:
            chained_groups_keep_their_order(groups[1:], others, k - 1)

    return shows, proof


@lemma
def chained_groups_are_joined_one_after_the_other(groups: Groups, others: Groups) -> Lemma:
    """Joining `chained(groups, others)` gives the joined `groups`, then the joined `others`."""
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("none of the others is empty", none_empty(others))

    def shows() -> None:
        together = joined(chained(groups, others))
        same("joined in sequence", together, followed(joined(groups), joined(others)))

    def proof() -> None:
        """Induction on the first list."""
        if groups:
            first, rest = groups[0], groups[1:]
            chained_groups_are_joined_one_after_the_other(rest, others)
            one_more_group_is_joined_in_front(first, chained(rest, others))
            one_more_group_is_joined_in_front(first, rest)
            followed_is_associative(first, joined(rest), joined(others))

    return shows, proof


@contract(stretch, on="groups", opens=True)
def a_stretch_is_as_long_as_it_says(groups: Groups, begin: int, end: int) -> Promise:
    """The stretch of a list from index `begin` to index `end - 1` has `end - begin` groups."""
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("within the list", 0 <= begin <= end <= len(groups))

    def shows(result: Groups) -> None:
        ensure("the number of groups", len(result) == end - begin)
        ensure("none is empty", none_empty(result))

    return Promise(shows)


@lemma
def a_stretch_is_two(groups: Groups, begin: int, middle: int, end: int) -> Lemma:
    """Joining a stretch of groups gives its joined first part, then its joined second part.

    The first part ends before index `middle`, and the second part begins there.
    """
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("within the list", 0 <= begin <= middle <= end <= len(groups))

    def shows() -> None:
        first, second = stretch(groups, begin, middle), stretch(groups, middle, end)
        whole = joined(stretch(groups, begin, end))
        same("joined in sequence", whole, followed(joined(first), joined(second)))

    def proof() -> None:
        """Induction on the groups."""
        if not groups:
            return
        head, rest = groups[0], groups[1:]
        if begin > 0:
            a_stretch_is_two(rest, begin - 1, middle - 1, end - 1)
        elif middle > 0:
            a_stretch_is_two(rest, 0, middle - 1, end - 1)
            first = stretch(rest, 0, middle - 1)
            one_more_group_is_joined_in_front(head, first)
            one_more_group_is_joined_in_front(head, stretch(rest, 0, end - 1))
            second = stretch(rest, middle - 1, end - 1)
            followed_is_associative(head, joined(first), joined(second))

    return shows, proof


@lemma
def the_longest_stretch_is_all(groups: Groups) -> Lemma:
    """The stretch from the first group to the last is the whole list."""
    opened(groups)
    assume("none is empty", none_empty(groups))

    def shows() -> None:
        same("all", stretch(groups, 0, len(groups)), groups)

    def proof() -> None:
        """Induction on the groups."""
        if groups:
            the_longest_stretch_is_all(groups[1:])

    return shows, proof


@lemma
def a_stretch_keeps_the_order(groups: Groups, begin: int, end: int, k: int) -> Lemma:
    """Group k of a stretch that starts at `begin` is group begin + k of the list."""
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("within the list", 0 <= begin <= end <= len(groups))
    assume("k is an index", 0 <= k < end - begin)

    def shows() -> None:
        found = group_at(stretch(groups, begin, end), k)
        same("group begin + k of the list", found, group_at(groups, begin + k))

    def proof() -> None:
        """Induction on the groups."""
        if begin > 0:
            a_stretch_keeps_the_order(groups[1:], begin - 1, end - 1, k)
        elif k > 0:
            a_stretch_keeps_the_order(groups[1:], 0, end - 1, k - 1)

    return shows, proof


@contract(coalesced_each, on="profile", opens=True)
def coalescing_each_keeps_the_rank(groups: Groups, profile: Terminals) -> Promise:
    """Coalescing each mode keeps the number of modes."""
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("no more parts than modes", len(profile) <= len(groups))

    def shows(result: Groups) -> None:
        ensure("the number of groups", len(result) == len(groups))
        ensure("none is empty", none_empty(result))

    return Promise(shows)


@lemma(on="k")
def a_mode_that_is_reached_is_coalesced(groups: Groups, profile: Terminals, k: int) -> Lemma:
    """If a profile has an entry for mode k, `coalesce` with this profile coalesces mode k."""
    opened(groups, profile)
    assume("none is empty", none_empty(groups))
    assume("no more parts than modes", len(profile) <= len(groups))
    assume("the profile reaches k", 0 <= k < len(profile))

    def shows() -> None:
        same(
            "mode k",
            group_at(coalesced_each(groups, profile), k),
            modes_of(coalesce(some_layout(group_at(groups, k)))),
        )

    def proof() -> None:
        """Induction on k."""
        if k > 0:
            a_mode_that_is_reached_is_coalesced(groups[1:], profile[1:], k - 1)

    return shows, proof


@contract(filtered_each, on="profile", opens=True)
def filtering_each_keeps_the_rank(groups: Groups, profile: Terminals) -> Promise:
    """Filtering each mode keeps the number of modes."""
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("no more parts than modes", len(profile) <= len(groups))

    def shows(result: Groups) -> None:
        ensure("the number of groups", len(result) == len(groups))
        ensure("none is empty", none_empty(result))

    return Promise(shows)


@lemma(on="k")
def a_mode_that_is_reached_is_filtered(groups: Groups, profile: Terminals, k: int) -> Lemma:
    """Filtering mode by mode filters the k-th mode, if the profile has a k-th entry."""
    opened(groups, profile)
    assume("none is empty", none_empty(groups))
    assume("no more parts than modes", len(profile) <= len(groups))
    assume("the profile reaches k", 0 <= k < len(profile))

    def shows() -> None:
        same(
            "mode k",
            group_at(filtered_each(groups, profile), k),
            modes_of(filter_(some_layout(group_at(groups, k)))),
        )

    def proof() -> None:
        """Induction on k."""
        if k > 0:
            a_mode_that_is_reached_is_filtered(groups[1:], profile[1:], k - 1)

    return shows, proof
