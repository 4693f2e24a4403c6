"""The question whether TMA accepts a box of a tensor: tma_box(gmem, box, f16, 128)."""

from __future__ import annotations

from spec.atoms.tma import WITHOUT_NEIGHBOURS, Broken, broken_rules, tensor_map
from spec.errors import LayoutError
from spec.int_tuple import IntTuple, flatten, format_int_tuple
from spec.layout import Layout
from spec.modes import modes_of
from verif.questions.answer import Answer, Effort, holds, refuted

SPANS = {0: "none", 32: "32B", 64: "64B", 128: "128B"}
"""The names of the swizzles, by the number of bytes of their spans."""


def tma_box(gmem: Layout, box: IntTuple, element: str, effort: Effort) -> Answer:
    """Decide whether TMA accepts a tensor map of this tensor and box, without a swizzle."""
    return tma_box_swizzled(gmem, box, element, 0, effort)


def tma_box_swizzled(
    gmem: Layout, box: IntTuple, element: str, span: int, effort: Effort
) -> Answer:
    """Decide whether TMA accepts a tensor map whose swizzle has a span of `span` bytes."""
    del effort
    if span not in SPANS:
        raise LayoutError(
            f"the span of a swizzle of TMA must be 0, 32, 64 or 128 bytes, not {span}"
        )
    sides = flatten(box)
    if gmem.rank == len(modes_of(gmem)) and all(d != 1 for _, d in modes_of(gmem)):
        return _broken(WITHOUT_NEIGHBOURS)
    given = tensor_map(gmem, sides, element, SPANS[span])
    for broken in broken_rules(given):
        return _broken(broken)
    dims, strides, sizes = map(format_int_tuple, (given.dims, given.strides, given.box))
    return holds(
        f"the tensor map follows all rules: globalDim {dims}, globalStrides {strides} bytes, "
        f"boxDim {sizes}"
    )


def _broken(broken: Broken) -> Answer:
    return refuted(f"TMA does not accept the tensor map: {broken.text}", (), (broken.number,))
