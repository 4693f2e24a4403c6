"""What composition accepts: a mode that meets the divisibility conditions is never refused."""

from __future__ import annotations

from spec.composition import first_break, largest_residue, no_carry, quotients, refine
from spec.int_tuple import ceil_div
from spec.modes import Modes
from verif.kernel.claim import assume, ensure, same, unfold
from verif.kernel.theory import Lemma, lemma
from verif.readings.modes import strides_from
from verif.theory.composition.divisibility import at_least_one_step, divides, parts
from verif.theory.composition.pieces import a_mode_and_steps, pieces_needed


def _accepted_both(modes: Modes, n: int, w: int) -> None:
    """Neither A nor the modes after its first refuse what divides both."""
    dividing(modes, n, w)
    dividing(modes[1:], n, w // modes[0][0])


@lemma
def idle(modes: Modes, t: int, w: int) -> Lemma:
    """A piece that takes no step does not carry."""
    assume("at least one mode", bool(modes))
    assume("at least one step", t >= 1)
    assume("no step back", w >= 0)
    if t > 1:
        assume("no step", w == 0)

    def shows() -> None:
        ensure("no carry", no_carry(modes, ((t, w),)))

    def proof() -> None:
        """Induction on A's modes."""
        if modes[1:]:
            idle(modes[1:], t, w // modes[0][0])

    return shows, proof


@lemma
def idle_in_front(modes: Modes, t: int, pieces: Modes) -> Lemma:
    """A piece of stride 0 in front changes no carry."""
    assume("at least one mode", bool(modes))
    assume("at least one step", t >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("no carry", no_carry(modes, pieces))

    def shows() -> None:
        ensure("no carry", no_carry(modes, ((t, 0),) + pieces))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest:
            idle_in_front(rest, t, quotients(pieces, s))

    return shows, proof


@lemma
def break_divides(modes: Modes, n: int, w: int) -> Lemma:
    """Where n:w divides A, the first break divides n, and what is left divides A."""
    a_mode_and_steps(modes, n, w)

    def shows() -> None:
        t = first_break(modes, n, w)
        if t < n and divides(modes, n, w):
            ensure("the break divides", n % t == 0)
            ensure("the rest divides", divides(modes, n // t, t * w))
            ensure("one part less", parts(modes, n // t, t * w) == parts(modes, n, w) - 1)

    def proof() -> None:
        """Induction on A's modes, in the cases of `first_break`."""
        (s, _), rest = modes[0], modes[1:]
        if rest:
            inside = (n - 1) * (w % s) < s
            break_divides(rest, n if inside else ceil_div(s, w % s), w // s)
            if not inside and s % w == 0:
                ensure("the step is inside the mode", w // s == 0)
        unfold(first_break, modes, n, w)

    return shows, proof


@lemma(on="n")
def dividing(modes: Modes, n: int, w: int) -> Lemma:
    """A mode that meets the divisibility conditions is cut into as many pieces as it has
    parts.
    """
    at_least_one_step(modes, n, w)

    def shows() -> None:
        ensure("cut into some", pieces_needed(modes, n, w) >= 1)
        ensure("cut into few", pieces_needed(modes, n, w) <= parts(modes, n, w))

    def proof() -> None:
        """Induction on n, in the cases of `refine`."""
        t = first_break(modes, n, w)
        break_divides(modes, n, w)
        unfold(pieces_needed, modes, n, w)
        if t < n:
            dividing(modes, n // t, t * w)

    return shows, proof


@lemma(on="n")
def rescale(modes: Modes, n: int, w: int, most: int) -> Lemma:
    """The pieces of a multiple of the first mode are those of the modes after it."""
    assume("two modes", bool(modes) and bool(modes[1:]))
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)
    assume("a multiple of the first mode", w % modes[0][0] == 0)
    assume("the divisibility conditions", divides(modes, n, w))
    assume("pieces enough", parts(modes, n, w) <= most)

    def shows() -> None:
        s, rest = modes[0][0], modes[1:]
        dividing(modes, n, w)
        dividing(modes[1:], n, w // modes[0][0])
        pieces = refine(modes, n, w, most)
        ensure("nothing in the first mode", largest_residue(pieces, s) == 0)
        same("the pieces of the rest", quotients(pieces, s), refine(rest, n, w // s, most))

    def proof() -> None:
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

    return shows, proof


@lemma
def acceptance(modes: Modes, n: int, w: int, most: int) -> Lemma:
    """The pieces of a mode that meets the divisibility conditions do not carry."""
    at_least_one_step(modes, n, w)
    assume("pieces enough", parts(modes, n, w) <= most)

    def shows() -> None:
        dividing(modes, n, w)
        ensure("cut into some", pieces_needed(modes, n, w) >= 1)
        ensure("cut into few", pieces_needed(modes, n, w) <= most)
        ensure("no carry", no_carry(modes, refine(modes, n, w, most)))

    def proof() -> None:
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

    return shows, proof
