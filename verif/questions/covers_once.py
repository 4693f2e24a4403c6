"""The question whether each element of a tile is taken exactly once: covers_once(TV, tile)."""

from __future__ import annotations

from spec.coordinates import idx2crd
from spec.errors import ShapeError, numeral
from spec.int_tuple import IntTuple, flatten, format_int_tuple, product
from spec.layout import Layout
from spec.memory.accesses import require_two_modes
from spec.modes import ends, modes_of
from verif.questions.answer import Answer, Ruling, holds, refuted
from verif.questions.covers import covers
from verif.questions.effort import Effort
from verif.questions.injective import injective


def covers_once(tv: Layout, tile: IntTuple, effort: Effort) -> Answer:
    """Decide whether exactly one (thread, value) takes each element of the tile.

    TV(thread, value) is read as a 1-D coordinate of the tile.
    """
    require_two_modes(tv)
    if min(flatten(tile), default=1) < 1:
        raise ShapeError(f"every side of a tile must be 1 or more, not {format_int_tuple(tile)}")
    size = product(tile)
    for end in ends(modes_of(tv)):
        if not 0 <= tv(end) < size:
            text = "(thread, value) {} takes element {}, outside 0 .. {}"
            return refuted(text, (_taker(tv, end),), (tv(end), size - 1))
    covered = covers(tv, size, effort)
    if covered.ruling is Ruling.REFUTED:
        return _without_taker(tile, covered)
    if covered.ruling is Ruling.UNKNOWN:
        return covered
    if tv.size == size:
        elements = f"each of the {numeral(size)} elements" if size > 1 else "the one element"
        return holds(f"{elements} is taken by exactly one (thread, value)")
    return _twice(tv, tile, effort)


def _without_taker(tile: IntTuple, covered: Answer) -> Answer:
    assert covered.witness is not None
    missing = covered.witness.values
    if len(missing) != 1:
        return refuted("{} (thread, value) cannot take {} elements", (), missing)
    assert isinstance(missing[0], int)
    return refuted("no (thread, value) takes element {}", (), (idx2crd(missing[0], tile),))


def _twice(tv: Layout, tile: IntTuple, effort: Effort) -> Answer:
    """Answer the question if there are more (thread, value) pairs than elements."""
    found = injective(tv, effort)
    if found.witness is None:
        return found
    takers = tuple(_taker(tv, i) for i in found.witness.coordinates if isinstance(i, int))
    (x,) = found.witness.values
    assert isinstance(x, int)
    return refuted("(thread, value) {} and {} both take element {}", takers, (idx2crd(x, tile),))


def _taker(tv: Layout, i: int) -> tuple[int, int]:
    value, thread = divmod(i, tv[0].size)
    return thread, value
