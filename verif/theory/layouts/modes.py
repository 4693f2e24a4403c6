"""Lists of modes: sizes are positive, and what is observed of them."""

from __future__ import annotations

from spec.modes import Mode, Modes, extended, total, value
from verif.kernel.claim import assume, ensure
from verif.kernel.contract import Automatic, Contract, Kind


def _is_mode(mode: Mode) -> dict[str, bool]:
    return {"a shape is at least 1": mode[0] >= 1}


MODES = Kind("modes", Mode, ("s", "d"), lambda s, d: (s, d), _is_mode)
"""The modes of a flat layout: shapes >= 1, any strides."""


def strides_from(modes: Modes, floor: int) -> bool:
    """Whether every stride is at least `floor`."""
    if not modes:
        return True
    return modes[0][1] >= floor and strides_from(modes[1:], floor)


def span(modes: Modes) -> int:
    """How far the least and the greatest offset are apart: one less than the cosize."""
    if not modes:
        return 0
    (s, d), rest = modes[0], modes[1:]
    return (s - 1) * abs(d) + span(rest)


def size_is_positive(modes: Modes) -> None:
    """Induction on the modes."""
    if modes:
        size_is_positive(modes[1:])


def value_at_zero(modes: Modes) -> None:
    """Induction on the modes."""
    if modes:
        value_at_zero(modes[1:])


def extended_at_zero(modes: Modes) -> None:
    """Induction on the modes."""
    if modes[1:]:
        extended_at_zero(modes[1:])


def natural_value(modes: Modes, x: int) -> None:
    """Induction on the modes."""
    if modes:
        natural_value(modes[1:], x // modes[0][0])


def _natural_strides(modes: Modes, x: int) -> None:
    assume("strides >= 0", strides_from(modes, 0))


def within_reach(modes: Modes, x: int) -> None:
    """Induction on the modes."""
    if modes:
        s, d = modes[0]
        ensure("the digit", (x % s) * d <= (s - 1) * d)
        within_reach(modes[1:], x // s)


def _natural_coordinate(modes: Modes, x: int) -> None:
    assume("strides >= 0", strides_from(modes, 0))
    assume("x is a coordinate", 0 <= x < total(modes))


def _reached(_: None, modes: Modes, x: int) -> None:
    ensure("A(x) is within reach", value(modes, x) <= span(modes))


def _natural_value(_: None, modes: Modes, x: int) -> None:
    ensure("A(x) >= 0", value(modes, x) >= 0)


def within_the_size(modes: Modes, x: int) -> None:
    """Induction on the modes."""
    if modes[1:]:
        within_the_size(modes[1:], x // modes[0][0])


def _coordinate(modes: Modes, x: int) -> None:
    at_least_one_mode(modes)
    assume("x is a coordinate", 0 <= x < total(modes))


def _value_is_extended(_: None, modes: Modes, x: int) -> None:
    ensure("A^(x) = A(x)", extended(modes, x) == value(modes, x))


def _size(_: None, modes: Modes) -> None:
    ensure("size >= 1", total(modes) >= 1)


def _value(_: None, modes: Modes) -> None:
    ensure("A(0) = 0", value(modes, 0) == 0)


def at_least_one_mode(modes: Modes) -> None:
    assume("at least one mode", bool(modes))


def _extended(_: None, modes: Modes) -> None:
    ensure("A^(0) = 0", extended(modes, 0) == 0)


def increasing(modes: Modes, low: int) -> bool:
    """Whether the strides increase strictly, from `low` on."""
    if not modes:
        return True
    return modes[0][1] >= low and increasing(modes[1:], modes[0][1] + 1)


def increasing_from_lower(modes: Modes, low: int, lower: int) -> None:
    """By the definition."""
    if modes:
        modes[0]


def _increasing_from(modes: Modes, low: int, lower: int) -> None:
    assume("increasing", increasing(modes, low))
    assume("lower", lower <= low)


def _increasing_lower(_: None, modes: Modes, low: int, lower: int) -> None:
    ensure("increasing from lower", increasing(modes, lower))


SIZE = Contract("SIZE", "the size of a layout is at least 1", size_is_positive, ensures=_size)
ZERO = Contract("ZERO", "a layout is 0 at 0", value_at_zero, ensures=_value)
ZERO_EXTENDED = Contract(
    "ZERO^",
    "the extended function is 0 at 0",
    extended_at_zero,
    requires=at_least_one_mode,
    ensures=_extended,
)

WITHIN_SIZE = Contract(
    "EX",
    "the extended function is the function on [0, size)",
    within_the_size,
    requires=_coordinate,
    ensures=_value_is_extended,
)
NATURAL = Contract(
    "NATURAL",
    "a layout with strides >= 0 is >= 0",
    natural_value,
    requires=_natural_strides,
    ensures=_natural_value,
)
REACH = Contract(
    "REACH",
    "a layout with strides >= 0 reaches no further than its last coordinate",
    within_reach,
    requires=_natural_coordinate,
    ensures=_reached,
)
INCREASING = Contract(
    "INCREASING",
    "what increases from low on increases from any lower number on",
    increasing_from_lower,
    requires=_increasing_from,
    ensures=_increasing_lower,
)

OBSERVATIONS = {
    total: "modes",
    value: "modes",
    extended: "modes",
    span: "modes",
    strides_from: "modes",
    increasing: "modes",
}
CONTRACTS = (SIZE, ZERO, ZERO_EXTENDED, WITHIN_SIZE, NATURAL, REACH, INCREASING)
AUTOMATIC = (Automatic(total, size_is_positive),)
