"""Lists of modes: a layout (s1:d1, .., sn:dn), its function A and the extended function A^.

The first mode gets the digit x mod s1, and the other modes get x div s1. So A(x) is d1*(x mod s1) +
(s2:d2, ..)(x div s1), for 0 <= x < s1*..*sn, the size. The extended function A^ does not reduce the
last digit, and so is defined beyond the size. The lemmas about A and A^ are proved by induction on
the modes. By the main theorem, `extended_is_value_within_the_size`, A^ and A agree below the size.
So operations that need a function on all naturals can use A^ in place of A.
"""

from __future__ import annotations

from spec.modes import Modes, extended, total, value
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure, proving
from verif.readings.modes import span, strides_from


def opened(*lists: tuple[object, ...]) -> None:
    """Split lists, so that facts about a list become facts about its first entry and its tail."""
    if proving():
        for entries in lists:
            if entries:
                entries[0]


def at_least_one_mode(modes: Modes) -> None:
    """Assume at least one mode, which each theorem about the extended function requires."""
    assume("at least one mode", bool(modes))


@definition(on="modes")
def increasing(modes: Modes, low: int) -> bool:
    """Whether the strides increase strictly, and the first is at least `low`."""
    if not modes:
        return True
    return modes[0][1] >= low and increasing(modes[1:], modes[0][1] + 1)


@lemma(whenever=total)
def size_is_positive(modes: Modes) -> Lemma:
    """The size of a layout is at least 1."""

    def shows() -> None:
        ensure("size >= 1", total(modes) >= 1)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            size_is_positive(modes[1:])

    return shows, proof


@lemma
def value_at_zero_is_zero(modes: Modes) -> Lemma:
    """A layout maps 0 to 0."""

    def shows() -> None:
        ensure("A(0) = 0", value(modes, 0) == 0)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            value_at_zero_is_zero(modes[1:])

    return shows, proof


@lemma
def extended_at_zero_is_zero(modes: Modes) -> Lemma:
    """The extended function maps 0 to 0."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("A^(0) = 0", extended(modes, 0) == 0)

    def proof() -> None:
        """Induction on the modes."""
        if modes[1:]:
            extended_at_zero_is_zero(modes[1:])

    return shows, proof


@lemma
def value_is_natural(modes: Modes, x: int) -> Lemma:
    """If all strides are >= 0, no offset is negative."""
    assume("strides >= 0", strides_from(modes, 0))

    def shows() -> None:
        ensure("A(x) >= 0", value(modes, x) >= 0)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            value_is_natural(modes[1:], x // modes[0][0])

    return shows, proof


@lemma
def extended_value_is_natural(modes: Modes, x: int) -> Lemma:
    """If all strides are >= 0, the extended function is nowhere negative."""
    at_least_one_mode(modes)
    assume("strides >= 0", strides_from(modes, 0))
    assume("x is natural", x >= 0)

    def shows() -> None:
        ensure("A^(x) >= 0", extended(modes, x) >= 0)

    def proof() -> None:
        """Induction on the modes."""
        if modes[1:]:
            extended_value_is_natural(modes[1:], x // modes[0][0])

    return shows, proof


@lemma
def value_is_within_reach(modes: Modes, x: int) -> Lemma:
    """No offset of a layout exceeds the layout's span, the sum of all (s - 1)*abs(d)."""
    assume("x is a coordinate", 0 <= x < total(modes))

    def shows() -> None:
        ensure("A(x) is within reach", value(modes, x) <= span(modes))

    def proof() -> None:
        """Induction on the modes: a digit is at most s - 1, and at least 0."""
        if modes:
            s, d = modes[0]
            if d >= 0:
                ensure("the digit", (x % s) * d <= (s - 1) * d)
            else:
                ensure("the first mode adds at most 0", (x % s) * d <= 0)
                ensure("the step up", (s - 1) * d <= 0)
            value_is_within_reach(modes[1:], x // s)

    return shows, proof


@lemma
def increasing_from_any_lower_number(modes: Modes, low: int, lower: int) -> Lemma:
    """If `increasing` holds for modes and a number `low`, it holds for any lower number, too."""
    assume("increasing", increasing(modes, low))
    assume("lower", lower <= low)

    def shows() -> None:
        ensure("increasing from lower", increasing(modes, lower))

    def proof() -> None:
        """By the definition, only the first stride is compared with `low`."""
        opened(modes)

    return shows, proof


@lemma
def increasing_strides_are_no_lower(modes: Modes, low: int, floor: int) -> Lemma:
    """If strides increase and the first is at least `low`, no stride is less than `low`."""
    assume("increasing", increasing(modes, low))
    assume("no higher", floor <= low)

    def shows() -> None:
        ensure("all strides", strides_from(modes, floor))

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            increasing_strides_are_no_lower(modes[1:], modes[0][1] + 1, floor)

    return shows, proof


@lemma
def extended_is_value_within_the_size(modes: Modes, x: int) -> Lemma:
    """The extended function equals the layout's function on [0, size)."""
    at_least_one_mode(modes)
    assume("x is a coordinate", 0 <= x < total(modes))

    def shows() -> None:
        ensure("A^(x) = A(x)", extended(modes, x) == value(modes, x))

    def proof() -> None:
        """Induction on the modes: the last digit of a coordinate is below the last shape."""
        if modes[1:]:
            extended_is_value_within_the_size(modes[1:], x // modes[0][0])

    return shows, proof
