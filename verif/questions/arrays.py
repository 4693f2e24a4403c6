"""Whether arrays of any family, CuTe, TLA or XLA, are one function of an index (i, j, ..)."""

from __future__ import annotations

from itertools import product as cartesian
from math import prod

from spec.bridges import Array, Index, along, canonical, restricted, tried
from spec.errors import LayoutError
from spec.layout import Layout
from spec.tla import TlaLayout
from verif.operations.coordinates import evaluate
from verif.questions.answer import Answer, holds, refuted, unknown
from verif.questions.differences import first_difference
from verif.questions.effort import Effort


def equal_arrays(a: Array, b: Array, effort: Effort) -> Answer:
    """Whether both have the same dimensions and the same offset at every index.

    Where both are layouts restricted to their dimensions, their coalesced modes tell, and nothing
    is enumerated.
    """
    extents = dimensions(a)
    if extents != dimensions(b):
        return refuted("A has dimensions {}, B {}", (), (extents, dimensions(b)))
    if a == b or 0 in extents:
        return holds("there is no index" if 0 in extents else "both are the same array")
    try:
        modes = canonical(restricted(a)), canonical(restricted(b))
    except LayoutError as refusal:
        return _by_enumeration(a, b, extents, effort, refusal)
    for k, (ours, theirs) in enumerate(zip(*modes, strict=True)):
        i = first_difference(ours, theirs)
        if i is not None:
            return _difference(a, b, along(extents, k, i))
    return holds("both coalesce to the same modes in every dimension")


def dimensions(array: Array) -> Index:
    """The dimensions of an array, the sizes of the modes of a layout.

    >>> dimensions(Layout((4, (2, 2))))
    (4, 4)
    """
    if isinstance(array, Layout):
        return tuple(mode.size for mode in array)
    return array.origin_shape if isinstance(array, TlaLayout) else array.dims


def _difference(a: Array, b: Array, index: Index) -> Answer:
    values = evaluate(a, index), evaluate(b, index)
    return refuted("A{0} = {1}, B{0} = {2}", (index,), values)


def _by_enumeration(
    a: Array, b: Array, extents: Index, effort: Effort, refusal: LayoutError
) -> Answer:
    """At least one of them has sums that carry: every index is tried, or some of many."""
    few = prod(extents) <= effort.elements
    for index in cartesian(*map(range, extents)) if few else tried(extents):
        if evaluate(a, index) != evaluate(b, index):
            return _difference(a, b, index)
    if few:
        return holds("both have the same offset at every index")
    return unknown(f"{refusal}, and there are too many indices to enumerate")
