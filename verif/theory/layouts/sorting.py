"""Sorting modes is a reindexing: it permutes the coordinates, and keeps their values.

Sorting moves each mode together with its digit. So a coordinate x of the modes becomes the
coordinate `place_after_sorting` of the sorted modes, and `place_before_sorting` maps back. Sorting
inserts mode by mode, and one insertion moves the digit of the inserted mode past the digits of the
modes with smaller strides.

Each statement is shown first for one insertion, by induction on the modes, and then for sorting.
There are two main theorems. Sorting keeps the value of each coordinate, and keeps different
coordinates different (`sorting_reindexes`). Each coordinate of the sorted modes comes from a
coordinate of the unsorted modes (`sorting_reaches_every_coordinate`). No theorem needs the result
to be sorted.
"""

from __future__ import annotations

from spec.complement import insert, sort_modes
from spec.modes import Mode, Modes, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving
from verif.theory.numbers.euclid import quotient_and_remainder_are_unique


@definition(on="modes")
def place_after_insertion(mode: Mode, modes: Modes, x: int) -> int:
    """The coordinate in `insert(mode, modes)` that corresponds to x in `(mode, *modes)`."""
    if not modes or mode[1] <= modes[0][1]:
        return x
    s, t = mode[0], modes[0][0]
    c, rest = x % s, x // s
    return rest % t + t * place_after_insertion(mode, modes[1:], c + s * (rest // t))


@definition(on="modes")
def place_after_sorting(modes: Modes, x: int) -> int:
    """The coordinate in `sort_modes(modes)` that corresponds to x in `modes`."""
    if not modes:
        return x
    s = modes[0][0]
    return place_after_insertion(
        modes[0], sort_modes(modes[1:]), x % s + s * place_after_sorting(modes[1:], x // s)
    )


@definition(on="modes")
def place_before_insertion(mode: Mode, modes: Modes, n: int) -> int:
    """The coordinate in `(mode, *modes)` that corresponds to n in `insert(mode, modes)`."""
    if not modes or mode[1] <= modes[0][1]:
        return n
    s, t = mode[0], modes[0][0]
    inner = place_before_insertion(mode, modes[1:], n // t)
    return inner % s + s * (n % t + t * (inner // s))


@definition(on="modes")
def place_before_sorting(modes: Modes, n: int) -> int:
    """The coordinate in `modes` that corresponds to n in `sort_modes(modes)`."""
    if not modes:
        return n
    s = modes[0][0]
    inner = place_before_insertion(modes[0], sort_modes(modes[1:]), n)
    return inner % s + s * place_before_sorting(modes[1:], inner // s)


@contract(insert, on="modes", opens=True)
def insertion_gives_modes(mode: Mode, modes: Modes) -> Promise:
    """Inserting a mode into modes gives valid modes: each shape is at least 1."""
    return Promise()


@contract(sort_modes, on="modes", opens=True)
def sorting_gives_modes(modes: Modes) -> Promise:
    """Sorting modes gives valid modes: each shape is at least 1."""
    return Promise()


@lemma
def insertion_reindexes(mode: Mode, modes: Modes, x: int, y: int) -> Lemma:
    """`place_after_insertion` is injective and keeps the value of each coordinate."""
    assume("x is a coordinate", 0 <= x < mode[0] * total(modes))
    assume("y is a coordinate", 0 <= y < mode[0] * total(modes))

    def shows() -> None:
        s, d = mode
        at = place_after_insertion(mode, modes, x)
        result = insert(mode, modes)
        ensure("size", total(result) == s * total(modes))
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < s * total(modes))
        ensure("value", value(result, at) == d * (x % s) + value(modes, x // s))
        there = place_after_insertion(mode, modes, y)
        if proving() and at == there and modes and d > modes[0][1]:
            # If the two places are equal, they have the same digit of the first mode, and the same
            # place in the other modes.
            t, rest = modes[0][0], modes[1:]
            (q, r), (p, u) = divmod(x // s, t), divmod(y // s, t)
            one = place_after_insertion(mode, rest, x % s + s * q)
            other = place_after_insertion(mode, rest, y % s + s * p)
            quotient_and_remainder_are_unique(t, one, r, other, u)
            quotient_and_remainder_are_unique(s, q, x % s, p, y % s)
        if at == there:
            ensure("distinct places", x == y)

    def proof() -> None:
        """Induction on the modes: modes with smaller strides stay before the inserted mode."""
        if not modes or mode[1] <= modes[0][1]:
            return
        s, t = mode[0], modes[0][0]
        for z in (x, y):
            ensure("a coordinate of the modes", z // s < total(modes))
            ensure("a coordinate of the rest", z // s // t < total(modes[1:]))
        insertion_reindexes(mode, modes[1:], x % s + s * (x // s // t), y % s + s * (y // s // t))

    return shows, proof


@lemma
def sorting_reindexes(modes: Modes, x: int, y: int) -> Lemma:
    """Sorting keeps the value of each coordinate, and keeps distinct coordinates distinct."""
    assume("x is a coordinate", 0 <= x < total(modes))
    assume("y is a coordinate", 0 <= y < total(modes))

    def shows() -> None:
        at = place_after_sorting(modes, x)
        ensure("size", total(sort_modes(modes)) == total(modes))
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < total(modes))
        ensure("value", value(sort_modes(modes), at) == value(modes, x))
        if at == place_after_sorting(modes, y):
            ensure("distinct places", x == y)

    def proof() -> None:
        """Induction on the modes: sort the other modes, and then insert the first mode."""
        if not modes:
            return
        s, rest = modes[0][0], modes[1:]
        sorting_reindexes(rest, x // s, y // s)
        sorting_reindexes(rest, y // s, x // s)
        insertion_reindexes(
            modes[0],
            sort_modes(rest),
            x % s + s * place_after_sorting(rest, x // s),
            y % s + s * place_after_sorting(rest, y // s),
        )

    return shows, proof


@lemma
def insertion_reaches_every_coordinate(mode: Mode, modes: Modes, n: int) -> Lemma:
    """Each value of `insert(mode, modes)` is also a value of `(mode, *modes)`."""
    assume("n is a coordinate", 0 <= n < mode[0] * total(modes))

    def shows() -> None:
        s, d = mode
        at = place_before_insertion(mode, modes, n)
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < s * total(modes))
        ensure("value", value(insert(mode, modes), n) == d * (at % s) + value(modes, at // s))

    def proof() -> None:
        """Induction on the modes: modes with smaller strides stay before the inserted mode."""
        if modes and mode[1] > modes[0][1]:
            s, t, rest = mode[0], modes[0][0], modes[1:]
            insertion_reaches_every_coordinate(mode, rest, n // t)
            of_rest = place_before_insertion(mode, rest, n // t) // s
            ensure("a coordinate of the rest", of_rest < total(rest))
            ensure("a coordinate of the modes", n % t + t * of_rest < total(modes))

    return shows, proof


@lemma
def sorting_reaches_every_coordinate(modes: Modes, n: int) -> Lemma:
    """The sorted modes at n have the same value as `modes` at `place_before_sorting(modes, n)`."""
    assume("n is a coordinate", 0 <= n < total(modes))

    def shows() -> None:
        at = place_before_sorting(modes, n)
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < total(modes))
        ensure("value", value(sort_modes(modes), n) == value(modes, at))

    def proof() -> None:
        """Induction on the modes: undo inserting the first mode, then undo sorting the others."""
        if modes:
            mode, rest = modes[0], modes[1:]
            sorting_reindexes(rest, 0, 0)
            insertion_reaches_every_coordinate(mode, sort_modes(rest), n)
            sorting_reaches_every_coordinate(
                rest, place_before_insertion(mode, sort_modes(rest), n) // mode[0]
            )

    return shows, proof
