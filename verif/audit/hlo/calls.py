"""Decide whether operands and results have the layouts that the called computation expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from spec.int_tuple import format_int_tuple
from spec.xla import XlaShape
from verif.audit.hlo.affine import TooManyBoxesError
from verif.audit.hlo.bitcasts import moved_by
from verif.audit.hlo.program import Computation, Instruction, Module
from verif.audit.hlo.shapes import Array, Shape, UnreadError, arrays_of, leaves, part_of, read_shape
from verif.audit.statement import Statement, Verdict

LIE: Final = "operands and result have the layouts that the computation expects"
BEGUN: Final = "the operation ends with the layouts with which it starts"
FIT: Final = "operands and result have the types that the computation expects"
CONSTRAINED: Final = "operands have the layouts of operand_layout_constraints"
PASSED: Final = "the result is the operand: the same arrays at the same places in memory"

Pair = tuple[str, Shape, Shape]
"""The name of a value that is passed, and its two shapes.

For a call, these are the shapes in the caller and in the computation. For other operations, these
are the shapes in the operand and in the result.
"""

Sides = tuple[str, str]
"""Where the two shapes of a pair are found, as messages say it."""

_CALL: Final[Sides] = ("outside", "inside")
_FLOW: Final[Sides] = ("in the operand", "in the result")


def called(module: Module, caller: Computation, i: Instruction) -> Iterator[Statement]:
    """Decide whether operands and result have the shapes that the called computations expect."""
    claim = LIE if module.is_scheduled else FIT
    try:
        pairs = list(_pairs(module, caller, i))
        if not module.is_scheduled:
            pairs = [(what, _plain(one), _plain(other)) for what, one, other in pairs]
    except UnreadError as error:
        yield Statement(i.line, i.opcode, claim, Verdict.NOT_READ, str(error))
        return
    if pairs:
        yield _statement(i.line, i.opcode, claim, pairs)


def _each(shape: Shape, change: Callable[[Array], Array]) -> Shape:
    """The shape with `change` applied to each of its arrays."""
    if isinstance(shape, tuple):
        return tuple(_each(part, change) for part in shape)
    return change(shape) if isinstance(shape, Array) else shape


def _plain(shape: Shape) -> Shape:
    """The shape with the default layout. Other layouts have no meaning before compilation."""

    def plain(one: Array) -> Array:
        array = XlaShape(one.shape.element, one.shape.dims)
        return Array(array, dynamic=one.dynamic, is_buffer=one.is_buffer)

    return _each(shape, plain)


def _untiled(shape: Shape) -> Shape:
    """The shape without tiles, sizes of elements and dynamic dimensions."""

    def untiled(one: Array) -> Array:
        array = XlaShape(one.shape.element, one.shape.dims, one.shape.minor_to_major)
        return Array(array, has_layout=one.has_layout, is_buffer=one.is_buffer)

    return _each(shape, untiled)


def _has_tiles(shape: Shape) -> bool:
    return any(array.shape.tiles for array in arrays_of(shape))


def _without_tiles(shape: Shape) -> Shape:
    """The shape without tiles, otherwise unchanged."""
    return _each(shape, lambda one: replace(one, shape=replace(one.shape, tiles=())))


def constrained(module: Module, caller: Computation, i: Instruction) -> Iterator[Statement]:
    """Yield a fault if an operand of a custom call does not have the layout that the call names.

    Only the order of dimensions is compared, because the call may name its operands without tiles.
    """
    text = i.attributes.get("operand_layout_constraints")
    # As in XLA, a constraint on a call of LayoutConstraint applies to the result of the call.
    if text is None or "LayoutConstraint" in i.attributes.get("custom_call_target", ""):
        return
    named = read_shape(f"({text.removeprefix('{').removesuffix('}')})")
    operands = tuple(caller.operand_shape(i, k) for k in range(len(i.operands)))
    pairs = [("the tuple of operands", _untiled(operands), _untiled(named))]
    yield from _faults(module, i, CONSTRAINED, pairs, ("in the program", "in the call"))


def grouped(module: Module, caller: Computation, i: Instruction) -> Iterator[Statement]:
    """Yield a fault if a `tuple` or a `get-tuple-element` changes the shape of a part."""
    pairs: list[Pair] = []
    if i.opcode == "tuple" and isinstance(i.shape, tuple):
        pairs = [(f"part {k}", caller.operand_shape(i, k), part) for k, part in enumerate(i.shape)]
    elif i.opcode == "get-tuple-element":
        pairs = [("the result", part_of(caller.operand_shape(i, 0), i.integers("index")), i.shape)]
    yield from _faults(module, i, "each part of a tuple has the shape of its operand", pairs)


def passed(
    module: Module, caller: Computation, i: Instruction, *, in_memory: bool
) -> Iterator[Statement]:
    """Yield a fault if an operation of `PASSING` changes the layout or the memory space."""
    operand = caller.operand_shape(i, 0)
    yield from _faults(module, i, PASSED, [("the result", operand, i.shape)])
    # Values inside a fusion have no memory space.
    if module.is_scheduled and in_memory:
        theirs = dict(leaves(i.shape))
        for path, one in leaves(operand):
            other = theirs.get(path)
            if isinstance(one, Array) and isinstance(other, Array) and one.space != other.space:
                where = "the result" + "".join(f".{k}" for k in path)
                detail = f"{where}: memory space S({one.space}) becomes S({other.space})"
                yield Statement(i.line, i.opcode, PASSED, Verdict.FAULT, detail)
                return


def _faults(
    module: Module, i: Instruction, claim: str, pairs: list[Pair], sides: Sides = _FLOW
) -> Iterator[Statement]:
    """Yield a fault if the two shapes of a pair differ.

    Layouts are compared only in compiled programs.
    """
    if not module.is_scheduled:
        pairs = [(what, _plain(one), _plain(other)) for what, one, other in pairs]
    found = _statement(i.line, i.opcode, claim, pairs, sides)
    if found.verdict is Verdict.FAULT:
        yield found


_RESULTS: Final[Mapping[str, tuple[int, ...]]] = {
    "all-gather-start": (1,),
    "all-reduce-start": (),
    "collective-permute-start": (1,),
    "copy-start": (0,),
}
"""Maps a start, such as `copy-start`, to the path of the operation's result in the start's result.

The path () is the whole result. For starts that are not listed, the path is (1,).
"""


def asynchronous(module: Module, caller: Computation, i: Instruction) -> Iterator[Statement]:
    """Yield a fault if an operation is started, updated or ended with different shapes."""
    yield from _faults(module, i, BEGUN, list(_stages(caller, i)))


def _stages(caller: Computation, i: Instruction) -> Iterator[Pair]:
    if i.opcode == "copy-start":
        yield "the operand", caller.operand_shape(i, 0), part_of(i.shape, (1,))
    elif i.opcode == "async-start" or i.started is not None:
        operands = tuple(caller.operand_shape(i, k) for k in range(len(i.operands)))
        yield "the tuple of operands", operands, part_of(i.shape, (0,))
    elif i.opcode == "send":
        # `send` may change the tiles of the array that it transfers.
        operand, sent = caller.operand_shape(i, 0), part_of(i.shape, (0,))
        yield "the operand", _untiled(operand), _untiled(sent)
    elif i.opcode == "recv-done":
        yield "the result", part_of(caller.operand_shape(i, 0), (0,)), part_of(i.shape, (0,))
    elif i.opcode.endswith("-update"):
        yield "the result", caller.operand_shape(i, 0), i.shape
    elif i.opcode.endswith("-done"):
        start = _start_of(caller, i)
        if start is not None:
            path = _RESULTS.get(start.opcode, (1,))
            yield "the result", part_of(caller.operand_shape(i, 0), path), i.shape


def _start_of(caller: Computation, i: Instruction) -> Instruction | None:
    """The `-start` instruction of the operation that `i` ends, or None if the text lacks it."""
    start = caller.instructions.get(i.operands[0]) if i.operands else None
    while start is not None and start.opcode.endswith("-update") and start.line < i.line:
        i, start = start, caller.instructions.get(start.operands[0]) if start.operands else None
    return start if start is not None and start.opcode.endswith("-start") else None


def entry(module: Module, computation: Computation) -> Iterator[Statement]:
    """The statement that parameters and result have the layouts of `entry_computation_layout`."""
    layout = module.entry_layout
    if layout is None or computation.root is None:
        return
    claim = "parameters and result have the layouts of entry_computation_layout"
    try:
        pairs: list[Pair] = [("the result", layout[1], computation.root.shape)]
        if set(computation.parameters) != set(range(len(layout[0]))):
            raise UnreadError(f"there are {len(computation.parameters)} parameters")  # noqa: TRY301 - one answer for all unread texts
        for k, shape in enumerate(layout[0]):
            pairs.append((f"parameter {k}", shape, computation.parameters[k].shape))
        # XLA's verifier ignores tiles here, because some backends leave them out of the header.
        pairs = [
            (what, one, other if _has_tiles(one) else _without_tiles(other))
            for what, one, other in pairs
        ]
    except UnreadError as error:
        yield Statement(computation.line, "ENTRY", claim, Verdict.NOT_READ, str(error))
        return
    yield _statement(computation.line, "ENTRY", claim, pairs)


def _pairs(module: Module, caller: Computation, i: Instruction) -> Iterator[Pair]:
    operands = [caller.operand_shape(i, k) for k in range(len(i.operands))]
    if i.opcode == "while":
        for key in ("condition", "body"):
            yield from _arguments(module, i.called(key), operands, key)
        yield from _result(module, i.called("body"), operands[0], "body")
        yield "the result", i.shape, operands[0]
    elif i.opcode == "conditional":
        names = i.attributes.get("branch_computations", "").strip("{}").split(",")
        names = [name.strip().lstrip("%") for name in names if name.strip()]
        names = names or [i.called("true_computation"), i.called("false_computation")]
        for name, operand in zip(names, operands[1:], strict=False):
            yield from _arguments(module, name, [operand], name)
            yield from _result(module, name, i.shape, name)
    else:
        name = i.called("to_apply" if i.opcode == "call" else "calls")
        yield from _arguments(module, name, operands, name)
        result = part_of(i.shape, (1,)) if i.opcode == "async-start" else i.shape
        yield from _result(module, name, result, name)


def _arguments(module: Module, name: str, operands: list[Shape], key: str) -> Iterator[Pair]:
    computation = module.computations.get(name)
    if computation is None:
        raise UnreadError(f"the computation {name} is not in the text")
    if set(computation.parameters) != set(range(len(operands))):
        raise UnreadError(
            f"{key} has {len(computation.parameters)} parameters, but {len(operands)} operands"
        )
    for k, operand in enumerate(operands):
        yield f"operand {k} of {key}", operand, computation.parameters[k].shape


def _result(module: Module, name: str, shape: Shape, key: str) -> Iterator[Pair]:
    root = module.computations[name].root
    if root is None:
        raise UnreadError(f"the computation {name} is empty")
    yield f"the result of {key}", shape, root.shape


def _statement(
    line: int, operation: str, claim: str, pairs: list[Pair], sides: Sides = _CALL
) -> Statement:
    verdict, detail = Verdict.HOLDS, f"{len(pairs)} values"
    for what, outside, inside in pairs:
        ours, theirs = dict(leaves(outside)), dict(leaves(inside))
        if set(ours) != set(theirs):
            return Statement(
                line,
                operation,
                claim,
                Verdict.FAULT,
                f"{what} has two different tuple structures",
            )
        for path, one in ours.items():
            found = _apart(one, theirs[path], sides)
            if found is None:
                continue
            where = what + "".join(f".{k}" for k in path)
            if found[0] is Verdict.FAULT:
                return Statement(line, operation, claim, Verdict.FAULT, f"{where}: {found[1]}")
            verdict, detail = found[0], f"{where}: {found[1]}"
    return Statement(line, operation, claim, verdict, detail)


def _apart(one: Shape, other: Shape, sides: Sides) -> tuple[Verdict, str] | None:
    """A verdict and a reason if two shapes are different arrays in memory, or else None."""
    texts = f"{one} {sides[0]}, {other} {sides[1]}"
    if not isinstance(one, Array) or not isinstance(other, Array):
        return None if one == other else (Verdict.FAULT, texts)
    a, b = one.shape, other.shape
    kinds = [
        (array.shape.dims, array.shape.element, array.shape.bits, array.dynamic, array.is_buffer)
        for array in (one, other)
    ]
    if kinds[0] != kinds[1]:
        return Verdict.FAULT, texts
    if a.rank > 1 and not (one.has_layout and other.has_layout):
        return Verdict.UNKNOWN, f"{texts}: the text states no layouts"
    return None if a == b or not one.elements else _moved(one, other, texts)


def _moved(one: Array, other: Array, texts: str) -> tuple[Verdict, str] | None:
    """A verdict and a reason if two arrays of the same dimensions differ in memory, or else None.

    `texts` shows both arrays.
    """
    try:
        moved = moved_by(one.shape, other.shape, tuple(range(one.shape.rank)))
    except TooManyBoxesError:
        return Verdict.UNKNOWN, f"{texts}: there are too many ranges of indices to compare"
    if moved is not None:
        index, old, new = moved
        at = f"element {format_int_tuple(index)}"
        return Verdict.FAULT, f"{texts}: {at} lies at {old}, but is read at {new}"
    return (Verdict.FAULT, f"{texts}: the sizes differ") if one.bytes != other.bytes else None
