"""The question whether the offsets are 0 .. size - 1, each once: bijective_onto(A, size)."""

from __future__ import annotations

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.modes import ends, modes_of
from verif.questions.answer import Answer, Effort, Ruling, holds, refuted
from verif.questions.covers import covers, covers_swizzled, occurring


def bijective_onto(layout: Layout, size: int, effort: Effort) -> Answer:
    """Decide whether A is a bijection onto 0 .. size - 1."""
    if layout.size != size:
        return refuted("size(A) = {}, not {}", (), (layout.size, size))
    for end in ends(modes_of(layout)):
        if not 0 <= layout(end) < size:
            return refuted("A({}) = {}, outside 0 .. {}", (end,), (layout(end), size - 1))
    return exactly_once(covers(layout, size, effort), size)


def bijective_onto_swizzled(layout: ComposedLayout, size: int, effort: Effort) -> Answer:
    """Decide whether A is a bijection onto 0 .. size - 1."""
    if layout.size != size:
        return refuted("size(A) = {}, not {}", (), (layout.size, size))
    return exactly_once(covers_swizzled(layout, size, effort), size)


def exactly_once(covered: Answer, size: int) -> Answer:
    """Return the answer to bijective_onto for an array of `size` elements.

    `covered` is the answer to the question whether the array covers 0 .. size - 1.
    """
    # There are as many coordinates as covered offsets, so no offset occurs twice.
    enough = holds(occurring(size, " exactly once"))
    return enough if covered.ruling is Ruling.HOLDS else covered
