"""Coverage: each element of a tile is taken exactly once, or held as often as an operand needs."""

from __future__ import annotations

from math import prod

from spec.int_tuple import format_int_tuple
from verif.audit.asking import decided
from verif.movement.model import Move, Operand, extents_of
from verif.movement.stating import Statement


def covered(move: Move) -> Statement | None:
    """State that each element of the tile is taken by exactly one (thread, value).

    Obligation: the thread-value layout is a bijection onto the tile. Each element of an operand is
    held by as many threads as the matrix instruction needs: by `times`, which is the number of its
    (thread, value) divided by the number of elements. Decided by `covers_once`.
    """
    if move.by is None:
        return None
    tile = extents_of(move.coordinates)
    shown = format_int_tuple(tile)
    times = 1
    if isinstance(move.target, Operand):
        times = max(1, move.target.layout.size // prod(tile))
    names = ",".join(one.name for one in move.coordinates)
    if times == 1:
        claim = f"each element of the tile {shown} of ({names}) is taken once"
        return decided(move.line, move.text, claim, f"covers_once({move.by}, {shown})")
    claim = f"each element of the tile {shown} of ({names}) is held {times} times"
    return decided(move.line, move.text, claim, f"covers_once({move.by}, {shown}, {times})")
