"""Filter, nesting, recast and identity: contracts, errors and examples."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spec import (
    CongruenceError,
    InadmissibleError,
    Layout,
    LayoutError,
    ShapeError,
    coalesce,
    composition,
    downcast,
    filter_,
    filter_zeros,
    flatten,
    group,
    make_layout,
    nullspace,
    recast_layout,
    upcast,
)
from spec.composition import first_break
from spec.modes import modes_of
from spec.recast import factors
from verif.search import strategies as cute

ANY = cute.layouts("any", 3)
PARSE = Layout.parse


def image(layout):
    return {layout(i) for i in range(layout.size)}


@given(ANY)
def test_filter_keeps_the_image_and_drops_zero_strides(layout):
    filtered = filter_(layout)
    assert image(filtered) == image(layout) == image(filter_zeros(layout))
    assert filtered == coalesce(filtered)
    assert all(d != 0 for _, d in modes_of(filtered)) or filtered == Layout(1, 0)
    assert filter_zeros(layout).stride == layout.stride


@given(ANY)
def test_filter_by_mode_filters_each(layout):
    assume(layout.depth > 0)
    filtered = filter_(layout, (1,) * layout.rank)
    assert tuple(filtered) == tuple(map(filter_, layout))
    assert tuple(filter_(layout, (1,)))[1:] == tuple(layout)[1:]


@given(ANY)
def test_the_nullspace_maps_to_0_and_complements_filter(layout):
    kernel = nullspace(layout)
    assert all(layout(kernel(i)) == 0 for i in range(kernel.size))
    assert len(image(kernel)) == kernel.size
    assert kernel.size * filter_(layout).size == layout.size
    assert nullspace(kernel).size == 1


@given(ANY, st.data())
def test_flatten_and_group_keep_the_function(layout, data):
    flat = flatten(layout)
    begin = data.draw(st.integers(0, layout.rank - 1))
    end = data.draw(st.integers(begin + 1, layout.rank))
    grouped = group(layout, begin, end)
    assert flat.depth <= 1
    assert modes_of(flat) == modes_of(layout) == modes_of(grouped)
    assert grouped.rank == layout.rank - (end - begin) + 1
    assert tuple(grouped[begin]) == tuple(layout)[begin:end]


@given(ANY, st.sampled_from((1, 2, 3, 4, 8)))
def test_upcast_merges_neighbouring_elements(layout, n):
    try:
        wide = upcast(layout, n)
    except InadmissibleError:
        assume(False)
    of_modes = [max(1, n // abs(d)) if d != 0 else 1 for _, d in modes_of(layout)]
    for (s, d), (t, e), k in zip(modes_of(layout), modes_of(wide), of_modes, strict=True):
        assert (t - 1) * k < s <= t * k
        assert n * e == d * k


@given(ANY, st.integers(1, 4))
def test_downcast_splits_each_element_into_neighbours(layout, n):
    try:
        narrow = downcast(layout, n)
    except InadmissibleError:
        assume(False)
    assume(narrow.size <= 500)
    assert narrow.size == n * layout.size
    wanted = sorted(n * layout(i) + j for i in range(layout.size) for j in range(n))
    assert sorted(map(narrow, range(narrow.size))) == wanted


@given(ANY, st.sampled_from((2, 3, 4)))
def test_downcast_is_undone_by_upcast(layout, n):
    try:
        narrow = downcast(layout, n)
    except InadmissibleError:
        assume(False)
    assert upcast(narrow, n) == layout


@given(cute.layouts("natural"), st.sampled_from((4, 8, 16, 32)), st.sampled_from((4, 8, 16, 32)))
def test_recast_is_upcast_or_downcast(layout, old, new):
    try:
        result = recast_layout(layout, old, new)
    except InadmissibleError:
        assume(False)
    if old == new:
        assert result == layout
    else:
        assert result == (upcast(layout, new // old) if new > old else downcast(layout, old // new))


@pytest.mark.parametrize(("w", "stride"), [(0, 0), (3, 3), (4, 100), (5, 5), (8, 200)])
def test_composition_with_a_mode_of_size_1_keeps_a_stride(w, stride):
    assert composition(Layout((4, 4), (1, 100)), Layout(1, w)).stride == stride


@pytest.mark.parametrize(
    ("layout", "filtered", "kernel"),
    [
        ("(2,3,4):(1,0,2)", "8:1", "3:2"),
        ("(2,3):(0,0)", "1:0", "(2,3):(1,2)"),
        ("(2,1):(3,5)", "2:3", "1:0"),
    ],
)
def test_known_filters_and_nullspaces(layout, filtered, kernel):
    assert filter_(PARSE(layout)) == PARSE(filtered)
    assert nullspace(PARSE(layout)) == PARSE(kernel)


@pytest.mark.parametrize(
    ("layout", "n", "wide"),
    [
        ("(8,4):(1,16)", 4, "(2,4):(1,4)"),
        ("(3,2):(1,4)", 4, "(1,2):(1,1)"),
        ("(8,2):(-1,8)", 4, "(2,2):(-1,2)"),
        ("(3,2):(0,2)", 2, "(3,2):(0,1)"),
    ],
)
def test_known_upcasts(layout, n, wide):
    assert upcast(PARSE(layout), n) == PARSE(wide)


def test_a_tuple_of_tilers_composes_mode_by_mode():
    A = Layout((4, (2, 4)), (8, (4, 1)))
    assert composition(A, (2, None)) == make_layout(composition(A[0], 2), A[1])
    assert composition(A, (Layout(2, 2),)) == make_layout(composition(A[0], Layout(2, 2)), A[1])
    assert composition(A, ()) == A


def test_composition_names_the_mode_of_b_that_it_rejects():
    with pytest.raises(InadmissibleError, match=r"^mode 4:6 of B: the steps until it leaves"):
        composition(Layout((4, 8), (1, 5)), Layout(8, 3))


@given(
    st.tuples(*(st.integers(1, 6) for _ in range(3))),
    *(st.integers(1, 8), st.integers(0, 40)),
)
def test_a_mode_is_cut_exactly_where_its_steps_carry(sizes, n, w):
    """The digits of i*w are i times the digits of w, until a digit reaches the size of its mode."""
    modes = tuple((s, 10**k) for k, s in enumerate(sizes))

    def digits(x):
        found = []
        for s in sizes[:-1]:
            found.append(x % s)
            x //= s
        return [*found, x]

    steps = digits(w)
    carries = (t for t in range(n) if digits(t * w) != [t * d for d in steps])
    assert first_break(modes, n, w) == next(carries, n)


@pytest.mark.parametrize("layout", ["(4,2):(2,4)", "(4,2):(1,1)", "2:-1", "(2,2):(1,-1)"])
def test_a_downcast_needs_one_mode_of_stride_1(layout):
    with pytest.raises(InadmissibleError):
        downcast(PARSE(layout), 2)


def test_recast_by_a_fraction_downcasts_and_upcasts():
    assert recast_layout(PARSE("(6,4):(1,6)"), 16, 24) == PARSE("(4,4):(1,4)")


def test_a_recast_to_wider_elements_needs_no_mode_of_stride_1():
    assert recast_layout(PARSE("4:8"), 8, 16) == PARSE("4:4")


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: upcast(Layout(4), 0), ShapeError),
        (lambda: downcast(Layout(4), -1), ShapeError),
        (lambda: recast_layout(Layout(4), 0, 8), ShapeError),
        (lambda: factors(0, 8), ShapeError),
        (lambda: factors(8, 0), ShapeError),
        (lambda: upcast(Layout(4, 6), 4), InadmissibleError),
        (lambda: filter_(Layout(4), (1, 1)), CongruenceError),
        (lambda: group(Layout((2, 3)), 1, 1), LayoutError),
        (lambda: group(Layout((2, 3)), 0, 3), LayoutError),
    ],
)
def test_invalid_transforms_are_rejected(call, error):
    with pytest.raises(error):
        call()


def test_flatten_keeps_a_mode_without_parentheses():
    assert flatten(Layout(8)) == Layout(8)
    assert flatten(Layout((8,))) == Layout((8,))
    assert flatten((4, (2, 3))) == (4, 2, 3)
