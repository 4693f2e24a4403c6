"""The converse: if A distributes over compact B for all strides of A, B is super-increasing.

B is compact: each mode starts where the mode before it ends. So the modes before a mode of stride w
reach every offset below w.

Plan: if a mode of B of stride w does not fit, then for some v below w and some number c of steps,
the sum v + w*c carries. At the coordinate `excess` of B, the modes before this mode have the offset
v, and this mode takes c steps. At `excess`, A does not distribute if each carry adds 1 to A's
offset (`counting`). The main theorem is the contract of `excess`. Its proof is by induction on B's
modes.
"""

from __future__ import annotations

from spec.modes import Modes, extended, total
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, ensure, proving, witness
from verif.theory.distributivity.compact import compact
from verif.theory.distributivity.cost_of_carries import counting
from verif.theory.distributivity.misfits import a_misfit_counts_more_than_its_parts, carry
from verif.theory.distributivity.super_increasing import (
    a_fitting_mode_does_not_carry,
    distributed,
    fits,
    super_increasing,
)
from verif.theory.layouts.modes import at_least_one_mode, extended_at_zero_is_zero


def excess(modes: Modes, b: Modes, u: int) -> int:
    """Return y = v + u*z with v < u, such that the sum v + B(z) carries out of a mode of A.

    B must be compact with first stride u, and not super-increasing. Then z is a coordinate of B.
    """
    if not b:
        return 0
    (x, w), rest = b[0], b[1:]
    if x == 1:
        return excess(modes, rest, u)
    if u != 1 and not fits(modes, x, w):
        v, c = carry(modes, x, w)
        return v + w * c
    return excess(modes, rest, x * w)


@lemma(on="b")
def sum_over_modes_is_0_at_0(modes: Modes, b: Modes) -> Lemma:
    """The sum of A over B's modes is 0 at the coordinate 0."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("0 at 0", distributed(modes, b, 0) == 0)

    def proof() -> None:
        """Induction on B's modes."""
        extended_at_zero_is_zero(modes)
        if b:
            sum_over_modes_is_0_at_0(modes, b[1:])

    return shows, proof


@lemma
def fitting_does_not_depend_on_strides(modes: Modes, d: int, x: int, w: int) -> Lemma:
    """If a mode x:w fits A, x:w also fits `counting`, which has A's shape and other strides."""
    at_least_one_mode(modes)
    assume("it fits", fits(modes, x, w))

    def shows() -> None:
        ensure("it fits", fits(counting(modes, d), x, w))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest and w % s == 0:
            fitting_does_not_depend_on_strides(rest, s * d + 1, x, w // s)

    return shows, proof


@contract(excess, on="b")
def compact_modes_that_distribute_are_super_increasing(modes: Modes, b: Modes, u: int) -> Promise:
    """If B is compact but not super-increasing, A does not distribute over B at `excess`.

    The strides of A are chosen by `counting`: each carry adds 1 to the offset.
    """
    at_least_one_mode(modes)
    assume("u >= 1", u >= 1)
    assume("compact", compact(b, u))
    assume("not super-increasing", not super_increasing(modes, b, u))

    def shows(y: int) -> None:
        W = counting(modes, 0)
        ensure("natural", y >= 0)
        ensure("y < u * size(B)", y < u * total(b))
        v, z = y % u, y // u
        extended_at_zero_is_zero(W)
        if proving() and b and b[0][0] != 1:
            (x, w), rest = b[0], b[1:]
            sum_over_modes_is_0_at_0(W, rest)
            if u != 1 and not fits(modes, x, w):
                # The steps of the first mode carry when v is added. The later modes take no steps.
                a_misfit_counts_more_than_its_parts(modes, 0, x, w)
            else:
                # This mode fits, so its steps can be split off. A later mode does not fit.
                witness(y, x * u, z // x, v + u * (z % x))
                if u != 1:
                    fitting_does_not_depend_on_strides(modes, 0, x, w)
                    a_fitting_mode_does_not_carry(W, v, w, x, z % x)
        ensure(
            "W^(y) > W^(y mod u) + the sum over B's modes at y div u",
            extended(W, y) > extended(W, v) + distributed(W, b, z),
        )

    return Promise(shows)
