"""D5's converse for compact modes: those that distribute for all strides of A are super-increasing.

If one of them does not fit, it carries with what the modes below it take, as these take every
offset below its stride; and with strides of A that count carries the law fails there.
"""

from __future__ import annotations

from spec.modes import Modes, extended, total
from verif.kernel.claim import assume, ensure, proving, witness
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.theory.distributivity.carries import counting
from verif.theory.distributivity.compact import compact
from verif.theory.distributivity.exactness import carried, carry
from verif.theory.distributivity.increasing import (
    distributed,
    fits,
    no_carry_of_one,
    super_increasing,
)
from verif.theory.layouts.modes import at_least_one_mode, extended_at_zero_is_zero


def excess(modes: Modes, b: Modes, u: int) -> int:
    """A number of which the part below u and that of B, as multiples of u, carry together."""
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
def nothing_distributed(modes: Modes, b: Modes) -> Lemma:
    """The sum over the modes is 0 at 0."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("0 at 0", distributed(modes, b, 0) == 0)

    def proof() -> None:
        """Induction on B's modes."""
        extended_at_zero_is_zero(modes)
        if b:
            nothing_distributed(modes, b[1:])

    return shows, proof


@lemma
def same_fit(modes: Modes, d: int, x: int, w: int) -> Lemma:
    """What fits A fits with other strides."""
    at_least_one_mode(modes)
    assume("it fits", fits(modes, x, w))

    def shows() -> None:
        ensure("it fits", fits(counting(modes, d), x, w))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest and w % s == 0:
            same_fit(rest, s * d + 1, x, w // s)

    return shows, proof


@contract(excess, on="b")
def promise_of_excess(modes: Modes, b: Modes, u: int) -> Promise:
    """Compact modes that are not super-increasing do not distribute for strides that count
    carries.
    """
    at_least_one_mode(modes)
    assume("u >= 1", u >= 1)
    assume("compact", compact(b, u))
    assume("not super-increasing", not super_increasing(modes, b, u))

    def shows(y: int) -> None:
        W = counting(modes, 0)
        ensure("natural", y >= 0)
        ensure("below the reach of B", y < u * total(b))
        v, z = y % u, y // u
        extended_at_zero_is_zero(W)
        if proving() and b and b[0][0] != 1:
            (x, w), rest = b[0], b[1:]
            nothing_distributed(W, rest)
            if u != 1 and not fits(modes, x, w):
                carried(modes, 0, x, w)
            else:
                witness(y, x * u, z // x, v + u * (z % x))
                if u != 1:
                    same_fit(modes, 0, x, w)
                    no_carry_of_one(W, v, w, x, z % x)
        ensure(
            "W^(y) > W^(y mod u) + the sum over B's modes at y div u",
            extended(W, y) > extended(W, v) + distributed(W, b, z),
        )

    return Promise(shows)
