"""Printed values are read again, and invalid texts are rejected with a position."""

import pickle
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import (
    Call,
    ComposedLayout,
    CongruenceError,
    InadmissibleError,
    Layout,
    LayoutError,
    Literal,
    NotationError,
    ShapeError,
    Swizzle,
    format_int_tuple,
    format_layout,
    format_tiler,
    parse_composed_layout,
    parse_coordinate,
    parse_expression,
    parse_int_tuple,
    parse_layout,
    parse_tiler,
)
from spec.parser import MAX_NESTING
from tests.spec.strategies import int_tuples, layouts

TILERS = st.recursive(
    layouts() | st.integers(-9, 9) | st.none(),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)


@given(int_tuples(st.integers()))
def test_int_tuples_are_read_as_printed(t):
    assert parse_int_tuple(format_int_tuple(t)) == t
    assert parse_coordinate(format_int_tuple(t)) == t


@given(int_tuples(st.none() | st.integers()))
def test_coordinates_are_read_as_printed(crd):
    assert parse_coordinate(format_int_tuple(crd)) == crd


@given(layouts(st.integers()))
def test_layouts_are_read_as_printed(layout):
    assert parse_layout(format_layout(layout)) == layout
    assert parse_expression(format_layout(layout)) == Literal(layout)


@given(TILERS)
def test_tilers_are_read_as_printed(tiler):
    assert parse_tiler(format_tiler(tiler)) == tiler


@given(int_tuples(st.integers(-9, 9)))
def test_python_text_and_static_integers_are_read(t):
    assert parse_int_tuple(str(t)) == t
    assert parse_int_tuple(str(t).replace("-", "_-")) == t


@given(st.text(alphabet="()<>:,_-x0 12ab"))
def test_any_text_is_read_or_raises_a_layout_error(text):
    for parse in (parse_int_tuple, parse_coordinate, parse_layout, parse_tiler, parse_expression):
        with suppress(LayoutError):
            parse(text)


@given(st.integers(0, 300))
def test_deep_nesting_is_rejected_without_a_stack_overflow(extra):
    inside = "(" * MAX_NESTING + "1" + ")" * MAX_NESTING
    assert format_int_tuple(parse_int_tuple(inside)) == inside
    with pytest.raises(NotationError, match=r"^nested deeper than 64 levels at position 64 of"):
        parse_int_tuple("(" * (extra + 1) + inside + ")" * (extra + 1))


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("8:1", Layout(8, 1)),
        ("(8):(1)", Layout((8,), (1,))),
        ("(8,):(1,)", Layout((8,), (1,))),
        ("( _4 , ( 2,2 ) ) : (_2,(1,-8))", Layout((4, (2, 2)), (2, (1, -8)))),
        ("(2,(2,2))", Layout((2, (2, 2)), (1, (2, 4)))),
        ("8", Layout(8, 1)),
        ("():()", Layout((), ())),
        ("0x10:_-0xA", Layout(16, -10)),
    ],
)
def test_known_layout_texts(text, layout):
    assert parse_layout(text) == layout


def test_known_expressions():
    tree = parse_expression("composition(coalesce(8:1), <3:4,8:2>)")
    tiler = (Layout(3, 4), Layout(8, 2))
    assert tree == Call("composition", (Call("coalesce", (Literal(Layout(8, 1)),)), Literal(tiler)))
    assert parse_expression("(4,8)") == Literal((4, 8))
    assert parse_expression("slice((_,2), (4,8):(8,1))") == Call(
        "slice", (Literal((None, 2)), Literal(Layout((4, 8), (8, 1))))
    )
    part = ComposedLayout(Swizzle(3, 3, 3), 64, Layout((8, 64), (64, 1)))
    assert parse_expression("<Sw<3,3,3> o 64 o (8,64):(64,1), 0>") == Literal((part, 0))
    assert parse_expression("now()") == Call("now", ())
    assert parse_expression("<>") == Literal(())


@pytest.mark.parametrize(
    ("parse", "text", "message"),
    [
        (parse_int_tuple, "(4,(2,2)", "expected ',' or ')' at position 8 of '(4,(2,2)'"),
        (parse_int_tuple, "(4 8)", "expected ',' or ')' at position 3 of '(4 8)'"),
        (parse_int_tuple, "(,)", "expected an integer at position 1 of '(,)'"),
        (parse_int_tuple, "", "expected an integer at position 0 of ''"),
        (parse_int_tuple, "4 # 8", "unexpected character '#' at position 2 of '4 # 8'"),
        (parse_int_tuple, "(4,_)", "expected an integer at position 3 of '(4,_)'"),
        (parse_int_tuple, "٣", "unexpected character '٣' at position 0 of '٣'"),
        (parse_layout, "4:1:2", "expected the end of the text at position 3 of '4:1:2'"),
        (
            parse_layout,
            "8x8:8,1",
            (
                "expected the end of the text; write a shape as (8,8), not 8x8"
                " at position 1 of '8x8:8,1'"
            ),
        ),
        (parse_layout, "4:", "expected an integer at position 2 of '4:'"),
        (parse_layout, "8\n:x", "expected an integer at position 3 of '8\\n:x'"),
        (parse_tiler, "<3:4,8:2", "expected ',' or '>' at position 8 of '<3:4,8:2'"),
        (parse_tiler, "<(_)>", "expected an integer at position 2 of '<(_)>'"),
        (
            parse_expression,
            "<Sw<3,3,3> o 8>",
            "expected ',' and the offset of the tile at position 14 of '<Sw<3,3,3> o 8>'",
        ),
        (parse_expression, "size", "expected '(' at position 4 of 'size'"),
        (
            parse_expression,
            "f(8x8)",
            "expected ',' or ')'; write a shape as (8,8), not 8x8 at position 3 of 'f(8x8)'",
        ),
        (parse_expression, "size(8:1", "expected ',' or ')' at position 8 of 'size(8:1'"),
        (parse_expression, "(4,_):(1,2)", "expected an integer at position 3 of '(4,_):(1,2)'"),
        (parse_expression, "Sx<3,4,3>", "expected '(' at position 2 of 'Sx<3,4,3>'"),
        (parse_composed_layout, "Sw<3,4,3> 8:1", "expected 'o' at position 10 of 'Sw<3,4,3> 8:1'"),
        (parse_expression, "8:1 size()",
         "expected the end of the text at position 4 of '8:1 size()'"),
    ],
)  # fmt: skip
def test_invalid_texts_are_rejected_at_their_position(parse, text, message):
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert str(caught.value) == message
    assert caught.value.text == text


def test_unknown_operations_are_rejected_when_names_are_given():
    names = {"size", "coalesce"}
    assert parse_expression("size(coalesce(8:1))", names).name == "size"
    with pytest.raises(NotationError) as caught:
        parse_expression("size(coalesc(8:1))", names)
    assert caught.value.position == 5
    assert caught.value.problem == "unknown operation 'coalesc' (did you mean coalesce?)"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("size(f33)", "unknown element type 'f33' (did you mean f32?)"),
        ("size(w99)", "unknown element type 'w99', such as f16, bf16, f32 or s8"),
        ("size(M)", "unknown name 'M'"),
        ("A.size", "'A' is followed by a dot: write an operation as a call, as in size(A)"),
    ],
)
def test_an_unknown_name_without_arguments_is_not_called_an_operation(text, problem):
    with pytest.raises(NotationError) as caught:
        parse_expression(text, {"size"})
    assert caught.value.problem == problem


def test_a_long_text_is_shown_around_the_position():
    text = "(" + "1," * 50 + "x" + ",1" * 50 + ")"
    with pytest.raises(NotationError) as caught:
        parse_int_tuple(text)
    shown = "..." + "1," * 15 + "x" + ",1" * 14 + "," + "..."
    assert str(caught.value) == f"expected an integer at position 101 of {shown!r}"


def test_an_overlong_decimal_is_rejected():
    with pytest.raises(NotationError, match=r"^5000 decimal digits are too many; write hex"):
        parse_int_tuple("1" * 5000)


def test_integers_of_any_size_are_read_in_hex():
    huge = (16**5000, -(16**5000))
    assert parse_int_tuple(format_int_tuple(huge)) == huge
    assert parse_layout(format_layout(Layout((2, 2), huge))) == Layout((2, 2), huge)


def test_an_invalid_layout_raises_its_own_error_not_a_notation_error():
    with pytest.raises(ShapeError):
        parse_layout("0:1")
    with pytest.raises(CongruenceError):
        parse_layout("(4,8):(1)")


@pytest.mark.parametrize(
    "error",
    [
        NotationError("(4,", 3, "expected an integer"),
        InadmissibleError("2:3", "one ({}) must divide the other ({})", 4, 6),
    ],
)
def test_errors_survive_pickling(error):
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert vars(again) == vars(error)
