"""Sorting modes is only a reindexing: every value stays, at another coordinate.

`place(modes, x)` is the coordinate in the sorted modes of the coordinate x. It loses nothing:
two coordinates with one place are one. That the result is sorted is never needed.
"""

from __future__ import annotations

from spec.complement import insert, sort_modes
from spec.modes import Mode, Modes, total, value
from verif.kernel.claim import assume, ensure, proving
from verif.kernel.contract import Automatic, Contract
from verif.theory.numbers.euclid import unique_digits


def inserted(mode: Mode, modes: Modes, x: int) -> int:
    """The coordinate in insert(mode, modes) of the coordinate x of mode and modes."""
    if not modes or mode[1] <= modes[0][1]:
        return x
    s, t = mode[0], modes[0][0]
    c, rest = x % s, x // s
    return rest % t + t * inserted(mode, modes[1:], c + s * (rest // t))


def place(modes: Modes, x: int) -> int:
    """The coordinate in sort_modes(modes) of the coordinate x of modes."""
    if not modes:
        return x
    s = modes[0][0]
    return inserted(modes[0], sort_modes(modes[1:]), x % s + s * place(modes[1:], x // s))


def insertion(mode: Mode, modes: Modes, x: int, y: int) -> None:
    """Induction on the modes."""
    if not modes or mode[1] <= modes[0][1]:
        return
    s, t = mode[0], modes[0][0]
    for z in (x, y):
        ensure("a coordinate of the modes", z // s < total(modes))
        ensure("a coordinate of the rest", z // s // t < total(modes[1:]))
    insertion(mode, modes[1:], x % s + s * (x // s // t), y % s + s * (y // s // t))


def _coordinates(mode: Mode, modes: Modes, x: int, y: int) -> None:
    assume("x is a coordinate", 0 <= x < mode[0] * total(modes))
    assume("y is a coordinate", 0 <= y < mode[0] * total(modes))


def _insertion(_: None, mode: Mode, modes: Modes, x: int, y: int) -> None:
    s, d = mode
    at = inserted(mode, modes, x)
    result = insert(mode, modes)
    ensure("size", total(result) == s * total(modes))
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < s * total(modes))
    ensure("value", value(result, at) == d * (x % s) + value(modes, x // s))
    there = inserted(mode, modes, y)
    if proving() and at == there and modes and d > modes[0][1]:
        _same_digits(mode, modes, x, y)
    if at == there:
        ensure("nothing is lost", x == y)


def removed(mode: Mode, modes: Modes, n: int) -> int:
    """The coordinate of mode and modes that is n in insert(mode, modes)."""
    if not modes or mode[1] <= modes[0][1]:
        return n
    s, t = mode[0], modes[0][0]
    inner = removed(mode, modes[1:], n // t)
    return inner % s + s * (n % t + t * (inner // s))


def unplaced(modes: Modes, n: int) -> int:
    """The coordinate of modes that is n in sort_modes(modes)."""
    if not modes:
        return n
    s = modes[0][0]
    inner = removed(modes[0], sort_modes(modes[1:]), n)
    return inner % s + s * unplaced(modes[1:], inner // s)


def removal_of(mode: Mode, modes: Modes, n: int) -> None:
    """Induction on the modes."""
    if modes and mode[1] > modes[0][1]:
        s, t, rest = mode[0], modes[0][0], modes[1:]
        removal_of(mode, rest, n // t)
        of_rest = removed(mode, rest, n // t) // s
        ensure("a coordinate of the rest", of_rest < total(rest))
        ensure("a coordinate of the modes", n % t + t * of_rest < total(modes))


def _of_both(mode: Mode, modes: Modes, n: int) -> None:
    assume("n is a coordinate", 0 <= n < mode[0] * total(modes))


def _removed_from(_: None, mode: Mode, modes: Modes, n: int) -> None:
    s, d = mode
    at = removed(mode, modes, n)
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < s * total(modes))
    ensure("value", value(insert(mode, modes), n) == d * (at % s) + value(modes, at // s))


def unsorting(modes: Modes, n: int) -> None:
    """Induction on the modes."""
    if modes:
        mode, rest = modes[0], modes[1:]
        sorting(rest, 0, 0)
        removal_of(mode, sort_modes(rest), n)
        unsorting(rest, removed(mode, sort_modes(rest), n) // mode[0])


def _one_coordinate(modes: Modes, n: int) -> None:
    assume("n is a coordinate", 0 <= n < total(modes))


def _unsorted(_: None, modes: Modes, n: int) -> None:
    at = unplaced(modes, n)
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < total(modes))
    ensure("value", value(sort_modes(modes), n) == value(modes, at))


def _same_digits(mode: Mode, modes: Modes, x: int, y: int) -> None:
    s, t, rest = mode[0], modes[0][0], modes[1:]
    (q, r), (p, u) = divmod(x // s, t), divmod(y // s, t)
    at, there = inserted(mode, rest, x % s + s * q), inserted(mode, rest, y % s + s * p)
    unique_digits(t, at, r, there, u)
    unique_digits(s, q, x % s, p, y % s)


def sorting(modes: Modes, x: int, y: int) -> None:
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


def _two_coordinates(modes: Modes, x: int, y: int) -> None:
    assume("x is a coordinate", 0 <= x < total(modes))
    assume("y is a coordinate", 0 <= y < total(modes))


def _sorting(_: None, modes: Modes, x: int, y: int) -> None:
    at = place(modes, x)
    ensure("size", total(sort_modes(modes)) == total(modes))
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < total(modes))
    ensure("value", value(sort_modes(modes), at) == value(modes, x))
    if at == place(modes, y):
        ensure("nothing is lost", x == y)


INSERT = Contract(
    "INSERT", "insertion returns modes", insert, on="modes", measure=lambda mode, modes: len(modes)
)
SORT = Contract("SORT", "sorting returns modes", sort_modes, on="modes")
INSERTION = Contract(
    "INSERTION",
    "inserting a mode is a reindexing",
    insertion,
    requires=_coordinates,
    ensures=_insertion,
)
SORTING = Contract(
    "SORTING",
    "sorting modes is a reindexing",
    sorting,
    requires=_two_coordinates,
    ensures=_sorting,
)

REMOVAL_OF = Contract(
    "REMOVE",
    "a coordinate after insertion is one before",
    removal_of,
    requires=_of_both,
    ensures=_removed_from,
)
UNSORTING = Contract(
    "UNSORT",
    "a coordinate of the sorted modes is one of the modes",
    unsorting,
    requires=_one_coordinate,
    ensures=_unsorted,
)

OBSERVATIONS = {inserted: "modes", place: "modes", removed: "modes", unplaced: "modes"}
CONTRACTS = (INSERT, SORT, INSERTION, SORTING, REMOVAL_OF, UNSORTING)
AUTOMATIC: tuple[Automatic, ...] = ()
