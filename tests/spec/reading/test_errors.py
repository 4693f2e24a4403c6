"""An error says what is wrong, where, what was found, and what to write instead."""

import pickle

import pytest

from spec import LayoutError, read
from spec.reading import ReadingError
from spec.reading.expressions import read_expression


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "(_8,_64):(_64,_1",
            "CuTe C++ print, line 1, column 17: expected ',' or ')', found the end",
        ),
        (
            "Layout<Shape<_8,foo>,Stride<_1,_8>>",
            (
                "CuTe C++ type, line 1, column 17: foo is not a layout, a shape, a number or a"
                " swizzle,"
                " found 'foo>,Stride<_1,_8>>'; write Layout<..>, Shape<..> or Int<8>"
            ),
        ),
        (
            '!cute.layout<"(4,8):(1)">',
            "CuTe IR, line 1, column 15: stride (1) does not fit shape (4,8), found '(4,8):(1)\">'",
        ),
        (
            "!cute.pipeline<4>",
            (
                "CuTe IR, line 1, column 1: the type pipeline is not supported, found"
                " '!cute.pipeline<4>'; write one of layout, composed_layout, shape, stride, coord,"
                " int_tuple, tile, swizzle, arith_tuple_iter, ptr, memref, coord_tensor,"
                " tiled_copy, tiled_mma"
            ),
        ),
        (
            "#a = #ttg.swizzled_shared<{vec = 8}>\ntensor<8x8xf16, #b>",
            (
                "Triton layout, line 2, column 17: the alias #b is not defined in the text, found"
                " '#b>'; write a line #b = #ttg... before the first use of #b"
            ),
        ),
        (
            "f32[8,128]{1,0:T(8,128)S(x)}",
            "XLA, line 1, column 26: expected an integer, found 'x)}'",
        ),
        (
            "f32[300]{0:T(256)L(1024)}",
            (
                "XLA, line 1, column 20: L(1024) adds padding after the 512 elements of the tiles,"
                " which is not supported, found '1024)}'; write the array without L(1024) to ask"
                " where its elements lie"
            ),
        ),
        (
            "f32[?]{0:L(2)}",
            (
                "XLA, line 1, column 12: L(2) is supported only if all dimensions are known, found"
                " '2)}'; write the array without L(2) to ask where its elements lie"
            ),
        ),
        (
            "S<3,4> o 0 o (8,8):(8,1)",
            (
                "CuTe DSL print, line 1, column 3: expected the three numbers of a swizzle, found"
                " '3,4> o 0 o (8,8):(8,1)'; write Sw<3,4,3>"
            ),
        ),
        (
            "(4,8):(1,4",
            "layout notation, line 1, column 11: expected ',' or ')', found the end",
        ),
        (
            "Swizzle(3,4,3 o 0 o 8:1",
            "layout notation, line 1, column 15: expected ')', found 'o 0 o 8:1'",
        ),
        (
            "Sw<3,4,3) o 0 o 8:1",
            "layout notation, line 1, column 9: expected '>', found ') o 0 o 8:1'",
        ),
        (
            "Sw<3,4> o 0 o (8,8):(8,1)",
            (
                "layout notation, line 1, column 4: expected the three numbers of a swizzle, found"
                " '3,4> o 0 o (8,8):(8,1)'; write Sw<3,4,3>"
            ),
        ),
        (
            "Copy_Atom ThrID: _1:_0 ValLayoutSrc: (_1,_8):(_0,_1)",
            (
                "print of a tiled copy or instruction, line 1, column 53: a copy atom alone has no"
                " tile, found the end; write the tiled copy"
            ),
        ),
        (
            "Layout<Shape<_4>,Stride<ScaledBasis<int,0>>>",
            (
                "CuTe C++ type, line 1, column 25: a coordinate stride with an unknown factor is"
                " not supported, found 'ScaledBasis<int,0>>>'"
            ),
        ),
        (
            "ComposedLayout<Swizzle<3,4,3>, smem_sparse_ptr_flag_bits<2,16>, Layout<_8>>",
            (
                "CuTe C++ type, line 1, column 32: layouts of sparse elements are not supported,"
                " found 'smem_sparse_ptr_flag_bit...'"
            ),
        ),
        (
            "layout::zN::MakeLayout<half>(m, n)",
            (
                "CATLASS, line 1, column 30: the value of a variable is not known, found 'm, n)';"
                " write its number, or zN(f16, m, n) with --for 'm, n'"
            ),
        ),
        (
            "tla::MakeLayout<half, layout::NC1HWC0>(1, 4, 8, 8)",
            (
                "CATLASS, line 1, column 23: expected a format of CATLASS, found"
                " 'layout::NC1HWC0>(1, 4, 8...'; write one of RowMajor, ColumnMajor, Vector, zN,"
                " nZ, zZ, nN, L0C"
            ),
        ),
        (
            "layout::zN(30, 40)",
            (
                "CATLASS, line 1, column 1: zN needs the element type, found 'layout::zN(30, 40)';"
                " write layout::zN::MakeLayout<half>(30, 40)"
            ),
        ),
        (
            "layout::zN::MakeLayout<half>(30)",
            (
                "CATLASS, line 1, column 29: zN takes two sizes (rows and columns), not 1, found"
                " '(30)'"
            ),
        ),
    ],
)
def test_an_error_names_the_position_and_the_problem(text, message):
    with pytest.raises(ReadingError) as caught:
        read(text)
    assert str(caught.value) == message
    assert isinstance(caught.value, LayoutError)


def test_a_text_in_no_known_notation_is_rejected():
    with pytest.raises(ReadingError, match="unknown notation, found 'what is this'"):
        read("what is this")


def test_an_unknown_element_type_is_rejected():
    with pytest.raises(LayoutError, match="element='swizzle' is not an element type"):
        read("8:1", element="swizzle")


def test_an_error_inside_an_expression_has_its_position_there():
    with pytest.raises(ReadingError) as caught:
        read_expression('size(!cute.layout<"8:1>)', {"size"})
    assert (caught.value.line, caught.value.column) == (1, 23)


def test_code_that_is_not_in_the_notation_gets_the_error_of_its_own_reader():
    with pytest.raises(ReadingError, match="zN needs the element type"):
        read_expression("size(layout::zN(30, 40))", {"size"})


def test_an_error_survives_pickling():
    with pytest.raises(ReadingError) as caught:
        read("(8,\n x)")
    copied = pickle.loads(pickle.dumps(caught.value))
    assert str(copied) == str(caught.value)
    assert (copied.line, copied.column) == (2, 2)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Layout(major_to_minor=(0, 1), tiling=())", "write the array"),
        ("(f32[8]{0}, s32[4]{0})", "write only one array of the tuple"),
        ("(Layout(major_to_minor=(0, 1)),)", r"\(\{1,0\}\) are layouts of several arrays"),
        ("#ttg.shared_linear<{offset = [[0, 1]]}>", "depends on the tensor's shape"),
    ],
)
def test_a_value_the_calculator_cannot_use_is_rejected_with_a_hint(text, what):
    with pytest.raises(LayoutError, match=what):
        read_expression(f"size({text})", {"size"})
