"""The costs of arrays of a compiled program: padding, copies, and moves of elements."""

from __future__ import annotations

from typing import Final

from spec.int_tuple import format_int_tuple
from verif.audit.hlo.affine import TooManyBoxesError
from verif.audit.hlo.bitcasts import moved_by
from verif.audit.hlo.program import Instruction
from verif.audit.hlo.shapes import Array, Shape
from verif.audit.statement import Statement, Verdict

MOST_PADDING: Final = 0.5
"""If more than this share of an array is padding, the padding counts as a cost."""

KEEPS: Final = "the copy keeps the index of each element"

SMALL: Final = 4096
"""In an array of at most this many bytes (one tile of 32-bit elements) padding is not a cost."""

DENSE: Final = f"at most {MOST_PADDING:.0%} of the array is padding"
FITS: Final = f"with padding, the array takes at most {SMALL} bytes"


def padding(line: int, operation: str, array: Array, needed: int) -> Statement:
    """Decide whether an array's padding is a cost. In a small array, padding is never a cost."""
    full = array.bytes
    detail = f"{array} takes {full} bytes for {needed}"
    share = 1 - needed / full if full else 0.0
    if share <= MOST_PADDING:
        return Statement(line, operation, DENSE, Verdict.HOLDS, detail)
    if full <= SMALL:
        return Statement(line, operation, FITS, Verdict.HOLDS, detail)
    detail += f", {full / max(needed, 1):.1f} times as many"
    return Statement(line, operation, DENSE, Verdict.COST, detail)


def copied(i: Instruction, source: Shape) -> Statement:
    """State that a copy keeps the index of each element, and say how many bytes it moves."""

    def statement(verdict: Verdict, detail: str) -> Statement:
        return Statement(i.line, i.opcode, KEEPS, verdict, detail)

    target = i.shape
    if i.opcode == "copy-start" and isinstance(target, tuple) and target:
        target = target[0]
    if not isinstance(target, Array) or not isinstance(source, Array):
        return statement(Verdict.UNKNOWN, "the copied value is not one array")
    if source.shape.dims != target.shape.dims:
        return statement(Verdict.FAULT, f"{source} becomes {target}")
    if source.dynamic != target.dynamic:
        # XLA accepts a copy between arrays with different dynamic dimensions. The number of
        # elements is known only at run time.
        return statement(Verdict.UNKNOWN, f"{source} becomes {target}")
    detail = f"{source.bytes} bytes are read and {target.bytes} written"
    if source == target:
        detail = f"the copy changes only the buffer, not the array:  {detail}"
        return statement(Verdict.COST, detail)
    if source.space != target.space:
        detail += f", from S({source.space}) to S({target.space})"
    if source.shape.element != target.shape.element:
        detail += f", converted from {source.shape.element} to {target.shape.element}"
    return statement(Verdict.HOLDS, detail)


def rearranged(i: Instruction, source: Shape) -> Statement:
    """The statement that a reshape or a transpose of a compiled program moves no element."""
    claim = f"the {i.opcode} moves no element"
    try:
        verdict, detail = _rearranged(i, source, i.shape)
    except TooManyBoxesError:
        verdict, detail = Verdict.UNKNOWN, "there are too many ranges of indices to compare"
    return Statement(i.line, i.opcode, claim, verdict, detail)


def _rearranged(i: Instruction, a: Shape, b: Shape) -> tuple[Verdict, str]:
    if not isinstance(a, Array) or not isinstance(b, Array) or a.is_dynamic or b.is_dynamic:
        return Verdict.UNKNOWN, "a dimension is dynamic, or the value is not one array"
    order = i.integers("dimensions") if i.opcode == "transpose" else None
    if not _fits(a, b, order):
        return Verdict.UNKNOWN, f"{a} becomes {b}"
    cost = f"{a.bytes} bytes are read and {b.bytes} written"
    same = a.shape.bits == b.shape.bits and a.elements > 0
    moved = moved_by(a.shape, b.shape, order) if same else None
    if moved is not None:
        index, old, new = moved
        at = f"element {format_int_tuple(index)} of the result"
        return Verdict.COST, f"{at} moves from {old} to {new}; {cost}"
    if a.bytes != b.bytes or a.shape.bits != b.shape.bits:
        return Verdict.COST, cost
    return Verdict.HOLDS, "it is a bitcast"


def _fits(a: Array, b: Array, order: tuple[int, ...] | None) -> bool:
    """Whether the dimensions of the result follow from the operand's dimensions."""
    if order is None:
        return a.elements == b.elements
    dims = a.shape.dims
    return sorted(order) == list(range(len(dims))) and b.shape.dims == tuple(dims[k] for k in order)
