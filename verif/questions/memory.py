"""Questions about memory: conflict_free(smem, TV, f16) and coalesced(gmem, TV, f32)."""

from __future__ import annotations

from spec.composed import AnyLayout
from spec.layout import Layout
from spec.memory import first_conflict
from spec.memory.accesses import matrix, require_whole
from spec.memory.banks import served
from spec.memory.sectors import asked_for, first_scattered
from spec.memory.served import Conflict
from verif.english import counted
from verif.questions.answer import Answer, Effort, holds, refuted
from verif.questions.program import UndecidedError


def conflict_free(smem: AnyLayout, tv: Layout, element: str, effort: Effort) -> Answer:
    """Decide whether no phase needs two words of a bank, at the widest possible accesses."""
    return _conflict_free(smem, tv, element, None, effort)


def conflict_free_at(
    smem: AnyLayout, tv: Layout, element: str, width: int, effort: Effort
) -> Answer:
    """Decide whether no phase needs two words of a bank, at accesses of `width` bits."""
    return _conflict_free(smem, tv, element, width, effort)


def coalesced(gmem: AnyLayout, tv: Layout, element: str, effort: Effort) -> Answer:
    """Decide whether each request touches no more sectors than its elements need."""
    return _coalesced(gmem, tv, element, None, effort)


def coalesced_at(gmem: AnyLayout, tv: Layout, element: str, width: int, effort: Effort) -> Answer:
    """Decide whether each request touches no more sectors than it needs, at `width` bits."""
    return _coalesced(gmem, tv, element, width, effort)


def _conflict_free(
    smem: AnyLayout, tv: Layout, element: str, width: int | None, effort: Effort
) -> Answer:
    require_whole(smem, tv)
    _require_effort(smem, tv, effort)
    found = served(smem, tv, element, width)
    count = counted(found.wavefronts, "wavefront")
    accesses = f"{found.width}-bit accesses"
    conflict = first_conflict(smem, tv, element, width) if found.conflicts else None
    if conflict is None:
        return holds(f"no bank conflicts: {count}, the fewest for {accesses}")
    text = (
        f"{conflict.ways}-way bank conflict: {_threads(conflict)} both need bank {{4}} "
        f"(words {{2}} and {{3}}); {count}, {found.phases} would be ideal for {accesses}"
    )
    return refuted(text, conflict.takers, (*conflict.words, conflict.bank))


def _threads(conflict: Conflict) -> str:
    """The two threads of a conflict, with their values unless both are value 0."""
    (one, one_value), (other, other_value) = conflict.takers
    values = f" (values {one_value} and {other_value})" if one_value or other_value else ""
    return f"threads {one} and {other}{values}"


def _coalesced(
    gmem: AnyLayout, tv: Layout, element: str, width: int | None, effort: Effort
) -> Answer:
    require_whole(gmem, tv)
    _require_effort(gmem, tv, effort)
    found = asked_for(gmem, tv, element, width)
    count = (
        f"{counted(found.sectors, 'sector')} in {counted(found.requests, 'request')} of "
        f"{found.width}-bit accesses"
    )
    crowded = found.sectors > found.fewest
    wide = first_scattered(gmem, tv, element, width) if crowded else None
    if wide is None:
        return holds(f"{count}, the fewest for this data")
    thread, value = wide.first
    text = (
        f"the request that starts at thread {thread}, value {value} touches {{1}} sectors, "
        f"but its data would fit in {{2}}; {count}"
    )
    return refuted(text, (wide.first,), (wide.sectors, wide.fewest))


def _require_effort(memory: AnyLayout, tv: Layout, effort: Effort) -> None:
    """Raise UndecidedError if there is too much to enumerate."""
    if matrix(memory, tv) is None and tv.size > effort.elements:
        raise UndecidedError(
            "the layouts are not linear over F2, and too many (thread, value) to enumerate"
        )
