"""Questions about accesses to memory by the values of a thread-value layout.

Examples are conflict_free(smem, TV, f16), coalesced(gmem, TV, f32) and vectorizes(gmem, smem, TV,
f16, 128).
"""

from __future__ import annotations

from spec.composed import AnyLayout
from spec.errors import LayoutError, numeral
from spec.layout import Layout
from spec.memory import first_conflict
from spec.memory.accesses import Columns, bits_of, columns, matrix, neighbours, require_whole
from spec.memory.banks import served
from spec.memory.by_enumeration import widest
from spec.memory.machine import NVIDIA, Machine
from spec.memory.sectors import asked_for, first_scattered
from spec.memory.served import Conflict
from verif.english import counted
from verif.questions.answer import Answer, Effort, holds, refuted
from verif.questions.program import UndecidedError


def conflict_free(smem: AnyLayout, tv: Layout, element: str, effort: Effort) -> Answer:
    """Decide whether no phase needs two words of one bank. Accesses are as wide as possible."""
    return _conflict_free(smem, tv, element, None, effort)


def conflict_free_at(
    smem: AnyLayout, tv: Layout, element: str, width: int, effort: Effort
) -> Answer:
    """Decide whether no phase needs two words of one bank. An access takes `width` bits."""
    return _conflict_free(smem, tv, element, width, effort)


def conflict_free_on(
    smem: AnyLayout, tv: Layout, element: str, width: int | None, machine: Machine, effort: Effort
) -> Answer:
    """Decide whether no phase needs two words of one bank, for the given machine."""
    return _conflict_free(smem, tv, element, width, effort, machine)


def coalesced(gmem: AnyLayout, tv: Layout, element: str, effort: Effort) -> Answer:
    """Decide whether each request touches no more sectors than its elements need."""
    return _coalesced(gmem, tv, element, None, effort)


def coalesced_at(gmem: AnyLayout, tv: Layout, element: str, width: int, effort: Effort) -> Answer:
    """Decide whether no request touches more sectors than needed. An access takes `width` bits."""
    return _coalesced(gmem, tv, element, width, effort)


def coalesced_on(
    gmem: AnyLayout, tv: Layout, element: str, width: int | None, machine: Machine, effort: Effort
) -> Answer:
    """Decide, for a given machine, whether no request touches more sectors than needed."""
    return _coalesced(gmem, tv, element, width, effort, machine)


def vectorizes(
    src: AnyLayout, dst: AnyLayout, tv: Layout, element: str, width: int, effort: Effort
) -> Answer:
    """Decide whether a copy of tv's values can access `width` bits at a time in src and in dst.

    Let n be the number of values in an access of `width` bits. In src and in dst, these n values
    must be contiguous, and must start at an offset that is a multiple of n. Each access must have
    the same value numbers v in every thread.
    """
    bits = bits_of(element)
    if not bits <= width <= 8 * NVIDIA.widest or width & (width - 1) != 0:
        raise LayoutError(
            f"the access width must be a power of two from {bits} to {8 * NVIDIA.widest} bits, not "
            f"{numeral(width)}"
        )
    for memory in (src, dst):
        require_whole(memory, tv)
    if tv.size > effort.elements:
        raise UndecidedError("there are too many (thread, value) pairs to enumerate")
    sides = columns(src, tv), columns(dst, tv)
    both = tuple(a + b for a, b in zip(*sides, strict=True))
    n = width // bits
    if neighbours(both, n) is not None:
        return holds(f"the values of each thread form accesses of {width} bits in src and in dst")
    most = widest(both, bits, NVIDIA)
    alone = _alone(sides, n)
    if alone is not None:
        place, (thread, value) = alone
        text = (
            f"(thread, value) {{}} has offset {{}} in {('src', 'dst')[place]}; an aligned access "
            "that contains it starts at offset {}, where this thread has no value; the widest "
            "access is {} bits"
        )
        x = sides[place][value][thread]
        return refuted(text, ((thread, value),), (x, x // n * n, most))
    text = (
        "no grouping makes {} values contiguous in both src and dst; the widest access is {} bits"
    )
    return refuted(text, (), (n, most))


def side_at_fault(
    src: AnyLayout, dst: AnyLayout, tv: Layout, element: str, width: int
) -> int | None:
    """Return 0 if src alone prevents accesses of `width` bits, 1 if dst does, or else None."""
    alone = _alone((columns(src, tv), columns(dst, tv)), width // bits_of(element))
    return None if alone is None else alone[0]


def _alone(sides: tuple[Columns, Columns], n: int) -> tuple[int, tuple[int, int]] | None:
    """Return the first side with a (thread, value) that no aligned access can contain, or None."""
    for place, side in enumerate(sides):
        taker = _beside_no_multiple(side, n)
        if taker is not None:
            return place, taker
    return None


def _beside_no_multiple(side: Columns, n: int) -> tuple[int, int] | None:
    """Return a (thread, value) that no aligned access can contain, or None.

    An aligned access of n values starts at a multiple of n. So the access to the returned pair
    would start at the pair's offset, rounded down to a multiple of n. But the thread of the pair
    has no value at this multiple.
    """
    for thread, offsets in enumerate(zip(*side, strict=True)):
        taken = set(offsets)
        for value, x in enumerate(offsets):
            if x // n * n not in taken:
                return thread, value
    return None


def _conflict_free(
    smem: AnyLayout,
    tv: Layout,
    element: str,
    width: int | None,
    effort: Effort,
    machine: Machine = NVIDIA,
) -> Answer:
    require_whole(smem, tv)
    _require_effort(smem, tv, effort)
    found = served(smem, tv, element, width, machine)
    count = counted(found.wavefronts, "wavefront")
    accesses = f"{found.width}-bit accesses"
    conflict = first_conflict(smem, tv, element, width, machine) if found.conflicts else None
    if conflict is None:
        return holds(f"no bank conflicts: {count}, the fewest for {accesses}")
    text = (
        f"{conflict.ways}-way bank conflict: {_threads(conflict)} both need bank {{4}} "
        f"(words {{2}} and {{3}}); {count}, {found.phases} would be ideal for {accesses}"
    )
    return refuted(text, conflict.takers, (*conflict.words, conflict.bank))


def _threads(conflict: Conflict) -> str:
    """Return the two threads of a conflict as text, with the value numbers unless both are 0."""
    (one, one_value), (other, other_value) = conflict.takers
    values = f" (values {one_value} and {other_value})" if one_value or other_value else ""
    return f"threads {one} and {other}{values}"


def _coalesced(
    gmem: AnyLayout,
    tv: Layout,
    element: str,
    width: int | None,
    effort: Effort,
    machine: Machine = NVIDIA,
) -> Answer:
    require_whole(gmem, tv)
    _require_effort(gmem, tv, effort)
    found = asked_for(gmem, tv, element, width, machine)
    count = (
        f"{counted(found.sectors, 'sector')} in {counted(found.requests, 'request')} of "
        f"{found.width}-bit accesses"
    )
    crowded = found.sectors > found.fewest
    wide = first_scattered(gmem, tv, element, width, machine) if crowded else None
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
            "the layouts are not linear over F2, and there are too many (thread, value) pairs to "
            "enumerate"
        )
