"""Bank conflicts: how many wavefronts the accesses to shared memory need."""

from __future__ import annotations

from collections.abc import Iterator

from spec.memory import by_enumeration
from spec.memory.lanes import served_thread
from verif.english import counted
from verif.movement.model import Shared
from verif.movement.moves import Side
from verif.movement.stating import Statement, cost, holds, unknown
from verif.movement.widths import Accesses


def conflicts(accesses: Accesses) -> Iterator[Statement]:
    """Decide, by enumeration, whether a step's accesses to shared memory have bank conflicts."""
    move = accesses.taken.move
    for side in accesses.sides:
        if not isinstance(side.place, Shared):
            continue
        claim = f"accesses to {side.place.name} have no bank conflicts"
        if side.width == 8 * side.machine.widest and not accesses.taken.is_modelled(side.place):
            detail = "no phases are modelled for accesses by only a part of a wavefront"
            yield unknown(move.line, move.text, claim, detail)
            continue
        found = by_enumeration.served(side.served, side.bits, side.width, side.machine)
        count = f"{counted(found.wavefronts, 'wavefront')}, "
        conflict = (
            by_enumeration.first_conflict(side.served, side.bits, side.width, side.machine)
            if found.conflicts
            else None
        )
        if conflict is None:
            detail = f"{count}the fewest for {side.width}-bit accesses"
            yield holds(move.line, move.text, claim, detail)
            continue
        (one, v), (other, w) = (_holder(accesses, side, *taker) for taker in conflict.takers)
        values = f" (values {v} and {w})" if v or w else ""
        detail = (
            f"{conflict.ways}-way: threads {one} and {other}{values} both need bank {conflict.bank}"
            f" (words {conflict.words[0]} and {conflict.words[1]});"
            f" {count}{found.phases} would be ideal for {side.width}-bit accesses"
        )
        yield cost(move.line, move.text, claim, detail)


def _holder(accesses: Accesses, side: Side, thread: int, value: int) -> tuple[int, int]:
    """Return the pair (number of the thread within its block, `value`).

    `thread` is an index, from 0, in the list of threads that execute the step. For ldmatrix and
    stmatrix, `thread` is an index in the list of threads that point to a row.
    """
    move = accesses.taken.move
    thread = served_thread(thread, side.width, side.machine)
    if move.instruction is None or not move.instruction.matrices:
        return move.threads[thread], value
    warp, lane = divmod(thread, side.machine.threads)
    return 32 * warp + lane, value


def wavefronts(side: Side) -> int:
    """Return how many wavefronts the accesses on one side of a step need."""
    return by_enumeration.served(side.served, side.bits, side.width, side.machine).wavefronts
