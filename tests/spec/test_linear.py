"""Conversions, products, ranks and inverses of matrices over F2 agree with enumeration."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import (
    ComposedLayout,
    CoordinateError,
    InadmissibleError,
    Layout,
    LinearLayout,
    ShapeError,
    coalesce,
    layout_of_linear,
    linear_layout,
    meeting_steps,
    size,
)
from tests.spec.strategies import int_tuples, like
from tests.spec.test_swizzle import swizzles

BINARY = st.sampled_from((1, 2, 4, 8))
SMALL = st.lists(st.integers(0, 31), max_size=5).map(lambda columns: LinearLayout(tuple(columns)))
SHAPES = int_tuples(BINARY, max_leaves=3)


def binary_layouts():
    strides = st.one_of(st.integers(0, 40), st.sampled_from((0, 1, 2, 4, 8, 16, 32, 64)))
    return SHAPES.flatmap(lambda s: like(s, strides).map(lambda d: Layout(s, d)))


@st.composite
def linear_layouts(draw):
    """Draw layouts whose offsets at powers of two share no bits, with the modes in any order."""
    shape = draw(SHAPES)
    free = draw(st.permutations((0, 4, 8, 12, 16)))
    place = iter(free)
    return Layout(shape, draw(like(shape, st.just(0).map(lambda _: 1 << next(place)))))


def values(f, n):
    return [f(x) for x in range(n)]


def is_linear(A):
    everything = range(A.size)
    return all(A(i ^ j) == A(i) ^ A(j) for i in everything for j in everything)


@given(binary_layouts())
def test_a_layout_is_linear_exactly_if_its_steps_share_no_bit(A):
    meeting = meeting_steps(A)
    assert (meeting is None) == is_linear(A)
    if meeting is None:
        assert values(linear_layout(A), A.size) == values(A, A.size)
    else:
        i, j = meeting
        assert A(i ^ j) != A(i) ^ A(j)
        with pytest.raises(InadmissibleError, match="must have no common bit"):
            linear_layout(A)


@given(linear_layouts())
def test_a_layout_survives_conversion_to_a_matrix_and_back(A):
    matrix = linear_layout(A)
    assert layout_of_linear(matrix) == coalesce(A)
    again = layout_of_linear(matrix, A.shape)
    assert again.shape == A.shape
    assert values(again, A.size) == values(A, A.size)
    assert linear_layout(again) == matrix


@given(SMALL)
def test_a_matrix_is_a_layout_exactly_if_its_columns_share_no_bit(matrix):
    try:
        A = layout_of_linear(matrix)
    except InadmissibleError:
        used_bits = 0
        for column in matrix.columns:
            if used_bits & column:
                return
            used_bits |= column
        pytest.fail("no two columns meet")
    assert linear_layout(A).columns == matrix.columns or A.size == 1 == matrix.size
    assert values(A, matrix.size) == values(matrix, matrix.size)


@given(SMALL)
def test_rank_kernel_and_inverse_agree_with_enumeration(matrix):
    image = values(matrix, matrix.size)
    assert len(set(image)) == 1 << matrix.rank
    assert matrix.injective == (len(set(image)) == matrix.size)
    assert matrix.bijective == (sorted(image) == list(range(matrix.size)))
    assert all(matrix(x) == 0 and x != 0 for x in matrix.kernel)
    assert len(matrix.kernel) + matrix.rank == len(matrix)
    if matrix.bijective:
        identity = LinearLayout(tuple(1 << k for k in range(len(matrix))))
        assert matrix.inverse @ matrix == matrix @ matrix.inverse == identity
    else:
        with pytest.raises(InadmissibleError, match="rank"):
            _ = matrix.inverse


@given(SMALL, SMALL)
def test_a_matrix_product_is_function_composition(one, other):
    if any(column >= one.size for column in other.columns):
        with pytest.raises(CoordinateError):
            _ = one @ other
        return
    product = one @ other
    assert values(product, other.size) == [one(other(x)) for x in range(other.size)]


@given(swizzles())
def test_a_swizzle_is_a_matrix_that_is_its_own_inverse(swizzle):
    matrix = linear_layout(swizzle)
    assert values(matrix, swizzle.size) == values(swizzle, swizzle.size)
    assert matrix.inverse == matrix


@given(swizzles(), linear_layouts())
def test_the_matrix_of_a_swizzled_layout_is_a_product(swizzle, A):
    composed = ComposedLayout(swizzle, 0, A)
    matrix = linear_layout(composed)
    assert values(matrix, A.size) == values(composed, A.size)
    inside = linear_layout(A)
    if all(column < swizzle.size for column in inside.columns):
        assert linear_layout(swizzle) @ inside == matrix
    assert matrix.injective == inside.injective


@pytest.mark.parametrize(
    ("what", "error", "message"),
    [
        (Layout((4, 3)), ShapeError, "must be a power of two, not 3"),
        (Layout(4, -1), InadmissibleError, "must not be negative"),
        (Layout(4, 3), InadmissibleError, r"\(3 and 6\) must have no common bit"),
        (ComposedLayout.parse("Sw<1,0,1> o 4 o 4:1"), InadmissibleError, r"offset \(4\) must be 0"),
    ],
)
def test_converting_a_nonlinear_function_reports_the_reason(what, error, message):
    with pytest.raises(error, match=message):
        linear_layout(what)


@pytest.mark.parametrize(
    ("columns", "shape", "error"),
    [
        ((1, 2, 4), (4, 3), ShapeError),
        ((1, 2, 4), 4, ShapeError),
        ((1, 4), 4, InadmissibleError),
        ((1, 3), None, InadmissibleError),
        ((-1,), None, InadmissibleError),
    ],
)
def test_a_matrix_that_does_not_fit_the_shape_is_rejected(columns, shape, error):
    with pytest.raises(error):
        layout_of_linear(LinearLayout(columns), shape)


def test_a_mode_of_size_1_takes_no_column():
    assert layout_of_linear(LinearLayout((1, 2)), (2, 1, 2)) == Layout((2, 1, 2), (1, 0, 2))


def test_a_matrix_rejects_inputs_beyond_its_columns():
    with pytest.raises(CoordinateError):
        LinearLayout((1, 2))(4)
    assert size(layout_of_linear(LinearLayout(()))) == 1
