"""The question whether the shape of B refines the shape of A: compatible(A, B)."""

from __future__ import annotations

from typing import TypeAlias

from spec.bridges import Array
from spec.composed import AnyLayout
from spec.int_tuple import IntTuple, product
from spec.shaped import shape
from verif.questions.answer import Answer, Effort, holds, refuted

Shaped: TypeAlias = AnyLayout | Array | IntTuple
"""Any value that has a shape."""


def compatible(a: Shaped, b: Shaped, _: Effort) -> Answer:
    """Decide whether each integer of A's shape is the size of the matching part of B's shape."""
    misfit = _first_misfit(shape(a), shape(b), ())
    if misfit is None:
        return holds("each integer of A's shape is the size of the corresponding part of B's shape")
    path, ours, theirs = misfit
    return refuted("at mode {} of the shapes, A has {} and B has {}", (path,), (ours, theirs))


def _first_misfit(
    a: IntTuple, b: IntTuple, path: tuple[int, ...]
) -> tuple[tuple[int, ...], IntTuple, IntTuple] | None:
    if not isinstance(a, tuple):
        return None if a == product(b) else (path, a, b)
    if not isinstance(b, tuple) or len(a) != len(b):
        return path, a, b
    misfits = (_first_misfit(x, y, (*path, k)) for k, (x, y) in enumerate(zip(a, b, strict=True)))
    return next((misfit for misfit in misfits if misfit is not None), None)
