"""Operations of CuTe IR with the types of their operands and results.

The custom formats print only some types: `cute.slice(%a, %c) : T, C` omits the type of its result,
and `cute.make_layout(%s, %d) : T` omits the types of its operands. An omitted type is taken from
another line that defines or uses the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from verif.audit.brackets import split
from verif.audit.mlir import Module, Operation, Value

PREFIX: Final = re.compile(r"cute(?:_nvgpu)?\.")

RESULT_ALONE: Final = frozenset(
    {
        "make_composed_layout",
        "make_identity_layout",
        "make_identity_tensor",
        "make_layout",
        "make_tiled_copy",
        "make_tiled_mma",
        "make_view",
        "memref.alloca",
        "static",
    }
)
"""The operations for which a single printed type is the type of the result."""

_LAYOUT: Final = re.compile(r'!cute\.layout<"([^":]*):([^":]*)">')

_OPERANDS: Final = re.compile(r"\(?%[\w$.#-]+(?:\s*,\s*%[\w$.#-]+)*\)?")


@dataclass(frozen=True)
class Step:
    """An operation of the CuTe dialect, with the known types of its operands and results.

    An unknown type is an empty string. `name` omits the prefix of the dialect, and `attributes` is
    the text without operands. `same[k]` is the position of the first operand that is the same value
    as operand k. `number` is the number of the operation in its module. `sources[k]` is the number
    of the operation whose first result is operand k, or None.
    """

    line: int
    name: str
    attributes: str
    operands: tuple[str, ...]
    results: tuple[str, ...]
    same: tuple[int, ...]
    number: int
    sources: tuple[int | None, ...]


def steps(module: Module) -> Iterator[Step]:
    """Yield the operations of the CuTe dialect in a module."""
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
        same = tuple(map(names.index, names))
        sources = tuple(None if value.result else value.source for value in op.values)
        yield Step(op.line, name, attributes, operands, results, same, number, sources)


def _type_of(value: Value, types: dict[tuple[int, int], str]) -> str:
    if value.source is None:
        return value.type
    return types.get((value.source, value.result), value.type)


def _inferred(name: str, operands: tuple[str, ...], attributes: str) -> str:
    """Derive the type of a result from its operands. Return "" if this is not possible.

    >>> _inferred("get_iter", ('!cute.memref<f16, smem, "8:1">',), "")
    '!cute.ptr<f16, smem>'
    """
    first = operands[0] if operands else ""
    if name in ("get_iter", "get_layout") and first.startswith("!cute.memref<"):
        *pointer, layout = split(first[len("!cute.memref<") : -1])
        if name == "get_iter":
            return f"!cute.ptr<{', '.join(pointer)}>"
        return f"!cute.{'composed_layout' if ' o ' in layout else 'layout'}<{layout}>"
    rank = re.search(r"<(\d+)>|rank = (\d+)", attributes)
    if name == "append_to_rank" and len(operands) == 2 and rank is not None:
        return _appended(first, operands[1], int(rank[1] or rank[2]))
    return ""


def _appended(one: str, other: str, rank: int) -> str:
    """A layout's type, with modes of another layout appended up to a rank.

    >>> _appended('!cute.layout<"(8):(1)">', '!cute.layout<"1:0">', 2)
    '!cute.layout<"(8,1):(1,0)">'
    """
    found, more = _LAYOUT.fullmatch(one), _LAYOUT.fullmatch(other)
    if found is None or more is None:
        return ""
    modes = [_modes(found[k]) for k in (1, 2)]
    if len(modes[0]) >= rank:
        return one
    missing = rank - len(modes[0])
    shape, stride = (",".join([*own, *[more[k]] * missing]) for k, own in enumerate(modes, start=1))
    return f'!cute.layout<"({shape}):({stride})">'


def _modes(text: str) -> tuple[str, ...]:
    return split(text[1:-1]) if text.startswith("(") else (text,)


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
