"""A program as a graph of values, and the operations that only move elements.

A node is a value in a frame. A frame is a computation with the values of its parameters. If an
operation only copies elements of operands, `step` maps each element of the result to the element
from which it is copied. A node without a step is a head: a parameter, a constant, or an operation
that computes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import Final, NamedTuple

from spec.xla import XlaShape
from verif.audit.hlo.affine import (
    Affine,
    Index,
    Refine,
    Sizes,
    TooManyBoxesError,
    below,
    divided,
    ravelled,
    unravelled,
)
from verif.audit.hlo.bitcasts import moved_by
from verif.audit.hlo.places import PaddingError, element, place
from verif.audit.hlo.program import PASSING, Computation, Instruction, Module
from verif.audit.hlo.shapes import Array, UnreadError, part_of

NESTED: Final = 4
"""The greatest nesting depth at which operations with a neutral operand are simplified."""

DEEPEST: Final = 100
"""The greatest nesting depth of calls of computations."""


class UnmatchedError(Exception):
    """Raised if a comparison cannot continue; the message says why."""


class MalformedError(UnmatchedError):
    """Raised for an operation whose result does not fit its operands."""


@dataclass(eq=False)
class Frame:
    """A computation with its arguments; without arguments its parameters are unknown inputs."""

    module: Module
    computation: Computation
    arguments: tuple[Node, ...] | None = None
    depth: int = 0
    loop: Node | None = None
    """The loop, if the computation is the loop's body or condition; otherwise None.

    In a body or a condition, the parameter of the computation is the state of the loop.
    """
    inner: dict[object, Frame] = field(default_factory=dict[object, "Frame"])


class Node(NamedTuple):
    """The result of an instruction in a frame, or the part at `path` if the result is a tuple."""

    frame: Frame
    instruction: Instruction
    path: tuple[int, ...] = ()


class View(NamedTuple):
    """An element of a value. The index may be affine in variables."""

    node: Node
    at: Index


def array_of(node: Node) -> Array:
    """The node's value as an array. Raises UnmatchedError."""
    try:
        shape = part_of(node.instruction.shape, node.path)
    except UnreadError as error:
        raise UnmatchedError(str(error)) from None
    if not isinstance(shape, Array):
        raise UnmatchedError(f"{node.instruction.name} is not an array")
    return shape


def operand(node: Node, k: int, path: tuple[int, ...] = ()) -> Node:
    """The node of operand number `k` of an instruction."""
    names = node.instruction.operands
    found = node.frame.computation.instructions.get(names[k]) if k < len(names) else None
    if found is None or found.line >= node.instruction.line:
        # An operand that a later line defines could lead to a cycle.
        raise UnmatchedError(f"no line before {node.instruction.name} defines its operand {k}")
    return Node(node.frame, found, path)


def entered(node: Node, name: str, arguments: tuple[Node, ...] | None) -> Node:
    """The root of a computation that an instruction calls.

    If `arguments` is None, the computation is a part of a loop, and its parameter is the loop's
    state.
    """
    frame, i = node.frame, node.instruction
    inner = frame.inner.get((i, name, arguments))
    if inner is None:
        computation = frame.module.computations.get(name)
        if computation is None or computation.root is None:
            raise UnmatchedError(f"the computation {name} that {i.name} calls is not in the text")
        if frame.depth >= DEEPEST:
            raise UnmatchedError(f"calls of computations are nested more than {DEEPEST} deep")
        loop = node._replace(path=()) if arguments is None else None
        inner = Frame(frame.module, computation, arguments, frame.depth + 1, loop)
        frame.inner[i, name, arguments] = inner
    root = inner.computation.root
    assert root is not None
    return Node(inner, root, node.path)


def _called(node: Node, key: str) -> Node:
    arguments = tuple(operand(node, k) for k in range(len(node.instruction.operands)))
    return entered(node, node.instruction.called(key), arguments)


def step(view: View, sizes: Sizes) -> View | None:
    """The element from which this element is copied, or None for an element that is not a copy.

    Raises Refine, UnmatchedError.
    """
    node, index = view
    opcode = node.instruction.opcode
    through = _THROUGH.get(opcode, _async_done if opcode.endswith("-done") else None)
    if through is not None:
        source = through(node)
        if source is None:
            return None
        if array_of(source) == array_of(node) or _same_kind(source, node):
            if opcode not in _COPYING:
                _require_same_places(source, node)
            return View(source, index)
        raise MalformedError(
            f"{node.instruction.name} has the shape {array_of(node)}, but its operand has"
            f" {array_of(source)}"
        )
    moved = _moved_once(view, sizes)
    return moved if moved is not None and _element(moved.node) == _element(node) else None


def _moved_once(view: View, sizes: Sizes) -> View | None:
    mover = _MOVERS.get(view.node.instruction.opcode)
    return None if mover is None else mover(view.node, view.at, sizes)


def converted(view: View, sizes: Sizes) -> View | None:
    """The operand's element that `view` copies or converts to another type, or None.

    In programs for TPUs, copies, broadcasts and other operations may also convert elements to
    another type. Raises Refine.
    """
    node = view.node
    if node.instruction.opcode == "bitcast":
        return None
    if node.instruction.opcode == "copy" and not node.path:
        source = operand(node, 0)
        if array_of(source).shape.dims != _dims(node):
            raise MalformedError(f"{node.instruction.name} changes the dimensions")
        return View(source, view.at)
    return _moved_once(view, sizes)


def _same_kind(one: Node, other: Node) -> bool:
    a, b = array_of(one), array_of(other)
    return a.shape.dims == b.shape.dims and a.shape.element == b.shape.element


def _require_same_places(one: Node, other: Node) -> None:
    """Raise UnmatchedError if two arrays of a compiled program place an element differently."""
    a, b = array_of(one), array_of(other)
    if a.shape == b.shape or not a.elements or not (a.has_layout and b.has_layout):
        return
    if not other.frame.module.is_scheduled:
        return
    try:
        moved = moved_by(a.shape, b.shape, tuple(range(a.shape.rank)))
    except TooManyBoxesError:
        raise UnmatchedError(f"the layouts {a} and {b} are not compared") from None
    if moved is not None:
        raise UnmatchedError(f"{other.instruction.name} moves no byte, but reads {a} as {b}")


def resolved(view: View, sizes: Sizes, depth: int = 0) -> View:
    """Follow copies back from an element to a head, and return the element of the head.

    A head is a node that does not only move elements. An operation that only moves elements leads
    to an operand. If one operand of an operation is neutral, such as -inf for `maximum`, the
    operation leads to its other operand.
    """
    while True:
        view = _moved(view, sizes)
        neutral = _NEUTRAL.get(view.node.instruction.opcode)
        if neutral is None or depth == NESTED:
            return view
        kept = _without(view, neutral, sizes, depth + 1)
        if kept is None:
            return view
        view = kept


def _moved(view: View, sizes: Sizes) -> View:
    while (before := step(view, sizes)) is not None:
        view = before
    return view


_NEUTRAL: Final = {"maximum": "-inf", "minimum": "inf", "or": "false", "and": "true"}
"""Maps each operation to its neutral value, which leaves the other operand unchanged.

XLA for TPUs concatenates arrays by padding each with neutral values, and then combining the padded
arrays with the operation.
"""


def _without(view: View, neutral: str, sizes: Sizes, depth: int) -> View | None:
    """The element of one operand if the other operand is neutral at this index; otherwise None."""
    sides = [resolved(View(operand(view.node, k), view.at), sizes, depth) for k in range(2)]
    for k in range(2):
        i = sides[k].node.instruction
        if i.opcode == "constant" and i.operands_text.strip() == neutral:
            return sides[1 - k]
    return None


def integer(node: Node) -> int | None:
    """The value of a scalar that is a constant integer, or None."""
    if array_of(node).shape.dims:
        return None
    i = _moved(View(node, ()), {}).node.instruction
    text = i.operands_text.strip()
    return int(text) if i.opcode == "constant" and re.fullmatch(r"-?\d+", text) else None


def _parameter(node: Node) -> Node | None:
    arguments, i = node.frame.arguments, node.instruction
    if arguments is None:
        return None
    number = i.operands_text.strip()
    if not number.isdigit() or int(number) >= len(arguments):
        raise UnmatchedError(f"there is no argument {number}")
    argument = arguments[int(number)]
    return Node(argument.frame, argument.instruction, argument.path + node.path)


def _element_of_tuple(node: Node) -> Node:
    number = node.instruction.attributes.get("index", "")
    if not number.isdigit():
        raise UnmatchedError(f"{node.instruction.name} has no index")
    return operand(node, 0, (int(number), *node.path))


def _tuple(node: Node) -> Node:
    if not node.path:
        raise UnmatchedError(f"{node.instruction.name} is a tuple")
    return operand(node, node.path[0], node.path[1:])


def _copied(node: Node) -> Node | None:
    source = operand(node, 0, node.path)
    # For TPUs, a copy may also convert the type.
    return source if _element(source) == _element(node) else None


def _element(node: Node) -> str:
    return array_of(node).shape.element


def _copy_start(node: Node) -> Node | None:
    return operand(node, 0, node.path[1:]) if node.path[:1] in {(0,), (1,)} else None


def _copy_done(node: Node) -> Node:
    return operand(node, 0, (0, *node.path))


def _async_done(node: Node) -> Node | None:
    start = operand(node, 0)
    while start.instruction.opcode.endswith("-update"):
        start = operand(start, 0)
    if start.instruction.started is not None:
        return Node(start.frame, start.instruction.started, node.path)
    if start.instruction.opcode != "async-start":
        return None
    return _called(Node(start.frame, start.instruction, node.path), "calls")


_THROUGH: Final[Mapping[str, Callable[[Node], Node | None]]] = {
    "parameter": _parameter,
    "get-tuple-element": _element_of_tuple,
    "tuple": _tuple,
    "fusion": lambda node: _called(node, "calls"),
    "call": lambda node: _called(node, "to_apply"),
    "copy": _copied,
    "copy-start": _copy_start,
    "copy-done": _copy_done,
    **dict.fromkeys(PASSING, _copied),
}
"""Operations that only pass a value on, each with the function that finds this value."""

_COPYING: Final = frozenset({"copy", "copy-start"})
"""Operations of `_THROUGH` that may move elements to other places in memory."""


def _dims(node: Node) -> tuple[int, ...]:
    array = array_of(node)
    if array.is_dynamic:
        raise UnmatchedError(f"a dimension of {node.instruction.name} is dynamic")
    return array.shape.dims


def _require(node: Node, dims: tuple[int, ...]) -> None:
    if dims != _dims(node):
        listed = ",".join(map(str, dims))
        raise MalformedError(
            f"{node.instruction.name} must have the dimensions [{listed}], not {array_of(node)}"
        )


def _reshape(node: Node, index: Index, sizes: Sizes) -> View:
    source = operand(node, 0)
    if prod(_dims(source)) != prod(_dims(node)):
        raise MalformedError(f"{node.instruction.name} changes the number of elements")
    if _dims(source) == _dims(node):
        return View(source, index)
    return View(source, unravelled(ravelled(index, _dims(node)), _dims(source), sizes))


def _transpose(node: Node, index: Index, _: Sizes) -> View:
    source, order = operand(node, 0), node.instruction.integers("dimensions")
    dims = _dims(source)
    if sorted(order) != list(range(len(dims))):
        raise MalformedError(f"{node.instruction.name} has no permutation")
    _require(node, tuple(dims[k] for k in order))
    return View(source, tuple(index[order.index(k)] for k in range(len(dims))))


def bitcast_source(node: Node, index: Index, sizes: Sizes) -> View:
    """The element of the operand that has the same bytes as an element of a bitcast's result.

    Raises Refine, UnmatchedError.
    """
    source = operand(node, 0)
    a, b = array_of(source), array_of(node)
    if a.is_dynamic or b.is_dynamic:
        raise UnmatchedError(f"a dimension of {node.instruction.name} is dynamic")
    if a.shape.bits != b.shape.bits or a.bytes != b.bytes or a.elements < b.elements:
        raise UnmatchedError(f"{node.instruction.name} changes the size of elements or of memory")
    there = _lying(a.shape, b.shape, index, tuple(sizes.items()))
    if isinstance(there, Refine):
        raise Refine(there.variable, there.at, digits=there.digits)
    if there is None:
        raise UnmatchedError(f"{node.instruction.name} reads padding")
    return View(source, there)


@lru_cache(maxsize=4096)
def _lying(
    a: XlaShape, b: XlaShape, index: Index, sizes: tuple[tuple[int, int], ...]
) -> Index | Refine | None:
    """The index of the element of `a` at the same place in memory as element `index` of `b`.

    The index is None if `a` has padding at this place. A Refine is returned rather than raised, so
    that `lru_cache` stores the Refine.
    """
    try:
        return element(a, place(b, index, dict(sizes)), dict(sizes))
    except Refine as asked:
        return asked
    except PaddingError:
        return None


def _bitcast(node: Node, index: Index, sizes: Sizes) -> View | None:
    if _element(operand(node, 0)) != _element(node):
        return None
    return bitcast_source(node, index, sizes)


def _slice(node: Node, index: Index, _: Sizes) -> View:
    source = operand(node, 0)
    found = re.findall(r"\[(\d+):(\d+)(?::(\d+))?\]", node.instruction.attributes.get("slice", ""))
    ranges = [(int(a), int(b), int(s or 1)) for a, b, s in found]
    if len(ranges) != len(_dims(source)) or any(s < 1 for _, _, s in ranges):
        raise UnmatchedError(f"the ranges of {node.instruction.name} could not be read")
    if any(b > d for (_, b, _), d in zip(ranges, _dims(source), strict=True)):
        raise MalformedError(f"{node.instruction.name} goes beyond its operand")
    _require(node, tuple(max(0, -(-(b - a) // s)) for a, b, s in ranges))
    return View(
        source, tuple(e.times(s).plus(a) for e, (a, _, s) in zip(index, ranges, strict=True))
    )


def _reverse(node: Node, index: Index, _: Sizes) -> View:
    source, turned = operand(node, 0), node.instruction.integers("dimensions")
    _require(node, _dims(source))
    dims = _dims(node)
    if any(k >= len(dims) for k in turned):
        raise MalformedError(f"{node.instruction.name} reverses a dimension that does not exist")
    return View(
        source,
        tuple(e.times(-1).plus(dims[k] - 1) if k in turned else e for k, e in enumerate(index)),
    )


def _broadcast(node: Node, index: Index, _: Sizes) -> View:
    source, to = operand(node, 0), node.instruction.integers("dimensions")
    dims = _dims(node)
    if any(k >= len(dims) for k in to) or tuple(dims[k] for k in to) != _dims(source):
        raise MalformedError(f"the dimensions of {node.instruction.name} do not fit its operand")
    return View(source, tuple(index[k] for k in to))


def _pad(node: Node, index: Index, sizes: Sizes) -> View:
    source, dims = operand(node, 0), _dims(operand(node, 0))
    text = node.instruction.attributes.get("padding", "")
    each = [re.fullmatch(r"(-?\d+)_(-?\d+)(?:_(\d+))?", part) for part in text.split("x") if part]
    widths = [(int(one[1]), int(one[2]), int(one[3] or 0)) for one in each if one is not None]
    if len(widths) != len(dims) or len(node.instruction.operands) != 2:
        raise UnmatchedError(f"the padding of {node.instruction.name} could not be read")
    _require(
        node,
        tuple(
            low + d + max(0, d - 1) * gap + high
            for d, (low, high, gap) in zip(dims, widths, strict=True)
        ),
    )
    found: list[Affine] = []
    for e, d, (low, _, gap) in zip(index, dims, widths, strict=True):
        at, rest = divided(e.plus(-low), gap + 1, sizes)
        inside = not below(at, 0, sizes) and below(at, d, sizes)
        if not inside or not below(rest, 1, sizes):
            return View(operand(node, 1), ())
        found.append(at)
    return View(source, tuple(found))


def _concatenate(node: Node, index: Index, sizes: Sizes) -> View:
    axes = node.instruction.integers("dimensions")
    if len(axes) != 1 or not node.instruction.operands:
        raise UnmatchedError(f"the dimension of {node.instruction.name} could not be read")
    return _concatenated(node, axes[0], index, sizes)


def _concatenated(node: Node, along: int, index: Index, sizes: Sizes) -> View:
    sources = [operand(node, k) for k in range(len(node.instruction.operands))]
    dims, total = _dims(node), 0
    for source in sources:
        other = _dims(source)
        if along >= len(other) or other[:along] + other[along + 1 :] != (
            dims[:along] + dims[along + 1 :]
        ):
            raise MalformedError(
                f"the dimensions of {node.instruction.name} do not fit its operands"
            )
        total += other[along]
    _require(node, (*dims[:along], total, *dims[along + 1 :]))
    e = index[along]
    for source in sources[:-1]:
        if below(e, _dims(source)[along], sizes):
            break
        e = e.plus(-_dims(source)[along])
    else:
        source = sources[-1]
    return View(source, (*index[:along], e, *index[along + 1 :]))


def _starts(
    node: Node, first: int, dims: tuple[int, ...], window: tuple[int, ...]
) -> tuple[int, ...] | None:
    """The start of a window, clamped into the array; None if a start operand is not constant."""
    if len(node.instruction.operands) != first + len(dims) or len(window) != len(dims):
        return None
    starts: list[int] = []
    for k, (d, w) in enumerate(zip(dims, window, strict=True)):
        start = 0 if d == w else integer(operand(node, first + k))
        if start is None:
            return None
        starts.append(min(max(start, 0), d - w))
    return tuple(starts)


def _dynamic_slice(node: Node, index: Index, _: Sizes) -> View | None:
    source = operand(node, 0)
    _require(node, node.instruction.integers("dynamic_slice_sizes"))
    starts = _starts(node, 1, _dims(source), _dims(node))
    if starts is None:
        return None
    return View(source, tuple(e.plus(s) for e, s in zip(index, starts, strict=True)))


def _dynamic_update_slice(node: Node, index: Index, sizes: Sizes) -> View | None:
    source, update = operand(node, 0), operand(node, 1)
    _require(node, _dims(source))
    starts = _starts(node, 2, _dims(source), _dims(update))
    if starts is None:
        return None
    inside = tuple(e.plus(-s) for e, s in zip(index, starts, strict=True))
    for e, d in zip(inside, _dims(update), strict=True):
        if below(e, 0, sizes) or not below(e, d, sizes):
            return View(source, index)
    return View(update, inside)


_UNCHANGED: Final = frozenset(
    {
        "LayoutConstraint",
        "MoveToDevice",
        "MoveToHost",
        "Sharding",
        "annotate_device_placement",
        "xla.sdy.FuncResultSharding",
    }
)
"""The targets of custom calls that only say on which device or in which layout an array lies."""


def _custom(node: Node, index: Index, sizes: Sizes) -> View | None:
    """The element that a custom call copies, or None for a custom call that is not known."""
    i = node.instruction
    target = i.attributes.get("custom_call_target", "").strip('"')
    if target in _UNCHANGED and len(i.operands) == 1:
        _require(node, _dims(operand(node, 0)))
        return View(operand(node, 0), index)
    along = _joined_along(node) if target == "ConcatBitcast" else None
    return None if along is None else _concatenated(node, along, index, sizes)


def _joined_along(node: Node) -> int | None:
    """The dimension along which operands lie one after the other in the result, or None.

    `ConcatBitcast` reads slices that lie one after the other in memory as one array.
    """
    parts = [array_of(operand(node, k)) for k in range(len(node.instruction.operands))]
    result = array_of(node)
    if not parts or not result.shape.rank:
        return None
    layout = result.shape.minor_to_major, result.shape.tiles, result.shape.bits
    same = all((a.shape.minor_to_major, a.shape.tiles, a.shape.bits) == layout for a in parts)
    # If the slices have no extra padding, they follow each other along the slowest dimension.
    fits = same and sum(a.bytes for a in parts) == result.bytes
    return result.shape.minor_to_major[-1] if fits else None


_MOVERS: Final[Mapping[str, Callable[[Node, Index, Sizes], View | None]]] = {
    "reshape": _reshape,
    "transpose": _transpose,
    "bitcast": _bitcast,
    "slice": _slice,
    "reverse": _reverse,
    "broadcast": _broadcast,
    "pad": _pad,
    "concatenate": _concatenate,
    "custom-call": _custom,
    "dynamic-slice": _dynamic_slice,
    "dynamic-update-slice": _dynamic_update_slice,
}
"""Operations that only move elements: each element of the result is an element of an operand."""
