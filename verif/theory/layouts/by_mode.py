"""Mode by mode: operations that take each mode of a layout by itself, by its part of a tuple.

A layout of any rank is a list of groups here, one for each mode. The operation is made of the first
group and its part, and then of the others, as far as the tuple reaches. So the k-th group of the
result is the operation of the k-th group and the k-th part, by induction on k, and the groups
beyond the tuple are the layout's.
"""

from __future__ import annotations

from spec.coalesce import coalesce
from spec.filter import filter_
from spec.modes import Groups, Modes, modes_of
from verif.kernel.claim import assume, ensure, same
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.readings.by_mode import (
    coalesced_each,
    each_from,
    filtered_each,
    group_at,
    none_empty,
    some_layout,
)
from verif.readings.modes import strides_from
from verif.readings.terminals import Terminals
from verif.theory.layouts.modes import opened


@contract(group_at, on="groups", opens=True)
def a_group_has_an_index(groups: Groups, k: int) -> Promise:
    """Each index has its group."""
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("k is an index", 0 <= k < len(groups))

    def shows(result: Modes) -> None:
        ensure("it is not empty", bool(result))

    def strides_of_one(result: Modes, floor: int) -> None:
        assume("the strides of each", each_from(groups, floor))
        ensure("its strides", strides_from(result, floor))

    return Promise(shows, {strides_from: strides_of_one})


@contract(coalesced_each, on="profile", opens=True)
def coalescing_each_keeps_the_rank(groups: Groups, profile: Terminals) -> Promise:
    """Each mode coalesced, there are as many."""
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("no more parts than modes", len(profile) <= len(groups))

    def shows(result: Groups) -> None:
        ensure("as many", len(result) == len(groups))
        ensure("none is empty", none_empty(result))

    return Promise(shows)


@lemma(on="k")
def a_mode_that_is_reached_is_coalesced(groups: Groups, profile: Terminals, k: int) -> Lemma:
    """Of modes coalesced one by one the k-th is the k-th coalesced, if it is reached."""
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
    """Each mode filtered, there are as many."""
    opened(groups)
    assume("none is empty", none_empty(groups))
    assume("no more parts than modes", len(profile) <= len(groups))

    def shows(result: Groups) -> None:
        ensure("as many", len(result) == len(groups))
        ensure("none is empty", none_empty(result))

    return Promise(shows)


@lemma(on="k")
def a_mode_that_is_reached_is_filtered(groups: Groups, profile: Terminals, k: int) -> Lemma:
    """Of modes filtered one by one the k-th is the k-th filtered, if it is reached."""
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
