"""Buffers of Triton 2 to 3.2 that are parts of other buffers.

In these releases, the type of a part has the shape of the part, but not the shape of the buffer
that contains it. So the type does not determine the layout.
"""

from __future__ import annotations

from typing import Final

from verif.audit.mlir import Operation
from verif.audit.triton.program import Program
from verif.audit.triton.types import Sized, sized

_OLDER: Final = "shared"
"""The kind of encoding that all buffers have in these releases."""

_CUTS: Final = frozenset({"ttg.memdesc_subview", "ttg.extract_slice"})

NO_LAYOUT: Final = "the type of a part of a buffer does not have the shape of the buffer"


def parts_of(program: Program) -> frozenset[str]:
    """The types of parts, and of what is made from parts, in the older form."""
    found = set[str]()
    for op in program.operations:
        before, after = _first(op.operand_types), _first(op.result_types)
        if before is not None and after is not None and after.kind == _OLDER:
            is_cut = op.name in _CUTS and before.shape[-len(after.shape) :] != after.shape
            if is_cut or before.text in found:
                found.add(after.text)
    return frozenset(found)


def has_part(op: Operation, parts: frozenset[str]) -> bool:
    """Whether an operation takes or makes a part."""
    return not parts.isdisjoint((*op.operand_types, *op.result_types))


def _first(types: tuple[str, ...]) -> Sized | None:
    return sized(types[0]) if types else None
