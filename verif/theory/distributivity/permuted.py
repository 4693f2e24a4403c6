"""Left distributivity for modes of B in any order: sorting them changes neither side.

`place_after_sorting` takes a coordinate of B to that of the sorted modes, where every mode has the
digit that it had. So the sum of A over the modes taken alone is the same sum in another order.
"""

from __future__ import annotations

from spec.complement import insert, sort_modes
from spec.modes import Mode, Modes, extended, total, value
from verif.kernel.claim import assume, ensure
from verif.kernel.theory import Lemma, lemma
from verif.readings.modes import strides_from
from verif.theory.distributivity.increasing import (
    distributed,
    ordered,
    ordered_is_super_increasing,
    super_increasing,
    super_increasing_distributes,
)
from verif.theory.layouts.modes import at_least_one_mode
from verif.theory.layouts.sorting import (
    place_after_insertion,
    place_after_sorting,
    place_before_insertion,
    place_before_sorting,
    sorting_reindexes,
)


@lemma(on="b")
def insertion_distributes(modes: Modes, mode: Mode, b: Modes, i: int) -> Lemma:
    """Inserting a mode into those of B adds A of its steps to the sum."""
    at_least_one_mode(modes)
    assume("i >= 0", i >= 0)

    def shows() -> None:
        x, w = mode
        ensure(
            "the mode and the others",
            distributed(modes, insert(mode, b), place_after_insertion(mode, b, i))
            == extended(modes, w * (i % x)) + distributed(modes, b, i // x),
        )

    def proof() -> None:
        """Induction on B's modes."""
        if not b or mode[1] <= b[0][1]:
            return
        x, y = mode[0], b[0][0]
        insertion_distributes(modes, mode, b[1:], i % x + x * (i // x // y))

    return shows, proof


@lemma(on="b")
def sorting_distributes(modes: Modes, b: Modes, i: int) -> Lemma:
    """Sorting the modes of B changes the order of the sum alone."""
    at_least_one_mode(modes)
    assume("i is a coordinate", 0 <= i < total(b))

    def shows() -> None:
        ensure(
            "the same sum",
            distributed(modes, sort_modes(b), place_after_sorting(b, i))
            == distributed(modes, b, i),
        )

    def proof() -> None:
        """Induction on B's modes."""
        if not b:
            return
        x, rest = b[0][0], b[1:]
        sorting_reindexes(rest, i // x, i // x)
        sorting_distributes(modes, rest, i // x)
        insertion_distributes(
            modes, b[0], sort_modes(rest), i % x + x * place_after_sorting(rest, i // x)
        )

    return shows, proof


@lemma(on="b")
def removal_distributes(modes: Modes, mode: Mode, b: Modes, n: int) -> Lemma:
    """The sum over modes with one inserted is that of the mode and of the others."""
    at_least_one_mode(modes)
    assume("n >= 0", n >= 0)

    def shows() -> None:
        x, w = mode
        at = place_before_insertion(mode, b, n)
        ensure("natural", at >= 0)
        ensure(
            "the mode and the others",
            distributed(modes, insert(mode, b), n)
            == extended(modes, w * (at % x)) + distributed(modes, b, at // x),
        )

    def proof() -> None:
        """Induction on B's modes."""
        if b and mode[1] > b[0][1]:
            removal_distributes(modes, mode, b[1:], n // b[0][0])

    return shows, proof


@lemma(on="b")
def unsorting_distributes(modes: Modes, b: Modes, n: int) -> Lemma:
    """The sum over sorted modes is that over the modes, at a coordinate of theirs."""
    at_least_one_mode(modes)
    assume("n >= 0", n >= 0)

    def shows() -> None:
        ensure(
            "the same sum",
            distributed(modes, sort_modes(b), n)
            == distributed(modes, b, place_before_sorting(b, n)),
        )

    def proof() -> None:
        """Induction on B's modes."""
        if b:
            mode, rest = b[0], b[1:]
            removal_distributes(modes, mode, sort_modes(rest), n)
            unsorting_distributes(
                modes, rest, place_before_insertion(mode, sort_modes(rest), n) // mode[0]
            )

    return shows, proof


@lemma
def inserted_strides(mode: Mode, b: Modes, floor: int) -> Lemma:
    """A stride that is inserted is one of them."""
    assume("the mode's stride", mode[1] >= floor)
    assume("the strides", strides_from(b, floor))

    def shows() -> None:
        ensure("the strides", strides_from(insert(mode, b), floor))

    def proof() -> None:
        """Induction on the modes."""
        if b and not mode[1] <= b[0][1]:
            inserted_strides(mode, b[1:], floor)

    return shows, proof


@lemma
def sorted_strides(b: Modes, floor: int) -> Lemma:
    """The strides of sorted modes are those of the modes."""
    assume("the strides", strides_from(b, floor))

    def shows() -> None:
        ensure("the strides", strides_from(sort_modes(b), floor))

    def proof() -> None:
        """Induction on the modes."""
        if b:
            sorted_strides(b[1:], floor)
            inserted_strides(b[0], sort_modes(b[1:]), floor)

    return shows, proof


@lemma
def permuted_increasing(modes: Modes, b: Modes, i: int) -> Lemma:
    """A B that is super-increasing once it is sorted distributes."""
    at_least_one_mode(modes)
    assume("super-increasing once sorted", super_increasing(modes, sort_modes(b), 1))
    assume("no step back", strides_from(b, 0))
    assume("i is a coordinate", 0 <= i < total(b))

    def shows() -> None:
        ensure("distributes", extended(modes, value(b, i)) == distributed(modes, b, i))

    def proof() -> None:
        """What is so of the sorted modes at the sorted coordinate is so of B at i."""
        sorting_reindexes(b, i, i)
        sorting_distributes(modes, b, i)
        sorted_strides(b, 0)
        super_increasing_distributes(modes, sort_modes(b), place_after_sorting(b, i))

    return shows, proof


@lemma
def permuted_distributes(modes: Modes, b: Modes, i: int) -> Lemma:
    """A B that is ordered once it is sorted distributes."""
    at_least_one_mode(modes)
    assume("ordered once sorted", ordered(modes, sort_modes(b), 1))
    assume("no step back", strides_from(b, 0))
    assume("i is a coordinate", 0 <= i < total(b))

    def shows() -> None:
        ensure("distributes", extended(modes, value(b, i)) == distributed(modes, b, i))

    def proof() -> None:
        """What is ordered is super-increasing."""
        sorted_strides(b, 0)
        ordered_is_super_increasing(modes, sort_modes(b), 1, 1)
        permuted_increasing(modes, b, i)

    return shows, proof
