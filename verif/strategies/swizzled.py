"""Swizzles, and layouts with swizzled offsets."""

from __future__ import annotations

from hypothesis import strategies as st

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.swizzle import Swizzle
from spec.taking import INTEGER
from verif.strategies.checked import STRATEGY, checked
from verif.strategies.plain import layouts


@st.composite
def swizzles(
    draw: st.DrawFn, *, max_bits: int = 3, max_base: int = 4, max_shift: int = 6
) -> Swizzle:
    """Swizzles Sw<B,M,S> with B <= max_bits, M <= max_base and B <= abs(S) <= max_shift.

    Pre-conditions: 0 <= max_bits <= max_shift.
    """
    bits = draw(st.integers(0, max_bits))
    shift = draw(st.integers(bits, max_shift))
    upwards = draw(st.booleans())
    return Swizzle(bits, draw(st.integers(0, max_base)), -shift if upwards else shift)


@checked(STRATEGY, STRATEGY, INTEGER)
@st.composite
def swizzled_layouts(
    draw: st.DrawFn,
    of: st.SearchStrategy[Layout] | None = None,
    by: st.SearchStrategy[Swizzle] | None = None,
    *,
    max_offset: int = 64,
) -> ComposedLayout:
    """Swizzled layouts, Sw o offset o layout, with an offset of 0 to max_offset."""
    layout = draw(layouts() if of is None else of)
    swizzle = draw(swizzles() if by is None else by)
    return ComposedLayout(swizzle, draw(st.integers(0, max_offset)), layout)
