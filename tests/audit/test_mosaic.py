"""The audit of Mosaic's layouts of vectors and of tiled memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verif.audit.mosaic import FULL, MOVES, SAME, TILES, TYPED, WIDTH, audit, recognizes, vpad


def result(layout, vector, name="%1"):
    return f'{name} = math.exp %0 {{out_layout = [#tpu.vpad<"{layout}">]}} : vector<{vector}>'


def found(text):
    return [(one.line, one.claim, str(one.verdict)) for one in audit(text)]


@given(
    st.sampled_from([8, 16, 32]),
    st.integers(0, 7),
    st.integers(0, 127),
    st.lists(st.integers(1, 300), min_size=2, max_size=3),
)
def test_registers_are_the_tiles_that_the_vector_touches(bits, row, column, shape):
    layout = vpad(f"{bits},{{{row},{column}}},({8 * 32 // bits},128)")
    rows, columns = shape[-2:]
    height = 8 * 32 // bits
    touched = {
        (a, x // height, y // 128)
        for a in range(shape[0] if len(shape) == 3 else 1)
        for x in (row, *range(row, row + rows, height), row + rows - 1)
        for y in (column, *range(column, column + columns, 128), column + columns - 1)
    }
    assert layout.registers(tuple(shape)) == len(touched)
    places = len(touched) * height * 128
    elements = 1
    for side in shape:
        elements *= side
    assert layout.share(tuple(shape)) == elements / places


@pytest.mark.parametrize(
    ("layout", "shape", "registers"),
    [
        ("32,{0,0},(8,128)", (32, 300), 12),
        # A tile of 8 rows of 16-bit elements fills half a register, so a register has two tiles.
        ("16,{0,0},(8,128)", (32, 300), 8),
        ("32,{3,5},(8,128)", (16, 128), 6),
        ("32,{0,0},(8,128),-1", (32,), 4),
        ("32,{0,0},(8,128),-2", (300,), 3),
        ("32,{0,0},(1,128)", (1, 1024), 1),
    ],
)
def test_registers_of_known_layouts(layout, shape, registers):
    assert vpad(layout).registers(shape) == registers


@pytest.mark.parametrize(
    ("layout", "vector", "expected"),
    [
        ("32,{0,0},(8,128)", "32x128xf32", [(WIDTH, "holds"), (FULL, "holds")]),
        ("32,{0,0},(8,128)", "32x128xbf16", [(WIDTH, "fault")]),
        ("16,{0,0},(16,128)", "32x128xbf16", [(WIDTH, "holds"), (FULL, "holds")]),
        ("32,{0,0},(8,128)", "16x1xf32", [(WIDTH, "holds"), (FULL, "cost")]),
        # No layout can use less than one register, so the unused places are not a cost.
        ("32,{0,0},(8,128)", "1x1xf32", [(WIDTH, "holds"), (FULL, "holds")]),
        ("32,{*,*},(8,128)", "8x1xf32", [(WIDTH, "holds")]),
        ("32,{0,0},(8,128)", "8x128xi1", []),
        ("none", "8x128xf32", []),
    ],
)
def test_a_result_has_its_width_and_fills_its_registers(layout, vector, expected):
    assert found(result(layout, vector)) == [(1, *one) for one in expected]


def test_a_layout_that_is_not_read_says_why():
    assert found(result("32,{0},(8,128)", "8x128xf32")) == [(1, "the layout is read", "not read")]
    assert found(result("32,{0,0},(0,128)", "8x128xf32"))[0][2] == "not read"


USE = '%2 = arith.negf %1 {{in_layout = [#tpu.vpad<"{}">], out_layout = [#tpu.vpad<"none">]}} : f32'


@pytest.mark.parametrize(
    ("made", "used", "verdict"),
    [
        ("32,{0,0},(8,128)", "32,{0,0},(8,128)", "holds"),
        ("32,{0,*},(8,128)", "32,{0,64},(8,128)", "holds"),
        ("32,{0,0},(8,128)", "32,{0,*},(8,128)", "cost"),
        ("32,{0,0},(8,128)", "32,{3,0},(8,128)", "cost"),
        ("16,{0,0},(8,128)", "16,{0,0},(16,128)", "cost"),
    ],
)
def test_a_value_is_used_in_the_layout_in_which_it_is_made(made, used, verdict):
    bits = made.partition(",")[0]
    text = result(made, f"16x128xf{bits}") + "\n" + USE.format(used)
    assert (2, SAME, verdict) in found(text)
    changed = "%3 = tpu.relayout %2 {in_layout = [], out_layout = []} : f32"
    after = found(f"{text}\n{changed}")
    # `tpu.relayout` shows that the compiler has already inserted its changes of layout. A remaining
    # disagreement is a fault.
    assert (2, SAME, verdict.replace("cost", "fault")) in after


@pytest.mark.parametrize(("used", "verdict"), [("{0,0}", "holds"), ("{3,0}", "cost")])
def test_the_value_of_a_store_is_its_first_operand(used, verdict):
    text = result("32,{0,0},(8,128)", "16x128xf32") + "\ntpu.vector_store %m[%i], %1 {in_layout = ["
    text += f'#tpu.vpad<"32,{used},(8,128)">, #tpu.vpad<"none">, #tpu.vpad<"none">]}} : f32'
    assert (2, SAME, verdict) in found(text)


def test_names_are_known_only_in_their_function():
    text = result("32,{0,0},(8,128)", "16x128xf32") + "\nfunc.func @f() {\n"
    assert SAME not in [claim for _, claim, _ in found(text + USE.format("32,{3,0},(8,128)"))]


def test_a_change_of_layout_is_a_cost_unless_it_moves_nothing():
    line = (
        '%1 = tpu.relayout %0 {{in_layout = [#tpu.vpad<"32,{{0,{}}},(8,128)">], out_layout ='
        ' [#tpu.vpad<"32,{{0,64}},(8,128)">]}} : vector<8x128xf32> -> vector<8x128xf32>'
    )
    assert (1, MOVES, "cost") in found(line.format(0))
    assert (1, MOVES, "holds") in found(line.format("*"))


@pytest.mark.parametrize(
    ("shape", "tiles", "strides", "tiles_verdict", "full_verdict"),
    [
        ("32x300", "(8,128)(2,1)", "3,1", "holds", "holds"),
        ("32x300", "(8,128)(2,1)", "2,1", "fault", "holds"),
        ("4x128x128", "(8,128)", "16,1,1", "holds", "holds"),
        ("32x128", "(1,128)", "1,1", "holds", "holds"),
        ("9x1", "(8,128)", "1,1", "holds", "cost"),
        ("128", "(8,128)", "1,1", "not read", None),
    ],
)
def test_the_tiles_of_a_memory_are_apart(shape, tiles, strides, tiles_verdict, full_verdict):
    memory = f"%0: memref<{shape}xbf16, #tpu.tiled<{tiles},[{strides}]>, #tpu.memory_space<vmem>>"
    expected = [(1, TILES, tiles_verdict), *([(1, FULL, full_verdict)] if full_verdict else [])]
    # The same memory occurs twice in the text, but is judged only at its first occurrence.
    assert found(f"{memory}\n{memory}") == expected


def test_a_module_of_mosaic_is_recognized_also_without_layouts():
    assert recognizes("%0 = tpu.vector_load %a : memref<8xf32>, vector<8xf32>")
    assert not recognizes("%0 = vector.load %a : memref<8xf32>, vector<8xf32>")


TYPES = """module {
  func.func @f(%arg0: memref<16x128xf32>, %arg1: memref<16x128xi1>) {
    %c0 = arith.constant 0 : index
    %0 = tpu.vector_load %arg0[%c0, %c0] : memref<16x128xf32>, vector<16x128xf32>,
    %1 = math.exp %0 : vector<16x128xf32>
    %2 = arith.cmpf olt, %0, %1 : vector<16x128xf32>
    %3 = tpu.transpose %1, [1, 0] : vector<16x128xf32> -> vector<128x16xf32>
    %4 = arith.negf %3 : vector<128x16xf32>
    tpu.vector_store %arg1[%c0, %c0], %2 : memref<16x128xi1>, vector<16x128xi1>,
  }
}
"""


@pytest.mark.parametrize(("operand", "verdict"), [("%0", "holds"), ("%mask", "fault")])
def test_a_sum_with_carry_has_operands_of_one_type(operand, verdict):
    text = f"""func.func @f(%arg0: memref<8xi32>, %arg1: memref<8xi1>) {{
  %0 = tpu.vector_load %arg0[] : memref<8xi32>, vector<8xi32>,
  %mask = tpu.vector_load %arg1[] : memref<8xi1>, vector<8xi1>,
  %1, %2 = arith.addui_extended %0, {operand} : vector<8xi32>, vector<8xi1>
  tpu.vector_store %arg1[], %2 : memref<8xi1>, vector<8xi1>,
}}
"""
    assert [one for _, claim, one in found(text) if claim == TYPED] == [verdict]


def test_uses_with_the_types_of_their_definitions_hold():
    assert (4, TYPED, "holds") in found(TYPES)


@pytest.mark.parametrize(
    ("line", "place"), [(4, 0), (4, 1), (5, 0), (6, 0), (7, 0), (7, 1), (8, 0), (9, 0)]
)
def test_a_type_that_is_changed_in_one_place_is_a_fault(line, place):
    lines = TYPES.split("\n")
    head, types = lines[line - 1].rsplit(" : ", 1)
    *before, after = types.split("x", 1 + 2 * place)
    lines[line - 1] = f"{head} : {'x'.join(before)}x1{after}"
    assert "fault" in [verdict for _, claim, verdict in found("\n".join(lines)) if claim == TYPED]


def test_aliases_of_types_may_stand_for_the_same():
    text = "%0 = tpu.a %x : !a -> !b\n%1 = tpu.b %0 : vector<8xf32> -> vector<8xf32>"
    assert TYPED not in [claim for _, claim, _ in found(text)]


HEAD = """module {
  func.func @f(%m: memref<8x128xf32>, %s: memref<f32>, %n: index, %x: f32, %p: i1) {
    %v = tpu.a %n : index -> vector<8x128xf32>
    %w = tpu.a %n : index -> vector<16xf32>
    %u = tpu.a %n : index -> vector<f32>
    %k = tpu.a %n : index -> vector<8x128xi1>
"""


def typed(lines):
    """Append `lines` to the faultless `HEAD`, and return the verdicts on the types of operands."""
    return [verdict for _, claim, verdict in found(HEAD + lines + "\n  }\n}\n") if claim == TYPED]


@pytest.mark.parametrize(
    "line",
    [
        "%1 = vector.extract %v[0, 0] : f32 from vector<8x128xf32>",
        "%1 = vector.extract %v[%n] : vector<128xf32> from vector<8x128xf32>",
        "%1 = vector.insert %x, %w[0] : f32 into vector<16xf32>",
        "%1 = vector.insert %x, %w[%n] : f32 into vector<16xf32>",
        (
            "%1 = vector.insert_strided_slice %w, %v {strides = [1]} : vector<16xf32> into"
            " vector<8x128xf32>"
        ),
        "%1 = vector.reduction <add>, %w : vector<16xf32> into f32",
        "%1 = vector.reduction <add>, %w, %x : vector<16xf32> into f32",
        (
            "%1 = vector.contract {} %v, %v, %v : vector<8x128xf32>, vector<8x128xf32> into"
            " vector<8x128xf32>"
        ),
        (
            "%1 = vector.maskedload %m[%n, %n], %k, %v : memref<8x128xf32>, vector<8x128xi1>,"
            " vector<8x128xf32> into vector<8x128xf32>"
        ),
        "%1 = memref.collapse_shape %m [[0, 1]] : memref<8x128xf32> into memref<1024xf32>",
        (
            "%1 = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 4, 128] :"
            " memref<8x128xf32> into memref<?x4x128xf32>"
        ),
        "%1 = memref.transpose %m (d0, d1) -> (d1, d0) : memref<8x128xf32> to memref<128x8xf32>",
        "%1 = memref.alloc(%n) : memref<?xf32>",
        "%1 = vector.from_elements %x : vector<1xf32>",
        "%1 = vector.splat %x : vector<16xf32>",
        "%1 = vector.create_mask %n : vector<16xi1>",
        "%1 = vector.broadcast %x : f32 to vector<16xf32>",
        "%1 = vector.transfer_read %s[], %x : memref<f32>, vector<f32>",
        "vector.store %u, %s[] : memref<f32>, vector<f32>",
        "vector.store %v, %m[%n, %n] : memref<8x128xf32>, vector<8x128xf32>",
        "%1 = arith.select %p, %v, %v : vector<8x128xf32>",
        "%1 = arith.select %k, %v, %v : vector<8x128xi1>, vector<8x128xf32>",
        "%1, %2 = arith.addui_extended %n, %n : index, i1",
        "%1 = math.isnan %x : f32\n    %2 = tpu.a %1 : i1 -> i1",
    ],
)
def test_types_that_stand_in_another_order_than_the_operands_are_no_fault(line):
    assert set(typed(line)) == {"holds"}


@pytest.mark.parametrize(
    "line",
    [
        "%1 = vector.extract %v[0, 0] : f32 from vector<8x64xf32>",
        (
            "%1 = vector.extract %v[0] : vector<128xf32> from vector<8x128xf32>\n"
            "    %2 = tpu.a %1 : vector<64xf32> -> f32"
        ),
        "%1 = vector.insert %x, %w[0] : f16 into vector<16xf32>",
        "%1 = vector.insert %x, %w[0] : f32 into vector<8xf32>",
        (
            "%1 = vector.insert %x, %w[0] : f32 into vector<16xf32>\n"
            "    %2 = tpu.a %1 : vector<8xf32> -> f32"
        ),
        "%1 = vector.reduction <add>, %w : vector<8xf32> into f32",
        "%1 = vector.reduction <add>, %w, %x : vector<16xf32> into f16",
        "%1 = memref.collapse_shape %m [[0, 1]] : memref<8x64xf32> into memref<512xf32>",
        "%1 = vector.broadcast %x : f16 to vector<16xf32>",
        "%1 = vector.transfer_read %m[%n, %n], %x : memref<8x64xf32>, vector<8x128xf32>",
        "vector.store %v, %m[%n, %n] : memref<8x64xf32>, vector<8x128xf32>",
        "vector.store %v, %m[%n, %n] : memref<8x128xf32>, vector<8x64xf32>",
        "%1 = arith.select %p, %v, %w : vector<8x128xf32>",
        "%1 = arith.select %k, %v, %v : vector<8x64xi1>, vector<8x128xf32>",
        "%1 = math.isnan %x : f16",
    ],
)
def test_a_wrong_type_is_a_fault_in_each_order_of_types(line):
    assert "fault" in typed(line)
