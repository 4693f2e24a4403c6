"""The calculator: how it calls operations, what it rejects, and how it prints results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spec
from spec import ComposedLayout, LayoutError, parse_expression, table
from tests.spec.strategies import int_tuples, layouts
from tests.spec.test_swizzle import composed_layouts, swizzles
from tests.spec.xla.strategies import xla_shapes
from verif.expression import OPERATIONS, evaluated, formatted, read
from verif.upstream.in_process import SPEC
from verif.upstream.pycute import pycute


def answer(text, implementation=SPEC):
    return formatted(evaluated(read(text), implementation))


def test_every_operation_of_the_spec_can_be_called():
    operations = {name.removesuffix("_") for name in SPEC.operations}
    synonyms = {"evenly_divides", "group_modes", "make_identity_tensor", "tv_layout"}
    assert set(OPERATIONS) == operations | synonyms


MMA = "SM80_16x8x16_F32F16F16F32_TN"
TILED = f"tiled_mma({MMA}, (2,2,1), (32,32,16))"
IN_CUTE = f"make_tiled_mma({MMA}{{}}, Layout<Shape<_2,_2>>{{}}, Tile<_32,_32,_16>{{}})"
SIDE = "((2,2),(8,1)):((16,1),(2,0)) of tile <2,16>"
A = "((4,8),(2,2,2)):((32,1),(16,8,128))"
B = "((4,8),(2,2)):((16,1),(8,64))"
C = "((4,8),(2,2)):((32,1),(16,8))"
LOAD = f"make_tiled_copy_A(copy_atom(ldmatrix.x4, f16), {TILED})"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (f"get_layoutC_TV({MMA})", "((4,8),((2,2),(1,1))):((32,1),((16,8),(0,0)))"),
        (
            f"get_layoutB_TV({TILED})",
            "(((4,8),2,2),((2,2),(2,1))):(((64,1),0,8),((32,256),(16,0)))",
        ),
        (
            f"get_layoutB_TV({TILED}, (64,16))",
            "(((4,8),2,2),((2,2),(4,1))):(((128,1),0,8),((64,512),(16,0)))",
        ),
        (
            f"get_layoutB_TV({IN_CUTE})",
            "(((4,8),2,2),((2,2),(2,1))):(((64,1),0,8),((32,256),(16,0)))",
        ),
        (f"get_layoutS_TV({LOAD})", "((16,2,2,2),(8,1)):((1,256,16,0),(32,0))"),
        (
            f"partition_S(Sw<2,3,3> o 0 o (32,16):(16,1), {LOAD}, 20)",
            "<Sw<2,3,3> o 72 o ((8,1),1,1):((1,0),0,0),0>",
        ),
        (
            f"get_layoutS_TV(make_tiled_copy_A(copy_atom(SM75_U32x4_LDSM_N, half_t), {TILED}))",
            "((16,2,2,2),(8,1)):((1,256,16,0),(32,0))",
        ),
        ("copy_atom(UniversalCopy<cute::uint128_t>, f32)", "S (1,4):(0,1); D (1,4):(0,1)"),
        (
            "make_tiled_copy(copy_atom(cp.async.cg.16, f16), (2,2):(2,1), (1,8))",
            f"S {SIDE}; D {SIDE}",
        ),
        (
            MMA,
            f"A {A} of tile <16,16>; B {B} of tile <8,16>; C {C} of tile <16,8>",
        ),
        # The tile of LOAD is smaller than the tensor, so its accesses are repeated over the tensor.
        (f"wavefronts(Sw<2,3,3> o 0 o (128,32):(32,1), get_layoutS_TV({LOAD}), f16)", "128"),
        (f"wavefronts((128,32):(32,1), get_layoutS_TV({LOAD}), f16)", "512"),
    ],
)
def test_instructions_and_their_copies_have_thread_value_layouts(text, result):
    assert answer(text) == result


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"size({MMA})", r"three operands: write .* as get_layoutA_TV\(MMA\)"),
        (f"size({LOAD})", r"two sides: write .* as get_layoutS_TV\(COPY\)"),
        ("get_layoutA_TV(8:1)", "must be a matrix instruction or a tile of them, not 8:1"),
        ("copy_atom(ldmatrix.x3, f16)", "'ldmatrix.x3' is not a copy instruction"),
        (
            f"make_tiled_copy_B(copy_atom(ldmatrix.x4, f16), tiled_mma({MMA}))",
            "must divide the copy's",
        ),
    ],
)
def test_instructions_in_place_of_layouts_are_rejected(text, problem):
    with pytest.raises(LayoutError, match=problem):
        answer(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("get_tile_layout(zN(f16, 32, 48), (16,16))", r"\(TLA layout, tile, coordinate\)"),
    ],
)
def test_a_call_with_a_missing_argument_names_the_arguments(text, problem):
    with pytest.raises(LayoutError, match=problem):
        answer(text)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("composition((6,2):(8,2), (4,3):(3,1))", "((2,2),3):((24,2),8)"),
        ("composition((12,(4,8)):(59,(13,1)), <3:4,8:2>)", "(3,(2,4)):(236,(26,1))"),
        ("composition((12,(4,8)):(59,(13,1)), (3,8))", "(3,(4,2)):(59,(13,1))"),
        ("composition((4,8):(8,1), (_,2))", "(4,2):(8,1)"),
        ("complement(4:2, 24)", "(2,3):(1,8)"),
        ("complement(4:2, size(24:1))", "(2,3):(1,8)"),
        ("coalesce((2,(1,6)):(1,(6,2)))", "12:1"),
        ("coalesce((2,(1,6)):(1,(6,2)), (1,1))", "(2,6):(1,2)"),
        ("coalesce((4,8))", "32:1"),
        ("make_layout((2,3), (3,1))", "(2,3):(3,1)"),
        ("make_layout(4:2, (2,2):(1,8))", "(4,(2,2)):(2,(1,8))"),
        ("make_ordered_layout((2,3), (1,0))", "(2,3):(3,1)"),
        ("slice((_,1), (4,8):(8,1))", "(4):(8)"),
        ("slice_and_offset((_,1), (4,8):(8,1))", "<(4):(8),1>"),
        ("evaluate((4,8):(8,1), (1,2))", "10"),
        ("filter((2,3,4,1):(1,0,2,7))", "8:1"),
        ("flatten((4,(2,2)):(2,(1,8)))", "(4,2,2):(2,1,8)"),
        ("flatten((4,(2,2)))", "(4,2,2)"),
        ("left_inverse((4,8):(1,5))", "(5,8):(1,4)"),
        ("logical_divide((8,6), <4,2:3>)", "((4,2),(2,3)):((1,4),(24,8))"),
        ("divides_evenly(24, 5)", "false"),
        ("local_tile((8,6), (4,2), (1,2))", "<(4,2):(1,8),36>"),
        (
            "local_tile(Sw<3,4,3> o 0 o (8,64):(64,1), (8,8), (0,1))",
            "<Sw<3,4,3> o 8 o (8,8):(64,1),0>",
        ),
        ("crd2idx((1,5), (3,(2,3)))", "16"),
        ("idx2crd(16, (3,(2,3)))", "(1,(1,2))"),
        ("size((4,(2,3)), 1)", "6"),
        ("rank(8:1)", "1"),
        ("compatible(24, (4,6))", "true"),
        ("congruent(4, (4))", "false"),
        ("ceil_div(7, 2)", "4"),
        ("prefix_product((2,3), 5)", "(5,10)"),
        ("table(2:3)", "2:3\n      0 \n    +---+\n 0  | 0 |\n    +---+\n 1  | 3 |\n    +---+"),
        ("linear_index(bf16[16,256]{1,0:T(8,128)(2,1)}, (9,130))", "3077"),
        ("linear_index(f32[], ())", "0"),
        ("padded_shape(F32[10,300]{0,1:T(8,128)})", "(128,304)"),
        ("physical_shape(f32[3,5]{1,0:T(2,2)})", "(2,3,2,2)"),
        ("physical_order(f32[3,1]{1,0:T(2)})", "(0,_,1,_,2,_)"),
        ("size_bytes(tpu_format(f32[3,300]))", "6144"),
        ("tpu_format(pred[8,8] {1,0:E(1)})", "pred[8,8]{1,0:T(32,128)(32,1)E(1)}"),
        (" F32 [3,5]", "f32[3,5]{1,0}"),
        ("zN(f16, 32, 48)", "((16,2),(16,3)):((16,256),(1,512)):(32,48)"),
        ("Vector(f32, 1, 48)", "(48):(1):(48)"),
        ("evaluate(zN(f16, 32, 48), (1,17))", "529"),
        ("evaluate(f32[3,5]{1,0:T(2,2)}, (2,3))", "17"),
        ("crd2offset((1,5), ((4,2),(4,3)), ((4,16),(1,32)))", "37"),
        (
            "get_tile_layout(zN(f16,32,48), (20,16), (16,32))",
            "((16,2),(16,1)):((16,256),(1,512)):(16,16)",
        ),
        ("make_layout_tile(((4,2),(4,3)):((4,16),(1,32)), (4,4))", "((4,1),(4,1)):((4,16),(1,32))"),
        ("as_layout(bf16[16,256]{1,0:T(8,128)(2,1)})", "((2,4,2),(128,2)):((1,256,2048),(2,1024))"),
        ("as_xla_shape(nZ(s8,30,40), s8)", "s8[30,40]{0,1:T(48,32)}"),
        ("coalesce(zN(f16,32,48))", "(32,16,3):(16,1,512)"),
        ("(4,0):(4,1):(2,0)", "(4,0):(4,1):(2,0)"),
        ("f16", "f16"),
        ("<3:4,<8,2>>", "<3:4,<8,2>>"),
        ("(4,(_,2))", "(4,(_,2))"),
    ],
)
def test_known_expressions_have_known_values(text, result):
    assert answer(text) == result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "composition(4:1)",
            "composition takes 2 arguments, not 1: write composition(layout, tiler)",
        ),
        (
            "coalesce(4:1, 1, 1)",
            "coalesce takes 1 to 2 arguments, not 3: write coalesce(layout, [IntTuple])",
        ),
        (
            "make_layout()",
            (
                "make_layout takes at least 1 argument, not 0: "
                "write make_layout(layout or IntTuple, layout or IntTuple ..)"
            ),
        ),
        ("flatten()", "flatten takes 1 argument, not 0: write flatten(layout or IntTuple)"),
        ("coalesce(<3:4>)", "argument 1 of coalesce must be a layout, not <3:4>"),
        ("product(3:4)", "argument 1 of product must be an IntTuple, not 3:4"),
        ("get((4,8), _)", "argument 2 of get must be an integer, not _"),
        ("unflatten(3, 4)", "argument 1 of unflatten must be a tuple, not 3"),
        (
            "linear_index(f32[3,5], ((1,2),3))",
            "argument 2 of linear_index must be a tuple of integers, not ((1,2),3)",
        ),
        (
            "padded_shape(3:1)",
            "argument 1 of padded_shape must be an XLA shape, not 3:1",
        ),
        (
            "product(f32[3])",
            "argument 1 of product must be an IntTuple, not f32[3]{0}",
        ),
        ("zN(32, 32, 48)", "argument 1 of zN must be an element type, not 32"),
        (
            "as_xla_shape(4:1, f16)",
            "argument 1 of as_xla_shape must be a TLA layout, not 4:1",
        ),
        (
            "size(compatible(1, 1))",
            "argument 1 of size must be a layout or an IntTuple, not True",
        ),
        (
            "slice(4:1, 4:1)",
            "argument 1 of slice must be a coordinate, not 4:1",
        ),
        (
            "composition(4:1, compatible(1, 1))",
            "argument 2 of composition must be a tiler, not True",
        ),
    ],
)
def test_invalid_calls_are_rejected(text, message):
    with pytest.raises(LayoutError) as caught:
        answer(text)
    assert str(caught.value) == message


def test_unknown_operations_are_rejected_at_their_position():
    with pytest.raises(LayoutError) as caught:
        read("size(flip(8:1))")
    assert str(caught.value) == "unknown operation 'flip' at position 5 of 'size(flip(8:1))'"


def test_an_invalid_xla_shape_is_rejected_at_its_position():
    with pytest.raises(LayoutError) as caught:
        read("size_bytes(f32[3]{0:T(8)P(1)})")
    assert str(caught.value) == (
        "P(..), the physical shape of a sparse array, is not supported at position 24 of"
        " 'size_bytes(f32[3]{0:T(8)P(1)})'"
    )


def test_an_operation_that_an_implementation_lacks():
    with pytest.raises(LayoutError) as caught:
        answer("table(8:1)", pycute())
    assert str(caught.value) == "not called: this implementation has no table"


def test_a_borrowed_predicate_is_not_shown_as_the_implementations_own():
    with pytest.raises(LayoutError, match="has no compatible"):
        answer("compatible(24, (4,6))", pycute())


ARGUMENTS = (
    layouts()
    | composed_layouts()
    | swizzles()
    | int_tuples(st.integers(-3, 9))
    | int_tuples(st.none() | st.integers(0, 3))
    | st.lists(layouts(), max_size=2).map(tuple)
    | xla_shapes(bounds=st.integers(0, 3))
)


@given(st.sampled_from(sorted(OPERATIONS)), st.lists(ARGUMENTS, max_size=3))
def test_any_call_is_answered_or_refused(name, arguments):
    call = f"{name}({','.join(map(formatted, arguments))})"
    for implementation in (SPEC, pycute()):
        try:
            result = answer(call, implementation)
        except LayoutError as error:
            assert str(error)
        else:
            assert name == "table" or "\n" not in result


@given(ARGUMENTS)
def test_printed_values_are_read_again(value):
    assert parse_expression(formatted(value)) == spec.Literal(value)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Sw<3,4,3> o 0 o (8,64):(64,1)", "Sw<3,4,3> o 0 o (8,64):(64,1)"),
        ("S<3,4,3>", "Sw<3,4,3>"),
        ("evaluate(Sw<3,4,3>, 128)", "144"),
        ("evaluate(Sw<3,4,3> o 0 o (8,64):(64,1), (2,20))", "132"),
        ("apply_swizzle(128, 3, 4, 3)", "144"),
        ("composition(Sw<3,4,3>, (8,64):(64,1))", "Sw<3,4,3> o 0 o (8,64):(64,1)"),
        ("composition(Sw<3,4,3>, 8)", "Sw<3,4,3> o 0 o 8:1"),
        (
            "composition(Sw<3,4,3> o 2 o (8,64):(64,1), (2,4):(8,2))",
            "Sw<3,4,3> o 2 o (2,4):(1,128)",
        ),
        ("slice((2,_), Sw<3,4,3> o 1 o (8,64):(64,1))", "Sw<3,4,3> o 129 o (64):(1)"),
        ("coalesce(Sw<1,0,1> o -2 o (2,4):(1,2))", "Sw<1,0,1> o -2 o 8:1"),
        (
            "logical_divide(Sw<1,0,1> o 0 o (4,8), <2,4>)",
            "Sw<1,0,1> o 0 o ((2,2),(4,2)):((1,2),(4,16))",
        ),
        ("size(Sw<3,4,3>)", "1024"),
        ("size(Sw<1,0,1> o 0 o (4,(2,3)), 1)", "6"),
        ("rank(Sw<1,0,1> o 0 o (4,(2,3)))", "2"),
        ("depth(Sw<1,0,1> o 0 o (4,(2,3)))", "2"),
        ("linear_layout((4,2):(2,1))", "(2,4,1)"),
        ("linear_layout(Sw<1,0,2>)", "(1,2,5)"),
        ("linear_layout(composition(Sw<1,0,2>, (4,2):(2,1)))", "(2,5,1)"),
        ("layout_of_linear((2,4,1))", "(4,2):(2,1)"),
        ("layout_of_linear(linear_layout((4,2):(2,1)), (2,2,2))", "(2,2,2):(2,4,1)"),
        ("meeting_steps((4,2):(1,2))", "(2,4)"),
        ("meeting_steps((4,2):(1,4))", "_"),
        ("table(Sw<1,0,1> o 0 o 4)", table(ComposedLayout.parse("Sw<1,0,1> o 0 o 4"))),
    ],
)
def test_swizzles_are_values(text, result):
    assert answer(text) == result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "complement(Sw<1,0,1> o 0 o 4, 8)",
            "argument 1 of complement must be a layout, not Sw<1,0,1> o 0 o 4:1",
        ),
        (
            "rank(Sw<1,0,1>)",
            (
                "argument 1 of rank must be a layout, not the bare swizzle Sw<1,0,1>; "
                "write Sw<1,0,1> o 0 o LAYOUT"
            ),
        ),
        ("evaluate(Sw<1,0,1>, (1,2))", "a swizzle must be applied to an integer, not (1,2)"),
        (
            "composition(Sw<1,0,1>, (2,3))",
            "a swizzle can be composed with one layout, not with a tuple of tilers",
        ),
        (
            "apply_swizzle(0, -1, 0, 0)",
            "B and M of a swizzle must be 0 or more, not -1 and 0",
        ),
        (
            "layout_of_linear(4)",
            "argument 1 of layout_of_linear must be the columns of a matrix, not 4",
        ),
    ],
)
def test_unsupported_operations_on_swizzles_are_rejected(text, message):
    with pytest.raises(LayoutError) as caught:
        answer(text)
    assert str(caught.value) == message


def test_pycute_has_no_swizzles_here():
    with pytest.raises(LayoutError):
        answer("size(Sw<1,0,1> o 0 o 4)", pycute())
