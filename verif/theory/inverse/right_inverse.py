"""Inverses: the chain of the sorted modes, and their quotients, lead from offsets back."""

from __future__ import annotations

from spec.errors import InadmissibleError
from spec.inverse import PlacedModes, chain, placed, quotients, sort_placed
from spec.modes import Modes, total, value
from verif.kernel.claim import assume, ensure, proving
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
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
    """Whether each stride is a multiple of the one before and reaches over that mode.

    Modes of stride 0 do not count. `unit` and `size` are stride and shape of the mode before.
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
def coordinate_in_chain(modes: PlacedModes, current: int, i: int) -> int:
    """The coordinate of the list that chain(modes, current) takes i to."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == current:
        return i % s + s * coordinate_in_chain(rest, s * current, i // s)
    return s * coordinate_in_chain(rest, current, i)


@definition(on="modes")
def offset_in_units(modes: PlacedModes, unit: int, n: int) -> int:
    """The offset at n, in units."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == 0:
        return offset_in_units(rest, unit, n // s)
    return (d // unit) * (n % s + offset_in_units(rest, d, n // s))


@definition(on="modes")
def least_coordinate(modes: PlacedModes, n: int) -> int:
    """The coordinate of the same offset, 0 along the modes of stride 0."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == 0:
        return s * least_coordinate(rest, n // s)
    return n % s + s * least_coordinate(rest, n // s)


@contract(chain, on="modes", opens=True)
def chain_is_modes(modes: PlacedModes, current: int) -> Promise:
    """A chain is modes."""
    return Promise()


@lemma
def chain_takes_its_index_to_the_offset(modes: PlacedModes, current: int, i: int) -> Lemma:
    """A chain takes i to the coordinate of the offset current * i."""
    if proving() and modes:
        # What is said of the chain is to be said of its first mode and the others.
        modes[0]
    assume("i is a coordinate", 0 <= i < total(chain(modes, current)))

    def shows() -> None:
        n = coordinate_in_chain(modes, current, i)
        ensure("a coordinate", n >= 0)
        ensure("a coordinate", n < count(modes))
        ensure("offset", offset(modes, n) == current * i)
        ensure("steps", steps(modes, n) == value(chain(modes, current), i))

    def proof() -> None:
        """Induction on the modes."""
        if not modes:
            return
        (s, d, _), rest = modes[0], modes[1:]
        if d == current:
            chain_takes_its_index_to_the_offset(rest, s * current, i // s)
        else:
            chain_takes_its_index_to_the_offset(rest, current, i)

    return shows, proof


@contract(quotients, on="modes", opens=True, rejects=InadmissibleError)
def accepted_modes_reach_over(modes: PlacedModes, unit: int, size: int, step: int) -> Promise:
    """Where it is accepted, each stride reaches over the mode before it."""
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
    """The quotients take an offset apart into the coordinates that it came from."""
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
        """Induction on the modes; c is the digit of the mode before."""
        if not modes:
            return
        (s, d, next_step), rest = modes[0], modes[1:]
        if d == 0:
            quotients_take_offsets_apart(rest, unit, size, step, c, n // s)
        else:
            quotients_take_offsets_apart(rest, d, s, next_step, n % s, n // s)

    return shows, proof


@lemma
def chain_is_a_right_inverse(modes: Modes, i: int) -> Lemma:
    """The chain of the sorted modes takes each offset to a coordinate of it."""
    assume("i is a coordinate", 0 <= i < total(chain(sort_placed(placed(modes, 1)), 1)))

    def shows() -> None:
        at = value(chain(sort_placed(placed(modes, 1)), 1), i)
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < total(modes))
        ensure("of the offset i", value(modes, at) == i)

    def proof() -> None:
        """From the offset 0 on, with the modes sorted."""
        graph = placed(modes, 1)
        ordered = sort_placed(graph)
        chain_takes_its_index_to_the_offset(ordered, 1, i)
        coordinate_after_sorting_is_one_before(graph, coordinate_in_chain(ordered, 1, i))

    return shows, proof


@lemma
def quotients_are_a_left_inverse(modes: Modes, i: int) -> Lemma:
    """The quotients of the sorted modes take each offset to a coordinate of it."""
    assume("i is a coordinate", 0 <= i < total(modes))
    assume("reaches over", reaches_over(sort_placed(placed(modes, 1)), 1, 1))

    def shows() -> None:
        ordered = sort_placed(placed(modes, 1))
        result = quotients(ordered, 1, 1, 0)
        y = value(modes, i)
        at = value(result, y)
        ensure("an offset", y >= 0)
        ensure("in range", y < total(result))
        ensure("a coordinate", at >= 0)
        ensure("a coordinate", at < total(modes))
        ensure("of the same offset", value(modes, at) == y)
        if repeats_nothing(ordered):
            ensure("i itself", at == i)

    def proof() -> None:
        """From the unit 1 on, with the modes sorted."""
        graph = placed(modes, 1)
        ordered = sort_placed(graph)
        coordinate_before_sorting_is_one_after(graph, i)
        n = after_sorting(graph, i)
        quotients_take_offsets_apart(ordered, 1, 1, 0, 0, n)
        coordinate_after_sorting_is_one_before(graph, least_coordinate(ordered, n))

    return shows, proof
