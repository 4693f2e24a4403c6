"""The question whether every offset is a signed 32-bit integer: fits_int32(A).

The products and sums from which an offset is computed must fit, too. For a layout, each of them
lies between the least and the greatest offset. A tile is given as the pair <layout, offset>. This
offset, each offset of the layout, and their sum must fit. A swizzled tile has the offset 0.
"""

from __future__ import annotations

from typing import Final

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.modes import ends, modes_of
from verif.questions.answer import Answer, Effort, holds, refuted
from verif.questions.bits import BitProgram, found_digits, swizzled_sum, width_of
from verif.questions.image import coordinate

INT32: Final = (-(2**31), 2**31 - 1)


def fits_int32(layout: Layout, effort: Effort) -> Answer:
    """Decide whether every offset is a signed 32-bit integer."""
    return fits_int32_from((layout, 0), effort)


def fits_int32_swizzled(layout: ComposedLayout, effort: Effort) -> Answer:
    """Decide whether every offset is a signed 32-bit integer."""
    low, high = INT32
    for end in ends(modes_of(layout.layout)):
        if not low <= layout(end) <= high:
            return refuted("A({}) = {} does not fit in int32", (end,), (layout(end),))
    if (high + 1) % layout.swizzle.size == 0:
        return holds(
            "the least and the greatest offset fit, and the swizzle moves no offset to another"
            " block"
        )
    i = _outside(layout, low, high, effort)
    if i is None:
        return holds("every offset fits")
    return refuted("A({}) = {} does not fit in int32", (i,), (layout(i),))


def fits_int32_from(moved: tuple[Layout | ComposedLayout, int], effort: Effort) -> Answer:
    """Decide whether every offset of a tile, a pair <layout, offset>, is a 32-bit integer."""
    layout, offset = moved
    if isinstance(layout, ComposedLayout):
        return fits_int32_swizzled(layout, effort)
    low, high = INT32
    if not low <= offset <= high:
        return refuted("the tile's offset {} does not fit in int32", (), (offset,))
    least, greatest = ((end, layout(end)) for end in ends(modes_of(layout)))
    for end, x in (least, greatest):
        if not low <= x + offset <= high:
            return refuted("A({}) = {} does not fit in int32", (end,), (x + offset,))
        if not low <= x <= high:
            return refuted(
                "at A({}), the products of digits and strides have the sum {}, which does not fit"
                " in int32 before the offset {} is added",
                (end,),
                (x, offset),
            )
    return holds(f"the offsets go from {least[1] + offset} to {greatest[1] + offset}")


def _outside(layout: ComposedLayout, low: int, high: int, effort: Effort) -> int | None:
    """Return a coordinate whose offset is outside `low` .. `high`, or None."""
    if layout.size <= effort.elements:
        return next((i for i in range(layout.size) if not low <= layout(i) <= high), None)
    modes = modes_of(layout.layout)
    program = BitProgram(max(width_of(layout), high.bit_length() + 2))
    names = program.digits("c", [s for s, _ in modes])
    image = swizzled_sum(program, "a", layout, names)
    below, above = program.numeral(low), program.numeral(high)
    program.require(f"(or (bvslt {image} {below}) (bvsgt {image} {above}))")
    solution = program.solution(effort.seconds)
    return None if solution is None else coordinate(modes, found_digits(solution, names))
