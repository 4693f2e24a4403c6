"""The reader of MLIR reads operations, scopes and types, in custom and in generic form."""

import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verif.audit import mlir

KERNEL = """\
#blocked = #ttg.blocked<{sizePerThread = [1], order = [0]}>
#slice = #ttg.slice<{dim = 0, parent = #blocked}>
#loc = loc("a.py":1:0)
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  // A comment with { and tt.load %0
  tt.func public @f(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32} loc("p"(#loc)), %n: i32) {
    %c0 = arith.constant 0 : i32 loc(#loc)
    %cst, %more:2 = test.three %arg0[%c0] {a = "x : y -> {z"} : i32 -> i1, T, tensor<8xf32, #slice>
    %9:2 = scf.for %i = %c0 to %n step %c0 (%x = %cst, %y = %n) -> (i1, t<4xf16, #blocked>) : i32 {
      %0 = "tt.reduce"(%y) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: tensor<2xf32, #slice>):
        %1 = arith.addf %a, %b : f32
        tt.reduce.return %1 : f32
      }) {later} : (t<4xf16, #blocked>) -> f32
      scf.yield %x, %y : i1, t<4xf16, #blocked>
    }
    %0 = scf.if %9#0 -> (f32) {
      scf.yield %9#1 : f32
    } else {
      %1 = test.more(%0,
          %more#1) : (f32, f32)
        -> f16
    }
    tt.return
  } loc(#loc)
}
"""


def operations(text):
    return {(op.line, op.name): op for op in mlir.read(text).operations}


def test_operations_have_the_lines_and_the_names_of_the_text():
    assert list(operations(KERNEL)) == [
        (4, "module"),
        (6, "tt.func"),
        (7, "arith.constant"),
        (8, "test.three"),
        (9, "scf.for"),
        (10, "tt.reduce"),
        (12, "arith.addf"),
        (13, "tt.reduce.return"),
        (15, "scf.yield"),
        (17, "scf.if"),
        (18, "scf.yield"),
        (20, "test.more"),
        (24, "tt.return"),
    ]


def test_each_operation_names_its_enclosing_operation():
    found = mlir.read(KERNEL).operations
    names = [found[op.parent].name if op.parent is not None else None for op in found]
    assert names[:3] == [None, "module", "tt.func"]
    assert names[5:8] == ["scf.for", "tt.reduce", "tt.reduce"]
    assert names[-1] == "tt.func"


def test_results_operands_and_types_are_read_from_the_line():
    op = operations(KERNEL)[8, "test.three"]
    assert op.results == ("%cst", "%more:2")
    assert op.operands == ("%arg0", "%c0")
    assert op.operand_types == ("i32",)
    assert op.attributes == '%arg0[%c0] {a = "x : y -> {z"}'
    parent = "#ttg.blocked<{sizePerThread = [1], order = [0]}>"
    kind = f"tensor<8xf32, #ttg.slice<{{dim = 0, parent = {parent}}}>>"
    assert op.result_types == ("i1", "T", kind)


def test_a_line_continues_inside_of_brackets_and_at_an_arrow():
    op = operations(KERNEL)[20, "test.more"]
    assert op.operands == ("%0", "%more#1")
    assert (op.operand_types, op.result_types) == (("f32", "f32"), ("f16",))


def test_the_generic_form_has_its_attributes_before_and_behind_its_regions():
    op = operations(KERNEL)[10, "tt.reduce"]
    assert op.attributes.split() == ["(%y)", "<{axis", "=", "1", ":", "i32}>", "()", "{later}"]
    assert op.result_types == ("f32",)


def test_the_counter_of_a_loop_is_not_a_result():
    op = operations(KERNEL)[9, "scf.for"]
    assert op.operand_types == ("i32",)
    assert [kind[:6] for kind in op.result_types] == ["i1", "t<4xf1"]
    assert op.operands == ("%c0", "%n", "%c0", "%cst", "%n")


def test_names_belong_to_their_region():
    found = mlir.read(KERNEL).operations
    inner = operations(KERNEL)[12, "arith.addf"].values
    assert [one.type[:10] for one in inner] == ["f32", "tensor<2xf"]
    outer = operations(KERNEL)[20, "test.more"].values[0]
    # `%0` of the loop is not visible here, and `%0` of the branch is not yet defined.
    assert (outer.type, outer.source) == ("", None)
    second = operations(KERNEL)[20, "test.more"].values[1]
    assert second.type.startswith("tensor<8xf32")
    assert found[second.source].name == "test.three"
    carried = operations(KERNEL)[15, "scf.yield"].values
    assert [one.type[:6] for one in carried] == ["i1", "t<4xf1"]


def test_only_the_first_result_type_is_the_first_results():
    values = operations(KERNEL)[18, "scf.yield"].values
    assert [(one.name, one.result, one.type[:10]) for one in values] == [("%9#1", 1, "t<4xf16, #")]


def test_arguments_have_their_types():
    (value, _) = operations(KERNEL)[8, "test.three"].values
    assert value == mlir.Value("%arg0", "!tt.ptr<f16>", owner=1)
    found = operations(KERNEL)
    assert found[6, "tt.func"].arguments == ("%arg0", "%n")
    assert found[9, "scf.for"].arguments == ("%i", "%x", "%y")
    assert found[10, "tt.reduce"].arguments == ("%a", "%b")
    carried = found[15, "scf.yield"].values
    assert [(one.owner, one.result) for one in carried] == [(4, 1), (4, 2)]


def test_results_are_counted_over_all_names_of_a_line():
    (_, one) = operations(KERNEL)[20, "test.more"].values
    assert (one.name, one.source, one.result) == ("%more#1", 3, 2)


@pytest.mark.parametrize("results", ["%s, %c", "%s:2"])
def test_a_sum_with_carry_prints_the_types_of_its_results(results):
    custom = f"{results} = arith.addui_extended %a, %b : v<8xi32>, v<8xi1>"
    generic = f'{results} = "arith.addui_extended"(%a, %b) : (v<8xi32>, v<8xi32>)'
    generic += " -> (v<8xi32>, v<8xi1>)"
    used = "%s, %c" if "," in results else "%s#0, %s#1"
    for text in (custom, generic):
        add, use = mlir.read(f"{text}\ntest.use {used} : i8, i8").operations
        assert add.operand_types == ("v<8xi32>", "v<8xi32>")
        assert [one.type for one in use.values] == ["v<8xi32>", "v<8xi1>"]


def test_aliases_are_read_without_locations():
    assert list(mlir.read(KERNEL).aliases) == ["#blocked", "#slice"]


def test_recursive_aliases_are_not_expanded():
    found = mlir.read("#a = #x<#b>\n#b = #y<#a>\n%0 = t.t : vector<#a>").operations
    assert found[0].result_types == ("vector<#x<#y<#a>>>",)


def test_aliases_that_double_are_expanded_to_a_bounded_length():
    lines = ["#a0 = #x<1>", *(f"#a{k} = #x<#a{k - 1}, #a{k - 1}>" for k in range(1, 60))]
    found = mlir.read("\n".join([*lines, "%0 = t.t : vector<#a59>"])).operations
    assert len(found[0].result_types[0]) < 3 * mlir.MOST_EXPANDED


@pytest.mark.parametrize(
    ("text", "complete"), [("a.b {\n  c.d\n}", True), ("a.b {\n  c.d", False), ("a.b (%0", False)]
)
def test_a_text_that_stops_inside_of_a_region_is_not_complete(text, complete):
    assert mlir.read(text).complete is complete


def test_parts_have_their_own_aliases_and_the_lines_of_the_whole_text():
    text = "#a = #x\n%0 = t.t : v<#a>\n// -----// IR Dump //----- //\n%0 = t.t : v<#a>\n"
    one, two = mlir.read_all(text)
    assert one.operations[0].result_types == ("v<#x>",)
    assert (two.operations[0].line, two.operations[0].result_types) == (4, ("v<#a>",))


def test_comparisons_and_arrows_close_no_bracket():
    (op,) = mlir.read(
        "%0 = a.b {s = affine_set<(d0) : (d0 - 1 >= 0)>} : f<(i1) -> i2> -> i3"
    ).operations
    assert (op.operand_types, op.result_types) == (("f<(i1) -> i2>",), ("i3",))


def test_resources_are_skipped():
    text = '{-#\n  a: {\n b.c: "0x00 }"\n}\n#-}\nd.e'
    assert [(op.line, op.name) for op in mlir.read(text).operations] == [(6, "d.e")]


NAMES = st.sampled_from(["%a", "%0", "%b#1"])


@given(
    st.lists(st.sampled_from(list('%ab0#.:=,(){}<>[]"\\/ \n-^!@') + ["->", "a.b", "loc(", "//"]))
)
def test_any_text_is_read(pieces):
    module = mlir.read("".join(pieces))
    lines = "".join(pieces).count("\n") + 1
    assert all(1 <= op.line <= lines for op in module.operations)
    assert all(op.parent is None or op.parent < k for k, op in enumerate(module.operations))


@given(
    st.lists(
        st.tuples(
            st.lists(NAMES, max_size=3), st.lists(st.sampled_from(["i32", "v<1x2>", "(i1) -> i2"]))
        ),
        min_size=1,
    )
)
def test_both_forms_have_the_same_operands_and_types(rows):
    custom, generic = list[str](), list[str]()
    for k, (operands, types) in enumerate(rows):
        names, kinds = ", ".join(operands), ", ".join(types)
        custom.append(f"%r{k} = test.op {names} {{k = {k} : i32}} : ({kinds}) -> i8")
        generic.append(f'%r{k} = "test.op"({names}) <{{k = {k} : i32}}> : ({kinds}) -> i8')
    one, two = (mlir.read("\n".join(lines)).operations for lines in (custom, generic))
    for a, b in zip(one, two, strict=True):
        assert (a.name, a.operands, a.operand_types, a.result_types) == (
            *(b.name, b.operands, b.operand_types, b.result_types),
        )
        assert a.values == b.values


@pytest.mark.parametrize(
    "line",
    [
        "%0 = a.b %1 : i32\n",
        '"a.b"() ({\n',
        "(",
        '\\"',
        "{-#",
        "<",
        "%a : < ",
        "a.b %c : (d, \n",
        "!x = ",
        "loc(",
    ],
)
def test_the_time_is_linear(line):
    def seconds(count):
        start = time.process_time()
        mlir.read(line * count)
        return time.process_time() - start

    size = 20_000 // len(line)
    assert min(seconds(8 * size) for _ in range(2)) < 30 * max(seconds(size), 0.01)


@pytest.mark.skipif("ARTEFACTS" not in os.environ, reason="ARTEFACTS names no folder of texts")
def test_every_value_of_the_artefacts_is_defined():
    files = [p for p in Path(os.environ["ARTEFACTS"]).rglob("*") if p.suffix in (".mlir", ".ttgir")]
    assert files
    for path in files:
        for module in mlir.read_all(path.read_text()):
            assert module.complete, path
            unknown = [
                v for op in module.operations for v in op.values if not v.type and v.source is None
            ]
            assert not unknown, path
