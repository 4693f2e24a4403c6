"""Canonical modes are a normal form: of one size, two lists are the same or differ at a coordinate.

Two lists are *identical* where they have the same modes. One size given, lists that are not
identical have `difference(left, right)`, a coordinate that is found along the modes: 1, where
the first strides differ; the end of the shorter first mode, where the first shapes differ; or
that of the modes after.

Identical modes have one function and one length, canonical ones stay under coalesce, and
coalescing makes no mode more. The main theorem, `canonical_modes_are_identical_or_differ`, is an
induction along `difference`: canonical modes of one function are identical. So no list with
the function of canonical modes is shorter.
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
    """Whether two lists have the same modes."""
    if not left or not right:
        return not left and not right
    return left[0] == right[0] and identical(left[1:], right[1:])


def difference(left: Modes, right: Modes) -> int:
    """A coordinate where two canonical lists of one size differ, unless they are identical.

    If the first strides differ, 1. If the first shapes differ, where the shorter mode ends:
    there the one goes on with its next stride, which does not continue the first mode, and
    the other does continue it. Otherwise the difference is in the modes after.
    """
    (s, d), (t, e) = left[0], right[0]
    if d != e:
        return 1
    if s != t:
        return min(s, t)
    return s * difference(left[1:], right[1:])


@lemma
def value_at_one_is_the_first_stride(modes: Modes) -> Lemma:
    """A layout takes 1 to its first stride, where its first mode has a size of at least 2."""

    def shows() -> None:
        if modes and modes[0][0] >= 2:
            ensure("the first stride", value(modes, 1) == modes[0][1])

    def proof() -> None:
        """The first digit of 1 is 1, and the modes after are at 0."""
        if modes:
            value_at_zero_is_zero(modes[1:])

    return shows, proof


@lemma
def identical_modes_are_one_function(left: Modes, right: Modes, x: int) -> Lemma:
    """Identical modes have one size and one function."""
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
    """Identical modes are equally many."""
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
    """Coalescing canonical modes changes nothing."""
    assume("canonical", canonical(modes))

    def shows() -> None:
        same("the same modes", coalesce_modes(modes), modes)

    def proof() -> None:
        """Induction on the modes: none is dropped, and none is merged."""
        if modes:
            coalescing_changes_no_canonical_modes(modes[1:])
            unfold(push, modes[0], modes[1:])
        unfold(coalesce_modes, modes)

    return shows, proof


@lemma
def coalescing_makes_no_more_modes(modes: Modes) -> Lemma:
    """Coalescing makes no more modes than there were."""

    def shows() -> None:
        ensure("no more modes", len(coalesce_modes(modes)) <= len(modes))

    def proof() -> None:
        """Induction on the modes: pushing one adds at most one."""
        if modes:
            coalescing_makes_no_more_modes(modes[1:])
            unfold(push, modes[0], coalesce_modes(modes[1:]))
        unfold(coalesce_modes, modes)

    return shows, proof


@contract(difference)
def canonical_modes_are_identical_or_differ(left: Modes, right: Modes) -> Promise:
    """Canonical modes of one size that are not identical differ at the coordinate `difference`."""
    assume("the left is canonical", canonical(left))
    assume("the right is canonical", canonical(right))
    assume("of one size", total(left) == total(right))
    assume("not identical", not identical(left, right))
    opened(left, right)

    def shows(x: int) -> None:
        if proving():
            # At 1 the strides tell, of the modes after too, where one list goes on with them.
            for modes in (left, right, left[1:], right[1:]):
                value_at_one_is_the_first_stride(modes)
        ensure("x >= 0", x >= 0)
        ensure("x below the size", x < total(left))
        ensure("the values differ", value(left, x) != value(right, x))

    return Promise(shows)
