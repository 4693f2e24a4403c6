"""Canonical modes are a normal form: canonical lists with equal size and function are identical.

Two lists are *identical* if they have the same modes in the same order. For two canonical lists of
the same size that are not identical, `difference(left, right)` is a coordinate where they differ.
This coordinate is 1 if the first strides differ, and the smaller first shape if only the first
shapes differ. If the first modes are equal, the coordinate is their shape times a coordinate where
the other modes differ.

Identical lists have the same function and length, coalescing does not change canonical lists, and
coalescing never increases the number of modes. The main theorem,
`canonical_modes_are_identical_or_differ`, is proved by induction with the cases of `difference`. It
implies that canonical lists with the same size and function are identical. So no list has fewer
modes than the canonical list with the same size and function.
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes, push
from spec.modes import Modes, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, same, unfold
from verif.theory.layouts.coalesce import canonical
from verif.theory.layouts.modes import opened, value_at_zero_is_zero


@definition(on="left")
def identical(left: Modes, right: Modes) -> bool:
    """Whether two lists have the same modes in the same order."""
    if not left or not right:
        return not left and not right
    return left[0] == right[0] and identical(left[1:], right[1:])


def difference(left: Modes, right: Modes) -> int:
    """A coordinate where two canonical lists of the same size differ, unless they are identical.

    If the first strides differ, the coordinate is 1. If only the first shapes differ, the
    coordinate is the smaller first shape: there, the list with the greater shape continues with
    equal steps, but the other list does not, because it is canonical. If the first modes are equal,
    the coordinate is their shape times a coordinate where the other modes differ.
    """
    (s, d), (t, e) = left[0], right[0]
    if d != e:
        return 1
    if s != t:
        return min(s, t)
    return s * difference(left[1:], right[1:])


@lemma
def value_at_one_is_the_first_stride(modes: Modes) -> Lemma:
    """A layout maps 1 to its first stride, if its first mode has a size of at least 2."""

    def shows() -> None:
        if modes and modes[0][0] >= 2:
            ensure("the first stride", value(modes, 1) == modes[0][1])

    def proof() -> None:
        """The first digit of the coordinate 1 is 1, and all other digits are 0."""
        if modes:
            value_at_zero_is_zero(modes[1:])

    return shows, proof


@lemma
def identical_modes_are_one_function(left: Modes, right: Modes, x: int) -> Lemma:
    """Identical lists of modes have the same size and function."""
    assume("identical", identical(left, right))
    assume("x is a coordinate", 0 <= x < total(left))
    opened(left, right)

    def shows() -> None:
        ensure("equal size", total(left) == total(right))
        ensure("equal values", value(left, x) == value(right, x))

    def proof() -> None:
        """Induction on both lists."""
        if left and right:
            identical_modes_are_one_function(left[1:], right[1:], x // left[0][0])

    return shows, proof


@lemma
def identical_modes_are_equally_many(left: Modes, right: Modes) -> Lemma:
    """Identical lists have the same number of modes."""
    opened(left, right)

    def shows() -> None:
        if identical(left, right):
            ensure("equal length", len(left) == len(right))

    def proof() -> None:
        """Induction on both lists."""
        if left and right:
            identical_modes_are_equally_many(left[1:], right[1:])

    return shows, proof


@lemma
def coalescing_changes_no_canonical_modes(modes: Modes) -> Lemma:
    """Coalescing does not change canonical modes."""
    assume("canonical", canonical(modes))

    def shows() -> None:
        same("the same modes", coalesce_modes(modes), modes)

    def proof() -> None:
        """Induction on the modes: no mode is dropped or merged."""
        if modes:
            coalescing_changes_no_canonical_modes(modes[1:])
            unfold(push, modes[0], modes[1:])
        unfold(coalesce_modes, modes)

    return shows, proof


@lemma
def coalescing_makes_no_more_modes(modes: Modes) -> Lemma:
    """Coalescing does not increase the number of modes."""

    def shows() -> None:
        ensure("no more modes", len(coalesce_modes(modes)) <= len(modes))

    def proof() -> None:
        """Induction on the modes: pushing a mode adds at most one mode."""
        if modes:
            coalescing_makes_no_more_modes(modes[1:])
            unfold(push, modes[0], coalesce_modes(modes[1:]))
        unfold(coalesce_modes, modes)

    return shows, proof


@contract(difference)
def canonical_modes_are_identical_or_differ(left: Modes, right: Modes) -> Promise:
    """Canonical lists of equal size that are not identical differ at `difference(left, right)`."""
    assume("the left is canonical", canonical(left))
    assume("the right is canonical", canonical(right))
    assume("equal sizes", total(left) == total(right))
    assume("not identical", not identical(left, right))
    opened(left, right)

    def shows(x: int) -> None:
        if proving():
            # The value at 1 is the first stride, for both lists and for their tails.
            for modes in (left, right, left[1:], right[1:]):
                value_at_one_is_the_first_stride(modes)
        ensure("x >= 0", x >= 0)
        ensure("x below the size", x < total(left))
        ensure("the values differ", value(left, x) != value(right, x))

    return Promise(shows)
