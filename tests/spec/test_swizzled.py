"""Operations on swizzled layouts agree with operations on layouts at every coordinate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spec
from spec import ComposedLayout, InadmissibleError, KindError, Layout, LayoutError, Swizzle
from tests.spec.test_swizzle import composed_layouts, swizzles

COMPACT = st.sampled_from(("(4,8):(8,1)", "(8,8)", "((2,2),4):((1,8),2)", "(2,2,2):(4,1,8)", "16"))
AT_ZERO = st.builds(lambda s, t: ComposedLayout(s, 0, Layout.parse(t)), swizzles(), COMPACT)


def offsets(C):
    return [C(i) for i in range(C.size)]


@given(AT_ZERO)
def test_right_inverse_of_a_swizzled_layout_is_a_right_inverse(C):
    R = spec.right_inverse(C)
    assert R.size >= 1
    assert [C(R(i)) for i in range(R.size)] == list(range(R.size))


@given(AT_ZERO)
def test_left_inverse_of_a_swizzled_layout_is_a_left_inverse(C):
    try:
        R = spec.left_inverse(C)
    except InadmissibleError:
        return
    assert [C(R(C(i))) for i in range(C.size)] == offsets(C)


@given(composed_layouts())
def test_cosize_is_computed_from_the_swizzled_offsets(C):
    if C.size <= 1 << 12:
        assert spec.cosize(C) == max(offsets(C)) - min(offsets(C)) + 1


@given(AT_ZERO, AT_ZERO)
def test_max_common_layout_is_common_to_both(C, D):
    R = spec.max_common_layout(C, D) if C.size >= D.size else Layout(1, 0)
    assert [(C(R(i)), D(R(i))) for i in range(R.size)] == [(i, i) for i in range(R.size)]


@given(AT_ZERO, AT_ZERO)
def test_max_common_vector_elements_are_contiguous_in_both(C, D):
    for other in (C, ComposedLayout(C.swizzle, 0, D.layout), D):
        if C.size >= other.size:
            n = spec.max_common_vector(C, other)
            assert n >= spec.max_common_layout(C, other).size
            assert {C(k) for k in range(other.size) if C(k) == other(k)} >= set(range(n))


@given(AT_ZERO, st.integers(0, 3))
def test_downcast_is_undone_by_upcast_on_swizzled_layouts(C, k):
    n = 1 << k
    try:
        narrower = spec.downcast(C, n)
    except LayoutError:
        return
    assert spec.upcast(narrower, n) == C
    assert sorted(offsets(narrower)) == sorted(n * x + j for x in offsets(C) for j in range(n))


@given(AT_ZERO, AT_ZERO)
def test_compositions_agree_with_function_composition(C, D):
    whole = Layout((4, 4), (4, 1))
    assert offsets(spec.composition(whole, D)) == [whole.extended(x) for x in offsets(D)]
    assert offsets(spec.composition(C.swizzle, D)) == [C.swizzle(x) for x in offsets(D)]
    inside = [C.swizzle(C.layout.extended(x)) for x in offsets(D)]
    assert offsets(spec.composition(C, D)) == inside


@given(AT_ZERO, st.integers(0, 7), st.integers(0, 3))
def test_a_chain_of_compositions_can_be_parsed_and_sliced(C, offset, i):
    chain = ComposedLayout(Layout((2, 8), (8, 1)), offset, C)
    assert ComposedLayout.parse(str(chain)) == chain
    i %= C[0].size
    if C.rank == 2:
        free = chain(i, None)
        assert [free(j) for j in range(free.size)] == [chain(i, j) for j in range(C[1].size)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda C: spec.complement(C, 8), "argument 1 of complement must be a layout, not Sw"),
        (lambda C: spec.composition(Layout(4), Swizzle(1, 0, 1)), "argument 2 of composition must"),
        (lambda C: spec.blocked_product(C, C), "argument 2 of blocked_product must be a layout"),
        (lambda C: spec.upcast(C, 4), r"the factor \(4\) must be at most 2\^M \(2\)"),
        (lambda C: spec.upcast(C, 3), r"the factor \(3\) must be a power of two"),
        (lambda C: spec.right_inverse(C(1, None)), r"its offset \(8\) must be 0"),
        (lambda C: spec.size(C, 2), "has no mode 2:"),
        (lambda C: spec.coalesce(Swizzle(1, 0, 1)), "argument 1 of coalesce must be a layout"),
    ],
)
def test_unsupported_operations_on_swizzled_layouts_are_rejected(call, message):
    with pytest.raises(LayoutError, match=message):
        call(ComposedLayout.parse("Sw<1,1,1> o 0 o (4,8):(8,1)"))
    assert issubclass(KindError, LayoutError)
