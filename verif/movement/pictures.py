"""Pictures of a step: who takes which element of a tile, and the banks of its elements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import prod

from spec.memory.accesses import Columns
from spec.pictures import banks, takers
from spec.pictures.offsets import MOST_CELLS
from spec.pictures.panel import Panel
from verif.movement.decide import Decided
from verif.movement.model import Coordinates, Move, Shared, extents_of, names_of
from verif.movement.moves import Side, numbers_by


def pictures(decided: Decided) -> Iterator[tuple[str, tuple[Panel, ...]]]:
    """Yield a file name and the panels of each step: its takers, then the banks of its buffers.

    Only tiles of one or two coordinates with at most MOST_CELLS elements are drawn.
    """
    for move in decided.kernel.moves:
        found = decided.accesses.get(move.number)
        if found is None or not _is_drawn(move.coordinates):
            continue
        words = move.text.replace(" -> ", "-").replace(" ", "-")
        panels = (_takers(move), *map(_banks, found.sides))
        yield f"{move.number + 1:02}-{words}.svg", tuple(one for one in panels if one is not None)


def _is_drawn(order: Coordinates) -> bool:
    return len(order) <= 2 and prod(extents_of(order)) <= MOST_CELLS


def _takers(move: Move) -> Panel:
    """The elements of a tile, each with the thread and the value that take it.

    Marks show the elements that no (thread, value) or several take.
    """
    assert move.by is not None
    taken_by: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for v, column in enumerate(numbers_by(move.by, move.coordinates, move.coordinates)):
        for t, number in enumerate(column):
            taken_by[number].append((t, v))
    title = _title(f"{move.text}: threads and values", move.coordinates)
    extents = extents_of(move.coordinates)
    return takers.panel_of(title, extents[0], range(prod(extents)), taken_by)


def _banks(side: Side) -> Panel | None:
    """The bank of each element of a tile, and the first phase with a conflict, or phase 0."""
    if not isinstance(side.place, Shared) or not _is_drawn(side.place.coordinates):
        return None
    machine, offsets = side.machine, side.place.offsets(0)
    places = [x * side.bits // machine.bank_bits % machine.banks for x in offsets]
    phase = banks.phase_of(side.columns, side.bits, side.width, machine)
    threads = _threads(phase, side.columns)
    by_element = {n: threads[x] for n, x in enumerate(offsets) if x in threads}
    title = _title(f"banks of {side.place.name}", side.place.coordinates)
    rows = extents_of(side.place.coordinates)[0]
    run = side.width // side.bits
    return banks.panel_of(title, rows, places, by_element, phase, run, machine)


def _threads(phase: banks.Phase, columns: Columns) -> dict[int, int]:
    """The first thread that takes each offset in a phase."""
    found: dict[int, int] = {}
    for word in phase.words:
        found.setdefault(columns[word.value][word.thread], word.thread)
    return found


def _title(words: str, order: Coordinates) -> str:
    return f"{words} of ({','.join(names_of(order))})"
