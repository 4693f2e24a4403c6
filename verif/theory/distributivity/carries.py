"""What carries cost: the error of composing mode by mode, for any A and any B.

The sum v = v_1 + .. + v_m of what the modes of B step, v_k = w_k*c_k, is a number T; p is the
product of A's modes so far. `carries_at(.., p)` is floor(T/p) - sum of floor(v_k/p), the carries
over the boundary p, and the error is their sum, each times what it costs: d' - s*d.
"""

from __future__ import annotations

from spec.modes import Modes, extended, value
from verif.kernel.claim import assume, ensure
from verif.kernel.contract import Automatic, Contract
from verif.theory.distributivity.increasing import distributed
from verif.theory.layouts.modes import at_least_one_mode


def floors(b: Modes, i: int, p: int) -> int:
    """The sum of floor(w_k*c_k / p) over the modes of B at i."""
    if not b:
        return 0
    (x, w), rest = b[0], b[1:]
    return w * (i % x) // p + floors(rest, i // x, p)


def remainders(b: Modes, i: int, p: int) -> int:
    """The sum of w_k*c_k mod p over the modes of B at i."""
    if not b:
        return 0
    (x, w), rest = b[0], b[1:]
    return w * (i % x) % p + remainders(rest, i // x, p)


def spread(modes: Modes, b: Modes, i: int, p: int) -> int:
    """The sum of A^(floor(w_k*c_k / p)) over the modes of B at i."""
    if not b:
        return 0
    (x, w), rest = b[0], b[1:]
    return extended(modes, w * (i % x) // p) + spread(modes, rest, i // x, p)


def carries_at(b: Modes, i: int, t: int, p: int) -> int:
    """How many carries over the boundary p the steps of B at i make, where they sum up to t."""
    return t // p - floors(b, i, p)


def error(modes: Modes, merged: int, b: Modes, i: int, t: int, p: int) -> int:
    """The carries over the boundary p and those after, each times what it costs.

    `merged` is the stride that the next mode of A would have if it merged with that before.
    """
    if not modes:
        return 0
    (s, d), rest = modes[0], modes[1:]
    return (d - merged) * carries_at(b, i, t, p) + error(rest, s * d, b, i, t, p * s)


def carries(modes: Modes, b: Modes, i: int, t: int, p: int) -> int:
    """How many carries there are over the boundary p and those after."""
    if not modes:
        return 0
    return carries_at(b, i, t, p) + carries(modes[1:], b, i, t, p * modes[0][0])


def nothing_carries(modes: Modes, b: Modes, i: int, t: int, p: int) -> bool:
    """Whether there is no carry over the boundary p, nor over one after."""
    if not modes:
        return True
    later = p * modes[0][0]
    return carries_at(b, i, t, p) == 0 and nothing_carries(modes[1:], b, i, t, later)


def counting(modes: Modes, d: int) -> Modes:
    """The shape of A with strides by which every carry costs 1: d, s*d + 1, and so on."""
    if not modes:
        return ()
    (s, _), rest = modes[0], modes[1:]
    return ((s, d),) + counting(rest, s * d + 1)


def nested_division(x: int, p: int, s: int) -> None:
    """By the uniqueness of quotient and remainder."""
    quotient, remainder = divmod(x, p)
    ensure("below p*s", remainder + p * (quotient % s) < p * s)


def _positive(x: int, p: int, s: int) -> None:
    assume("p >= 1", p >= 1)
    assume("s >= 1", s >= 1)


def _nested_division(_: None, x: int, p: int, s: int) -> None:
    ensure("x div p div s = x div (p*s)", x // p // s == x // (p * s))


def spread_in_the_last_mode(modes: Modes, b: Modes, i: int, p: int) -> None:
    """Induction on B's modes."""
    if b:
        spread_in_the_last_mode(modes, b[1:], i // b[0][0], p)


def _one_mode(modes: Modes, b: Modes, i: int, p: int) -> None:
    assume("p >= 1", p >= 1)
    assume("one mode", bool(modes) and not modes[1:])


def _spread_is_linear(_: None, modes: Modes, b: Modes, i: int, p: int) -> None:
    ensure("linear", spread(modes, b, i, p) == modes[0][1] * floors(b, i, p))


def spread_step(modes: Modes, b: Modes, i: int, p: int) -> None:
    """Induction on B's modes: A^(y) = d*y - s*d*(y div s) + A'^(y div s)."""
    if not b:
        return
    (x, w), rest = b[0], b[1:]
    nested_division(w * (i % x), p, modes[0][0])
    spread_step(modes, rest, i // x, p)


def _two_modes(modes: Modes, b: Modes, i: int, p: int) -> None:
    assume("p >= 1", p >= 1)
    assume("two modes", bool(modes) and bool(modes[1:]))


def _spread_step(_: None, modes: Modes, b: Modes, i: int, p: int) -> None:
    (s, d), rest = modes[0], modes[1:]
    ensure(
        "the first mode takes the remainders, the others the quotients",
        spread(modes, b, i, p)
        == d * floors(b, i, p) - s * d * floors(b, i, p * s) + spread(rest, b, i, p * s),
    )


def error_from(modes: Modes, merged: int, b: Modes, i: int, t: int, p: int) -> None:
    """Induction on A's modes."""
    (s, d), rest = modes[0], modes[1:]
    if not rest:
        spread_in_the_last_mode(modes, b, i, p)
        return
    spread_step(modes, b, i, p)
    nested_division(t, p, s)
    error_from(rest, s * d, b, i, t, p * s)


def _from_boundary(modes: Modes, merged: int, b: Modes, i: int, t: int, p: int) -> None:
    assume("p >= 1", p >= 1)
    at_least_one_mode(modes)


def _error_from(_: None, modes: Modes, merged: int, b: Modes, i: int, t: int, p: int) -> None:
    ensure(
        "A^(t div p) - sum of A^(v_k div p)",
        extended(modes, t // p) - spread(modes, b, i, p)
        == merged * carries_at(b, i, t, p) + error(modes, merged, b, i, t, p),
    )


def spread_whole(modes: Modes, b: Modes, i: int) -> None:
    """Induction on B's modes."""
    if b:
        spread_whole(modes, b[1:], i // b[0][0])


def _with_a_mode(modes: Modes, b: Modes, i: int) -> None:
    at_least_one_mode(modes)


def _spread_whole(_: None, modes: Modes, b: Modes, i: int) -> None:
    ensure("the sum of A^(v_k)", spread(modes, b, i, 1) == distributed(modes, b, i))


def division_of_sum(b: Modes, i: int, p: int) -> None:
    """Induction on B's modes."""
    if b:
        division_of_sum(b[1:], i // b[0][0], p)


def _boundary(b: Modes, i: int, p: int) -> None:
    assume("p >= 1", p >= 1)


def _division_of_sum(_: None, b: Modes, i: int, p: int) -> None:
    ensure("remainders >= 0", remainders(b, i, p) >= 0)
    if p == 1:
        ensure("remainders of 1", remainders(b, i, p) == 0)
    ensure("split", p * floors(b, i, p) + remainders(b, i, p) == value(b, i))


def error_formula(modes: Modes, b: Modes, i: int, t: int) -> None:
    """From the boundary 1, where a carry is a step of 1 that T has and the sum has not."""
    spread_whole(modes, b, i)
    division_of_sum(b, i, 1)
    error_from(modes, 0, b, i, t, 1)


def _any_sum(modes: Modes, b: Modes, i: int, t: int) -> None:
    at_least_one_mode(modes)


def _error_formula(_: None, modes: Modes, b: Modes, i: int, t: int) -> None:
    (s, d), rest = modes[0], modes[1:]
    ensure(
        "A^(t) - sum of A^(v_k) = d_1*(t - sum of v_k) + error",
        extended(modes, t) - distributed(modes, b, i)
        == d * (t - value(b, i)) + error(rest, s * d, b, i, t, s),
    )


def count(modes: Modes, merged: int, b: Modes, i: int, p: int) -> None:
    """Induction on A's modes."""
    if modes:
        s, d = modes[0]
        division_of_sum(b, i, p)
        count(modes[1:], s * d, b, i, p * s)


def _at_the_sum(modes: Modes, merged: int, b: Modes, i: int, p: int) -> None:
    assume("p >= 1", p >= 1)


def _count(_: None, modes: Modes, merged: int, b: Modes, i: int, p: int) -> None:
    t = value(b, i)
    number = carries(modes, b, i, t, p)
    ensure("no negative number", number >= 0)
    if nothing_carries(modes, b, i, t, p):
        ensure("no carries", number == 0)
        ensure("no error", error(modes, merged, b, i, t, p) == 0)
    else:
        ensure("some carries", number >= 1)


def _counting(result: Modes, modes: Modes, d: int) -> None:
    ensure("as many modes", len(result) == len(modes))


def error_counts(modes: Modes, merged: int, b: Modes, i: int, t: int, p: int) -> None:
    """Induction on A's modes."""
    if modes:
        s = modes[0][0]
        error_counts(modes[1:], s * (merged + 1), b, i, t, p * s)


def _boundary_of_a(modes: Modes, merged: int, b: Modes, i: int, t: int, p: int) -> None:
    assume("p >= 1", p >= 1)


def _error_counts(_: None, modes: Modes, merged: int, b: Modes, i: int, t: int, p: int) -> None:
    ensure(
        "the error is the number of carries",
        error(counting(modes, merged + 1), merged, b, i, t, p) == carries(modes, b, i, t, p),
    )


def _length_of_b(modes: Modes, b: Modes, i: int, p: int) -> int:
    return len(b)


NESTED_DIVISION = Contract(
    "NESTED-DIVISION",
    "dividing by p and then by s is dividing by p*s",
    nested_division,
    requires=_positive,
    ensures=_nested_division,
)
SPREAD_LAST = Contract(
    "SPREAD-LAST",
    "in the last mode of A the sum over B's modes is linear",
    spread_in_the_last_mode,
    requires=_one_mode,
    ensures=_spread_is_linear,
    measure=_length_of_b,
)
SPREAD_STEP = Contract(
    "SPREAD-STEP",
    "the sum over B's modes splits at a mode of A",
    spread_step,
    requires=_two_modes,
    ensures=_spread_step,
    measure=_length_of_b,
)
ERROR_FROM = Contract(
    "ERROR-FROM",
    "the error formula from the boundary p on",
    error_from,
    requires=_from_boundary,
    ensures=_error_from,
)
SPREAD_WHOLE = Contract(
    "SPREAD-WHOLE",
    "at the boundary 1 the sum over B's modes is that of what they step",
    spread_whole,
    requires=_with_a_mode,
    ensures=_spread_whole,
    measure=lambda modes, b, i: len(b),
)
DIVISION_OF_SUM = Contract(
    "DIVISION-OF-SUM",
    "what B steps is p times the floors and the remainders",
    division_of_sum,
    requires=_boundary,
    ensures=_division_of_sum,
)
ERROR_FORMULA = Contract(
    "ERROR-FORMULA",
    "the error of composing mode by mode is the sum of the carries, each times its cost",
    error_formula,
    requires=_any_sum,
    ensures=_error_formula,
)
CARRIES = Contract(
    "CARRIES",
    "the number of carries is at least 0, and if it is 0 there is no error",
    count,
    requires=_at_the_sum,
    ensures=_count,
)
COUNTING = Contract(
    "COUNTING",
    "a shape with strides that count carries is a list of modes",
    counting,
    ensures=_counting,
    on="modes",
)
ERROR_COUNTS = Contract(
    "ERROR-COUNTS",
    "with strides that count carries the error is their number",
    error_counts,
    requires=_boundary_of_a,
    ensures=_error_counts,
)

OBSERVATIONS = {
    floors: "b",
    remainders: "b",
    spread: "b",
    error: "modes",
    carries: "modes",
    nothing_carries: "modes",
}
CONTRACTS = (
    NESTED_DIVISION,
    SPREAD_LAST,
    SPREAD_STEP,
    ERROR_FROM,
    SPREAD_WHOLE,
    DIVISION_OF_SUM,
    ERROR_FORMULA,
    CARRIES,
    COUNTING,
    ERROR_COUNTS,
)
AUTOMATIC: tuple[Automatic, ...] = ()
