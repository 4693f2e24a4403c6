"""Placed modes: a layout as the graph of its offsets and its coordinates, in any order of modes.

A list of placed modes has two columns: `offset`, what the layout does at a coordinate n of the
list, and `steps`, the 1-D coordinate of the layout that n stands for. Sorting reindexes both
columns alike (`placing`, `unplacing`); that the result is sorted is never needed.
"""

from __future__ import annotations

from spec.inverse import Placed, PlacedModes, insert_placed, placed, sort_placed
from spec.modes import Modes, total, value
from verif.kernel.claim import assume, ensure
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
        s, t, rest = mode.shape, modes[0].shape, modes[1:]
        removal(mode, rest, n // t)
        of_rest = before_insertion(mode, rest, n // t) // s
        ensure("a coordinate of the rest", of_rest < count(rest))
        ensure("a coordinate of the modes", n % t + t * of_rest < count(modes))


def insertion_placed(mode: Placed, modes: PlacedModes, n: int) -> None:
    """Induction on the modes."""
    if modes and mode.stride > modes[0].stride:
        s, t = mode.shape, modes[0].shape
        ensure("a coordinate of the modes", n // s < count(modes))
        ensure("a coordinate of the rest", n // s // t < count(modes[1:]))
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
OBSERVATIONS = {
    count: "modes",
    offset: "modes",
    steps: "modes",
    before_insertion: "modes",
    after_insertion: "modes",
    before_sorting: "modes",
    after_sorting: "modes",
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
)
AUTOMATIC = (Automatic(count, count_is_positive),)
