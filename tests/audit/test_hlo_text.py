"""The reader of HLO reads instructions, but not texts that only look like instructions."""

import pytest

from tests.audit.hlo import computation, module
from verif.audit.brackets import split
from verif.audit.hlo import audit, recognizes
from verif.audit.hlo.program import modules
from verif.audit.hlo.shapes import Array, Opaque, UnreadError, read_shape
from verif.audit.statement import Verdict


def only(text):
    (one,) = modules(text)
    return one


def entry(text):
    found = only(module(text)).entry
    assert found is not None
    return found.instructions


def test_an_instruction_has_a_name_a_shape_operands_and_attributes():
    found = entry("ROOT %t.1 = f32[5,3]{0,1:T(8,128)S(1)} transpose(%x), dimensions={1,0}, a=b")
    one = found["t.1"]
    assert (one.is_root, one.opcode, one.operands) == (True, "transpose", ("x",))
    assert one.integers("dimensions") == (1, 0)
    assert str(one.shape) == "f32[5,3]{0,1:T(8,128)S(1)}"


def test_strings_and_comments_are_not_code():
    found = entry(
        """%p = f32[2]{0} parameter(0), metadata={op_name="a = f32[3]{0} copy(b) }) {" x=1}
        %t = (f32[2]{0}, /*index=1*/f32[2]{0}) tuple(%p, /*index=1*/%p), metadata={op_name="(\\"("}
        ROOT %g = f32[2]{0} get-tuple-element(%t), index=1"""
    )
    assert list(found) == ["p", "t", "g"]
    assert found["t"].operands == ("p", "p")
    assert found["g"].integers("index") == (1,)


def test_an_instruction_may_have_several_lines():
    found = entry(
        """%c = f32[2,3]{1,0} constant({
          { 1, 2, 3 },
          { 4, 5, 6 }
        }), metadata={op_name="c"
          source_line=3}
        ROOT %n = f32[2,3]{1,0} negate(%c)"""
    )
    assert "".join(found["c"].operands_text.split()) == "{{1,2,3},{4,5,6}}"
    assert found["c"].attributes == {"metadata": '{op_name="c"\n  source_line=3}'}
    assert found["n"].line == found["c"].line + 5


def test_each_computation_has_a_separate_scope_of_names():
    inside = computation("f", "%x = f32[4]{0} parameter(0)\nROOT %y = f32[4]{0} negate(%x)")
    text = module(
        """%x = f32[2,2]{1,0} parameter(0)
        %y = f32[4]{0} bitcast(%x)
        ROOT %z = f32[4]{0} fusion(%y), kind=kLoop, calls=%f""",
        inside,
    )
    assert [s.verdict for s in audit(text)] == [Verdict.HOLDS] * 2
    found = only(text)
    assert {name: list(c.instructions) for name, c in found.computations.items()} == {
        "f": ["x", "y"],
        "main": ["x", "y", "z"],
    }


def test_lines_without_a_computation_are_read_with_their_operands_shapes():
    text = """// a line from a log
%b.1 = f16[1,128,2,64]{3,1,2,0} bitcast(f16[1,2,128,64]{3,2,1,0} %a.1)
%c.1 = f16[2,128]{1,0} copy(f16[2,128]{0,1} %d)
"""
    assert recognizes(text)
    found = [(s.line, s.operation, s.verdict, s.detail) for s in audit(text)]
    assert found[0] == (2, "bitcast", Verdict.HOLDS, "transpose {0,2,1,3}")
    assert found[1][:3] == (3, "copy", Verdict.HOLDS)


def test_a_text_may_have_several_modules():
    one = module("ROOT %p = f32[2]{0} parameter(0)")
    assert [m.line for m in modules(one + one)] == [1, len(one.splitlines()) + 1]


@pytest.mark.parametrize(
    "text",
    [
        "func.func @f(%a: tensor<4xf32>) { %0 = arith.addf %a, %a : tensor<4xf32> }",
        "x = foo[1]\ny = bar(x)",
        "((8,128),(2,1)):((1,2),(3,4))",
        "",
    ],
)
def test_other_texts_are_not_recognized_as_hlo(text):
    assert not recognizes(text)
    assert list(audit(text)) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("%a = f32[2]{0} copy(%b", "do not end"),
        ("%a = f32[2]{0}", "no operation"),
        ("%a = (f32[2]{0}, f32[2] copy(%b)", "does not end"),
        ("%a = f31[2]{0} copy(%b)", "f31"),
        ("%a = q4[2]{0} copy(%b)", "q4"),
        ("%a = f32[?]{0} copy(%b)", "has no bound"),
        ("%a = f32[2,2]{1,0:D(D,C)} copy(%b)", "sparse"),
        ("%a = f32[2,2]{1,0:Q(3)} copy(%b)", "Q(3)"),
        ("%a = f32[2,2]{1,1} copy(%b)", "permutation"),
        ("%a = f32[2]{0} bitcast(%b)", "not in the text"),
    ],
)
def test_a_line_that_is_not_understood_is_reported_with_its_reason(line, reason):
    found = list(audit(module(f"{line}\nROOT %z = f32[] constant(0)")))
    assert [s.verdict for s in found] == [Verdict.NOT_READ]
    assert reason in found[0].detail
    assert found[0].line == 4


def test_an_unfinished_line_hides_no_other():
    lines = (
        "%a = f32[2]{0} copy(%b",
        "%b = f32[2]{0} parameter(0)",
        "ROOT %c = f32[2]{0} copy(%b)",
    )
    found = entry("\n".join(lines))
    assert list(found) == ["b", "c"]


@pytest.mark.parametrize(
    ("text", "bytes_"),
    [
        ("f32[3,5]{1,0:T(2,2)}", 96),
        ("s4[9]{0:E(4)}", 5),
        ("s4[9]{0:L(128)E(4)}", 64),
        ("f32[<=8,128]{1,0:T(8,128)S(5)}", 4096),
        ("pred[64]{0:T(1024)E(32)}", 4096),
        ("f32[]", 4),
        ("f32[0,3]{1,0:T(8,128)}", 0),
    ],
)
def test_the_bytes_of_an_array_count_its_padding(text, bytes_):
    array = read_shape(text)
    assert isinstance(array, Array)
    assert array.bytes == bytes_


@pytest.mark.parametrize(
    "text",
    [
        "f32[<=8,128]{1,0:T(8,128)}",
        "f32[4,<=2,<=3]{2,0,1:L(2)S(1)}",
        "b(s32[<=4]{0})",
        "f32[4,2]{1,0}",
        "f32[]",
    ],
)
def test_an_array_is_printed_as_it_is_read(text):
    assert str(read_shape(text)) == text


def test_tuples_and_tokens_are_shapes():
    shape = read_shape("((f32[2]{0}, token[]), /*index=1*/ u32[]{:S(2)})")
    assert isinstance(shape, tuple)
    assert shape[0] == (read_shape("f32[2]{0}"), Opaque("token"))
    with pytest.raises(UnreadError):
        read_shape("(f32[2]{0}")


@pytest.mark.parametrize(
    "text",
    [
        "f32[3,4]{1,0 : T(2,2)}",
        "f32[3,4]{ 1, 0: T(2,2) }",
        "f32[ 3 , 4 ] { 1 , 0 : T ( 2 , 2 ) }",
    ],
)
def test_spaces_inside_a_shape_say_nothing(text):
    assert read_shape(text) == read_shape("f32[3,4]{1,0:T(2,2)}")
    spaced = read_shape(text.replace("}", " L(2) S(1) }"))
    assert str(spaced) == "f32[3,4]{1,0:T(2,2)L(2)S(1)}"


def test_commas_inside_brackets_and_strings_do_not_split():
    parts = ("a={1,2}", 'b="x,("', "c(d,e)", "/* f,g */ h", "f32[<=2,3]{1,0} %d")
    assert split(", ".join(parts)) == parts


def test_reading_is_linear():
    broken = module("\n".join(f"%a{k} = f32[2]{{0}} copy(%b" for k in range(20000)))
    assert len(only(broken).unread) == 20000


BUFFERS = """p = f32[6,4]{1,0} parameter(0)
b = b(f32[6,4]{1,0}) custom-call(p), custom_call_target="Pin"
t = (b(f32[6,4]{1,0}), s32[]) custom-call(b), custom_call_target="f"
g = b(f32[6,4]{1,0}) get-tuple-element(t), index=0
ROOT r = f32[6,4]{1,0} custom-call(g), custom_call_target="Unpin\""""


def test_buffers_are_arrays_with_layouts():
    assert list(entry(BUFFERS)) == ["p", "b", "t", "g", "r"]
    array = entry(BUFFERS)["b"].shape
    assert isinstance(array, Array)
    assert (array.is_buffer, array.elements, str(array)) == (True, 24, "b(f32[6,4]{1,0})")
    assert list(audit(module(BUFFERS))) == []
    assert recognizes("b = b(f32[6,4]{1,0}) custom-call(p)")
    with pytest.raises(UnreadError):
        read_shape("b((f32[2]{0}))")


@pytest.mark.parametrize(
    "new", ["g = b(f32[6,4]{0,1}) get", "g = f32[6,4]{1,0} get", "g = b(f32[4,6]{1,0}) get"]
)
def test_a_buffer_with_another_layout_is_a_fault(new):
    text = module(BUFFERS.replace("g = b(f32[6,4]{1,0}) get", new))
    assert {s.verdict for s in audit(text)} == {Verdict.FAULT}


@pytest.mark.parametrize(
    ("line", "is_unread"),
    [
        ("y = b(f32[4]{0} copy(x)", True),
        ("y = q(f32[4]{0}) copy(x)", True),
        ("y = future<f32[4]{0}> copy(x)", True),
        ("ROOT y = q(f32[4]{0}) copy(x)", True),
        ("%y = q(f32[4]{0}) copy(%x)", True),
        ("y = f32[4]{0} negate(x)", False),
    ],
)
def test_an_instruction_with_an_unknown_shape_is_reported(line, is_unread):
    text = module(f"x = f32[4]{{0}} parameter(0)\n{line}")
    assert [s.verdict for s in audit(text)] == [Verdict.NOT_READ] * is_unread


@pytest.mark.parametrize(
    "line",
    [
        "note = the copy(x) is slow",
        "x = torch.zeros(4) if y else f (z)",
    ],
)
def test_lines_outside_of_computations_are_skipped(line):
    for text in (f"{module('x = f32[4]{0} parameter(0)')}\n{line}\n", f"{line}\n{line}"):
        assert [s for s in audit(text) if s.verdict is Verdict.NOT_READ] == []


def test_attributes_on_lines_of_their_own_are_not_instructions():
    text = module(
        """x = f32[4]{0} parameter(0)
        y = f32[4]{0} custom-call(x),
          custom_call_target = "f (x) f (x)", metadata = {op_name="g (h)"},
          backend_config = {"a": "b (c)"}
        ROOT z = f32[4]{0} negate(y)"""
    )
    assert only(text).unread == []


INDENTED = module(
    """%x = f32[2,3]{1,0} parameter(0)
    %c = f32[2,3]{1,0} constant(
    {
      { 1, 2, 3 },
      { 4, 5, 6 }
    }
    )
    %s = f32[2,3]{1,0} add(%x, %c)
    ROOT %y = f32[2,3]{1,0} call(%s), to_apply=%g""",
    computation("g", "%p = f32[2,3]{0,1} parameter(0)\n  ROOT %t = f32[2,3]{1,0} copy(%p)"),
)


@pytest.mark.parametrize("margin", ["", " ", "    ", "\t", "        "])
def test_an_indented_text_is_read(margin):
    text = "".join(margin + line for line in INDENTED.splitlines(keepends=True))
    assert recognizes(text)
    found = [(s.line, s.verdict) for s in audit(text)]
    assert found == [(s.line, s.verdict) for s in audit(INDENTED)]
    assert (17, Verdict.FAULT) in found
    assert only(text).cut == ""
    assert "inside of the computation main" in only(text.rstrip()[:-1]).cut


def test_a_sentence_about_a_module_is_not_a_module():
    assert not recognizes("    HloModule is the root of a program.\n")
