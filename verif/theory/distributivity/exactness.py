"""That a mode of B must fit: one that does not meets a carry, and strides that it costs something.

The strides are those that count carries, `counting`. Under them A^ of a sum is never less than
the sum of the A^, and one carry makes it more.
"""

from __future__ import annotations

from spec.modes import Modes, extended
from verif.kernel.claim import assume, ensure, witness
from verif.kernel.contract import Automatic, Contract
from verif.theory.distributivity.carries import counting
from verif.theory.distributivity.increasing import fits
from verif.theory.layouts.modes import at_least_one_mode, extended_at_zero


def carry(modes: Modes, x: int, w: int) -> tuple[int, int]:
    """What v below w, and how many steps c < x of w, carry out of a mode that x:w does not fit."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return 0, 0
    if w % s == 0:
        v, c = carry(rest, x, w // s)
        return s * v, c
    if w < s:
        return s % w, s // w
    return s - w % s, 1


def one_step(modes: Modes, d: int) -> None:
    """Induction on A's modes."""
    (s, _), rest = modes[0], modes[1:]
    if rest:
        extended_at_zero(counting(rest, s * d + 1))
        one_step(rest, s * d + 1)


def _from_stride(modes: Modes, d: int) -> None:
    at_least_one_mode(modes)
    assume("d >= 0", d >= 0)


def _one_step(_: None, modes: Modes, d: int) -> None:
    ensure("W^(1) >= d", extended(counting(modes, d), 1) >= d)


def more_together(modes: Modes, d: int, y: int, z: int) -> None:
    """Induction on A's modes: a carry takes s steps of d away and gives more."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return
    more_together(rest, s * d + 1, y // s, z // s)
    if y % s + z % s >= s:
        witness(y + z, s, y // s + z // s + 1, y % s + z % s - s)
        more_together(rest, s * d + 1, y // s + z // s, 1)
        one_step(rest, s * d + 1)


def _two_numbers(modes: Modes, d: int, y: int, z: int) -> None:
    at_least_one_mode(modes)
    assume("d >= 0", d >= 0)
    assume("y >= 0", y >= 0)
    assume("z >= 0", z >= 0)


def _more_together(_: None, modes: Modes, d: int, y: int, z: int) -> None:
    W = counting(modes, d)
    ensure("W^(y + z) >= W^(y) + W^(z)", extended(W, y + z) >= extended(W, y) + extended(W, z))


def carried(modes: Modes, d: int, x: int, w: int) -> None:
    """Induction on A's modes, in the cases of `carry`."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return
    extended_at_zero(counting(rest, s * d + 1))
    one_step(rest, s * d + 1)
    if w % s == 0:
        carried(rest, s * d + 1, x, w // s)
    elif w > s:
        witness(s - w % s + w, s, w // s + 1, 0)
        more_together(rest, s * d + 1, w // s, 1)


def _unfit(modes: Modes, x: int, w: int) -> None:
    at_least_one_mode(modes)
    assume("x >= 2", x >= 2)
    assume("w >= 1", w >= 1)
    assume("x:w does not fit", not fits(modes, x, w))


def _in_range(found: tuple[int, int], modes: Modes, x: int, w: int) -> None:
    v, c = found
    ensure("v >= 0", v >= 0)
    ensure("v < w", v < w)
    ensure("c >= 0", c >= 0)
    ensure("c < x", c < x)


def _unfit_from(modes: Modes, d: int, x: int, w: int) -> None:
    _unfit(modes, x, w)
    assume("d >= 0", d >= 0)


def _carried(_: None, modes: Modes, d: int, x: int, w: int) -> None:
    W = counting(modes, d)
    v, c = carry(modes, x, w)
    ensure(
        "W^(v + w*c) > W^(v) + W^(w*c)",
        extended(W, v + w * c) > extended(W, v) + extended(W, w * c),
    )


CARRY = Contract(
    "CARRY",
    "what a mode that does not fit carries with is below its stride, and a coordinate of it",
    carry,
    requires=_unfit,
    ensures=_in_range,
    on="modes",
)
ONE_STEP = Contract(
    "ONE-STEP",
    "with strides that count carries, A^(1) is at least the first of them",
    one_step,
    requires=_from_stride,
    ensures=_one_step,
)
MORE_TOGETHER = Contract(
    "MORE-TOGETHER",
    "with strides that count carries, A^ of a sum is at least the sum of the A^",
    more_together,
    requires=_two_numbers,
    ensures=_more_together,
)
CARRIED = Contract(
    "CARRIED",
    "with strides that count carries, a mode that does not fit has A^ of a sum above the sum",
    carried,
    requires=_unfit_from,
    ensures=_carried,
)

OBSERVATIONS: dict[object, str] = {}
CONTRACTS = (CARRY, ONE_STEP, MORE_TOGETHER, CARRIED)
AUTOMATIC: tuple[Automatic, ...] = ()
