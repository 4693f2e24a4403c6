"""Compare each thread's part of a swizzled tensor with the type of the part.

Let S be the swizzle, f the offset of the part's first element before S is applied, and L the layout
of the part. Before S is applied, value v of the part has the offset f + L(v). The pointer of a part
is at its first element, so after the swizzle, value v has the offset S(f + L(v)) - S(f). Only for
some swizzles do these offsets form a layout, and the layout's strides may differ from thread to
thread.
"""

from __future__ import annotations

from typing import Any, Final

from spec.composed import ComposedLayout
from spec.int_tuple import product
from spec.layout import Layout
from spec.named import Name, names_in
from spec.reading.trees import entries
from spec.swizzle import Swizzle
from spec.tiled import partition_tv
from verif.audit.cute_ir.fits import Fit, compared, composed_parts
from verif.audit.cute_ir.instructions import Part, permuted, thread_layout
from verif.audit.cute_ir.types import Type, leaves, mapped, parts_of

MOST: Final = 1 << 18
"""The largest number of elements that are compared one by one."""


def swizzled_part(part: Part, form: ComposedLayout, told: Type, thread: Any) -> Fit:
    """Compare each thread's part of a swizzled tensor with the type of the result.

    Value v of a part has the offset S(f + L(v)) - S(f). Here S is the swizzle, L is the layout of
    the part, and f is the offset of the part's first element before S is applied. The unknown
    numbers of the type may differ from thread to thread.
    """
    inner = form.inner
    if not isinstance(form.outer, Swizzle) or not isinstance(inner, Layout):
        return Fit("unclear", "the layout is not a swizzle of a layout")
    held, _ = partition_tv(permuted(part, inner), part.tiler, part.tv, 0)
    firsts = thread_layout(part, inner)
    threads = [thread] if isinstance(thread, int) else range(firsts.size)
    begins = sorted({form.offset + firsts(t) for t in threads})
    if len(begins) * held.size > MOST:
        return Fit("unclear", f"{len(begins)} parts of {held.size} elements are too many")
    layout = parts_of(told.form)
    if layout is None:
        return _swizzled_alike(form, held, begins, told)
    return _swizzled_away(form.outer, held, begins, told, layout)


def _swizzled_away(
    swizzle: Swizzle, held: Layout, begins: list[int], told: Type, layout: tuple[Any, Any]
) -> Fit:
    """Compare the swizzled parts with a type that has no swizzle.

    The type's layout must give the swizzled offsets of each part.
    """
    if any(names_in(layout[0])):
        return Fit("unclear", "the type has unknown sizes")
    sizes = [product(mode) for mode in entries(layout[0]) or (layout[0],)]
    if sizes != [mode.size for mode in held]:
        return Fit("no", f"the modes of the part have {[mode.size for mode in held]} elements")
    for first in begins:
        why = _swizzled_at(swizzle, held, first, told, layout)
        if why:
            return Fit("no", f"for the thread whose first offset is {first}: {why}")
    return Fit("same", f"for each of {len(begins)} first offsets")


def _swizzled_alike(form: ComposedLayout, held: Layout, begins: list[int], told: Type) -> Fit:
    """Compare the parts with a type that applies the same swizzle to a layout plus an offset."""
    parts = composed_parts(told.form)
    if parts is None or parts[0] != form.outer or any(names_in(parts[2])):
        return Fit("unclear", "the type has another swizzle, or unknown numbers")
    alike = compared(parts[2], (), held, by_mode=True)
    if alike.kind not in ("same", "form"):
        return alike
    divisors = {one.name: one.divisor for one in told.unknowns}
    for first in begins:
        # The type adds the offset `at` before the swizzle. The pointer adds the remaining offset
        # after the swizzle, so this offset must be the same for all elements of the part.
        offset = parts[1]
        at = first - first % divisors[offset.name] if isinstance(offset, Name) else offset
        moved = {form.outer(first + held(v)) - form.outer(at + held(v)) for v in range(held.size)}
        if len(moved) != 1:
            return Fit("unclear", f"for the first offset {first}, elements need different pointers")
    return Fit("same", f"for each of {len(begins)} first offsets")


def _swizzled_at(
    swizzle: Swizzle, held: Layout, first: int, told: Type, layout: tuple[Any, Any]
) -> str:
    """Say why the type is wrong for a part that begins at the offset `first`, or return ''."""
    shape, stride = layout
    divisors = {one.name: one.divisor for one in told.unknowns}
    numbers, step = dict[str, int](), 1
    offsets = [swizzle(first + held(v)) - swizzle(first) for v in range(held.size)]
    for size, d in zip(leaves(shape), leaves(stride), strict=True):
        if isinstance(d, Name):
            at = offsets[step] if size > 1 else 0
            if at % divisors[d.name] != 0:
                return f"the stride {at} is not a multiple of {divisors[d.name]}"
            numbers[d.name] = at
        step *= size
    by_type = Layout(shape, mapped(stride, lambda name: numbers[name.name]))
    for v, offset in enumerate(offsets):
        if by_type(v) != offset:
            return f"element {v} has the offset {offset}, but the type gives {by_type(v)}"
    return ""
