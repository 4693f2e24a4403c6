"""Conversions between layouts of CuTe, XLA and CATLASS keep the offset at every index.

`as_layout` rejects a non-empty array only if no CuTe layout has the array's offsets.
"""

from itertools import product as cartesian

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import CongruenceError, Layout, LayoutError, ShapeError, parse_layout
from spec.bridges import (
    NoLayoutError,
    Restricted,
    as_layout,
    as_xla_shape,
    canonical,
    restricted,
    tried,
)
from spec.bridges.probing import probed
from spec.bridges.restricted import reached
from spec.tla import FORMATS, Tag, TlaLayout, fractal_layout, get_tile_layout, make_layout
from spec.xla import XlaShape, linear_index

BOUNDS = st.sampled_from((0, 1, 1, 2, 3, 4, 5, 6, 8, 12))


@st.composite
def xla_shapes(draw):
    dims = tuple(draw(st.lists(BOUNDS, max_size=3)))
    sizes = st.one_of(st.none(), st.sampled_from((1, 2, 2, 3, 4, 6)))
    tiles = []
    for _ in range(draw(st.integers(0, 3))):
        tile = draw(st.lists(sizes, max_size=len(dims) + 1))
        tiles.append((*tile[:-1], tile[-1] or 2) if tile else ())
    return XlaShape("f32", dims, tuple(draw(st.permutations(range(len(dims))))), tuple(tiles))


@st.composite
def tla_layouts(draw):
    extents = st.integers(0, 9)
    tag = draw(st.sampled_from((Tag.ZN, Tag.NZ, Tag.ZZ, Tag.NN, Tag.ROW_MAJOR, Tag.COLUMN_MAJOR)))
    rows, columns = draw(extents), draw(extents)
    if tag in (Tag.ROW_MAJOR, Tag.COLUMN_MAJOR):
        A = make_layout("f32", tag, rows, columns)
    else:
        A = fractal_layout(tag, (draw(st.integers(1, 4)), draw(st.integers(1, 4))), rows, columns)
    if draw(st.booleans()):
        return A
    return get_tile_layout(A, (draw(extents), draw(extents)), (draw(extents), draw(extents)))


def indices(extents):
    return cartesian(*map(range, extents))


def is_layout(offset, n):
    """Check by the definition, at every index, whether some layout has these `n` offsets."""
    if n == 1:
        return offset(0) == 0
    step = offset(1)
    size = next((t for t in range(n) if offset(t) != t * step), n)
    if n % size != 0:
        return False
    whole = all(offset(i) == offset(i - i % size) + offset(i % size) for i in range(n))
    return whole and (size == n or is_layout(lambda i: offset(size * i), n // size))


def has_layout(offset, extents):
    def along(k):
        return lambda i: offset(*(i if j == k else 0 for j in range(len(extents))))

    parts = [along(k) for k in range(len(extents))]
    adds_up = all(
        offset(*index) == sum(part(i) for part, i in zip(parts, index, strict=True))
        for index in indices(extents)
    )
    return adds_up and all(is_layout(part, n) for part, n in zip(parts, extents, strict=True))


def check_conversion(array, offset, extents):
    """Check the offsets of the layout, or the error if no layout has these offsets."""
    if 0 in extents:
        with pytest.raises(LayoutError, match="has no elements"):
            as_layout(array)
        return
    try:
        L = as_layout(array)
    except NoLayoutError as refusal:
        assert not has_layout(offset, extents)
        assert refusal.offsets == tuple(offset(*index) for index in refusal.indices)
        assert str(array) in str(refusal)
        return
    assert tuple(mode.size for mode in L) == extents
    assert all(L(index) == offset(*index) for index in indices(extents))


@given(xla_shapes())
def test_conversion_of_xla_arrays_to_cute_is_exact(A):
    check_conversion(A, lambda *index: linear_index(A, index), A.dims)


@given(xla_shapes())
def test_a_restricted_layout_has_the_offsets_of_its_xla_array(A):
    try:
        R = restricted(A)
    except NoLayoutError:
        return
    assert R.extents == A.dims
    assert all(R(*index) == linear_index(A, index) for index in indices(A.dims))


@given(tla_layouts())
def test_conversion_of_tla_layouts_to_cute_is_exact(A):
    check_conversion(A, A, A.origin_shape)


@given(tla_layouts())
def test_conversion_of_tla_layouts_to_xla_keeps_offsets(A):
    X = as_xla_shape(A, "f16")
    assert X.dims == A.origin_shape
    assert all(linear_index(X, index) == A(*index) for index in indices(X.dims))


@given(st.builds(lambda a, b: (a, b), tla_layouts(), xla_shapes() | tla_layouts()))
def test_restricted_layouts_are_equal_exactly_if_their_offsets_are(arrays):
    try:
        A, B = map(restricted, arrays)
    except NoLayoutError:
        return
    if A.extents == B.extents and 0 not in A.extents:
        same = all(A(*index) == B(*index) for index in indices(A.extents))
        assert (canonical(A) == canonical(B)) == same


@pytest.mark.parametrize(
    ("shape", "layout"),
    [
        ("f32[3,5]", "(3,5):(5,1)"),
        ("f32[3,5]{0,1}", "(3,5):(1,3)"),
        ("f32[8]", "(8):(1)"),
        ("f32[]", "():()"),
        ("f32[1,1]{1,0:T(8,128)}", "(1,1):(0,0)"),
        ("f32[16,256]{1,0:T(8,128)}", "((8,2),(128,2)):((128,2048),(1,1024))"),
        ("f32[16,200]{1,0:T(8,256)}", "((8,2),200):((256,2048),1)"),
        ("bf16[16,256]{1,0:T(8,128)(2,1)}", "((2,4,2),(128,2)):((1,256,2048),(2,1024))"),
        ("f32[4,8]{1,0:T(2,4)(2,1)}", "((2,2),(4,2)):((1,16),(2,8))"),
        ("f32[6,4]{1,0:T(*,8)}", "(6,4):(4,1)"),
        ("f32[1000000000000,4]{1,0:T(2,2)}", "((2,500000000000),(2,2)):((2,8),(1,4))"),
    ],
)
def test_known_xla_shapes_convert_to_known_layouts(shape, layout):
    assert str(as_layout(XlaShape.parse(shape))) == layout


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (
            "f32[3,5]{1,0:T(2,2)}",
            (
                "along dimension 0 the steps of 2 end at index 2, so a mode must end there,"
                " but 2 does not divide the size 3; offset 2 at (1,0), 12 at (2,0)"
            ),
        ),
        (
            "f32[15,8]{1,0:T(8,8)(3,8)}",
            (
                "along dimension 0 the steps of 8 end at index 8, so a mode must end there,"
                " but 8 does not divide the size 15; offset 8 at (1,0), 72 at (8,0)"
            ),
        ),
        (
            "f32[2,4,3]{2,1,0:T(*,*,2)(2,1)}",
            (
                "along dimension 1 the first 2 offsets do not repeat;"
                " offset 5 at (0,2,0), 3 at (0,1,0), 10 at (0,3,0)"
            ),
        ),
    ],
)
def test_a_failed_conversion_reports_the_offsets_that_prevent_it(array, message):
    A = XlaShape.parse(array)
    with pytest.raises(NoLayoutError) as refused:
        as_layout(A)
    assert str(refused.value) == f"{A} is not a layout: {message}"


def test_dimensions_with_non_additive_offsets_are_rejected():
    with pytest.raises(NoLayoutError, match=r"of dimensions 0 \.\. 1 do not") as refused:
        as_layout(XlaShape.parse("f32[2,3,8]{2,1,0:T(*,4,4)}"))
    one, other, both = refused.value.indices
    assert tuple(map(int.__add__, one, other)) == both
    x, y, z = refused.value.offsets
    assert x + y != z


@pytest.mark.parametrize(
    ("layout", "shape"),
    [
        (FORMATS["zZ"]("f16", 30, 48), "f16[30,48]{1,0:T(16,16)}"),
        (FORMATS["nN"]("f16", 30, 48), "f16[30,48]{0,1:T(16,16)}"),
        (FORMATS["zN"]("f16", 30, 48), "f16[30,48]{1,0:T(32,16)}"),
        (FORMATS["nZ"]("s8", 30, 40), "f16[30,40]{0,1:T(48,32)}"),
        (FORMATS["L0C"]("f32", 30, 40), "f16[30,40]{1,0:T(32,16)}"),
        (FORMATS["RowMajor"]("f16", 30, 40), "f16[30,40]{1,0}"),
        (FORMATS["ColumnMajor"]("f16", 30, 40), "f16[30,40]{0,1}"),
        (FORMATS["RowMajor"]("f4e2m1fn", 3, 5), "f16[3,5]{1,0:T(1,6)}"),
        (FORMATS["Vector"]("f16", 1, 40), "f16[40]{0}"),
        (FORMATS["zN"]("f16", 0, 48), "f16[0,48]{1,0}"),
        (
            get_tile_layout(FORMATS["zZ"]("f16", 64, 64), (32, 32), (16, 16)),
            "f16[32,32]{1,0:T(32,64)(16,16)}",
        ),
        (TlaLayout((3, 5), (7, 1)), "f16[3,5]{1,0:T(1,7)}"),
    ],
)
def test_known_tla_layouts_convert_to_known_xla_shapes(layout, shape):
    assert str(as_xla_shape(layout, "f16")) == shape


def test_layouts_that_are_not_tilings_are_rejected():
    for strange in (
        TlaLayout((3, 5), (2, 1)),
        TlaLayout((3, 5), (10, 2)),
        TlaLayout((4,), (2,)),
        TlaLayout(((2, 2), (2, 2)), ((1, 2), (8, 4))),
    ):
        with pytest.raises(LayoutError, match="is neither row-major nor column-major"):
            as_xla_shape(strange, "f16")


def test_converting_a_layout_returns_it_unchanged():
    A = parse_layout("((2,2),3):((1,9),2)")
    assert as_layout(A) is A
    assert restricted(A) == Restricted(A, (4, 3))
    assert restricted(Layout(8, 2)).extents == (8,)


def test_extents_outside_the_layout_are_rejected():
    with pytest.raises(LayoutError, match=r"must be in 0 \.\. 4, not 5"):
        Restricted(Layout((4, 4)), (4, 5))
    with pytest.raises(LayoutError, match="needs one extent for each mode"):
        Restricted(Layout((4, 4)), (4,))
    with pytest.raises(LayoutError, match="not in"):
        Restricted(Layout((4, 4)), (4, 3))(0, 3)
    with pytest.raises(CongruenceError, match=r"index \(0\) does not fit \(4,3\)"):
        Restricted(Layout((4, 4)), (4, 3))(0)


def test_reached_cuts_modes_at_the_extent():
    assert reached(((4, 1), (2, 8)), 3) == ((3, 1),)
    assert reached(((4, 1), (2, 8)), 5) == ((4, 1), (2, 8))


@given(
    st.integers(1, 12),
    *(st.integers(1, 4) for _ in range(2)),
    *(st.integers(0, 9) for _ in range(3)),
)
def test_probing_finds_a_layout_or_offsets_that_exclude_one(n, a, b, x, y, z):
    def offset(i):
        return i % a * x + i // a % b * y + i // a // b * z

    try:
        R = probed(lambda index: offset(index[0]), (n,), "A")
    except NoLayoutError:
        assert not is_layout(offset, n)
        return
    assert is_layout(offset, n)
    assert R.layout.size == n
    assert list(map(R, range(n))) == list(map(offset, range(n)))


@pytest.mark.parametrize("text", ["f32[0,2,3]{2,1,0:T(1,*,2)}", "f32[2,0,3]{2,1,0:T(*,2)(3)}"])
def test_an_array_without_elements_has_extents_but_no_layout(text):
    array = XlaShape.parse(text)
    assert restricted(array).extents == array.dims
    with pytest.raises(ShapeError, match="has no elements"):
        as_layout(array)


def test_tried_indices_are_in_bounds_and_include_both_ends():
    extents = (100, 90)
    indices = set(tried(extents))
    assert all(0 <= i < n for index in indices for i, n in zip(index, extents, strict=True))
    assert indices >= {(0, 0), (99, 0), (0, 89), (99, 89), (99, 3), (3, 89)}


def test_large_undecided_arrays_are_rejected():
    with pytest.raises(LayoutError, match="too many elements to try"):
        as_layout(XlaShape.parse("f32[1000000,777]{1,0:T(*,128)(128)}"))
