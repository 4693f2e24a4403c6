"""Statements about accesses of tensors to shared memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from spec.memory import Machine
from spec.memory.lanes import is_walked
from spec.reading import Distributed, Reading, Shared
from spec.reading.scanner import Scanner
from spec.reading.triton import FAMILY, read_triton
from verif.audit.mlir import Operation
from verif.audit.statement import Verdict
from verif.audit.triton.accesses import (
    MOST_ENUMERATED,
    Access,
    Conflict,
    Matrices,
    access,
    conflict,
    cost,
    least,
    matrices,
    may_be_transposed,
    replayed,
    transposing,
    width_of,
)
from verif.audit.triton.copies import of_direct
from verif.audit.triton.layouts import Decided
from verif.audit.triton.program import Context, Program, offsets_of_buffer
from verif.audit.triton.types import (
    Sized,
    bits_of,
    held,
    is_layout,
    is_thread_value,
    kept,
    sized,
)

LOADS: Final = frozenset({"ttg.local_load"})
STORES: Final = frozenset({"ttg.local_store", "ttg.local_alloc"})
COPIES: Final = frozenset({"ttg.async_copy_global_to_local", "amdg.buffer_load_to_local"})

_LDMATRIX, _STMATRIX = 75, 90
"""The lowest compute capability that has ldmatrix, and the lowest that has stmatrix."""


@dataclass(frozen=True)
class Used:
    """An operation that accesses shared memory, with the types of the tensor and the memory."""

    op: Operation
    tensor: Sized
    memory: Sized
    most: int = 128
    """The width in bits of the widest access that the operation allows."""

    @property
    def layouts(self) -> tuple[Distributed, Shared] | None:
        """The layouts of the tensor and of the memory, or None if one is unknown."""
        a, b = held(self.tensor), kept(self.memory)
        return None if a is None or b is None else (a, b)

    @property
    def access(self) -> Access | None:
        """The offsets, or None if the memory has no offset for some element."""
        bits, layouts = bits_of(self.memory.element), self.layouts
        return access(*layouts, bits) if layouts is not None and bits is not None else None


def used(op: Operation, program: Program) -> Used | None:
    """The access that an operation makes to shared memory, or None."""
    before = sized(op.operand_types[0]) if op.operand_types else None
    after = sized(op.result_types[0]) if op.result_types else None
    if op.name == "amdg.buffer_load_to_local":
        before = offsets_of_buffer(op)
    if op.name in LOADS:
        before = before or program.kind_of(op, 0)
        return Used(op, after, before) if after is not None and before is not None else None
    if op.name not in STORES | COPIES or before is None or after is None:
        return None
    most = 128
    if op.name in COPIES:
        found = _contiguity(op.attributes)
        bits = bits_of(after.element)
        most = max(bits, found * bits) if found is not None and bits is not None else 128
    return Used(op, before, after, min(128, most))


def _contiguity(attributes: str) -> int | None:
    _, found, rest = attributes.partition("contiguity = ")
    digits = rest.split(" ")[0].rstrip("},")
    return int(digits) if found and digits.isdigit() and len(digits) < 9 else None


def by_matrix(one: Access, op: str, context: Context) -> Matrices | None:
    """The wavefronts of the matrix instruction that fits the access, or None if none fits."""
    if context.architecture == "gfx950" and op in LOADS:
        return transposing(one, context.machine)
    since = {"ttg.local_load": _LDMATRIX}.get(op, _STMATRIX if op in STORES else None)
    if since is None or context.capability < since:
        return None
    return matrices(one)


def machine_of(op: str, context: Context) -> Machine:
    """The machine model for an operation that accesses shared memory."""
    return context.reading if op in LOADS else context.machine


def is_direct(op: str, context: Context) -> bool:
    """Whether an operation is a direct-to-LDS copy."""
    return context.vendor == "hip" and op in COPIES


def is_uncounted(one: Access, op: str, context: Context) -> str:
    """Return the name of an instruction that may serve the access but is not counted, or ''."""
    if context.capability >= 100 and one.bits == 8 and may_be_transposed(one) and op not in COPIES:
        return "a transposing ldmatrix or stmatrix of bytes"
    return ""


def of_access(use: Used, context: Context) -> Iterator[Decided]:
    """The statement about the bank conflicts of an access."""
    op = use.op.name
    one, machine = use.access, machine_of(op, context)
    if one is None:
        return
    if is_direct(op, context):
        yield of_direct(one, use.most, context)
        return
    claim = "no bank serves two words in one phase"
    width = width_of(one, machine, use.most)
    counted = cost(one, machine, width)
    if counted is None:
        detail = f"padded offsets are enumerated for at most {MOST_ENUMERATED} elements"
        yield claim, Verdict.UNKNOWN, detail, ""
        return
    bound = least(one, machine)
    about = f"{counted.wavefronts} wavefronts in {counted.phases} phases of {width}-bit accesses"
    order = (
        "threads in the order in which they are served"
        if is_walked(width, machine)
        else "consecutive threads"
    )
    about += f" ({machine.phase(width)} {order}, {machine.banks} banks)"
    if bound < counted.wavefronts:
        about += f"; the data needs {bound} or more"
    found = conflict(one, machine, width)
    if found is not None and not replayed(one, machine, width, found):
        yield claim, Verdict.UNKNOWN, f"{about}; the witness {found} was not confirmed", ""
        return
    question = _question(use, width, one, machine, context)
    if context.assumption:
        detail = f"{context.assumption}: {about}{f': {found}' if found is not None else ''}"
        yield claim, Verdict.UNKNOWN, detail, question
        return
    other = is_uncounted(one, op, context)
    if other:
        detail = (
            f"{other} may serve this access, but the wavefronts of this instruction are not"
            f" counted; without this instruction: {about}"
        )
        yield claim, Verdict.UNKNOWN, detail, question
        return
    instruction = by_matrix(one, op, context)
    if instruction is not None:
        verdict, detail = _with_matrices(about, found, instruction, _name(instruction, op, context))
        yield claim, verdict, detail, question if verdict is Verdict.UNKNOWN else ""
    elif found is not None:
        yield claim, Verdict.COST, f"{about}: {found}", question
    else:
        yield claim, Verdict.HOLDS, about, question


def _name(instruction: Matrices, op: str, context: Context) -> str:
    if context.vendor == "hip":
        return "ds_read_tr"
    name = "ldmatrix" if op in LOADS else "stmatrix"
    return f"{name}.trans" if instruction.is_transposed else name


def _with_matrices(
    about: str, found: Conflict | None, instruction: Matrices, name: str
) -> tuple[Verdict, str]:
    """The verdict and the detail for an access that may use the matrix instruction `name`.

    The text does not say whether the access uses this instruction.
    """
    what = "phases of 64-bit accesses" if name == "ds_read_tr" else "matrices"
    text = f"{name} fits: {instruction.wavefronts} wavefronts for {instruction.phases} {what}"
    is_worse = instruction.wavefronts > instruction.phases
    if found is not None:
        about = f"{about}: {found}"
    if found is not None and is_worse:
        return Verdict.COST, f"{text}; without {name}: {about}"
    if found is None and not is_worse:
        return Verdict.HOLDS, f"{text}; without {name}: {about}"
    detail = f"the text does not say which instruction is used: {text}; without {name}: {about}"
    return Verdict.UNKNOWN, detail


def _question(use: Used, width: int, one: Access, machine: Machine, context: Context) -> str:
    """The question `conflict_free` about the types of an access, or '' if there is none.

    The question is about accesses without a matrix instruction.
    """
    layouts = use.layouts
    if layouts is None or context.vendor == "hip" or use.tensor.element != use.memory.element:
        return ""
    tensor, memory = layouts
    if len(one.places) != len(tensor.of("register")) or width != width_of(one, machine):
        return ""
    if not (is_thread_value(tensor) and is_layout(memory)):
        return ""
    reading = read_triton(Scanner(use.memory.text, FAMILY))
    return f"conflict_free({use.memory.text}, {use.tensor.text}, {_element(reading)})"


def _element(reading: Reading) -> str:
    return reading.element or ""
