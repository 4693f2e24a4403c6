"""IntTuples, shapes, coordinates and layouts of any nesting."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from hypothesis import strategies as st

from spec.coordinates import crd2idx, idx2crd
from spec.int_tuple import IntTuple, product, unflatten
from spec.kinds import LAYOUT_OR_INT_TUPLE
from spec.layout import Layout
from spec.modes import Mode
from verif.search.strategies import int_tuples as of_entries
from verif.search.strategies import nestings
from verif.strategies.checked import checked

MOST_NESTED = 6
"""The largest number of modes that `nested` nests. Layouts with more modes are flat."""


def int_tuples(
    min_value: int = 1, max_value: int = 8, *, max_modes: int = 4
) -> st.SearchStrategy[IntTuple]:
    """Integers from min_value to max_value, alone or in tuples of any nesting.

    Pre-conditions: min_value <= max_value, 1 <= max_modes <= 6.
    """
    return of_entries(st.integers(min_value, max_value), max_modes)


def shapes(*, max_size: int = 8, max_modes: int = 4) -> st.SearchStrategy[IntTuple]:
    """Shapes with sizes from 1 to max_size. Sizes with many divisors are more likely."""
    sizes = st.one_of(
        st.integers(1, max_size),
        st.sampled_from([n for n in (1, 2, 4, 6, 8, 12, 16, 24, 32, 64) if n <= max_size]),
    )
    return of_entries(sizes, max_modes)


@st.composite
def layouts(
    draw: st.DrawFn,
    *,
    max_modes: int = 4,
    max_size: int = 8,
    min_stride: int = 0,
    max_stride: int = 40,
) -> Layout:
    """Layouts with modes of size 1 to max_size and strides from min_stride to max_stride.

    Modes that start where another mode ends, as in compact layouts, are frequent.

    Pre-conditions: min_stride <= max_stride, max_size >= 1, 1 <= max_modes <= 6.
    """
    # Each value is drawn from a fixed range, so that the values shrink independently.
    size, stride = st.integers(1, max_size), st.integers(min_stride, max_stride)
    drawn = draw(
        st.lists(st.tuples(size, stride, st.integers(0, 2)), min_size=1, max_size=max_modes)
    )
    modes: list[Mode] = []
    for s, d, back in drawn:
        end = prod(modes[-back]) if 0 < back <= len(modes) else d
        modes.append((s, end if min_stride <= end <= max_stride else d))
    return nested(draw, modes)


def nested(draw: st.DrawFn, modes: Sequence[Mode]) -> Layout:
    """A layout with these modes (at least one) in any nesting. Examples shrink to flat layouts."""
    several = len(modes) > MOST_NESTED
    profile = (0,) * len(modes) if several else draw(st.sampled_from(nestings(len(modes))))
    shape = unflatten(tuple(s for s, _ in modes), profile)
    return Layout(shape, unflatten(tuple(d for _, d in modes), profile))


@checked(LAYOUT_OR_INT_TUPLE)
@st.composite
def coordinates(draw: st.DrawFn, of: Layout | IntTuple) -> IntTuple:
    """Coordinates of a layout or shape, where integers may replace tuples at any depth."""
    shape = of.shape if isinstance(of, Layout) else of
    index = draw(st.integers(0, product(shape) - 1))
    return _some_as_integers(draw, idx2crd(index, shape), shape)


def _some_as_integers(draw: st.DrawFn, coordinate: IntTuple, shape: IntTuple) -> IntTuple:
    if not isinstance(coordinate, tuple) or not isinstance(shape, tuple):
        return coordinate
    if not draw(st.booleans()):
        return crd2idx(coordinate, shape)
    pairs = zip(coordinate, shape, strict=True)
    return tuple(_some_as_integers(draw, part, of) for part, of in pairs)
