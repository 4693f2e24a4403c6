"""A module of TTGIR: its operations, its target machine, and the types of its values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from spec.memory import MACHINES, Machine
from verif.audit.brackets import split
from verif.audit.mlir import Module, Operation, Value
from verif.audit.triton.types import Sized, pointee, sized

_NUMBER: Final = re.compile(
    r"\"?(?:ttg|triton_gpu)\.(num-warps|num-ctas|threads-per-warp)\"?\s*=\s*(\d+)"
)
_TARGET: Final = re.compile(r'(?:ttg|triton_gpu)\.target"?\s*=\s*"(\w+):(\w+)"')
_OLDER: Final = {"triton_gpu": "ttg", "triton_nvidia_gpu": "ttng"}
_TOKENS: Final = frozenset(
    {
        *("ttg.async_copy_global_to_local", "ttg.async_commit_group", "ttg.async_wait"),
        "ttng.tmem_store",
    }
)
"""Operations that return tokens. In their text, a type after an arrow is an operand's type."""
_STORES: Final = frozenset(
    {
        *("ttg.local_store", "ttng.tmem_store"),
        *("ttg.async_copy_global_to_local", "ttg.async_copy_local_to_global"),
    }
)
"""Operations that print operand 0's type before the arrow, and operand 1's type after it."""
_EVICTION: Final = re.compile(r"\bevict = \d+ : i32")
_POINTER: Final = re.compile(r"!tt\.ptr<(.+?)(?:, \d+)?>")
_BUFFER: Final = re.compile(r"(%[\w#.$-]+)\[%")
_MASKS: Final = re.compile(r"\b(mask|other) (%[\w#.$-]+)")
_MEMORY: Final = (
    *("ttg.local_alloc", "ttg.memdesc_", "ttg.warp_specialize", "ttng.tmem_alloc"),
    *("ttng.tmem_subslice", "ttg.mask"),
)
"""The prefixes of the names of operations that return memory."""
_DOTS: Final = frozenset({"tt.dot", "ttng.warp_group_dot", "tt.dot_scaled"})
_FIRST: Final = frozenset(
    {"ttg.memdesc_index", "ttg.memdesc_subslice", "ttg.local_load", "ttng.tmem_load"}
)
"""Operations that may omit the types of operands, except the type of the first operand."""
_ORDER_OF_TYPES: Final = {"ttng.async_tma_gather": (0, 1, 2, 4, 3, 5)}
"""The place of each operand's type, if the custom format prints types in another order."""
_ONE_TYPE: Final = ("arith.", "math.")
_CASTS: Final = frozenset({"tt.fp_to_fp", "tt.bitcast", "tt.int_to_ptr", "tt.ptr_to_int"})
_ELEMENTWISE: Final = frozenset(
    {
        *("tt.addptr", "tt.clampf", "tt.mulhiui", "tt.precise_sqrt", "tt.precise_divf"),
        *("tt.approx_divf", "tt.extern_elementwise", "tt.atomic_rmw", "tt.atomic_cas"),
    }
)

_SAME_OPERANDS: Final = frozenset(
    {"tt.join", "tt.cat", "tt.clampf", "tt.mulhiui", "tt.precise_divf", "tt.approx_divf"}
)
"""Operations whose operands all have the first type that the operation prints."""

_CDNA: Final = ("gfx90", "gfx94", "gfx950")
"""Prefixes of the AMD architectures with a known number of banks: 64 for gfx950, else 32."""

Identity = tuple[int | None, int | None, int]
"""The definition of a value: `source`, `owner` and `result` of verif.audit.mlir.Value."""


@dataclass(frozen=True)
class Context:
    """The target machine as the module describes it. Numbers that the module omits are None."""

    vendor: str = ""
    architecture: str = ""
    warps: int | None = None
    threads: int | None = None
    blocks: int | None = None

    @property
    def machine(self) -> Machine:
        """The banks, warp size and sector size of the target.

        If the module names no target, the values are NVIDIA's.
        """
        default = 64 if self.vendor == "hip" else 32
        threads = self.threads or default
        if threads & (threads - 1):
            threads = default
        banks = 64 if self.architecture == "gfx950" else 32
        return Machine(banks=banks, threads=threads, sector=64 if self.vendor == "hip" else 32)

    @property
    def reading(self) -> Machine:
        """The machine for loads. In its widest loads, a phase may have nonconsecutive threads."""
        machine, found = self.machine, MACHINES.get(f"{self.architecture}_read")
        if found is None or found.threads != machine.threads:
            return machine
        return replace(machine, lanes=found.lanes, name=found.name)

    @property
    def assumption(self) -> str:
        """The assumption about the banks of an unknown machine, or ''."""
        if not self.vendor:
            return "the text names no target; assuming NVIDIA's"
        if self.vendor == "cuda" or self.architecture.startswith(_CDNA):
            return ""
        return f"the banks of {self.architecture} are unknown; assuming {self.machine.banks} banks"

    @property
    def capability(self) -> int:
        """The compute capability of NVIDIA's target, such as 90; 0 for other targets."""
        return (
            int(self.architecture) if self.vendor == "cuda" and self.architecture.isdigit() else 0
        )


@dataclass(frozen=True)
class Program:
    """The operations with their contexts, and the known types of values."""

    operations: tuple[Operation, ...]
    contexts: tuple[Context, ...]
    types: Mapping[Identity, str]

    def type_of(self, value: Value) -> str:
        """The type with which a value is defined, or an empty text."""
        return self.types.get(identity(value), value.type)

    def kind_of(self, op: Operation, place: int) -> Sized | None:
        """The ranked type of an operand, from its definition."""
        return sized(self.type_of(op.values[place])) if place < len(op.values) else None


def offsets_of_buffer(op: Operation) -> Sized | None:
    """The tensor of offsets of `amdg.buffer_load_to_local`, read from the type in brackets."""
    _, _, text = op.operand_types[0].partition("[") if op.operand_types else ("", "", "")
    return sized(text.rpartition("]")[0])


def identity(value: Value) -> Identity:
    """The definition of a value, which identifies the value."""
    return value.source, value.owner, value.result


def program_of(module: Module) -> Program:
    """Build the program of a module: operations, contexts and types of values."""
    operations = tuple(map(_today, module.operations))
    contexts = list[Context]()
    types = dict[Identity, str]()
    for place, op in enumerate(operations):
        outer = contexts[op.parent] if op.parent is not None else Context()
        contexts.append(_context(op, outer))
        if op.results:
            for k, kind in enumerate(_result_types(op)):
                types[place, None, k] = kind
    return Program(operations, tuple(contexts), types)


def _today(op: Operation) -> Operation:
    """Convert an operation to the form in which Triton prints it today.

    An older version of Triton may print another name. MLIR's generic form prints the types of all
    operands, but Triton's custom format prints only some of these types. The types are returned in
    the order of the operands.
    """
    dialect, _, rest = op.name.partition(".")
    name = f"{_OLDER[dialect]}.{rest}" if dialect in _OLDER else op.name
    before, after = op.operand_types, op.result_types
    if len(before) == len(op.values) > 1:
        if name in _STORES:
            before, after = before[:1], before[1:2]
        elif name in ("tt.dot", "ttng.warp_group_dot"):
            before = (" * ".join(before[:2]),)
        elif not op.attributes.startswith("(") and len(before) == len(
            _ORDER_OF_TYPES.get(name, ())
        ):
            before = tuple(before[k] for k in _ORDER_OF_TYPES[name])
    if name == op.name and before is op.operand_types:
        return op
    return replace(op, name=name, operand_types=before, result_types=after)


def _context(op: Operation, outer: Context) -> Context:
    if op.name in ("ttg.warp_specialize", "ttg.warp_specialize.partitions"):
        # Each partition has its own number of warps.
        return replace(outer, warps=None)
    numbers = {name: int(digits) for name, digits in _NUMBER.findall(op.attributes)}
    if op.name == "tt.func":
        # A function that a partition calls has the number of warps of the partition.
        return replace(outer, warps=numbers.get("num-warps", outer.warps))
    if op.name not in ("module", "builtin.module"):
        return outer
    target = _TARGET.search(op.attributes)
    return Context(
        target[1] if target is not None else "",
        target[2] if target is not None else "",
        numbers.get("num-warps"),
        numbers.get("threads-per-warp"),
        numbers.get("num-ctas"),
    )


def _result_types(op: Operation) -> tuple[str, ...]:
    """The types of an operation's results; empty if the printed types do not determine them."""
    if op.name in _TOKENS:
        return ("!ttg.async.token",)
    if op.name == "arith.constant" and op.attributes in ("true", "false"):
        return ("i1",)
    if op.result_types or not op.operand_types:
        # Stores and copies print the type of the memory after the arrow, but return a token.
        is_theirs = op.name.startswith(_MEMORY) or not op.name.startswith(
            ("ttg.", "ttng.", "amdg.")
        )
        return tuple(
            text if is_theirs or ("memdesc<" not in text and not text.startswith("<")) else ""
            for text in op.result_types
        )
    first, last = op.operand_types[0], op.operand_types[-1]
    result = ""
    if op.name in ("arith.cmpi", "arith.cmpf"):
        kind = sized(first)
        result = with_element(kind, "i1") if kind is not None else "i1"
    elif op.name == "tt.load":
        result = first if _prints_value(op) else _pointed(first)
    elif op.name == "arith.select":
        result = last
    elif op.name.startswith(_ONE_TYPE) or op.name in _ELEMENTWISE:
        result = first
    return (result,)


def _pointed(text: str) -> str:
    """The type that a pointer or a tensor of pointers points to, or an empty text."""
    kind = sized(text) if text.startswith("tensor<") else None
    if kind is None:
        return pointee(text) or ""
    element = pointee(kind.element)
    return with_element(kind, element) if element is not None else ""


def _prints_value(op: Operation) -> bool:
    """Whether a load or store prints the type of the value, not of the pointer, as in Triton 2."""
    if op.result_types or len(op.operand_types) != 1:
        return False
    (text,) = op.operand_types
    kind = sized(text) if text.startswith("tensor<") else None
    element = text if kind is None else kind.element
    # If the printed type is a pointer, it may be the type of the value. Only Triton 2 prints the
    # eviction policy as a number.
    return not element.startswith("!tt.ptr<") or _EVICTION.search(op.attributes) is not None


def with_element(kind: Sized, element: str) -> str:
    """The text of a tensor's type with another element type.

    >>> with_element(sized("tensor<4x8xf32, #ttg.x>"), "i1")
    'tensor<4x8xi1, #ttg.x>'
    """
    sizes = "".join(f"{size}x" for size in kind.shape)
    encoding = f", {kind.encoding}" if kind.encoding else ""
    return f"tensor<{sizes}{element}{encoding}>"


def is_elementwise(op: Operation) -> bool:
    """Whether all operands and results of an operation must have the same shape and encoding."""
    name = op.name
    return name.startswith(_ONE_TYPE) or name in _ELEMENTWISE or name in _CASTS


def dot_types(op: Operation) -> tuple[str, ...]:
    """The types of the two factors of a dot. Its text prints them before and after `*`."""
    factors = ", ".join(op.operand_types).split(" * ")
    return tuple(split(factor)[0] for factor in factors if factor)


def uses(op: Operation, program: Program) -> Iterator[tuple[Value, str]]:
    """Yield each operand with its type, if the text of the operation determines the type."""
    values, types = op.values, op.operand_types
    if op.name in _DOTS:
        found = tuple(part for text in types for part in text.split(" * "))
        if len(values) > len(found):
            yield from zip(values, (*found, *op.result_types[:1]), strict=False)
    elif op.name in _STORES:
        yield from zip(values, (*types[:1], *op.result_types[:1]), strict=False)
        yield from _mask_uses(op)
    elif op.name in ("tt.load", "tt.store") and types and values:
        yield from _global_uses(op, types[0], program.type_of(op.values[0]))
    elif op.name == "arith.select" and len(types) in (1, 2):
        # The type of the condition is printed only if it is not i1.
        condition, kind = ("i1", *types)[-2:]
        yield from zip(values, (condition, kind, kind), strict=False)
    elif op.name == "scf.if":
        yield from ((value, "i1") for value in values)
    elif len(types) == 1 and (
        op.name in _SAME_OPERANDS or (op.name.startswith(_ONE_TYPE) and not op.result_types)
    ):
        yield from ((value, types[0]) for value in values)
    elif op.name.startswith("amdg.buffer_") and len(types) == 1 and op.result_types:
        yield from _buffer_uses(op)
    elif op.name == "scf.for":
        yield from zip(values[3:], op.result_types, strict=False)
        if len(types) == 1:
            yield from ((value, types[0]) for value in values[:3])
    elif op.name in ("scf.yield", "scf.condition") and op.parent is not None:
        yield from _passed(op, program.operations[op.parent])
    elif len(types) == len(values) or (types and op.name in _FIRST):
        yield from zip(values, types, strict=False)


def _passed(op: Operation, owner: Operation) -> Iterator[tuple[Value, str]]:
    """Yield the operands of the last operation of a region, each with its type.

    These operands are the values that the region passes on. The operation around the region also
    prints their types.
    """
    values, types = op.values, op.operand_types
    is_condition = op.name == "scf.condition"
    if is_condition and values:
        yield values[0], "i1"
        # Only MLIR's generic form prints the type of the condition.
        types = types[1:] if len(types) == len(values) else types
        values = values[1:]
    yield from zip(values, types, strict=False)
    if owner.name in ("scf.for", "scf.if") or is_condition:
        yield from zip(values, owner.result_types, strict=False)
    elif owner.name == "scf.while":
        yield from zip(values, owner.operand_types, strict=False)


def _buffer_uses(op: Operation) -> Iterator[tuple[Value, str]]:
    """Yield the values, the pointer and the offsets of an AMD buffer operation, with their types.

    The text has the pointer and the offsets as `%pointer[%offsets]`, after the values.
    """
    found, kind = _BUFFER.search(op.attributes), sized(op.result_types[0])
    names = [value.name for value in op.values]
    # A load into a buffer, `buffer_load_to_local`, prints the type of the buffer after the arrow.
    if found is None or kind is None or kind.is_memory or found[1] not in names:
        return
    place = names.index(found[1])
    types = (*((kind.text,) * place), op.operand_types[0], with_element(kind, "i32"))
    yield from zip(op.values, types, strict=False)


def _mask_uses(op: Operation) -> Iterator[tuple[Value, str]]:
    """Yield a copy's operands after the words `mask` and `other`, each with its type."""
    kind = sized(op.operand_types[0]) if op.operand_types else None
    if op.name != "ttg.async_copy_global_to_local" or kind is None:
        return
    element = pointee(kind.element)
    for word, name in _MASKS.findall(op.attributes):
        found = "i1" if word == "mask" else element
        if found is not None:
            yield from (
                (value, with_element(kind, found)) for value in op.values if value.name == name
            )


def _global_uses(op: Operation, text: str, defined: str) -> Iterator[tuple[Value, str]]:
    """The pointers, the mask and the values of a load or a store, with their types.

    `text` is the type that the operation prints, and `defined` the type of the pointers.
    """
    if _prints_value(op):
        pointers, value = _pointers_to(text, defined), text
    else:
        pointers, value = text, _pointed(text)
    kind = sized(pointers) if pointers.startswith("tensor<") else None
    mask = with_element(kind, "i1") if kind is not None else "i1"
    others = (mask, value) if op.name == "tt.load" else (value, mask)
    for operand, found in zip(op.values, (pointers, *others), strict=False):
        if found:
            yield operand, found


def _pointers_to(text: str, defined: str) -> str:
    """The type of pointers to values of the type `text`.

    `text` does not state the address space of the pointers, so the type `defined` determines it.
    """
    kind, pointers = sized(text), sized(defined)
    element = kind.element if kind is not None else text
    pointer = pointers.element if pointers is not None else defined
    found = _POINTER.fullmatch(pointer)
    if found is None or found[1] != element:
        pointer = f"!tt.ptr<{element}>"
    return with_element(kind, pointer) if kind is not None else pointer
