"""Hypothesis strategies for IntTuples, coordinates and layouts."""

from typing import Any

from hypothesis import strategies as st

from spec import IntTuple, Layout, flatten, idx2crd, product, size, unflatten
from spec.modes import Mode
from verif.search.strategies import layouts as natural_layouts
from verif.search.strategies import walked_modes


def int_tuples(entries: st.SearchStrategy[int], max_leaves: int = 5) -> st.SearchStrategy[IntTuple]:
    return st.recursive(
        entries,
        lambda inner: st.lists(inner, min_size=1, max_size=3).map(tuple),
        max_leaves=max_leaves,
    )


def shapes() -> st.SearchStrategy[IntTuple]:
    return int_tuples(st.integers(1, 5), max_leaves=4)


def like(profile: IntTuple, entries: st.SearchStrategy[int]) -> st.SearchStrategy[IntTuple]:
    leaves = len(flatten(profile))
    flat = st.lists(entries, min_size=leaves, max_size=leaves)
    return flat.map(lambda terminals: unflatten(tuple(terminals), profile))


ANY_STRIDES = st.integers(-20, 20)


def layouts(
    strides: st.SearchStrategy[int] = ANY_STRIDES,
) -> st.SearchStrategy[Layout]:
    def of_shape(shape: IntTuple) -> st.SearchStrategy[Layout]:
        return like(shape, strides).map(lambda stride: Layout(shape, stride))

    return shapes().flatmap(of_shape)


def any_way(crd: IntTuple, shape: IntTuple, draw: st.DrawFn) -> IntTuple:
    """Return the natural coordinate `crd`, with some tuples replaced by 1-D coordinates."""
    if not isinstance(crd, tuple) or not isinstance(shape, tuple):
        return crd
    if draw(st.booleans()):
        return sum(c * product(flatten(shape)[:k]) for k, c in enumerate(flatten(crd)))
    return tuple(any_way(c, s, draw) for c, s in zip(crd, shape, strict=True))


@st.composite
def shapes_and_coordinates(draw: st.DrawFn) -> tuple[IntTuple, int, IntTuple]:
    """Return a shape, a 1-D coordinate of it, and the same coordinate in another form."""
    shape = draw(shapes())
    index = draw(st.integers(0, size(shape) - 1))
    return shape, index, any_way(idx2crd(index, shape), shape, draw)


@st.composite
def chains(draw: st.DrawFn, most_modes: int = 4) -> tuple[Layout, int]:
    """Return a layout with its modes in any order, and a cotarget for its complement.

    Most layouts are chains: each stride is a multiple of the previous mode's end (its size times
    its stride). In other layouts, a stride is too small or not such a multiple.
    """
    modes: list[Mode] = []
    end = 1
    for _ in range(draw(st.integers(1, most_modes))):
        s = draw(st.integers(1, 5))
        stride = max(0, end * draw(st.integers(1, 3)) + draw(st.sampled_from((0, 0, 0, 1, -1))))
        modes.append((s, draw(st.sampled_from((stride, stride, stride, 0)))))
        end = max(end, s * stride)
    ordered = draw(st.permutations(modes))
    cotarget = draw(st.one_of(st.integers(1, 3).map(lambda k: k * end), st.integers(1, 100)))
    if len(ordered) == 1 and draw(st.booleans()):
        return Layout(*ordered[0]), cotarget
    return Layout(tuple(s for s, _ in ordered), tuple(d for _, d in ordered)), cotarget


@st.composite
def tiled(draw: st.DrawFn) -> tuple[Layout, Any]:
    """Return a layout, and a tiler with a tile for each of the layout's first modes."""
    a = draw(natural_layouts("natural"))
    tiles = [
        draw(st.one_of(st.none(), st.integers(1, 8), _tile(mode)))
        for mode in tuple(a)[: draw(st.integers(1, a.rank))]
    ]
    return a, tuple(tiles)


@st.composite
def _tile(draw: st.DrawFn, mode: Layout) -> Layout:
    n, w = draw(walked_modes(mode))
    return Layout(n, w)
