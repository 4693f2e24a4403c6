"""Misfits: if a mode x:w does not fit A, some sum v + w*c carries, with v < w and c < x.

For some strides of A, these carries change the offset. An example is W = `counting(A, d)`. It has
A's shape, and its strides are d, s*d + 1, .., where s is the size of the first mode. With these
strides, every carry adds 1 to the offset.

Plan: W^(y + z) is at least W^(y) + W^(z). If x:w does not fit, the walk through A's modes (`fits`)
ends at a mode of some size t, where w neither divides t nor is a multiple of t. In this mode, the
addition v + w*c carries for some v < w and some c < x (`carry`). The last lemma of this module is
the main theorem: W^(v + w*c) is more than W^(v) + W^(w*c).
"""

from __future__ import annotations

from spec.modes import Modes, extended
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, ensure, witness
from verif.theory.distributivity.cost_of_carries import counting
from verif.theory.distributivity.super_increasing import fits
from verif.theory.layouts.modes import at_least_one_mode, extended_at_zero_is_zero


def carry(modes: Modes, x: int, w: int) -> tuple[int, int]:
    """For a mode x:w that does not fit, find v < w and c < x such that the sum v + w*c carries."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return 0, 0
    if w % s == 0:
        v, c = carry(rest, x, w // s)
        return s * v, c
    if w < s:
        return s % w, s // w
    return s - w % s, 1


@contract(carry, on="modes", opens=True)
def a_misfit_carries_with_less_than_its_stride(modes: Modes, x: int, w: int) -> Promise:
    """If x:w does not fit, the result (v, c) of `carry` has 0 <= v < w and 0 <= c < x."""
    at_least_one_mode(modes)
    assume("x >= 2", x >= 2)
    assume("w >= 1", w >= 1)
    assume("x:w does not fit", not fits(modes, x, w))

    def shows(found: tuple[int, int]) -> None:
        v, c = found
        ensure("v >= 0", v >= 0)
        ensure("v < w", v < w)
        ensure("c >= 0", c >= 0)
        ensure("c < x", c < x)

    return Promise(shows)


@lemma
def first_step_counts_at_least_d(modes: Modes, d: int) -> Lemma:
    """If W is `counting(modes, d)`, W^(1) is at least d."""
    at_least_one_mode(modes)
    assume("d >= 0", d >= 0)

    def shows() -> None:
        ensure("W^(1) >= d", extended(counting(modes, d), 1) >= d)

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest:
            extended_at_zero_is_zero(counting(rest, s * d + 1))
            first_step_counts_at_least_d(rest, s * d + 1)

    return shows, proof


@lemma
def a_sum_counts_at_least_its_parts(modes: Modes, d: int, y: int, z: int) -> Lemma:
    """If W is `counting(modes, d)`, W^(y + z) is at least W^(y) + W^(z)."""
    at_least_one_mode(modes)
    assume("d >= 0", d >= 0)
    assume("y >= 0", y >= 0)
    assume("z >= 0", z >= 0)

    def shows() -> None:
        W = counting(modes, d)
        ensure("W^(y + z) >= W^(y) + W^(z)", extended(W, y + z) >= extended(W, y) + extended(W, z))

    def proof() -> None:
        """Induction on A's modes: a carry removes s steps of d and adds s*d + 1 or more."""
        (s, _), rest = modes[0], modes[1:]
        if not rest:
            return
        a_sum_counts_at_least_its_parts(rest, s * d + 1, y // s, z // s)
        if y % s + z % s >= s:
            witness(y + z, s, y // s + z // s + 1, y % s + z % s - s)
            a_sum_counts_at_least_its_parts(rest, s * d + 1, y // s + z // s, 1)
            first_step_counts_at_least_d(rest, s * d + 1)

    return shows, proof


@lemma
def a_misfit_counts_more_than_its_parts(modes: Modes, d: int, x: int, w: int) -> Lemma:
    """If x:w does not fit A, `W^(v + w*c) > W^(v) + W^(w*c)`, where W is `counting(modes, d)`.

    Here (v, c) is `carry(modes, x, w)`, and W^ is the extended function of W.
    """
    at_least_one_mode(modes)
    assume("x >= 2", x >= 2)
    assume("w >= 1", w >= 1)
    assume("x:w does not fit", not fits(modes, x, w))
    assume("d >= 0", d >= 0)

    def shows() -> None:
        W = counting(modes, d)
        v, c = carry(modes, x, w)
        ensure(
            "W^(v + w*c) > W^(v) + W^(w*c)",
            extended(W, v + w * c) > extended(W, v) + extended(W, w * c),
        )

    def proof() -> None:
        """Induction on A's modes, with the same cases as `carry`."""
        (s, _), rest = modes[0], modes[1:]
        if not rest:
            return
        extended_at_zero_is_zero(counting(rest, s * d + 1))
        first_step_counts_at_least_d(rest, s * d + 1)
        if w % s == 0:
            a_misfit_counts_more_than_its_parts(rest, s * d + 1, x, w // s)
        elif w > s:
            witness(s - w % s + w, s, w // s + 1, 0)
            a_sum_counts_at_least_its_parts(rest, s * d + 1, w // s, 1)

    return shows, proof
