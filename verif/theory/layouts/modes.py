"""Lists of modes: sizes are positive, and what is observed of them."""

from __future__ import annotations

from spec.modes import Modes, extended, total, value
from verif.kernel.claim import assume, ensure
from verif.kernel.theory import Lemma, definition, lemma
from verif.readings.modes import span, strides_from


def at_least_one_mode(modes: Modes) -> None:
    assume("at least one mode", bool(modes))


@definition(on="modes")
def increasing(modes: Modes, low: int) -> bool:
    """Whether the strides increase strictly, from `low` on."""
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
    """A layout is 0 at 0."""

    def shows() -> None:
        ensure("A(0) = 0", value(modes, 0) == 0)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            value_at_zero_is_zero(modes[1:])

    return shows, proof


@lemma
def extended_at_zero_is_zero(modes: Modes) -> Lemma:
    """The extended function is 0 at 0."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("A^(0) = 0", extended(modes, 0) == 0)

    def proof() -> None:
        """Induction on the modes."""
        if modes[1:]:
            extended_at_zero_is_zero(modes[1:])

    return shows, proof


@lemma
def extended_is_value_within_the_size(modes: Modes, x: int) -> Lemma:
    """The extended function is the function on [0, size)."""
    at_least_one_mode(modes)
    assume("x is a coordinate", 0 <= x < total(modes))

    def shows() -> None:
        ensure("A^(x) = A(x)", extended(modes, x) == value(modes, x))

    def proof() -> None:
        """Induction on the modes."""
        if modes[1:]:
            extended_is_value_within_the_size(modes[1:], x // modes[0][0])

    return shows, proof


@lemma
def value_is_natural(modes: Modes, x: int) -> Lemma:
    """A layout with strides >= 0 is >= 0."""
    assume("strides >= 0", strides_from(modes, 0))

    def shows() -> None:
        ensure("A(x) >= 0", value(modes, x) >= 0)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            value_is_natural(modes[1:], x // modes[0][0])

    return shows, proof


@lemma
def value_is_within_reach(modes: Modes, x: int) -> Lemma:
    """A layout with strides >= 0 reaches no further than its last coordinate."""
    assume("strides >= 0", strides_from(modes, 0))
    assume("x is a coordinate", 0 <= x < total(modes))

    def shows() -> None:
        ensure("A(x) is within reach", value(modes, x) <= span(modes))

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            s, d = modes[0]
            ensure("the digit", (x % s) * d <= (s - 1) * d)
            value_is_within_reach(modes[1:], x // s)

    return shows, proof


@lemma
def increasing_from_any_lower_number(modes: Modes, low: int, lower: int) -> Lemma:
    """What increases from low on increases from any lower number on."""
    assume("increasing", increasing(modes, low))
    assume("lower", lower <= low)

    def shows() -> None:
        ensure("increasing from lower", increasing(modes, lower))

    def proof() -> None:
        """By the definition."""
        if modes:
            modes[0]

    return shows, proof
