"""The audit of a text of HLO: bitcasts, calls, copies and padding, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from verif.audit.cut import of_cut
from verif.audit.hlo.affine import Affine
from verif.audit.hlo.bitcasts import bitcast
from verif.audit.hlo.buffers import copied, padding, rearranged
from verif.audit.hlo.calls import asynchronous, called, constrained, entry, grouped, passed
from verif.audit.hlo.graph import Frame, MalformedError, Node, UnmatchedError, View, array_of, step
from verif.audit.hlo.heads import inputs, sum_of
from verif.audit.hlo.program import HEADER, PASSING, Computation, Instruction, Module, modules
from verif.audit.hlo.reports import reports
from verif.audit.hlo.shapes import Array, UnreadError, arrays_of, leaves
from verif.audit.statement import Statement, Verdict

_ELEMENT: Final = r"(?:pred|[su]\d+|bf16|f\d\w*|c64|c128|token|opaque)"
_LINE: Final = re.compile(
    rf"^[ \t]*(?:ROOT[ \t]+)?%?[\w.\-]+[ \t]*=[ \t]*\(*(?:b\()?{_ELEMENT}\[[^\n]*[)\]}}][ \t]+"
    r"[a-z][a-z\-]*\(",
    re.MULTILINE,
)
_INDENTED: Final = re.compile(f"^{HEADER}", re.MULTILINE)
_ALIASES: Final = frozenset(
    {
        "after-all",
        "async-start",
        "bitcast",
        "call",
        "conditional",
        "constant",
        "copy-start",
        "get-tuple-element",
        "send",
        "tuple",
        "while",
        *PASSING,
    }
)
"""Operations that allocate no new array, or whose arrays are counted elsewhere."""


_ENDS: Final = ("-done", "-update")
"""Endings of the names of operations whose arrays belong to an operation started earlier."""

_CALLING: Final = frozenset({"async-start", "call", "conditional", "fusion", "while"})


LAID_OUT: Final = "the layouts of the module describe memory"
_UNSCHEDULED: Final = (
    "the module does not say is_scheduled=true, so the layouts of its parameters and results, of"
    " tuples and of calls are not audited, and reshapes and transposes are not, either"
)


def recognizes(text: str) -> bool:
    """Whether a text is HLO, a part of HLO, or XLA's report of the memory that a program needs."""
    return (
        text.startswith("HloModule")
        or "\nHloModule " in text
        or _INDENTED.search(text) is not None
        or "Unpadded size:" in text
        or _LINE.search(text) is not None
    )


def audit(text: str) -> Iterator[Statement]:
    """Yield the statements of a text of HLO with their verdicts, line by line."""
    yield from reports(text)
    for module in modules(text):
        for line, reason in module.unread:
            yield Statement(line, "", "the instruction is understood", Verdict.NOT_READ, reason)
        if module.is_scheduled and module.entry is not None:
            yield from entry(module, module.entry)
        elif module.header and _is_laid_out(module):
            yield Statement(module.line, "HloModule", LAID_OUT, Verdict.UNKNOWN, _UNSCHEDULED)
        for computation in module.computations.values():
            yield from _computation(module, computation)
        if module.cut:
            yield of_cut(module.end, module.cut)


def _is_laid_out(module: Module) -> bool:
    """Whether a module that is not scheduled has an array with a layout other than the default."""
    if module.is_scheduled:
        return False
    stated = arrays_of(module.entry_layout or ())
    instructions = (i for c in module.computations.values() for i in c.instructions.values())
    return any(
        one.shape.tiles or one.shape.minor_to_major != tuple(reversed(range(one.shape.rank)))
        for one in (*stated, *chain.from_iterable(i.arrays for i in instructions))
    )


def _computation(module: Module, computation: Computation) -> Iterator[Statement]:
    in_memory = computation.name not in module.fused and computation.name not in module.applied
    for i in computation.instructions.values():
        try:
            yield from asynchronous(module, computation, i)
            begun = i.started or i
            shape = begun.shape
            for one in _operation(module, computation, begun, in_memory=in_memory):
                yield replace(one, operation=i.opcode)
        except UnreadError as error:
            claim = "the instruction is understood"
            yield Statement(i.line, i.opcode, claim, Verdict.NOT_READ, str(error))
            continue
        for one in _malformed(Node(Frame(module, computation), begun)):
            yield replace(one, operation=i.opcode)
        own = i.opcode != "parameter" or computation.is_entry
        is_alias = begun.opcode in _ALIASES or i.opcode.endswith(_ENDS)
        if in_memory and own and not is_alias:
            for _, leaf in leaves(shape):
                if isinstance(leaf, Array) and leaf.shape.tiles:
                    yield padding(i.line, i.opcode, leaf, leaf.needed)


def _operation(
    module: Module, computation: Computation, i: Instruction, *, in_memory: bool
) -> Iterator[Statement]:
    """Yield the statements about one instruction. Raises UnreadError if a shape is unknown."""
    if i.opcode == "bitcast":
        yield _bitcast(module, computation, i, in_memory=in_memory)
    elif i.opcode in {"copy", "copy-start"} and in_memory:
        yield copied(i, computation.operand_shape(i, 0))
    elif i.opcode in {"reshape", "transpose"} and in_memory and _is_compiled(module):
        yield rearranged(i, computation.operand_shape(i, 0))
    elif i.opcode in _CALLING and module.header:
        yield from called(module, computation, i)
    elif i.opcode in {"tuple", "get-tuple-element"}:
        yield from grouped(module, computation, i)
    elif i.opcode == "custom-call":
        yield from constrained(module, computation, i)
    elif i.opcode in PASSING:
        yield from passed(module, computation, i, in_memory=in_memory)


def _is_compiled(module: Module) -> bool:
    """Whether a module is compiled. If so, its layouts describe memory.

    A module without a header is assumed to be compiled.
    """
    return module.is_scheduled or not module.header


def _bitcast(
    module: Module, computation: Computation, i: Instruction, *, in_memory: bool
) -> Statement:
    claim = "the bitcast moves no element"

    def statement(verdict: Verdict, detail: str, question: str = "") -> Statement:
        return Statement(i.line, i.opcode, claim, verdict, detail, question)

    a, b = computation.operand_shape(i, 0), i.shape
    if not isinstance(a, Array) or not isinstance(b, Array):
        return statement(Verdict.UNKNOWN, "the operand and the result must each be one array")
    if any(one.shape.rank > 1 and not one.has_layout for one in (a, b)):
        return statement(Verdict.UNKNOWN, "the text states no layouts")
    # Values inside a fusion have no memory space.
    known = bool(module.header) and in_memory and computation.name
    if known and a.space != b.space:
        return statement(Verdict.FAULT, f"memory space S({a.space}) becomes S({b.space})")
    decision = bitcast(a, b)
    return statement(decision.verdict, decision.detail, decision.question)


def _malformed(node: Node) -> Iterator[Statement]:
    """Yield a fault if the dimensions of a result do not follow from its operands."""
    i = node.instruction
    if i.opcode == "bitcast" or i.opcode in _CALLING:
        return
    try:
        if i.opcode == "reduce" and isinstance(i.shape, tuple):
            node = node._replace(path=(0,))
        dims = array_of(node).shape.dims
        view = View(node, (Affine(0),) * len(dims))
        if 0 not in dims and step(view, {}) is None and sum_of(node) is None:
            # `inputs` raises MalformedError if the dimensions are wrong. For operations that take
            # whole arrays, `inputs` checks nothing.
            inputs(view, {})
    except MalformedError as error:
        claim = "the dimensions follow from the operands"
        yield Statement(i.line, i.opcode, claim, Verdict.FAULT, str(error))
    except UnmatchedError:
        return
