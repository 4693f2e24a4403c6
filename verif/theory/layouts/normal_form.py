"""Coalesced modes are a normal form: of one size, they are the same list or differ somewhere."""

from __future__ import annotations

from spec.coalesce import coalesce_modes, push
from spec.modes import Modes, total, value
from verif.kernel.claim import assume, ensure, proving, same, unfold
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.theory.layouts.coalesce import canonical
from verif.theory.layouts.modes import value_at_zero_is_zero


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
    """A layout is its first stride at 1, unless its first mode has size 1."""

    def shows() -> None:
        if modes and modes[0][0] >= 2:
            ensure("the first stride", value(modes, 1) == modes[0][1])

    def proof() -> None:
        """By the value at 0 of the modes after."""
        if modes:
            value_at_zero_is_zero(modes[1:])

    return shows, proof


@contract(difference)
def canonical_modes_are_identical_or_differ(left: Modes, right: Modes) -> Promise:
    """Canonical modes of one size are identical or differ somewhere."""
    assume("the left is canonical", canonical(left))
    assume("the right is canonical", canonical(right))
    assume("of one size", total(left) == total(right))
    assume("not identical", not identical(left, right))
    if proving():
        for modes in (left, right):
            if modes:
                modes[0]

    def shows(x: int) -> None:
        if proving():
            for modes in (left, right, left[1:], right[1:]):
                value_at_one_is_the_first_stride(modes)
        ensure("x >= 0", x >= 0)
        ensure("x below the size", x < total(left))
        ensure("the values differ", value(left, x) != value(right, x))

    return Promise(shows)


@lemma
def identical_modes_are_one_function(left: Modes, right: Modes, x: int) -> Lemma:
    """Identical modes have one size and one function."""
    assume("identical", identical(left, right))
    assume("x is a coordinate", 0 <= x < total(left))
    if proving():
        for modes in (left, right):
            if modes:
                modes[0]

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
    if proving():
        for modes in (left, right):
            if modes:
                modes[0]

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
    """Coalescing does not make modes."""

    def shows() -> None:
        ensure("no more modes", len(coalesce_modes(modes)) <= len(modes))

    def proof() -> None:
        """Induction on the modes: pushing one adds at most one."""
        if modes:
            coalescing_makes_no_more_modes(modes[1:])
            unfold(push, modes[0], coalesce_modes(modes[1:]))
        unfold(coalesce_modes, modes)

    return shows, proof
