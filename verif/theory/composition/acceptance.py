"""What composition accepts: a mode that meets the divisibility conditions is never refused."""

from __future__ import annotations

from spec.composition import first_break, largest_residue, no_carry, quotients, refine
from spec.int_tuple import ceil_div
from spec.modes import Modes
from verif.kernel.claim import assume, ensure, same, unfold
from verif.kernel.contract import Automatic, Contract
from verif.theory.composition.divisibility import at_least_one_step, divides, parts
from verif.theory.composition.pieces import a_mode_and_steps, pieces_needed
from verif.theory.layouts.modes import strides_from


def idle(modes: Modes, t: int, w: int) -> None:
    """Induction on A's modes."""
    if modes[1:]:
        idle(modes[1:], t, w // modes[0][0])


def _idle(modes: Modes, t: int, w: int) -> None:
    assume("at least one mode", bool(modes))
    assume("at least one step", t >= 1)
    assume("no step back", w >= 0)
    if t > 1:
        assume("no step", w == 0)


def _idles(_: None, modes: Modes, t: int, w: int) -> None:
    ensure("no carry", no_carry(modes, ((t, w),)))


def idle_in_front(modes: Modes, t: int, pieces: Modes) -> None:
    """Induction on A's modes."""
    (s, _), rest = modes[0], modes[1:]
    if rest:
        idle_in_front(rest, t, quotients(pieces, s))


def _in_front(modes: Modes, t: int, pieces: Modes) -> None:
    assume("at least one mode", bool(modes))
    assume("at least one step", t >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("no carry", no_carry(modes, pieces))


def _idles_in_front(_: None, modes: Modes, t: int, pieces: Modes) -> None:
    ensure("no carry", no_carry(modes, ((t, 0),) + pieces))


def break_divides(modes: Modes, n: int, w: int) -> None:
    """Induction on A's modes, in the cases of `first_break`."""
    (s, _), rest = modes[0], modes[1:]
    if rest:
        inside = (n - 1) * (w % s) < s
        break_divides(rest, n if inside else ceil_div(s, w % s), w // s)
        if not inside and s % w == 0:
            ensure("the step is inside the mode", w // s == 0)
    unfold(first_break, modes, n, w)


def _break_divides(_: None, modes: Modes, n: int, w: int) -> None:
    t = first_break(modes, n, w)
    if t < n and divides(modes, n, w):
        ensure("the break divides", n % t == 0)
        ensure("the rest divides", divides(modes, n // t, t * w))
        ensure("one part less", parts(modes, n // t, t * w) == parts(modes, n, w) - 1)


def dividing(modes: Modes, n: int, w: int) -> None:
    """Induction on n, in the cases of `refine`."""
    t = first_break(modes, n, w)
    break_divides(modes, n, w)
    unfold(pieces_needed, modes, n, w)
    if t < n:
        dividing(modes, n // t, t * w)


def _dividing(_: None, modes: Modes, n: int, w: int) -> None:
    ensure("cut into some", pieces_needed(modes, n, w) >= 1)
    ensure("cut into few", pieces_needed(modes, n, w) <= parts(modes, n, w))


def rescale(modes: Modes, n: int, w: int, most: int) -> None:
    """Induction on n: both sides are cut at the same breaks."""
    s, rest = modes[0][0], modes[1:]
    t = first_break(modes, n, w)
    break_divides(modes, n, w)
    _accepted_both(modes, n, w)
    if t < n:
        _accepted_both(modes, n // t, t * w)
    unfold(first_break, modes, n, w)
    unfold(refine, modes, n, w, most)
    unfold(refine, rest, n, w // s, most)
    if t < n:
        rescale(modes, n // t, t * w, most - 1)


def _accepted_both(modes: Modes, n: int, w: int) -> None:
    """Neither A nor the modes after its first refuse what divides both."""
    dividing(modes, n, w)
    dividing(modes[1:], n, w // modes[0][0])


def _rescalable(modes: Modes, n: int, w: int, most: int) -> None:
    assume("two modes", bool(modes) and bool(modes[1:]))
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)
    assume("a multiple of the first mode", w % modes[0][0] == 0)
    assume("the divisibility conditions", divides(modes, n, w))
    assume("pieces enough", parts(modes, n, w) <= most)


def _rescaled(_: None, modes: Modes, n: int, w: int, most: int) -> None:
    s, rest = modes[0][0], modes[1:]
    _accepted_both(modes, n, w)
    pieces = refine(modes, n, w, most)
    ensure("nothing in the first mode", largest_residue(pieces, s) == 0)
    same("the pieces of the rest", quotients(pieces, s), refine(rest, n, w // s, most))


def acceptance(modes: Modes, n: int, w: int, most: int) -> None:
    """Induction on A's modes, in the cases of `divides`."""
    (s, _), rest = modes[0], modes[1:]
    dividing(modes, n, w)
    if not rest:
        return
    if w % s == 0:
        rescale(modes, n, w, most)
        acceptance(rest, n, w // s, most)
        return
    if (n - 1) * w < s:
        unfold(first_break, modes, n, w)
        unfold(refine, modes, n, w, most)
        idle(rest, n, w // s)
        return
    e = s // w
    if w // s != 0:
        ensure("never: w divides s, and s does not divide w", False)
    unfold(first_break, modes, n, w)
    unfold(refine, modes, n, w, most)
    rescale(modes, n // e, s, most - 1)
    acceptance(rest, n // e, 1, most - 1)
    idle_in_front(rest, e, refine(rest, n // e, 1, most - 1))


def _acceptable(modes: Modes, n: int, w: int, most: int) -> None:
    at_least_one_step(modes, n, w)
    assume("pieces enough", parts(modes, n, w) <= most)


def _accepted(_: None, modes: Modes, n: int, w: int, most: int) -> None:
    dividing(modes, n, w)
    ensure("cut into some", pieces_needed(modes, n, w) >= 1)
    ensure("cut into few", pieces_needed(modes, n, w) <= most)
    ensure("no carry", no_carry(modes, refine(modes, n, w, most)))


IDLE = Contract(
    "IDLE",
    "a piece that takes no step does not carry",
    idle,
    requires=_idle,
    ensures=_idles,
)
IDLE_IN_FRONT = Contract(
    "IDLE-IN-FRONT",
    "a piece of stride 0 in front changes no carry",
    idle_in_front,
    requires=_in_front,
    ensures=_idles_in_front,
)
BREAK_DIVIDES = Contract(
    "BREAK-DIVIDES",
    "where n:w divides A, the first break divides n, and what is left divides A",
    break_divides,
    requires=a_mode_and_steps,
    ensures=_break_divides,
)
DIVIDING = Contract(
    "DIVIDING",
    "a mode that meets the divisibility conditions is cut into as many pieces as it has parts",
    dividing,
    requires=at_least_one_step,
    ensures=_dividing,
    measure=lambda modes, n, w: n,
)
RESCALE = Contract(
    "RESCALE",
    "the pieces of a multiple of the first mode are those of the modes after it",
    rescale,
    requires=_rescalable,
    ensures=_rescaled,
    measure=lambda modes, n, w, most: n,
)
ACCEPT = Contract(
    "ACCEPT",
    "the pieces of a mode that meets the divisibility conditions do not carry",
    acceptance,
    requires=_acceptable,
    ensures=_accepted,
)

OBSERVATIONS: dict[object, str] = {}
CONTRACTS = (IDLE, IDLE_IN_FRONT, BREAK_DIVIDES, DIVIDING, RESCALE, ACCEPT)
AUTOMATIC: tuple[Automatic, ...] = ()
