"""One mode of B: the pieces into which it is cut. A is linear on pieces that do not carry.

A is a list of modes s:d. A^ is A extended to all naturals: the last mode of A takes the overflow.
Pieces are a list P of modes t:w, and P(x) is the sum of w*(digit of x), for x < size(P). The image
of a piece t:w is the mode t:A^(w). The value of the images at x is the sum of A^(w)*(digit of x),
with the same digits as in P(x).

Plan: let n:v be the mode of B. `refine` cuts it into pieces with P(x) = v*x. In a mode of A with
size s, every P(x) is s*Q(x) + residue, where Q is P with each stride w replaced by w div s. If
every residue is below s, nothing carries: this mode of A gets the residue, and the modes after it
get Q(x). By induction on A's modes, A^(P(x)) is the value of the images at x. This is the main
theorem, and the last lemma of this file. Proofs cite this lemma automatically for images of pieces
that do not carry.
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
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, unfold
from verif.readings.modes import strides_from
from verif.theory.layouts.modes import at_least_one_mode, extended_value_is_natural

definition(largest_residue, on="pieces")
definition(no_carry, on="modes")


def pieces_needed(modes: Modes, n: int, w: int) -> int:
    """The number of pieces into which n:w is cut at its breaks.

    The result is 0 if a break does not divide the number of remaining steps.

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
    """The sum of (stride mod s) * digit over the pieces, for the digits of the coordinate x."""
    if not pieces:
        return 0
    (t, w), rest = pieces[0], pieces[1:]
    return (x % t) * (w % s) + residue(rest, s, x // t)


@definition(on="pieces")
def stepping(pieces: Modes, w: int) -> bool:
    """Whether the first stride is w, and each later stride is t*v for the previous piece t:v."""
    if not pieces:
        return True
    (t, v), rest = pieces[0], pieces[1:]
    return v == w and stepping(rest, t * w)


@definition(on="pieces")
def image_value(modes: Modes, pieces: Modes, x: int) -> int:
    """The sum of (stride of the image) * digit over the pieces, for the digits of x."""
    if not pieces:
        return 0
    (t, w), rest = pieces[0], pieces[1:]
    return stride_of(modes, t, w) * (x % t) + image_value(modes, rest, x // t)


def a_mode_and_steps(modes: Modes, n: int, w: int) -> None:
    """Assume n >= 1, w >= 0, and that A has at least one mode."""
    at_least_one_mode(modes)
    assume("at least one step", n >= 1)
    assume("no step back", w >= 0)


@contract(first_break)
def first_break_is_from_1_to_n(modes: Modes, n: int, w: int) -> Promise:
    """The first break t of n:w is n, or else 2 <= t < n and w >= 1."""
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
def number_of_pieces_is_natural(modes: Modes, n: int, w: int) -> Promise:
    """The number of pieces is at least 0."""
    a_mode_and_steps(modes, n, w)

    def shows(pieces: int) -> None:
        ensure("no negative number", pieces >= 0)

    return Promise(shows)


@contract(refine, on="n", rejects=InadmissibleError)
def refined_pieces_are_steps_of_w(modes: Modes, n: int, w: int, most: int) -> Promise:
    """The pieces of n:w compute the function x -> w*x on [0, n)."""
    a_mode_and_steps(modes, n, w)
    if proving():
        # The recursive call gives facts about `pieces_needed` for the later pieces. Unfolding
        # `pieces_needed` relates these facts to all pieces.
        unfold(pieces_needed, modes, n, w)

    def accepts() -> bool:
        return 1 <= pieces_needed(modes, n, w) <= most

    def shows(pieces: Modes) -> None:
        ensure("`pieces_needed` is at least 1", pieces_needed(modes, n, w) >= 1)
        ensure("`pieces_needed` is small enough", pieces_needed(modes, n, w) <= max(most, 1))
        ensure("size", total(pieces) == n)
        ensure("at least one piece", bool(pieces))
        ensure("no step back", strides_from(pieces, 0))
        ensure("steps of w", stepping(pieces, w))

    def refined_value(pieces: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < n)
        ensure("steps of w", value(pieces, x) == w * x)

    return Promise(shows, {value: refined_value}, accepts=accepts)


@contract(quotients, on="pieces", opens=True)
def pieces_split_into_quotients_and_residue(pieces: Modes, s: int) -> Promise:
    """The offset of pieces at x is s times the offset of their quotients at x, plus the residue.

    The quotients are the pieces with strides divided by s and rounded down.
    """
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
def residue_is_at_most_the_largest(pieces: Modes, s: int, x: int) -> Lemma:
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
            residue_is_at_most_the_largest(pieces[1:], s, x // pieces[0][0])

    return shows, proof


@contract(stride_of)
def stride_of_a_piece_is_a_of_its_first_step(modes: Modes, t: int, w: int) -> Promise:
    """If t > 1, the image of a piece t:w has the stride A^(w)."""
    at_least_one_mode(modes)

    def shows(stride: int) -> None:
        if t > 1:
            ensure("A^(w)", stride == extended(modes, w))

    return Promise(shows)


@lemma
def stride_is_linear_in_the_last_mode(modes: Modes, t: int, w: int) -> Lemma:
    """If A has one mode s:d, the image of a piece of stride w has the stride d*w."""
    assume("one mode", bool(modes) and not modes[1:])

    def shows() -> None:
        ensure("linear", stride_of(modes, t, w) == modes[0][1] * w)

    def proof() -> None:
        """By the definition."""
        unfold(stride_of, modes, t, w)

    return shows, proof


@lemma(on="pieces")
def images_are_linear_in_the_last_mode(modes: Modes, pieces: Modes, x: int) -> Lemma:
    """If A has one mode s:d, the offset of the images is d times the offset of the pieces."""
    assume("one mode", bool(modes) and not modes[1:])
    assume("x is a coordinate", 0 <= x < total(pieces))

    def shows() -> None:
        ensure("linear", image_value(modes, pieces, x) == modes[0][1] * value(pieces, x))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            t, w = pieces[0]
            stride_is_linear_in_the_last_mode(modes, t, w)
            images_are_linear_in_the_last_mode(modes, pieces[1:], x // t)

    return shows, proof


@lemma(on="pieces")
def images_split_as_the_pieces_do(modes: Modes, pieces: Modes, x: int) -> Lemma:
    """If A begins with s:d, `image_value` is d * `residue` plus `image_value` of the quotients.

    The quotients are the pieces with strides divided by s. A's other modes map the quotients, so A
    must have at least two modes.
    """
    assume("two modes", bool(modes) and bool(modes[1:]))
    assume("no step back", strides_from(pieces, 0))
    assume("x is a coordinate", 0 <= x < total(pieces))

    def shows() -> None:
        (s, d), rest = modes[0], modes[1:]
        ensure(
            "the first mode maps the residue, the others the quotients",
            image_value(modes, pieces, x)
            == d * residue(pieces, s, x) + image_value(rest, quotients(pieces, s), x),
        )

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            images_split_as_the_pieces_do(modes, pieces[1:], x // pieces[0][0])

    return shows, proof


@lemma
def strides_in_natural_modes_are_natural(modes: Modes, t: int, w: int) -> Lemma:
    """If A has no negative stride, the image of a piece t:w with w >= 0 has no negative stride."""
    at_least_one_mode(modes)
    assume("A's strides >= 0", strides_from(modes, 0))
    assume("no step back", w >= 0)

    def shows() -> None:
        ensure("no step back", stride_of(modes, t, w) >= 0)

    def proof() -> None:
        """If t > 1, the stride is A^(w). Otherwise, use induction on A's modes."""
        unfold(stride_of, modes, t, w)
        extended_value_is_natural(modes, w)
        s, d = modes[0]
        ensure("no step back in the first mode", w * d >= 0)
        if modes[1:] and w % s == 0:
            strides_in_natural_modes_are_natural(modes[1:], t, w // s)

    return shows, proof


@contract(images, on="pieces", opens=True)
def layout_of_images_has_their_value(modes: Modes, pieces: Modes) -> Promise:
    """The layout of the images has the offset `image_value` at every coordinate."""
    at_least_one_mode(modes)

    def shows(result: Modes) -> None:
        ensure("size", total(result) == total(pieces))
        ensure("an image if there is a piece", bool(result) or not pieces)

    def images_value(result: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < total(pieces))
        ensure("images", value(result, x) == image_value(modes, pieces, x))

    def images_step_forward(result: Modes, floor: int) -> None:
        assume("floor is at most 0", floor <= 0)
        assume("A's strides >= 0", strides_from(modes, 0))
        assume("no step back", strides_from(pieces, 0))
        if proving() and pieces:
            strides_in_natural_modes_are_natural(modes, *pieces[0])
        ensure("no step back", strides_from(result, floor))

    return Promise(shows, {value: images_value, strides_from: images_step_forward})


@lemma(whenever=image_value, where=lambda modes, pieces, x: no_carry(modes, pieces))
def a_is_linear_on_pieces_that_do_not_carry(modes: Modes, pieces: Modes, x: int) -> Lemma:
    """If the pieces do not carry in A, A^ maps their offset to the offset of their images."""
    at_least_one_mode(modes)
    assume("no step back", strides_from(pieces, 0))
    assume("no carry", no_carry(modes, pieces))
    assume("x is a coordinate", 0 <= x < total(pieces))

    def shows() -> None:
        ensure("A is linear", extended(modes, value(pieces, x)) == image_value(modes, pieces, x))

    def proof() -> None:
        """Induction on A's modes: a mode gets the residue, the later modes get the quotients."""
        (s, _), rest = modes[0], modes[1:]
        if not rest:
            images_are_linear_in_the_last_mode(modes, pieces, x)
        else:
            images_split_as_the_pieces_do(modes, pieces, x)
            # The residue stays below s. So if the offset of the pieces at x is y, the offset of the
            # quotients at x is y div s.
            residue_is_at_most_the_largest(pieces, s, x)
            a_is_linear_on_pieces_that_do_not_carry(rest, quotients(pieces, s), x)

    return shows, proof
