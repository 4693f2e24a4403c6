"""By mode: each mode of a layout is divided, or repeated, by its own tiler.

A divide turns a mode into two parts, a tile and a rest. A product turns a mode into two parts, a
block and a rest: the block is the mode itself, and the rest gives the offsets of its copies. The
first tiler is applied to the first mode, and the other tilers recursively to the other modes. A
mode without a tiler becomes a rest. By induction on k, the k-th mode and the k-th tiler determine
the k-th tile or block, and the k-th rest.
"""

from __future__ import annotations

from spec.divide import divide
from spec.errors import InadmissibleError
from spec.modes import Groups, Modes, modes_of
from spec.products import repeat
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, attempt, ensure, proving, same
from verif.readings.by_mode import (
    divided_each,
    group_at,
    none_empty,
    paired,
    repeated_each,
    some_layout,
)
from verif.readings.modes import span
from verif.theory.layouts.modes import opened


@contract(paired, on="tiles", opens=True)
def pairs_are_as_many_as_rests(tiles: Groups, rests: Groups) -> Promise:
    """Pairing tiles with rests gives one group for each rest."""
    opened(tiles, rests)
    assume("no tile is empty", none_empty(tiles))
    assume("no rest is empty", none_empty(rests))
    assume("at most as many tiles as rests", len(tiles) <= len(rests))

    def shows(result: Groups) -> None:
        ensure("a group for each rest", len(result) == len(rests))
        ensure("none is empty", none_empty(result))

    return Promise(shows)


def taken_apart(groups: Groups, tilers: Groups) -> None:
    """Assume that modes and tilers are nonempty, and that there are no more tilers than modes."""
    assume("none is empty", none_empty(groups))
    assume("no tiler is empty", none_empty(tilers))
    assume("no more tilers than modes", len(tilers) <= len(groups))


def counted_each(result: tuple[Groups, Groups], groups: Groups, tilers: Groups) -> None:
    """Conclude that the result has a tile for each tiler and a rest for each mode."""
    ensure("a tile for each tiler", len(result[0]) == len(tilers))
    ensure("a rest for each mode", len(result[1]) == len(groups))
    ensure("no tile is empty", none_empty(result[0]))
    ensure("no rest is empty", none_empty(result[1]))


@lemma
def the_span_is_natural(modes: Modes) -> Lemma:
    """The distance from the least offset to the greatest is not negative."""

    def shows() -> None:
        ensure("span >= 0", span(modes) >= 0)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            the_span_is_natural(modes[1:])

    return shows, proof


@contract(divided_each, on="tilers", opens=True, rejects=InadmissibleError)
def dividing_each_makes_tiles_and_rests(groups: Groups, tilers: Groups) -> Promise:
    """The function `divided_each` returns one tile for each tiler and one rest for each mode."""
    opened(groups, tilers)
    taken_apart(groups, tilers)
    return Promise(lambda result: counted_each(result, groups, tilers))


@contract(repeated_each, on="tilers", opens=True, rejects=InadmissibleError)
def repeating_each_makes_blocks_and_copies(groups: Groups, tilers: Groups) -> Promise:
    """The function `repeated_each` returns one block for each tiler and one rest for each mode."""
    opened(groups, tilers)
    if proving() and tilers:
        the_span_is_natural(tilers[0])
    taken_apart(groups, tilers)
    return Promise(lambda result: counted_each(result, groups, tilers))


@lemma(on="k")
def a_mode_is_divided_by_its_tiler(groups: Groups, tilers: Groups, k: int) -> Lemma:
    """Dividing each mode by its own tiler divides the k-th mode by the k-th tiler."""
    opened(groups, tilers)
    taken_apart(groups, tilers)
    assume("mode k has a tiler", 0 <= k < len(tilers))
    assume("each can be divided", attempt(divided_each, groups, tilers) is not None)
    a, b = some_layout(group_at(groups, k)), some_layout(group_at(tilers, k))
    assume("mode k can be divided", attempt(divide, a, b) is not None)

    def shows() -> None:
        tiles, rests = divided_each(groups, tilers)
        tile, rest = divide(a, b)
        same("the k-th tile", group_at(tiles, k), modes_of(tile))
        same("the k-th rest", group_at(rests, k), modes_of(rest))

    def proof() -> None:
        """Induction on k."""
        if k > 0:
            a_mode_is_divided_by_its_tiler(groups[1:], tilers[1:], k - 1)

    return shows, proof


@lemma(on="k")
def a_mode_is_repeated_by_its_tiler(groups: Groups, tilers: Groups, k: int) -> Lemma:
    """Repeating each mode by its own tiler repeats the k-th mode by the k-th tiler."""
    opened(groups, tilers)
    taken_apart(groups, tilers)
    assume("mode k has a tiler", 0 <= k < len(tilers))
    assume("each can be repeated", attempt(repeated_each, groups, tilers) is not None)
    a, b = some_layout(group_at(groups, k)), some_layout(group_at(tilers, k))
    assume("mode k can be repeated", attempt(repeat, a, b) is not None)

    def shows() -> None:
        blocks, rests = repeated_each(groups, tilers)
        block, copies = repeat(a, b)
        same("the k-th block", group_at(blocks, k), modes_of(block))
        same("the k-th copies", group_at(rests, k), modes_of(copies))

    def proof() -> None:
        """Induction on k."""
        if k > 0:
            a_mode_is_repeated_by_its_tiler(groups[1:], tilers[1:], k - 1)

    return shows, proof


@lemma(on="k")
def a_mode_beyond_is_not_divided(groups: Groups, tilers: Groups, k: int) -> Lemma:
    """Dividing each mode by its own tiler leaves modes without a tiler unchanged."""
    opened(groups, tilers)
    taken_apart(groups, tilers)
    assume("mode k has no tiler", len(tilers) <= k < len(groups))
    assume("each can be divided", attempt(divided_each, groups, tilers) is not None)

    def shows() -> None:
        _, rests = divided_each(groups, tilers)
        same("the mode itself", group_at(rests, k), group_at(groups, k))

    def proof() -> None:
        """Induction on k."""
        if tilers:
            a_mode_beyond_is_not_divided(groups[1:], tilers[1:], k - 1)

    return shows, proof


@lemma(on="k")
def a_mode_beyond_is_not_repeated(groups: Groups, tilers: Groups, k: int) -> Lemma:
    """If the modes are repeated by their tilers, a mode without a tiler does not change."""
    opened(groups, tilers)
    taken_apart(groups, tilers)
    assume("mode k has no tiler", len(tilers) <= k < len(groups))
    assume("each can be repeated", attempt(repeated_each, groups, tilers) is not None)

    def shows() -> None:
        _, rests = repeated_each(groups, tilers)
        same("the mode itself", group_at(rests, k), group_at(groups, k))

    def proof() -> None:
        """Induction on k."""
        if tilers:
            a_mode_beyond_is_not_repeated(groups[1:], tilers[1:], k - 1)

    return shows, proof
