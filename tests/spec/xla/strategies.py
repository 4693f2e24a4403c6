"""Hypothesis strategies for XLA shapes and the indices of their elements."""

from hypothesis import strategies as st

from spec.xla import BITS, XlaShape
from spec.xla.shape import XlaTile

COMBINABLE = st.one_of(st.none(), st.integers(1, 6))


@st.composite
def tiles(draw: st.DrawFn, entries: st.SearchStrategy[int | None], most: int = 5) -> XlaTile:
    """Return a tile of any rank up to `most`, including rank 0."""
    tile = tuple(draw(st.lists(entries, max_size=most)))
    return (*tile[:-1], tile[-1] or 2) if tile else ()


@st.composite
def xla_shapes(
    draw: st.DrawFn,
    bounds: st.SearchStrategy[int] | None = None,
    entries: st.SearchStrategy[int | None] = COMBINABLE,
    most_tiles: int = 3,
) -> XlaShape:
    """Return a shape of rank 0 to 4 with tiles of any rank. In `entries`, None stands for `*`."""
    dims = tuple(draw(st.lists(st.integers(0, 7) if bounds is None else bounds, max_size=4)))
    return XlaShape(
        draw(st.sampled_from(sorted(BITS))),
        dims,
        tuple(draw(st.permutations(range(len(dims))))),
        tuple(draw(st.lists(tiles(entries), max_size=most_tiles))),
        draw(st.none() | st.integers(1, 64)),
    )
