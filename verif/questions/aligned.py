"""The question whether every offset is a multiple of n: aligned(A, n)."""

from __future__ import annotations

from spec.composed import ComposedLayout
from spec.errors import ShapeError, numeral
from spec.layout import Layout
from spec.modes import modes_of
from verif.questions.answer import Answer, Effort, holds, moved_by, refuted
from verif.questions.bits import BitProgram, found_digits, swizzled_sum, width_of
from verif.questions.image import coordinate


def aligned(layout: Layout, n: int, _: Effort) -> Answer:
    """Decide whether every offset is a multiple of n.

    Pre-conditions: n >= 1.
    """
    _require_positive(n)
    unit = 1
    for s, d in modes_of(layout):
        if s > 1 and d % n != 0:
            return _refuted(layout, unit, n)
        unit *= s
    return holds(f"every stride is a multiple of {numeral(n)}")


def aligned_from(moved: tuple[Layout | ComposedLayout, int], n: int, effort: Effort) -> Answer:
    """Decide whether every offset of a tile is a multiple of n. A tile is a pair <layout, offset>.

    Pre-conditions: n >= 1.
    """
    layout, offset = moved
    if isinstance(layout, ComposedLayout):
        return aligned_swizzled(layout, n, effort)
    _require_positive(n)
    if offset % n != 0:
        return refuted("A({}) = {} is not a multiple of {}", (0,), (offset, n))
    return moved_by(offset, aligned(layout, n, effort))


def aligned_swizzled(layout: ComposedLayout, n: int, effort: Effort) -> Answer:
    """Decide whether every offset is a multiple of n.

    Pre-conditions: n >= 1.
    """
    _require_positive(n)
    if layout.size <= effort.elements:
        i = next((i for i in range(layout.size) if layout(i) % n != 0), None)
    else:
        i = _not_aligned(layout, n, effort)
    if i is None:
        return holds(f"every offset is a multiple of {numeral(n)}")
    return _refuted(layout, i, n)


def _not_aligned(layout: ComposedLayout, n: int, effort: Effort) -> int | None:
    """Return a coordinate whose offset is not a multiple of n, or None."""
    modes = modes_of(layout.layout)
    program = BitProgram(max(width_of(layout), n.bit_length() + 2))
    names = program.digits("c", [s for s, _ in modes])
    image = swizzled_sum(program, "a", layout, names)
    program.require(f"(not (= (bvsrem {image} {program.numeral(n)}) {program.numeral(0)}))")
    solution = program.solution(effort.seconds)
    return None if solution is None else coordinate(modes, found_digits(solution, names))


def _require_positive(n: int) -> None:
    if n < 1:
        raise ShapeError(f"the alignment must be 1 or more, not {numeral(n)}")


def _refuted(layout: Layout | ComposedLayout, i: int, n: int) -> Answer:
    return refuted("A({}) = {} is not a multiple of {}", (i,), (layout(i), n))
