"""The audit of CuTe IR judges results of operations, for all values of unknown numbers."""

import pytest

from spec import Layout
from tests.audit.cute_ir import operation
from verif.audit.cute_ir import audit, recognizes
from verif.audit.statement import Verdict


def stated(text, name):
    """Return the audit's only statement about the result of the operation `name`."""
    claim = f"the type of the result of {name} "
    (one,) = (s for s in audit(text) if s.claim.startswith(claim))
    return one


def of_operation(name, *types, attributes=""):
    """Return the statement about an operation whose operands and result have these types."""
    generic = operation(name, *types, attributes=attributes)
    text = generic.replace(f'"cute.{name}"', f"cute.{name}")
    first, second = stated(text, name), stated(generic, name)
    assert first == second
    return first


def layout(text):
    return f'!cute.layout<"{text}">'


def quoted(kind, text):
    return f'!cute.{kind}<"{text}">'


def test_a_text_of_another_dialect_is_not_recognized():
    assert not recognizes("%0 = tt.load %1 : tensor<8x!tt.ptr<f16>>")
    assert recognizes('func.func @f(%0: !cute.layout<"4:1">)')


def test_a_kernel_in_python_is_not_recognized():
    kernel = """
from cutlass import cute

@cute.kernel
def copy_kernel(a: cute.Tensor, copy: cute.TiledCopy, t):
    held = cute.make_fragment_like(a)
    cute.copy(copy, a, cute.local_tile(held, (t % 32, 1), (0, 0)))
    assert cute.size(a) % 16 == 0
"""
    assert not recognizes(kernel)


@pytest.mark.parametrize(
    "text",
    [
        "%0 = cute.static",
        "%a, %b = cute.get_scalars(",
        "%0:2 = cute.get_scalars",
        "cute.copy(%0, %1, %2)",
        "cute.memref.store_vec %0",
        '"cute.copy"(',
        "!cute_nvgpu.atom.universal_copy<f32, 128 b>",
    ],
)
def test_an_operation_or_a_type_is_enough(text):
    assert recognizes(text)


RIGHT = [
    ("coalesce", layout("(2,4):(1,2)"), layout("8:1")),
    ("composition", layout("(4,8):(8,1)"), layout("(2,2):(1,4)"), layout("(2,2):(8,1)")),
    ("composition", layout("(4,8):(8,1)"), quoted("tile", "[2:1;4:2]"), layout("(2,4):(8,2)")),
    ("complement", layout("4:1"), quoted("shape", "24"), layout("6:4")),
    ("logical_divide", layout("16:1"), layout("4:2"), layout("(4,(2,2)):(2,(1,8))")),
    ("zipped_divide", layout("(4,6):(1,4)"), quoted("tile", "[2:1;3:1]"),
     layout("((2,3),(2,2)):((1,4),(2,12))")),
    ("raked_product", layout("2:1"), layout("4:1"), layout("(4,2):(2,1)")),
    ("right_inverse", layout("(4,2):(2,1)"), layout("(2,4):(4,1)")),
    ("left_inverse", layout("(4,2):(2,1)"), layout("(2,4):(4,1)")),
    ("size", layout("(4,(2,3)):(1,(4,8))"), quoted("int_tuple", "24")),
    ("cosize", layout("(4,2):(1,8)"), quoted("int_tuple", "12")),
    ("crd2idx", quoted("coord", "(1,3)"), layout("(4,8):(8,1)"), quoted("int_tuple", "11")),
    ("get_shape", layout("(4,(2,?)):(1,(4,8))"), quoted("shape", "(4,(2,?))")),
    ("filter_zeros", layout("(4,8):(0,4)"), layout("(1,8):(0,4)")),
    ("tuple_add", *(quoted("int_tuple", one) for one in ("(1,2)", "(3,4,(5,6))", "(4,6,(5,6))"))),
    ("tuple_sub", *(quoted("int_tuple", one) for one in ("(10,8)", "(3,2,5)", "(7,6,5)"))),
    ("make_layout_like", layout("(4,8):(8,1)"), layout("(4,8):(8,1)")),
    ("tile_to_shape", layout("(2,4):(4,1)"), quoted("shape", "(4,8)"),
     layout("((2,2),(4,2)):((4,8),(1,16))")),
]  # fmt: skip


@pytest.mark.parametrize("row", RIGHT, ids=lambda row: row[0])
def test_the_right_type_of_a_result_holds(row):
    assert of_operation(*row).verdict is Verdict.HOLDS


@pytest.mark.parametrize("row", RIGHT, ids=lambda row: row[0])
def test_every_other_number_in_the_type_of_a_result_is_a_fault(row):
    """Add 1 to one number at a time in the type of the result, except to 0."""
    *operands, result = row
    quote = result.index('"')
    for k in range(quote, len(result)):
        if not result[k].isdigit() or result[k - 1].isdigit() or result[k] == "0":
            continue
        end = k + 1
        while result[end].isdigit():
            end += 1
        changed = f"{result[:k]}{int(result[k:end]) + 1}{result[end:]}"
        assert of_operation(*operands, changed).verdict is Verdict.FAULT


def test_another_form_of_the_same_function_holds():
    found = of_operation("coalesce", layout("(2,4):(1,2)"), layout("(4,2):(1,4)"))
    assert found.verdict is Verdict.HOLDS
    assert "another form" in found.detail


def test_a_mode_of_another_size_is_a_fault_though_the_function_is_the_same():
    """The offsets are right. But mode 0 must be the tile of 4 elements; here it has 8 elements."""
    found = of_operation("logical_divide", layout("32:1"), layout("4:1"), layout("(8,4):(1,8)"))
    assert found.verdict is Verdict.FAULT
    assert "mode 0 has 8 elements in the type, but 4 in the result" in found.detail


def test_the_question_of_a_statement_asks_the_same():
    found = of_operation("coalesce", layout("(2,4):(1,2)"), layout("8:1"))
    assert found.question == "equal(coalesce((2,4):(1,2)), 8:1)"


def test_a_swizzle_that_moves_nothing_may_be_left_out():
    row = (quoted("swizzle", "S<0,4,3>"), quoted("int_tuple", "0"), layout("(4,?):(1,4)"))
    result = quoted("composed_layout", "(4,?):(1,4)")
    assert of_operation("make_composed_layout", *row, result).verdict is Verdict.HOLDS
    moved = (quoted("swizzle", "S<1,0,2>"), quoted("int_tuple", "0"), layout("(4,2):(1,4)"))
    result = quoted("composed_layout", "(4,2):(1,4)")
    assert of_operation("make_composed_layout", *moved, result).verdict is Verdict.FAULT


# Results that the spec does not define


def test_a_composition_that_the_spec_refuses_is_judged_by_its_law():
    """The spec defines no result here. The claimed result R is wrong: R(2) is not A(B(2))."""
    a, b = Layout((8, 2), (6, 4)), Layout(4, 6)
    found = of_operation("composition", layout(a), layout(b), layout("(2,2):(36,4)"))
    assert found.verdict is Verdict.FAULT
    assert f"R(2) = 4, but A(B(2)) = A({b(2)}) = {a(b(2))}" in found.detail


def test_no_layout_is_a_left_inverse_of_one_that_repeats_an_offset():
    found = of_operation(
        "left_inverse", layout("((2,4),(3,5)):((4,1),(2,8))"), layout("(4,2,8):(2,1,4)")
    )
    assert found.verdict is Verdict.FAULT
    assert "so no layout is a left inverse of A" in found.detail


def test_a_left_inverse_may_omit_the_modes_of_stride_0():
    assert of_operation("left_inverse", layout("4:0"), layout("1:0")).verdict is Verdict.HOLDS


def test_a_product_that_the_spec_refuses_is_unknown():
    block = layout("((8,4),2):((2,3),1)")
    found = of_operation("logical_product", block, layout("3:8"), layout("(2,3):(1,2)"))
    assert found.verdict is Verdict.UNKNOWN
    assert "not defined" in found.detail


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (("logical_divide", quoted("shape", "(4,8)"), quoted("shape", "(2,4)"), layout("1:0")),
         Verdict.FAULT),
        (("logical_divide", layout("24:1"), quoted("shape", "(4,6)"),
          layout("((4,6),1):((1,4),0)")),
         Verdict.UNKNOWN),
        (("make_composed_layout", quoted("shape", "(4,5)"), quoted("int_tuple", "2"),
          layout("(2,3):(1,2)"), quoted("composed_layout", "(4,5):(1,4) o 2 o (2,3):(1,2)")),
         Verdict.NOT_READ),
    ],
    ids=lambda one: one[0] if isinstance(one, tuple) else None,
)  # fmt: skip
def test_operands_that_the_operation_does_not_take_have_an_answer(row, verdict):
    assert of_operation(*row).verdict is verdict


@pytest.mark.parametrize(
    ("result", "says"), [("(0,12):(2,2)", "0 elements"), ("x:x", "failed to calculate")]
)
def test_a_type_that_no_layout_has_is_a_fault(result, says):
    found = of_operation("complement", layout("(2,2):(1,1)"), quoted("shape", "24"), layout(result))
    assert (found.verdict, says in found.detail) == (Verdict.FAULT, True)


def test_a_divide_that_the_spec_refuses_is_judged_by_its_tile():
    """Mode 0 of the result R is the tile A o B, so R(2) must be A(B(2))."""
    a, b = Layout((3, 2), (8, 4)), Layout(8, 2)
    found = of_operation("logical_divide", layout(a), layout(b), layout("((2,4),2):((16,4),8)"))
    assert found.verdict is Verdict.FAULT
    assert f"R(2) = 4, but A(B(2)) = {a(b(2))}" in found.detail


# Unknown numbers

FOR_ALL = [
    ("size", layout("(?{div=8},?{div=16}):(?{i64},1)"), quoted("int_tuple", "?{div=128}")),
    ("cosize", layout("(4,?{div=8}):(1,4)"), quoted("int_tuple", "?{div=32}")),
    ("zipped_divide", layout("(?{div=16},?{div=32}):(?{div=8},1)"), quoted("tile", "[4:1;8:1]"),
     layout("((4,8),(?{div=4},?{div=4})):((?{div=8},1),(?{div=32},8))")),
    ("zipped_divide", layout("(?,?):(1@0,1@1)"), quoted("tile", "[16:1;8:1]"),
     layout("((16,8),(?,?)):((1@0,1@1),(16@0,8@1))")),
    ("crd2idx", quoted("coord", "(?,?{div=2})"), layout("(?,8):(16,1)"),
     quoted("int_tuple", "?{div=2}")),
    ("crd2idx", quoted("coord", "(?,?)"), layout("(4,8):(8@0,16@1)"),
     quoted("int_tuple", "(?{div=8},?{div=16})")),
    ("ceil_div", quoted("shape", "?{div=64}"), quoted("int_tuple", "16"),
     quoted("int_tuple", "?{div=4}")),
    ("slice", layout("((4,8),(?,?)):((1,4),(32,?))"), quoted("coord", "((_,_),?)"),
     layout("(4,8):(1,4)")),
    ("composition", layout("(?{div=8},8):(8,1)"), layout("4:2"), layout("4:16")),
]  # fmt: skip


@pytest.mark.parametrize("row", FOR_ALL, ids=lambda row: row[0])
def test_a_type_with_unknown_numbers_is_proved_for_all_of_them(row):
    found = of_operation(*row)
    assert found.verdict is Verdict.HOLDS
    assert "for all N1" in found.detail


WRONG_FOR_SOME = [
    ("size", layout("(?{div=8},?{div=16}):(?{i64},1)"), quoted("int_tuple", "?{div=256}")),
    ("cosize", layout("(4,?{div=8}):(1,4)"), quoted("int_tuple", "?{div=64}")),
    ("zipped_divide", layout("(?{div=16},?{div=32}):(?{div=8},1)"), quoted("tile", "[4:1;8:1]"),
     layout("((4,8),(?{div=4},?{div=4})):((?{div=8},1),(?{div=64},8))")),
    ("zipped_divide", layout("(?,?):(1@0,1@1)"), quoted("tile", "[16:1;8:1]"),
     layout("((16,8),(?,?)):((1@0,1@1),(16@0,4@1))")),
    ("composition", layout("(?{div=8},8):(8,1)"), layout("4:2"), layout("4:8")),
]  # fmt: skip


@pytest.mark.parametrize("row", WRONG_FOR_SOME, ids=lambda row: row[0])
def test_a_type_that_is_wrong_for_some_numbers_is_a_fault_that_names_them(row):
    found = of_operation(*row)
    assert found.verdict is Verdict.FAULT
    assert " at N1=" in found.detail


def test_a_result_that_is_not_defined_for_some_numbers_is_unknown():
    found = of_operation(
        "composition", layout("(?,8):(8,1)"), layout("64:1"), layout("(?,?):(8,?)")
    )
    assert found.verdict is Verdict.UNKNOWN
    assert "defined only if" in found.detail


@pytest.mark.parametrize(
    ("mode", "result", "verdict"),
    [
        ("<{mode = [1]}>", "?{div=8}:4", Verdict.HOLDS),
        ("<{mode = [1]}>", "?{div=16}:4", Verdict.FAULT),
        ("<{mode = array<i32: 1>}>", "?{div=8}:8", Verdict.FAULT),
        ("<{mode = array<i32: 0>}>", "4:1", Verdict.HOLDS),
    ],
)
def test_a_mode_is_copied_with_its_divisor(mode, result, verdict):
    a = layout("(4,?{div=8}):(1,4)")
    assert of_operation("get", a, layout(result), attributes=mode).verdict is verdict


TILES = """\
%s = cute.make_shape(%n) : (!cute.int_tuple<"?{div=8}">) -> !cute.shape<"(?{div=8},8)">
%t = cute.make_identity_tensor(%s) : !cute.coord_tensor<"(0,0)", "(?{div=8},8):(1@0,1@1)">
"""


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        ("(?{div=8},8):(1@0,1@1)", Verdict.HOLDS),
        ("(?{div=8},8):(1@0,2@1)", Verdict.FAULT),
        ("(?{div=8},16):(1@0,1@1)", Verdict.FAULT),
    ],
)
def test_an_identity_tensor_prints_only_the_type_of_its_result(told, verdict):
    text = TILES.replace("(?{div=8},8):(1@0,1@1)", told)
    assert stated(text, "make_identity_tensor").verdict is verdict


LOCAL_TILE = """\
!whole = !cute.memref<f16, gmem, "(256,64):(64,1)">
!tile = !cute.tile<"[128:1;64:1;32:1]">
!part = !cute.memref<f16, gmem, "RESULT">
%r = cute.local_tile(%a, %t, %c, "PROJECTION") : (!whole, !tile, !cute.coord<"(1,0,_)">) -> !part
"""


@pytest.mark.parametrize(
    ("projection", "result", "verdict"),
    [
        ("(1,_,1)", "(128,32,2):(64,1,32)", Verdict.HOLDS),
        ("(1,_,1)", "(128,32,2):(64,1,16)", Verdict.FAULT),
        ("(1,1,_)", "(128,64):(64,1)", Verdict.HOLDS),
        ("(1,1,_)", "(128,64):(32,1)", Verdict.FAULT),
        ("(_,1,1)", "(64,32,2):(64,1,32)", Verdict.HOLDS),
    ],
)
def test_the_projection_of_a_local_tile_may_stand_behind_its_operands(projection, result, verdict):
    text = LOCAL_TILE.replace("PROJECTION", projection).replace("RESULT", result)
    (one,) = (s for s in audit(text) if s.claim.startswith("the type of the result"))
    assert one.verdict is verdict


@pytest.mark.parametrize(
    ("rank", "layout_", "told", "verdict"),
    [
        (2, "((8,1)):((1,0))", "((8,1),1):((1,0),0)", Verdict.HOLDS),
        (3, "8:1", "(8,1,1):(1,0,0)", Verdict.HOLDS),
        (3, "8:1", "(8,1,2):(1,0,0)", Verdict.FAULT),
        (1, "(8,?):(1,8)", "(8,?):(1,8)", Verdict.HOLDS),
        (2, "(?{div=4}):(1@0)", "(?{div=8},1):(1@0,0)", Verdict.FAULT),
    ],
)
def test_the_type_that_append_to_rank_does_not_print_is_inferred(rank, layout_, told, verdict):
    text = f"""\
%a = cute.append_to_rank<{rank}> (%l, %m) : {layout(layout_)}, {layout("1:0")}
%p = cute.make_arith_tuple_iter(%i) : (!cute.int_tuple<"(0,0)">) -> !cute.arith_tuple_iter<"(0,0)">
%v = cute.make_view(%p, %a) : !cute.coord_tensor<"(0,0)", "{told}">
"""
    assert stated(text, "make_view").verdict is verdict
