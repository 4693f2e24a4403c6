"""That a mode of B whose pieces carry nowhere together has no more pieces than A has modes.

Each piece but the last breaks over some boundary between A's modes: the stride of the next, one
more step, has a larger quotient there than the steps have. What the pieces leave below a boundary
adds up to less than it, so that this happens at most once over each.
"""

from __future__ import annotations

from spec.composition import first_break, largest_residue, no_carry, quotients
from spec.modes import Modes
from verif.kernel.claim import assume, ensure, unfold, witness
from verif.kernel.theory import Lemma, definition, lemma
from verif.readings.modes import strides_from
from verif.theory.composition.breaks import break_carries, cut
from verif.theory.composition.cancelling import passes
from verif.theory.composition.pieces import a_mode_and_steps, residue_range
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="pieces")
def rising(pieces: Modes, due: int) -> bool:
    """Whether each stride is at least where the piece before it ends, the first at least `due`."""
    if not pieces:
        return True
    (t, w), rest = pieces[0], pieces[1:]
    return w >= due and rising(rest, t * w)


@definition(on="pieces")
def jumps(pieces: Modes, due: int) -> int:
    """How far in all the strides are beyond where the pieces before them end."""
    if not pieces:
        return 0
    (t, w), rest = pieces[0], pieces[1:]
    return w - due + jumps(rest, t * w)


@definition(on="pieces")
def breaking(modes: Modes, pieces: Modes, t: int, w: int) -> int:
    """How many of the pieces, after one of t steps of w, begin with a carry out of a mode."""
    if not pieces:
        return 0
    (n, v), rest = pieces[0], pieces[1:]
    carry = 1 if passes(modes, (t - 1) * w, w, v) else 0
    return carry + breaking(modes, rest, n, v)


@lemma
def jumps_above(pieces: Modes, s: int, due: int, above: int) -> Lemma:
    """The jumps of the quotients, times the divisor, are at most the jumps and the residues."""
    assume("a shape is at least 1", s >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("due above", s * above <= due)

    def shows() -> None:
        left = jumps(pieces, due) + due - s * above + largest_residue(pieces, s)
        ensure("s times the jumps above", s * jumps(quotients(pieces, s), above) <= left)

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            (t, w), rest = pieces[0], pieces[1:]
            ensure("steps of the residue", t * (w % s) >= 0)
            jumps_above(rest, s, t * w, t * (w // s))

    return shows, proof


@lemma
def rising_above(pieces: Modes, s: int, due: int, above: int) -> Lemma:
    """The quotients of pieces that rise rise."""
    assume("a shape is at least 1", s >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("due above", s * above <= due)
    assume("rising", rising(pieces, due))

    def shows() -> None:
        ensure("rising", rising(quotients(pieces, s), above))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            (t, w), rest = pieces[0], pieces[1:]
            ensure("the quotient is due", s * (above - w // s) < s)
            ensure("steps of the residue", t * (w % s) >= 0)
            rising_above(rest, s, t * w, t * (w // s))

    return shows, proof


@lemma(on="pieces")
def breaking_step(modes: Modes, pieces: Modes, t: int, w: int) -> Lemma:
    """What breaks over this boundary or one after jumps, or breaks over one after."""
    at_least_one_mode(modes)
    assume("at least one step", t >= 1)
    assume("no step back", w >= 0)
    assume("nor by the others", strides_from(pieces, 0))
    assume("rising", rising(pieces, t * w))
    s = modes[0][0]
    assume("two modes", bool(modes[1:]))
    assume("no carry", (t - 1) * (w % s) + largest_residue(pieces, s) < s)

    def shows() -> None:
        s, rest = modes[0][0], modes[1:]
        later = breaking(rest, quotients(pieces, s), t, w // s)
        ensure("here or later", breaking(modes, pieces, t, w) <= jumps(pieces, t * w) + later)

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            (n, v), rest = pieces[0], pieces[1:]
            s = modes[0][0]
            residue_range(rest, s, 0)
            witness((t - 1) * w, s, (t - 1) * (w // s), (t - 1) * (w % s))
            ensure("the residue of the first", (t - 1) * (w % s) >= 0)
            ensure("the residues of the others", (n - 1) * (v % s) + largest_residue(rest, s) < s)
            breaking_step(modes, rest, n, v)

    return shows, proof


@lemma(on="pieces")
def breaking_last(modes: Modes, pieces: Modes, t: int, w: int) -> Lemma:
    """What breaks over the last boundary jumps."""
    at_least_one_mode(modes)
    assume("at least one step", t >= 1)
    assume("no step back", w >= 0)
    assume("nor by the others", strides_from(pieces, 0))
    assume("rising", rising(pieces, t * w))
    assume("one mode", not modes[1:])

    def shows() -> None:
        ensure("a jump each", breaking(modes, pieces, t, w) <= jumps(pieces, t * w))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            (n, v), rest = pieces[0], pieces[1:]
            breaking_last(modes, rest, n, v)

    return shows, proof


@lemma
def once_a_mode(modes: Modes, pieces: Modes) -> Lemma:
    """Pieces that do not carry together break at most once over each boundary."""
    assume("at least one piece", bool(pieces))
    (t, w), rest = pieces[0], pieces[1:]
    at_least_one_mode(modes)
    assume("at least one step", t >= 1)
    assume("no step back", w >= 0)
    assume("nor by the others", strides_from(rest, 0))
    assume("rising", rising(rest, t * w))
    assume("one jump at most", jumps(rest, t * w) <= 1)
    assume("no carry", no_carry(modes, pieces))

    def shows() -> None:
        (t, w), rest = pieces[0], pieces[1:]
        most = jumps(rest, t * w) + len(modes) - 1
        ensure("once over each boundary", breaking(modes, rest, t, w) <= most)

    def proof() -> None:
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

    return shows, proof


@lemma(on="n")
def each_breaks(modes: Modes, n: int, t: int, w: int) -> Lemma:
    """Where n:w is cut there is a break."""
    at_least_one_mode(modes)
    assume("at least one step", n >= 1)
    assume("nor less before", t >= 1)
    assume("no step back", w >= 0)
    assume("a break", passes(modes, (t - 1) * w, w, t * w))

    def shows() -> None:
        pieces = cut(modes, n, t * w)
        ensure("all break", breaking(modes, pieces, t, w) == len(pieces))
        ensure("rising", rising(pieces, t * w))
        ensure("no jump", jumps(pieces, t * w) == 0)

    def proof() -> None:
        """Induction on n, in the cases of `cut`."""
        k = first_break(modes, n, t * w)
        break_carries(modes, n, t * w)
        unfold(cut, modes, n, t * w)
        if k < n and n % k == 0:
            each_breaks(modes, n // k, k, t * w)

    return shows, proof


@lemma
def all_but_one_break(modes: Modes, n: int, w: int) -> Lemma:
    """All pieces of a mode of B but the first begin with a break."""
    a_mode_and_steps(modes, n, w)

    def shows() -> None:
        pieces = cut(modes, n, w)
        (t, first), rest = pieces[0], pieces[1:]
        ensure("the first steps by w", first == w)
        ensure("the others break", breaking(modes, rest, t, w) == len(pieces) - 1)
        ensure("rising", rising(rest, t * w))
        ensure("no jump", jumps(rest, t * w) == 0)

    def proof() -> None:
        """By the first break, where the second piece begins."""
        t = first_break(modes, n, w)
        break_carries(modes, n, w)
        unfold(cut, modes, n, w)
        if t < n and n % t == 0:
            each_breaks(modes, n // t, t, w)

    return shows, proof


@lemma
def few(modes: Modes, n: int, w: int) -> Lemma:
    """Pieces of one mode of B that do not carry are no more than A has modes."""
    a_mode_and_steps(modes, n, w)
    assume("no carry", no_carry(modes, cut(modes, n, w)))

    def shows() -> None:
        ensure("no more pieces than modes", len(cut(modes, n, w)) <= len(modes))

    def proof() -> None:
        """By the breaks: all pieces but the first have one, and there is one a boundary."""
        all_but_one_break(modes, n, w)
        once_a_mode(modes, cut(modes, n, w))

    return shows, proof
