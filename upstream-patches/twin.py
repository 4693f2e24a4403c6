"""The composition of `pycute-gate.diff` as a recursion over modes, proved for every rank.

The patch keeps pycute's loop, whose proof does not extend to every rank. Here each iteration is a
recursive call: `filled` for the loop over A's modes, `cut` for the loop over B's modes, and
`composed` for the whole composition.

    layout-verif prove upstream-patches/twin.py
"""

from __future__ import annotations

from typing import Any

from spec.coalesce import coalesce_extended
from spec.composition import carry_refusal, images, no_carry
from spec.errors import InadmissibleError
from spec.layout import Layout
from spec.modes import Modes, followed, modes_of, total, value
from verif import (
    REFUTED,
    Index,
    Layouts,
    Promise,
    accepted,
    assume,
    attempt,
    by,
    claim,
    contract,
    ensure,
    ensure_equal,
)
from verif.readings.modes import strides_from


def filled(modes: Modes, n: int, w: int, unit: int) -> Modes:
    """Cut the mode n:w of B wherever its steps have filled a mode of A; scale strides by `unit`.

    Pre-conditions: at least one mode, n >= 1, w >= 0, unit >= 1.

    Errors: InadmissibleError if the steps leave a mode of A without filling it, or if the number
    of steps that fill it does not divide n.

    >>> filled(((6, 8), (2, 2)), 4, 3, 1)
    ((2, 3), (2, 6))
    """
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return ((n, unit * w),)
    if w % s == 0:
        return filled(rest, n, w // s, unit * s)
    if (n - 1) * w < s:
        return ((n, unit * w),)
    if s % w != 0:
        raise InadmissibleError(
            f"mode {n}:{w} of B", "its stride ({}) must divide the size of a mode of A ({})", w, s
        )
    t = s // w
    if n % t != 0:
        raise InadmissibleError(
            f"mode {n}:{w} of B",
            "the steps that fill a mode of A ({}) must divide its size ({})",
            t,
            n,
        )
    if n == t:
        return ((n, unit * w),)
    return ((t, unit * w),) + filled(rest, n // t, 1, unit * s)


def cut(modes: Modes, b: Modes) -> Modes:
    """Cut each mode of B with `filled`, and concatenate the pieces.

    Pre-conditions: at least one mode of A.

    Errors: InadmissibleError if a stride of B is negative.

    >>> cut(((6, 8), (2, 2)), ((4, 3), (3, 1)))
    ((2, 3), (2, 6), (3, 1))
    """
    if not b:
        return ()
    (n, w), rest = b[0], b[1:]
    if w < 0:
        raise InadmissibleError(f"mode {n}:{w} of B", "its stride ({}) must not be negative", w)
    return followed(filled(modes, n, w, 1), cut(modes, rest))


def composed(a: Modes, b: Modes) -> Modes:
    """Return A after B as a flat sequence of modes.

    Errors: InadmissibleError if `cut` raises it, or if the pieces carry together.

    >>> composed(((6, 8), (2, 2)), ((4, 3), (3, 1)))
    ((2, 24), (2, 2), (3, 8))
    """
    modes = coalesce_extended(a)
    pieces = cut(modes, b)
    if not no_carry(modes, pieces):
        raise carry_refusal(modes, pieces)
    return images(modes, pieces)


@contract(filled, rejects=InadmissibleError)
def filled_pieces_are_steps(modes: Modes, n: int, w: int, unit: int) -> Promise:
    """The pieces of n:w compute the function x -> unit*w*x on [0, n)."""
    assume("at least one mode", bool(modes))
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)
    assume("a unit", unit >= 1)

    def shows(pieces: Modes) -> None:
        ensure("size", total(pieces) == n)
        ensure("at least one piece", bool(pieces))
        ensure("no step back", strides_from(pieces, 0))

    def steps(pieces: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < n)
        ensure("steps of unit*w", value(pieces, x) == unit * w * x)

    return Promise(shows, {value: steps})


@contract(cut, on="b", rejects=InadmissibleError)
def cut_pieces_are_b(modes: Modes, b: Modes) -> Promise:
    """The pieces of B's modes compute the same function as B."""
    assume("at least one mode", bool(modes))

    def shows(pieces: Modes) -> None:
        ensure("size", total(pieces) == total(b))
        ensure("at least one piece", bool(pieces) or not b)
        ensure("no step back", strides_from(pieces, 0))

    def of_b(pieces: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < total(b))
        ensure("B", value(pieces, x) == value(b, x))

    return Promise(shows, {value: of_b})


@claim(
    "TWIN",
    "the composition of pycute-gate, as a recursion, is A after B where it is accepted",
    source="upstream-patches/pycute-gate.diff",
    A=Layouts(),
    B=Layouts(strides="natural"),
    i=Index("B"),
)
def composed_is_a_after_b(alg: Any, A: Layout, B: Layout, i: int) -> None:
    R = attempt(composed, modes_of(A), modes_of(B))
    assume("the twin accepts", accepted(R))
    by("value_is_natural", modes_of(B), i)
    ensure_equal("size", total(R), B.size)
    ensure_equal("R(i) = A^(B(i))", value(R, i), A.extended(B(i)))


@claim(
    "LOOP",
    "composition accepts what the twin does and returns its modes; the spec's accepts more",
    source="upstream-patches/pycute-gate.diff",
    expect=REFUTED,
    A=Layouts(),
    B=Layouts(strides="natural"),
)
def composition_is_the_twin(alg: Any, A: Layout, B: Layout) -> None:
    R, twin = attempt(alg.composition, A, B), attempt(composed, modes_of(A), modes_of(B))
    ensure("accepted by both or none", accepted(R) == accepted(twin))
    if accepted(R):
        ensure_equal("its modes", modes_of(R), twin)
