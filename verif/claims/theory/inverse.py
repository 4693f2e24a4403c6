"""Inverses: a layout as the graph of its offsets and its coordinates, mode by mode in any order.

A list of placed modes has two columns: `offset`, what the layout does at a coordinate n of the
list, and `steps`, the 1-D coordinate of the layout that n stands for. Sorting reindexes both
columns alike (`placing`, `unplacing`); that the result is sorted is never needed.
"""

from __future__ import annotations

from spec.errors import InadmissibleError
from spec.inverse import (
    Placed,
    PlacedModes,
    chain,
    insert_placed,
    placed,
    quotients,
    sort_placed,
)
from spec.modes import Modes, total, value
from verif.kernel.claim import assume, ensure, proving
from verif.kernel.contract import Automatic, Contract, Kind


def _is_placed(mode: Placed) -> dict[str, bool]:
    return {"a shape is at least 1": mode.shape >= 1}


PLACED_MODES = Kind("placed", Placed, ("shape", "stride", "step"), Placed, _is_placed)
"""Modes with their steps: shapes >= 1, any strides and steps."""


def count(modes: PlacedModes) -> int:
    """The number of coordinates of the list."""
    if not modes:
        return 1
    return modes[0].shape * count(modes[1:])


def offset(modes: PlacedModes, n: int) -> int:
    """What the layout does at the coordinate n of the list."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    return d * (n % s) + offset(rest, n // s)


def steps(modes: PlacedModes, n: int) -> int:
    """The coordinate of the layout at the coordinate n of the list."""
    if not modes:
        return 0
    (s, _, step), rest = modes[0], modes[1:]
    return step * (n % s) + steps(rest, n // s)


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


def repeats_nothing(modes: PlacedModes) -> bool:
    """Whether no mode has stride 0."""
    if not modes:
        return True
    return modes[0].stride != 0 and repeats_nothing(modes[1:])


def count_is_positive(modes: PlacedModes) -> None:
    """Induction on the modes."""
    if modes:
        count_is_positive(modes[1:])


def _count(_: None, modes: PlacedModes) -> None:
    ensure("count >= 1", count(modes) >= 1)


def _placed(result: PlacedModes, modes: Modes, step: int) -> None:
    ensure("count", count(result) == total(modes))


def _placed_offset(result: PlacedModes, modes: Modes, step: int, n: int) -> None:
    assume("n is a coordinate", 0 <= n < total(modes))
    ensure("offsets are the layout's", offset(result, n) == value(modes, n))


def _placed_steps(result: PlacedModes, modes: Modes, step: int, n: int) -> None:
    assume("n is a coordinate", 0 <= n < total(modes))
    ensure("a coordinate is its own", steps(result, n) == step * n)


def _one_more(result: PlacedModes, mode: Placed, modes: PlacedModes) -> None:
    ensure("count", count(result) == mode.shape * count(modes))


def _as_many(result: PlacedModes, modes: PlacedModes) -> None:
    ensure("count", count(result) == count(modes))


def before_insertion(mode: Placed, modes: PlacedModes, n: int) -> int:
    """The coordinate of mode and modes that is n in insert_placed(mode, modes)."""
    if not modes or mode.stride <= modes[0].stride:
        return n
    s, t = mode.shape, modes[0].shape
    inner = before_insertion(mode, modes[1:], n // t)
    return inner % s + s * (n % t + t * (inner // s))


def after_insertion(mode: Placed, modes: PlacedModes, n: int) -> int:
    """The coordinate in insert_placed(mode, modes) of the coordinate n of mode and modes."""
    if not modes or mode.stride <= modes[0].stride:
        return n
    s, t = mode.shape, modes[0].shape
    rest = n // s
    return rest % t + t * after_insertion(mode, modes[1:], n % s + s * (rest // t))


def before_sorting(modes: PlacedModes, n: int) -> int:
    """The coordinate of modes that is n in sort_placed(modes)."""
    if not modes:
        return n
    s = modes[0].shape
    inner = before_insertion(modes[0], sort_placed(modes[1:]), n)
    return inner % s + s * before_sorting(modes[1:], inner // s)


def after_sorting(modes: PlacedModes, n: int) -> int:
    """The coordinate in sort_placed(modes) of the coordinate n of modes."""
    if not modes:
        return n
    s = modes[0].shape
    inner = n % s + s * after_sorting(modes[1:], n // s)
    return after_insertion(modes[0], sort_placed(modes[1:]), inner)


def removal(mode: Placed, modes: PlacedModes, n: int) -> None:
    """Induction on the modes."""
    if modes and mode.stride > modes[0].stride:
        removal(mode, modes[1:], n // modes[0].shape)


def insertion_placed(mode: Placed, modes: PlacedModes, n: int) -> None:
    """Induction on the modes."""
    if modes and mode.stride > modes[0].stride:
        s, t = mode.shape, modes[0].shape
        insertion_placed(mode, modes[1:], n % s + s * (n // s // t))


def _with_a_mode(mode: Placed, modes: PlacedModes, n: int) -> None:
    assume("n is a coordinate", 0 <= n < mode.shape * count(modes))


def _alike(mode: Placed, modes: PlacedModes, inserted: int, apart: int) -> None:
    """The columns of the inserted list at one coordinate are those of mode and modes at another."""
    s, d, step = mode
    result = insert_placed(mode, modes)
    ensure("offset", offset(result, inserted) == d * (apart % s) + offset(modes, apart // s))
    ensure("steps", steps(result, inserted) == step * (apart % s) + steps(modes, apart // s))


def _removed(_: None, mode: Placed, modes: PlacedModes, n: int) -> None:
    at = before_insertion(mode, modes, n)
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < mode.shape * count(modes))
    _alike(mode, modes, n, at)


def _inserted(_: None, mode: Placed, modes: PlacedModes, n: int) -> None:
    at = after_insertion(mode, modes, n)
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < mode.shape * count(modes))
    _alike(mode, modes, at, n)


def unplacing(modes: PlacedModes, n: int) -> None:
    """Induction on the modes."""
    if not modes:
        return
    mode, rest = modes[0], modes[1:]
    removal(mode, sort_placed(rest), n)
    unplacing(rest, before_insertion(mode, sort_placed(rest), n) // mode.shape)


def placing(modes: PlacedModes, n: int) -> None:
    """Induction on the modes."""
    if not modes:
        return
    mode, rest = modes[0], modes[1:]
    s = mode.shape
    placing(rest, n // s)
    insertion_placed(mode, sort_placed(rest), n % s + s * after_sorting(rest, n // s))


def _coordinate(modes: PlacedModes, n: int) -> None:
    assume("n is a coordinate", 0 <= n < count(modes))


def _unplaced(_: None, modes: PlacedModes, n: int) -> None:
    at, ordered = before_sorting(modes, n), sort_placed(modes)
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < count(modes))
    ensure("offset", offset(ordered, n) == offset(modes, at))
    ensure("steps", steps(ordered, n) == steps(modes, at))


def _sorted(_: None, modes: PlacedModes, n: int) -> None:
    at, ordered = after_sorting(modes, n), sort_placed(modes)
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < count(modes))
    ensure("offset", offset(ordered, at) == offset(modes, n))
    ensure("steps", steps(ordered, at) == steps(modes, n))


def found(modes: PlacedModes, current: int, i: int) -> int:
    """The coordinate of the list that chain(modes, current) takes i to."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == current:
        return i % s + s * found(rest, s * current, i // s)
    return s * found(rest, current, i)


def chaining(modes: PlacedModes, current: int, i: int) -> None:
    """Induction on the modes."""
    if not modes:
        return
    (s, d, _), rest = modes[0], modes[1:]
    if d == current:
        chaining(rest, s * current, i // s)
    else:
        chaining(rest, current, i)


def _chained(modes: PlacedModes, current: int, i: int) -> None:
    if proving() and modes:
        # What is said of the chain is to be said of its first mode and the others.
        modes[0]
    assume("i is a coordinate", 0 <= i < total(chain(modes, current)))


def _chaining(_: None, modes: PlacedModes, current: int, i: int) -> None:
    n = found(modes, current, i)
    ensure("a coordinate", n >= 0)
    ensure("a coordinate", n < count(modes))
    ensure("offset", offset(modes, n) == current * i)
    ensure("steps", steps(modes, n) == value(chain(modes, current), i))


def units(modes: PlacedModes, unit: int, n: int) -> int:
    """The offset at n, in units."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == 0:
        return units(rest, unit, n // s)
    return (d // unit) * (n % s + units(rest, d, n // s))


def least(modes: PlacedModes, n: int) -> int:
    """The coordinate of the same offset, 0 along the modes of stride 0."""
    if not modes:
        return 0
    (s, d, _), rest = modes[0], modes[1:]
    if d == 0:
        return s * least(rest, n // s)
    return n % s + s * least(rest, n // s)


def taking_apart(modes: PlacedModes, unit: int, size: int, step: int, c: int, n: int) -> None:
    """Induction on the modes; c is the digit of the mode before."""
    if not modes:
        return
    (s, d, next_step), rest = modes[0], modes[1:]
    if d == 0:
        taking_apart(rest, unit, size, step, c, n // s)
    else:
        taking_apart(rest, d, s, next_step, n % s, n // s)


def _reaching(modes: PlacedModes, unit: int, size: int, step: int) -> None:
    assume("unit >= 1", unit >= 1)
    assume("size >= 1", size >= 1)


def _accepted(result: Modes, modes: PlacedModes, unit: int, size: int, step: int) -> None:
    ensure("reaches over", reaches_over(modes, unit, size))


def _reaches(modes: PlacedModes, unit: int, size: int, step: int) -> bool:
    return reaches_over(modes, unit, size)


def _apart(modes: PlacedModes, unit: int, size: int, step: int, c: int, n: int) -> None:
    _reaching(modes, unit, size, step)
    assume("reaches over", reaches_over(modes, unit, size))
    assume("c is a digit", 0 <= c < size)
    assume("n is a coordinate", 0 <= n < count(modes))


def _taken(_: None, modes: PlacedModes, unit: int, size: int, step: int, c: int, n: int) -> None:
    result = quotients(modes, unit, size, step)
    at, w = least(modes, n), units(modes, unit, n)
    ensure("in units", offset(modes, n) == unit * w)
    ensure("natural", w >= 0)
    ensure("in range", c + w < total(result))
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < count(modes))
    ensure("the same offset", offset(modes, at) == offset(modes, n))
    ensure("steps", value(result, c + w) == step * c + steps(modes, at))
    if repeats_nothing(modes):
        ensure("n itself", at == n)


def right_inverting(modes: Modes, i: int) -> None:
    """From the offset 0 on, with the modes sorted."""
    graph = placed(modes, 1)
    ordered = sort_placed(graph)
    chaining(ordered, 1, i)
    unplacing(graph, found(ordered, 1, i))


def _right(modes: Modes, i: int) -> None:
    assume("i is a coordinate", 0 <= i < total(chain(sort_placed(placed(modes, 1)), 1)))


def _right_inverting(_: None, modes: Modes, i: int) -> None:
    at = value(chain(sort_placed(placed(modes, 1)), 1), i)
    ensure("a coordinate", at >= 0)
    ensure("a coordinate", at < total(modes))
    ensure("of the offset i", value(modes, at) == i)


def left_inverting(modes: Modes, i: int) -> None:
    """From the unit 1 on, with the modes sorted."""
    graph = placed(modes, 1)
    ordered = sort_placed(graph)
    placing(graph, i)
    n = after_sorting(graph, i)
    taking_apart(ordered, 1, 1, 0, 0, n)
    unplacing(graph, least(ordered, n))


def _left(modes: Modes, i: int) -> None:
    assume("i is a coordinate", 0 <= i < total(modes))
    assume("reaches over", reaches_over(sort_placed(placed(modes, 1)), 1, 1))


def _left_inverting(_: None, modes: Modes, i: int) -> None:
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


COUNT = Contract("COUNT", "there is at least one coordinate", count_is_positive, ensures=_count)
PLACED = Contract(
    "PLACED",
    "placed modes are the graph of the layout",
    placed,
    ensures=_placed,
    everywhere={offset: _placed_offset, steps: _placed_steps},
    on="modes",
)
INSERT_PLACED = Contract(
    "INSERT-PLACED",
    "insertion returns modes",
    insert_placed,
    ensures=_one_more,
    on="modes",
    measure=lambda mode, modes: len(modes),
)
SORT_PLACED = Contract(
    "SORT-PLACED", "sorting returns modes", sort_placed, ensures=_as_many, on="modes"
)
REMOVAL = Contract(
    "REMOVAL",
    "a coordinate after insertion is one before",
    removal,
    requires=_with_a_mode,
    ensures=_removed,
    measure=lambda mode, modes, n: len(modes),
)
INSERTION_PLACED = Contract(
    "INSERTION-PLACED",
    "a coordinate before insertion is one after",
    insertion_placed,
    requires=_with_a_mode,
    ensures=_inserted,
    measure=lambda mode, modes, n: len(modes),
)
UNPLACING = Contract(
    "UNPLACING",
    "a coordinate after sorting is one before",
    unplacing,
    requires=_coordinate,
    ensures=_unplaced,
)
PLACING = Contract(
    "PLACING",
    "a coordinate before sorting is one after",
    placing,
    requires=_coordinate,
    ensures=_sorted,
)
CHAIN = Contract("CHAIN", "a chain is modes", chain, on="modes")
CHAINING = Contract(
    "CHAINING",
    "a chain takes i to the coordinate of the offset current * i",
    chaining,
    requires=_chained,
    ensures=_chaining,
)
QUOTIENT_MODES = Contract(
    "QUOTIENT-MODES",
    "where it is accepted, each stride reaches over the mode before it",
    quotients,
    requires=_reaching,
    ensures=_accepted,
    on="modes",
    rejects=InadmissibleError,
    accepts=_reaches,
)
TAKING_APART = Contract(
    "TAKING-APART",
    "the quotients take an offset apart into the coordinates that it came from",
    taking_apart,
    requires=_apart,
    ensures=_taken,
)
RIGHT_INVERSE = Contract(
    "RIGHT-INVERSE",
    "the chain of the sorted modes takes each offset to a coordinate of it",
    right_inverting,
    requires=_right,
    ensures=_right_inverting,
)
LEFT_INVERSE = Contract(
    "LEFT-INVERSE",
    "the quotients of the sorted modes take each offset to a coordinate of it",
    left_inverting,
    requires=_left,
    ensures=_left_inverting,
)

OBSERVATIONS = {
    count: "modes",
    offset: "modes",
    steps: "modes",
    reaches_over: "modes",
    repeats_nothing: "modes",
    before_insertion: "modes",
    after_insertion: "modes",
    before_sorting: "modes",
    after_sorting: "modes",
    found: "modes",
    units: "modes",
    least: "modes",
}
CONTRACTS = (
    COUNT,
    PLACED,
    INSERT_PLACED,
    SORT_PLACED,
    REMOVAL,
    INSERTION_PLACED,
    UNPLACING,
    PLACING,
    CHAIN,
    CHAINING,
    QUOTIENT_MODES,
    TAKING_APART,
    RIGHT_INVERSE,
    LEFT_INVERSE,
)
AUTOMATIC = (Automatic(count, count_is_positive),)
