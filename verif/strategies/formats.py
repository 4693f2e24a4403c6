"""Arrays of XLA and matrices of CATLASS."""

from __future__ import annotations

from hypothesis import strategies as st

from spec.tla import Tag, TlaLayout, make_layout
from spec.tla.formats import ELEMENTS
from spec.xla import BITS, XlaShape
from spec.xla.shape import XlaTile

MATRICES = (
    *(Tag.ROW_MAJOR, Tag.COLUMN_MAJOR),
    *(Tag.ZN, Tag.NZ, Tag.ZZ),
)
"""The formats of CATLASS that every element type allows."""


@st.composite
def xla_shapes(
    draw: st.DrawFn, *, max_rank: int = 4, max_dim: int = 8, max_tiles: int = 2, max_tile: int = 8
) -> XlaShape:
    """Arrays of any element type and order, some with tiles of at most the array's rank.

    Some sizes of a tile are `*`, as in `T(*,2)`.
    """
    dims = tuple(draw(st.lists(st.integers(1, max_dim), max_size=max_rank)))
    tiles = draw(st.lists(_tiles(len(dims), max_tile), max_size=max_tiles)) if dims else []
    return XlaShape(
        draw(st.sampled_from(("f32", "bf16", *sorted(BITS)))),
        dims,
        tuple(draw(st.permutations(tuple(reversed(range(len(dims))))))),
        tuple(tiles),
    )


@st.composite
def _tiles(draw: st.DrawFn, rank: int, max_tile: int) -> XlaTile:
    sizes = st.integers(1, max_tile)
    *_, last = (draw(sizes),)
    return (*draw(st.lists(st.one_of(sizes, st.none()), max_size=rank - 1)), last)


@st.composite
def tla_layouts(draw: st.DrawFn, *, max_rows: int = 64, max_columns: int = 64) -> TlaLayout:
    """Matrices of CATLASS of any element type: row-major, column-major, zN, nZ and zZ."""
    rows, columns = draw(st.integers(1, max_rows)), draw(st.integers(1, max_columns))
    element = draw(st.sampled_from(("f16", *ELEMENTS)))
    return make_layout(element, draw(st.sampled_from(MATRICES)), rows, columns)
