"""The left inverse: its modes are quotients of strides, and map offsets back to coordinates.

Sorted modes *reach over* each other if, for each mode s:d, the next stride d' is at least s*d and
a multiple of d. Let d' be g*d. Then an offset in units of d is c + g*w with c < s <= g. Here c is
the digit along the mode s:d, and w is the offset of the later modes in units of d'. So the modes of
`quotients` decompose the offset into its original digits. For each mode s:d, `quotients` has a mode
g:step, where `step` is the step of s:d in the 1-D coordinates. Modes of stride 0 do not affect the
offset. They get the digit 0.

By induction on the modes, with c as a parameter, the quotients map `offset_in_units` to the steps
of `least_coordinate` (`quotients_take_offsets_apart`). For the unit 1, this is the main theorem,
`quotients_are_a_left_inverse`. For a layout L and its left inverse L', L(L'(L(i))) = L(i),
and L'(L(i)) = i if no stride is 0.
"""

from __future__ import annotations

from spec.errors import InadmissibleError
from spec.inverse import PlacedModes, placed, quotients, sort_placed
from spec.modes import Modes, total, value
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure
from verif.theory.inverse.placed import (
    after_sorting,
    coordinate_after_sorting_is_one_before,
    coordinate_before_sorting_is_one_after,
    count,
    offset,
    steps,
)


@definition(on="modes")
def reaches_over(modes: PlacedModes, unit: int, size: int) -> bool:
    """Whether each stride is a multiple of the previous one, and at least the previous mode's end.

    The end of a mode is its size times its stride. Modes of stride 0 are skipped. `unit` and `size`
    are the stride and the size of the mode that precedes `modes`.
    """
    if not modes:
        return True
    (s, d, _), rest = modes[0], modes[1:]
    if d == 0:
        return reaches_over(rest, unit, size)
    return d % unit == 0 and d >= size * unit and reaches_over(rest, d, s)


@definition(on="modes")
def repeats_nothing(modes: PlacedModes) -> bool:
    """Whether no mode has stride 0."""
    if not modes:
        return True
    return modes[0].stride != 0 and repeats_nothing(modes[1:])


@definition(on="modes")
def offset_in_units(modes: PlacedModes, unit: int, n: int) -> int:
    """The offset at the coordinate n, divided by `unit`."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == 0:
        return offset_in_units(rest, unit, n // s)
    return (d // unit) * (n % s + offset_in_units(rest, d, n // s))


@definition(on="modes")
def least_coordinate(modes: PlacedModes, n: int) -> int:
    """The coordinate with the same offset as n, and digit 0 along the modes of stride 0."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == 0:
        return s * least_coordinate(rest, n // s)
    return n % s + s * least_coordinate(rest, n // s)


@contract(quotients, on="modes", opens=True, rejects=InadmissibleError)
def accepted_modes_reach_over(modes: PlacedModes, unit: int, size: int, step: int) -> Promise:
    """`quotients` accepts modes if and only if they satisfy `reaches_over`."""
    assume("unit >= 1", unit >= 1)
    assume("size >= 1", size >= 1)

    def accepts() -> bool:
        return reaches_over(modes, unit, size)

    def shows(result: Modes) -> None:
        ensure("reaches over", reaches_over(modes, unit, size))

    return Promise(shows, accepts=accepts)


@lemma
def quotients_take_offsets_apart(
    modes: PlacedModes, unit: int, size: int, step: int, c: int, n: int
) -> Lemma:
    """`quotients` maps an offset, divided by `unit`, to the steps of a coordinate with this offset.

    The list `modes` satisfies `reaches_over`. Let c be a digit of the mode before `modes`. Let w be
    an offset of `modes`, divided by `unit`, and m the steps of a coordinate with this offset. Then
    `quotients` maps c + w to step * c + m.
    """
    assume("unit >= 1", unit >= 1)
    assume("size >= 1", size >= 1)
    assume("reaches over", reaches_over(modes, unit, size))
    assume("c is a digit", 0 <= c < size)
    assume("n is a coordinate", 0 <= n < count(modes))

    def shows() -> None:
        result = quotients(modes, unit, size, step)
        at, w = least_coordinate(modes, n), offset_in_units(modes, unit, n)
        ensure("in units", offset(modes, n) == unit * w)
        ensure("natural", w >= 0)
        ensure("in range", c + w < total(result))
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < count(modes))
        ensure("the same offset", offset(modes, at) == offset(modes, n))
        ensure("steps", value(result, c + w) == step * c + steps(modes, at))
        if repeats_nothing(modes):
            ensure("n itself", at == n)

    def proof() -> None:
        """Induction on the modes, where c is a digit of the mode before `modes`."""
        if not modes:
            return
        (s, d, next_step), rest = modes[0], modes[1:]
        if d == 0:
            quotients_take_offsets_apart(rest, unit, size, step, c, n // s)
        else:
            quotients_take_offsets_apart(rest, d, s, next_step, n % s, n // s)

    return shows, proof


@lemma
def quotients_are_a_left_inverse(modes: Modes, i: int) -> Lemma:
    """If sorted modes satisfy `reaches_over`, `quotients` maps an offset to one of its coordinates.

    If no mode has stride 0, each offset has only one coordinate.
    """
    graph = placed(modes, 1)
    ordered = sort_placed(graph)
    assume("i is a coordinate", 0 <= i < total(modes))
    assume("reaches over", reaches_over(ordered, 1, 1))

    def shows() -> None:
        result = quotients(ordered, 1, 1, 0)
        y = value(modes, i)
        at = value(result, y)
        ensure("an offset", y >= 0)
        ensure("in range", y < total(result))
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < total(modes))
        ensure("a coordinate with the same offset", value(modes, at) == y)
        if repeats_nothing(ordered):
            ensure("i itself", at == i)

    def proof() -> None:
        """Apply `quotients_take_offsets_apart` to the placed, sorted modes, with unit 1, size 1."""
        coordinate_before_sorting_is_one_after(graph, i)
        n = after_sorting(graph, i)
        quotients_take_offsets_apart(ordered, 1, 1, 0, 0, n)
        coordinate_after_sorting_is_one_before(graph, least_coordinate(ordered, n))

    return shows, proof
