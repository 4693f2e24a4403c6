"""Find the elements of operands from which an operation computes one element of its result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Final

from verif.audit.hlo.affine import Affine, Index, Sizes, unravelled
from verif.audit.hlo.graph import (
    Frame,
    MalformedError,
    Node,
    UnmatchedError,
    View,
    array_of,
    bitcast_source,
    converted,
    operand,
)
from verif.audit.hlo.program import Computation, Instruction
from verif.audit.hlo.shapes import UnreadError, leaves

ELEMENTWISE: Final = frozenset(
    {
        "abs",
        "acos",
        "acosh",
        "add",
        "and",
        "asin",
        "asinh",
        "atan2",
        "atanh",
        "cbrt",
        "ceil",
        "clamp",
        "compare",
        "complex",
        "convert",
        "cosh",
        "cosine",
        "count-leading-zeros",
        "divide",
        "erf",
        "exponential",
        "exponential-minus-one",
        "floor",
        "imag",
        "is-finite",
        "log",
        "log-plus-one",
        "logistic",
        "maximum",
        "minimum",
        "multiply",
        "negate",
        "not",
        "or",
        "popcnt",
        "power",
        "real",
        "reduce-precision",
        "remainder",
        "round-nearest-afz",
        "round-nearest-even",
        "rsqrt",
        "select",
        "shift-left",
        "shift-right-arithmetic",
        "shift-right-logical",
        "sign",
        "sine",
        "sinh",
        "sqrt",
        "subtract",
        "tan",
        "tanh",
        "xor",
    }
)
COMMUTATIVE: Final = frozenset({"add", "and", "maximum", "minimum", "multiply", "or", "xor"})
IMPURE: Final = frozenset(
    {
        "all-gather",
        "all-reduce",
        "all-to-all",
        "collective-broadcast",
        "collective-permute",
        "infeed",
        "outfeed",
        "partition-id",
        "recv",
        "recv-done",
        "reduce-scatter",
        "replica-id",
        "rng",
        "rng-get-and-update-state",
        "send",
        "send-done",
    }
)
"""Operations whose results depend on more than their operands."""

_UNIMPORTANT: Final = frozenset(
    {
        "backend_config",
        "calls",
        "control-predecessors",
        "frontend_attributes",
        "metadata",
        "origin",
        "sharding",
        "statistics",
        "to_apply",
    }
)
_OF_SUMS: Final = frozenset(
    {
        "dim_labels",
        "dimensions",
        "lhs_batch_dims",
        "lhs_contracting_dims",
        "rhs_batch_dims",
        "rhs_contracting_dims",
        "window",
    }
)


@dataclass(frozen=True)
class Inputs:
    """The inputs from which an element is computed.

    `views` are elements of operands, and `arrays` are operands that are taken as a whole. `applied`
    is the computation that combines two elements.
    """

    operation: str
    views: tuple[View, ...] = ()
    arrays: tuple[Node, ...] = ()
    applied: Computation | None = None


@dataclass(frozen=True)
class Sum:
    """A dot product or a reduction, with the role of each dimension of the operands.

    Each operand has one triple: its dimensions that remain in the result, their positions in the
    result, and its dimensions that are summed.
    """

    operation: str
    operands: tuple[tuple[Node, tuple[int, ...], tuple[int, ...], tuple[int, ...]], ...]
    lengths: tuple[int, ...]
    starts: tuple[Node, ...] = ()
    applied: Computation | None = None

    @property
    def terms(self) -> int:
        """The number of terms of the sum."""
        return prod(self.lengths)

    def inputs(self, index: Index, number: Affine, sizes: Sizes) -> Inputs:
        """The inputs of one term of the sum at `index`: elements of operands, and initial values.

        `number` is the row-major number of the term. Raises Refine.
        """
        at = unravelled(number, self.lengths, sizes)
        views: list[View] = []
        for source, own, there, summed in self.operands:
            found = {k: index[r] for k, r in zip(own, there, strict=True)}
            found |= dict(zip(summed, at, strict=True))
            views.append(View(source, tuple(found[k] for k in range(len(found)))))
        views += [View(start, ()) for start in self.starts]
        return Inputs(self.operation, tuple(views), applied=self.applied)


def sum_of(node: Node) -> Sum | None:
    """The node's operation as a sum, or None if it is not such a sum. Raises UnmatchedError."""
    i = node.instruction
    if i.opcode == "dot":
        return _dot(node)
    if i.opcode == "convolution" and "window" not in i.attributes:
        return _unwindowed(node)
    if i.opcode == "reduce":
        return _reduce(node)
    return None


def inputs(view: View, sizes: Sizes) -> Inputs:
    """The inputs of an element whose operation is not a sum. Raises Refine, UnmatchedError."""
    node, index = view
    i = node.instruction
    if i.opcode == "bitcast":
        return Inputs("bitcast-convert", (bitcast_source(node, index, sizes),))
    moved = converted(view, sizes)
    if moved is not None:
        return Inputs("convert", (moved,))
    operands = [operand(node, k) for k in range(len(i.operands))]
    if i.opcode in ELEMENTWISE or _is_plain_conversion(node, operands):
        return Inputs(i.opcode, tuple(_at(node, one, index) for one in operands))
    return Inputs(i.opcode, arrays=tuple(operands))


def _is_plain_conversion(node: Node, operands: list[Node]) -> bool:
    return node.instruction.opcode == "bitcast-convert" and (
        array_of(operands[0]).shape.dims == array_of(node).shape.dims
    )


def _at(node: Node, one: Node, index: Index) -> View:
    """The element of an operand that an element-wise operation uses at an index."""
    dims = array_of(one).shape.dims
    if dims == array_of(node).shape.dims:
        return View(one, index)
    if dims == () and node.instruction.opcode in {"select", "clamp"}:
        return View(one, ())
    raise MalformedError(f"the operands of {node.instruction.name} must have equal dimensions")


def _dot(node: Node) -> Sum:
    i = node.instruction
    if "sparsity" in i.attributes or len(i.operands) != 2:
        raise UnmatchedError(f"{i.name} is sparse")
    sides = operand(node, 0), operand(node, 1)
    batch = i.integers("lhs_batch_dims"), i.integers("rhs_batch_dims")
    summed = i.integers("lhs_contracting_dims"), i.integers("rhs_contracting_dims")
    dims = tuple(array_of(side).shape.dims for side in sides)
    free = tuple(
        tuple(k for k in range(len(dims[s])) if k not in batch[s] + summed[s]) for s in range(2)
    )
    n, m = len(batch[0]), len(free[0])
    there = (
        tuple(range(n)) + tuple(range(n, n + m)),
        tuple(range(n)) + tuple(range(n + m, n + m + len(free[1]))),
    )
    return _checked(
        node,
        "dot",
        tuple((sides[s], batch[s] + free[s], there[s], summed[s]) for s in range(2)),
        n + m + len(free[1]),
    )


def _checked(
    node: Node,
    operation: str,
    operands: tuple[tuple[Node, tuple[int, ...], tuple[int, ...], tuple[int, ...]], ...],
    rank: int,
    starts: tuple[Node, ...] = (),
    applied: Computation | None = None,
) -> Sum:
    """The dot product or reduction that `node` computes.

    Raises MalformedError if the operands' dimensions do not fit each other or the result.
    """
    result = array_of(node).shape.dims
    lengths: set[tuple[int, ...]] = set()
    fits = rank == len(result)
    for source, own, there, summed in operands:
        array = array_of(source)
        dims = array.shape.dims
        fits = fits and not array.is_dynamic and sorted(own + summed) == list(range(len(dims)))
        fits = fits and len(own) == len(there)
        fits = fits and all(dims[k] == result[r] for k, r in zip(own, there, strict=True))
        lengths.add(tuple(dims[k] for k in summed) if fits else ())
    if not fits or len(lengths) != 1:
        raise MalformedError(f"the dimensions of {node.instruction.name} do not fit its operands")
    return Sum(operation, operands, lengths.pop(), starts, applied)


def _unwindowed(node: Node) -> Sum | None:
    """The dot product that equals a convolution without a window, or None."""
    i = node.instruction
    labels = re.fullmatch(r"([bf]{2})_([io]{2})->([bf]{2})", i.attributes.get("dim_labels", ""))
    if labels is None or {"feature_group_count", "batch_group_count"} & set(i.attributes):
        return None
    ours, theirs, out = (labels[k] for k in (1, 2, 3))
    if any(len(set(one)) != 2 for one in (ours, theirs, out)) or len(i.operands) != 2:
        return None
    left = (ours.index("b"),), (out.index("b"),), (ours.index("f"),)
    right = (theirs.index("o"),), (out.index("f"),), (theirs.index("i"),)
    return _checked(node, "dot", ((operand(node, 0), *left), (operand(node, 1), *right)), 2)


def _reduce(node: Node) -> Sum:
    i = node.instruction
    along, count = i.integers("dimensions"), len(i.operands) // 2
    computation = node.frame.module.computations.get(i.called("to_apply"))
    if computation is None or not count:
        raise UnmatchedError(f"the computation that {i.name} applies is not in the text")
    rank = len(array_of(operand(node, 0)).shape.dims)
    left = tuple(k for k in range(rank) if k not in along)
    there = tuple(range(len(left)))
    return _checked(
        node,
        "reduce",
        tuple((operand(node, k), left, there, along) for k in range(count)),
        len(left),
        tuple(operand(node, count + k) for k in range(count)),
        computation,
    )


def is_impure(i: Instruction) -> bool:
    """Whether a result also depends on other devices or on random numbers."""
    return i.opcode.removesuffix("-start").removesuffix("-done") in IMPURE


def attributes(i: Instruction, operation: str, *, is_sum: bool) -> Mapping[str, str]:
    """The attributes on which a result depends.

    For a sum, the attributes of dimensions are left out, because `Sum` describes the dimensions.
    """
    if operation == "convert":
        return {}
    dropped = _UNIMPORTANT | _OF_SUMS if is_sum else _UNIMPORTANT
    if i.opcode == "custom-call":
        dropped -= {"backend_config"}
    return {key: value for key, value in i.attributes.items() if key not in dropped}


def regions(frame: Frame, computation: Computation) -> list[View]:
    """The results of a computation on scalars, such as the computation that a reduction applies."""
    root = computation.root
    if root is None:
        raise UnmatchedError(f"the computation {computation.name} is empty")
    inner = Frame(frame.module, computation)
    try:
        return [View(Node(inner, root, path), ()) for path, _ in leaves(root.shape)]
    except UnreadError as error:
        raise UnmatchedError(str(error)) from None
