"""The cost of carries: the error of composing mode by mode, for any A and any B.

A has the modes s_k:d_k, and at the coordinate i the modes of B have the offsets v_1, .., v_m. Let t
be v_1 + .. + v_m. Composing mode by mode gives the sum of the A^(v_k) instead of A^(t). The
difference is the error. A boundary p is a product of A's first sizes. The number of *carries* over
p is t div p minus the sum of all (v_k div p) (`carries_at`). A carry over p = s_1*..*s_k costs
d_(k+1) - s_k*d_k.

Plan: divide an offset by the size of A's first mode. This mode maps the remainder, and the later
modes map the quotient. So A^(t div p) minus the sum of the A^(v_k div p) follows from the same
difference at the next boundary, by induction on A's modes. The last lemma is the main theorem:
each carry adds its cost to the error. With the strides d, s*d + 1, .. (`counting`), every carry
costs 1, so the error is the number of carries.
"""

from __future__ import annotations

from spec.modes import Modes, extended, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure
from verif.theory.distributivity.super_increasing import distributed
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="b")
def floors(b: Modes, i: int, p: int) -> int:
    """The sum of floor(w_k*c_k / p), where B has the strides w_k, and i has the digits c_k in B."""
    if not b:
        return 0
    (x, w), rest = b[0], b[1:]
    return w * (i % x) // p + floors(rest, i // x, p)


@definition(on="b")
def remainders(b: Modes, i: int, p: int) -> int:
    """The sum of the remainders (w_k*c_k) mod p, for the strides and digits of `floors`."""
    if not b:
        return 0
    (x, w), rest = b[0], b[1:]
    return w * (i % x) % p + remainders(rest, i // x, p)


@definition(on="b")
def spread(modes: Modes, b: Modes, i: int, p: int) -> int:
    """The sum of A^(floor(w_k*c_k / p)), where B has the strides w_k, and i has the digits c_k."""
    if not b:
        return 0
    (x, w), rest = b[0], b[1:]
    return extended(modes, w * (i % x) // p) + spread(modes, rest, i // x, p)


def carries_at(b: Modes, i: int, t: int, p: int) -> int:
    """The number of carries over the boundary p in the sum t of the terms w_k*c_k.

    As in `floors`, B has the strides w_k, and i has the digits c_k.
    """
    return t // p - floors(b, i, p)


@definition(on="modes")
def error(modes: Modes, merged: int, b: Modes, i: int, t: int, p: int) -> int:
    """The total cost of the carries over the boundary p and all later boundaries.

    If the first of `modes` had the stride `merged`, it could be merged with the mode before it. A
    carry over p costs the difference: the actual stride of this mode minus `merged`.
    """
    if not modes:
        return 0
    (s, d), rest = modes[0], modes[1:]
    return (d - merged) * carries_at(b, i, t, p) + error(rest, s * d, b, i, t, p * s)


@definition(on="modes")
def carries(modes: Modes, b: Modes, i: int, t: int, p: int) -> int:
    """The number of carries over the boundary p and all later boundaries; see `carries_at`."""
    if not modes:
        return 0
    return carries_at(b, i, t, p) + carries(modes[1:], b, i, t, p * modes[0][0])


@definition(on="modes")
def nothing_carries(modes: Modes, b: Modes, i: int, t: int, p: int) -> bool:
    """Whether there is no carry over the boundary p or a later boundary."""
    if not modes:
        return True
    later = p * modes[0][0]
    return carries_at(b, i, t, p) == 0 and nothing_carries(modes[1:], b, i, t, later)


def counting(modes: Modes, d: int) -> Modes:
    """A layout with A's shape, whose strides d, s*d + 1, .. make every carry cost 1.

    Each stride but the first is 1 more than the end of the previous mode.
    """
    if not modes:
        return ()
    (s, _), rest = modes[0], modes[1:]
    return ((s, d),) + counting(rest, s * d + 1)


@lemma
def dividing_twice_is_dividing_by_the_product(x: int, p: int, s: int) -> Lemma:
    """Dividing by p and then by s is dividing by p*s."""
    assume("p >= 1", p >= 1)
    assume("s >= 1", s >= 1)

    def shows() -> None:
        ensure("x div p div s = x div (p*s)", x // p // s == x // (p * s))

    def proof() -> None:
        """By the uniqueness of quotient and remainder."""
        quotient, remainder = divmod(x, p)
        ensure("below p*s", remainder + p * (quotient % s) < p * s)

    return shows, proof


@lemma
def steps_are_floors_and_remainders(b: Modes, i: int, p: int) -> Lemma:
    """The offset B(i) is p times the sum `floors` plus the sum `remainders`."""
    assume("p >= 1", p >= 1)

    def shows() -> None:
        ensure("remainders >= 0", remainders(b, i, p) >= 0)
        if p == 1:
            ensure("remainders by 1 are 0", remainders(b, i, p) == 0)
        ensure("split", p * floors(b, i, p) + remainders(b, i, p) == value(b, i))

    def proof() -> None:
        """Induction on B's modes."""
        if b:
            steps_are_floors_and_remainders(b[1:], i // b[0][0], p)

    return shows, proof


@lemma
def without_carries_there_is_no_error(modes: Modes, merged: int, b: Modes, i: int, p: int) -> Lemma:
    """The number of carries is >= 0. If nothing carries, this number and the error are 0."""
    assume("p >= 1", p >= 1)

    def shows() -> None:
        t = value(b, i)
        number = carries(modes, b, i, t, p)
        ensure("no negative number", number >= 0)
        if nothing_carries(modes, b, i, t, p):
            ensure("no carries", number == 0)
            ensure("no error", error(modes, merged, b, i, t, p) == 0)
        else:
            ensure("some carries", number >= 1)

    def proof() -> None:
        """Induction on A's modes."""
        if modes:
            s, d = modes[0]
            steps_are_floors_and_remainders(b, i, p)
            without_carries_there_is_no_error(modes[1:], s * d, b, i, p * s)

    return shows, proof


@contract(counting, on="modes", opens=True)
def counting_keeps_the_number_of_modes(modes: Modes, d: int) -> Promise:
    """`counting` keeps the number of modes."""

    def shows(result: Modes) -> None:
        ensure("as many modes", len(result) == len(modes))

    return Promise(shows)


@lemma
def error_counts_the_carries(modes: Modes, merged: int, b: Modes, i: int, t: int, p: int) -> Lemma:
    """If A has the strides of `counting`, `error` equals `carries`, the number of carries."""
    assume("p >= 1", p >= 1)

    def shows() -> None:
        ensure(
            "the error is the number of carries",
            error(counting(modes, merged + 1), merged, b, i, t, p) == carries(modes, b, i, t, p),
        )

    def proof() -> None:
        """Induction on A's modes."""
        if modes:
            s = modes[0][0]
            error_counts_the_carries(modes[1:], s * (merged + 1), b, i, t, p * s)

    return shows, proof


@lemma(on="b")
def spread_is_linear_in_the_last_mode(modes: Modes, b: Modes, i: int, p: int) -> Lemma:
    """If A has one mode s:d, the sum `spread` over B's modes is d times the sum `floors`."""
    assume("p >= 1", p >= 1)
    assume("one mode", bool(modes) and not modes[1:])

    def shows() -> None:
        ensure("linear", spread(modes, b, i, p) == modes[0][1] * floors(b, i, p))

    def proof() -> None:
        """Induction on B's modes."""
        if b:
            spread_is_linear_in_the_last_mode(modes, b[1:], i // b[0][0], p)

    return shows, proof


@lemma(on="b")
def spread_splits_at_a_mode(modes: Modes, b: Modes, i: int, p: int) -> Lemma:
    """`spread` is a term for A's first mode plus the `spread` of A's other modes."""
    assume("p >= 1", p >= 1)
    assume("two modes", bool(modes) and bool(modes[1:]))

    def shows() -> None:
        (s, d), rest = modes[0], modes[1:]
        ensure(
            "the first mode maps the remainders, the others the quotients",
            spread(modes, b, i, p)
            == d * floors(b, i, p) - s * d * floors(b, i, p * s) + spread(rest, b, i, p * s),
        )

    def proof() -> None:
        """Induction on B's modes: A^(y) = d*y - s*d*(y div s) + A'^(y div s).

        Here s:d is the first mode of A, and A' has the other modes.
        """
        if not b:
            return
        (x, w), rest = b[0], b[1:]
        dividing_twice_is_dividing_by_the_product(w * (i % x), p, modes[0][0])
        spread_splits_at_a_mode(modes, rest, i // x, p)

    return shows, proof


@lemma(on="b")
def spread_at_1_is_the_sum(modes: Modes, b: Modes, i: int) -> Lemma:
    """At the boundary 1, `spread` is the sum of A over the separate modes of B."""
    at_least_one_mode(modes)

    def shows() -> None:
        ensure("the sum of A^(v_k)", spread(modes, b, i, 1) == distributed(modes, b, i))

    def proof() -> None:
        """Induction on B's modes."""
        if b:
            spread_at_1_is_the_sum(modes, b[1:], i // b[0][0])

    return shows, proof


@lemma
def error_from_a_boundary_on_is_the_cost(
    modes: Modes, merged: int, b: Modes, i: int, t: int, p: int
) -> Lemma:
    """From the boundary p on, the error is the sum of the carries, each times its cost."""
    assume("p >= 1", p >= 1)
    at_least_one_mode(modes)

    def shows() -> None:
        ensure(
            "A^(t div p) - sum of A^(v_k div p)",
            extended(modes, t // p) - spread(modes, b, i, p)
            == merged * carries_at(b, i, t, p) + error(modes, merged, b, i, t, p),
        )

    def proof() -> None:
        """Induction on A's modes."""
        (s, d), rest = modes[0], modes[1:]
        if not rest:
            spread_is_linear_in_the_last_mode(modes, b, i, p)
            return
        # Split the error and the cost of the carries at the first mode: each carry removes s steps
        # of d, and adds one step of the next mode.
        spread_splits_at_a_mode(modes, b, i, p)
        dividing_twice_is_dividing_by_the_product(t, p, s)
        error_from_a_boundary_on_is_the_cost(rest, s * d, b, i, t, p * s)

    return shows, proof


@lemma
def error_is_the_cost_of_the_carries(modes: Modes, b: Modes, i: int, t: int) -> Lemma:
    """The error of composing mode by mode is the sum of the carries, each times its cost."""
    at_least_one_mode(modes)

    def shows() -> None:
        (s, d), rest = modes[0], modes[1:]
        ensure(
            "A^(t) - sum of A^(v_k) = d_1*(t - sum of v_k) + error",
            extended(modes, t) - distributed(modes, b, i)
            == d * (t - value(b, i)) + error(rest, s * d, b, i, t, s),
        )

    def proof() -> None:
        """Apply `error_from_a_boundary_on_is_the_cost` at the boundary 1.

        A carry over this boundary costs the first stride of A.
        """
        spread_at_1_is_the_sum(modes, b, i)
        steps_are_floors_and_remainders(b, i, 1)
        error_from_a_boundary_on_is_the_cost(modes, 0, b, i, t, 1)

    return shows, proof
