"""Coalesced modes are a normal form: of one size, they are the same list or differ somewhere."""

from __future__ import annotations

from spec.coalesce import coalesce_modes, push
from spec.modes import Modes, total, value
from verif.kernel.claim import assume, ensure, proving, same, unfold
from verif.kernel.contract import Automatic, Contract
from verif.theory.layouts.coalesce import canonical
from verif.theory.layouts.modes import value_at_zero


def identical(left: Modes, right: Modes) -> bool:
    """Whether two lists have the same modes."""
    if not left or not right:
        return not left and not right
    return left[0] == right[0] and identical(left[1:], right[1:])


def difference(left: Modes, right: Modes) -> int:
    """A coordinate where two canonical lists of one size differ, unless they are identical.

    If the first strides differ, 1. If the first shapes differ, where the shorter mode ends:
    there the one goes on with its next stride, which does not continue the first mode, and
    the other does continue it. Otherwise the difference is in the modes after.
    """
    (s, d), (t, e) = left[0], right[0]
    if d != e:
        return 1
    if s != t:
        return min(s, t)
    return s * difference(left[1:], right[1:])


def at_one(modes: Modes) -> None:
    """By the value at 0 of the modes after."""
    if modes:
        value_at_zero(modes[1:])


def _at_one(_: None, modes: Modes) -> None:
    if modes and modes[0][0] >= 2:
        ensure("the first stride", value(modes, 1) == modes[0][1])


def _both_opened(left: Modes, right: Modes) -> None:
    """What is said of two lists is to be said of their first modes and the others."""
    if proving():
        for modes in (left, right):
            if modes:
                modes[0]


def _different(left: Modes, right: Modes) -> None:
    assume("the left is canonical", canonical(left))
    assume("the right is canonical", canonical(right))
    assume("of one size", total(left) == total(right))
    assume("not identical", not identical(left, right))
    _both_opened(left, right)


def _difference(x: int, left: Modes, right: Modes) -> None:
    if proving():
        for modes in (left, right, left[1:], right[1:]):
            at_one(modes)
    ensure("x >= 0", x >= 0)
    ensure("x below the size", x < total(left))
    ensure("the values differ", value(left, x) != value(right, x))


def alike(left: Modes, right: Modes, x: int) -> None:
    """Induction on both lists."""
    if left and right:
        alike(left[1:], right[1:], x // left[0][0])


def _identical(left: Modes, right: Modes, x: int) -> None:
    assume("identical", identical(left, right))
    assume("x is a coordinate", 0 <= x < total(left))
    _both_opened(left, right)


def _alike(_: None, left: Modes, right: Modes, x: int) -> None:
    ensure("equal size", total(left) == total(right))
    ensure("equal values", value(left, x) == value(right, x))


def as_long(left: Modes, right: Modes) -> None:
    """Induction on both lists."""
    if left and right:
        as_long(left[1:], right[1:])


def _two_lists(left: Modes, right: Modes) -> None:
    _both_opened(left, right)


def _as_long(_: None, left: Modes, right: Modes) -> None:
    if identical(left, right):
        ensure("equal length", len(left) == len(right))


def settled(modes: Modes) -> None:
    """Induction on the modes: none is dropped, and none is merged."""
    if modes:
        settled(modes[1:])
        unfold(push, modes[0], modes[1:])
    unfold(coalesce_modes, modes)


def _settled(modes: Modes) -> None:
    assume("canonical", canonical(modes))


def _unchanged(_: None, modes: Modes) -> None:
    same("the same modes", coalesce_modes(modes), modes)


def no_more(modes: Modes) -> None:
    """Induction on the modes: pushing one adds at most one."""
    if modes:
        no_more(modes[1:])
        unfold(push, modes[0], coalesce_modes(modes[1:]))
    unfold(coalesce_modes, modes)


def _no_more(_: None, modes: Modes) -> None:
    ensure("no more modes", len(coalesce_modes(modes)) <= len(modes))


AT_ONE = Contract(
    "AT-ONE",
    "a layout is its first stride at 1, unless its first mode has size 1",
    at_one,
    ensures=_at_one,
)
DIFFERENCE = Contract(
    "DIFFERENCE",
    "canonical modes of one size are identical or differ somewhere",
    difference,
    requires=_different,
    ensures=_difference,
)
ALIKE = Contract(
    "ALIKE",
    "identical modes have one size and one function",
    alike,
    requires=_identical,
    ensures=_alike,
)
AS_LONG = Contract(
    "AS-LONG", "identical modes are equally many", as_long, requires=_two_lists, ensures=_as_long
)
SETTLED = Contract(
    "SETTLED",
    "coalescing canonical modes changes nothing",
    settled,
    requires=_settled,
    ensures=_unchanged,
)
NO_MORE = Contract("NO-MORE", "coalescing does not make modes", no_more, ensures=_no_more)

OBSERVATIONS = {identical: "left"}
CONTRACTS = (AT_ONE, DIFFERENCE, ALIKE, AS_LONG, SETTLED, NO_MORE)
AUTOMATIC: tuple[Automatic, ...] = ()
