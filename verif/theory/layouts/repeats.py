"""Repeats: modes of stride 0, and the layout without them.

A coordinate has a digit along each mode, and the digit along a mode of stride 0 has no effect.
Dropping the digits along modes of stride 0 turns a coordinate into a coordinate of the remaining
modes (`kept_coordinate`). Inserting a digit 0 along each mode of stride 0 turns a coordinate of the
remaining modes into a coordinate of all modes (`spread_coordinate`). The offset stays the same
(`coordinates_without_repeats_have_the_offset`, `coordinates_are_spread_over_repeats`). If a
coordinate has the digit 0 along all remaining modes, its offset is 0 (`repeats_go_to_zero`).
"""

from __future__ import annotations

from spec.filter import null_modes, unrepeated
from spec.modes import Modes, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, unfold


@definition(on="modes")
def repeats(modes: Modes) -> int:
    """The product of the sizes of all modes of stride 0."""
    if not modes:
        return 1
    (s, d), rest = modes[0], modes[1:]
    return s * repeats(rest) if d == 0 else repeats(rest)


@definition(on="modes")
def repeated_coordinate(modes: Modes, x: int) -> int:
    """The coordinate with the digits of x along the modes of stride 0, and 0 along the others."""
    if not modes:
        return 0
    (s, d), rest = modes[0], modes[1:]
    if d == 0:
        return x % s + s * repeated_coordinate(rest, x // s)
    return s * repeated_coordinate(rest, x)


@definition(on="modes")
def kept_coordinate(modes: Modes, x: int) -> int:
    """The coordinate x without its digits along the modes of stride 0."""
    if not modes:
        return 0
    (s, d), rest = modes[0], modes[1:]
    if d == 0:
        return kept_coordinate(rest, x // s)
    return x % s + s * kept_coordinate(rest, x // s)


@definition(on="modes")
def spread_coordinate(modes: Modes, x: int) -> int:
    """The coordinate with digit 0 along the modes of stride 0, and x's digits along the others."""
    if not modes:
        return 0
    (s, d), rest = modes[0], modes[1:]
    if d == 0:
        return s * spread_coordinate(rest, x)
    return x % s + s * spread_coordinate(rest, x // s)


@contract(null_modes, on="modes")
def null_modes_reach_the_repeats(modes: Modes, step: int) -> Promise:
    """`null_modes` keeps only the modes of stride 0, with new strides.

    Let y be the coordinate with the digits of x along the modes of stride 0, and 0 along all other
    modes. The result of `null_modes` maps x to `step` times y.
    """

    def shows(result: Modes) -> None:
        ensure("as many coordinates", total(result) == repeats(modes))

    def step_by_step(result: Modes, x: int) -> None:
        ensure("in these steps", value(result, x) == step * repeated_coordinate(modes, x))

    return Promise(shows, {value: step_by_step})


@lemma
def repeats_go_to_zero(modes: Modes, x: int) -> Lemma:
    """If a coordinate has the digit 0 along each mode of nonzero stride, its offset is 0."""
    assume("x is below `repeats(modes)`", 0 <= x < repeats(modes))

    def shows() -> None:
        y = repeated_coordinate(modes, x)
        ensure("a coordinate", 0 <= y < total(modes))
        ensure("its offset is 0", value(modes, y) == 0)

    def proof() -> None:
        """Induction on the modes: along each mode whose stride is not 0, the digit is 0."""
        if modes:
            s, d = modes[0]
            repeats_go_to_zero(modes[1:], x // s if d == 0 else x)

    return shows, proof


@contract(unrepeated, on="modes")
def repeats_are_the_share_that_is_left_out(modes: Modes) -> Promise:
    """If all modes of stride 0 get the size 1, the layout's size is divided by `repeats(modes)`."""

    def shows(result: Modes) -> None:
        ensure("the number of modes", len(result) == len(modes))
        ensure("size", total(modes) == total(result) * repeats(modes))

    return Promise(shows)


@lemma
def coordinates_without_repeats_have_the_offset(modes: Modes, x: int) -> Lemma:
    """Dropping a coordinate's digits along the modes of stride 0 does not change the offset."""
    assume("x is a coordinate", 0 <= x < total(modes))

    def shows() -> None:
        left, y = unrepeated(modes), kept_coordinate(modes, x)
        ensure("a coordinate", 0 <= y < total(left))
        ensure("the same offset", value(left, y) == value(modes, x))

    def proof() -> None:
        """Induction on the modes."""
        unfold(unrepeated, modes)
        if modes:
            coordinates_without_repeats_have_the_offset(modes[1:], x // modes[0][0])

    return shows, proof


@lemma
def coordinates_are_spread_over_repeats(modes: Modes, x: int) -> Lemma:
    """`modes` at `spread_coordinate(modes, x)` has the same offset as `unrepeated(modes)` at x."""
    left = unrepeated(modes)
    assume("x is a coordinate", 0 <= x < total(left))

    def shows() -> None:
        y = spread_coordinate(modes, x)
        ensure("a coordinate", 0 <= y < total(modes))
        ensure("the same offset", value(modes, y) == value(left, x))

    def proof() -> None:
        """Induction on the modes."""
        unfold(unrepeated, modes)
        if modes:
            s, d = modes[0]
            coordinates_are_spread_over_repeats(modes[1:], x if d == 0 else x // s)

    return shows, proof
