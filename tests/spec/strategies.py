"""Hypothesis strategies for IntTuples, coordinates and layouts."""

from hypothesis import strategies as st

from spec import IntTuple, Layout, flatten, idx2crd, product, size, unflatten


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
    """The natural coordinate `crd` with some of its parts as 1-D coordinates."""
    if not isinstance(crd, tuple) or not isinstance(shape, tuple):
        return crd
    if draw(st.booleans()):
        return sum(c * product(flatten(shape)[:k]) for k, c in enumerate(flatten(crd)))
    return tuple(any_way(c, s, draw) for c, s in zip(crd, shape, strict=True))


@st.composite
def shapes_and_coordinates(draw: st.DrawFn) -> tuple[IntTuple, int, IntTuple]:
    """A shape, a 1-D coordinate of it, and the same coordinate written in any way."""
    shape = draw(shapes())
    index = draw(st.integers(0, size(shape) - 1))
    return shape, index, any_way(idx2crd(index, shape), shape, draw)
