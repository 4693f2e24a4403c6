"""Find what a scatter writes: windows of its updates, each at a start that data chooses."""

from __future__ import annotations

from dataclasses import dataclass

from verif.audit.hlo.affine import Affine, Index
from verif.audit.hlo.graph import MalformedError, Node, View, array_of, operand


@dataclass(frozen=True)
class Scattered:
    """The operands of a scatter, and how their elements are numbered.

    The dimensions `counts` number the windows. `window` is the size of each window along each
    dimension of the sources, and `inserted` has the dimensions that the updates leave out.
    `places` has the dimensions of the updates that number the elements of a window. Component k of
    a start belongs to dimension `along[k]` of the sources, and `vector` is the dimension of
    `indices` that numbers these components.
    """

    sources: tuple[Node, ...]
    updates: tuple[Node, ...]
    indices: Node
    counts: tuple[int, ...]
    window: tuple[int, ...]
    inserted: tuple[int, ...]
    places: tuple[int, ...]
    along: tuple[int, ...]
    vector: int

    def start(self, d: int, number: Index) -> View | None:
        """The start of a window along dimension `d` of the sources; None if each start is 0."""
        if d not in self.along:
            return None
        component = Affine(self.along.index(d))
        at = (*number[: self.vector], component, *number[self.vector :])
        return View(self.indices, at[: array_of(self.indices).shape.rank])

    def update(self, k: int, number: Index, at: Index) -> View:
        """The element of updates number `k` at the index `at` inside a window."""
        inside = iter(e for d, e in enumerate(at) if d not in self.inserted)
        outside = iter(number)
        rank = len(self.places) + len(number)
        chosen = (inside if k in self.places else outside for k in range(rank))
        return View(self.updates[k], tuple(next(one) for one in chosen))


def scattered(node: Node) -> Scattered | None:
    """The operands of a scatter, or None for scatters with batch dimensions.

    Raises MalformedError if the dimensions of the scatter do not fit its operands.
    """
    i = node.instruction
    count, odd = divmod(len(i.operands), 2)
    if i.integers("input_batching_dims") or not odd or not count:
        return None
    operands = [operand(node, k) for k in range(len(i.operands))]
    sources, indices, updates = operands[:count], operands[count], operands[count + 1 :]
    dims, of_indices, of_updates = (
        array_of(one).shape.dims for one in (sources[0], indices, updates[0])
    )
    inserted, places = i.integers("inserted_window_dims"), i.integers("update_window_dims")
    along, vectors = i.integers("scatter_dims_to_operand_dims"), i.integers("index_vector_dim")
    vector = vectors[0] if len(vectors) == 1 else -1
    kept = [d for d in range(len(dims)) if d not in inserted]
    counts = tuple(d for k, d in enumerate(of_updates) if k not in places)
    components = (*of_indices, 1)[vector] if 0 <= vector <= len(of_indices) else -1
    if (
        len(kept) != len(places)
        or list(places) != sorted({*places} & {*range(len(of_updates))})
        or len({*along} & {*range(len(dims))}) != len(along)
        or components != len(along)
        or counts != tuple(d for k, d in enumerate(of_indices) if k != vector)
        or any(array_of(one).shape.dims != dims for one in sources)
        or any(array_of(one).shape.dims != of_updates for one in updates)
    ):
        raise MalformedError(f"the dimensions of {i.name} do not fit its operands")
    sizes = dict(zip(kept, (of_updates[k] for k in places), strict=True))
    window = tuple(sizes.get(d, 1) for d in range(len(dims)))
    return Scattered(
        tuple(sources),
        tuple(updates),
        indices,
        counts,
        window,
        inserted,
        places,
        along,
        vector,
    )
