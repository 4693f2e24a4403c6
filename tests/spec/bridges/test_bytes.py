"""The last byte and the number of bytes of an array agree with the offsets of its elements."""

from math import prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spec import Layout, LayoutError, as_xla_shape, expansion, last_byte, size_bytes
from spec.bridges.bytes import greatest
from spec.modes import total, value
from spec.tla import ELEMENTS, FORMATS, make_layout
from spec.tla.formats import Tag
from spec.xla import BITS, XlaShape
from tests.spec.bridges.test_bridges import indices, tla_layouts, xla_shapes
from verif.operations.coordinates import evaluate
from verif.questions.equal import dimensions

MODES = st.lists(st.tuples(st.integers(1, 4), st.integers(-6, 12)), min_size=1, max_size=3)


def bits_of(array, element):
    return array.bits if isinstance(array, XlaShape) else BITS[element]


@given(MODES, st.data())
def test_the_greatest_offset_of_the_first_coordinates_is_the_maximum(modes, data):
    modes = tuple(modes)
    n = data.draw(st.integers(1, total(modes)))
    assert greatest(modes, n) == max(value(modes, i) for i in range(n))


@given(xla_shapes() | tla_layouts(), st.sampled_from(("f32", "s4", "f16")))
def test_the_last_byte_is_the_last_of_any_element(A, element):
    assume(0 not in dimensions(A))
    named = () if isinstance(A, XlaShape) else (element,)
    bits = bits_of(A, element)
    last = max(((evaluate(A, index) + 1) * bits - 1) // 8 for index in indices(dimensions(A)))
    assert last_byte(A, *named) == last
    assert last < size_bytes(A, *named)


@given(xla_shapes() | tla_layouts(), st.sampled_from(("f32", "s4")))
def test_the_expansion_has_the_bytes_with_and_without_padding(A, element):
    named = () if isinstance(A, XlaShape) else (element,)
    bits = bits_of(A, element)
    padded, alone = expansion(A, *named)
    assert padded == size_bytes(A, *named)
    assert 8 * alone - 7 <= prod(dimensions(A)) * bits <= 8 * alone
    assert padded >= alone


@given(
    st.sampled_from(ELEMENTS),
    st.sampled_from(sorted(FORMATS)),
    st.integers(0, 40),
    st.integers(0, 40),
)
def test_the_bridge_keeps_the_bytes_of_a_format(element, tag, rows, columns):
    A = make_layout(element, Tag(tag), rows, columns)
    S = as_xla_shape(A, element)
    assert S.bits == BITS[element]
    assert size_bytes(S) == size_bytes(A, element)
    if 0 not in A.origin_shape:
        assert last_byte(S) == last_byte(A, element)


@pytest.mark.parametrize("element", ["f64", "c64", "pred", "s2", "u4", "f8e4m3"])
@pytest.mark.parametrize("function", [as_xla_shape, size_bytes, last_byte, expansion])
def test_element_types_that_catlass_does_not_have_are_refused(function, element):
    with pytest.raises(LayoutError, match="not an element type of TLA"):
        function(make_layout("f16", Tag.ZN, 16, 16), element)


@pytest.mark.parametrize("function", [size_bytes, last_byte, expansion])
def test_the_element_type_is_named_exactly_once(function):
    with pytest.raises(LayoutError, match="names its element type: leave out f16"):
        function(XlaShape("f16", (4,)), "f16")
    with pytest.raises(LayoutError, match="has no element type: add one"):
        function(Layout(4))


def test_an_array_without_elements_has_no_last_byte():
    assert expansion(XlaShape("f32", (0, 5))) == (0, 0)
    assert size_bytes(make_layout("f16", Tag.ZN, 0, 5), "f16") == 0
    for empty in ((XlaShape("f32", (0, 5)),), (make_layout("f16", Tag.ZN, 0, 5), "f16")):
        with pytest.raises(LayoutError, match="has no elements"):
            last_byte(*empty)
