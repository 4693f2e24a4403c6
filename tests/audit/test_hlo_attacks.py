"""Attacks: texts that try to make the audit of HLO print "holds" for a false claim."""

import pytest

from tests.audit.hlo import X, computation, module
from verif.audit.hlo import audit, compare
from verif.audit.statement import Verdict

BEFORE = module(X + "ROOT %y = f32[6,4]{1,0} negate(%x)")


def verdicts(after, before=BEFORE):
    return {statement.verdict for statement in compare(before, after)}


@pytest.mark.parametrize(
    "lines",
    [
        # The line of the root is cut off. The line before it computes the right result.
        X + "%y = f32[6,4]{1,0} negate(%x)\nROOT %z = f32[6,4]{1,0} abs(%x",
        X + "%y = f32[6,4]{1,0} negate(%x)\nROOT %z = f32[6,4]{1,0}",
        # The first program has two roots. The second program defines a name twice.
        X + "ROOT %y = f32[6,4]{1,0} negate(%x)\nROOT %z = f32[6,4]{1,0} abs(%x)",
        X + "ROOT %y = f32[6,4]{1,0} negate(%x)\n%y = f32[6,4]{1,0} abs(%x)",
    ],
)
def test_a_program_that_is_not_understood_as_a_whole_is_not_compared(lines):
    assert verdicts(module(lines)) == {Verdict.NOT_READ}


def test_a_second_module_or_entry_is_not_overlooked():
    wrong = BEFORE.replace("negate", "abs")
    assert verdicts(BEFORE + wrong) == {Verdict.NOT_READ}
    entry = wrong[wrong.index("ENTRY") :]
    assert verdicts(BEFORE + entry) == {Verdict.NOT_READ}
    assert verdicts(BEFORE + entry.replace("ENTRY %main", "ENTRY %other")) == {Verdict.NOT_READ}


def test_a_computation_that_is_defined_twice_is_not_compared():
    one = computation("f", "%p = f32[6,4]{1,0} parameter(0)\nROOT %n = f32[6,4]{1,0} negate(%p)")
    call = X + "ROOT %y = f32[6,4]{1,0} call(%x), to_apply=%f"
    assert verdicts(module(call, one)) == {Verdict.HOLDS}
    assert verdicts(module(call, one.replace("negate", "abs"), one)) == {Verdict.NOT_READ}


@pytest.mark.parametrize(
    "text",
    [
        BEFORE.replace("negate(%x)", "abs(%x) /* negate(%x) */"),
        BEFORE.replace("negate(%x)", "abs(%x) // negate(%x) {"),
        BEFORE.replace("ROOT", "/*\n  ROOT %y = f32[6,4]{1,0} negate(%x)\n  */\n  ROOT").replace(
            "negate(%x)\n}", "abs(%x)\n}"
        ),
        BEFORE.replace("negate(%x)", 'abs(%x), metadata={op_name="} negate(%x)"}'),
        BEFORE.replace("ROOT", "// ROOT %y = f32[6,4]{1,0} negate(%x)\n  ROOT").replace(
            "negate(%x)\n}", "abs(%x)\n}"
        ),
    ],
)
def test_comments_and_strings_compute_nothing(text):
    assert Verdict.UNKNOWN in verdicts(text) or Verdict.FAULT in verdicts(text)
    assert [s for s in audit(text) if s.verdict is Verdict.NOT_READ] == []


def test_computations_of_one_name_are_compared_by_what_they_do():
    less = computation(
        "c",
        """%a = f32[] parameter(0)
        %b = f32[] parameter(1)
        ROOT %s = pred[] compare(%a, %b), direction=LT""",
    )
    add = computation(
        "d",
        """%a = f32[] parameter(0)
        %b = f32[] parameter(1)
        ROOT %s = f32[] add(%a, %b)""",
    )
    for line in (
        "f32[6,4]{1,0} sort(%x), dimensions={0}, to_apply=%c",
        "f32[6,4]{1,0} select-and-scatter(%x, %x, %z), window={size=1x1}, select=%c, scatter=%d",
    ):
        text = module(f"{X}%z = f32[] constant(0)\nROOT %y = {line}", less, add)
        # Both programs take the same elements, but the audit does not know whether they compute the
        # same values.
        assert Verdict.UNKNOWN in verdicts(text.replace("LT", "GT"), text)


def test_a_string_that_names_a_computation_does_not_put_it_into_a_fusion():
    text = module(
        """%x = f32[8,128]{1,0:T(8,128)} parameter(0), metadata={op_name="calls=%main"}
        %f = f32[8,128]{1,0:T(8,128)} fusion(%x), kind=kLoop, calls=%f
        ROOT %y = f32[1024]{0:T(1024)S(1)} bitcast(%f)""",
        computation(
            "f",
            """%p = f32[8,128]{1,0:T(8,128)} parameter(0)
            ROOT %n = f32[8,128]{1,0:T(8,128)} negate(%p), metadata={op_name="calls=%main"}""",
        ),
    )
    assert [s.detail for s in audit(text) if s.verdict is Verdict.FAULT] == [
        "memory space S(0) becomes S(1)"
    ]


@pytest.mark.parametrize(
    "after",
    [
        "ROOT %y = f32[6,4]{1,0} reshape(%z)",
        "%t = f32[24]{0} reshape(%x)\nROOT %y = f32[6,4]{1,0} copy(%t)",
        "%t = f32[4,6]{1,0} bitcast(%x)\nROOT %y = f32[6,4]{1,0} fusion(%t), calls=%g",
        "%t = f32[6,4]{1,0} transpose(%x), dimensions={0,0}\nROOT %y = f32[6,4]{1,0} copy(%t)",
        "%t = f32[5,4]{1,0} slice(%x), slice={[0:6], [0:4]}\nROOT %y = f32[6,4]{1,0} copy(%t)",
        "%t = f32[<=6,4]{1,0} copy(%x)\nROOT %y = f32[6,4]{1,0} reshape(%t)",
        "%t = f32[6,4]{1,0:T(8,128)} bitcast(%x)\nROOT %y = f32[6,4]{1,0} copy(%t)",
        "%t = (f32[6,4]{1,0}) tuple(%x)\nROOT %y = f32[6,4]{1,0} get-tuple-element(%t), index=1",
        "ROOT %y = f32[6,4]{1,0} reverse(%x), dimensions={2}",
        "ROOT %y = f32[6,4]{1,0} async-done(%x)",
    ],
)
def test_operations_that_contradict_their_shapes_are_not_followed(after):
    inside = computation("g", "ROOT %p = f32[6,4]{1,0} parameter(0)")
    before = module(X + "ROOT %y = f32[6,4]{1,0} copy(%x)")
    assert verdicts(module(X + after, inside), before) == {Verdict.UNKNOWN}


def test_elements_with_unused_bits_do_not_become_two():
    text = module("%x = s4[8]{0} parameter(0)\nROOT %y = s4[16]{0:E(4)} bitcast(%x)")
    assert [s.verdict for s in audit(text)] == [Verdict.UNKNOWN]


def test_a_sum_of_nothing_is_not_compared():
    text = module(
        """%x = f32[6,0]{1,0} parameter(0)
        %y = f32[0,4]{1,0} parameter(1)
        ROOT %d = f32[6,4]{1,0} dot(%x, %y), lhs_contracting_dims={1}, rhs_contracting_dims={0}"""
    )
    assert verdicts(text, text) == {Verdict.UNKNOWN}


def test_arrays_without_elements_are_compared():
    text = module("%x = f32[0,4]{1,0} parameter(0)\nROOT %y = f32[4,0]{1,0} reshape(%x)")
    assert verdicts(text, text) == {Verdict.HOLDS}


def test_a_cast_through_integers_is_not_rounding():
    before = module(X + "ROOT %y = f32[6,4]{1,0} copy(%x)")
    for middle, verdict in (("bf16", Verdict.HOLDS), ("s32", Verdict.UNKNOWN)):
        lines = f"""{X}%t = {middle}[6,4]{{1,0}} convert(%x)
        ROOT %y = f32[6,4]{{1,0}} convert(%t)"""
        assert verdict in verdicts(module(lines), before)


def test_an_iota_times_a_number_is_not_a_constant():
    before = module("%z = f32[] constant(0)\nROOT %y = f32[4]{0} broadcast(%z), dimensions={}")
    after = module(
        """%i = f32[4]{0} iota(), iota_dimension=0
        ROOT %y = f32[4]{0} add(%i, %i)"""
    )
    assert Verdict.HOLDS not in verdicts(after, before)


def test_the_states_of_two_loops_are_not_confused():
    carried = "(f32[4]{0}, f32[4]{0})"
    parts = (
        computation(
            "body",
            f"""%p = {carried} parameter(0)
            %a = f32[4]{{0}} get-tuple-element(%p), index=0
            %b = f32[4]{{0}} get-tuple-element(%p), index=1
            %c = f32[4]{{0}} add(%a, %b)
            ROOT %r = {carried} tuple(%c, %b)""",
        ),
        computation(
            "done",
            f"""%p = {carried} parameter(0)
            ROOT %c = pred[] constant(false)""",
        ),
    )
    around = f"""%x = f32[4]{{0}} parameter(0)
    %t = {carried} tuple(%x, %x)
    %w = {carried} while(%t), condition=%done, body=%body
    ROOT %r = f32[4]{{0}} get-tuple-element(%w), index=0"""
    before = module(around, *parts)
    assert verdicts(before, before) == {Verdict.HOLDS}
    # Both arrays of the loop's state begin as %x, but only the first array grows.
    assert Verdict.HOLDS not in verdicts(
        module(around.replace("index=0", "index=1"), *parts), before
    )


def test_integers_have_no_reciprocals():
    lines = """%x = s32[4]{0} parameter(0)
    %y = s32[4]{0} parameter(1)
    %one = s32[] constant(1)
    %o = s32[4]{0} broadcast(%one), dimensions={}
    %q = s32[4]{0} divide(%o, %y)
    ROOT %r = s32[4]{0} """
    before, after = module(lines + "divide(%x, %y)"), module(lines + "multiply(%x, %q)")
    assert Verdict.UNKNOWN in verdicts(after, before)
    floats = [text.replace("s32", "f32") for text in (after, before)]
    assert verdicts(*floats) == {Verdict.HOLDS}


def test_a_choice_by_integers_that_wrap_is_not_folded():
    lines = """%x = f32[4]{0} parameter(0)
    %y = f32[4]{0} parameter(1)
    %c = s8[] constant(100)
    %z = s8[] constant(0)
    %s = s8[] add(%c, %c)
    %p = pred[] compare(%s, %z), direction=GT
    %w = pred[4]{0} broadcast(%p), dimensions={}
    ROOT %r = f32[4]{0} """
    before = module(lines + "select(%w, %x, %y)")
    assert Verdict.HOLDS not in verdicts(module(lines + "copy(%x)"), before)
    wide = [text.replace("s8", "s32") for text in (module(lines + "copy(%x)"), before)]
    assert verdicts(*wide) == {Verdict.HOLDS}
