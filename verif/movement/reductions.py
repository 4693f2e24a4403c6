"""Reductions: each sum contains each element along the reduced coordinate exactly once."""

from __future__ import annotations

from collections import Counter
from math import prod

from verif.movement.model import Reduce, extents_of
from verif.movement.moves import coordinates_at, renumbering
from verif.movement.products import Numbers
from verif.movement.stating import Statement, fault, holds


def reduced(step: Reduce, numbers: Numbers, origin: str) -> tuple[Numbers | None, Statement]:
    """Return which sums each thread holds, and the statement about the sums.

    A group consists of `step.among` consecutive threads. Within a group, elements that differ only
    in the coordinate `step.over` are added, and every thread of the group gets the sum. Obligation,
    by enumeration: each sum has exactly one element for each position of the tile along this
    coordinate. If the statement is a fault, return None instead of the sums.
    """
    over, claim = step.over, f"each sum adds each element of {origin} along {step.over.name} once"
    rest = tuple(one for one in step.source.coordinates if one != over)
    table = renumbering(step.source.coordinates, (*rest, over))
    size = prod(extents_of(rest))
    threads = len(numbers[0])
    sums: list[list[int]] = []
    for first in range(0, threads, step.among):
        group = range(first, min(first + step.among, threads))
        counts: dict[int, Counter[int]] = {}
        for column in numbers:
            for t in group:
                number = column[t]
                if number is None:
                    detail = f"thread {t} has a register without an element"
                    return None, fault(step.line, step.text, claim, detail)
                along, other = divmod(table[number], size)
                counts.setdefault(other, Counter())[along] += 1
        for other, count in counts.items():
            wrong = next((x for x in range(over.tile) if count[x] != 1), None)
            if wrong is not None:
                point = coordinates_at(other, rest)
                where = ", ".join(f"{name} = {x}" for name, x in point.items())
                has = f"has {count[wrong]} times" if count[wrong] else "lacks"
                detail = (
                    f"the sum of {where} in threads {group[0]} to {group[-1]} {has}"
                    f" {over.name} = {wrong}"
                )
                return None, fault(step.line, step.text, claim, detail)
        sums += [list(counts)] * len(group)
    if len({len(one) for one in sums}) != 1:
        detail = "threads have different numbers of sums"
        return None, fault(step.line, step.text, claim, detail)
    found = tuple(tuple(one[v] for one in sums) for v in range(len(sums[0])))
    detail = f"sums of {over.tile} elements; each thread holds {len(found)} sums"
    return found, holds(step.line, step.text, claim, detail)
