"""Operations of CuTe IR with the types of their operands and results.

The custom formats print only some types: `cute.slice(%a, %c) : T, C` has no type of its result, and
`cute.make_layout(%s, %d) : T` none of its operands. The other types stand where a value is defined
or used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from spec.reading.trees import entries
from verif.audit.brackets import split
from verif.audit.cute_ir.types import NotReadError, is_type, parts_of, read_type
from verif.audit.mlir import Module, Operation, Value

PREFIX: Final = re.compile(r"cute(?:_nvgpu)?\.")

RESULT_ALONE: Final = frozenset(
    {
        "make_composed_layout",
        "make_identity_layout",
        "make_layout",
        "make_tiled_copy",
        "make_tiled_mma",
        "make_view",
        "memref.alloca",
        "static",
    }
)
"""The operations that print only the type of their result if they print one type."""

_OPERANDS: Final = re.compile(r"\(?%[\w$.#-]+(?:\s*,\s*%[\w$.#-]+)*\)?")


@dataclass(frozen=True)
class Step:
    """An operation of the dialect: `name` without its prefix, and the types that are known.

    An unknown type is empty. `attributes` is the text without operands. `same[k]` is the position
    of the first operand that is the same value as operand k.
    """

    line: int
    name: str
    attributes: str
    operands: tuple[str, ...]
    results: tuple[str, ...]
    same: tuple[int, ...]


def steps(module: Module) -> Iterator[Step]:
    """Yield the operations of the dialect in a module."""
    operations = module.operations
    types = _results(operations)
    for number, op in enumerate(operations):
        found = PREFIX.match(op.name)
        if found is None:
            continue
        name = op.name[found.end() :]
        attributes = _OPERANDS.sub("", op.attributes).strip()
        printed = () if _prints_result(name, op) else op.operand_types
        operands = tuple(
            (printed[k] if k < len(printed) else "") or _type_of(value, types)
            for k, value in enumerate(op.values)
        )
        results = tuple(types.get((number, k), "") for k in range(_count(op.results)))
        if results == ("",):
            inferred = _inferred(name, operands, attributes)
            if inferred:
                types[number, 0] = inferred
        names = [value.name for value in op.values]
        yield Step(op.line, name, attributes, operands, results, tuple(map(names.index, names)))


def _type_of(value: Value, types: dict[tuple[int, int], str]) -> str:
    if value.source is None:
        return value.type
    return types.get((value.source, value.result), value.type)


def _inferred(name: str, operands: tuple[str, ...], attributes: str) -> str:
    """The type of a result that no line prints, if the type of an operand contains it.

    >>> _inferred("get_iter", ('!cute.memref<f16, smem, "8:1">',), "")
    '!cute.ptr<f16, smem>'
    """
    first = operands[0] if operands else ""
    if name in ("get_iter", "get_layout") and first.startswith("!cute.memref<"):
        *pointer, layout = split(first[len("!cute.memref<") : -1])
        if name == "get_iter":
            return f"!cute.ptr<{', '.join(pointer)}>"
        return f"!cute.{'composed_layout' if ' o ' in layout else 'layout'}<{layout}>"
    if name == "append_to_rank" and is_type(first):
        rank = re.search(r"<(\d+)>|rank = (\d+)", attributes)
        with suppress(NotReadError):
            parts = parts_of(read_type(first).form)
            shape = entries(parts[0]) if parts is not None else None
            if rank and shape is not None and len(shape) >= int(rank[1] or rank[2]):
                return first
    return ""


def _prints_result(name: str, op: Operation) -> bool:
    return name in RESULT_ALONE and not op.result_types


def _count(results: tuple[str, ...]) -> int:
    """The number of values that are defined: `%1:2` defines two."""
    return sum(int(n) if (n := one.partition(":")[2]).isdigit() else 1 for one in results)


def _results(operations: tuple[Operation, ...]) -> dict[tuple[int, int], str]:
    """The type of each result: from its definition, or else from its first use."""
    found = dict[tuple[int, int], str]()
    for number, op in enumerate(operations):
        name = PREFIX.sub("", op.name, count=1)
        types = op.operand_types if _prints_result(name, op) else op.result_types
        for k, type_ in enumerate(types):
            found[number, k] = type_
    for op in operations:
        if PREFIX.match(op.name) and _prints_result(PREFIX.sub("", op.name, count=1), op):
            continue
        if len(op.operand_types) != len(op.values):
            continue
        for value, type_ in zip(op.values, op.operand_types, strict=True):
            if value.source is not None:
                found.setdefault((value.source, value.result), type_)
    return found
