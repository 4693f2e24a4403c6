"""Buffers that are parts of other buffers.

In Triton 2 to 3.2, the type of a part has the shape of the part, but not the shape of the buffer
that contains it. So the type does not determine the layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from verif.audit.mlir import Operation
from verif.audit.statement import Verdict
from verif.audit.triton.affine import AffineValues
from verif.audit.triton.layouts import Decided
from verif.audit.triton.program import Program
from verif.audit.triton.types import Sized, sized

_OLDER: Final = "shared"
"""The kind of encoding that all buffers have in Triton 2 to 3.2."""

_CUTS: Final = frozenset({"ttg.memdesc_subview", "ttg.extract_slice"})

NO_LAYOUT: Final = "the type of a part of a buffer does not have the shape of the buffer"


def parts_of(program: Program) -> frozenset[str]:
    """The types of parts of buffers, and of results of operations on parts, in Triton 2 to 3.2."""
    found = set[str]()
    for op in program.operations:
        before, after = _first(op.operand_types), _first(op.result_types)
        if before is not None and after is not None and after.kind == _OLDER:
            is_cut = op.name in _CUTS and before.shape[-len(after.shape) :] != after.shape
            if is_cut or before.text in found:
                found.add(after.text)
    return frozenset(found)


def has_part(op: Operation, parts: frozenset[str]) -> bool:
    """Whether an operand or a result of an operation has the type of a part of a buffer."""
    return not parts.isdisjoint((*op.operand_types, *op.result_types))


def outside(op: Operation, program: Program, affine: AffineValues) -> Iterator[Decided]:
    """The statement about a `memdesc_index` whose index is outside of the buffers.

    There is a statement only if the index is a known number. The verdict is UNKNOWN, because the
    program need not access the buffer.
    """
    buffers = program.kind_of(op, 0)
    index = affine.of(op.values[1]) if len(op.values) > 1 else None
    if op.name != "ttg.memdesc_index" or buffers is None or index is None or index.divisor:
        return
    count = buffers.shape[0] if buffers.shape else 1
    if not 0 <= index.constant < count:
        detail = f"the index is {index.constant}, but the buffers have the indices 0 .. {count - 1}"
        yield "no memory outside of the buffers is accessed", Verdict.UNKNOWN, detail, ""


def _first(types: tuple[str, ...]) -> Sized | None:
    return sized(types[0]) if types else None
