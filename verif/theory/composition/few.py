"""That a mode of B whose pieces carry nowhere together has no more pieces than A has modes.

Each piece but the last breaks over some boundary between A's modes: the stride of the next, one
more step, has a larger quotient there than the steps have. What the pieces leave below a boundary
adds up to less than it, so that this happens at most once over each.
"""

from __future__ import annotations

from spec.composition import first_break, largest_residue, no_carry, quotients
from spec.modes import Modes
from verif.kernel.claim import assume, ensure, unfold, witness
from verif.kernel.contract import Automatic, Contract
from verif.theory.composition.breaks import break_carries, cut
from verif.theory.composition.cancelling import passes
from verif.theory.composition.pieces import a_mode_and_steps, residue_range
from verif.theory.layouts.modes import at_least_one_mode, strides_from


def rising(pieces: Modes, due: int) -> bool:
    """Whether each stride is at least where the piece before it ends, the first at least `due`."""
    if not pieces:
        return True
    (t, w), rest = pieces[0], pieces[1:]
    return w >= due and rising(rest, t * w)


def jumps(pieces: Modes, due: int) -> int:
    """How far in all the strides are beyond where the pieces before them end."""
    if not pieces:
        return 0
    (t, w), rest = pieces[0], pieces[1:]
    return w - due + jumps(rest, t * w)


def breaking(modes: Modes, pieces: Modes, t: int, w: int) -> int:
    """How many of the pieces, after one of t steps of w, begin with a carry out of a mode."""
    if not pieces:
        return 0
    (n, v), rest = pieces[0], pieces[1:]
    carry = 1 if passes(modes, (t - 1) * w, w, v) else 0
    return carry + breaking(modes, rest, n, v)


def jumps_above(pieces: Modes, s: int, due: int, above: int) -> None:
    """Induction on the pieces."""
    if pieces:
        (t, w), rest = pieces[0], pieces[1:]
        ensure("steps of the residue", t * (w % s) >= 0)
        jumps_above(rest, s, t * w, t * (w // s))


def _from_a_boundary(pieces: Modes, s: int, due: int, above: int) -> None:
    assume("a shape is at least 1", s >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("due above", s * above <= due)


def _jumps_above(_: None, pieces: Modes, s: int, due: int, above: int) -> None:
    left = jumps(pieces, due) + due - s * above + largest_residue(pieces, s)
    ensure("s times the jumps above", s * jumps(quotients(pieces, s), above) <= left)


def rising_above(pieces: Modes, s: int, due: int, above: int) -> None:
    """Induction on the pieces."""
    if pieces:
        (t, w), rest = pieces[0], pieces[1:]
        ensure("the quotient is due", s * (above - w // s) < s)
        ensure("steps of the residue", t * (w % s) >= 0)
        rising_above(rest, s, t * w, t * (w // s))


def _rising_from(pieces: Modes, s: int, due: int, above: int) -> None:
    _from_a_boundary(pieces, s, due, above)
    assume("rising", rising(pieces, due))


def _rising_above(_: None, pieces: Modes, s: int, due: int, above: int) -> None:
    ensure("rising", rising(quotients(pieces, s), above))


def breaking_step(modes: Modes, pieces: Modes, t: int, w: int) -> None:
    """Induction on the pieces."""
    if pieces:
        (n, v), rest = pieces[0], pieces[1:]
        s = modes[0][0]
        residue_range(rest, s, 0)
        witness((t - 1) * w, s, (t - 1) * (w // s), (t - 1) * (w % s))
        ensure("the residue of the first", (t - 1) * (w % s) >= 0)
        ensure("the residues of the others", (n - 1) * (v % s) + largest_residue(rest, s) < s)
        breaking_step(modes, rest, n, v)


def _rising_after(modes: Modes, pieces: Modes, t: int, w: int) -> None:
    at_least_one_mode(modes)
    assume("at least one step", t >= 1)
    assume("no step back", w >= 0)
    assume("nor by the others", strides_from(pieces, 0))
    assume("rising", rising(pieces, t * w))


def _no_carry_here(modes: Modes, pieces: Modes, t: int, w: int) -> None:
    _rising_after(modes, pieces, t, w)
    s = modes[0][0]
    assume("two modes", bool(modes[1:]))
    assume("no carry", (t - 1) * (w % s) + largest_residue(pieces, s) < s)


def _breaking_step(_: None, modes: Modes, pieces: Modes, t: int, w: int) -> None:
    s, rest = modes[0][0], modes[1:]
    later = breaking(rest, quotients(pieces, s), t, w // s)
    ensure("here or later", breaking(modes, pieces, t, w) <= jumps(pieces, t * w) + later)


def breaking_last(modes: Modes, pieces: Modes, t: int, w: int) -> None:
    """Induction on the pieces."""
    if pieces:
        (n, v), rest = pieces[0], pieces[1:]
        breaking_last(modes, rest, n, v)


def _one_mode(modes: Modes, pieces: Modes, t: int, w: int) -> None:
    _rising_after(modes, pieces, t, w)
    assume("one mode", not modes[1:])


def _breaking_last(_: None, modes: Modes, pieces: Modes, t: int, w: int) -> None:
    ensure("a jump each", breaking(modes, pieces, t, w) <= jumps(pieces, t * w))


def once_a_mode(modes: Modes, pieces: Modes) -> None:
    """Induction on A's modes: the jumps above a boundary are the breaks over it, at most 1."""
    s = modes[0][0]
    (t, w), rest = pieces[0], pieces[1:]
    if not modes[1:]:
        breaking_last(modes, rest, t, w)
        return
    q, after = w // s, quotients(rest, s)
    breaking_step(modes, rest, t, w)
    ensure("steps of the residue", t * (w % s) >= 0)
    jumps_above(rest, s, t * w, t * q)
    rising_above(rest, s, t * w, t * q)
    ensure("below twice", s * jumps(after, t * q) < 2 * s)
    ensure("at most one", jumps(after, t * q) <= 1)
    once_a_mode(modes[1:], quotients(pieces, s))


def _once(modes: Modes, pieces: Modes) -> None:
    assume("at least one piece", bool(pieces))
    (t, w), rest = pieces[0], pieces[1:]
    _rising_after(modes, rest, t, w)
    assume("one jump at most", jumps(rest, t * w) <= 1)
    assume("no carry", no_carry(modes, pieces))


def _once_a_mode(_: None, modes: Modes, pieces: Modes) -> None:
    (t, w), rest = pieces[0], pieces[1:]
    most = jumps(rest, t * w) + len(modes) - 1
    ensure("once over each boundary", breaking(modes, rest, t, w) <= most)


def each_breaks(modes: Modes, n: int, t: int, w: int) -> None:
    """Induction on n, in the cases of `cut`."""
    k = first_break(modes, n, t * w)
    break_carries(modes, n, t * w)
    unfold(cut, modes, n, t * w)
    if k < n and n % k == 0:
        each_breaks(modes, n // k, k, t * w)


def _after_a_break(modes: Modes, n: int, t: int, w: int) -> None:
    at_least_one_mode(modes)
    assume("at least one step", n >= 1)
    assume("nor less before", t >= 1)
    assume("no step back", w >= 0)
    assume("a break", passes(modes, (t - 1) * w, w, t * w))


def _each_breaks(_: None, modes: Modes, n: int, t: int, w: int) -> None:
    pieces = cut(modes, n, t * w)
    ensure("all break", breaking(modes, pieces, t, w) == len(pieces))
    ensure("rising", rising(pieces, t * w))
    ensure("no jump", jumps(pieces, t * w) == 0)


def all_but_one_break(modes: Modes, n: int, w: int) -> None:
    """By the first break, where the second piece begins."""
    t = first_break(modes, n, w)
    break_carries(modes, n, w)
    unfold(cut, modes, n, w)
    if t < n and n % t == 0:
        each_breaks(modes, n // t, t, w)


def _all_but_one_break(_: None, modes: Modes, n: int, w: int) -> None:
    pieces = cut(modes, n, w)
    (t, first), rest = pieces[0], pieces[1:]
    ensure("the first steps by w", first == w)
    ensure("the others break", breaking(modes, rest, t, w) == len(pieces) - 1)
    ensure("rising", rising(rest, t * w))
    ensure("no jump", jumps(rest, t * w) == 0)


def few(modes: Modes, n: int, w: int) -> None:
    """By the breaks: all pieces but the first have one, and there is one a boundary."""
    all_but_one_break(modes, n, w)
    once_a_mode(modes, cut(modes, n, w))


def _carrying_nowhere(modes: Modes, n: int, w: int) -> None:
    a_mode_and_steps(modes, n, w)
    assume("no carry", no_carry(modes, cut(modes, n, w)))


def _few(_: None, modes: Modes, n: int, w: int) -> None:
    ensure("no more pieces than modes", len(cut(modes, n, w)) <= len(modes))


def _pieces(modes: Modes, pieces: Modes, t: int, w: int) -> int:
    return len(pieces)


JUMPS_ABOVE = Contract(
    "JUMPS-ABOVE",
    "the jumps of the quotients, times the divisor, are at most the jumps and the residues",
    jumps_above,
    requires=_from_a_boundary,
    ensures=_jumps_above,
)
RISING_ABOVE = Contract(
    "RISING-ABOVE",
    "the quotients of pieces that rise rise",
    rising_above,
    requires=_rising_from,
    ensures=_rising_above,
)
BREAKING_STEP = Contract(
    "BREAKING-STEP",
    "what breaks over this boundary or one after jumps, or breaks over one after",
    breaking_step,
    requires=_no_carry_here,
    ensures=_breaking_step,
    measure=_pieces,
)
BREAKING_LAST = Contract(
    "BREAKING-LAST",
    "what breaks over the last boundary jumps",
    breaking_last,
    requires=_one_mode,
    ensures=_breaking_last,
    measure=_pieces,
)
ONCE_A_MODE = Contract(
    "ONCE-A-MODE",
    "pieces that do not carry together break at most once over each boundary",
    once_a_mode,
    requires=_once,
    ensures=_once_a_mode,
)
EACH_BREAKS = Contract(
    "EACH-BREAKS",
    "where n:w is cut there is a break",
    each_breaks,
    requires=_after_a_break,
    ensures=_each_breaks,
    measure=lambda modes, n, t, w: n,
)
ALL_BUT_ONE_BREAK = Contract(
    "ALL-BUT-ONE-BREAK",
    "all pieces of a mode of B but the first begin with a break",
    all_but_one_break,
    requires=a_mode_and_steps,
    ensures=_all_but_one_break,
)
FEW = Contract(
    "FEW",
    "pieces of one mode of B that do not carry are no more than A has modes",
    few,
    requires=_carrying_nowhere,
    ensures=_few,
)

OBSERVATIONS = {rising: "pieces", jumps: "pieces", breaking: "pieces"}
CONTRACTS = (
    JUMPS_ABOVE,
    RISING_ABOVE,
    BREAKING_STEP,
    BREAKING_LAST,
    ONCE_A_MODE,
    EACH_BREAKS,
    ALL_BUT_ONE_BREAK,
    FEW,
)
AUTOMATIC: tuple[Automatic, ...] = ()
