"""Transfers by units of a core: bytes, contiguous pieces, and the addresses of buffers.

Neither the time of a transfer nor its division into bursts is modelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from spec.memory.accesses import bits_of
from verif.english import counted
from verif.movement.model import Kernel, Move, Shared
from verif.movement.moves import Taken
from verif.movement.stating import Statement, fault, holds

ALIGNMENTS: Final = {"UB": 32, "L1": 32, "L0A": 512, "L0B": 512, "L0C": 64, "BT": 64}
"""For each memory of Ascend's cores, the alignment of its addresses in bytes.

Source: CANN 8.0, Ascend C API, General Restrictions, Table 2 (alignment requirements for different
memory units). Global memory has no requirement.
"""


def pieces(columns: Iterable[tuple[int, ...]]) -> list[int]:
    """Return the sizes, in elements, of the pieces of a move that are contiguous in all memories.

    Each entry of `columns` gives the offsets of one element, one offset for each memory.

    >>> pieces([(0, 0), (1, 1), (2, 8), (3, 9)]), pieces([(3,), (1,), (2,)])
    ([2, 2], [3])
    """
    found = sorted(columns)
    sizes = [1]
    for one, after in pairwise(found):
        if all(y == x + 1 for x, y in zip(one, after, strict=True)):
            sizes[-1] += 1
        else:
            sizes.append(1)
    return sizes


def figures(move: Move) -> str:
    """Describe, for each memory, how many bytes a move's unit transfers, and in how many pieces.

    Pre-conditions: the move has a unit.
    """
    taken = Taken(move)
    sides = [(one, [column[0] for column in taken.columns(one)]) for one in taken.memories]
    parts: list[str] = []
    for place, offsets in sides:
        size = len(offsets) * bits_of(place.element) // 8
        count = counted(len(pieces((x,) for x in offsets)), "piece")
        parts.append(f"{place.name} {size} bytes in {count}")
    if len(sides) == 2:
        both = pieces(zip(sides[0][1], sides[1][1], strict=True))
        least = min(both) * bits_of(move.source.element) // 8
        parts.append(
            f"{counted(len(both), 'piece')} contiguous on both sides, of {least} bytes or more"
        )
    return "; ".join(parts)


def addressed(kernel: Kernel) -> Iterator[Statement]:
    """State that each stage of a buffer in a memory of Ascend starts at an aligned address.

    Obligation, by enumeration: the alignment of the memory divides the base address. It also
    divides the number of bytes from the base address to the first element of each stage.
    """
    units = {move.unit for move in kernel.moves if move.unit is not None}
    for buffer in kernel.buffers if units else ():
        if buffer.space in ALIGNMENTS:
            yield _addressed(buffer, ALIGNMENTS[buffer.space])


def _addressed(buffer: Shared, needed: int) -> Statement:
    claim = f"each stage of {buffer.name} starts at a multiple of {needed} bytes in {buffer.space}"
    if buffer.alignment % needed:
        detail = f"its base address is aligned to {buffer.alignment} bytes only"
        return fault(buffer.line, buffer.name, claim, detail)
    for stage in range(buffer.stages):
        start = min(buffer.offsets(stage)) * bits_of(buffer.element)
        if start % (8 * needed):
            detail = f"stage {stage} starts {start // 8} bytes after the base address"
            return fault(buffer.line, buffer.name, claim, detail)
    return holds(buffer.line, buffer.name, claim, counted(buffer.stages, "stage"))
