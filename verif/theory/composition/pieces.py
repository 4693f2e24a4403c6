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
from verif.kernel.contract import Automatic, Contract
from verif.theory.layouts.modes import strides_from


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


def residue(pieces: Modes, s: int, x: int) -> int:
    """The sum of the pieces' strides mod s at the coordinate x."""
    if not pieces:
        return 0
    (t, w), rest = pieces[0], pieces[1:]
    return (x % t) * (w % s) + residue(rest, s, x // t)


def stepping(pieces: Modes, w: int) -> bool:
    """Whether the pieces are steps of w: each goes on where the one before ends."""
    if not pieces:
        return True
    (t, v), rest = pieces[0], pieces[1:]
    return v == w and stepping(rest, t * w)


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


def _break(t: int, modes: Modes, n: int, w: int) -> None:
    ensure("at least 1", t >= 1)
    if t < n:
        ensure("at least 2", t >= 2)
        ensure("a step", w >= 1)
    else:
        ensure("at most n", t == n)


def _refinable(modes: Modes, n: int, w: int, most: int) -> None:
    a_mode_and_steps(modes, n, w)
    if proving():
        # How many pieces there are is said of the call; here it is to be said of its own calls.
        unfold(pieces_needed, modes, n, w)


def _needed(pieces: int, modes: Modes, n: int, w: int) -> None:
    ensure("no negative number", pieces >= 0)


def _few_pieces(modes: Modes, n: int, w: int, most: int) -> bool:
    return 1 <= pieces_needed(modes, n, w) <= most


def _refined(pieces: Modes, modes: Modes, n: int, w: int, most: int) -> None:
    ensure("size", total(pieces) == n)
    ensure("at least one piece", bool(pieces))
    ensure("no step back", strides_from(pieces, 0))
    ensure("steps of w", stepping(pieces, w))


def _refined_value(pieces: Modes, modes: Modes, n: int, w: int, most: int, x: int) -> None:
    assume("x is a coordinate", 0 <= x < n)
    ensure("steps of w", value(pieces, x) == w * x)


def _pieces(pieces: Modes, s: int) -> None:
    assume("a shape is at least 1", s >= 1)
    assume("no step back", strides_from(pieces, 0))


def _quotients(result: Modes, pieces: Modes, s: int) -> None:
    ensure("size", total(result) == total(pieces))
    ensure("no step back", strides_from(result, 0))


def _quotients_value(result: Modes, pieces: Modes, s: int, x: int) -> None:
    assume("x is a coordinate", 0 <= x < total(pieces))
    ensure("split", s * value(result, x) + residue(pieces, s, x) == value(pieces, x))


def _pieces_at(pieces: Modes, s: int, x: int) -> None:
    _pieces(pieces, s)
    assume("x is a coordinate", 0 <= x < total(pieces))


def residue_range(pieces: Modes, s: int, x: int) -> None:
    """Induction on the pieces."""
    if pieces:
        residue_range(pieces[1:], s, x // pieces[0][0])


def _residue_range(_: None, pieces: Modes, s: int, x: int) -> None:
    ensure("residue >= 0", residue(pieces, s, x) >= 0)
    ensure("residue <= the largest", residue(pieces, s, x) <= largest_residue(pieces, s))


def _with_a_mode(modes: Modes, t: int, w: int) -> None:
    assume("at least one mode", bool(modes))


def _stride_of(stride: int, modes: Modes, t: int, w: int) -> None:
    if t > 1:
        ensure("A of the first step", stride == extended(modes, w))


def stride_in_the_last_mode(modes: Modes, t: int, w: int) -> None:
    """By the definition."""
    unfold(stride_of, modes, t, w)


def _one_mode(modes: Modes, t: int, w: int) -> None:
    assume("one mode", bool(modes) and not modes[1:])


def _stride_in_the_last_mode(_: None, modes: Modes, t: int, w: int) -> None:
    ensure("linear", stride_of(modes, t, w) == modes[0][1] * w)


def image_in_the_last_mode(modes: Modes, pieces: Modes, x: int) -> None:
    """Induction on the pieces."""
    if pieces:
        t, w = pieces[0]
        stride_in_the_last_mode(modes, t, w)
        image_in_the_last_mode(modes, pieces[1:], x // t)


def _number_of_pieces(modes: Modes, pieces: Modes, x: int) -> int:
    return len(pieces)


def _last_mode(modes: Modes, pieces: Modes, x: int) -> None:
    assume("one mode", bool(modes) and not modes[1:])
    assume("x is a coordinate", 0 <= x < total(pieces))


def _image_in_the_last_mode(_: None, modes: Modes, pieces: Modes, x: int) -> None:
    ensure("linear", image_value(modes, pieces, x) == modes[0][1] * value(pieces, x))


def image_step(modes: Modes, pieces: Modes, x: int) -> None:
    """Induction on the pieces."""
    if pieces:
        image_step(modes, pieces[1:], x // pieces[0][0])


def _step(modes: Modes, pieces: Modes, x: int) -> None:
    assume("two modes", bool(modes) and bool(modes[1:]))
    assume("no step back", strides_from(pieces, 0))
    assume("x is a coordinate", 0 <= x < total(pieces))


def _image_step(_: None, modes: Modes, pieces: Modes, x: int) -> None:
    (s, d), rest = modes[0], modes[1:]
    ensure(
        "the first mode takes the residue, the others the quotients",
        image_value(modes, pieces, x)
        == d * residue(pieces, s, x) + image_value(rest, quotients(pieces, s), x),
    )


def no_carry_theorem(modes: Modes, pieces: Modes, x: int) -> None:
    """Induction on A's modes."""
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        image_in_the_last_mode(modes, pieces, x)
    else:
        image_step(modes, pieces, x)
        residue_range(pieces, s, x)
        no_carry_theorem(rest, quotients(pieces, s), x)


def _no_carry(modes: Modes, pieces: Modes, x: int) -> None:
    assume("at least one mode", bool(modes))
    assume("no step back", strides_from(pieces, 0))
    assume("no carry", no_carry(modes, pieces))
    assume("x is a coordinate", 0 <= x < total(pieces))


def _linear(_: None, modes: Modes, pieces: Modes, x: int) -> None:
    ensure("A is linear", extended(modes, value(pieces, x)) == image_value(modes, pieces, x))


def _imaged(modes: Modes, pieces: Modes) -> None:
    assume("at least one mode", bool(modes))


def _images(result: Modes, modes: Modes, pieces: Modes) -> None:
    ensure("size", total(result) == total(pieces))
    ensure("as many as there are pieces", bool(result) or not pieces)


def _images_value(result: Modes, modes: Modes, pieces: Modes, x: int) -> None:
    assume("x is a coordinate", 0 <= x < total(pieces))
    ensure("images", value(result, x) == image_value(modes, pieces, x))


BREAK = Contract(
    "BREAK",
    "the first break is between 1 and n",
    first_break,
    requires=a_mode_and_steps,
    ensures=_break,
)
NEEDED = Contract(
    "NEEDED",
    "the number of pieces is no less than 0",
    pieces_needed,
    requires=a_mode_and_steps,
    ensures=_needed,
    measure=lambda modes, n, w: n,
)
REFINE = Contract(
    "REFINE",
    "the pieces of n:w are the function x -> w*x on [0, n)",
    refine,
    requires=_refinable,
    ensures=_refined,
    everywhere={value: _refined_value},
    measure=lambda modes, n, w, most: n,
    rejects=InadmissibleError,
    accepts=_few_pieces,
)
QUOTIENTS = Contract(
    "QUOTIENTS",
    "pieces split into s times their quotients and a residue",
    quotients,
    requires=_pieces,
    ensures=_quotients,
    everywhere={value: _quotients_value},
    on="pieces",
)
RESIDUE = Contract(
    "RESIDUE",
    "the residue is between 0 and the largest residue",
    residue_range,
    requires=_pieces_at,
    ensures=_residue_range,
)
STRIDE = Contract(
    "STRIDE",
    "a piece that takes a step has A of its first step as stride",
    stride_of,
    requires=_with_a_mode,
    ensures=_stride_of,
)
STRIDE_LAST = Contract(
    "STRIDE-LAST",
    "in the last mode of A strides are linear, of a piece that takes no step, too",
    stride_in_the_last_mode,
    requires=_one_mode,
    ensures=_stride_in_the_last_mode,
)
IMAGE_LAST = Contract(
    "IMAGE-LAST",
    "in the last mode of A the images are linear",
    image_in_the_last_mode,
    requires=_last_mode,
    ensures=_image_in_the_last_mode,
    measure=_number_of_pieces,
)
IMAGE_STEP = Contract(
    "IMAGE-STEP",
    "images split as the pieces do",
    image_step,
    requires=_step,
    ensures=_image_step,
    measure=_number_of_pieces,
)
NC = Contract(
    "NC",
    "pieces that carry out of no mode of A are linear under A^",
    no_carry_theorem,
    requires=_no_carry,
    ensures=_linear,
)
IMAGES = Contract(
    "IMAGES",
    "the images of pieces, at every coordinate",
    images,
    requires=_imaged,
    ensures=_images,
    measure=lambda modes, pieces: len(pieces),
    everywhere={value: _images_value},
    on="pieces",
)


def _nc_applies(modes: Modes, pieces: Modes, x: int) -> bool:
    return no_carry(modes, pieces)


OBSERVATIONS = {
    residue: "pieces",
    stepping: "pieces",
    image_value: "pieces",
    largest_residue: "pieces",
    no_carry: "modes",
}
CONTRACTS = (
    BREAK,
    NEEDED,
    REFINE,
    QUOTIENTS,
    RESIDUE,
    STRIDE,
    STRIDE_LAST,
    IMAGE_LAST,
    IMAGE_STEP,
    IMAGES,
    NC,
)
AUTOMATIC = (Automatic(image_value, no_carry_theorem, _nc_applies),)
