"""Operations in which one element of the result may depend on a whole line or a whole array.

An element that a sort returns may be any element along the sorted dimension. An element that a
Fourier transform returns depends on all elements along the transformed dimensions. A gather, a
scatter or a dynamic slice takes its indices from data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from verif.audit.hlo.affine import Affine
from verif.audit.hlo.gathers import gathered
from verif.audit.hlo.graph import MalformedError, Node, View, array_of, operand


class Reach(NamedTuple):
    """The numbers first, first + 1, .., first + times - 1."""

    first: Affine
    times: int


class Line(NamedTuple):
    """Elements of a value: along each dimension an index, or a range of possible indices."""

    source: Node
    at: tuple[Affine | Reach, ...]


Taken = tuple[Line, ...]


def lines(view: View) -> Taken | None:
    """The elements of operands on which the element `view` may depend, or None if they are unknown.

    The elements are known only for operations in `_SPREADING`. Raises MalformedError.
    """
    find = _SPREADING.get(view.node.instruction.opcode)
    return None if find is None else find(view)


def _dims(node: Node) -> tuple[int, ...]:
    return array_of(node).shape.dims


def _malformed(view: View) -> MalformedError:
    name = view.node.instruction.name
    return MalformedError(f"the dimensions of {name} do not fit its operands")


def _along(view: View, axes: tuple[int, ...]) -> Taken:
    """Return one line of each operand.

    Along `axes`, the line has every index. Along other dimensions, it has the index of `view`.
    """
    sources = [operand(view.node, k) for k in range(len(view.node.instruction.operands))]
    if any(len(_dims(source)) != len(view.at) for source in sources):
        raise _malformed(view)
    return tuple(
        Line(
            source,
            tuple(
                Reach(Affine(0), d) if k in axes else e
                for k, (e, d) in enumerate(zip(view.at, _dims(source), strict=True))
            ),
        )
        for source in sources
    )


def _sort(view: View) -> Taken | None:
    return _along(view, view.node.instruction.integers("dimensions"))


def _top(view: View) -> Taken | None:
    return _along(view, (len(view.at) - 1,))


def _fourier(view: View) -> Taken | None:
    count = len(view.node.instruction.integers("fft_length"))
    return _along(view, tuple(range(len(view.at) - count, len(view.at))))


def _scatter(view: View) -> Taken | None:
    i = view.node.instruction
    if len(i.operands) != 3 or i.integers("input_batching_dims"):
        return None
    source, indices, updates = (operand(view.node, k) for k in range(3))
    dims, of_updates = _dims(source), _dims(updates)
    inserted, along = i.integers("inserted_window_dims"), i.integers("scatter_dims_to_operand_dims")
    windows = [d for d in range(len(dims)) if d not in inserted]
    places = i.integers("update_window_dims")
    if len(places) != len(windows) or any(k >= len(of_updates) for k in places):
        raise _malformed(view)
    at: list[Affine | Reach] = list(_anywhere(updates))
    for k, d in zip(places, windows, strict=True):
        if d not in along and of_updates[k] == dims[d]:
            at[k] = view.at[d]
    return Line(source, view.at), Line(updates, tuple(at)), Line(indices, _anywhere(indices))


def _anywhere(node: Node) -> tuple[Reach, ...]:
    return tuple(Reach(Affine(0), d) for d in _dims(node))


def _gather(view: View) -> Taken | None:
    found = gathered(view)
    if found is None:
        return None
    at = tuple(
        # A start is clamped so that the slice fits.
        offset if start is None else Reach(offset, d - size + 1)
        for start, size, offset, d in zip(
            found.starts, found.slices, found.offsets, _dims(found.source), strict=True
        )
    )
    starts = (Line(*start) for start in found.starts if start is not None)
    return Line(found.source, at), *starts


def _starts(view: View, first: int) -> Taken:
    count = len(view.node.instruction.operands)
    return tuple(Line(operand(view.node, k), ()) for k in range(first, count))


def _dynamic_slice(view: View) -> Taken | None:
    source = operand(view.node, 0)
    pairs = zip(view.at, _dims(view.node), _dims(source), strict=True)
    return Line(source, tuple(Reach(e, d - n + 1) for e, n, d in pairs)), *_starts(view, 1)


def _dynamic_update_slice(view: View) -> Taken | None:
    source, update = operand(view.node, 0), operand(view.node, 1)
    pairs = zip(view.at, _dims(update), _dims(source), strict=True)
    at = tuple(e if n == d else Reach(Affine(0), n) for e, n, d in pairs)
    return Line(source, view.at), Line(update, at), *_starts(view, 2)


_ELEMENTWISE: Final = frozenset(
    {"AssumeGatherIndicesInBound", "X64Combine", "X64SplitHigh", "X64SplitLow"}
)
"""Targets of custom calls that compute each element from the operands at the same index."""

_OF_LINES: Final = frozenset({"GatherScatterIndicesBitpacked", "TopK"})
"""Targets of custom calls that compute each element from a line along the last dimension."""


def _custom_call(view: View) -> Taken | None:
    target = view.node.instruction.attributes.get("custom_call_target", "").strip('"')
    if target in _ELEMENTWISE:
        return _along(view, ())
    return _top(view) if target in _OF_LINES else None


CHOOSING: Final = frozenset(
    {"custom-call", "dynamic-slice", "dynamic-update-slice", "gather", "scatter", "sort", "topk"}
)
"""Operations that choose elements by the values of operands."""

_SPREADING: Final[Mapping[str, Callable[[View], Taken | None]]] = {
    "custom-call": _custom_call,
    "dynamic-slice": _dynamic_slice,
    "dynamic-update-slice": _dynamic_update_slice,
    "fft": _fourier,
    "gather": _gather,
    "scatter": _scatter,
    "sort": _sort,
    "topk": _top,
}
