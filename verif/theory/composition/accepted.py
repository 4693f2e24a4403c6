"""Accepted modes: a mode of B that meets the divisibility conditions is always accepted.

The first *break* of a mode n:w of B is the least number t < n such that t steps of w carry out of a
mode of A. If no such t exists, the first break is n. `refine` cuts n:w at the first break t, and
then the rest (n/t):(t*w) in the same way. Composition raises an error if a break does not divide
the remaining size, if there are more pieces than A has modes, or if the pieces carry together.

Plan: under the divisibility conditions, the walk through A's modes (`divides`) and `refine` cut at
the same places, so there are at most as many pieces as A has modes. The pieces do not carry
together, by induction on A's modes. If the size s of A's first mode divides w, the pieces of n:w
are the pieces of n:(w/s) in A's other modes (`pieces_of_a_multiple_are_those_of_the_rest`). If w
divides s and the steps leave A's first mode, the first piece fills this mode, and the other pieces
take no steps in this mode. The main theorem is the last lemma.
"""

from __future__ import annotations

from spec.composition import first_break, largest_residue, no_carry, quotients, refine
from spec.int_tuple import ceil_div
from spec.modes import Modes
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, same, unfold
from verif.readings.modes import strides_from
from verif.theory.composition.divisibility import a_divisible_mode, divides, parts
from verif.theory.composition.one_mode import a_mode_and_steps, pieces_needed
from verif.theory.layouts.modes import at_least_one_mode


def neither_refuses(modes: Modes, n: int, w: int) -> None:
    """Apply `a_divisible_mode_is_cut_into_its_parts` to n:w in A, and to n:(w/s) in the rest of A.

    Here s is the size of A's first mode, and the rest of A has all other modes.
    """
    a_divisible_mode_is_cut_into_its_parts(modes, n, w)
    a_divisible_mode_is_cut_into_its_parts(modes[1:], n, w // modes[0][0])


@lemma
def a_piece_that_takes_no_step_does_not_carry(modes: Modes, t: int, w: int) -> Lemma:
    """A piece t:w with t = 1 or w = 0 does not carry."""
    a_mode_and_steps(modes, t, w)
    if t > 1:
        assume("no step", w == 0)

    def shows() -> None:
        ensure("no carry", no_carry(modes, ((t, w),)))

    def proof() -> None:
        """Induction on A's modes."""
        if modes[1:]:
            a_piece_that_takes_no_step_does_not_carry(modes[1:], t, w // modes[0][0])

    return shows, proof


@lemma
def stride_0_in_front_does_not_carry(modes: Modes, t: int, pieces: Modes) -> Lemma:
    """If pieces do not carry, they still do not carry with a piece of stride 0 in front."""
    at_least_one_mode(modes)
    assume("at least one step", t >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("no carry", no_carry(modes, pieces))

    def shows() -> None:
        ensure("no carry", no_carry(modes, ((t, 0),) + pieces))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest:
            stride_0_in_front_does_not_carry(rest, t, quotients(pieces, s))

    return shows, proof


@lemma
def first_break_of_a_divisible_mode_divides(modes: Modes, n: int, w: int) -> Lemma:
    """If n:w meets the divisibility conditions, so does the rest (n/t):(t*w) after a break t < n.

    The first break t divides n, and `parts` is one less for the rest than for n:w.
    """
    a_mode_and_steps(modes, n, w)

    def shows() -> None:
        t = first_break(modes, n, w)
        if t < n and divides(modes, n, w):
            ensure("the break divides", n % t == 0)
            ensure("the rest divides", divides(modes, n // t, t * w))
            ensure(
                "the rest has one part less", parts(modes, n // t, t * w) == parts(modes, n, w) - 1
            )

    def proof() -> None:
        """Induction on A's modes, with the same cases as in `first_break`."""
        (s, _), rest = modes[0], modes[1:]
        if rest:
            inside = (n - 1) * (w % s) < s
            first_break_of_a_divisible_mode_divides(
                rest, n if inside else ceil_div(s, w % s), w // s
            )
            if not inside and s % w == 0:
                ensure("the step is inside the mode", w // s == 0)
        unfold(first_break, modes, n, w)

    return shows, proof


@lemma(on="n")
def a_divisible_mode_is_cut_into_its_parts(modes: Modes, n: int, w: int) -> Lemma:
    """If n:w meets the divisibility conditions, it is cut into at most `parts` pieces."""
    a_divisible_mode(modes, n, w)

    def shows() -> None:
        ensure("at least one piece", pieces_needed(modes, n, w) >= 1)
        ensure("not too many pieces", pieces_needed(modes, n, w) <= parts(modes, n, w))

    def proof() -> None:
        """Induction on n: cut n:w at its first break, and continue with the rest."""
        t = first_break(modes, n, w)
        first_break_of_a_divisible_mode_divides(modes, n, w)
        unfold(pieces_needed, modes, n, w)
        if t < n:
            a_divisible_mode_is_cut_into_its_parts(modes, n // t, t * w)

    return shows, proof


@lemma(on="n")
def pieces_of_a_multiple_are_those_of_the_rest(modes: Modes, n: int, w: int, most: int) -> Lemma:
    """If A's first size s divides w, n:w in A has the same breaks as n:(w/s) in A's other modes.

    So the pieces of n:(w/s) are the pieces of n:w, with each stride divided by s. The mode n:w must
    meet the divisibility conditions.
    """
    assume("two modes", bool(modes) and bool(modes[1:]))
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)
    assume("w is a multiple of s", w % modes[0][0] == 0)
    assume("the divisibility conditions", divides(modes, n, w))
    assume("pieces enough", parts(modes, n, w) <= most)

    def shows() -> None:
        s, rest = modes[0][0], modes[1:]
        neither_refuses(modes, n, w)
        pieces = refine(modes, n, w, most)
        ensure("no steps in the first mode", largest_residue(pieces, s) == 0)
        same("the pieces in later modes", quotients(pieces, s), refine(rest, n, w // s, most))

    def proof() -> None:
        """Induction on n: n:w in A has the same breaks as n:(w/s) in A's other modes."""
        s, rest = modes[0][0], modes[1:]
        t = first_break(modes, n, w)
        first_break_of_a_divisible_mode_divides(modes, n, w)
        neither_refuses(modes, n, w)
        if t < n:
            neither_refuses(modes, n // t, t * w)
        unfold(first_break, modes, n, w)
        unfold(refine, modes, n, w, most)
        unfold(refine, rest, n, w // s, most)
        if t < n:
            pieces_of_a_multiple_are_those_of_the_rest(modes, n // t, t * w, most - 1)

    return shows, proof


@lemma
def a_divisible_mode_is_accepted(modes: Modes, n: int, w: int, most: int) -> Lemma:
    """A mode that meets the divisibility conditions is cut into pieces that do not carry."""
    a_divisible_mode(modes, n, w)
    assume("pieces enough", parts(modes, n, w) <= most)

    def shows() -> None:
        a_divisible_mode_is_cut_into_its_parts(modes, n, w)
        ensure("at least one piece", pieces_needed(modes, n, w) >= 1)
        ensure("not too many pieces", pieces_needed(modes, n, w) <= most)
        ensure("no carry", no_carry(modes, refine(modes, n, w, most)))

    def proof() -> None:
        """Induction on A's modes, with the same cases as in `divides`."""
        (s, _), rest = modes[0], modes[1:]
        a_divisible_mode_is_cut_into_its_parts(modes, n, w)
        if not rest:
            return
        if w % s == 0:
            # The pieces take no steps in this mode.
            pieces_of_a_multiple_are_those_of_the_rest(modes, n, w, most)
            a_divisible_mode_is_accepted(rest, n, w // s, most)
            return
        if (n - 1) * w < s:
            # The pieces take no steps in the modes after this mode.
            unfold(first_break, modes, n, w)
            unfold(refine, modes, n, w, most)
            a_piece_that_takes_no_step_does_not_carry(rest, n, w // s)
            return
        # The first piece takes e steps, which fill this mode. The other pieces take their steps in
        # the modes after this mode.
        e = s // w
        if w // s != 0:
            ensure("impossible: w < s, since w divides s", False)
        unfold(first_break, modes, n, w)
        unfold(refine, modes, n, w, most)
        pieces_of_a_multiple_are_those_of_the_rest(modes, n // e, s, most - 1)
        a_divisible_mode_is_accepted(rest, n // e, 1, most - 1)
        stride_0_in_front_does_not_carry(rest, e, refine(rest, n // e, 1, most - 1))

    return shows, proof
