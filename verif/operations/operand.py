"""The values that operations take, and a call of an operation."""

from __future__ import annotations

from typing import TypeAlias

from spec.layout import Layout

Operand: TypeAlias = "Layout | int | tuple[Operand, ...] | None"
"""A layout, IntTuple, tiler or coordinate. A None in a coordinate keeps the mode in a slice."""

Arguments: TypeAlias = tuple[Operand, ...]

Case: TypeAlias = tuple[str, Arguments]
"""The name of an operation in the spec, and the arguments of a call of the operation."""


def has_none(operand: Operand) -> bool:
    """Return whether the operand is None or contains None. Slicing with None keeps a mode.

    >>> has_none((1, (None, 2))), has_none(3)
    (True, False)
    """
    return any(map(has_none, operand)) if isinstance(operand, tuple) else operand is None
