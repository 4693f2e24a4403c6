"""Accepted pieces: A distributes over B if all pieces of B together do not carry in A.

B is cut into pieces, one group for each mode n:w of B. Each group computes the function x -> w*x on
[0, n). Joining the groups gives one list of pieces.

Plan: A^ is linear on all pieces together, hence also on the pieces of each mode of B. So A^ maps
the sum of the modes' offsets to the sum of A^ over these offsets. This is the main theorem, the
last lemma of the file, proved by induction on B's modes. Carries depend only on A's shape, so the
same holds for any other strides of A. Coalescing A does not change the sums.
"""

from __future__ import annotations

from spec.coalesce import coalesce_extended
from spec.composition import no_carry, quotients
from spec.modes import Groups, Modes, extended, followed, joined, total, value
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, proving, witness
from verif.readings.groups import cuts
from verif.readings.modes import strides_from
from verif.theory.composition.one_mode import (
    image_value,
    residue_is_at_most_the_largest,
    stepping,
)
from verif.theory.composition.two_lists import no_carry_together_is_none_apart
from verif.theory.composition.whole_b import all_stepping
from verif.theory.distributivity.cost_of_carries import counting
from verif.theory.distributivity.super_increasing import distributed
from verif.theory.layouts.groups import (
    joined_groups_keep_the_size,
    joined_is_the_first_followed_by_the_rest,
)
from verif.theory.layouts.modes import at_least_one_mode, extended_at_zero_is_zero


def pieces_of_b(modes: Modes, b: Modes, groups: Groups) -> None:
    """Assume that the groups are B's modes, cut into pieces that together do not carry in A."""
    at_least_one_mode(modes)
    assume("a group of each mode's size", cuts(b, groups))
    if proving() and groups:
        # Split the hypothesis about all pieces into one hypothesis about the pieces of the first
        # group and one hypothesis about the other pieces.
        joined_is_the_first_followed_by_the_rest(groups)
    assume("`stepping` for each group", all_stepping(b, groups))
    assume("no step back", strides_from(joined(groups), 0))
    assume("no carry", no_carry(modes, joined(groups)))


@lemma
def stepping_pieces_are_steps_of_w(pieces: Modes, w: int, x: int) -> Lemma:
    """If `stepping(pieces, w)` holds, the offset of the pieces at x is w*x."""
    assume("steps of w", stepping(pieces, w))
    assume("x is a coordinate", 0 <= x < total(pieces))

    def shows() -> None:
        ensure("x steps of w", value(pieces, x) == w * x)

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            t = pieces[0][0]
            stepping_pieces_are_steps_of_w(pieces[1:], t * w, x // t)

    return shows, proof


@lemma(on="pieces")
def images_of_two_lists_add_up(modes: Modes, pieces: Modes, others: Modes, x: int) -> Lemma:
    """The offset of two concatenated lists of images is the sum of the two lists' offsets."""
    at_least_one_mode(modes)
    assume("x is a coordinate", 0 <= x < total(pieces) * total(others))

    def shows() -> None:
        size = total(pieces)
        ensure(
            "the images of both",
            image_value(modes, followed(pieces, others), x)
            == image_value(modes, pieces, x % size) + image_value(modes, others, x // size),
        )

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            t, rest = pieces[0][0], total(pieces[1:])
            digit = x // t
            witness(x, t * rest, digit // rest, x % t + t * (digit % rest))
            images_of_two_lists_add_up(modes, pieces[1:], others, digit)

    return shows, proof


@lemma
def no_step_back_together_is_none_apart(pieces: Modes, others: Modes) -> Lemma:
    """If two lists, concatenated, have no negative stride, neither list has a negative stride."""
    if proving() and pieces:
        # Split the hypothesis about both lists into one hypothesis about the first piece and one
        # hypothesis about the other pieces.
        pieces[0]
    assume("no step back", strides_from(followed(pieces, others), 0))

    def shows() -> None:
        ensure("the first strides >= 0", strides_from(pieces, 0))
        ensure("the other strides >= 0", strides_from(others, 0))

    def proof() -> None:
        """Induction on the pieces."""
        if pieces:
            no_step_back_together_is_none_apart(pieces[1:], others)

    return shows, proof


@lemma
def carries_do_not_depend_on_strides(modes: Modes, d: int, pieces: Modes) -> Lemma:
    """If pieces do not carry in A, they do not carry in `counting(A, d)`, which has A's shape."""
    at_least_one_mode(modes)
    assume("no step back", strides_from(pieces, 0))
    assume("no carry", no_carry(modes, pieces))

    def shows() -> None:
        ensure("no carry", no_carry(counting(modes, d), pieces))

    def proof() -> None:
        """Induction on A's modes."""
        (s, _), rest = modes[0], modes[1:]
        if rest:
            residue_is_at_most_the_largest(pieces, s, 0)
            carries_do_not_depend_on_strides(rest, s * d + 1, quotients(pieces, s))

    return shows, proof


@lemma(on="b")
def coalescing_a_keeps_the_sum(modes: Modes, b: Modes, i: int) -> Lemma:
    """Coalescing A does not change the sum of A over B's modes."""
    at_least_one_mode(modes)
    assume("no step back", strides_from(b, 0))

    def shows() -> None:
        ensure(
            "the same sum",
            distributed(coalesce_extended(modes), b, i) == distributed(modes, b, i),
        )

    def proof() -> None:
        """Induction on B's modes."""
        if b:
            coalescing_a_keeps_the_sum(modes, b[1:], i // b[0][0])

    return shows, proof


@lemma(on="b")
def b_whose_pieces_do_not_carry_distributes(
    modes: Modes, b: Modes, groups: Groups, i: int
) -> Lemma:
    """A distributes over a B whose pieces do not carry."""
    pieces_of_b(modes, b, groups)
    assume("i is a coordinate", 0 <= i < total(b))

    def shows() -> None:
        ensure("B", value(joined(groups), i) == value(b, i))
        ensure("distributes", extended(modes, value(b, i)) == distributed(modes, b, i))

    def proof() -> None:
        """Induction on B's modes."""
        extended_at_zero_is_zero(modes)
        if not b:
            return
        (n, w), rest = b[0], b[1:]
        first, others = groups[0], joined(groups[1:])
        joined_groups_keep_the_size(rest, groups[1:])
        no_step_back_together_is_none_apart(first, others)
        no_carry_together_is_none_apart(modes, first, others)
        b_whose_pieces_do_not_carry_distributes(modes, rest, groups[1:], i // n)
        stepping_pieces_are_steps_of_w(first, w, i % n)
        images_of_two_lists_add_up(modes, first, others, i)

    return shows, proof
