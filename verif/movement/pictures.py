"""Pictures of a step: the thread that takes each element of a tile, and each element's bank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from spec.drawing import Cell, Panel
from spec.memory.by_enumeration import contenders
from verif.movement.decide import Decided
from verif.movement.model import Coordinates, Move, Shared, extents_of, names_of
from verif.movement.moves import Side, numbers_by

SIDE: Final = 64
"""The most rows and columns of a picture, which shows the first ones of a larger tile."""


def pictures(decided: Decided) -> Iterator[tuple[str, tuple[Panel, ...]]]:
    """Yield a file name and the panels of each step: threads and values, then banks of buffers.

    Only tiles of one or two coordinates are drawn.
    """
    for move in decided.kernel.moves:
        found = decided.accesses.get(move.number)
        if found is None or len(move.coordinates) > 2:
            continue
        words = move.text.replace(" -> ", "-").replace(" ", "-")
        panels = (_takers(move), *map(_banks, found.sides))
        yield f"{move.number + 1:02}-{words}.svg", tuple(one for one in panels if one is not None)


def _takers(move: Move) -> Panel:
    """The elements of a tile, each with the thread and the value that take it.

    Marks show elements that are taken by no (thread, value) or by several.
    """
    assert move.by is not None
    taken_by: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for v, column in enumerate(numbers_by(move.by, move.coordinates, move.coordinates)):
        for t, number in enumerate(column):
            taken_by[number].append((t, v))

    def cell(number: int) -> tuple[Cell, bool]:
        who = taken_by.get(number)
        if who is None:
            return Cell(""), True
        others = f" +{len(who) - 1}" if len(who) > 1 else ""
        return Cell(f"T{who[0][0]} V{who[0][1]}{others}", who[0][0]), len(who) > 1

    return _panel(move.coordinates, f"{move.text}: threads and values", cell)


def _banks(side: Side) -> Panel | None:
    """The bank of each element of a tile; marks show the first phase with a conflict."""
    if not isinstance(side.place, Shared):
        return None
    machine, offsets = side.machine, side.place.offsets(0)
    contending = contenders(side.columns, side.bits, side.width, machine)
    wrong = {side.columns[v][t] for t, v in contending}

    def cell(number: int) -> tuple[Cell, bool]:
        bank = offsets[number] * side.bits // machine.bank_bits % machine.banks
        return Cell(str(bank), bank), offsets[number] in wrong

    return _panel(side.place.coordinates, f"banks of {side.place.name}", cell)


def _panel(order: Coordinates, title: str, cell: Callable[[int], tuple[Cell, bool]]) -> Panel:
    """A table of the elements by their coordinates, the first coordinate downwards."""
    rows, columns = (*extents_of(order), 1)[:2]
    shown = min(rows, SIDE), min(columns, SIDE)
    cells: list[Cell] = []
    marked: list[int] = []
    for column in range(shown[1]):
        for row in range(shown[0]):
            drawn, is_marked = cell(row + rows * column)
            if is_marked:
                marked.append(len(cells))
            cells.append(drawn)
    part = "" if shown == (rows, columns) else f", the first {shown[0]} x {shown[1]}"
    names = ",".join(names_of(order))
    return Panel(f"{title} of ({names}){part}", shown[0], tuple(cells), frozenset(marked))
