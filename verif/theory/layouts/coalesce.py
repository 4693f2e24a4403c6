"""Coalesce: contracts of `push` and of the two folds."""

from __future__ import annotations

from spec.coalesce import coalesce_extended, coalesce_modes, push
from spec.modes import Mode, Modes, extended, total, value
from verif.kernel.claim import assume, ensure, proving
from verif.kernel.contract import Automatic, Contract
from verif.theory.layouts.modes import at_least_one_mode, increasing, increasing_from_lower


def canonical(modes: Modes) -> bool:
    """Whether no mode has size 1, and none goes on where the mode before it ends."""
    if not modes:
        return True
    (s, d), rest = modes[0], modes[1:]
    return s >= 2 and not continues(rest, s * d) and canonical(rest)


def continues(modes: Modes, end: int) -> bool:
    """Whether the first mode steps to where a mode before it ends."""
    return bool(modes) and modes[0][1] == end


def _pushed(result: Modes, mode: Mode, modes: Modes) -> None:
    ensure("size", total(result) == mode[0] * total(modes))
    ensure("not emptied", bool(result) or not modes)


def _pushed_value(result: Modes, mode: Mode, modes: Modes, x: int) -> None:
    s, d = mode
    assume("x is a coordinate", 0 <= x < s * total(modes))
    ensure("the first digit is the mode's", value(result, x) == d * (x % s) + value(modes, x // s))


def _pushed_extended(result: Modes, mode: Mode, modes: Modes, x: int) -> None:
    s, d = mode
    assume("there is a last mode", bool(modes))
    assume("x is natural", x >= 0)
    ensure(
        "the first digit is the mode's",
        extended(result, x) == d * (x % s) + extended(modes, x // s),
    )


def _pushed_increasing(result: Modes, mode: Mode, modes: Modes, low: int) -> None:
    assume("positive", low >= 1)
    assume("the mode's stride", mode[1] >= low)
    assume("increasing", increasing(modes, mode[1] + 1))
    if proving():
        increasing_from_lower(modes, mode[1] + 1, low)
        if modes:
            increasing_from_lower(modes[1:], modes[0][1] + 1, mode[1] + 1)
    ensure("increasing", increasing(result, low))


def _coalesced_increasing(result: Modes, modes: Modes, low: int) -> None:
    assume("positive", low >= 1)
    assume("increasing", increasing(modes, low))
    ensure("increasing", increasing(result, low))


def _pushed_canonical(result: Modes, mode: Mode, modes: Modes) -> None:
    assume("canonical", canonical(modes))
    ensure("canonical", canonical(result))


def _coalesced_canonical(result: Modes, modes: Modes) -> None:
    ensure("canonical", canonical(result))


def _coalesced(result: Modes, modes: Modes) -> None:
    ensure("size", total(result) == total(modes))


def _coalesced_value(result: Modes, modes: Modes, x: int) -> None:
    assume("x is a coordinate", 0 <= x < total(modes))
    ensure("function", value(result, x) == value(modes, x))


def _kept(result: Modes, modes: Modes) -> None:
    ensure("at least one mode", bool(result))
    ensure("size", total(result) == total(modes))


def _kept_extended(result: Modes, modes: Modes, x: int) -> None:
    assume("x is natural", x >= 0)
    ensure("extended function", extended(result, x) == extended(modes, x))


PUSH = Contract(
    "PUSH",
    "pushing a mode onto merged modes puts its digit in front",
    push,
    ensures=_pushed,
    everywhere={
        value: _pushed_value,
        extended: _pushed_extended,
        canonical: _pushed_canonical,
        increasing: _pushed_increasing,
    },
)
COALESCE = Contract(
    "COALESCE",
    "coalescing modes keeps size and function",
    coalesce_modes,
    ensures=_coalesced,
    everywhere={
        value: _coalesced_value,
        canonical: _coalesced_canonical,
        increasing: _coalesced_increasing,
    },
)
C1X = Contract(
    "C1x",
    "coalescing without dropping the last mode keeps the extended function",
    coalesce_extended,
    requires=at_least_one_mode,
    ensures=_kept,
    everywhere={extended: _kept_extended},
)

CONTRACTS = (PUSH, COALESCE, C1X)
OBSERVATIONS = {canonical: "modes", continues: "modes"}
AUTOMATIC: tuple[Automatic, ...] = ()
