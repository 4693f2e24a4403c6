"""Compact modes: each mode starts where the previous mode ends, so they compute the identity.

Let the modes x_k:w_k be sorted by stride. For each mode, let h be 1 + the sum of (x - 1)*w over the
modes before it. The first h that is less than the stride of its mode is called the *hole*. Modes of
shape 1 are skipped. `span` is the sum of (x - 1)*w over all modes.

Plan: sorted modes do not reach the offset at a hole: the modes before the hole end earlier, and the
modes after the hole have larger strides. If modes have no hole, 1 + `span` is at most their size.
If 1 + `span` equals the size, no mode overlaps the modes before it. Then each mode starts where the
mode before it ends. This is the main theorem, the last lemma.
"""

from __future__ import annotations

from spec.complement import insert, sort_modes
from spec.modes import Mode, Modes, total, value
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure
from verif.readings.modes import span, strides_from
from verif.theory.complement.products import positive_factor_cancels


@definition(on="modes")
def compact(modes: Modes, u: int) -> bool:
    """Whether the first stride is u, and each later stride is the end of the mode before it.

    Modes of size 1 are skipped.
    """
    if not modes:
        return True
    (x, w), rest = modes[0], modes[1:]
    if x == 1:
        return compact(rest, u)
    return w == u and compact(rest, x * w)


@definition(on="modes")
def ascending(modes: Modes, low: int) -> bool:
    """Whether the strides are in ascending order, and all are at least `low`."""
    if not modes:
        return True
    d, rest = modes[0][1], modes[1:]
    return d >= low and ascending(rest, d)


@definition(on="modes")
def hole(modes: Modes, u: int) -> int:
    """The first offset that sorted modes leave out, or 0 if they leave out no offset.

    `modes` follow other modes, which reach the offsets 0 .. u - 1. The result is at most the
    greatest offset of `modes`.
    """
    if not modes:
        return 0
    (x, w), rest = modes[0], modes[1:]
    if x == 1:
        return hole(rest, u)
    if w > u:
        return u
    return hole(rest, u + (x - 1) * w)


@lemma
def compact_modes_are_the_coordinate(modes: Modes, u: int, z: int) -> Lemma:
    """Compact modes that start at u map each coordinate z to u * z."""
    assume("compact", compact(modes, u))
    assume("z is a coordinate", 0 <= z < total(modes))

    def shows() -> None:
        ensure("the coordinate itself", value(modes, z) == u * z)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            x = modes[0][0]
            compact_modes_are_the_coordinate(modes[1:], u * x, z // x)

    return shows, proof


@lemma
def insertion_keeps_strides_ascending(mode: Mode, modes: Modes, low: int) -> Lemma:
    """Inserting a mode into modes sorted by stride keeps them sorted."""
    assume("the mode's stride", mode[1] >= low)
    assume("sorted", ascending(modes, low))

    def shows() -> None:
        ensure("sorted", ascending(insert(mode, modes), low))

    def proof() -> None:
        """Induction on the modes."""
        if modes and not mode[1] <= modes[0][1]:
            insertion_keeps_strides_ascending(mode, modes[1:], modes[0][1])

    return shows, proof


@lemma
def sorted_strides_ascend(modes: Modes, low: int) -> Lemma:
    """`sort_modes` returns modes with ascending strides."""
    assume("the strides", strides_from(modes, low))

    def shows() -> None:
        ensure("sorted", ascending(sort_modes(modes), low))

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            sorted_strides_ascend(modes[1:], low)
            insertion_keeps_strides_ascending(modes[0], sort_modes(modes[1:]), low)

    return shows, proof


@lemma
def ascending_modes_step_by_the_first_at_least(modes: Modes, low: int, z: int) -> Lemma:
    """If sorted modes have strides >= `low`, each offset is 0, or at least `low`."""
    assume("natural", low >= 0)
    assume("sorted", ascending(modes, low))
    assume("z is a coordinate", 0 <= z < total(modes))

    def shows() -> None:
        ensure("0, or at least `low`", value(modes, z) == 0 or value(modes, z) >= low)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            x, w = modes[0]
            ascending_modes_step_by_the_first_at_least(modes[1:], w, z // x)

    return shows, proof


@lemma
def a_hole_is_not_taken(modes: Modes, low: int, u: int, v: int, z: int) -> Lemma:
    """If sorted modes leave a hole h, no sum v + modes(z) with v < u equals h.

    If n is the number of coordinates, h is less than u * n.
    """
    assume("natural", low >= 0)
    assume("u >= 1", u >= 1)
    assume("sorted", ascending(modes, low))
    assume("v below u", 0 <= v < u)
    assume("z is a coordinate", 0 <= z < total(modes))

    def shows() -> None:
        m = hole(modes, u)
        ensure("natural", m >= 0)
        if m > 0:
            ensure("below the size", m < u * total(modes))
            ensure("not taken", v + value(modes, z) != m)

    def proof() -> None:
        """Induction on the modes, where v is the sum of the steps of the earlier modes."""
        if not modes:
            return
        (x, w), rest = modes[0], modes[1:]
        if x == 1:
            a_hole_is_not_taken(rest, w, u, v, z)
        elif w > u:
            # The hole is at u. The number v is below u, and any step of these modes goes beyond u.
            ascending_modes_step_by_the_first_at_least(modes, w, z)
        else:
            a_hole_is_not_taken(rest, w, u + (x - 1) * w, v + w * (z % x), z // x)
            ensure("no further", (u + (x - 1) * w) * total(rest) <= x * u * total(rest))

    return shows, proof


def sorted_without_a_hole(modes: Modes, low: int, u: int) -> None:
    """Assume that modes are sorted by stride and leave out no offset."""
    assume("natural", low >= 0)
    assume("u >= 1", u >= 1)
    assume("sorted", ascending(modes, low))
    assume("no hole", hole(modes, u) == 0)


@lemma
def modes_without_a_hole_end_within_their_size(modes: Modes, low: int, u: int) -> Lemma:
    """If sorted modes have no hole from u on, u + `span` <= u * size."""
    sorted_without_a_hole(modes, low, u)

    def shows() -> None:
        ensure("ends within the size", u + span(modes) <= u * total(modes))

    def proof() -> None:
        """Induction on the modes: if w <= u, then u + (x - 1)*w is at most x*u."""
        if not modes:
            return
        (x, w), rest = modes[0], modes[1:]
        if x == 1:
            modes_without_a_hole_end_within_their_size(rest, w, u)
        else:
            modes_without_a_hole_end_within_their_size(rest, w, u + (x - 1) * w)
            ensure("no further", (u + (x - 1) * w) * total(rest) <= x * u * total(rest))

    return shows, proof


@lemma
def full_modes_without_a_hole_are_compact(modes: Modes, low: int, u: int) -> Lemma:
    """If sorted modes have no hole from u on, and u + `span` >= u * size, they are compact."""
    sorted_without_a_hole(modes, low, u)
    assume("u + span >= u * size", u + span(modes) >= u * total(modes))

    def shows() -> None:
        ensure("compact", compact(modes, u))

    def proof() -> None:
        """Induction on the modes. For the first mode x:w, w < u would imply u + (x - 1)*w < x*u."""
        if not modes:
            return
        (x, w), rest = modes[0], modes[1:]
        if x == 1:
            full_modes_without_a_hole_are_compact(rest, w, u)
        else:
            modes_without_a_hole_end_within_their_size(rest, w, u + (x - 1) * w)
            positive_factor_cancels(total(rest), u + (x - 1) * w, x * u)
            positive_factor_cancels(x - 1, w, u)
            full_modes_without_a_hole_are_compact(rest, w, x * u)

    return shows, proof
