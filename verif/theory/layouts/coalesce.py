"""Coalesce: the same function with fewer modes.

Modes are merged from the right: `push` puts s:d in front of merged modes. If s is 1, `push` drops
the mode. If the merged modes begin with t:s*d, which continues where s:d ends, `push` replaces both
modes by s*t:d. Modes are called canonical if none has size 1 and none continues where the mode
before it ends.

The pushed mode always gets the first digit of a coordinate x, even if the mode is dropped or
merged, since x mod s and x div s together determine x mod s*t (`push_puts_its_digit_in_front`).
Coalescing is a fold of `push`, so the main theorems follow by induction on the modes. They are
`coalescing_keeps_the_extended_function` and `coalescing_keeps_size_and_function`. The second also
says that the result is canonical.
"""

from __future__ import annotations

from spec.coalesce import coalesce_extended, coalesce_modes, push
from spec.modes import Mode, Modes, extended, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import contract, definition
from verif.kernel.verbs import assume, ensure, proving
from verif.readings.modes import strides_from
from verif.theory.layouts.modes import (
    at_least_one_mode,
    increasing,
    increasing_from_any_lower_number,
    opened,
)


@definition(on="modes")
def continues(modes: Modes, end: int) -> bool:
    """Whether the first mode has the stride `end`, and so continues a mode that ends at `end`."""
    return bool(modes) and modes[0][1] == end


@definition(on="modes")
def canonical(modes: Modes) -> bool:
    """Whether no mode has size 1, and none continues where the mode before it ends."""
    if not modes:
        return True
    (s, d), rest = modes[0], modes[1:]
    return s >= 2 and not continues(rest, s * d) and canonical(rest)


@contract(push)
def push_puts_its_digit_in_front(mode: Mode, modes: Modes) -> Promise:
    """Pushing s:d onto modes gives a list that maps x to d*(x mod s) + modes(x div s)."""

    def shows(result: Modes) -> None:
        ensure("size", total(result) == mode[0] * total(modes))
        ensure("not emptied", bool(result) or not modes)

    def value_digit_by_digit(result: Modes, x: int) -> None:
        s, d = mode
        assume("x is a coordinate", 0 <= x < s * total(modes))
        ensure(
            "the first digit is the mode's", value(result, x) == d * (x % s) + value(modes, x // s)
        )

    def extended_digit_by_digit(result: Modes, x: int) -> None:
        s, d = mode
        assume("there is a last mode", bool(modes))
        assume("x is natural", x >= 0)
        ensure(
            "the first digit is the mode's",
            extended(result, x) == d * (x % s) + extended(modes, x // s),
        )

    def stays_canonical(result: Modes) -> None:
        assume("canonical", canonical(modes))
        ensure("canonical", canonical(result))

    def stays_increasing(result: Modes, low: int) -> None:
        assume("positive", low >= 1)
        assume("the mode's stride", mode[1] >= low)
        assume("increasing", increasing(modes, mode[1] + 1))
        if proving():
            increasing_from_any_lower_number(modes, mode[1] + 1, low)
            if modes:
                increasing_from_any_lower_number(modes[1:], modes[0][1] + 1, mode[1] + 1)
        ensure("increasing", increasing(result, low))

    def strides_stay_from(result: Modes, floor: int) -> None:
        assume("the mode's stride", mode[1] >= floor)
        assume("the strides after it", strides_from(modes, floor))
        opened(modes)
        ensure("all strides", strides_from(result, floor))

    return Promise(
        shows,
        {
            value: value_digit_by_digit,
            extended: extended_digit_by_digit,
            strides_from: strides_stay_from,
            canonical: stays_canonical,
            increasing: stays_increasing,
        },
    )


@contract(coalesce_extended)
def coalescing_keeps_the_extended_function(modes: Modes) -> Promise:
    """`coalesce_extended`, which never drops the last mode, keeps the extended function."""
    at_least_one_mode(modes)

    def shows(result: Modes) -> None:
        ensure("at least one mode", bool(result))
        ensure("size", total(result) == total(modes))

    def same_extended(result: Modes, x: int) -> None:
        assume("x is natural", x >= 0)
        ensure("extended function", extended(result, x) == extended(modes, x))

    def strides_stay_from(result: Modes, floor: int) -> None:
        assume("the strides", strides_from(modes, floor))
        ensure("the strides", strides_from(result, floor))

    return Promise(shows, {extended: same_extended, strides_from: strides_stay_from})


@contract(coalesce_modes)
def coalescing_keeps_size_and_function(modes: Modes) -> Promise:
    """Coalescing keeps size and function, and its result is canonical."""

    def shows(result: Modes) -> None:
        ensure("size", total(result) == total(modes))

    def same_value(result: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < total(modes))
        ensure("function", value(result, x) == value(modes, x))

    def becomes_canonical(result: Modes) -> None:
        ensure("canonical", canonical(result))

    def stays_increasing(result: Modes, low: int) -> None:
        assume("positive", low >= 1)
        assume("increasing", increasing(modes, low))
        ensure("increasing", increasing(result, low))

    def strides_stay_from(result: Modes, floor: int) -> None:
        assume("the strides", strides_from(modes, floor))
        ensure("the strides", strides_from(result, floor))

    return Promise(
        shows,
        {
            value: same_value,
            canonical: becomes_canonical,
            increasing: stays_increasing,
            strides_from: strides_stay_from,
        },
    )
