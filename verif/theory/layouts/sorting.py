"""Sorting modes is only a reindexing: every value stays, at another coordinate.

`place(modes, x)` is the coordinate in the sorted modes of the coordinate x. It loses nothing:
two coordinates with one place are one. That the result is sorted is never needed.
"""

from __future__ import annotations

from spec.complement import insert, sort_modes
from spec.modes import Mode, Modes, total, value
from verif.kernel.claim import assume, ensure, proving
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.theory.numbers.euclid import unique_digits


@definition(on="modes")
def inserted(mode: Mode, modes: Modes, x: int) -> int:
    """The coordinate in insert(mode, modes) of the coordinate x of mode and modes."""
    if not modes or mode[1] <= modes[0][1]:
        return x
    s, t = mode[0], modes[0][0]
    c, rest = x % s, x // s
    return rest % t + t * inserted(mode, modes[1:], c + s * (rest // t))


@definition(on="modes")
def place(modes: Modes, x: int) -> int:
    """The coordinate in sort_modes(modes) of the coordinate x of modes."""
    if not modes:
        return x
    s = modes[0][0]
    return inserted(modes[0], sort_modes(modes[1:]), x % s + s * place(modes[1:], x // s))


@definition(on="modes")
def removed(mode: Mode, modes: Modes, n: int) -> int:
    """The coordinate of mode and modes that is n in insert(mode, modes)."""
    if not modes or mode[1] <= modes[0][1]:
        return n
    s, t = mode[0], modes[0][0]
    inner = removed(mode, modes[1:], n // t)
    return inner % s + s * (n % t + t * (inner // s))


@definition(on="modes")
def unplaced(modes: Modes, n: int) -> int:
    """The coordinate of modes that is n in sort_modes(modes)."""
    if not modes:
        return n
    s = modes[0][0]
    inner = removed(modes[0], sort_modes(modes[1:]), n)
    return inner % s + s * unplaced(modes[1:], inner // s)


@contract(insert, on="modes", opens=True)
def promise_of_insert(mode: Mode, modes: Modes) -> Promise:
    """Insertion returns modes."""
    return Promise()


@contract(sort_modes, on="modes", opens=True)
def promise_of_sort_modes(modes: Modes) -> Promise:
    """Sorting returns modes."""
    return Promise()


@lemma
def insertion(mode: Mode, modes: Modes, x: int, y: int) -> Lemma:
    """Inserting a mode is a reindexing."""
    assume("x is a coordinate", 0 <= x < mode[0] * total(modes))
    assume("y is a coordinate", 0 <= y < mode[0] * total(modes))

    def shows() -> None:
        s, d = mode
        at = inserted(mode, modes, x)
        result = insert(mode, modes)
        ensure("size", total(result) == s * total(modes))
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < s * total(modes))
        ensure("value", value(result, at) == d * (x % s) + value(modes, x // s))
        there = inserted(mode, modes, y)
        if proving() and at == there and modes and d > modes[0][1]:
            s, t, rest = mode[0], modes[0][0], modes[1:]
            (q, r), (p, u) = divmod(x // s, t), divmod(y // s, t)
            one, other = inserted(mode, rest, x % s + s * q), inserted(mode, rest, y % s + s * p)
            unique_digits(t, one, r, other, u)
            unique_digits(s, q, x % s, p, y % s)
        if at == there:
            ensure("nothing is lost", x == y)

    def proof() -> None:
        """Induction on the modes."""
        if not modes or mode[1] <= modes[0][1]:
            return
        s, t = mode[0], modes[0][0]
        for z in (x, y):
            ensure("a coordinate of the modes", z // s < total(modes))
            ensure("a coordinate of the rest", z // s // t < total(modes[1:]))
        insertion(mode, modes[1:], x % s + s * (x // s // t), y % s + s * (y // s // t))

    return shows, proof


@lemma
def sorting(modes: Modes, x: int, y: int) -> Lemma:
    """Sorting modes is a reindexing."""
    assume("x is a coordinate", 0 <= x < total(modes))
    assume("y is a coordinate", 0 <= y < total(modes))

    def shows() -> None:
        at = place(modes, x)
        ensure("size", total(sort_modes(modes)) == total(modes))
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < total(modes))
        ensure("value", value(sort_modes(modes), at) == value(modes, x))
        if at == place(modes, y):
            ensure("nothing is lost", x == y)

    def proof() -> None:
        """Induction on the modes."""
        if not modes:
            return
        s, rest = modes[0][0], modes[1:]
        sorting(rest, x // s, y // s)
        sorting(rest, y // s, x // s)
        insertion(
            modes[0],
            sort_modes(rest),
            x % s + s * place(rest, x // s),
            y % s + s * place(rest, y // s),
        )

    return shows, proof


@lemma
def removal_of(mode: Mode, modes: Modes, n: int) -> Lemma:
    """A coordinate after insertion is one before."""
    assume("n is a coordinate", 0 <= n < mode[0] * total(modes))

    def shows() -> None:
        s, d = mode
        at = removed(mode, modes, n)
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < s * total(modes))
        ensure("value", value(insert(mode, modes), n) == d * (at % s) + value(modes, at // s))

    def proof() -> None:
        """Induction on the modes."""
        if modes and mode[1] > modes[0][1]:
            s, t, rest = mode[0], modes[0][0], modes[1:]
            removal_of(mode, rest, n // t)
            of_rest = removed(mode, rest, n // t) // s
            ensure("a coordinate of the rest", of_rest < total(rest))
            ensure("a coordinate of the modes", n % t + t * of_rest < total(modes))

    return shows, proof


@lemma
def unsorting(modes: Modes, n: int) -> Lemma:
    """A coordinate of the sorted modes is one of the modes."""
    assume("n is a coordinate", 0 <= n < total(modes))

    def shows() -> None:
        at = unplaced(modes, n)
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < total(modes))
        ensure("value", value(sort_modes(modes), n) == value(modes, at))

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            mode, rest = modes[0], modes[1:]
            sorting(rest, 0, 0)
            removal_of(mode, sort_modes(rest), n)
            unsorting(rest, removed(mode, sort_modes(rest), n) // mode[0])

    return shows, proof
