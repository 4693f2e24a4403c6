"""Find the element that a gather copies: its index in the operand is a start plus an offset."""

from __future__ import annotations

from dataclasses import dataclass

from verif.audit.hlo.affine import Affine, Index
from verif.audit.hlo.graph import MalformedError, Node, View, array_of, operand


@dataclass(frozen=True)
class Gathered:
    """The source of a gather's element: an index in the gather's first operand.

    Along each dimension, the index is a start plus an offset. A start is an element of the gather's
    second operand. The start is clamped so that the slice stays inside the first operand.
    """

    source: Node
    starts: tuple[View | None, ...]
    slices: tuple[int, ...]
    offsets: Index


def gathered(view: View) -> Gathered | None:
    """The source of an element of a gather, or None for gathers with batch dimensions.

    Raises MalformedError if the dimensions of the gather do not fit its operands.
    """
    node, i = view.node, view.node.instruction
    if i.integers("operand_batching_dims") or len(i.operands) != 2:
        return None
    source, indices = operand(node, 0), operand(node, 1)
    dims, of_indices = array_of(source).shape.dims, array_of(indices).shape.dims
    slices, along = i.integers("slice_sizes"), i.integers("start_index_map")
    collapsed, offset_dims = i.integers("collapsed_slice_dims"), i.integers("offset_dims")
    vector = i.integers("index_vector_dim")
    batch = [k for k in range(len(view.at)) if k not in offset_dims]
    windows = [d for d in range(len(dims)) if d not in collapsed]
    rank = len(of_indices)
    outer = [k for k in range(rank) if k != (vector[0] if len(vector) == 1 else -1)]
    if (
        len(vector) != 1
        or vector[0] > rank
        or len(slices) != len(dims)
        or len(windows) != len(offset_dims)
        or [array_of(node).shape.dims[k] for k in batch] != [of_indices[k] for k in outer]
        or [array_of(node).shape.dims[k] for k in offset_dims] != [slices[d] for d in windows]
        or any(slices[d] != 1 for d in collapsed)
        or (of_indices[vector[0]] if vector[0] < rank else 1) != len(along)
        or any(d >= len(dims) for d in along)
    ):
        raise MalformedError(f"the dimensions of {i.name} do not fit its operands")

    def start(number: int) -> View:
        at = dict(zip(outer, (view.at[k] for k in batch), strict=True))
        at[vector[0]] = Affine(number)
        return View(indices, tuple(at[k] for k in range(rank)))

    offsets = {d: view.at[k] for d, k in zip(windows, offset_dims, strict=True)}
    return Gathered(
        source,
        tuple(start(along.index(d)) if d in along else None for d in range(len(dims))),
        tuple(slices[d] if d in along else 1 for d in range(len(dims))),
        tuple(offsets.get(d, Affine(0)) for d in range(len(dims))),
    )
