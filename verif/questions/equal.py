"""The question whether two layouts, or arrays of any family, are the same function: equal(A, B)."""

from __future__ import annotations

from itertools import product as cartesian
from math import prod

from spec.bridges import Array, Index, along, canonical, restricted, tried
from spec.coalesce import coalesce_modes
from spec.composed import AnyLayout, as_composed
from spec.errors import LayoutError
from spec.layout import Layout
from spec.modes import Modes, modes_of
from spec.tla import TlaLayout
from verif.operations.coordinates import evaluate
from verif.questions.agreement import first_seen_difference
from verif.questions.answer import Answer, holds, refuted, unknown
from verif.questions.effort import Effort
from verif.questions.program import UndecidedError


def equal(a: Layout, b: Layout, _: Effort) -> Answer:
    """Decide whether both have the same size and the same offset at every 1-D coordinate.

    Coalesce gives a canonical form (claim C2), so no enumeration is needed.
    """
    if a.size != b.size:
        return refuted("size(A) = {}, size(B) = {}", (), (a.size, b.size))
    i = first_difference(coalesce_modes(modes_of(a)), coalesce_modes(modes_of(b)))
    if i is None:
        return holds("both coalesce to the same layout")
    return refuted("A({0}) = {1}, B({0}) = {2}", (i,), (a(i), b(i)))


def equal_swizzled(a: AnyLayout, b: AnyLayout, effort: Effort) -> Answer:
    """Decide whether both have the same size and the same offset at every 1-D coordinate."""
    if a.size != b.size:
        return refuted("size(A) = {}, size(B) = {}", (), (a.size, b.size))
    ours, theirs = as_composed(a), as_composed(b)
    if ours.swizzle == theirs.swizzle and ours.offset == theirs.offset:
        inside = equal(ours.layout, theirs.layout, effort)
        if inside.witness is None:
            return holds(
                "the swizzles and the offsets are equal, and both layouts coalesce to the same"
            )
        (i,) = inside.witness.coordinates
        assert isinstance(i, int)
    else:
        i = first_seen_difference(ours, theirs, effort)
        if i is None:
            return holds("they agree within each block of the swizzles and from block to block")
    if a(i) == b(i):
        raise UndecidedError("at the coordinate that Z3 gives, the two do not differ")
    return refuted("A({0}) = {1}, B({0}) = {2}", (i,), (a(i), b(i)))


def equal_arrays(a: Array, b: Array, effort: Effort) -> Answer:
    """Decide whether both have the same dimensions and the same offset at every index (i, j, ..).

    Arrays of different families have no common 1-D coordinates. If both are layouts restricted to
    their dimensions, their coalesced modes decide without enumeration.
    """
    extents = dimensions(a)
    if extents != dimensions(b):
        return refuted("A has dimensions {}, B has {}", (), (extents, dimensions(b)))
    if a == b or 0 in extents:
        return holds("both are empty" if 0 in extents else "both are the same array")
    try:
        modes = canonical(restricted(a)), canonical(restricted(b))
    except LayoutError as refusal:
        return _by_enumeration(a, b, extents, effort, refusal)
    for k, (ours, theirs) in enumerate(zip(*modes, strict=True)):
        i = first_difference(ours, theirs)
        if i is not None:
            return _difference(a, b, along(extents, k, i))
    return holds("both coalesce to the same modes in every dimension")


def equal_apart(_a: object, _b: object, _: Effort) -> Answer:
    """Answer "unknown" for a swizzled layout and an array."""
    return unknown("a swizzled layout and an array cannot be compared: their coordinates differ")


def dimensions(array: Array) -> Index:
    """Return the dimensions of an array, or the sizes of a layout's modes.

    >>> dimensions(Layout((4, (2, 2))))
    (4, 4)
    """
    if isinstance(array, Layout):
        return tuple(mode.size for mode in array)
    return array.origin_shape if isinstance(array, TlaLayout) else array.dims


def first_difference(ours: Modes, theirs: Modes, unit: int = 1) -> int | None:
    """Return the least 1-D coordinate where coalesced modes differ, in units of `unit`, or None.

    The modes have the same size. The last modes may extend beyond the relevant coordinates, equally
    far on both sides.

    >>> first_difference(((4, 1), (2, 8)), ((2, 1), (4, 4)))
    2
    """
    if ours == theirs:
        return None
    (s, d), (t, e) = ours[0], theirs[0]
    if d != e:
        return unit
    # At the lesser size, one layout goes on by d. The other does not, as it would have been merged.
    if s != t:
        return unit * min(s, t)
    return first_difference(ours[1:], theirs[1:], unit * s)


def _difference(a: Array, b: Array, index: Index) -> Answer:
    values = evaluate(a, index), evaluate(b, index)
    return refuted("A{0} = {1}, B{0} = {2}", (index,), values)


def _by_enumeration(
    a: Array, b: Array, extents: Index, effort: Effort, refusal: LayoutError
) -> Answer:
    """Answer by trying every index, or a sample if there are too many. Sums may carry here."""
    few = prod(extents) <= effort.elements
    for index in cartesian(*map(range, extents)) if few else tried(extents):
        if evaluate(a, index) != evaluate(b, index):
            return _difference(a, b, index)
    if few:
        return holds("both have the same offset at every index")
    return unknown(f"{refusal}, and there are too many indices to enumerate")
