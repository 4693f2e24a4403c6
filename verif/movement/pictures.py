"""Pictures of a step: which thread takes which element of a tile, and its banks or sectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod

from spec.composed import ComposedLayout, as_composed
from spec.layout import Layout
from spec.memory.by_enumeration import requests_of
from spec.memory.by_enumeration import sectors as all_sectors
from spec.memory.lanes import served_thread
from spec.pictures import banks, sectors, takers
from spec.pictures.offsets import MOST_CELLS
from spec.pictures.offsets import panel as offset_panel
from spec.pictures.panel import Panel
from verif.movement.decide import Decided
from verif.movement.model import Coordinates, Move, Shared, extents_of, names_of
from verif.movement.moves import Side
from verif.movement.tiles import global_tile


def pictures(decided: Decided) -> Iterator[tuple[str, tuple[Panel, ...]]]:
    """Yield, for each step, the file name and the panels of its picture.

    The panels show the threads and values of the step, then the banks or sectors of its source and
    target. If a unit executes the step, the panels show the offsets in the step's buffers.
    Only tiles of one or two coordinates with at most MOST_CELLS elements are drawn.
    """
    for move in decided.kernel.moves:
        found = decided.accesses.get(move.number)
        if not _is_drawn(move.coordinates) or (found is None and move.unit is None):
            continue
        words = move.text.replace(" -> ", "-").replace(" ", "-")
        if found is None:
            buffers = (x for x in (move.source, move.target) if isinstance(x, Shared))
            panels = tuple(map(_places, buffers))
        else:
            sides = (side for side in found.sides if _is_drawn(side.place.coordinates))
            panels = (_takers(move), *(_side(move, x) for x in sides))
        if panels:
            yield f"{move.number + 1:02}-{words}.svg", panels


def _places(place: Shared) -> Panel:
    """A panel that shows the offset of each element of a tile in stage 0 of a buffer."""
    whole = as_composed(place.layout)
    shape, stride = whole.layout.shape, whole.layout.stride
    assert isinstance(shape, tuple)
    assert isinstance(stride, tuple)
    rank = len(place.coordinates)
    tile = ComposedLayout(whole.swizzle, whole.offset, Layout(shape[:rank], stride[:rank]))
    title = _title(f"offsets in {place.name}", place.coordinates)
    return replace(offset_panel(tile), title=title)


def _is_drawn(order: Coordinates) -> bool:
    return len(order) <= 2 and prod(extents_of(order)) <= MOST_CELLS


def _takers(move: Move) -> Panel:
    """A panel that shows, for each element of a tile, the thread and the value that take it.

    Marks show the elements that no (thread, value) pair takes, or that several pairs take.
    """
    assert move.by is not None
    taken_by = takers.takers_of(move.by, move.by.size)
    title = _title(f"{move.text}: threads and values", move.coordinates)
    extents = extents_of(move.coordinates)
    return takers.panel_of(title, extents[0], range(prod(extents)), taken_by)


def _side(move: Move, side: Side) -> Panel:
    assert move.by is not None
    count = move.by[0].size
    threads = move.threads if len(move.threads) < count else range(count)
    return _banks(side, threads) if isinstance(side.place, Shared) else _sectors(side, threads)


def _banks(side: Side, threads: Sequence[int]) -> Panel:
    """A panel that shows the bank of each element of a tile, and the accesses of one phase.

    The phase is the first phase with a conflict, or phase 0 if no phase has a conflict.
    """
    assert isinstance(side.place, Shared)
    machine, offsets = side.machine, side.place.offsets(0)
    places = [x * side.bits // machine.bank_bits % machine.banks for x in offsets]
    phase = banks.phase_of(side.served, side.bits, side.width, machine)
    taken = (
        (side.served[v][t], threads[served_thread(t, side.width, machine)])
        for t, v, _ in phase.words
    )
    by_element = _by_element(dict(reversed(list(taken))), offsets)
    title = _title(f"banks of {side.place.name}", side.place.coordinates)
    rows = extents_of(side.place.coordinates)[0]
    run = side.width // side.bits
    return banks.panel_of(title, rows, places, by_element, phase, run, machine)


def _sectors(side: Side, threads: Sequence[int]) -> Panel:
    """A panel that shows the sector of each element of a tile, and the elements of one request.

    The request is the first request that wastes a sector, or request 0 if no request wastes one. A
    stride with a name, such as N, is assumed to be a multiple of a sector. Sectors are numbered by
    address.
    """
    assert not isinstance(side.place, Shared)
    tile, machine, columns = global_tile(side.place), side.machine, side.columns
    offsets = tile.generic_offsets
    touched = [x * side.bits // (8 * machine.sector) for x in offsets]
    numbers = {sector: n for n, sector in enumerate(sorted(set(touched)))}
    places = [numbers[sector] for sector in touched]
    groups = requests_of(columns, side.width // side.bits, machine)

    def by_element(number: int) -> dict[int, int]:
        some, values = groups[number]
        taken = {columns[v][t]: threads[t] for t in reversed(some) for v in values}
        return _by_element(taken, offsets)

    number = sectors.first_wasteful(by_element, len(groups), places, side.bits, machine)
    found = all_sectors(columns, side.bits, side.width, machine)
    request = sectors.Request(by_element(number), number, found)
    words = f"sectors of {side.place.name}"
    title = _title(words, side.place.coordinates)
    if tile.symbols:
        title += ", with rows that start at a sector"
    rows = extents_of(side.place.coordinates)[0]
    run = side.width // side.bits
    return sectors.panel_of(title, rows, places, request, side.bits, run, machine)


def _by_element(taken: dict[int, int], offsets: Sequence[int]) -> dict[int, int]:
    """Map each element to the thread that takes it. `taken` maps offsets to threads."""
    return {n: taken[x] for n, x in enumerate(offsets) if x in taken}


def _title(words: str, order: Coordinates) -> str:
    return f"{words} of ({','.join(names_of(order))})"
