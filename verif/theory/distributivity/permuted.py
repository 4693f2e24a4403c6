"""Left distributivity for modes of B in any order: sorting them changes neither side.

`place` takes a coordinate of B to that of the sorted modes, where every mode has the digit that
it had. So the sum of A over the modes taken alone is the same sum in another order.
"""

from __future__ import annotations

from spec.complement import insert, sort_modes
from spec.modes import Mode, Modes, extended, total, value
from verif.kernel.claim import assume, ensure
from verif.kernel.contract import Automatic, Contract
from verif.theory.distributivity.increasing import (
    distributed,
    ordered,
    reach,
    super_increasing,
    super_increasing_distributes,
)
from verif.theory.layouts.modes import at_least_one_mode, strides_from
from verif.theory.layouts.sorting import inserted, place, removed, sorting, unplaced


def insertion_distributes(modes: Modes, mode: Mode, b: Modes, i: int) -> None:
    """Induction on B's modes."""
    if not b or mode[1] <= b[0][1]:
        return
    x, y = mode[0], b[0][0]
    insertion_distributes(modes, mode, b[1:], i % x + x * (i // x // y))


def _inserting(modes: Modes, mode: Mode, b: Modes, i: int) -> None:
    at_least_one_mode(modes)
    assume("i >= 0", i >= 0)


def _insertion_distributes(_: None, modes: Modes, mode: Mode, b: Modes, i: int) -> None:
    x, w = mode
    ensure(
        "the mode and the others",
        distributed(modes, insert(mode, b), inserted(mode, b, i))
        == extended(modes, w * (i % x)) + distributed(modes, b, i // x),
    )


def sorting_distributes(modes: Modes, b: Modes, i: int) -> None:
    """Induction on B's modes."""
    if not b:
        return
    x, rest = b[0][0], b[1:]
    sorting(rest, i // x, i // x)
    sorting_distributes(modes, rest, i // x)
    insertion_distributes(modes, b[0], sort_modes(rest), i % x + x * place(rest, i // x))


def _coordinate(modes: Modes, b: Modes, i: int) -> None:
    at_least_one_mode(modes)
    assume("i is a coordinate", 0 <= i < total(b))


def _sorting_distributes(_: None, modes: Modes, b: Modes, i: int) -> None:
    ensure(
        "the same sum",
        distributed(modes, sort_modes(b), place(b, i)) == distributed(modes, b, i),
    )


def removal_distributes(modes: Modes, mode: Mode, b: Modes, n: int) -> None:
    """Induction on B's modes."""
    if b and mode[1] > b[0][1]:
        removal_distributes(modes, mode, b[1:], n // b[0][0])


def _removing(modes: Modes, mode: Mode, b: Modes, n: int) -> None:
    at_least_one_mode(modes)
    assume("n >= 0", n >= 0)


def _removal_distributes(_: None, modes: Modes, mode: Mode, b: Modes, n: int) -> None:
    x, w = mode
    at = removed(mode, b, n)
    ensure("natural", at >= 0)
    ensure(
        "the mode and the others",
        distributed(modes, insert(mode, b), n)
        == extended(modes, w * (at % x)) + distributed(modes, b, at // x),
    )


def unsorting_distributes(modes: Modes, b: Modes, n: int) -> None:
    """Induction on B's modes."""
    if b:
        mode, rest = b[0], b[1:]
        removal_distributes(modes, mode, sort_modes(rest), n)
        unsorting_distributes(modes, rest, removed(mode, sort_modes(rest), n) // mode[0])


def _of_sorted(modes: Modes, b: Modes, n: int) -> None:
    at_least_one_mode(modes)
    assume("n >= 0", n >= 0)


def _unsorting_distributes(_: None, modes: Modes, b: Modes, n: int) -> None:
    ensure(
        "the same sum",
        distributed(modes, sort_modes(b), n) == distributed(modes, b, unplaced(b, n)),
    )


def inserted_strides(mode: Mode, b: Modes, floor: int) -> None:
    """Induction on the modes."""
    if b and not mode[1] <= b[0][1]:
        inserted_strides(mode, b[1:], floor)


def _strides_from(mode: Mode, b: Modes, floor: int) -> None:
    assume("the mode's stride", mode[1] >= floor)
    assume("the strides", strides_from(b, floor))


def _inserted_strides(_: None, mode: Mode, b: Modes, floor: int) -> None:
    ensure("the strides", strides_from(insert(mode, b), floor))


def sorted_strides(b: Modes, floor: int) -> None:
    """Induction on the modes."""
    if b:
        sorted_strides(b[1:], floor)
        inserted_strides(b[0], sort_modes(b[1:]), floor)


def _strides(b: Modes, floor: int) -> None:
    assume("the strides", strides_from(b, floor))


def _sorted_strides(_: None, b: Modes, floor: int) -> None:
    ensure("the strides", strides_from(sort_modes(b), floor))


def permuted_increasing(modes: Modes, b: Modes, i: int) -> None:
    """What is so of the sorted modes at the sorted coordinate is so of B at i."""
    sorting(b, i, i)
    sorting_distributes(modes, b, i)
    sorted_strides(b, 0)
    super_increasing_distributes(modes, sort_modes(b), place(b, i))


def _increasing_once_sorted(modes: Modes, b: Modes, i: int) -> None:
    at_least_one_mode(modes)
    assume("super-increasing once sorted", super_increasing(modes, sort_modes(b), 1))
    assume("no step back", strides_from(b, 0))
    assume("i is a coordinate", 0 <= i < total(b))


def permuted_distributes(modes: Modes, b: Modes, i: int) -> None:
    """What is ordered is super-increasing."""
    sorted_strides(b, 0)
    reach(modes, sort_modes(b), 1, 1)
    permuted_increasing(modes, b, i)


def _ordered_once_sorted(modes: Modes, b: Modes, i: int) -> None:
    at_least_one_mode(modes)
    assume("ordered once sorted", ordered(modes, sort_modes(b), 1))
    assume("no step back", strides_from(b, 0))
    assume("i is a coordinate", 0 <= i < total(b))


def _permuted_distributes(_: None, modes: Modes, b: Modes, i: int) -> None:
    ensure("distributes", extended(modes, value(b, i)) == distributed(modes, b, i))


INSERTION_DISTRIBUTES = Contract(
    "INSERTION-DISTRIBUTES",
    "inserting a mode into those of B adds A of its steps to the sum",
    insertion_distributes,
    requires=_inserting,
    ensures=_insertion_distributes,
    measure=lambda modes, mode, b, i: len(b),
)
SORTING_DISTRIBUTES = Contract(
    "SORTING-DISTRIBUTES",
    "sorting the modes of B changes the order of the sum alone",
    sorting_distributes,
    requires=_coordinate,
    ensures=_sorting_distributes,
    measure=lambda modes, b, i: len(b),
)
REMOVAL_DISTRIBUTES = Contract(
    "REMOVAL-DISTRIBUTES",
    "the sum over modes with one inserted is that of the mode and of the others",
    removal_distributes,
    requires=_removing,
    ensures=_removal_distributes,
    measure=lambda modes, mode, b, n: len(b),
)
UNSORTING_DISTRIBUTES = Contract(
    "UNSORTING-DISTRIBUTES",
    "the sum over sorted modes is that over the modes, at a coordinate of theirs",
    unsorting_distributes,
    requires=_of_sorted,
    ensures=_unsorting_distributes,
    measure=lambda modes, b, n: len(b),
)
INSERTED_STRIDES = Contract(
    "INSERTED-STRIDES",
    "a stride that is inserted is one of them",
    inserted_strides,
    requires=_strides_from,
    ensures=_inserted_strides,
)
SORTED_STRIDES = Contract(
    "SORTED-STRIDES",
    "the strides of sorted modes are those of the modes",
    sorted_strides,
    requires=_strides,
    ensures=_sorted_strides,
)
PERMUTED_INCREASING = Contract(
    "PERMUTED-INCREASING",
    "a B that is super-increasing once it is sorted distributes",
    permuted_increasing,
    requires=_increasing_once_sorted,
    ensures=_permuted_distributes,
)
PERMUTED = Contract(
    "PERMUTED",
    "a B that is ordered once it is sorted distributes",
    permuted_distributes,
    requires=_ordered_once_sorted,
    ensures=_permuted_distributes,
)

OBSERVATIONS: dict[object, str] = {}
CONTRACTS = (
    INSERTION_DISTRIBUTES,
    SORTING_DISTRIBUTES,
    REMOVAL_DISTRIBUTES,
    UNSORTING_DISTRIBUTES,
    INSERTED_STRIDES,
    SORTED_STRIDES,
    PERMUTED_INCREASING,
    PERMUTED,
)
AUTOMATIC: tuple[Automatic, ...] = ()
