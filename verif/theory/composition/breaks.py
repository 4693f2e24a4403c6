"""Where the steps of one mode of B break, and that a layout that is A there breaks there too."""

from __future__ import annotations

from spec.composition import first_break, no_carry
from spec.int_tuple import ceil_div
from spec.modes import Modes, extended, total, value
from verif.kernel.claim import assume, ensure, proving, unfold, witness
from verif.kernel.contract import Automatic, Contract
from verif.theory.composition.cancelling import cancelling, carry_shows, passes
from verif.theory.composition.pieces import a_mode_and_steps, image_value, no_carry_theorem
from verif.theory.layouts.canonical import at_one
from verif.theory.layouts.coalesce import canonical
from verif.theory.layouts.modes import (
    at_least_one_mode,
    extended_at_zero,
    strides_from,
    value_at_zero,
)


def cut(modes: Modes, n: int, w: int) -> Modes:
    """The mode n:w cut at its breaks, as far as these divide what is left of it.

    >>> cut(((6, 8), (2, 2)), 4, 3), cut(((3, 1), (2, 5)), 5, 1)
    (((2, 3), (2, 6)), ((5, 1),))
    """
    t = first_break(modes, n, w)
    if t == n or n % t != 0:
        return ((n, w),)
    return ((t, w),) + cut(modes, n // t, t * w)


def each_alone(modes: Modes, pieces: Modes) -> bool:
    """Whether each piece, taken alone, carries out of no mode of A."""
    if not pieces:
        return True
    return no_carry(modes, (pieces[0],)) and each_alone(modes, pieces[1:])


def follows(modes: Modes, group: Modes, w: int) -> bool:
    """Whether each mode is as long as the steps go without a break, and A of the first of them."""
    if not group:
        return True
    (s, d), rest = group[0], group[1:]
    even = s == first_break(modes, total(group), w)
    return even and d == extended(modes, w) and follows(modes, rest, s * w)


def astray(modes: Modes, group: Modes, w: int) -> int:
    """A coordinate where a canonical layout is not A at steps of w; its size if there is none.

    If the first stride is not A of one step, 1. If the first mode is not as long as the steps
    go without a break, where the shorter one ends: there the one goes on by equal steps, and
    the other does not. Otherwise it is in the modes after.
    """
    if not group:
        return 1
    (s, d), rest = group[0], group[1:]
    t = first_break(modes, total(group), w)
    if d != extended(modes, w):
        return 1
    if s != t:
        return min(s, t)
    return s * astray(modes, rest, s * w)


def break_carries(modes: Modes, n: int, w: int) -> None:
    """Induction on A's modes, in the cases of `first_break`."""
    (s, _), rest = modes[0], modes[1:]
    unfold(first_break, modes, n, w)
    if not rest:
        return
    u, q = w % s, w // s
    least = n if (n - 1) * u < s else ceil_div(s, u)
    break_carries(rest, least, q)
    t = first_break(rest, least, q)
    ensure("before the break", (least - t) * u >= 0)
    ensure("no carry before it", (t - 1) * u < s)
    witness((t - 1) * w, s, (t - 1) * q, (t - 1) * u)
    if t < least:
        ensure("no carry at it here", t * u < s)
        witness(t * w, s, t * q, t * u)
    elif t < n:
        ensure("a carry at it here", t * u >= s)
        witness(t * w, s, t * q + 1, t * u - s)
        # The carry is over the boundary to the next mode.
        rest[0]


def _break_carries(_: None, modes: Modes, n: int, w: int) -> None:
    t = first_break(modes, n, w)
    ensure("no carry before it", no_carry(modes, ((t, w),)))
    if t < n:
        ensure("a carry at it", passes(modes, (t - 1) * w, w, t * w))


def _cut(pieces: Modes, modes: Modes, n: int, w: int) -> None:
    ensure("size", total(pieces) == n)
    ensure("at least one piece", bool(pieces))
    ensure("no step back", strides_from(pieces, 0))


def _cut_value(pieces: Modes, modes: Modes, n: int, w: int, x: int) -> None:
    assume("x is a coordinate", 0 <= x < n)
    ensure("steps of w", value(pieces, x) == w * x)


def _canonical(modes: Modes, group: Modes, w: int) -> None:
    at_least_one_mode(modes)
    assume("no deltas cancel", not cancelling(modes))
    assume("canonical", canonical(group))
    assume("no step back", w >= 0)


def _astray(i: int, modes: Modes, group: Modes, w: int) -> None:
    n = total(group)
    ensure("i >= 1", i >= 1)
    ensure("i within the size", i <= n)
    if i == n:
        ensure("nowhere astray", follows(modes, group, w))
        return
    if proving() and group:
        s, rest = group[0][0], group[1:]
        even_steps(modes, n, w, i)
        if i == s:
            at_one(rest)
        else:
            value_at_zero(rest)
    ensure("not A there", value(group, i) != extended(modes, i * w))


def even_steps(modes: Modes, n: int, w: int, i: int) -> None:
    """Up to the break nothing carries, and the carry there shows."""
    t = first_break(modes, n, w)
    break_carries(modes, n, w)
    extended_at_zero(modes)
    if i < t:
        no_carry_theorem(modes, ((t, w),), i)
    elif t < n:
        no_carry_theorem(modes, ((t, w),), t - 1)
        carry_shows(modes, (t - 1) * w, w)


def _steps_of_a(modes: Modes, n: int, w: int, i: int) -> None:
    a_mode_and_steps(modes, n, w)
    assume("no deltas cancel", not cancelling(modes))
    assume("i >= 1", i >= 1)


def _even_steps(_: None, modes: Modes, n: int, w: int, i: int) -> None:
    t = first_break(modes, n, w)
    if i < t:
        ensure("A of equal steps", extended(modes, i * w) == i * extended(modes, w))
    elif i == t and t < n:
        ensure("a step that is not equal", extended(modes, i * w) != i * extended(modes, w))


def two_or_more(group: Modes) -> None:
    """By the first mode."""
    group[0]


def _some_modes(group: Modes) -> None:
    at_least_one_mode(group)
    assume("canonical", canonical(group))


def _two_or_more(_: None, group: Modes) -> None:
    ensure("size >= 2", total(group) >= 2)


def agrees(modes: Modes, group: Modes, w: int, x: int) -> None:
    """Induction on the layout's modes: they are the pieces, with A of their strides."""
    if group:
        s, rest = group[0][0], group[1:]
        if rest:
            two_or_more(rest)
            agrees(modes, rest, s * w, x // s)
    break_carries(modes, total(group), w)
    unfold(cut, modes, total(group), w)


def _following(modes: Modes, group: Modes, w: int, x: int) -> None:
    at_least_one_mode(modes)
    assume("x is a coordinate", 0 <= x < total(group))
    assume("canonical", canonical(group))
    assume("no step back", w >= 0)
    assume("A at steps of w", follows(modes, group, w))


def _agrees(_: None, modes: Modes, group: Modes, w: int, x: int) -> None:
    pieces = cut(modes, total(group), w)
    ensure("the images of the pieces", value(group, x) == image_value(modes, pieces, x))
    ensure("each carries nowhere alone", each_alone(modes, pieces))


BREAK_CARRIES = Contract(
    "BREAK-CARRIES",
    "before the first break there is no carry, and at it there is one",
    break_carries,
    requires=a_mode_and_steps,
    ensures=_break_carries,
)

CUT = Contract(
    "CUT",
    "n:w cut at its breaks is the function x -> w*x on [0, n)",
    cut,
    requires=a_mode_and_steps,
    ensures=_cut,
    everywhere={value: _cut_value},
    measure=lambda modes, n, w: n,
)
ASTRAY = Contract(
    "ASTRAY",
    "a canonical layout is not A at steps of w where it is said to go astray",
    astray,
    requires=_canonical,
    ensures=_astray,
    measure=lambda modes, group, w: len(group),
)
EVEN_STEPS = Contract(
    "EVEN-STEPS",
    "A of steps of w is even up to the first break, and not there",
    even_steps,
    requires=_steps_of_a,
    ensures=_even_steps,
)
TWO_OR_MORE = Contract(
    "TWO-OR-MORE",
    "canonical modes have a size of 1 only if there are none",
    two_or_more,
    requires=_some_modes,
    ensures=_two_or_more,
)
AGREES = Contract(
    "AGREES",
    "a canonical layout that goes nowhere astray is the images of the pieces of its size:w",
    agrees,
    requires=_following,
    ensures=_agrees,
    measure=lambda modes, group, w, x: len(group),
)

OBSERVATIONS = {each_alone: "pieces", follows: "group"}
CONTRACTS = (BREAK_CARRIES, EVEN_STEPS, CUT, ASTRAY, TWO_OR_MORE, AGREES)
AUTOMATIC: tuple[Automatic, ...] = ()
