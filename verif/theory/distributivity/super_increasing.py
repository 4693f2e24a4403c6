"""Left distributivity over a sorted B: each mode steps beyond the modes before it, and fits A.

A^ is A extended to all naturals: the last mode of A takes the overflow. B has the modes x_k:w_k,
and the coordinate i has the digits c_k in B. The function `distributed` is the sum of A^(w_k*c_k).
A *distributes* over B at i if this sum is A^(sum of w_k*c_k).

To decide whether a mode x:w *fits* A, walk through A's modes. While the size of the current mode of
A divides w, divide w by this size and go to A's next mode. In the first mode whose size s does not
divide w, x:w fits if w divides s or x*w is at most s. In A's last mode, every x:w fits.

B is *ordered* from u on if w_1 >= u and each later stride is at least the size times the stride of
the mode before it. B is *super-increasing* from u on if each stride is at least u plus the sum of
all steps before it. In both definitions every mode must fit A, with one exception: if u is 1, the
first mode need not fit. Modes that take no step, x = 1 or w = 0, are skipped.

Plan: if x:w fits and v < w, the steps of x:w do not carry when they are added to v, so that
A^(v + w*c) = A^(v) + A^(w*c). The proof is by induction on A's modes. Then take B's modes from the
smallest stride on. Let v be the sum of the steps so far, and u a lower bound of the next stride. By
induction on B's modes, v stays below u. An ordered B is super-increasing. The main theorems, for
the claims D5 and D6, say that A distributes over a super-increasing B and over an ordered B.
"""

from __future__ import annotations

from spec.modes import Modes, extended, total, value
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure, witness
from verif.readings.modes import strides_from
from verif.theory.layouts.modes import at_least_one_mode, extended_at_zero_is_zero


@definition(on="modes")
def fits(modes: Modes, x: int, w: int) -> bool:
    """Whether the mode x:w fits A.

    Walk through A's modes. While the size of the current mode divides w, divide w by this size and
    go to the next mode. In the first mode whose size s does not divide w, x:w fits if w divides s
    or x*w is at most s. In the last mode of A, every x:w fits.
    """
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return True
    if w % s == 0:
        return fits(rest, x, w // s)
    return s % w == 0 or x * w <= s


@definition(on="b")
def super_increasing(modes: Modes, b: Modes, u: int) -> bool:
    """Whether each stride of B is >= u plus the sum of all steps before it, and each mode fits A.

    If u is 1, the first mode need not fit. Modes that take no step are skipped.
    """
    if not b:
        return True
    (x, w), rest = b[0], b[1:]
    if x == 1 or w == 0:
        return super_increasing(modes, rest, u)
    if w < u:
        return False
    if u != 1 and not fits(modes, x, w):
        return False
    return super_increasing(modes, rest, u + (x - 1) * w)


@definition(on="b")
def ordered(modes: Modes, b: Modes, u: int) -> bool:
    """Whether each stride of B is at least the end of the mode before it, and each mode fits A.

    The first stride must be at least u. If u is 1, the first mode need not fit. Modes that take no
    step are skipped.
    """
    if not b:
        return True
    (x, w), rest = b[0], b[1:]
    if x == 1 or w == 0:
        return ordered(modes, rest, u)
    if w < u:
        return False
    if u != 1 and not fits(modes, x, w):
        return False
    return ordered(modes, rest, x * w)


@definition(on="b")
def distributed(modes: Modes, b: Modes, i: int) -> int:
    """The sum of A over the modes of B, at the coordinate i.

    If B has the modes x_k:w_k, and i has the digits c_k, this is the sum of all A^(w_k*c_k): the
    offset of (A o B1, .., A o Bm) at i.
    """
    if not b:
        return 0
    (x, w), rest = b[0], b[1:]
    return extended(modes, w * (i % x)) + distributed(modes, rest, i // x)


@lemma
def a_fitting_mode_does_not_carry(modes: Modes, v: int, w: int, x: int, c: int) -> Lemma:
    """If x:w fits, it does not carry: A^(v + w*c) = A^(v) + A^(w*c) for all v < w and c < x."""
    at_least_one_mode(modes)
    assume("the mode fits", fits(modes, x, w))
    assume("v below the step", 0 <= v < w)
    assume("c is a coordinate", 0 <= c < x)

    def shows() -> None:
        ensure(
            "A^(v + w*c) = A^(v) + A^(w*c)",
            extended(modes, v + w * c) == extended(modes, v) + extended(modes, w * c),
        )

    def proof() -> None:
        """Induction on A's modes, in three cases."""
        (s, _), rest = modes[0], modes[1:]
        if not rest:
            return
        extended_at_zero_is_zero(rest)
        if w % s == 0:
            # s divides w*c, so v and v + w*c have the same low digit. And v div s < w div s.
            a_fitting_mode_does_not_carry(rest, v // s, w // s, x, c)
        elif s % w == 0:
            # c steps of w fill this mode `whole` times. The other steps leave room for v in this
            # mode.
            whole, inside = divmod(c, s // w)
            witness(w * c, s, whole, w * inside)
            witness(v + w * c, s, whole, v + w * inside)
        # If neither s nor w divides the other, x*w <= s, so v + w*c stays inside A's first mode.

    return shows, proof


@lemma(on="b")
def super_increasing_modes_distribute(modes: Modes, b: Modes, u: int, v: int, i: int) -> Lemma:
    """If B is super-increasing from u on, A^(v + B(i)) = A^(v) + `distributed`, for all v < u."""
    at_least_one_mode(modes)
    assume("super-increasing from u on", super_increasing(modes, b, u))
    assume("no step back", strides_from(b, 0))
    assume("v below u", 0 <= v < u)
    assume("i is a coordinate", 0 <= i < total(b))

    def shows() -> None:
        ensure(
            "A^(v + B(i)) = A^(v) + sum of A^(w_k c_k)",
            extended(modes, v + value(b, i)) == extended(modes, v) + distributed(modes, b, i),
        )

    def proof() -> None:
        """Induction on B's modes, where v is the sum of the steps so far."""
        if not b:
            return
        (x, w), rest = b[0], b[1:]
        c = i % x
        extended_at_zero_is_zero(modes)
        if x == 1 or w == 0:
            super_increasing_modes_distribute(modes, rest, u, v, i // x)
            return
        if u != 1:
            a_fitting_mode_does_not_carry(modes, v, w, x, c)
        # v + w*c is below u + (x - 1)*w, the lower bound of the next stride.
        super_increasing_modes_distribute(modes, rest, u + (x - 1) * w, v + w * c, i // x)

    return shows, proof


@lemma
def super_increasing_b_distributes(modes: Modes, b: Modes, i: int) -> Lemma:
    """A distributes over a super-increasing B."""
    at_least_one_mode(modes)
    assume("super-increasing", super_increasing(modes, b, 1))
    assume("no step back", strides_from(b, 0))
    assume("i is a coordinate", 0 <= i < total(b))

    def shows() -> None:
        ensure("distributes", extended(modes, value(b, i)) == distributed(modes, b, i))

    def proof() -> None:
        """Apply `super_increasing_modes_distribute` with u = 1 and v = 0.

        If u is 1, the first mode of B need not fit A.
        """
        extended_at_zero_is_zero(modes)
        super_increasing_modes_distribute(modes, b, 1, 0, i)

    return shows, proof


@lemma(on="b")
def ordered_modes_are_super_increasing(modes: Modes, b: Modes, u: int, t: int) -> Lemma:
    """Modes that are `ordered` from u on are `super_increasing` from t on, for all t in 1 .. u."""
    at_least_one_mode(modes)
    assume("ordered from u on", ordered(modes, b, u))
    assume("no step back", strides_from(b, 0))
    assume("t is from 1 to u", 1 <= t <= u)

    def shows() -> None:
        ensure("super-increasing from t on", super_increasing(modes, b, t))

    def proof() -> None:
        """Induction on B's modes: t + (x - 1)*w is at most x*w, since t is at most w."""
        if not b:
            return
        (x, w), rest = b[0], b[1:]
        if x == 1 or w == 0:
            ordered_modes_are_super_increasing(modes, rest, u, t)
        else:
            ordered_modes_are_super_increasing(modes, rest, x * w, t + (x - 1) * w)

    return shows, proof


@lemma
def ordered_b_distributes(modes: Modes, b: Modes, i: int) -> Lemma:
    """If B is `ordered` from 1 on, A distributes over B."""
    at_least_one_mode(modes)
    assume("ordered", ordered(modes, b, 1))
    assume("no step back", strides_from(b, 0))
    assume("i is a coordinate", 0 <= i < total(b))

    def shows() -> None:
        ensure("distributes", extended(modes, value(b, i)) == distributed(modes, b, i))

    def proof() -> None:
        """An ordered B is super-increasing."""
        ordered_modes_are_super_increasing(modes, b, 1, 1)
        super_increasing_b_distributes(modes, b, i)

    return shows, proof
