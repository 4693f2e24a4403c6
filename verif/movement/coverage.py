"""Check that threads take each element of a tile exactly once, or all elements equally often."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from spec.coordinates import idx2crd
from spec.int_tuple import format_int_tuple
from spec.memory.accesses import Columns
from spec.modes import modes_of, offsets
from verif.audit.asking import decided
from verif.movement.model import Move, Operand, Registers, extents_of
from verif.movement.stating import Statement, fault, holds


def covered(move: Move) -> Statement | None:
    """State that each element of the tile is taken by exactly one (thread, value).

    Obligation: the thread-value layout is a bijection onto the tile. Exception: several (thread,
    value) pairs may take one element if the step loads registers or an operand of a matrix
    instruction, or if the step's encoding is larger than the tile. In these cases, each element
    must be taken by the same number of (thread, value) pairs. The question `covers_once` decides
    the obligation.
    """
    if move.by is None:
        return None
    tile = extents_of(move.coordinates)
    if len(move.threads) < move.by[0].size:
        return _by_some(move)
    shown = format_int_tuple(tile)
    times = 1
    if isinstance(move.target, Operand):
        times = max(1, move.target.layout.size // prod(tile))
    if move.repeats or isinstance(move.target, Registers):
        times = max(1, move.by.size // prod(tile))
    names = ",".join(one.name for one in move.coordinates)
    if times == 1:
        claim = f"each element of the tile {shown} of ({names}) is taken once"
        return _advised(decided(move.line, move.text, claim, f"covers_once({move.by}, {shown})"))
    claim = f"each element of the tile {shown} of ({names}) is held {times} times"
    return decided(move.line, move.text, claim, f"covers_once({move.by}, {shown}, {times})")


def _advised(statement: Statement) -> Statement:
    """Replace a statement's advice to ask `covers_once(TV, tile, n)`.

    A kernel file cannot ask this question. The new advice is to use the key `only`, which names the
    threads that execute the step.
    """
    reason, asked, _ = statement.detail.partition(": ask covers_once(")
    if not asked:
        return statement
    advice = "; if only some threads execute the step, name them, as in only = 't % 32 == 0'"
    return replace(statement, detail=f"{reason}{advice}")


def _by_some(move: Move) -> Statement:
    """State that the executing threads take each element of the tile exactly once.

    Some threads skip the step, so enumeration decides the obligation.
    """
    tile = extents_of(move.coordinates)
    names = ",".join(one.name for one in move.coordinates)
    claim = f"each element of the tile {format_int_tuple(tile)} of ({names}) is taken once"
    takers: dict[int, tuple[int, int]] = {}
    for v, column in enumerate(numbers_of(move)):
        for t, number in zip(move.threads, column, strict=True):
            if number in takers or not 0 <= number < prod(tile):
                detail = f"(thread, value) ({t},{v}) takes element {idx2crd(number, tile)}"
                again = f", and so does {takers[number]}" if number in takers else ", outside"
                return fault(move.line, move.text, claim, f"{detail}{again}")
            takers[number] = t, v
    missing = next((x for x in range(prod(tile)) if x not in takers), None)
    if missing is not None:
        detail = f"no (thread, value) takes element {idx2crd(missing, tile)}"
        return fault(move.line, move.text, claim, detail)
    return holds(move.line, move.text, claim, f"by {len(move.threads)} threads")


def numbers_of(move: Move) -> Columns:
    """Return, for each value, the indices of the elements that the executing threads access."""
    assert move.by is not None
    listed, threads = offsets(modes_of(move.by)), move.by[0].size
    return tuple(tuple(listed[v + t] for t in move.threads) for v in range(0, len(listed), threads))
