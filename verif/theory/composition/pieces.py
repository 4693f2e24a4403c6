"""Composition: refining a mode of B, the no-carry theorem, and what the images are.

The plan: `refine` cuts n:w into pieces P with P(x) = w*x. Each step of A splits P(x) into
s*Q(x) + residue, where Q are the pieces in units of s; no carry means that the residue stays
below s, so that A takes the residue in its first mode and Q(x) in the others. Induction over
A's modes gives A^(P(x)) = the pieces' images at x: the no-carry theorem, NC.
"""

from __future__ import annotations

from spec.composition import (
    first_break,
    images,
    largest_residue,
    no_carry,
    quotients,
    refine,
    stride_of,
)
from spec.errors import InadmissibleError
from spec.modes import Modes, extended, total, value
from verif.kernel.claim import assume, ensure, proving, unfold
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.readings.modes import strides_from

definition(largest_residue, on="pieces")
definition(no_carry, on="modes")


def pieces_needed(modes: Modes, n: int, w: int) -> int:
    """Into how many pieces n:w is cut at its breaks; 0 if one does not divide what is left.

    >>> pieces_needed(((6, 8), (2, 2)), 4, 3), pieces_needed(((3, 1), (2, 5)), 5, 1)
    (2, 0)
    """
    t = first_break(modes, n, w)
    if t == n:
        return 1
    if n % t != 0:
        return 0
    later = pieces_needed(modes, n // t, t * w)
    return later + 1 if later >= 1 else 0


@definition(on="pieces")
def residue(pieces: Modes, s: int, x: int) -> int:
    """The sum of the pieces' strides mod s at the coordinate x."""
    if not pieces:
        return 0
    (t, w), rest = pieces[0], pieces[1:]
    return (x % t) * (w % s) + residue(rest, s, x // t)


@definition(on="pieces")
def stepping(pieces: Modes, w: int) -> bool:
    """Whether the pieces are steps of w: each goes on where the one before ends."""
    if not pieces:
        return True
    (t, v), rest = pieces[0], pieces[1:]
    return v == w and stepping(rest, t * w)


@definition(on="pieces")
def image_value(modes: Modes, pieces: Modes, x: int) -> int:
    """The images of the pieces at the coordinate x."""
    if not pieces:
        return 0
    (t, w), rest = pieces[0], pieces[1:]
    return stride_of(modes, t, w) * (x % t) + image_value(modes, rest, x // t)


def a_mode_and_steps(modes: Modes, n: int, w: int) -> None:
    assume("at least one mode", bool(modes))
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)


@contract(first_break)
def promise_of_first_break(modes: Modes, n: int, w: int) -> Promise:
    """The first break is between 1 and n."""
    a_mode_and_steps(modes, n, w)

    def shows(t: int) -> None:
        ensure("at least 1", t >= 1)
        if t < n:
            ensure("at least 2", t >= 2)
            ensure("a step", w >= 1)
        else:
            ensure("at most n", t == n)

    return Promise(shows)


@contract(pieces_needed, on="n")
def promise_of_pieces_needed(modes: Modes, n: int, w: int) -> Promise:
    """The number of pieces is no less than 0."""
    a_mode_and_steps(modes, n, w)

    def shows(pieces: int) -> None:
        ensure("no negative number", pieces >= 0)

    return Promise(shows)


@contract(refine, on="n", rejects=InadmissibleError)
def promise_of_refine(modes: Modes, n: int, w: int, most: int) -> Promise:
    """The pieces of n:w are the function x -> w*x on [0, n)."""
    a_mode_and_steps(modes, n, w)
    if proving():
        # How many pieces there are is said of the call; here it is to be said of its own calls.
        unfold(pieces_needed, modes, n, w)

    def accepts() -> bool:
        return 1 <= pieces_needed(modes, n, w) <= most

    def shows(pieces: Modes) -> None:
        ensure("size", total(pieces) == n)
        ensure("at least one piece", bool(pieces))
        ensure("no step back", strides_from(pieces, 0))
        ensure("steps of w", stepping(pieces, w))

    def refined_value(pieces: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < n)
        ensure("steps of w", value(pieces, x) == w * x)

    return Promise(shows, {value: refined_value}, accepts=accepts)


@contract(quotients, on="pieces", opens=True)
def promise_of_quotients(pieces: Modes, s: int) -> Promise:
    """Pieces split into s times their quotients and a residue."""
    assume("a shape is at least 1", s >= 1)
    assume("no step back", strides_from(pieces, 0))

    def shows(result: Modes) -> None:
        ensure("size", total(result) == total(pieces))
        ensure("no step back", strides_from(result, 0))

    def quotients_value(result: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < total(pieces))
        ensure("split", s * value(result, x) + residue(pieces, s, x) == value(pieces, x))

    return Promise(shows, {value: quotients_value})


@lemma
def residue_range(pieces: Modes, s: int, x: int) -> Lemma:
    """The residue is between 0 and the largest residue."""
    assume("a shape is at least 1", s >= 1)
    assume("no step back", strides_from(pieces, 0))
    assume("x is a coordinate", 0 <= x < total(pieces))

    def shows() -> None:
        ensure("residue >= 0", residue(pieces, s, x) >= 0)
        ensure("residue <= the largest", residue(pieces, s, x) <= largest_residue(pieces, s))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            residue_range(pieces[1:], s, x // pieces[0][0])

    return shows, proof


@contract(stride_of)
def promise_of_stride_of(modes: Modes, t: int, w: int) -> Promise:
    """A piece that takes a step has A of its first step as stride."""
    assume("at least one mode", bool(modes))

    def shows(stride: int) -> None:
        if t > 1:
            ensure("A of the first step", stride == extended(modes, w))

    return Promise(shows)


@lemma
def stride_in_the_last_mode(modes: Modes, t: int, w: int) -> Lemma:
    """In the last mode of A strides are linear, of a piece that takes no step, too."""
    assume("one mode", bool(modes) and not modes[1:])

    def shows() -> None:
        ensure("linear", stride_of(modes, t, w) == modes[0][1] * w)

    def proof() -> None:
        """By the definition."""
        unfold(stride_of, modes, t, w)

    return shows, proof


@lemma(on="pieces")
def image_in_the_last_mode(modes: Modes, pieces: Modes, x: int) -> Lemma:
    """In the last mode of A the images are linear."""
    assume("one mode", bool(modes) and not modes[1:])
    assume("x is a coordinate", 0 <= x < total(pieces))

    def shows() -> None:
        ensure("linear", image_value(modes, pieces, x) == modes[0][1] * value(pieces, x))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            t, w = pieces[0]
            stride_in_the_last_mode(modes, t, w)
            image_in_the_last_mode(modes, pieces[1:], x // t)

    return shows, proof


@lemma(on="pieces")
def image_step(modes: Modes, pieces: Modes, x: int) -> Lemma:
    """Images split as the pieces do."""
    assume("two modes", bool(modes) and bool(modes[1:]))
    assume("no step back", strides_from(pieces, 0))
    assume("x is a coordinate", 0 <= x < total(pieces))

    def shows() -> None:
        (s, d), rest = modes[0], modes[1:]
        ensure(
            "the first mode takes the residue, the others the quotients",
            image_value(modes, pieces, x)
            == d * residue(pieces, s, x) + image_value(rest, quotients(pieces, s), x),
        )

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            image_step(modes, pieces[1:], x // pieces[0][0])

    return shows, proof


@contract(images, on="pieces", opens=True)
def promise_of_images(modes: Modes, pieces: Modes) -> Promise:
    """The images of pieces, at every coordinate."""
    assume("at least one mode", bool(modes))

    def shows(result: Modes) -> None:
        ensure("size", total(result) == total(pieces))
        ensure("as many as there are pieces", bool(result) or not pieces)

    def images_value(result: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < total(pieces))
        ensure("images", value(result, x) == image_value(modes, pieces, x))

    return Promise(shows, {value: images_value})


@lemma(whenever=image_value, where=lambda modes, pieces, x: no_carry(modes, pieces))
def no_carry_theorem(modes: Modes, pieces: Modes, x: int) -> Lemma:
    """Pieces that carry out of no mode of A are linear under A^."""
    assume("at least one mode", bool(modes))
    assume("no step back", strides_from(pieces, 0))
    assume("no carry", no_carry(modes, pieces))
    assume("x is a coordinate", 0 <= x < total(pieces))

    def shows() -> None:
        ensure("A is linear", extended(modes, value(pieces, x)) == image_value(modes, pieces, x))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if not rest:
            image_in_the_last_mode(modes, pieces, x)
        else:
            image_step(modes, pieces, x)
            residue_range(pieces, s, x)
            no_carry_theorem(rest, quotients(pieces, s), x)

    return shows, proof
