"""Left distributivity over a B in any order: sorting B's modes changes neither side of the law.

`sort_modes(B)` has the modes of B, sorted by stride. `place_after_sorting` maps a coordinate of B
to the coordinate of the sorted modes in which each mode keeps its digit. `place_before_sorting` is
the inverse map.

Plan: the sum of A over the separate modes does not depend on the order of the modes. Therefore, if
A distributes over the sorted modes, A distributes over B. The last two lemmas state this, and are
the main theorems. The proof first inserts one mode, and then sorts all modes. It maps coordinates
in both directions, because a later chapter starts with a coordinate of the sorted modes.
"""

from __future__ import annotations

from spec.complement import insert, sort_modes
from spec.modes import Mode, Modes, extended, total, value
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure
from verif.readings.modes import strides_from
from verif.theory.distributivity.super_increasing import (
    distributed,
    ordered,
    ordered_modes_are_super_increasing,
    super_increasing,
    super_increasing_b_distributes,
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
def insertion_adds_the_mode_to_the_sum(modes: Modes, mode: Mode, b: Modes, i: int) -> Lemma:
    """Inserting a mode into B adds A^(v) to the sum of A^ over B's modes.

    Here v is the offset of the inserted mode.
    """
    at_least_one_mode(modes)
    assume("i >= 0", i >= 0)

    def shows() -> None:
        x, w = mode
        ensure(
            "A^ of the mode, plus the others",
            distributed(modes, insert(mode, b), place_after_insertion(mode, b, i))
            == extended(modes, w * (i % x)) + distributed(modes, b, i // x),
        )

    def proof() -> None:
        """Induction on B's modes."""
        if not b or mode[1] <= b[0][1]:
            return
        x, y = mode[0], b[0][0]
        insertion_adds_the_mode_to_the_sum(modes, mode, b[1:], i % x + x * (i // x // y))

    return shows, proof


@lemma(on="b")
def sorting_keeps_the_sum(modes: Modes, b: Modes, i: int) -> Lemma:
    """Sorting the modes of B does not change the sum of A over the modes."""
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
        sorting_keeps_the_sum(modes, rest, i // x)
        insertion_adds_the_mode_to_the_sum(
            modes, b[0], sort_modes(rest), i % x + x * place_after_sorting(rest, i // x)
        )

    return shows, proof


@lemma(on="b")
def an_inserted_mode_splits_off_the_sum(modes: Modes, mode: Mode, b: Modes, n: int) -> Lemma:
    """At n, the sum of A over `insert(mode, b)` is A^ of the mode's offset plus the sum over B."""
    at_least_one_mode(modes)
    assume("n >= 0", n >= 0)

    def shows() -> None:
        x, w = mode
        at = place_before_insertion(mode, b, n)
        ensure("natural", at >= 0)
        ensure(
            "A^ of the mode, plus the others",
            distributed(modes, insert(mode, b), n)
            == extended(modes, w * (at % x)) + distributed(modes, b, at // x),
        )

    def proof() -> None:
        """Induction on B's modes."""
        if b and mode[1] > b[0][1]:
            an_inserted_mode_splits_off_the_sum(modes, mode, b[1:], n // b[0][0])

    return shows, proof


@lemma(on="b")
def unsorting_keeps_the_sum(modes: Modes, b: Modes, n: int) -> Lemma:
    """The sum of A over the sorted modes at n is its sum over B at `place_before_sorting(b, n)`."""
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
            an_inserted_mode_splits_off_the_sum(modes, mode, sort_modes(rest), n)
            unsorting_keeps_the_sum(
                modes, rest, place_before_insertion(mode, sort_modes(rest), n) // mode[0]
            )

    return shows, proof


@lemma
def insertion_keeps_strides_from(mode: Mode, b: Modes, floor: int) -> Lemma:
    """If the strides of `mode` and `b` are >= `floor`, so are the strides of `insert(mode, b)`."""
    assume("the mode's stride", mode[1] >= floor)
    assume("the strides", strides_from(b, floor))

    def shows() -> None:
        ensure("the strides", strides_from(insert(mode, b), floor))

    def proof() -> None:
        """Induction on the modes."""
        if b and not mode[1] <= b[0][1]:
            insertion_keeps_strides_from(mode, b[1:], floor)

    return shows, proof


@lemma
def sorting_keeps_strides_from(b: Modes, floor: int) -> Lemma:
    """If all strides are at least `floor`, the strides of the sorted modes are, too."""
    assume("the strides", strides_from(b, floor))

    def shows() -> None:
        ensure("the strides", strides_from(sort_modes(b), floor))

    def proof() -> None:
        """Induction on the modes."""
        if b:
            sorting_keeps_strides_from(b[1:], floor)
            insertion_keeps_strides_from(b[0], sort_modes(b[1:]), floor)

    return shows, proof


@lemma
def super_increasing_once_sorted_distributes(modes: Modes, b: Modes, i: int) -> Lemma:
    """If B's modes, sorted by stride, satisfy `super_increasing`, A distributes over B."""
    at_least_one_mode(modes)
    assume("super-increasing once sorted", super_increasing(modes, sort_modes(b), 1))
    assume("no step back", strides_from(b, 0))
    assume("i is a coordinate", 0 <= i < total(b))

    def shows() -> None:
        ensure("distributes", extended(modes, value(b, i)) == distributed(modes, b, i))

    def proof() -> None:
        """At the corresponding coordinate, the sorted modes have the same value and sum as B."""
        sorting_reindexes(b, i, i)
        sorting_keeps_the_sum(modes, b, i)
        sorting_keeps_strides_from(b, 0)
        super_increasing_b_distributes(modes, sort_modes(b), place_after_sorting(b, i))

    return shows, proof


@lemma
def ordered_once_sorted_distributes(modes: Modes, b: Modes, i: int) -> Lemma:
    """If B's modes, sorted by stride, satisfy `ordered`, A distributes over B."""
    at_least_one_mode(modes)
    assume("ordered once sorted", ordered(modes, sort_modes(b), 1))
    assume("no step back", strides_from(b, 0))
    assume("i is a coordinate", 0 <= i < total(b))

    def shows() -> None:
        ensure("distributes", extended(modes, value(b, i)) == distributed(modes, b, i))

    def proof() -> None:
        """Ordered modes are super-increasing."""
        sorting_keeps_strides_from(b, 0)
        ordered_modes_are_super_increasing(modes, sort_modes(b), 1, 1)
        super_increasing_once_sorted_distributes(modes, b, i)

    return shows, proof
