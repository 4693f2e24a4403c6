"""Left distributivity of an A with one mode: A is linear if B's offsets are below A's size.

A coalesces to one mode s:d, or to no mode. If no mode is left, let d be 0. The `slope` of A is d.

Plan: below its size, A is x -> d*x. Let B(i) be below the size of A. No stride of B is negative, so
each mode of B adds at most B(i), which is below the size of A. So the sum of A over the modes of B
is d*B(i). This is the main theorem, the last lemma.
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.modes import Modes, extended, total, value
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure
from verif.readings.modes import strides_from
from verif.theory.distributivity.super_increasing import distributed
from verif.theory.layouts.modes import (
    at_least_one_mode,
    extended_is_value_within_the_size,
    value_is_natural,
)


def slope(modes: Modes) -> int:
    """The stride of the first mode of coalesced A, or 0 if no mode is left."""
    merged = coalesce_modes(modes)
    return merged[0][1] if merged else 0


@lemma
def a_of_one_mode_is_linear(modes: Modes, y: int) -> Lemma:
    """If A coalesces to at most one mode, A is linear at coordinates below the size of A."""
    at_least_one_mode(modes)
    assume("A coalesces to one mode", not coalesce_modes(modes)[1:])
    assume("y is a coordinate", 0 <= y < total(modes))

    def shows() -> None:
        ensure("linear in its only mode", value(coalesce_modes(modes), y) == slope(modes) * y)
        ensure("linear", extended(modes, y) == slope(modes) * y)

    def proof() -> None:
        """A and its coalesced modes are the same function. At most one coalesced mode exists."""
        extended_is_value_within_the_size(modes, y)

    return shows, proof


@lemma(on="b")
def sum_over_modes_is_linear_inside_one_mode(modes: Modes, b: Modes, i: int) -> Lemma:
    """If A coalesces to one mode s:d and B(i) < size(A), the sum of A over B's modes is d*B(i)."""
    at_least_one_mode(modes)
    assume("A coalesces to one mode", not coalesce_modes(modes)[1:])
    assume("no step back", strides_from(b, 0))
    assume("i is a coordinate", 0 <= i < total(b))
    assume("B(i) inside A", value(b, i) < total(modes))

    def shows() -> None:
        ensure("linear", distributed(modes, b, i) == slope(modes) * value(b, i))

    def proof() -> None:
        """Induction on B's modes: the steps of each mode stay inside A."""
        if not b:
            return
        (x, w), rest = b[0], b[1:]
        value_is_natural(rest, i // x)
        ensure("a step forward", w * (i % x) >= 0)
        a_of_one_mode_is_linear(modes, w * (i % x))
        sum_over_modes_is_linear_inside_one_mode(modes, rest, i // x)

    return shows, proof
