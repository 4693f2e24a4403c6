"""The question whether no two coordinates have the same offset: injective(A)."""

from __future__ import annotations

from typing import Final

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.modes import Modes, modes_of, offsets
from verif.questions.answer import Answer, Effort, Ruling, holds, moved_by, refuted
from verif.questions.image import coordinate
from verif.questions.program import UndecidedError
from verif.questions.relations import entangled, greedy_relation, relation, trials, tried_relation

DIFFERENT: Final = "no two coordinates have the same offset"


def injective(layout: Layout, effort: Effort) -> Answer:
    """Decide whether no two coordinates have the same offset."""
    modes = modes_of(layout)
    difference = greedy_relation(modes)
    if difference is None:
        tied = entangled(modes)
        if not tied:
            return holds(f"{DIFFERENT}: the strides are independent on this shape")
        tries = trials(modes, tied)
        if layout.size <= min(effort.elements, tries):
            return _injective_by_enumeration(modes)
        exhausted = f"{DIFFERENT}: no steps along the modes add up to 0"
        if tries <= effort.elements:
            difference = tried_relation(modes, tied)
        else:
            difference = relation(modes, tied, effort.seconds)
            exhausted = f"{DIFFERENT}: Z3 shows that no steps along the modes add up to 0"
        if difference is None:
            return holds(exhausted)
    one = tuple(max(0, t) for t in difference)
    other = tuple(max(0, -t) for t in difference)
    pair = sorted((coordinate(modes, one), coordinate(modes, other)))
    return _collision(layout, pair[0], pair[1])


def injective_swizzled(layout: ComposedLayout, effort: Effort) -> Answer:
    """Decide whether no two coordinates of a swizzled layout have the same offset."""
    inside = injective(layout.layout, effort)
    if inside.ruling is Ruling.HOLDS:
        return holds(f"a swizzle is a bijection; in the inner layout, {inside.reason}")
    if inside.witness is None:
        return inside
    coordinates = inside.witness.coordinates
    i, j = coordinates
    assert isinstance(i, int)
    return refuted("A({}) = A({}) = {}", (i, j), (layout(i),))


def injective_from(moved: tuple[Layout | ComposedLayout, int], effort: Effort) -> Answer:
    """Decide whether no two coordinates of a tile have the same offset."""
    layout, offset = moved
    if isinstance(layout, ComposedLayout):
        return injective_swizzled(layout, effort)
    return moved_by(offset, injective(layout, effort))


def _injective_by_enumeration(modes: Modes) -> Answer:
    first: dict[int, int] = {}
    for i, x in enumerate(offsets(modes)):
        if x in first:
            return refuted("A({}) = A({}) = {}", (first[x], i), (x,))
        first[x] = i
    return holds(f"{DIFFERENT}: all offsets were compared")


def _collision(layout: Layout, i: int, j: int) -> Answer:
    if i == j or layout(i) != layout(j):
        raise UndecidedError("the coordinates that Z3 gives do not have the same offset")
    return refuted("A({}) = A({}) = {}", (i, j), (layout(i),))
