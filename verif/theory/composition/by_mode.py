"""By mode: each mode of A is composed with its own tiler.

A is a list of groups, one group for each mode. The tilers are a list of groups, too. The first mode
is composed with the first tiler, then the other modes recursively. The composition is accepted if
each mode can be composed with its tiler (`each_composes`). By induction on k, the k-th mode of the
result is the k-th mode of A after the k-th tiler.
"""

from __future__ import annotations

from spec.coalesce import coalesce_extended
from spec.composition import composition, no_carry, refine_all
from spec.errors import InadmissibleError
from spec.modes import Groups, Modes, joined, modes_of
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, same
from verif.readings.by_mode import composed_each, group_at, none_empty, some_layout
from verif.theory.composition.whole_b import all_cut
from verif.theory.layouts.modes import opened


def composes(a: Modes, b: Modes) -> bool:
    """Whether composition accepts A and B. The result is False if A or B has no mode."""
    if not a or not b:
        return False
    modes = coalesce_extended(a)
    return all_cut(modes, b) and no_carry(modes, joined(refine_all(modes, b)))


@definition(on="groups")
def each_composes(groups: Groups, tilers: Groups) -> bool:
    """Whether composition accepts each pair of a mode and its tiler."""
    if not groups or not tilers:
        return True
    return composes(groups[0], tilers[0]) and each_composes(groups[1:], tilers[1:])


@contract(composed_each, on="tilers", opens=True, rejects=InadmissibleError)
def composing_each_is_accepted_if_each_is(groups: Groups, tilers: Groups) -> Promise:
    """`composed_each` accepts its arguments iff `each_composes` holds, and keeps the rank."""
    opened(groups, tilers)
    assume("none is empty", none_empty(groups))
    assume("no tiler is empty", none_empty(tilers))
    assume("no more tilers than modes", len(tilers) <= len(groups))

    def accepts() -> bool:
        return each_composes(groups, tilers)

    def shows(result: Groups) -> None:
        ensure("each mode is accepted", each_composes(groups, tilers))
        ensure("a group for each mode", len(result) == len(groups))
        ensure("none is empty", none_empty(result))

    return Promise(shows, accepts=accepts)


@lemma(on="k")
def a_mode_is_composed_with_its_tiler(groups: Groups, tilers: Groups, k: int) -> Lemma:
    """If each mode is composed with its tiler, the result's mode k is A's mode k after tiler k."""
    opened(groups, tilers)
    assume("none is empty", none_empty(groups))
    assume("no tiler is empty", none_empty(tilers))
    assume("no more tilers than modes", len(tilers) <= len(groups))
    assume("mode k has a tiler", 0 <= k < len(tilers))
    assume("each is accepted", each_composes(groups, tilers))

    def shows() -> None:
        a, b = group_at(groups, k), group_at(tilers, k)
        ensure("the k-th is accepted", composes(a, b))
        same(
            "mode k",
            group_at(composed_each(groups, tilers), k),
            modes_of(composition(some_layout(a), some_layout(b))),
        )

    def proof() -> None:
        """Induction on k."""
        if k > 0:
            a_mode_is_composed_with_its_tiler(groups[1:], tilers[1:], k - 1)

    return shows, proof
