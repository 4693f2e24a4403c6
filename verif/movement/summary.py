"""One line for each step, tensor or buffer: its verdict, and figures such as access widths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spec.memory import by_enumeration
from verif.english import counted
from verif.movement import transfers
from verif.movement.banks import wavefronts
from verif.movement.decide import Decided
from verif.movement.model import Global
from verif.movement.moves import Side, Taken
from verif.movement.places import bytes_of
from verif.movement.stating import Statement, Verdict


@dataclass(frozen=True)
class Line:
    """A step, tensor or buffer: its worst verdict, its figures, and its statements."""

    line: int
    name: str
    verdict: Verdict
    figures: str
    statements: tuple[Statement, ...]

    @property
    def wrong(self) -> tuple[Statement, ...]:
        """The statements that do not hold."""
        return tuple(one for one in self.statements if one.verdict is not Verdict.HOLDS)


def lines(decided: Decided) -> Iterator[Line]:
    """Yield a line for each step, tensor or buffer with statements, in the order of the file."""
    subjects: dict[tuple[int, str], list[Statement]] = {}
    for one in decided.statements:
        subjects.setdefault((one.line, one.operation), []).append(one)
    figures = dict(_all_figures(decided))
    order = list(Verdict)
    for (line, name), statements in subjects.items():
        worst = min((one.verdict for one in statements), key=order.index)
        shown = figures.get((line, name)) or "; ".join(
            one.detail for one in statements if one.verdict is Verdict.HOLDS
        )
        yield Line(line, name, worst, shown, tuple(statements))


def _all_figures(decided: Decided) -> Iterator[tuple[tuple[int, str], str]]:
    kernel = decided.kernel
    for tensor in kernel.tensors:
        yield (tensor.line, tensor.name), f"{tensor.text}, {tensor.index} offsets"
    for buffer in kernel.buffers:
        yield (buffer.line, buffer.name), f"{buffer.layout}, {bytes_of(buffer)} bytes"
    for in_grid, name in ((True, "grid"), (False, "loop")):
        tiles = [
            f"tiles of {one.tile} along {one.name}"
            for one in kernel.coordinates
            if one.in_grid is in_grid and not one.is_single
        ]
        yield (1, name), ", ".join(tiles)
    for move in kernel.moves:
        if move.number in decided.accesses:
            found = decided.accesses[move.number]
            if found.are_possible:
                yield (move.line, move.text), "; ".join(map(_figures, found.sides))
        elif move.unit is not None and len(Taken(move).memories) == 2:
            yield (move.line, move.text), transfers.figures(move)


def _figures(side: Side) -> str:
    """Return a text: the access width on a side, and the number of sectors or wavefronts.

    Wavefronts and sectors are counted for one tile. Each row is assumed to start at a sector
    boundary.
    """
    name, width = side.place.name, f"{side.width}-bit accesses"
    if isinstance(side.place, Global):
        found = by_enumeration.sectors(side.columns, side.bits, side.width, side.machine)
        return f"{name} {width}, {counted(found.sectors, 'sector')}"
    return f"{name} {width}, {counted(wavefronts(side), 'wavefront')}"
