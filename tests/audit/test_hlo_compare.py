"""The audit compares a program that computes values with its compiled form."""

import pytest

from tests.audit.hlo import SUM, computation, module
from verif.audit.hlo import compare
from verif.audit.statement import Verdict

HOLDS, FAULT, UNKNOWN = Verdict.HOLDS, Verdict.FAULT, Verdict.UNKNOWN

LARGEST = SUM.replace("%sum", "%largest").replace("add", "maximum")
XY = """%x = f32[6,4]{1,0} parameter(0)
%y = f32[4,8]{1,0} parameter(1)
"""


def verdicts(before, after, others=(), more=()):
    found = compare(module(before, *others, scheduled=False), module(after, *others, *more))
    return [statement.verdict for statement in found]


def details(before, after):
    found = compare(module(before, scheduled=False), module(after))
    return [statement.detail for statement in found]


AXES = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (
            """%t = f32[8,4]{0,1} bitcast(%y)
            ROOT %d = f32[6,8]{1,0} dot(%x, %t), lhs_contracting_dims={1}, rhs_contracting_dims={1}
            """,
            [HOLDS, HOLDS],
        ),
        (
            """%t = f32[8,6]{1,0} dot(%y, %x), lhs_contracting_dims={0}, rhs_contracting_dims={1}
            ROOT %d = f32[6,8]{0,1} transpose(%t), dimensions={1,0}""",
            [HOLDS, HOLDS],
        ),
        ("ROOT %d = f32[6,8]{1,0} convolution(%x, %y), dim_labels=bf_io->bf", [HOLDS, HOLDS]),
        (
            """%u = f32[6,2,2]{2,1,0} reshape(%x)
            %v = f32[2,2,8]{2,1,0} reshape(%y)
            ROOT %d = f32[6,8]{1,0} dot(%u, %v), lhs_contracting_dims={1,2},\
 rhs_contracting_dims={0,1}
            """,
            [HOLDS, HOLDS],
        ),
        (
            """%u = f32[6,2,2]{2,1,0} reshape(%x)
            %v = f32[2,2,8]{2,1,0} reshape(%y)
            ROOT %d = f32[6,8]{1,0} dot(%u, %v), lhs_contracting_dims={1,2},\
 rhs_contracting_dims={1,0}
            """,
            # The compiled program multiplies the right elements, but in wrong pairs.
            [HOLDS, FAULT],
        ),
        (
            """%r = f32[4,8]{1,0} reverse(%y), dimensions={0}
            ROOT %d = f32[6,8]{1,0} dot(%x, %r), lhs_contracting_dims={1}, rhs_contracting_dims={0}
            """,
            # The compiled program uses the right rows of %y, but in a wrong order.
            [HOLDS, FAULT],
        ),
        (
            """%r = f32[4,8]{1,0} reverse(%y), dimensions={1}
            ROOT %d = f32[6,8]{1,0} dot(%x, %r), lhs_contracting_dims={1}, rhs_contracting_dims={0}
            """,
            [FAULT, FAULT],
        ),
        (
            """%e = bf16[6,4]{1,0} convert(%x)
            %f = bf16[4,8]{1,0} convert(%y)
            ROOT %d = f32[6,8]{1,0} dot(%e, %f), lhs_contracting_dims={1}, rhs_contracting_dims={0}
            """,
            [HOLDS, HOLDS],
        ),
    ],
)
def test_a_dot_product_has_the_same_terms(after, expected):
    before = f"{XY}ROOT %d = f32[6,8]{{1,0}} dot(%x, %y), {AXES}"
    assert verdicts(before, XY + after) == expected


def test_a_difference_in_rounding_alone_is_reported_as_such():
    before = f"{XY}ROOT %n = f32[6,4]{{1,0}} negate(%x)"
    after = f"""{XY}%c = bf16[6,4]{{1,0}} convert(%x)
    %n = bf16[6,4]{{1,0}} negate(%c)
    ROOT %r = f32[6,4]{{1,0}} convert(%n)"""
    found = list(compare(module(before), module(after)))
    assert [s.claim.endswith("up to rounding") for s in found] == [False, True]
    assert [s.verdict for s in found] == [HOLDS, HOLDS]
    lossy = after.replace("bf16", "s8")
    assert verdicts(before, lossy) == [HOLDS, UNKNOWN]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("divide(%x, %e)", "multiply(%x, %f)", [HOLDS, HOLDS]),
        ("divide(%x, %e)", "multiply(%f, %x)", [HOLDS, HOLDS]),
        ("divide(%x, %e)", "multiply(%x, %e)", [HOLDS, FAULT]),
        ("divide(%x, %x)", "multiply(%x, %q)", [HOLDS, HOLDS]),
        ("divide(%x, %e)", "divide(%e, %x)", [HOLDS, FAULT]),
        ("add(%x, %e)", "add(%e, %x)", [HOLDS, HOLDS]),
        ("subtract(%x, %e)", "subtract(%e, %x)", [HOLDS, FAULT]),
        ("add(%x, %e)", "add(%x, %f)", [HOLDS, FAULT]),
        ("add(%x, %e)", "subtract(%x, %m)", [HOLDS, UNKNOWN]),
        ("maximum(%x, %i)", "copy(%x)", [HOLDS]),
        ("maximum(%x, %e)", "copy(%x)", [HOLDS, FAULT]),
        ("copy(%e)", "add(%f, %k)", [HOLDS, HOLDS]),
        ("select(%no, %x, %e)", "copy(%e)", [HOLDS]),
        ("select(%no, %x, %e)", "copy(%x)", [HOLDS, FAULT]),
    ],
)
def test_operations_on_elements_are_compared(before, after, expected):
    lines = """%x = f32[3]{0} parameter(0)
    %c8 = f32[] constant(8)
    %c = f32[] constant(0.125)
    %k0 = f32[] constant(7.875)
    %m8 = f32[] constant(-8)
    %i0 = f32[] constant(-inf)
    %one = f32[] constant(1)
    %false = pred[] constant(false)
    %e = f32[3]{0} broadcast(%c8), dimensions={}
    %f = f32[3]{0} broadcast(%c), dimensions={}
    %k = f32[3]{0} broadcast(%k0), dimensions={}
    %m = f32[3]{0} broadcast(%m8), dimensions={}
    %i = f32[3]{0} broadcast(%i0), dimensions={}
    %o = f32[3]{0} broadcast(%one), dimensions={}
    %q = f32[3]{0} divide(%o, %x)
    %no = pred[3]{0} broadcast(%false), dimensions={}
    ROOT %r = f32[3]{0} """
    assert verdicts(lines + before, lines + after) == expected


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (
            """%t = f32[4,6]{0,1} bitcast(%x)
            ROOT %r = f32[6]{0} reduce(%t, %c), dimensions={0}, to_apply=%sum""",
            [HOLDS, HOLDS],
        ),
        (
            """%t = f32[6,2,2]{2,1,0} reshape(%x)
            ROOT %r = f32[6]{0} reduce(%t, %c), dimensions={1,2}, to_apply=%sum""",
            [HOLDS, HOLDS],
        ),
        (
            "ROOT %r = f32[6]{0} reduce(%x, %c), dimensions={1}, to_apply=%largest",
            [HOLDS, FAULT],
        ),
        (
            "ROOT %r = f32[6]{0} reduce(%x, %one), dimensions={1}, to_apply=%sum",
            [HOLDS, FAULT],
        ),
        (
            """%t = f32[4,6]{1,0} reshape(%x)
            ROOT %r = f32[6]{0} reduce(%t, %c), dimensions={0}, to_apply=%sum""",
            [FAULT, FAULT],
        ),
    ],
)
def test_a_reduction_takes_the_same_elements(after, expected):
    lines = XY + "%c = f32[] constant(0)\n%one = f32[] constant(100)\n"
    before = lines + "ROOT %r = f32[6]{0} reduce(%x, %c), dimensions={1}, to_apply=%sum"
    assert verdicts(before, lines + after, (SUM, LARGEST)) == expected


CARRIED = "(s32[], f32[4,2]{1,0}, f32[4,2]{1,0})"


AROUND = f"""%zero = s32[] constant(0)
%x = f32[4,2]{{1,0}} parameter(0)
%y = f32[4,2]{{1,0}} parameter(1)
%t = {CARRIED} tuple(%zero, %x, %y)
%w = {CARRIED} while(%t), condition=%done, body=%body
ROOT %r = f32[4,2]{{1,0}} get-tuple-element(%w), index=1"""
TURNED = f"""%t = f32[2,4]{{1,0}} reshape(%x)
%u = f32[4,2]{{0,1}} transpose(%t), dimensions={{1,0}}
%v = f32[4,2]{{1,0}} add(%u, %y)
ROOT %r = {CARRIED} tuple(%j, %v, %x)"""
LOOP = (
    computation(
        "body",
        f"""%p = {CARRIED} parameter(0)
        %i = s32[] get-tuple-element(%p), index=0
        %x = f32[4,2]{{1,0}} get-tuple-element(%p), index=1
        %y = f32[4,2]{{1,0}} get-tuple-element(%p), index=2
        %one = s32[] constant(1)
        %j = s32[] add(%i, %one)
        {TURNED}""",
    ),
    computation(
        "done",
        f"""%p = {CARRIED} parameter(0)
        %i = s32[] get-tuple-element(%p), index=0
        %n = s32[] constant(10)
        ROOT %c = pred[] compare(%i, %n), direction=LT""",
    ),
)


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", HOLDS),
        (
            "%u = f32[4,2]{0,1} transpose(%t), dimensions={1,0}",
            "%u = f32[4,2]{0,1} bitcast(%t)",
            HOLDS,
        ),
        ("add(%u, %y)", "add(%y, %u)", HOLDS),
        ("add(%u, %y)", "add(%u, %u)", UNKNOWN),
        ("add(%u, %y)", "add(%x, %y)", UNKNOWN),
        ("tuple(%j, %v, %x)", "tuple(%j, %v, %y)", UNKNOWN),
        ("constant(1)", "constant(2)", UNKNOWN),
        ("constant(10)", "constant(11)", UNKNOWN),
        ("compare(%i, %n)", "compare(%n, %i)", UNKNOWN),
    ],
)
def test_a_loop_preserves_its_state(old, new, verdict):
    before = module(AROUND, *LOOP)
    after = module(AROUND, *(part.replace(old, new) if old else part for part in LOOP))
    found = [s.verdict for s in compare(before, after)]
    assert found == ([HOLDS, HOLDS] if verdict is HOLDS else [UNKNOWN, UNKNOWN])


def test_loops_with_different_initial_states_are_not_the_same():
    for old, new in (
        ("tuple(%zero, %x, %y)", "tuple(%zero, %y, %x)"),
        ("constant(0)", "constant(1)"),
    ):
        found = compare(module(AROUND, *LOOP), module(AROUND.replace(old, new), *LOOP))
        assert [s.verdict for s in found] == [UNKNOWN, UNKNOWN]


def test_arrays_of_one_row_are_followed_through_loops():
    parts = [p.replace("4,2]", "1,8]").replace("2,4]", "8,1]") for p in LOOP]
    around = AROUND.replace("4,2]", "1,8]")
    assert [s.verdict for s in compare(module(around, *parts), module(around, *parts))] == [
        HOLDS
    ] * 2
    wrong = [p.replace("add(%u, %y)", "add(%u, %u)") for p in parts]
    found = compare(module(around, *parts), module(around, *wrong))
    assert [s.verdict for s in found] == [UNKNOWN, UNKNOWN]


BRANCHES = (
    computation("b0", "%p = f32[4,2]{1,0} parameter(0)\nROOT %n = f32[4,2]{1,0} negate(%p)"),
    computation("b1", "%p = f32[4,2]{1,0} parameter(0)\nROOT %n = f32[4,2]{1,0} abs(%p)"),
)
CHOICE = """%i = s32[] parameter(0)
%x = f32[4,2]{1,0} parameter(1)
%y = f32[4,2]{1,0} parameter(2)
ROOT %c = f32[4,2]{1,0} conditional(%i, %x, %y), branch_computations={%b0, %b1}"""


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", HOLDS),
        ("(%i, %x, %y)", "(%i, %y, %x)", UNKNOWN),
        ("{%b0, %b1}", "{%b1, %b0}", UNKNOWN),
        ("{%b0, %b1}", "{%b0, %b0}", UNKNOWN),
    ],
)
def test_branches_are_compared_one_by_one(old, new, verdict):
    after = CHOICE.replace(old, new) if old else CHOICE
    assert verdicts(CHOICE, after, BRANCHES) == [verdict, verdict]


def test_one_computation_may_be_two_branches_with_other_operands():
    same = CHOICE.replace("{%b0, %b1}", "{%b0, %b0}")
    assert verdicts(same, same, BRANCHES) == [HOLDS, HOLDS]
    swapped = same.replace("(%i, %x, %y)", "(%i, %x, %x)")
    assert verdicts(same, swapped, BRANCHES) == [UNKNOWN, UNKNOWN]


@pytest.mark.parametrize(
    "line",
    [
        "f32[6,4]{1,0} rng(%c, %c), distribution=rng_uniform",
        'f32[6,4]{1,0} custom-call(%x), custom_call_target="f", custom_call_has_side_effect=true',
        'f32[6,4]{1,0} custom-call(), custom_call_target="AllocateBuffer"',
        "f32[6,4]{1,0} all-reduce(%x), replica_groups={{0,1}}, to_apply=%sum",
        "f32[6,4]{1,0} map(%x), dimensions={0,1}, calls=%sum",
    ],
)
def test_results_that_depend_on_more_than_operands_are_never_the_same(line):
    text = f"{XY}%c = f32[] constant(0)\nROOT %r = {line}"
    assert verdicts(text, text, (SUM,)) == [UNKNOWN, UNKNOWN]


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("f32[6,4]{1,0} sort(%x), dimensions={0}, to_apply=%less", "dimensions={1}"),
        ('f32[6,4]{1,0} custom-call(%x), custom_call_target="f"', 'custom_call_target="g"'),
        (
            "f32[5,4]{1,0} reduce-window(%x, %c), window={size=2x1}, to_apply=%sum",
            "window={size=2x1 rhs_reversal=1x0}",
        ),
        (
            "f32[6,8]{1,0} convolution(%x, %y), window={}, dim_labels=bf_io->bf",
            "dim_labels=bf_io->fb",
        ),
    ],
)
def test_operations_that_are_not_followed_take_the_same_arrays(line, other):
    less = computation(
        "less",
        """%a = f32[] parameter(0)
        %b = f32[] parameter(1)
        ROOT %s = pred[] compare(%a, %b), direction=LT""",
    )
    text = f"{XY}%c = f32[] constant(0)\nROOT %r = {line}"
    assert verdicts(text, text, (SUM, less))[-1] is HOLDS
    key = other.split("=", maxsplit=1)[0]
    start = text.index(f"{key}=")
    end = text.find(", ", start)
    changed = text[:start] + other + ("" if end < 0 else text[end:])
    assert verdicts(text, changed, (SUM, less))[-1] is not HOLDS
    moved = text.replace("(%x", "(%z").replace(
        "ROOT", "%z = f32[6,4]{1,0} reverse(%x), dimensions={0}\nROOT"
    )
    assert verdicts(text, moved, (SUM, less))[-1] is not HOLDS


def test_a_convolution_over_a_window_takes_the_elements_of_a_batched_product():
    lines = """%x = f32[2,3,5]{2,1,0} parameter(0)
    %y = f32[2,4,5]{2,1,0} parameter(1)
    """
    before = f"""{lines}ROOT %d = f32[2,3,4]{{2,1,0}} dot(%x, %y), lhs_batch_dims={{0}},\
 rhs_batch_dims={{0}}, lhs_contracting_dims={{2}}, rhs_contracting_dims={{2}}"""
    after = f"""{lines}ROOT %c = f32[2,3,4]{{2,1,0}} convolution(%x, %y),\
 window={{size=2 stride=1 lhs_dilate=2}}, dim_labels=0bf_0oi->0bf"""
    assert verdicts(before, after) == [HOLDS, HOLDS]
    assert HOLDS not in verdicts(before, after.replace("lhs_dilate=2", "pad=0_1"))
    assert HOLDS not in verdicts(before, after.replace("0oi", "o0i").replace("2,4,5", "4,2,5"))
    reverse = after.replace("lhs_dilate=2", "lhs_dilate=2 rhs_reversal=1")
    assert HOLDS not in verdicts(before, reverse)


def test_a_wrong_element_is_quoted_from_both_programs():
    before = f"{XY}ROOT %t = f32[4,6]{{1,0}} transpose(%x), dimensions={{1,0}}"
    after = f"{XY}ROOT %t = f32[4,6]{{1,0}} reshape(%x)"
    assert details(before, after) == [
        "element (0,1) is parameter 0 (1,0) in the program, but parameter 0 (0,1) when compiled"
    ]


def test_a_wrong_constant_is_quoted_from_both_programs():
    before = "%c = f32[] constant(2)\nROOT %b = f32[3]{0} broadcast(%c), dimensions={}"
    after = before.replace("(2)", "(3)")
    assert details(before, after) == [
        "element (0) is the constant 2 in the program, but the constant 3 when compiled"
    ]


def test_constants_are_compared_by_their_numbers():
    before = "%i = s32[2,3]{1,0} iota(), iota_dimension=1\nROOT %r = s32[2,3]{1,0} copy(%i)"
    after = "ROOT %c = s32[2,3]{1,0} constant({ { 0, 1, 2 }, { 0, 1, 2 } })"
    assert verdicts(before, after) == [HOLDS]
    assert verdicts(before, after.replace("1, 2 } }", "1, 3 } }")) == [FAULT]
    assert verdicts(before, after.replace("{ { 0, 1, 2 }, { 0, 1, 2 } }", "{...}"))[0] is UNKNOWN
    flat = "%c = s32[6]{0} constant({0, 1, 2, 0, 1, 2})\nROOT %r = s32[2,3]{1,0} reshape(%c)"
    assert verdicts(before, flat) == [HOLDS]
    assert verdicts(before, flat.replace("s32", "f32")) == [UNKNOWN]


def test_each_result_of_a_tuple_has_its_own_statement():
    before = f"""{XY}%t = f32[4,6]{{1,0}} transpose(%x), dimensions={{1,0}}
    ROOT %r = (f32[4,6]{{1,0}}, f32[4,8]{{1,0}}) tuple(%t, %y)"""
    after = f"""{XY}%t = f32[4,6]{{1,0}} reshape(%x)
    ROOT %r = (f32[4,6]{{1,0}}, f32[4,8]{{1,0}}) tuple(%t, %y)"""
    assert verdicts(before, before) == [HOLDS, HOLDS]
    assert verdicts(before, after) == [FAULT, HOLDS]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ROOT %x = f32[2]{0} parameter(0)", "ROOT %x = f32[3]{0} parameter(0)"),
        (
            "ROOT %x = f32[2]{0} parameter(0)",
            "%y = f32[2]{0} parameter(1)\nROOT %x = f32[2]{0} parameter(0)",
        ),
        (
            "%x = f32[4]{0} parameter(0)\nROOT %y = f32[2,2]{1,0} reshape(%x)",
            "ROOT %x = f32[4]{0} parameter(0)",
        ),
        (
            "%x = f32[<=4]{0} parameter(0)\nROOT %y = f32[<=4]{0} reverse(%x), dimensions={0}",
            "%x = f32[<=4]{0} parameter(0)\nROOT %y = f32[<=4]{0} reverse(%x), dimensions={0}",
        ),
        (
            "ROOT %x = f32[4]{0} parameter(0)",
            "%x = f32[4]{0} parameter(0)\nROOT %y = f32[4]{0} copy(%z)",
        ),
        (
            "ROOT %x = f32[4]{0} parameter(0)",
            "%x = f32[4]{0} parameter(0)\nROOT %y = f32[4]{0} copy(%y)",
        ),
        (
            "ROOT %x = f32[4]{0} parameter(0)",
            "%x = f32[4]{0} parameter(0)\nROOT %y = f32[4]{0} call(%x), to_apply=%main",
        ),
    ],
)
def test_programs_that_do_not_fit_are_not_decided(before, after):
    assert set(verdicts(before, after)) == {UNKNOWN}


def test_a_program_without_an_entry_is_not_read():
    (one,) = compare(module("ROOT %x = f32[2]{0} parameter(0)"), "%x = f32[2]{0} copy(%y)")
    assert one.verdict is Verdict.NOT_READ


def test_copies_that_run_beside_the_program_are_followed():
    before = f"{XY}ROOT %t = f32[4,6]{{1,0}} transpose(%x), dimensions={{1,0}}"
    started = computation(
        "wrapped",
        """%p = f32[6,4]{1,0} parameter(0)
        ROOT %t = f32[4,6]{1,0} transpose(%p), dimensions={1,0}""",
    )
    after = f"""{XY}%s = (f32[6,4]{{1,0:S(1)}}, f32[6,4]{{1,0}}, u32[]) copy-start(%x)
    %d = f32[6,4]{{1,0:S(1)}} copy-done(%s)
    %a = ((f32[6,4]{{1,0}}), f32[4,6]{{1,0}}, u32[]) async-start(%d), calls=%wrapped
    %b = ((f32[6,4]{{1,0}}), f32[4,6]{{1,0}}, u32[]) async-update(%a)
    ROOT %c = f32[4,6]{{1,0}} async-done(%b)"""
    assert verdicts(before, after, (), (started,)) == [HOLDS]


def test_a_reduction_in_another_precision_is_the_same_up_to_rounding():
    before = f"""{XY}%c = f32[] constant(0)
    ROOT %r = f32[6]{{0}} reduce(%x, %c), dimensions={{1}}, to_apply=%sum"""
    after = f"""{XY}%c = bf16[] constant(0)
    %b = bf16[6,4]{{1,0}} convert(%x)
    %s = bf16[6]{{0}} reduce(%b, %c), dimensions={{1}}, to_apply=%small
    ROOT %r = f32[6]{{0}} convert(%s)"""
    small = SUM.replace("%sum", "%small").replace("f32", "bf16")
    assert verdicts(before, after, (SUM, small)) == [HOLDS, HOLDS]
    assert verdicts(before, after, (SUM, small.replace("bf16", "s8"))) == [HOLDS, UNKNOWN]


GATHER = """%x = f32[50,4]{1,0} parameter(0)
%i = s32[6]{0} parameter(1)
"""


@pytest.mark.parametrize(
    ("after", "verdict"),
    [
        (
            """%j = s32[6,1]{1,0} bitcast(%i)
            %g = f32[6,1,4]{2,1,0} gather(%x, %j), offset_dims={1,2}, collapsed_slice_dims={},\
 start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}
            ROOT %r = f32[6,4]{1,0} bitcast(%g)""",
            HOLDS,
        ),
        (
            """%j = s32[1,6]{1,0} reshape(%i)
            %g = f32[4,6]{1,0} gather(%x, %j), offset_dims={0}, collapsed_slice_dims={0},\
 start_index_map={0}, index_vector_dim=0, slice_sizes={1,4}
            ROOT %r = f32[6,4]{1,0} transpose(%g), dimensions={1,0}""",
            HOLDS,
        ),
        (
            """%j = s32[6]{0} reverse(%i), dimensions={0}
            ROOT %r = f32[6,4]{1,0} gather(%x, %j), offset_dims={1}, collapsed_slice_dims={0},\
 start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}""",
            UNKNOWN,
        ),
        (
            """%y = f32[50,4]{1,0} reverse(%x), dimensions={1}
            ROOT %r = f32[6,4]{1,0} gather(%y, %i), offset_dims={1}, collapsed_slice_dims={0},\
 start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}""",
            UNKNOWN,
        ),
        (
            """%g = f32[6,4]{1,0} gather(%x, %i), offset_dims={1}, collapsed_slice_dims={0},\
 start_index_map={0}, index_vector_dim=1, slice_sizes={1,4}
            ROOT %r = f32[6,4]{1,0} reverse(%g), dimensions={1}""",
            UNKNOWN,
        ),
        (
            """%g = f32[6,2,4]{2,1,0} gather(%x, %i), offset_dims={1,2}, collapsed_slice_dims={},\
 start_index_map={0}, index_vector_dim=1, slice_sizes={2,4}
            %s = f32[6,1,4]{2,1,0} slice(%g), slice={[0:6], [0:1], [0:4]}
            ROOT %r = f32[6,4]{1,0} reshape(%s)""",
            # At the last row, clamping moves a slice of two rows, but not a slice of one row.
            UNKNOWN,
        ),
    ],
)
def test_gathers_take_the_same_rows(after, verdict):
    before = f"""{GATHER}%j = s32[6,1]{{1,0}} reshape(%i)
    ROOT %g = f32[6,4]{{1,0}} gather(%x, %j), offset_dims={{1}}, collapsed_slice_dims={{0}},\
 start_index_map={{0}}, index_vector_dim=1, slice_sizes={{1,4}}"""
    assert verdicts(before, GATHER + after) == [verdict, verdict]


def test_calls_that_double_at_each_level_take_no_time():
    parts = [SUM.replace("%sum", "%c0").replace("f32[]", "f32[3]{0}").replace("%b)", "%b)")]
    parts += [
        computation(
            f"c{k}",
            f"""%a = f32[3]{{0}} parameter(0)
            %b = f32[3]{{0}} parameter(1)
            %l = f32[3]{{0}} call(%a, %b), to_apply=%c{k - 1}
            %r = f32[3]{{0}} call(%b, %a), to_apply=%c{k - 1}
            ROOT %s = f32[3]{{0}} add(%l, %r)""",
        )
        for k in range(1, 9)
    ]
    text = """%x = f32[3]{0} parameter(0)
    %y = f32[3]{0} parameter(1)
    ROOT %r = f32[3]{0} call(%x, %y), to_apply=%c8"""
    assert verdicts(text, text, parts) == [HOLDS, HOLDS]


def test_a_long_chain_of_operations_is_followed():
    count = 3000
    lines = [f"%v{k + 1} = f32[8,8]{{1,0}} add(%v{k}, %v{k})" for k in range(count)]
    text = "\n".join(("%v0 = f32[8,8]{1,0} parameter(0)", *lines[:-1], f"ROOT {lines[-1]}"))
    assert verdicts(text, text) == [HOLDS, HOLDS]


def test_exchanged_programs_are_not_compared():
    program = "ROOT %x = f32[6,4]{1,0} parameter(0)"
    (found,) = compare(module(program), module(program, scheduled=False))
    assert found.verdict is Verdict.NOT_READ
    assert found.detail.endswith("exchange the two files")


START = "((f32[6,4]{1,0}), f32[4,6]{1,0}, s32[])"


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ("transpose-start(%x), dimensions={1,0}", HOLDS),
        ("fusion-start(%x), kind=kLoop, calls=%turned", HOLDS),
        ("call-start(%x), to_apply=%turned", HOLDS),
        ("async-start(%x), calls=%turned", HOLDS),
        # These operations reshape the array instead of transposing it.
        ("reshape-start(%x)", FAULT),
        ("fusion-start(%x), kind=kLoop, calls=%flat", FAULT),
    ],
)
def test_short_forms_of_asynchronous_operations_are_followed(lines, verdict):
    inside = [
        computation(
            name, f"%p = f32[6,4]{{1,0}} parameter(0)\nROOT %t = f32[4,6]{{1,0}} {operation}"
        )
        for name, operation in (
            ("turned", "transpose(%p), dimensions={1,0}"),
            ("flat", "reshape(%p)"),
        )
    ]
    before = f"{XY}ROOT %t = f32[4,6]{{1,0}} transpose(%x), dimensions={{1,0}}"
    name = lines.partition("-start")[0]
    after = f"""{XY}%a = {START} {lines}
    %b = {START} {name}-update(%a)
    ROOT %c = f32[4,6]{{1,0}} {name}-done(%b)"""
    assert verdicts(before, after, (), inside) == [verdict]
    without = after.replace(f"%b = {START} {name}-update(%a)", "").replace("-done(%b)", "-done(%a)")
    assert verdicts(before, without, (), inside) == [verdict]


@pytest.mark.parametrize(
    ("target", "verdict"),
    [
        ("Sharding", HOLDS),
        ("xla.sdy.FuncResultSharding", HOLDS),
        ("MoveToHost", HOLDS),
        ("SPMDFullToShardShape", UNKNOWN),
        ("f", UNKNOWN),
    ],
)
def test_custom_calls_that_change_no_element_are_followed(target, verdict):
    lines = f'{XY}%s = f32[6,4]{{1,0}} custom-call(%x), custom_call_target="{target}"\n'
    before = lines + "ROOT %t = f32[4,6]{1,0} transpose(%s), dimensions={1,0}"
    after = XY + "ROOT %t = f32[4,6]{1,0} transpose(%x), dimensions={1,0}"
    assert verdicts(before, after)[-1] is verdict
    wrong = XY + "ROOT %t = f32[4,6]{1,0} reshape(%x)"
    assert verdicts(before, wrong)[-1] is (FAULT if verdict is HOLDS else UNKNOWN)


@pytest.mark.parametrize(
    ("order", "rows", "verdict"),
    [
        ("%s, %u", "0:8 8:16", HOLDS),
        ("%u, %s", "0:8 8:16", FAULT),
        ("%s, %u", "0:8 7:15", FAULT),
        # The first slice does not fill its last tile, so padding separates the slices.
        ("%s, %u", "0:12 12:16", UNKNOWN),
    ],
)
def test_slices_that_are_copied_side_by_side_are_one_array(order, rows, verdict):
    layout = "{1,0:T(8,128)}"
    before = "ROOT %x = f32[16,128]{1,0} parameter(0)"
    lines = [f"%x = f32[16,128]{layout} parameter(0)"]
    for name, part in zip("su", rows.split(), strict=True):
        first, last = map(int, part.split(":"))
        slice_ = f"f32[{last - first},128]{layout}"
        lines += [
            (
                f"%a{name} = ((f32[16,128]{layout}), {slice_}, s32[]) slice-start(%x),"
                f" slice={{[{part}], [0:128]}}"
            ),
            f"%{name} = {slice_} slice-done(%a{name})",
        ]
    lines.append(
        f'ROOT %c = f32[16,128]{layout} custom-call({order}), custom_call_target="ConcatBitcast"'
    )
    assert verdicts(before, "\n".join(lines))[-1] is verdict


@pytest.mark.parametrize(
    "opcode", ["acos", "acosh", "asin", "asinh", "atanh", "cosh", "sinh", "tan", "erf"]
)
def test_functions_of_one_element_are_compared_element_by_element(opcode):
    before = f"""{XY}%t = f32[4,6]{{1,0}} transpose(%x), dimensions={{1,0}}
    ROOT %r = f32[4,6]{{1,0}} {opcode}(%t)"""
    after = f"""{XY}%e = f32[6,4]{{1,0}} {opcode}(%x)
    ROOT %r = f32[4,6]{{1,0}} transpose(%e), dimensions={{1,0}}"""
    assert verdicts(before, after) == [HOLDS, HOLDS]
    assert HOLDS not in verdicts(before, after.replace("transpose(%e), dim", "reshape(%e), dim"))
    assert verdicts(before, after.replace(f"{opcode}(%x)", "negate(%x)"))[-1] is UNKNOWN


@pytest.mark.parametrize(
    "lines",
    [
        """%t = (f32[6,4]{1,0}) tuple(%x)
        %o = (f32[6,4]ORDER) opt-barrier(%t)
        ROOT %g = f32[6,4]ORDER get-tuple-element(%o), index=0""",
        "ROOT %d = f32[6,4]ORDER domain(%x)",
        """%n = token[] after-all()
        ROOT %d = f32[6,4]ORDER add-dependency(%x, %n)""",
    ],
)
def test_a_layout_that_changes_although_no_byte_moves_is_never_proved(lines):
    program = XY + "ROOT %c = f32[6,4]{1,0} copy(%x)"
    assert verdicts(program, XY + lines.replace("ORDER", "{1,0}")) == [HOLDS]
    assert HOLDS not in verdicts(program, XY + lines.replace("ORDER", "{0,1}"))
    # Before compilation, layouts say nothing about memory.
    unscheduled = XY + lines.replace("ORDER", "{0,1}")
    assert verdicts(unscheduled, program) == [HOLDS]


SHORTER = "%x = f32[4,6]{1,0} parameter(0)\nROOT %y = f32[2,6]{1,0} slice(%x), slice={[0:2], [0:6]}"


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", FAULT),
        ("is_scheduled=true", "is_scheduled=true, num_partitions=1", FAULT),
        ("is_scheduled=true", "is_scheduled=true, num_partitions=2", UNKNOWN),
        ("parameter(0)", "parameter(0), sharding={replicated}", UNKNOWN),
        ("%y = f32[2,6]", "%y = f32[<=2,6]", UNKNOWN),
    ],
)
def test_results_with_different_numbers_of_elements_are_a_fault(old, new, verdict):
    before = module("ROOT %x = f32[4,6]{1,0} parameter(0)", scheduled=False)
    text = module(SHORTER)
    (found,) = compare(before, text.replace(old, new) if old else text)
    assert found.verdict is verdict
    assert "is f32[4,6]{1,0} in the program, but f32[" in found.detail


def test_the_elements_that_differ_are_quoted_at_an_index_where_they_differ():
    negated = "%n = f32[6,4]{1,0} negate(%x)\n"
    before = f"{XY}{negated}ROOT %t = f32[4,6]{{1,0}} transpose(%n), dimensions={{1,0}}"
    after = f"{XY}{negated}ROOT %t = f32[4,6]{{1,0}} reshape(%n)"
    assert details(before, after)[0].endswith(
        "element (0,1) takes parameter 0 (1,0) in the program, but parameter 0 (0,1) when compiled"
    )


def test_the_same_elements_in_another_order_are_not_quoted_as_different():
    x = "%x = f32[2]{0} parameter(0)\n"
    before = f"""{x}%r = f32[2]{{0}} reverse(%x), dimensions={{0}}
    ROOT %s = f32[2]{{0}} add(%x, %r)"""
    after = f"""{x}%z = f32[] constant(0)
    %t = f32[] reduce(%x, %z), dimensions={{0}}, to_apply=%sum
    ROOT %s = f32[2]{{0}} broadcast(%t), dimensions={{}}"""
    first = next(compare(module(before, scheduled=False), module(after, SUM)))
    assert first.verdict is UNKNOWN
    assert first.detail == (
        "the programs take the elements for element (0) and its neighbours in two ways that no"
        " rule compares"
    )
