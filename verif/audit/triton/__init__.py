"""Audit TTGIR, the IR in which Triton and Gluon decide layouts.

Read the modules in this order: types, program, parts; layouts, conversions, following; accesses,
copies, memory, swizzles; affine, asking, pointers. The audit yields at most a few statements for
each operation. For each layout it yields one statement, at the first line with this layout.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from spec.reading import Distributed
from verif.audit.mlir import Operation, read_all
from verif.audit.statement import Statement, Verdict
from verif.audit.triton.affine import AffineValues
from verif.audit.triton.conversions import of_conversion
from verif.audit.triton.copies import of_block, of_uncounted
from verif.audit.triton.following import following, of_range
from verif.audit.triton.layouts import Decided, of_memory, of_registers, of_tensor_memory
from verif.audit.triton.memory import of_access, used
from verif.audit.triton.parts import NO_LAYOUT, has_part, outside, parts_of
from verif.audit.triton.pointers import of_pointers
from verif.audit.triton.program import Context, Program, program_of
from verif.audit.triton.swizzles import best_encodings
from verif.audit.triton.types import Sized, Unread, held, layout_of, sized
from verif.audit.triton.using import of_uses

_OURS: Final = re.compile(r"#(?:ttg|triton_gpu)\.|^\s*tt\.func\b", re.MULTILINE)


def recognizes(text: str) -> bool:
    r"""Whether a text is TTGIR.

    >>> recognizes("module {\n  tt.func public @f() {"), recognizes("func.func @f()")
    (True, False)
    """
    return _OURS.search(text) is not None


def audit(text: str) -> Iterator[Statement]:
    """Yield the statements about a text of TTGIR, in the order of lines."""
    for module in read_all(text):
        program = program_of(module)
        found = [*_of_program(program), *best_encodings(program)]
        yield from sorted(found, key=lambda one: one.line)
        if not module.complete:
            reason = "the text ends before all brackets and regions are closed"
            yield Statement(module.end, "module", "the text is complete", Verdict.NOT_READ, reason)


def _of_program(program: Program) -> Iterator[Statement]:
    affine, seen, parts = AffineValues(program), set[tuple[object, ...]](), parts_of(program)
    yield from of_uses(program)
    for op, context in zip(program.operations, program.contexts, strict=True):
        for kind in _kinds(op):
            key = kind.is_memory, kind.shape, kind.encoding, kind.allocated, kind.space, context
            if key not in seen:
                seen.add(key)
                yield from _made(op, _of_layout(kind, context, parts))
        if not has_part(op, parts):
            yield from _made(op, _of_operation(op, program, context))
        yield from _made(op, outside(op, program, affine))
        yield from of_pointers(op, program, affine, context)


def _kinds(op: Operation) -> Iterator[Sized]:
    # A dot prints the types of its two factors with `*` between them.
    factors = (part for text in op.operand_types for part in text.split(" * "))
    for text in (*factors, *op.result_types):
        kind = sized(text) if "<" in text else None
        if kind is not None and kind.encoding:
            yield kind


def _made(op: Operation, decided: Iterator[Decided]) -> Iterator[Statement]:
    for claim, verdict, detail, question in decided:
        yield Statement(op.line, op.name, claim, verdict, detail, question)


def _of_layout(kind: Sized, context: Context, parts: frozenset[str]) -> Iterator[Decided]:
    if kind.misplaced:
        yield "the memory space fits the encoding", Verdict.FAULT, kind.misplaced, ""
    layout = Unread(NO_LAYOUT) if kind.text in parts else layout_of(kind)
    if isinstance(layout, Unread):
        yield "the layout is read", Verdict.NOT_READ, f"{kind.text}: {layout.reason}", ""
    elif isinstance(layout, Distributed):
        if kind.is_memory:
            yield of_tensor_memory(kind, layout)
        else:
            yield of_registers(kind, layout, context)
    elif layout is not None:
        yield of_memory(kind, layout)


def _of_operation(op: Operation, program: Program, context: Context) -> Iterator[Decided]:
    yield from following(op, program)
    if op.name == "tt.make_range":
        yield from of_range(op)
    elif op.name == "ttg.convert_layout" and op.operand_types and op.result_types:
        before, after = (held(sized(one[0])) for one in (op.operand_types, op.result_types))
        if before is not None and after is not None and before.shape == after.shape:
            yield of_conversion(before, after)
    use = used(op, program)
    if use is not None:
        yield from of_access(use, context)
    yield from of_uncounted(op)
    yield from of_block(op)
