"""Loops that count, and arrays that a loop writes before it reads them.

A compiler may start a loop with uninitialized arrays. Either the first iteration uses another value
in place of the array, or each iteration writes one row of the array, so that all rows are written
when the loop ends.
"""

from __future__ import annotations

from typing import NamedTuple

from verif.audit.hlo.affine import Refine, Sizes, index_over
from verif.audit.hlo.graph import (
    Node,
    UnmatchedError,
    View,
    array_of,
    entered,
    integer,
    operand,
    resolved,
)


class Counter(NamedTuple):
    """The counter at `path` in a loop's state. Its values are first, first + 1, .., end - 1."""

    path: tuple[int, ...]
    first: int
    end: int


def is_unwritten(node: Node) -> bool:
    """Whether a value is an uninitialized array."""
    head = _whole_head(node)
    if head is None:
        return False
    target = head.node.instruction.attributes.get("custom_call_target", "")
    return head.node.instruction.opcode == "custom-call" and target == '"AllocateBuffer"'


def carried(view: View) -> View | None:
    """The part of a loop's state from which the parameter `view` takes its value.

    Return None if `view` is not a parameter of a loop's body or condition.
    """
    loop = view.node.frame.loop
    if loop is None or view.node.instruction.opcode != "parameter":
        return None
    return View(loop._replace(path=view.node.path), view.at)


def counter(loop: Node) -> Counter | None:
    """The counter of a loop that ends when the counter reaches a bound. None for other loops."""
    try:
        return _counter(loop)
    except UnmatchedError:
        return None


def _counter(loop: Node) -> Counter | None:
    condition = _head(_root(loop, "condition", ()))
    if condition.instruction.opcode != "compare":
        return None
    if condition.instruction.attributes.get("direction") != "LT":
        return None
    path, end = _carried_path(operand(condition, 0), loop), integer(operand(condition, 1))
    if path is None or end is None:
        return None
    first, step = integer(operand(loop, 0, path)), _head(_root(loop, "body", path))
    if first is None or step.instruction.opcode != "add":
        return None
    for k in range(2):
        same = _carried_path(operand(step, k), loop) == path
        if same and integer(operand(step, 1 - k)) == 1:
            return Counter(path, first, end)
    return None


def first_turn(view: View, sizes: Sizes) -> tuple[View, View] | None:
    """The two elements that a `select` in a loop's body chooses between, or None.

    The `select` must choose one element in the first iteration, where the loop's counter has its
    first value, and the other element in all later iterations. The other element must be in an
    array of the loop's state that is uninitialized before the loop.
    """
    node = view.node
    if node.instruction.opcode != "select":
        return None
    chosen, first, later = (resolved(View(operand(node, k), view.at), sizes) for k in range(3))
    other = carried(later)
    if other is None or not is_unwritten(operand(other.node, 0, other.node.path)):
        return None
    loop, test = other.node._replace(path=()), chosen.node
    count = counter(loop)
    if count is None or count.first >= count.end or test.instruction.opcode != "compare":
        return None
    if test.instruction.attributes.get("direction") != "EQ":
        return None
    is_first = integer(operand(test, 1)) == count.first
    if not is_first or _carried_path(operand(test, 0), loop) != count.path:
        return None
    return first, later


def row_written(loop: Node) -> tuple[Node, Node] | None:
    """Return the row of an array that an iteration of a loop writes, and the number of the row.

    The array is the part of the loop's state at the path of `loop`. Return None if the loop does
    not write all rows of the array, one in each iteration.
    """
    outer = loop._replace(path=())
    count = counter(outer)
    head = _whole_head(_root(outer, "body", loop.path))
    if head is None or count is None:
        return None
    node = head.node
    if node.instruction.opcode != "dynamic-update-slice":
        return None
    dims, update = array_of(node).shape.dims, operand(node, 1)
    rows = array_of(update).shape.dims
    before = _whole_head(operand(node, 0))
    own = carried(before) if before is not None else None
    if own is None or own.node != loop or not _is_identity(own) or not _is_identity(head):
        return None
    starts = [operand(node, 2 + k) for k in range(len(dims))]
    moved = [k for k, (d, n) in enumerate(zip(dims, rows, strict=True)) if d != n]
    if len(moved) != 1 or rows[moved[0]] != 1 or dims[moved[0]] != count.end or count.first != 0:
        return None
    if _carried_path(starts[moved[0]], outer) != count.path:
        return None
    return update, starts[moved[0]]


def _root(loop: Node, key: str, path: tuple[int, ...]) -> Node:
    """The root of the body or of the condition of a loop."""
    name = loop.instruction.called(key)
    return entered(loop._replace(path=path), name, None)


def _head(node: Node) -> Node:
    return resolved(View(node, ()), {}).node


def _whole_head(node: Node) -> View | None:
    """The head (see `resolved`) of an element whose index has a variable for each dimension.

    Return None if no single affine index describes the head for all values of these variables.
    """
    dims = array_of(node).shape.dims
    try:
        return resolved(View(node, index_over(dims)), dict(enumerate(dims)))
    except (Refine, UnmatchedError):
        return None


def _is_identity(view: View) -> bool:
    return view.at == index_over(array_of(view.node).shape.dims)


def _carried_path(node: Node, loop: Node) -> tuple[int, ...] | None:
    """The path of `node` in the state of `loop`, or None if it is not a scalar of this state."""
    if array_of(node).shape.dims:
        return None
    own = carried(resolved(View(node, ()), {}))
    return own.node.path if own is not None and own.node._replace(path=()) == loop else None
