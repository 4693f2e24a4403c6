"""Breaks: where the steps of a mode of B first carry out of a mode of A.

For a mode n:w of B, the first break t is the least number such that t steps of w carry out of a
mode of A. If no number of steps below n carries, t is n. `cut` cuts n:w at its breaks, until a
break does not divide the remaining size. The results are the pieces. A^ is A, extended to all
naturals. A *group* is a canonical layout of size n, which is compared with the function
x -> A^(w*x). Assume that no deltas of A cancel (see the chapter `carries_show`).

Plan: for i < t, nothing carries, so A^(i*w) = i*A^(w). For i = t < n, this equation fails, since
the carry changes the offset. Let s:d be the first mode of the group. If d is not A^(w), the group
differs from A^(w*x) at x = 1. If s is not t, the group differs from A^(w*x) at x = min(s, t): at
this x, one of the two functions continues with equal steps, and the other does not. Otherwise the
same argument applies to the other modes of the group, with t*w instead of w. The function `astray`
returns the coordinate x that this argument finds. There are two main theorems. If such an x exists,
the group differs from A^(w*x) there. If no such x exists, the images of the pieces have the same
offsets as the group.
"""

from __future__ import annotations

from spec.composition import first_break, no_carry
from spec.int_tuple import ceil_div
from spec.modes import Modes, extended, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, unfold, witness
from verif.readings.modes import strides_from
from verif.theory.composition.carries_show import a_carry_shows, cancelling, passes
from verif.theory.composition.one_mode import (
    a_is_linear_on_pieces_that_do_not_carry,
    a_mode_and_steps,
    image_value,
)
from verif.theory.layouts.coalesce import canonical
from verif.theory.layouts.modes import (
    at_least_one_mode,
    extended_at_zero_is_zero,
    value_at_zero_is_zero,
)
from verif.theory.layouts.normal_form import value_at_one_is_the_first_stride


def cut(modes: Modes, n: int, w: int) -> Modes:
    """The mode n:w, cut at its breaks until a break does not divide the remaining size.

    >>> cut(((6, 8), (2, 2)), 4, 3), cut(((3, 1), (2, 5)), 5, 1)
    (((2, 3), (2, 6)), ((5, 1),))
    """
    t = first_break(modes, n, w)
    if t == n or n % t != 0:
        return ((n, w),)
    return ((t, w),) + cut(modes, n // t, t * w)


@definition(on="pieces")
def each_alone(modes: Modes, pieces: Modes) -> bool:
    """Whether no piece, taken alone, carries out of a mode of A."""
    if not pieces:
        return True
    return no_carry(modes, (pieces[0],)) and each_alone(modes, pieces[1:])


@definition(on="group")
def follows(modes: Modes, group: Modes, w: int) -> bool:
    """Whether the stride of each mode is A^(v), and the size of the mode is the first break of n:v.

    Here v is the step of the mode, and n is the total size of this mode and all later modes. The
    first mode has the step w. The mode after a mode of size s and step v has the step s*v.
    """
    if not group:
        return True
    (s, d), rest = group[0], group[1:]
    even = s == first_break(modes, total(group), w)
    return even and d == extended(modes, w) and follows(modes, rest, s * w)


def astray(modes: Modes, group: Modes, w: int) -> int:
    """A coordinate x at which a canonical group is not A^(x*w); the group's size if none exists.

    If the first stride is not A^(w), the coordinate is 1. If the size s of the first mode is not
    the first break t, the coordinate is min(s, t). There, either the group or A^(x*w) continues
    with equal steps, and the other function does not. Otherwise the coordinate is in the later
    modes.
    """
    if not group:
        return 1
    (s, d), rest = group[0], group[1:]
    t = first_break(modes, total(group), w)
    if d != extended(modes, w):
        return 1
    if s != t:
        return min(s, t)
    return s * astray(modes, rest, s * w)


@lemma
def steps_carry_first_at_the_break(modes: Modes, n: int, w: int) -> Lemma:
    """No carry occurs before the first break. If the break is less than n, a carry occurs there."""
    a_mode_and_steps(modes, n, w)

    def shows() -> None:
        t = first_break(modes, n, w)
        ensure("no carry before the break", no_carry(modes, ((t, w),)))
        if t < n:
            ensure("a carry at the break", passes(modes, (t - 1) * w, w, t * w))

    def proof() -> None:
        """Induction on A's modes, with the same cases as `first_break`."""
        (s, _), rest = modes[0], modes[1:]
        unfold(first_break, modes, n, w)
        if not rest:
            return
        u, q = w % s, w // s
        least = n if (n - 1) * u < s else ceil_div(s, u)
        steps_carry_first_at_the_break(rest, least, q)
        t = first_break(rest, least, q)
        ensure("before the break", (least - t) * u >= 0)
        ensure("no carry before the break", (t - 1) * u < s)
        witness((t - 1) * w, s, (t - 1) * q, (t - 1) * u)
        if t < least:
            ensure("the break does not carry in the first mode", t * u < s)
            witness(t * w, s, t * q, t * u)
        elif t < n:
            ensure("the break carries in the first mode", t * u >= s)
            witness(t * w, s, t * q + 1, t * u - s)
            # The carry goes into the next mode.
            rest[0]

    return shows, proof


@lemma
def steps_are_even_up_to_the_break(modes: Modes, n: int, w: int, i: int) -> Lemma:
    """If no deltas cancel, A^(i*w) is i*A^(w) for i < t, and is not i*A^(w) for i = t < n.

    Here t is the first break of n:w. If no number of steps below n carries, t is n, and the lemma
    says nothing about i = n.
    """
    a_mode_and_steps(modes, n, w)
    assume("no deltas cancel", not cancelling(modes))
    assume("i >= 1", i >= 1)

    def shows() -> None:
        t = first_break(modes, n, w)
        if i < t:
            ensure("A^ is linear here", extended(modes, i * w) == i * extended(modes, w))
        elif i == t and t < n:
            ensure("A^ is not linear here", extended(modes, i * w) != i * extended(modes, w))

    def proof() -> None:
        """Nothing carries before the break, and the carry at the break changes the offset."""
        t = first_break(modes, n, w)
        steps_carry_first_at_the_break(modes, n, w)
        extended_at_zero_is_zero(modes)
        if i < t:
            a_is_linear_on_pieces_that_do_not_carry(modes, ((t, w),), i)
        elif t < n:
            a_is_linear_on_pieces_that_do_not_carry(modes, ((t, w),), t - 1)
            a_carry_shows(modes, (t - 1) * w, w)

    return shows, proof


@contract(cut, on="n")
def cut_pieces_are_steps_of_w(modes: Modes, n: int, w: int) -> Promise:
    """The mode n:w, cut at its breaks, computes the function x -> w*x on [0, n)."""
    a_mode_and_steps(modes, n, w)

    def shows(pieces: Modes) -> None:
        ensure("size", total(pieces) == n)
        ensure("at least one piece", bool(pieces))
        ensure("no step back", strides_from(pieces, 0))

    def cut_value(pieces: Modes, x: int) -> None:
        assume("x is a coordinate", 0 <= x < n)
        ensure("steps of w", value(pieces, x) == w * x)

    return Promise(shows, {value: cut_value})


@contract(astray, on="group")
def a_group_is_not_a_where_it_goes_astray(modes: Modes, group: Modes, w: int) -> Promise:
    """If no deltas of A cancel, a canonical group follows A, or differs from A at `astray`.

    A group follows A at steps of w if `follows` holds. Otherwise the offset of the group at
    x = `astray` is not A^(x*w).
    """
    at_least_one_mode(modes)
    assume("no deltas cancel", not cancelling(modes))
    assume("canonical", canonical(group))
    assume("no step back", w >= 0)

    def shows(i: int) -> None:
        n = total(group)
        ensure("i >= 1", i >= 1)
        ensure("i within the size", i <= n)
        if i == n:
            ensure("nowhere astray", follows(modes, group, w))
            return
        if proving() and group:
            s, rest = group[0][0], group[1:]
            steps_are_even_up_to_the_break(modes, n, w, i)
            if i == s:
                value_at_one_is_the_first_stride(rest)
            else:
                value_at_zero_is_zero(rest)
        ensure("differs from A there", value(group, i) != extended(modes, i * w))

    return Promise(shows)


@lemma
def canonical_modes_have_a_size_of_at_least_2(group: Modes) -> Lemma:
    """A nonempty list of canonical modes has at least 2 coordinates."""
    at_least_one_mode(group)
    assume("canonical", canonical(group))

    def shows() -> None:
        ensure("size >= 2", total(group) >= 2)

    def proof() -> None:
        """The first mode has a size of at least 2."""
        group[0]

    return shows, proof


@lemma(on="group")
def a_group_nowhere_astray_is_the_images(modes: Modes, group: Modes, w: int, x: int) -> Lemma:
    """A canonical group that follows A (`follows`) has the same offsets as the pieces' images.

    Let n be the size of the group. The pieces are the mode n:w, cut at its breaks. A maps the
    pieces to their images. No piece, taken alone, carries out of a mode of A.
    """
    at_least_one_mode(modes)
    assume("x is a coordinate", 0 <= x < total(group))
    assume("canonical", canonical(group))
    assume("no step back", w >= 0)
    assume("the group follows A", follows(modes, group, w))

    def shows() -> None:
        pieces = cut(modes, total(group), w)
        ensure("the images of the pieces", value(group, x) == image_value(modes, pieces, x))
        ensure("no piece carries alone", each_alone(modes, pieces))

    def proof() -> None:
        """Induction on the modes of `group`: A maps a piece's stride to a mode's stride."""
        if group:
            s, rest = group[0][0], group[1:]
            if rest:
                canonical_modes_have_a_size_of_at_least_2(rest)
                a_group_nowhere_astray_is_the_images(modes, rest, s * w, x // s)
        steps_carry_first_at_the_break(modes, total(group), w)
        unfold(cut, modes, total(group), w)

    return shows, proof
