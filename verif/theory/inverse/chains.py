"""Inverses: the chain of the sorted modes, and their quotients, lead from offsets back."""

from __future__ import annotations

from spec.errors import InadmissibleError
from spec.inverse import PlacedModes, chain, placed, quotients, sort_placed
from spec.modes import Modes, total, value
from verif.kernel.claim import assume, ensure, proving
from verif.kernel.contract import Automatic, Contract
from verif.theory.inverse.placed import (
    after_sorting,
    count,
    offset,
    placing,
    steps,
    unplacing,
)


def reaches_over(modes: PlacedModes, unit: int, size: int) -> bool:
    """Whether each stride is a multiple of the one before and reaches over that mode.

    Modes of stride 0 do not count. `unit` and `size` are stride and shape of the mode before.
    """
    if not modes:
        return True
    (s, d, _), rest = modes[0], modes[1:]
    if d == 0:
        return reaches_over(rest, unit, size)
    return d % unit == 0 and d >= size * unit and reaches_over(rest, d, s)


def repeats_nothing(modes: PlacedModes) -> bool:
    """Whether no mode has stride 0."""
    if not modes:
        return True
    return modes[0].stride != 0 and repeats_nothing(modes[1:])


def found(modes: PlacedModes, current: int, i: int) -> int:
    """The coordinate of the list that chain(modes, current) takes i to."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == current:
        return i % s + s * found(rest, s * current, i // s)
    return s * found(rest, current, i)


def chaining(modes: PlacedModes, current: int, i: int) -> None:
    """Induction on the modes."""
    if not modes:
        return
    (s, d, _), rest = modes[0], modes[1:]
    if d == current:
        chaining(rest, s * current, i // s)
    else:
        chaining(rest, current, i)


def _chained(modes: PlacedModes, current: int, i: int) -> None:
    if proving() and modes:
        # What is said of the chain is to be said of its first mode and the others.
        modes[0]
    assume("i is a coordinate", 0 <= i < total(chain(modes, current)))


def _chaining(_: None, modes: PlacedModes, current: int, i: int) -> None:
    n = found(modes, current, i)
    ensure("a coordinate", n >= 0)
    ensure("a coordinate", n < count(modes))
    ensure("offset", offset(modes, n) == current * i)
    ensure("steps", steps(modes, n) == value(chain(modes, current), i))


def units(modes: PlacedModes, unit: int, n: int) -> int:
    """The offset at n, in units."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == 0:
        return units(rest, unit, n // s)
    return (d // unit) * (n % s + units(rest, d, n // s))


def least(modes: PlacedModes, n: int) -> int:
    """The coordinate of the same offset, 0 along the modes of stride 0."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == 0:
        return s * least(rest, n // s)
    return n % s + s * least(rest, n // s)


def taking_apart(modes: PlacedModes, unit: int, size: int, step: int, c: int, n: int) -> None:
    """Induction on the modes; c is the digit of the mode before."""
    if not modes:
        return
    (s, d, next_step), rest = modes[0], modes[1:]
    if d == 0:
        taking_apart(rest, unit, size, step, c, n // s)
    else:
        taking_apart(rest, d, s, next_step, n % s, n // s)


def _reaching(modes: PlacedModes, unit: int, size: int, step: int) -> None:
    assume("unit >= 1", unit >= 1)
    assume("size >= 1", size >= 1)


def _accepted(result: Modes, modes: PlacedModes, unit: int, size: int, step: int) -> None:
    ensure("reaches over", reaches_over(modes, unit, size))


def _reaches(modes: PlacedModes, unit: int, size: int, step: int) -> bool:
    return reaches_over(modes, unit, size)


def _apart(modes: PlacedModes, unit: int, size: int, step: int, c: int, n: int) -> None:
    _reaching(modes, unit, size, step)
    assume("reaches over", reaches_over(modes, unit, size))
    assume("c is a digit", 0 <= c < size)
    assume("n is a coordinate", 0 <= n < count(modes))


def _taken(_: None, modes: PlacedModes, unit: int, size: int, step: int, c: int, n: int) -> None:
    result = quotients(modes, unit, size, step)
    at, w = least(modes, n), units(modes, unit, n)
    ensure("in units", offset(modes, n) == unit * w)
    ensure("natural", w >= 0)
    ensure("in range", c + w < total(result))
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < count(modes))
    ensure("the same offset", offset(modes, at) == offset(modes, n))
    ensure("steps", value(result, c + w) == step * c + steps(modes, at))
    if repeats_nothing(modes):
        ensure("n itself", at == n)


def right_inverting(modes: Modes, i: int) -> None:
    """From the offset 0 on, with the modes sorted."""
    graph = placed(modes, 1)
    ordered = sort_placed(graph)
    chaining(ordered, 1, i)
    unplacing(graph, found(ordered, 1, i))


def _right(modes: Modes, i: int) -> None:
    assume("i is a coordinate", 0 <= i < total(chain(sort_placed(placed(modes, 1)), 1)))


def _right_inverting(_: None, modes: Modes, i: int) -> None:
    at = value(chain(sort_placed(placed(modes, 1)), 1), i)
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < total(modes))
    ensure("of the offset i", value(modes, at) == i)


def left_inverting(modes: Modes, i: int) -> None:
    """From the unit 1 on, with the modes sorted."""
    graph = placed(modes, 1)
    ordered = sort_placed(graph)
    placing(graph, i)
    n = after_sorting(graph, i)
    taking_apart(ordered, 1, 1, 0, 0, n)
    unplacing(graph, least(ordered, n))


def _left(modes: Modes, i: int) -> None:
    assume("i is a coordinate", 0 <= i < total(modes))
    assume("reaches over", reaches_over(sort_placed(placed(modes, 1)), 1, 1))


def _left_inverting(_: None, modes: Modes, i: int) -> None:
    ordered = sort_placed(placed(modes, 1))
    result = quotients(ordered, 1, 1, 0)
    y = value(modes, i)
    at = value(result, y)
    ensure("an offset", y >= 0)
    ensure("in range", y < total(result))
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < total(modes))
    ensure("of the same offset", value(modes, at) == y)
    if repeats_nothing(ordered):
        ensure("i itself", at == i)


CHAIN = Contract("CHAIN", "a chain is modes", chain, on="modes")
CHAINING = Contract(
    "CHAINING",
    "a chain takes i to the coordinate of the offset current * i",
    chaining,
    requires=_chained,
    ensures=_chaining,
)
QUOTIENT_MODES = Contract(
    "QUOTIENT-MODES",
    "where it is accepted, each stride reaches over the mode before it",
    quotients,
    requires=_reaching,
    ensures=_accepted,
    on="modes",
    rejects=InadmissibleError,
    accepts=_reaches,
)
TAKING_APART = Contract(
    "TAKING-APART",
    "the quotients take an offset apart into the coordinates that it came from",
    taking_apart,
    requires=_apart,
    ensures=_taken,
)
RIGHT_INVERSE = Contract(
    "RIGHT-INVERSE",
    "the chain of the sorted modes takes each offset to a coordinate of it",
    right_inverting,
    requires=_right,
    ensures=_right_inverting,
)
LEFT_INVERSE = Contract(
    "LEFT-INVERSE",
    "the quotients of the sorted modes take each offset to a coordinate of it",
    left_inverting,
    requires=_left,
    ensures=_left_inverting,
)

OBSERVATIONS = {
    reaches_over: "modes",
    repeats_nothing: "modes",
    found: "modes",
    units: "modes",
    least: "modes",
}
CONTRACTS = (CHAIN, CHAINING, QUOTIENT_MODES, TAKING_APART, RIGHT_INVERSE, LEFT_INVERSE)
AUTOMATIC: tuple[Automatic, ...] = ()
