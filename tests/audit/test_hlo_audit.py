"""The audit of HLO judges calls, copies, padding, entry layouts and memory reports."""

import pytest

from tests.audit.hlo import SUM, computation, module
from verif.audit.hlo import audit
from verif.audit.statement import Verdict


def found(text, verdict=None):
    statements = list(audit(text))
    return [s for s in statements if verdict is None or s.verdict is verdict]


FUSED = computation(
    "f",
    """%p = f32[8,128]{1,0:T(8,128)S(1)} parameter(0)
    ROOT %t = f32[128,8]{0,1:T(8,128)} bitcast(%p)""",
)


def test_a_fusion_keeps_the_layouts_of_operands_but_not_their_memory_space():
    text = """%x = f32[8,128]{1,0:T(8,128)} parameter(0)
    ROOT %y = f32[128,8]{0,1:T(8,128)S(1)} fusion(%x), kind=kLoop, calls=%f"""
    claims = [(s.operation, s.verdict) for s in found(module(text, FUSED))]
    assert claims == [
        ("bitcast", Verdict.HOLDS),
        ("parameter", Verdict.HOLDS),
        ("fusion", Verdict.HOLDS),
        ("fusion", Verdict.HOLDS),
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("%x = f32[8,128]{1,0:T(8,128)}", "%x = f32[8,128]{0,1:T(8,128)}", "operand 0 of f"),
        ("f32[128,8]{0,1:T(8,128)S(1)} fusion", "f32[128,8]{1,0:T(8,128)} fusion", "the result of"),
        ("f32[128,8]{0,1:T(8,128)S(1)} fusion", "f32[8,128]{0,1:T(8,128)} fusion", "the result of"),
        ("%x = f32[8,128]", "%x = s32[8,128]", "s32[8,128]{1,0:T(8,128)} outside"),
    ],
)
def test_a_fusion_that_expects_other_layouts_is_a_fault(old, new, words):
    text = """%x = f32[8,128]{1,0:T(8,128)} parameter(0)
    ROOT %y = f32[128,8]{0,1:T(8,128)S(1)} fusion(%x), kind=kLoop, calls=%f"""
    (fault,) = found(module(text.replace(old, new), FUSED), Verdict.FAULT)
    assert words in fault.detail


def test_an_element_that_lies_elsewhere_inside_a_call_is_quoted():
    text = """%x = f32[2,3]{1,0} parameter(0)
    ROOT %y = f32[2,3]{1,0} call(%x), to_apply=%g"""
    inside = computation("g", "ROOT %p = f32[2,3]{0,1} parameter(0)")
    faults = found(module(text, inside), Verdict.FAULT)
    (fault,) = faults
    assert fault.detail == (
        "operand 0 of g: f32[2,3]{1,0} outside, f32[2,3]{0,1} inside: element (1,0) lies at 3, but"
        " is read at 1"
    )
    assert found(module(text, inside, scheduled=False), Verdict.FAULT) == []


LOOP = (
    computation(
        "body",
        """%p = (s32[], f32[4,2]{1,0}) parameter(0)
        %i = s32[] get-tuple-element(%p), index=0
        %x = f32[4,2]{1,0} get-tuple-element(%p), index=1
        ROOT %t = (s32[], f32[4,2]{1,0}) tuple(%i, %x)""",
    ),
    computation(
        "done",
        """%p = (s32[], f32[4,2]{1,0}) parameter(0)
        %i = s32[] get-tuple-element(%p), index=0
        ROOT %c = pred[] compare(%i, %i), direction=LT""",
    ),
)
AROUND = """%i = s32[] constant(0)
%x = f32[4,2]{1,0} parameter(0)
%t = (s32[], f32[4,2]{1,0}) tuple(%i, %x)
ROOT %w = (s32[], f32[4,2]{1,0}) while(%t), condition=%done, body=%body"""


def test_a_loop_carries_the_same_layouts():
    assert [s.operation for s in found(module(AROUND, *LOOP), Verdict.HOLDS)] == ["while"]
    wrong = LOOP[0].replace("{1,0}) tuple", "{0,1}) tuple"), LOOP[1]
    faults = found(module(AROUND, *wrong), Verdict.FAULT)
    assert [fault.operation for fault in faults] == ["tuple", "while"]
    assert "the result of body.1" in faults[1].detail


def test_parts_of_tuples_are_their_operands():
    text = """%x = f32[4,2]{1,0} parameter(0)
    %t = (f32[4,2]{1,0}, f32[4,2]{1,0}) tuple(%x, %x)
    ROOT %g = f32[4,2]{1,0} get-tuple-element(%t), index=1"""
    assert found(module(text)) == []
    for old, new in (
        ("ROOT %g = f32[4,2]{1,0}", "ROOT %g = f32[4,2]{0,1}"),
        ("ROOT %g = f32[4,2]", "ROOT %g = f32[2,4]"),
        ("f32[4,2]{1,0}) tuple", "f32[4,2]{0,1}) tuple"),
    ):
        assert {s.verdict for s in found(module(text.replace(old, new)))} == {Verdict.FAULT}


def test_a_bitcast_outside_fusions_keeps_the_memory_space():
    text = """%x = f32[8,128]{1,0:T(8,128)} parameter(0)
    ROOT %y = f32[1024]{0:T(1024)S(1)} bitcast(%x)"""
    (fault,) = found(module(text), Verdict.FAULT)
    assert fault.detail == "memory space S(0) becomes S(1)"
    assert found(module(text.replace("S(1)", "")), Verdict.FAULT) == []


def test_a_bitcast_without_layouts_is_not_decided():
    text = "%x = f32[8,128] parameter(0)\nROOT %y = f32[128,8] bitcast(%x)"
    assert [s.verdict for s in found(module(text))] == [Verdict.UNKNOWN]


@pytest.mark.parametrize(
    ("copy", "verdict", "words"),
    [
        ("f32[64,256]{1,0:T(8,128)} copy(%x)", Verdict.COST, "only the buffer"),
        ("f32[64,256]{0,1:T(8,128)} copy(%x)", Verdict.HOLDS, "65536 bytes are read"),
        ("f32[64,256]{1,0:T(8,128)S(1)} copy(%x)", Verdict.HOLDS, "from S(0) to S(1)"),
        ("bf16[64,256]{1,0:T(8,128)(2,1)} copy(%x)", Verdict.HOLDS, "from f32 to bf16"),
        ("f32[256,64]{1,0:T(8,128)} copy(%x)", Verdict.FAULT, "becomes f32[256,64]"),
    ],
)
def test_a_copy_states_the_bytes_that_it_moves(copy, verdict, words):
    text = module(f"%x = f32[64,256]{{1,0:T(8,128)}} parameter(0)\nROOT %y = {copy}")
    (one,) = (s for s in found(text) if "copy keeps" in s.claim)
    assert one.verdict is verdict
    assert words in one.detail


def test_a_copy_of_a_dynamic_array_to_a_static_one_names_both():
    lines = "%x = f32[<=8,2]{1,0} parameter(0)\nROOT %y = f32[8,2]{1,0} copy(%x)"
    (one,) = (s for s in found(module(lines)) if "copy keeps" in s.claim)
    assert one.verdict is Verdict.UNKNOWN
    assert one.detail == "f32[<=8,2]{1,0} becomes f32[8,2]{1,0}"


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("f32[256,64]{1,0:T(8,128)} reshape(%x)", Verdict.COST),
        ("f32[8,8,256]{2,1,0:T(8,128)} reshape(%x)", Verdict.HOLDS),
        ("f32[256,64]{0,1:T(8,128)} transpose(%x), dimensions={1,0}", Verdict.HOLDS),
        ("f32[256,64]{1,0:T(8,128)} transpose(%x), dimensions={1,0}", Verdict.COST),
        ("f32[256,65]{1,0:T(8,128)} transpose(%x), dimensions={1,0}", Verdict.UNKNOWN),
        ("f32[64,255]{1,0:T(8,128)} reshape(%x)", Verdict.UNKNOWN),
    ],
)
def test_a_reshape_or_transpose_states_whether_it_moves_elements(line, verdict):
    text = f"%x = f32[64,256]{{1,0:T(8,128)}} parameter(0)\nROOT %y = {line}"
    (one,) = (s for s in found(module(text)) if "moves no element" in s.claim)
    assert one.verdict is verdict
    assert not [s for s in found(module(text, scheduled=False)) if "moves no" in s.claim]


@pytest.mark.parametrize(
    "line",
    [
        "f32[4,8]{1,0} slice(%x), slice={[0:4], [0:9]}",
        "f32[4,9]{1,0} slice(%x), slice={[0:4], [0:8]}",
        "f32[9,8]{1,0} pad(%x, %c), padding=0_0x0_0",
        "f32[17,8]{1,0} concatenate(%x, %x), dimensions={0}",
        "f32[8,8,2]{2,1,0} broadcast(%x), dimensions={0,2}",
        "f32[8,7]{1,0} reverse(%x), dimensions={0}",
        "f32[2,3]{1,0} dynamic-slice(%x, %i, %i), dynamic_slice_sizes={2,2}",
        "f32[8,9]{1,0} reshape(%x)",
        "f32[8,8,1]{1,0,2} transpose(%x), dimensions={1,0}",
        "f32[8,9]{1,0} add(%x, %x)",
        "f32[8,7]{1,0} dot(%x, %x), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
        "f32[7]{0} reduce(%x, %c), dimensions={1}, to_apply=%sum",
    ],
)
def test_dimensions_that_do_not_follow_from_the_operands_are_a_fault(line):
    text = f"""%x = f32[8,8]{{1,0}} parameter(0)
    %c = f32[] constant(0)
    %i = s32[] constant(1)
    ROOT %y = {line}"""
    (fault,) = found(module(text, SUM), Verdict.FAULT)
    assert fault.claim == "the dimensions follow from the operands"


def test_padding_costs_where_it_is_more_than_half():
    wide = "%x = f32[1000,3]{1,0:T(8,128)} parameter(0)\nROOT %y = f32[1000,3]{1,0} negate(%x)"
    (cost,) = found(module(wide), Verdict.COST)
    assert cost.detail == (
        "f32[1000,3]{1,0:T(8,128)} takes 512000 bytes for 12000, 42.7 times as many"
    )


def test_the_padding_of_a_small_array_is_not_a_cost():
    (small,) = found(module("ROOT %x = f32[8,3]{1,0:T(8,128)} parameter(0)"))
    assert small.verdict is Verdict.HOLDS
    assert small.claim == "with padding, the array takes at most 4096 bytes"
    assert small.detail == "f32[8,3]{1,0:T(8,128)} takes 4096 bytes for 96"
    (full,) = found(module("ROOT %x = f32[8,128]{1,0:T(8,128)} parameter(0)"))
    assert full.claim == "at most 50% of the array is padding"


def test_parameters_and_result_have_the_announced_layouts():
    lines = "ROOT %x = f32[8,128]{1,0:T(8,128)} parameter(0)"
    layout = "entry_computation_layout={(f32[8,128]{1,0:T(8,128)})->f32[8,128]{1,0:T(8,128)}}"
    header = "is_scheduled=true"
    right = module(lines).replace(header, f"{header}, {layout}")
    assert [s.operation for s in found(right, Verdict.HOLDS)] == ["ENTRY", "parameter"]
    for old, new in (
        ("->f32[8,128]{1,0:T(8,128)}", "->f32[8,128]{0,1:T(8,128)}"),
        ("{(f32[8,128]{1,0:T(8,128)})", "{(f32[8,128]{1,0:T(2,64)})"),
    ):
        (fault,) = found(right.replace(old, new), Verdict.FAULT)
        assert fault.operation == "ENTRY"


@pytest.mark.parametrize(("order", "verdict"), [("1,0", Verdict.HOLDS), ("0,1", Verdict.FAULT)])
def test_announced_layouts_may_leave_out_tiles(order, verdict):
    array = f"f32[16,256]{{{order}}}"
    text = module("ROOT %x = f32[16,256]{1,0:T(8,128)} parameter(0)")
    layout = f"entry_computation_layout={{({array})->{array}}}"
    text = text.replace("is_scheduled=true", f"is_scheduled=true, {layout}")
    (statement,) = (s for s in found(text) if s.operation == "ENTRY")
    assert statement.verdict is verdict


REPORT = """Largest program allocations:
  1. Size: 6.00G
     Operator: op_type="Mul" op_name="mul"
     Shape: u32[12582912,1]{1,0:T(8,128)}
     Unpadded size: 48.00M
     Extra memory due to padding: 5.95G (128.0x expansion)
"""


def test_a_memory_report_is_checked():
    assert [s.verdict for s in found(REPORT)] == [Verdict.HOLDS, Verdict.HOLDS, Verdict.COST]
    assert {s.line for s in found(REPORT)} == {2}
    for old, new in (("6.00G", "6.50G"), ("48.00M", "24.00M"), ("12582912,1]", "12582912,129]")):
        assert found(REPORT.replace(old, new), Verdict.FAULT)
    bare = REPORT.replace(":T(8,128)", "")
    assert [s.verdict for s in found(bare)] == [Verdict.NOT_READ]


INSIDE = computation(
    "f",
    """%p = f32[8,128]{1,0:T(8,128)S(1)} parameter(0)
    ROOT %t = f32[1024]{0:T(1024)} bitcast(%p)""",
)
STARTED = """%x = f32[8,128]{1,0:T(8,128)S(1)} parameter(0)
%s = ((f32[8,128]{1,0:T(8,128)S(1)}), f32[1024]{0:T(1024)}, u32[]) fusion-start(%x), calls=%f
ROOT %d = f32[1024]{0:T(1024)} fusion-done(%s)"""


def test_an_operation_that_is_started_is_audited_as_the_operation_itself():
    statements = found(module(STARTED, INSIDE))
    assert {s.verdict for s in statements} == {Verdict.HOLDS}
    assert [s.claim for s in statements if s.operation == "fusion-start"] == [
        "operands and result have the layouts that the computation expects",
        "at most 50% of the array is padding",
    ]
    moved = STARTED.replace("fusion-", "transpose-").replace("calls=%f", "dimensions={1,0}")
    moved = moved.replace("f32[1024]{0:T(1024)}", "f32[128,8]{1,0:T(8,128)}")
    (one,) = (s for s in found(module(moved)) if "moves no element" in s.claim)
    assert (one.verdict, one.operation) == (Verdict.COST, "transpose-start")


def test_a_fusion_that_is_started_has_no_memory_inside():
    inside = INSIDE.replace("bitcast(%p)", "bitcast(%n)").replace(
        "ROOT", "%n = f32[8,128]{1,0:T(8,128)S(1)} negate(%p)\n  ROOT"
    )
    assert found(module(STARTED, inside), Verdict.FAULT) == []
    # Arrays inside a called computation are in memory, unlike arrays inside a fusion.
    called = STARTED.replace("fusion-", "call-").replace("calls=", "to_apply=")
    (fault,) = found(module(called, inside), Verdict.FAULT)
    assert fault.detail == "memory space S(1) becomes S(0)"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("fusion-done", "fusion-done", None),
        ("ROOT %d = f32[1024]{0:T(1024)}", "ROOT %d = f32[1024]{0:T(512)}", None),
        ("ROOT %d = f32[1024]", "ROOT %d = f32[512]", 11),
        ("ROOT %d = f32[1024]", "ROOT %d = s32[1024]", 11),
        ("u32[]) fusion", "f32[]) fusion", None),
        ("((f32[8,128]", "((f32[16,64]", 10),
        ("((f32[8,128]{1,0:T(8,128)S(1)}), ", "((), ", 10),
        ("), f32[1024]{0:T(1024)}, u32", "), f32[512]{0:T(1024)}, u32", 10),
        ("%x = f32[8,128]{1,0:", "%x = f32[8,128]{0,1:", 10),
    ],
)
def test_the_stages_of_an_operation_have_equal_shapes(old, new, line):
    text = module(STARTED.replace(old, new), INSIDE)
    faults = {s.line for s in found(text, Verdict.FAULT)}
    assert faults == set() if line is None else line in faults


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("", "", None),
        ("%d = f32[4,2]{1,0}", "%d = f32[4,2]{0,1}", 12),
        ("f32[4,2]{1,0}, s32[]) async-start", "f32[4,2]{0,1}, s32[]) async-start", 10),
        ("f32[4,2]{1,0}, s32[]) async-update", "f32[4,2]{0,1}, s32[]) async-update", 11),
        ("((f32[4,2]{1,0}), f32[4,2]{1,0}, s32[]) async-start", "f32[4,2]{1,0} async-start", 10),
        ("((f32[4,2]{1,0})", "((f32[4,2]{0,1})", 10),
        ("%r = f32[4,2]{1,0}", "%r = f32[4,2]{0,1}", 14),
        ("(f32[4,2]{1,0}, f32[4,2]{1,0}, u32", "(f32[4,2]{0,1}, f32[4,2]{1,0}, u32", 14),
        ("(f32[4,2]{1,0}, f32[4,2]{1,0}, u32", "(f32[4,2]{1,0}, f32[4,2]{0,1}, u32", 13),
    ],
)
def test_the_layouts_of_copies_and_asynchronous_calls_agree(old, new, line):
    lines = """%x = f32[4,2]{1,0} parameter(0)
    %s = ((f32[4,2]{1,0}), f32[4,2]{1,0}, s32[]) async-start(%x), calls=%g
    %u = ((f32[4,2]{1,0}), f32[4,2]{1,0}, s32[]) async-update(%s)
    %d = f32[4,2]{1,0} async-done(%u)
    %c = (f32[4,2]{1,0}, f32[4,2]{1,0}, u32[]) copy-start(%d)
    ROOT %r = f32[4,2]{1,0} copy-done(%c)"""
    inside = computation("g", "%p = f32[4,2]{1,0} parameter(0)\nROOT %n = f32[4,2]{1,0} negate(%p)")
    text = module(lines.replace(old, new, 1) if old else lines, inside)
    wrong = [s for s in found(text) if s.verdict in {Verdict.FAULT, Verdict.NOT_READ}]
    assert wrong == [] if line is None else line in {s.line for s in wrong}
    if line is not None and "{0,1}" in new:
        plain = module(lines.replace(old, new, 1), inside, scheduled=False)
        assert found(plain, Verdict.FAULT) == []


@pytest.mark.parametrize(
    ("start", "of", "done"),
    [
        ("(f32[4]{0}, f32[8]{0})", "all-gather", "f32[8]{0}"),
        ("(f32[4]{0}, f32[4]{0}, u32[], u32[])", "collective-permute", "f32[4]{0}"),
        ("f32[4]{0}", "all-reduce", "f32[4]{0}"),
        ("((f32[4]{0}), f32[2]{0}, s32[])", "reduce-scatter", "f32[2]{0}"),
    ],
)
def test_the_result_of_a_collective_is_a_part_of_its_start(start, of, done):
    text = f"""%x = f32[4]{{0}} parameter(0)
    %s = {start} {of}-start(%x), channel_id=1
    ROOT %d = {done} {of}-done(%s)"""
    assert found(module(text), Verdict.FAULT) == []
    wrong = text.replace(f"%d = {done}", "%d = f32[3]{0}")
    assert {s.line for s in found(module(wrong), Verdict.FAULT)} == {6}


BARRIER = """%x = f32[4,2]{1,0} parameter(0)
%i = s32[] parameter(1)
%t = (f32[4,2]{1,0}, s32[]) tuple(%x, %i)
%b = (f32[4,2]{1,0}, s32[]) opt-barrier(%t)
%d = f32[4,2]{1,0} domain(%x), domain={kind="sharding", entry={replicated}, exit={}}
%n = token[] after-all()
ROOT %a = f32[4,2]{1,0} add-dependency(%x, %n)"""


def test_an_operation_that_moves_nothing_keeps_its_operand():
    assert found(module(BARRIER)) == []
    for old, new, words in (
        ("%b = (f32[4,2]{1,0}", "%b = (f32[4,2]{0,1}", "the result.0: f32[4,2]{1,0} in the op"),
        ("%b = (f32[4,2]{1,0}, s32[])", "%b = (f32[4,2]{1,0})", "two different tuple structures"),
        ("%b = (f32[4,2]", "%b = (f32[2,4]", "f32[2,4]{1,0} in the result"),
        ("%b = (f32[4,2]{1,0}", "%b = (f32[4,2]{1,0:S(1)}", "memory space S(0) becomes S(1)"),
        ("%d = f32[4,2]{1,0}", "%d = f32[4,2]{0,1}", "element (1,0) lies at 2, but is read at 1"),
        ("%d = f32", "%d = s32", "s32[4,2]{1,0} in the result"),
        ("%a = f32[4,2]{1,0}", "%a = f32[4,2]{0,1}", "f32[4,2]{0,1} in the result"),
    ):
        (fault,) = (
            s
            for s in found(module(BARRIER.replace(old, new)), Verdict.FAULT)
            if s.claim == "the result is the operand: the same arrays at the same places in memory"
        )
        assert words in fault.detail
        if "{0,1}" in new or "S(1)" in new:
            plain = module(BARRIER.replace(old, new), scheduled=False)
            assert found(plain, Verdict.FAULT) == []


TRANSFER = """%x = f32[4,2]{1,0:T(2,2)} parameter(0)
%n = token[] after-all()
%s = (f32[4,2]{1,0}, u32[], token[]) send(%x, %n), channel_id=1
%e = token[] send-done(%s), channel_id=1
%r = (f32[4,2]{1,0}, u32[], token[]) recv(%e), channel_id=2
%d = (f32[4,2]{1,0}, token[]) recv-done(%r), channel_id=2
ROOT %g = f32[4,2]{1,0} get-tuple-element(%d), index=0"""


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("", "", None),
        ("%s = (f32[4,2]{1,0}", "%s = (f32[4,2]{0,1}", 6),
        ("%s = (f32[4,2]{1,0}", "%s = (f32[2,4]{1,0}", 6),
        ("%d = (f32[4,2]{1,0}", "%d = (f32[4,2]{0,1}", 9),
        ("%d = (f32[4,2]{1,0}", "%d = (f32[4,2]{1,0:T(4,4)}", 9),
    ],
)
def test_a_transfer_keeps_the_layout_of_its_buffer(old, new, line):
    text = module(TRANSFER.replace(old, new) if old else TRANSFER)
    faults = [s.line for s in found(text, Verdict.FAULT) if "with which it starts" in s.claim]
    assert faults == ([] if line is None else [line])


KERNEL = """%x = f32[4,2]{1,0:T(2,2)} parameter(0)
ROOT %k = f32[4,2]{1,0} custom-call(%x, %x), custom_call_target="kernel", \
operand_layout_constraints={f32[4,2]{1,0}, f32[4,2]{1,0:T(2,2)}}"""


def test_operands_of_a_custom_call_have_the_layouts_that_the_call_names():
    assert found(module(KERNEL), Verdict.FAULT) == []
    for old, new, words in (
        ("{1,0:T(2,2)}}", "{0,1}}", "the tuple of operands.1: f32[4,2]{1,0} in the program"),
        ("{f32[4,2]{1,0}, ", "{", "two different tuple structures"),
        ("{f32[4,2]{1,0}, ", "{f32[2,4]{1,0}, ", "f32[2,4]{1,0} in the call"),
    ):
        (fault,) = found(module(KERNEL.replace(old, new)), Verdict.FAULT)
        assert fault.claim == "operands have the layouts of operand_layout_constraints"
        assert words in fault.detail
    turned = KERNEL.replace("{1,0:T(2,2)}}", "{0,1}}")
    assert found(module(turned, scheduled=False), Verdict.FAULT) == []
    assert found(module(turned.replace('"kernel"', '"LayoutConstraint"')), Verdict.FAULT) == []


@pytest.mark.parametrize(
    ("line", "verdicts"),
    [
        ("f32[6,4]{1,0} parameter(0)", []),
        ("f32[6,4] parameter(0)", []),
        ("f32[6,4]{0,1} parameter(0)", [Verdict.UNKNOWN]),
        ("f32[6,4]{1,0:T(2,2)} parameter(0)", [Verdict.UNKNOWN]),
    ],
)
def test_a_module_without_a_schedule_says_that_its_layouts_are_not_audited(line, verdicts):
    claim = "the layouts of the module describe memory"
    text = module(f"ROOT %x = {line}", scheduled=False)
    assert [s.verdict for s in found(text) if s.claim == claim] == verdicts
    assert [s for s in found(module(f"ROOT %x = {line}")) if s.claim == claim] == []
    layout = "entry_computation_layout={(f32[6,4]{1,0})->f32[6,4]{0,1}}"
    announced = module("ROOT %x = f32[6,4]{1,0} parameter(0)", scheduled=False)
    announced = announced.replace("HloModule m", f"HloModule m, {layout}")
    assert [s.verdict for s in found(announced) if s.claim == claim] == [Verdict.UNKNOWN]
