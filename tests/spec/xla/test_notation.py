"""Printed XLA shapes are read again, and invalid texts are rejected."""

import pickle
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import Call, Literal, NotationError, parse_expression
from spec.errors import LayoutError, ShapeError
from spec.xla import BITS, XlaShape, parse_xla_shape
from tests.spec.xla.strategies import xla_shapes

ANY_SIZE = st.integers(0, 16**4000)


@given(xla_shapes(ANY_SIZE, st.none() | st.integers(1, 16**4000)))
def test_shapes_are_read_as_printed(shape):
    assert parse_xla_shape(str(shape)) == shape
    assert parse_expression(str(shape)) == Literal(shape)
    assert parse_xla_shape(str(shape).upper().replace("0X", "0x")) == shape


@given(xla_shapes())
def test_spaces_between_the_tokens_change_nothing(shape):
    spaced = "".join(f" {sign} " if sign in "[]{}(),:*" else sign for sign in str(shape))
    assert parse_xla_shape(spaced.replace("T ", " T ").replace("E ", " E ")) == shape


@given(st.text(alphabet="f32[]{}():,*TES01 -<=?#"))
def test_any_text_is_read_as_a_shape_or_rejected(text):
    for start in ("", "f32[", "f32[3,5]{", "f32[3,5]{1,0:"):
        with suppress(NotationError):
            assert parse_xla_shape(str(parse_xla_shape(start + text)))


@given(xla_shapes())
def test_shapes_are_pickled_and_compared_as_values(shape):
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert hash(XlaShape.parse(str(shape))) == hash(shape)
    assert repr(shape) == f"XlaShape.parse('{shape}')"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("f32[3,5]{1,0:T(2,2)}", "f32[3,5]{1,0:T(2,2)}"),
        ("F32[3,5]{1,0:T(2,2)}", "f32[3,5]{1,0:T(2,2)}"),
        ("BF16[4]", "bf16[4]{0}"),
        ("f32[3,5]", "f32[3,5]{1,0}"),
        ("f32[2,3,5]", "f32[2,3,5]{2,1,0}"),
        ("f32[]", "f32[]"),
        ("f32[]{}", "f32[]"),
        ("f32[]{:}", "f32[]"),
        ("f32[]{:T(128)}", "f32[]{:T(128)}"),
        ("f32[3]{0:}", "f32[3]{0}"),
        ("f32[3]{0:E(0)}", "f32[3]{0}"),
        ("f32[3]{0:T()}", "f32[3]{0:T()}"),
        ("f32[03]", "f32[3]{0}"),
        ("f32[0x10]", "f32[16]{0}"),
        (
            " f32 [ 3,5 ] { 1,0 : T ( 8,128 ) (2,1) E ( 16 ) } ",
            "f32[3,5]{1,0:T(8,128)(2,1)E(16)}",
        ),
    ],
)
def test_shapes_are_printed_as_xla_prints_them(text, printed):
    assert str(parse_xla_shape(text)) == printed


REFUSED = [
    ("", "expected an element type", 0),
    ("[3]", "expected an element type", 0),
    ("f31[3]", "'f31' is not an element type of XLA arrays", 0),
    ("Bf16[3]", "'Bf16' is not an element type of XLA arrays", 0),
    ("token[]", "'token' is not an element type of XLA arrays", 0),
    ("(f32[3], s32[])", "tuples of shapes are not supported", 0),
    ("f32", "expected '['", 3),
    ("f32[3", "expected ',' or ']'", 5),
    ("f32[3 5]", "expected ',' or ']'", 6),
    ("f32[3,]", "expected an integer", 6),
    ("f32[,3]", "expected an integer", 4),
    ("f32[-3]", "expected an integer", 4),
    ("f32[٣]", "expected an integer", 4),
    ("f32[<=3]", "dynamic dimensions are not supported", 4),
    ("f32[3,?]", "dynamic dimensions are not supported", 6),
    ("f32[3]{}", "minor_to_major must be a permutation of 0 .. 0, not {}", 6),
    ("f32[3,5]{0}", "minor_to_major must be a permutation of 0 .. 1, not {0}", 8),
    ("f32[3,5]{0,0}", "minor_to_major must be a permutation of 0 .. 1, not {0,0}", 8),
    ("f32[]{0}", "minor_to_major must be empty, not {0}", 5),
    ("f32[3]{0", "expected ',' or ':' or '}'", 8),
    ("f32[3]{0:T", "expected '('", 10),
    ("f32[3]{0:(2)}", "expected '}'", 9),
    ("f32[3]{0:T(0)}", "every side of tile (0) must be 1 or more, not 0", 10),
    ("f32[3]{0:T(2)(2,0)}", "every side of tile (2,0) must be 1 or more, not 0", 13),
    ("f32[3]{0:T(-1,2)}", "expected an integer", 11),
    (
        "f32[3]{0:T(2,*)}",
        (
            "tile (2,*) must not end in *, because * combines a dimension with the next more "
            "minor one"
        ),
        10,
    ),
    ("f32[3]{0:T(2)E(-8)}", "expected an integer", 15),
    ("f32[3]{0:E(8)T(2)}", "expected '}'", 13),
    ("f32[3]{0:T(2)T(2)}", "expected '}'", 13),
    ("f32[3]{0:S(1)}", "S(..), the memory space, is not supported", 9),
    ("f32[3]{0:T(8)L(8)}", "L(..), the alignment of the padding, is not supported", 13),
    ("f32[3]{0:#(s32)}", "#(..), the index type of a sparse array, is not supported", 9),
    ("f32[3]{0:*(s32)}", "*(..), the pointer type of a sparse array, is not supported", 9),
    ("f32[3]{0:D(D)T(2)}", "D(..), the level types of a sparse array, is not supported", 9),
    ("f32[3]{0:T(2)M(1)}", "M(..), the prefix of dynamic shapes, is not supported", 13),
    ("f32[3]{0:SC(0:1)}", "SC(..), the split among memories, is not supported", 9),
    ("f32[3]{0} x", "expected the end of the text", 10),
    (
        f"f32[{'1' * 5000}]",
        "5000 decimal digits are too many; write hexadecimal digits after 0x",
        4,
    ),
]


@pytest.mark.parametrize(("text", "problem", "position"), REFUSED)
def test_invalid_shapes_are_rejected_at_their_position(text, problem, position):
    with pytest.raises(NotationError) as caught:
        parse_xla_shape(text)
    assert (caught.value.problem, caught.value.position) == (problem, position)


@pytest.mark.parametrize(
    ("text", "problem", "position"), [case for case in REFUSED if re.match(r"\w+\[", case[0])]
)
def test_invalid_shapes_in_an_expression_are_rejected(text, problem, position):
    with pytest.raises(NotationError) as caught:
        parse_expression(f"size_bytes( {text}")
    expected = "expected ',' or ')'" if problem == "expected the end of the text" else problem
    assert (caught.value.problem, caught.value.position) == (expected, position + 12)


def test_shapes_are_read_beside_other_values():
    shape = XlaShape("f32", (3, 5), tiles=((None, 2),))
    text = "f(f32[3,5]{1,0:T(*,2)}, (2,_), g(f32 [3,5] {1,0:T(*,2)}))"
    assert parse_expression(text) == Call(
        "f", (Literal(shape), Literal((2, None)), Call("g", (Literal(shape),)))
    )


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("f31", (3,)), LayoutError),
        (("f32", [3]), LayoutError),
        (("f32", (True,)), LayoutError),
        (("f32", (3,), (0.0,)), LayoutError),
        (("f32", (3,), (0,), (("2",),)), LayoutError),
        (("f32", (-3,)), ShapeError),
        (("f32", (3,), (1,)), ShapeError),
        (("f32", (3,), (0,), ((0,),)), ShapeError),
        (("f32", (3,), (0,), ((None,),)), ShapeError),
        (("f32", (3,), (0,), (), 0), ShapeError),
    ],
)
def test_invalid_shape_arguments_are_rejected(arguments, error):
    with pytest.raises(error):
        XlaShape(*arguments)


def test_the_name_of_an_element_type_gives_its_width():
    digits = {name: [c for c in name[1:].split("e")[0] if c.isdigit()] for name in BITS}
    named = {name: int("".join(found)) for name, found in digits.items() if found}
    assert named | {"pred": 1} == BITS
