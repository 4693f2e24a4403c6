"""The question whether each element of a tile is taken exactly once: covers_once(TV, tile)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import prod

from spec.coordinates import idx2crd
from spec.errors import ShapeError, numeral
from spec.int_tuple import IntTuple, flatten, format_int_tuple, product
from spec.layout import Layout
from spec.memory.accesses import require_two_modes
from spec.modes import ends, modes_of, offsets
from verif.questions.answer import Answer, Effort, Ruling, holds, refuted, unknown
from verif.questions.covers import covers
from verif.questions.injective import injective


def covers_once(tv: Layout, tile: IntTuple, effort: Effort) -> Answer:
    """Decide whether exactly one (thread, value) takes each element of the tile.

    TV(thread, value) is the 1-D coordinate of an element in the tile.
    """
    return covers_times(tv, tile, 1, effort)


def covers_times(tv: Layout, tile: IntTuple, times: int, effort: Effort) -> Answer:
    """Decide whether exactly `times` (thread, value) pairs take each element of the tile."""
    require_two_modes(tv)
    if times < 1:
        raise ShapeError(f"each element must be taken at least once, not {numeral(times)} times")
    if min(flatten(tile), default=1) < 1:
        raise ShapeError(f"every side of a tile must be 1 or more, not {format_int_tuple(tile)}")
    size = product(tile)
    for end in ends(modes_of(tv)):
        if not 0 <= tv(end) < size:
            text = "(thread, value) {} takes element {}, outside 0 .. {}"
            if times > 1 and isinstance(tile, int):
                text += (
                    f"; {numeral(times)} says how often each element must be taken: write a tile of"
                    f" two sides as {format_int_tuple((tile, times))}"
                )
            return refuted(text, (_taker(tv, end),), (tv(end), size - 1))
    covered = covers(tv, size, effort)
    if covered.ruling is Ruling.REFUTED:
        return _without_taker(tile, covered)
    return covered if covered.ruling is Ruling.UNKNOWN else _counted(tv, tile, times, effort)


def _counted(tv: Layout, tile: IntTuple, times: int, effort: Effort) -> Answer:
    """Answer `covers_times`. Pre-condition: each element is taken at least once."""
    size = product(tile)
    counts = _counts(tv, size, effort)
    even = counts[0] if counts is not None and min(counts.values()) == max(counts.values()) else 0
    if even == times:
        elements = f"each of the {numeral(size)} elements" if size > 1 else "the one element"
        takers = "one" if times == 1 else numeral(times)
        return holds(f"{elements} is taken by exactly {takers} (thread, value)")
    if times == 1:
        return _twice(tv, tile, even, effort)
    if even:
        return refuted("each element is taken by {} (thread, value), not by {}", (), (even, times))
    if counts is not None:
        x = next(x for x, count in counts.items() if count != times)
        text = "element {} is taken by {} (thread, value)"
        return refuted(text, (), (idx2crd(x, tile), counts[x]))
    if tv.size != size * times:
        text = "{} (thread, value) pairs cannot take each of {} elements {} times"
        return refuted(text, (), (tv.size, size, times))
    return unknown(
        "there are too many (thread, value) pairs to count how often each element is taken"
    )


def _counts(tv: Layout, size: int, effort: Effort) -> Mapping[int, int] | None:
    """Return how many (thread, value) pairs take each element, or None for too many pairs.

    If all elements have the same count, the result may contain only the count of element 0.
    Pre-conditions: each element of 0 .. size - 1 is taken.
    """
    again = prod(s for s, d in modes_of(tv) if d == 0)
    if tv.size == size * again:
        # The modes with nonzero strides have only `size` coordinates. Each of the `size` elements
        # is taken, so exactly one of these coordinates takes it.
        return {0: again}
    return None if tv.size > effort.elements else Counter(offsets(modes_of(tv)))


def _without_taker(tile: IntTuple, covered: Answer) -> Answer:
    assert covered.witness is not None
    missing = covered.witness.values
    if len(missing) != 1:
        return refuted("there are {} (thread, value) pairs, but {} elements", (), missing)
    assert isinstance(missing[0], int)
    return refuted("no (thread, value) takes element {}", (), (idx2crd(missing[0], tile),))


def _twice(tv: Layout, tile: IntTuple, even: int, effort: Effort) -> Answer:
    """Return the refutation by an element that is taken twice, or "unknown" if none is found.

    `even` is how often each element is taken, or 0 if the number is unknown or not the same for all
    elements.
    """
    found = injective(tv, effort)
    if found.witness is None:
        return found
    takers = tuple(_taker(tv, i) for i in found.witness.coordinates if isinstance(i, int))
    (x,) = found.witness.values
    assert isinstance(x, int)
    text = "(thread, value) {} and {} both take element {}"
    if even:
        often = numeral(even)
        text += f"; every element is taken by {often}: ask covers_once(TV, tile, {often})"
    return refuted(text, takers, (idx2crd(x, tile),))


def _taker(tv: Layout, i: int) -> tuple[int, int]:
    value, thread = divmod(i, tv[0].size)
    return thread, value
