"""Placed modes: the pairs of offsets and coordinates of a layout, with modes in any order.

A placed mode has a shape s, a stride d and a *step*. If the digit of the mode grows by 1, then the
offset grows by d, and the layout's 1-D coordinate grows by the step. A coordinate n of a list of
placed modes has a digit for each mode. `offset` is the sum of d times the digit over all modes: the
layout's offset. `steps` is the sum of the step times the digit: the layout's 1-D coordinate that
has this offset. If the modes are in their original order, `steps` at n is n.

Sorting the modes changes which coordinate has which digits. The two main theorems relate the sorted
list and the original list. Each coordinate of the sorted list has the same `offset` and `steps` as
some coordinate of the original list (`coordinate_after_sorting_is_one_before`), and conversely
(`coordinate_before_sorting_is_one_after`). Both theorems are first proved for the insertion of one
mode, by induction on the modes, and then for sorting. No proof uses the fact that the sorted list
is in order.
"""

from __future__ import annotations

from spec.inverse import Placed, PlacedModes, insert_placed, placed, sort_placed
from spec.modes import Modes, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure


@definition(on="modes")
def count(modes: PlacedModes) -> int:
    """The number of coordinates of a list of placed modes."""
    if not modes:
        return 1
    return modes[0].shape * count(modes[1:])


@definition(on="modes")
def offset(modes: PlacedModes, n: int) -> int:
    """The offset at the coordinate n of the placed modes."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    return d * (n % s) + offset(rest, n // s)


@definition(on="modes")
def steps(modes: PlacedModes, n: int) -> int:
    """The layout's 1-D coordinate that corresponds to the coordinate n of the placed modes."""
    if not modes:
        return 0
    (s, _, step), rest = modes[0], modes[1:]
    return step * (n % s) + steps(rest, n // s)


@definition(on="modes")
def steps_from(modes: PlacedModes, floor: int) -> bool:
    """Whether every step is at least `floor`."""
    if not modes:
        return True
    return modes[0].step >= floor and steps_from(modes[1:], floor)


@definition(on="modes")
def before_insertion(mode: Placed, modes: PlacedModes, n: int) -> int:
    """The coordinate n of `insert_placed(mode, modes)`, as a coordinate of `(mode, *modes)`."""
    if not modes or mode.stride <= modes[0].stride:
        return n
    s, t = mode.shape, modes[0].shape
    inner = before_insertion(mode, modes[1:], n // t)
    return inner % s + s * (n % t + t * (inner // s))


@definition(on="modes")
def after_insertion(mode: Placed, modes: PlacedModes, n: int) -> int:
    """The coordinate n of `(mode, *modes)`, as a coordinate of `insert_placed(mode, modes)`."""
    if not modes or mode.stride <= modes[0].stride:
        return n
    s, t = mode.shape, modes[0].shape
    rest = n // s
    return rest % t + t * after_insertion(mode, modes[1:], n % s + s * (rest // t))


@definition(on="modes")
def before_sorting(modes: PlacedModes, n: int) -> int:
    """The coordinate n of `sort_placed(modes)`, as a coordinate of `modes`."""
    if not modes:
        return n
    s = modes[0].shape
    inner = before_insertion(modes[0], sort_placed(modes[1:]), n)
    return inner % s + s * before_sorting(modes[1:], inner // s)


@definition(on="modes")
def after_sorting(modes: PlacedModes, n: int) -> int:
    """The coordinate n of `modes`, as a coordinate of `sort_placed(modes)`."""
    if not modes:
        return n
    s = modes[0].shape
    inner = n % s + s * after_sorting(modes[1:], n // s)
    return after_insertion(modes[0], sort_placed(modes[1:]), inner)


@lemma(whenever=count)
def count_is_positive(modes: PlacedModes) -> Lemma:
    """A list of placed modes has at least one coordinate."""

    def shows() -> None:
        ensure("count >= 1", count(modes) >= 1)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            count_is_positive(modes[1:])

    return shows, proof


@contract(placed, on="modes", opens=True)
def placed_modes_are_the_graph(modes: Modes, step: int) -> Promise:
    """`placed` keeps the offset at each coordinate n. The value of `steps` at n is step * n."""

    def shows(result: PlacedModes) -> None:
        ensure("count", count(result) == total(modes))

    def same_offsets(result: PlacedModes, n: int) -> None:
        assume("n is a coordinate", 0 <= n < total(modes))
        ensure("offsets are the layout's", offset(result, n) == value(modes, n))

    def own_coordinates(result: PlacedModes, n: int) -> None:
        assume("n is a coordinate", 0 <= n < total(modes))
        ensure("the steps are step * n", steps(result, n) == step * n)

    def steps_grow(result: PlacedModes, floor: int) -> None:
        assume("step is at least floor", 0 <= floor <= step)
        ensure("all steps", steps_from(result, floor))

    return Promise(shows, {offset: same_offsets, steps: own_coordinates, steps_from: steps_grow})


@contract(insert_placed, on="modes", opens=True)
def insertion_keeps_the_count(mode: Placed, modes: PlacedModes) -> Promise:
    """Inserting a mode multiplies the number of coordinates by the mode's shape."""

    def shows(result: PlacedModes) -> None:
        ensure("count", count(result) == mode.shape * count(modes))

    def all_steps(result: PlacedModes, floor: int) -> None:
        assume("the mode's step", mode.step >= floor)
        assume("the other steps", steps_from(modes, floor))
        ensure("all steps", steps_from(result, floor))

    return Promise(shows, {steps_from: all_steps})


@contract(sort_placed, on="modes", opens=True)
def sorting_keeps_the_count(modes: PlacedModes) -> Promise:
    """Sorting modes keeps the number of coordinates."""

    def shows(result: PlacedModes) -> None:
        ensure("count", count(result) == count(modes))

    def all_steps(result: PlacedModes, floor: int) -> None:
        assume("the steps before sorting", steps_from(modes, floor))
        ensure("all steps", steps_from(result, floor))

    return Promise(shows, {steps_from: all_steps})


@lemma
def coordinate_after_insertion_is_one_before(mode: Placed, modes: PlacedModes, n: int) -> Lemma:
    """Each coordinate after insertion has the offset and steps of a coordinate before insertion."""
    assume("n is a coordinate", 0 <= n < mode.shape * count(modes))

    def shows() -> None:
        at = before_insertion(mode, modes, n)
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < mode.shape * count(modes))
        s, d, step = mode
        result = insert_placed(mode, modes)
        ensure("offset", offset(result, n) == d * (at % s) + offset(modes, at // s))
        ensure("steps", steps(result, n) == step * (at % s) + steps(modes, at // s))

    def proof() -> None:
        """Induction on the modes: modes of smaller stride stay in front of the inserted mode."""
        if modes and mode.stride > modes[0].stride:
            s, t, rest = mode.shape, modes[0].shape, modes[1:]
            coordinate_after_insertion_is_one_before(mode, rest, n // t)
            of_rest = before_insertion(mode, rest, n // t) // s
            ensure("a coordinate of the others", of_rest < count(rest))
            ensure("a coordinate of the modes", n % t + t * of_rest < count(modes))

    return shows, proof


@lemma
def coordinate_before_insertion_is_one_after(mode: Placed, modes: PlacedModes, n: int) -> Lemma:
    """Each coordinate before insertion has the offset and steps of a coordinate after insertion."""
    assume("n is a coordinate", 0 <= n < mode.shape * count(modes))

    def shows() -> None:
        at = after_insertion(mode, modes, n)
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < mode.shape * count(modes))
        s, d, step = mode
        result = insert_placed(mode, modes)
        ensure("offset", offset(result, at) == d * (n % s) + offset(modes, n // s))
        ensure("steps", steps(result, at) == step * (n % s) + steps(modes, n // s))

    def proof() -> None:
        """Induction on the modes: modes of smaller stride stay in front of the inserted mode."""
        if modes and mode.stride > modes[0].stride:
            s, t = mode.shape, modes[0].shape
            ensure("a coordinate of the modes", n // s < count(modes))
            ensure("a coordinate of the others", n // s // t < count(modes[1:]))
            coordinate_before_insertion_is_one_after(mode, modes[1:], n % s + s * (n // s // t))

    return shows, proof


@lemma
def coordinate_after_sorting_is_one_before(modes: PlacedModes, n: int) -> Lemma:
    """Each coordinate after sorting has the offset and steps of a coordinate before sorting."""
    assume("n is a coordinate", 0 <= n < count(modes))

    def shows() -> None:
        at, ordered = before_sorting(modes, n), sort_placed(modes)
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < count(modes))
        ensure("offset", offset(ordered, n) == offset(modes, at))
        ensure("steps", steps(ordered, n) == steps(modes, at))

    def proof() -> None:
        """Induction on the modes: undo inserting the first mode, then undo sorting the others."""
        if not modes:
            return
        mode, rest = modes[0], modes[1:]
        coordinate_after_insertion_is_one_before(mode, sort_placed(rest), n)
        coordinate_after_sorting_is_one_before(
            rest, before_insertion(mode, sort_placed(rest), n) // mode.shape
        )

    return shows, proof


@lemma
def coordinate_before_sorting_is_one_after(modes: PlacedModes, n: int) -> Lemma:
    """Each coordinate before sorting has the offset and steps of a coordinate after sorting."""
    assume("n is a coordinate", 0 <= n < count(modes))

    def shows() -> None:
        at, ordered = after_sorting(modes, n), sort_placed(modes)
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < count(modes))
        ensure("offset", offset(ordered, at) == offset(modes, n))
        ensure("steps", steps(ordered, at) == steps(modes, n))

    def proof() -> None:
        """Induction on the modes: sort all modes but the first, then insert the first mode."""
        if not modes:
            return
        mode, rest = modes[0], modes[1:]
        s = mode.shape
        coordinate_before_sorting_is_one_after(rest, n // s)
        coordinate_before_insertion_is_one_after(
            mode, sort_placed(rest), n % s + s * after_sorting(rest, n // s)
        )

    return shows, proof
