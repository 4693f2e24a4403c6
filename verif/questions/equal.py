"""The question whether two layouts or arrays are the same function: equal(A, B)."""

from __future__ import annotations

from itertools import product as cartesian
from math import prod

from spec.bridges import Array, Index, along, canonical, restricted, tried
from spec.coalesce import coalesce_modes
from spec.composed import AnyLayout, ComposedLayout, as_composed
from spec.errors import LayoutError, ShapeError, numeral
from spec.layout import Layout
from spec.modes import Modes, modes_of
from spec.tla import TlaLayout
from spec.xla.position import size_bytes
from spec.xla.shape import XlaShape
from verif.operations.coordinates import evaluate
from verif.questions.agreement import first_seen_difference
from verif.questions.answer import Answer, Effort, Ruling, holds, refuted, unknown
from verif.questions.program import UndecidedError


def equal(a: Layout, b: Layout, _: Effort) -> Answer:
    """Decide whether A and B have the same size and the same offset at every 1-D coordinate.

    Coalesce gives a canonical form (claim C2), so no enumeration is needed.
    """
    if a.size != b.size:
        return refuted("size(A) = {}, size(B) = {}", (), (a.size, b.size))
    i = first_difference(coalesce_modes(modes_of(a)), coalesce_modes(modes_of(b)))
    return holds("both coalesce to the same layout") if i is None else _differ_at(a, b, i)


def equal_swizzled(a: AnyLayout, b: AnyLayout, effort: Effort) -> Answer:
    """Decide whether A and B have the same size and the same offset at every 1-D coordinate."""
    if a.size != b.size:
        return refuted("size(A) = {}, size(B) = {}", (), (a.size, b.size))
    if not _is_swizzled(a) or not _is_swizzled(b):
        return _equal_in_turn(a, b, effort)
    ours, theirs = as_composed(a), as_composed(b)
    if ours.swizzle.bits == theirs.swizzle.bits == 0:
        return _equal_moved(ours, theirs, effort)
    if ours.swizzle == theirs.swizzle and ours.offset == theirs.offset:
        inside = equal(ours.layout, theirs.layout, effort)
        if inside.witness is None:
            return holds(
                "the swizzles and offsets are equal, and both layouts coalesce to the same layout"
            )
        (i,) = inside.witness.coordinates
        assert isinstance(i, int)
    else:
        i = first_seen_difference(ours, theirs, effort)
        if i is None:
            return holds(
                "A and B agree within each block of the swizzles, and their steps from one block to"
                " the next are equal"
            )
    if a(i) == b(i):
        raise UndecidedError("at the coordinate that Z3 gives, the two layouts do not differ")
    return _differ_at(a, b, i)


def _differ_at(a: AnyLayout, b: AnyLayout, i: int) -> Answer:
    return refuted("A({0}) = {1}, B({0}) = {2}", (i,), (a(i), b(i)))


def _is_swizzled(layout: AnyLayout) -> bool:
    return isinstance(layout, Layout) or layout.is_swizzled


def _equal_moved(a: ComposedLayout, b: ComposedLayout, effort: Effort) -> Answer:
    """Compare two layouts with offsets and of equal sizes. Neither has a swizzle."""
    if a(0) != b(0):
        return _differ_at(a, b, 0)
    inside = equal(a.layout, b.layout, effort)
    if inside.witness is None:
        return holds("the offsets are equal, and both layouts coalesce to the same layout")
    (i,) = inside.witness.coordinates
    assert isinstance(i, int)
    return _differ_at(a, b, i)


def _equal_in_turn(a: AnyLayout, b: AnyLayout, effort: Effort) -> Answer:
    """Compare A and B coordinate by coordinate. A or B may compose several swizzles."""
    if a == b:
        return holds("A and B are composed of the same parts")
    if a.size > effort.elements:
        return unknown(
            "A or B composes several swizzles, and there are too many coordinates to try"
        )
    i = next((i for i in range(a.size) if a(i) != b(i)), None)
    return (
        holds("both have the same offset at every coordinate") if i is None else _differ_at(a, b, i)
    )


def equal_arrays(a: Array, b: Array, effort: Effort) -> Answer:
    """Decide whether A and B have the same dimensions, and the same offset at every index (i, j).

    CuTe, XLA and TLA arrays give the same element different 1-D coordinates, so the offsets are
    compared at equal indices. If each array is a layout, perhaps with padding, the coalesced modes
    of the two layouts are compared instead.
    """
    extents = dimensions(a)
    if len(extents) != len(dimensions(b)):
        raise _no_common_index(a, b)
    if extents != dimensions(b):
        return refuted("A has dimensions {}, B has {}", (), (extents, dimensions(b)))
    answer = _equal_at_each_index(a, b, extents, effort)
    bytes_differ = _difference_in_bytes(a, b)
    if answer.ruling is Ruling.HOLDS and bytes_differ:
        return holds(f"{answer.reason}; but the bytes differ: {bytes_differ}")
    return answer


def _no_common_index(a: Array, b: Array) -> LayoutError:
    ranks = f"A has {len(dimensions(a))} dimensions and B has {len(dimensions(b))}"
    asked = "give two arrays of the same rank"
    if isinstance(a, XlaShape) and isinstance(b, XlaShape):
        asked = f"for a reshape that moves nothing, ask bitcast({a}, {b})"
    return ShapeError(f"{ranks}, so they have no index in common: {asked}")


def _difference_in_bytes(a: Array, b: Array) -> str:
    """Return a text that says how the bytes of two equal arrays differ, or an empty text."""
    if not isinstance(a, XlaShape) or not isinstance(b, XlaShape):
        return ""
    if a.bits != b.bits:
        return f"an element has {a.bits} bits in A and {b.bits} bits in B"
    if a.element != b.element:
        return f"A has elements of type {a.element}, B of type {b.element}"
    sizes = size_bytes(a), size_bytes(b)
    padded = f"with padding A takes {numeral(sizes[0])} bytes and B takes {numeral(sizes[1])}"
    return padded if sizes[0] != sizes[1] else ""


def _equal_at_each_index(a: Array, b: Array, extents: Index, effort: Effort) -> Answer:
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
    """Answer "unknown" to the question whether a swizzled layout equals an array."""
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
    """Return `unit` times the least 1-D coordinate where two lists of modes differ, or None.

    Both lists must be coalesced and must have offsets for the same coordinates 0 .. n - 1. Their
    sizes may exceed n, because the last mode of a list may be rounded up.

    >>> first_difference(((4, 1), (2, 8)), ((2, 1), (4, 4)))
    2
    """
    if ours == theirs:
        return None
    (s, d), (t, e) = ours[0], theirs[0]
    if d != e:
        return unit
    # After min(s, t) steps, the longer mode continues with stride d. The other layout continues
    # with a mode of another stride: otherwise coalescing would have merged its two modes.
    if s != t:
        return unit * min(s, t)
    return first_difference(ours[1:], theirs[1:], unit * s)


def _difference(a: Array, b: Array, index: Index) -> Answer:
    values = evaluate(a, index), evaluate(b, index)
    return refuted("A{0} = {1}, B{0} = {2}", (index,), values)


def _by_enumeration(
    a: Array, b: Array, extents: Index, effort: Effort, refusal: LayoutError
) -> Answer:
    """Compare the offsets at every index, or at some of the indices if there are too many.

    This is for arrays that have no known layout.
    """
    few = prod(extents) <= effort.elements
    for index in cartesian(*map(range, extents)) if few else tried(extents):
        if evaluate(a, index) != evaluate(b, index):
            return _difference(a, b, index)
    if few:
        return holds("both have the same offset at every index")
    return unknown(f"{refusal}, and there are too many indices to enumerate")
