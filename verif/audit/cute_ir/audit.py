"""Audit CuTe IR: check the types of the operands and results of each operation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from time import process_time
from typing import Final

from spec.errors import LayoutError
from verif.audit.cut import cut_off
from verif.audit.cute_ir.begins import begins, outside
from verif.audit.cute_ir.memory import (
    access_aligned,
    box_in_swizzle,
    conflicts,
    offsets_fit,
    swizzled_end,
    whole_elements,
)
from verif.audit.cute_ir.partitions import PARTITIONS, UnmodeledError, part_decided
from verif.audit.cute_ir.results import Decision, decide
from verif.audit.cute_ir.rows import ROWS
from verif.audit.cute_ir.steps import Step, steps
from verif.audit.cute_ir.tiles import COPY, MMA, TMA, box_fits, copy_covers, instruction_covers
from verif.audit.cute_ir.types import (
    NotReadError,
    is_type,
    named,
    no_layout,
    read_type,
)
from verif.audit.mlir import read_all
from verif.audit.statement import Statement, Verdict

SECONDS: Final = 30.0
"""The limit on the processor time for the proofs about one text.

When this time is used up, further statements that need a proof are unknown.
"""

WHOLE: Final = "the swizzle of the pointer keeps elements whole"

_DIALECT: Final = re.compile(
    r"""[!#"]cute(?:_nvgpu)?\.[a-z]"""
    r"""|%[\w$.-]+(?::\d+)?\s*=\s*cute(?:_nvgpu)?\.[a-z]"""
    r"""|\bcute(?:_nvgpu)?\.[a-z][\w.]*[ (]*%"""
)
"""Matches types, attributes, and operations with a result or operand, but no Python code."""


def recognizes(text: str) -> bool:
    """Whether a text has a type or an operation of the CuTe dialect.

    >>> recognizes('%1 = "cute.size"(%0) : (!cute.layout<"4:1">) -> !cute.int_tuple<"4">')
    True
    """
    return _DIALECT.search(text) is not None


def audit(text: str) -> Iterator[Statement]:
    """Yield the statements about the layouts in a text of CuTe IR, line by line."""
    ends = process_time() + SECONDS
    for module in read_all(text):
        every = tuple(steps(module))
        seen, wrong = set[object](), Wrong({}, {})
        for step in every:
            made = [*_results(step, ends), *_begins(step)]
            yield from (wrong.named(one, step, range(len(step.operands))) for one in made)
            wrong.add_result(step, made)
            for one in _of_types(step, seen):
                wrong.add_type(one)
                yield one
            for place, one in _accesses(step, every):
                yield wrong.named(one, step, (0, place))
        yield from cut_off(module)


@dataclass(frozen=True)
class Wrong:
    """The line of each wrong type.

    If a later operation uses a wrong type, the audit names the line of this type.

    `results` maps an operation's number and its wrong result type to the line of the operation.
    `swizzles` is for statements that a type's swizzle splits elements. It maps the detail of such a
    statement to the line of the statement.
    """

    results: dict[tuple[int, str], int]
    swizzles: dict[str, int]

    def add_result(self, step: Step, made: Iterable[Statement]) -> None:
        """Record the type of a step's result if the verdict on the result is FAULT."""
        if step.results and any(one.verdict is Verdict.FAULT for one in made):
            self.results[step.number, step.results[0]] = step.line

    def add_type(self, one: Statement) -> None:
        """Record the line if the statement says that a type's swizzle splits elements."""
        if one.claim == WHOLE and one.verdict is Verdict.FAULT:
            self.swizzles[one.detail] = one.line

    def named(self, one: Statement, step: Step, places: Iterable[int]) -> Statement:
        """If a statement is UNKNOWN, add the line of a wrong operand type as its cause.

        Only the operands in `places` are considered. Other statements remain unchanged.
        """
        if one.verdict is not Verdict.UNKNOWN:
            return one
        return replace(one, cause=next(filter(None, self._lines(step, places)), None))

    def _lines(self, step: Step, places: Iterable[int]) -> Iterator[int | None]:
        for k in places:
            source, text = step.sources[k], step.operands[k]
            if source is not None:
                yield self.results.get((source, text))
            yield from (
                self.swizzles.get(one.detail) for claim, one in _alone(text) if claim == WHOLE
            )


def _of_types(step: Step, seen: set[object]) -> Iterator[Statement]:
    """Yield the statements about single types, each at the first line that has the type."""
    for text in (*step.operands, *step.results):
        if text in seen:
            continue
        seen.add(text)
        for claim, found in _alone(text):
            if (claim, found) in seen:
                continue
            seen.add((claim, found))
            yield Statement(
                step.line, f"cute.{step.name}", claim, found.verdict, found.detail, found.question
            )


def _alone(text: str) -> Iterator[tuple[str, Decision]]:
    if text.startswith(COPY):
        yield "the tiled copy takes each element of its tile equally often", copy_covers(text)
    if text.startswith(MMA):
        for name, found in instruction_covers(text):
            yield f"the threads hold each element of {name} equally often", found
    if TMA.match(text) is not None:
        box = box_fits(text)
        if box is not None:
            yield "TMA can copy the box of the descriptor", box
    if not text.startswith(("!cute.memref<", "!cute.ptr<")):
        return
    try:
        one = read_type(text)
    except NotReadError as error:
        yield "the type can be read", Decision(Verdict.NOT_READ, str(error))
        return
    whole, fit = whole_elements(one), offsets_fit(one)
    if whole is not None:
        yield WHOLE, whole
    if fit is not None:
        yield "every offset fits into 32 bits", fit


def _accesses(step: Step, every: tuple[Step, ...]) -> Iterator[tuple[int, Statement]]:
    """Yield the statements about each tensor in memory that a copy accesses.

    Each statement is yielded with the position of the tensor among the operands.
    """
    if step.name in ("tiled.copy.partition_S", "tiled.copy.partition_D"):
        for text in step.operands[1:2]:
            if step.operands[0].startswith(COPY) and text.startswith("!cute.memref<"):
                yield from _stated(
                    step,
                    1,
                    "the copy accesses shared memory without bank conflicts",
                    lambda text=text: conflicts(step.operands[0], text),
                )
    if step.name != "copy" or len(step.operands) < 3:
        return
    atom = step.operands[0]
    for place, text in enumerate(step.operands[1:3], start=1):
        if text.startswith("!cute.memref<"):
            yield from _stated(
                step,
                place,
                "each access of the copy is contiguous, whole and aligned",
                lambda text=text: access_aligned(atom, text, _end(text, every)),
            )
            yield from _stated(
                step,
                place,
                "the box of TMA fits into the span of the swizzle",
                lambda text=text: box_in_swizzle(atom, read_type(text)),
            )


def _stated(
    step: Step, place: int, claim: str, decide_: Callable[[], Decision | None]
) -> Iterator[tuple[int, Statement]]:
    try:
        found = decide_()
    except NotReadError as error:
        found = Decision(Verdict.NOT_READ, str(error))
    if found is not None:
        operation = f"cute.{step.name}"
        yield (
            place,
            Statement(step.line, operation, claim, found.verdict, found.detail, found.question),
        )


def _end(text: str, every: tuple[Step, ...]) -> int:
    """The number of bytes that a swizzled tensor covers; 0 if no type in the text shows this."""
    if "S<" not in text:
        return 0
    tensors = {t for s in every for t in (*s.operands, *s.results) if t.startswith("!cute.memref<")}
    return swizzled_end(sorted(tensors), read_type(text))


def _results(step: Step, ends: float) -> Iterator[Statement]:
    """Decide whether the type of the result states the value that the operation must return."""
    if not (step.name in ROWS or step.name in PARTITIONS) or not any(step.results):
        return
    claim = f"the type of the result of {step.name} is the value that it must have"
    operation = f"cute.{step.name}"
    if not all(step.operands):
        reason = "the type of an operand is not in the text"
        yield Statement(step.line, operation, claim, Verdict.NOT_READ, reason)
        return
    given = (step.name, step.attributes, step.operands, step.results[0], step.same)
    found = _decided(*given, prove=process_time() < ends)
    if found is not None:
        yield Statement(step.line, operation, claim, found.verdict, found.detail, found.question)


def _begins(step: Step) -> Iterator[Statement]:
    """Decide whether an operation's result begins where the type of the result says.

    Also decide whether the operation's coordinate is inside the tensor.
    """
    if not all(step.operands):
        return
    given = (step.name, step.attributes, step.operands)
    begin = begins(*given, step.results[0], step.same) if any(step.results) else None
    for claim, found in filter(None, (begin, outside(*given, step.same))):
        yield Statement(step.line, f"cute.{step.name}", claim, found.verdict, found.detail)


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
        if name in PARTITIONS:
            return part_decided(name, attributes, operands, result, prove=prove)
        return _of_row(name, attributes, operands, result, same, prove=prove)
    except NotReadError as error:
        return Decision(Verdict.NOT_READ, str(error))
    except UnmodeledError as error:
        return Decision(Verdict.UNKNOWN, str(error))
    except LayoutError as error:
        return Decision(Verdict.UNKNOWN, f"the result is not defined: {error}")


def _of_row(
    name: str,
    attributes: str,
    operands: tuple[str, ...],
    result: str,
    same: tuple[int, ...],
    *,
    prove: bool,
) -> Decision | None:
    """Decide whether an operation's result is right. Return None if there is nothing to check."""
    if not all(map(is_type, (*operands, result))):
        return None
    impossible = no_layout(result)
    if impossible:
        return Decision(Verdict.FAULT, impossible)
    types, told = named(operands, same), read_type(result)
    expression = ROWS[name].build(types, attributes) if told.kind != "ptr" else None
    return decide(ROWS[name], expression, types, told, prove=prove) if expression else None
