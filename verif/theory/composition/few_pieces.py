"""Few pieces: a mode of B has at most as many pieces as A has modes, if the pieces do not carry.

Pieces are t_1:w_1, t_2:w_2, .. with w_(k+1) = t_k*w_k. Each piece but the last ends at a break:
t_k - 1 steps of w_k do not carry, and one more step carries over some boundary between A's modes.
A boundary p is a product of A's first shapes. If all strides are divided by p and rounded down, the
stride of a piece may exceed the end of the previous piece. The sum of these excesses is called
`jumps`.

Plan: the residues of pieces that do not carry add up to less than p, so `jumps` is at most 1
(`jumps_of_quotients_are_bounded`). A break over p adds to `jumps`, so the pieces break at most once
over each boundary. Every piece but the first begins with a break. So the number of pieces
is at most 1 plus the number of boundaries. The last lemma, which states this, is the main theorem.
"""

from __future__ import annotations

from spec.composition import first_break, largest_residue, no_carry, quotients
from spec.modes import Modes
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure, unfold, witness
from verif.readings.modes import strides_from
from verif.theory.composition.breaks import cut, steps_carry_first_at_the_break
from verif.theory.composition.carries_show import passes
from verif.theory.composition.one_mode import a_mode_and_steps, residue_is_at_most_the_largest
from verif.theory.layouts.modes import at_least_one_mode


@definition(on="pieces")
def rising(pieces: Modes, due: int) -> bool:
    """Whether the first stride is >= `due` and each later stride is >= the previous piece's end."""
    if not pieces:
        return True
    (t, w), rest = pieces[0], pieces[1:]
    return w >= due and rising(rest, t * w)


@definition(on="pieces")
def jumps(pieces: Modes, due: int) -> int:
    """The sum of the distances from the end of each piece to the stride of the next piece.

    The distance to the first stride is counted from `due`.
    """
    if not pieces:
        return 0
    (t, w), rest = pieces[0], pieces[1:]
    return w - due + jumps(rest, t * w)


@definition(on="pieces")
def breaking(modes: Modes, pieces: Modes, t: int, w: int) -> int:
    """The number of pieces that begin with a carry.

    A piece n:v after a piece t:w begins with a carry if the step w from (t - 1)*w to v carries. The
    arguments `t` and `w` are the size and the stride of the piece before the first piece.
    """
    if not pieces:
        return 0
    (n, v), rest = pieces[0], pieces[1:]
    carry = 1 if passes(modes, (t - 1) * w, w, v) else 0
    return carry + breaking(modes, rest, n, v)


@lemma
def jumps_of_quotients_are_bounded(pieces: Modes, s: int, due: int, above: int) -> Lemma:
    """`s * jumps(quotients, above)` is at most `jumps(pieces, due) + due - s*above + r`.

    The quotients are the pieces with their strides divided by s. The number r is
    `largest_residue(pieces, s)`.
    """
    assume("a shape is at least 1", s >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("due above", s * above <= due)

    def shows() -> None:
        left = jumps(pieces, due) + due - s * above + largest_residue(pieces, s)
        ensure("s times the quotients' jumps", s * jumps(quotients(pieces, s), above) <= left)

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            (t, w), rest = pieces[0], pieces[1:]
            ensure("steps of the residue", t * (w % s) >= 0)
            jumps_of_quotients_are_bounded(rest, s, t * w, t * (w // s))

    return shows, proof


@lemma
def quotients_of_rising_pieces_rise(pieces: Modes, s: int, due: int, above: int) -> Lemma:
    """If pieces are `rising` from `due`, their quotients are `rising` from `above`.

    Here s * above <= due. The quotients are the pieces with their strides divided by s.
    """
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
            quotients_of_rising_pieces_rise(rest, s, t * w, t * (w // s))

    return shows, proof


@lemma(on="pieces")
def breaks_jump_here_or_break_later(modes: Modes, pieces: Modes, t: int, w: int) -> Lemma:
    """The number of breaks is at most `jumps` plus the number of breaks over later boundaries."""
    at_least_one_mode(modes)
    assume("at least one step", t >= 1)
    assume("no step back", w >= 0)
    assume("the pieces' strides >= 0", strides_from(pieces, 0))
    assume("rising", rising(pieces, t * w))
    s, after = modes[0][0], modes[1:]
    assume("two modes", bool(after))
    assume("no carry", (t - 1) * (w % s) + largest_residue(pieces, s) < s)

    def shows() -> None:
        later = breaking(after, quotients(pieces, s), t, w // s)
        ensure(
            "each break is a jump at this mode or a break at a later mode",
            breaking(modes, pieces, t, w) <= jumps(pieces, t * w) + later,
        )

    def proof() -> None:
        """Induction on the pieces, by the cases of `passes`."""
        if pieces:
            (n, v), rest = pieces[0], pieces[1:]
            residue_is_at_most_the_largest(rest, s, 0)
            witness((t - 1) * w, s, (t - 1) * (w // s), (t - 1) * (w % s))
            ensure("the residue of t:w", (t - 1) * (w % s) >= 0)
            ensure("the other residues", (n - 1) * (v % s) + largest_residue(rest, s) < s)
            breaks_jump_here_or_break_later(modes, rest, n, v)

    return shows, proof


@lemma(on="pieces")
def breaks_over_the_last_boundary_jump(modes: Modes, pieces: Modes, t: int, w: int) -> Lemma:
    """If A has one mode, the number of rising pieces that begin with a carry is at most `jumps`.

    The piece t:w comes before these pieces. The first jump is counted from t*w, the end of t:w.
    """
    at_least_one_mode(modes)
    assume("at least one step", t >= 1)
    assume("no step back", w >= 0)
    assume("the pieces' strides >= 0", strides_from(pieces, 0))
    assume("rising", rising(pieces, t * w))
    assume("one mode", not modes[1:])

    def shows() -> None:
        ensure("each break is a jump", breaking(modes, pieces, t, w) <= jumps(pieces, t * w))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            (n, v), rest = pieces[0], pieces[1:]
            breaks_over_the_last_boundary_jump(modes, rest, n, v)

    return shows, proof


@lemma
def pieces_break_once_over_a_boundary(modes: Modes, pieces: Modes) -> Lemma:
    """If the pieces together do not carry, they have at most `jumps` + len(modes) - 1 breaks.

    Here `jumps` is at most 1, and len(modes) - 1 is the number of boundaries.
    """
    assume("at least one piece", bool(pieces))
    (t, w), rest = pieces[0], pieces[1:]
    at_least_one_mode(modes)
    assume("at least one step", t >= 1)
    assume("no step back", w >= 0)
    assume("the other strides >= 0", strides_from(rest, 0))
    assume("rising", rising(rest, t * w))
    assume("at most one jump", jumps(rest, t * w) <= 1)
    assume("no carry", no_carry(modes, pieces))

    def shows() -> None:
        most = jumps(rest, t * w) + len(modes) - 1
        ensure("at most one break over each boundary", breaking(modes, rest, t, w) <= most)

    def proof() -> None:
        """Induction on A's modes: a break at a boundary is a jump, and at most one jump occurs."""
        s = modes[0][0]
        if not modes[1:]:
            breaks_over_the_last_boundary_jump(modes, rest, t, w)
            return
        # A break over this boundary gives a jump. All other breaks are over later boundaries.
        q, after = w // s, quotients(rest, s)
        breaks_jump_here_or_break_later(modes, rest, t, w)
        ensure("steps of the residue", t * (w % s) >= 0)
        jumps_of_quotients_are_bounded(rest, s, t * w, t * q)
        quotients_of_rising_pieces_rise(rest, s, t * w, t * q)
        # Residues that do not carry add up to less than s, so the quotients jump at most once.
        ensure("below twice", s * jumps(after, t * q) < 2 * s)
        ensure("at most one", jumps(after, t * q) <= 1)
        pieces_break_once_over_a_boundary(modes[1:], quotients(pieces, s))

    return shows, proof


@lemma(on="n")
def each_piece_begins_with_a_break(modes: Modes, n: int, t: int, w: int) -> Lemma:
    """If the step to the end of t:w carries, each piece of n:(t*w) begins with a carry."""
    at_least_one_mode(modes)
    assume("at least one step", n >= 1)
    assume("t >= 1", t >= 1)
    assume("no step back", w >= 0)
    assume("a break", passes(modes, (t - 1) * w, w, t * w))

    def shows() -> None:
        pieces = cut(modes, n, t * w)
        ensure("all break", breaking(modes, pieces, t, w) == len(pieces))
        ensure("rising", rising(pieces, t * w))
        ensure("no jump", jumps(pieces, t * w) == 0)

    def proof() -> None:
        """Induction on n, with the same cases as the definition of `cut`."""
        k = first_break(modes, n, t * w)
        steps_carry_first_at_the_break(modes, n, t * w)
        unfold(cut, modes, n, t * w)
        if k < n and n % k == 0:
            each_piece_begins_with_a_break(modes, n // k, k, t * w)

    return shows, proof


@lemma
def all_pieces_but_the_first_begin_with_a_break(modes: Modes, n: int, w: int) -> Lemma:
    """Each piece of a mode of B, except the first piece, begins with a break."""
    a_mode_and_steps(modes, n, w)

    def shows() -> None:
        pieces = cut(modes, n, w)
        (t, first), rest = pieces[0], pieces[1:]
        ensure("the first stride is w", first == w)
        ensure(
            "each other piece begins with a break", breaking(modes, rest, t, w) == len(pieces) - 1
        )
        ensure("rising", rising(rest, t * w))
        ensure("no jump", jumps(rest, t * w) == 0)

    def proof() -> None:
        """The second piece begins at the first break."""
        t = first_break(modes, n, w)
        steps_carry_first_at_the_break(modes, n, w)
        unfold(cut, modes, n, w)
        if t < n and n % t == 0:
            each_piece_begins_with_a_break(modes, n // t, t, w)

    return shows, proof


@lemma
def pieces_are_no_more_than_modes(modes: Modes, n: int, w: int) -> Lemma:
    """If the pieces of a mode of B do not carry, there are at most as many pieces as modes of A."""
    a_mode_and_steps(modes, n, w)
    assume("no carry", no_carry(modes, cut(modes, n, w)))

    def shows() -> None:
        ensure("no more pieces than modes", len(cut(modes, n, w)) <= len(modes))

    def proof() -> None:
        """All pieces but the first begin with a break, and each boundary has at most one break."""
        all_pieces_but_the_first_begin_with_a_break(modes, n, w)
        pieces_break_once_over_a_boundary(modes, cut(modes, n, w))

    return shows, proof
