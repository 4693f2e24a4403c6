"""If a statement fails at some sizes, find a condition on the sizes under which it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

from verif.movement.bounds import reached
from verif.movement.decide import Decided, of_move
from verif.movement.model import Kernel
from verif.movement.places import sizes_where
from verif.movement.proving import Counterexample, Theory
from verif.movement.stating import Statement, Verdict
from verif.sizes.names import Sizes

DIVISORS: Final = (2, 4, 8, 16, 32, 64, 128, 256)


def condition(decided: Decided, one: Statement) -> str | None:
    """Return, in words, a condition under which a failing statement holds.

    Return None if no such condition is found. The condition is sufficient: the statement is proved
    again under the condition. For the statement that offsets fit in int32, the condition comes from
    `check --where`.
    """
    kernel = decided.kernel
    for tensor in kernel.tensors:
        if one.operation == tensor.name and "int32" in one.claim:
            return sizes_where(kernel, tensor)
    for texts in _candidates(kernel):
        text = " and ".join(texts)
        changed = replace(kernel, sizes=kernel.sizes.where(*texts))
        if _is_possible(changed.sizes) and _holds(changed, one):
            return f"where {text}"
    return None


def _candidates(kernel: Kernel) -> Iterator[tuple[str, ...]]:
    """Yield conditions: first that a number divides one size, then that a number divides two sizes.

    Smaller numbers come first.
    """
    names = kernel.sizes.names
    divisors = sorted({*DIVISORS, *(one.tile for one in kernel.coordinates if one.tile > 1)})
    for divisor in divisors:
        for name in names:
            yield (f"{name} % {divisor} == 0",)
    for divisor in divisors:
        for one, other in combinations(names, 2):
            yield f"{one} % {divisor} == 0", f"{other} % {divisor} == 0"


def _is_possible(sizes: Sizes) -> bool:
    """Whether some sizes meet the conditions."""
    return isinstance(Theory(sizes).decide("there are sizes", "false"), Counterexample)


def _holds(kernel: Kernel, one: Statement) -> bool:
    """Whether the statement holds under the kernel's conditions on its sizes."""
    theory = Theory(kernel.sizes)
    found: list[Statement] = []
    for move in kernel.moves:
        if (move.line, move.text) == (one.line, one.operation) and move.by is not None:
            found += of_move(kernel, theory, move)[1]
    if not found:
        found += reached(kernel, theory)
    same = [other for other in found if other.claim == one.claim]
    return bool(same) and all(other.verdict is Verdict.HOLDS for other in same)
