"""Audit a text of CuTe IR: what each operation states by the types of its operands and results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from time import monotonic
from typing import Final

from verif.audit.cute_ir.results import Decision, decide
from verif.audit.cute_ir.rows import ROWS
from verif.audit.cute_ir.steps import Step, steps
from verif.audit.cute_ir.types import NotReadError, is_type, read_type, renamed
from verif.audit.mlir import read_all
from verif.audit.statement import Statement, Verdict

SECONDS: Final = 30.0
"""How long proofs for unknown numbers may take in one text. Later ones are unknown."""

_DIALECT: Final = re.compile(r"!cute\.[a-z]|\bcute(?:_nvgpu)?\.[a-z]")


def recognizes(text: str) -> bool:
    """Whether a text is CuTe IR: it has a type or an operation of the dialect.

    >>> recognizes('%1 = "cute.size"(%0) : (!cute.layout<"4:1">) -> !cute.int_tuple<"4">')
    True
    """
    return _DIALECT.search(text) is not None


def audit(text: str) -> Iterator[Statement]:
    """Yield what the operations of a text state about layouts, line by line."""
    ends = monotonic() + SECONDS
    for module in read_all(text):
        for step in steps(module):
            yield from _results(step, ends)


def _results(step: Step, ends: float) -> Iterator[Statement]:
    """State that the type of a result is the value that the operation must have."""
    row = ROWS.get(step.name)
    if row is None or not any(step.results):
        return
    claim = f"the type of the result of {step.name} is the value that it must have"
    operation = f"cute.{step.name}"
    if not all(step.operands):
        reason = "the type of an operand is not in the text"
        yield Statement(step.line, operation, claim, Verdict.NOT_READ, reason)
        return
    given = (step.name, step.attributes, step.operands, step.results[0], step.same)
    found = _decided(*given, prove=monotonic() < ends)
    if found is not None:
        yield Statement(step.line, operation, claim, found.verdict, found.detail, found.question)


@lru_cache(maxsize=1 << 14)
def _decided(
    name: str,
    attributes: str,
    operands: tuple[str, ...],
    result: str,
    same: tuple[int, ...],
    *,
    prove: bool,
) -> Decision | None:
    try:
        types = []
        count = 1
        for k, text in enumerate(operands):
            if not is_type(text):
                return None
            if same[k] != k:
                types.append(types[same[k]])
                continue
            types.append(renamed(read_type(text), count))
            count += len(types[-1].unknowns)
        if not is_type(result):
            return None
        told = read_type(result)
        if told.kind == "ptr":
            return None
        row = ROWS[name]
        expression = row.build(tuple(types), attributes)
        if expression is None:
            return None
        return decide(row, expression, tuple(types), told, prove=prove)
    except NotReadError as error:
        return Decision(Verdict.NOT_READ, str(error))
