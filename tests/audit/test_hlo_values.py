"""Drawn inputs show that two programs differ, and never that equal programs differ."""

import pytest

from tests.audit.hlo import computation, module
from verif.audit.hlo import compare
from verif.audit.statement import Verdict

HOLDS, FAULT, UNKNOWN = Verdict.HOLDS, Verdict.FAULT, Verdict.UNKNOWN


def verdicts(before: str, after: str, *others: str) -> set[Verdict]:
    found = compare(module(before, *others, scheduled=False), module(after, *others))
    return {statement.verdict for statement in found}


def inputs(*shapes: str) -> str:
    """Return the lines of the parameters x, y and z."""
    lines = (
        f"%{name} = {shape} parameter({k})\n"
        for k, (name, shape) in enumerate(zip("xyz", shapes, strict=False))
    )
    return "".join(lines)


@pytest.mark.parametrize("element", ["s4", "u8", "s8", "s32", "u32", "s64", "f32", "bf16"])
@pytest.mark.parametrize("dims", ["", "4", "4,4", "4,4,4"])
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("subtract(%y, %x)", "subtract(%x, %y)"),
        ("maximum(%x, %y)", "minimum(%x, %y)"),
    ],
)
def test_another_operation_on_the_same_elements_is_a_fault(element, dims, right, wrong):
    shape = f"{element}[{dims}]"
    lines = f"{inputs(shape, shape)}ROOT %r = {shape} "
    assert verdicts(lines + right, lines + right) == {HOLDS}
    assert FAULT in verdicts(lines + right, lines + wrong)


@pytest.mark.parametrize("element", ["u8", "s32", "f32"])
@pytest.mark.parametrize(("right", "wrong"), [("LT", "LE"), ("GE", "GT"), ("LT", "NE")])
def test_a_comparison_that_differs_for_equal_operands_is_a_fault(element, right, wrong):
    shape = f"{element}[4]"
    lines = f"{inputs(shape, shape)}ROOT %r = pred[4] compare(%x, %y), direction="
    assert FAULT in verdicts(lines + right, lines + wrong)


@pytest.mark.parametrize("direction", ["EQ", "NE"])
def test_a_choice_that_differs_for_equal_operands_only_is_a_fault(direction):
    lines = inputs("f32[4]", "f32[4]", "f32[4]")
    before = f"""{lines}%c = pred[4] compare(%x, %y), direction={direction}
    ROOT %r = f32[4] select(%c, %z, %x)"""
    assert FAULT in verdicts(before, before.replace("select(%c, %z, %x)", "select(%c, %x, %z)"))


def test_a_difference_of_one_is_a_fault_for_integers():
    lines = inputs("s32[4]") + "%c = s32[] constant(1000)\n"
    more = "%b = s32[4] broadcast(%c), dimensions={}\nROOT %r = s32[4] add(%x, %b)"
    assert FAULT in verdicts(lines + more, lines.replace("1000", "1001") + more)
    # XLA may round 1000 to fewer bits if the type is bf16.
    lines, more = lines.replace("s32", "bf16"), more.replace("s32", "bf16")
    assert FAULT not in verdicts(lines + more, lines.replace("1000", "1001") + more)


@pytest.mark.parametrize("element", ["s4", "u4", "s8", "u8", "s16", "u32", "s32"])
def test_integers_that_wrap_in_both_programs_are_not_different(element):
    # Both programs compute (x - y) * z modulo 2^n.
    shape = f"{element}[4]"
    lines = inputs(shape, shape, shape)
    before = f"""{lines}%d = {shape} subtract(%x, %y)
    ROOT %r = {shape} multiply(%d, %z)"""
    after = f"""{lines}%p = {shape} multiply(%x, %z)
    %q = {shape} multiply(%y, %z)
    ROOT %r = {shape} subtract(%p, %q)"""
    assert FAULT not in verdicts(before, after)
    assert FAULT in verdicts(before, after.replace("multiply(%y, %z)", "multiply(%y, %x)"))


def test_sums_of_integers_that_wrap_in_both_programs_are_not_different():
    # Both programs compute x.y modulo 2^8: the second program negates both factors.
    lines = inputs("s8[2,4]", "s8[4,2]")
    dot = "lhs_contracting_dims={1}, rhs_contracting_dims={0}"
    before = f"{lines}ROOT %r = s8[2,2] dot(%x, %y), {dot}"
    after = f"""{lines}%a = s8[2,4] negate(%x)
    %b = s8[4,2] negate(%y)
    ROOT %r = s8[2,2] dot(%a, %b), {dot}"""
    assert FAULT not in verdicts(before, after)
    assert FAULT in verdicts(before, after.replace("dot(%a, %b)", "dot(%a, %y)"))


@pytest.mark.parametrize(
    ("sum_", "others"),
    [
        ("reduce(%c, %z), dimensions={0}, to_apply=%sum", True),
        ("dot(%c, %o), lhs_contracting_dims={0}, rhs_contracting_dims={0}", False),
    ],
)
def test_a_choice_by_a_sum_of_integers_that_wraps_is_not_folded(sum_, others):
    add = computation(
        "sum",
        """%a = s8[] parameter(0)
        %b = s8[] parameter(1)
        ROOT %s = s8[] add(%a, %b)""",
    )
    lines = f"""{inputs("f32[4]", "f32[4]")}%c = s8[2] constant({{100, 100}})
    %o = s8[2] constant({{1, 1}})
    %z = s8[] constant(0)
    %t = s8[] {sum_}
    %p = pred[] compare(%t, %z), direction=GT
    %w = pred[4] broadcast(%p), dimensions={{}}
    ROOT %r = f32[4] """
    before, after = lines + "select(%w, %x, %y)", lines + "copy(%x)"
    more = (add,) if others else ()
    # In s8, 100 + 100 is -56.
    assert HOLDS not in verdicts(before, after, *more)
    wide = [text.replace("s8", "s32") for text in (before, after, *more)]
    assert verdicts(*wide) == {HOLDS}


def test_a_product_that_is_not_transposed_is_a_fault():
    lines = f"""{inputs("f32[4,4]", "f32[4,4]")}ROOT %r = f32[4,4] """
    axes = "lhs_contracting_dims={0}, rhs_contracting_dims={0}"
    before, after = f"{lines}dot(%y, %x), {axes}", f"{lines}dot(%x, %y), {axes}"
    found = list(compare(module(before, scheduled=False), module(after)))
    assert {one.verdict for one in found} == {FAULT}
    # On the diagonal, both programs compute the same number.
    assert "element (1,0) is " in found[0].detail


def test_a_batched_product_that_is_not_transposed_is_a_fault():
    lines = f"""{inputs("f32[2,4,4]", "f32[2,4,4]")}ROOT %r = f32[2,4,4] """
    axes = "lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={1},"
    axes = f"{axes} rhs_contracting_dims={{1}}"
    assert FAULT in verdicts(f"{lines}dot(%y, %x), {axes}", f"{lines}dot(%x, %y), {axes}")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("size=2x2 pad=1_0x0_1", "size=2x2 pad=0_1x0_1"),
        ("size=2x2 pad=1_0x0_1", "size=2x2 pad=1_0x0_1 rhs_reversal=1x1"),
    ],
)
def test_a_convolution_with_another_window_is_a_fault(right, wrong):
    lines = f"""{inputs("f32[2,4,4,3]", "f32[2,2,3,2]")}ROOT %r = f32[2,4,4,2] convolution(%x, %y),
 dim_labels=b01f_01io->b01f, window={{WINDOW}}""".replace("\n window", " window")
    lines = lines.replace(",\n dim", ", dim")
    before, after = lines.replace("WINDOW", right), lines.replace("WINDOW", wrong)
    assert verdicts(before, before) == {HOLDS}
    assert FAULT in verdicts(before, after)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("and(%p, %q)", "or(%p, %q)"), ("xor(%p, %q)", "or(%p, %q)"), ("not(%p)", "or(%p, %p)")],
)
def test_another_logical_operation_is_a_fault(right, wrong):
    lines = f"""{inputs("s32[4]", "s32[4]", "s32[4]")}%p = pred[4] compare(%x, %y), direction=LT
    %q = pred[4] compare(%x, %z), direction=LT
    ROOT %r = pred[4] """
    assert FAULT in verdicts(lines + right, lines + wrong)


# As floats of 64 bits, the two constants would be equal.
CONSTANTS = """%c = s64[] constant(9007199254740993)
    %d = s64[] constant(9007199254740992)"""

# A float of 64 bits holds neither the product nor the product minus 1.
PRODUCTS = """%a = s64[] constant(2147483647)
    %c = s64[] multiply(%a, %a)
    %o = s64[] constant(1)
    %d = s64[] subtract(%c, %o)"""


@pytest.mark.parametrize("integers", [CONSTANTS, PRODUCTS])
def test_large_integers_are_not_rounded(integers):
    lines = f"""{inputs("f32[4]", "f32[4]")}{integers}
    %p = pred[] compare(%c, %d), direction=EQ
    %w = pred[4] broadcast(%p), dimensions={{}}
    ROOT %r = f32[4] """
    choice = lines + "select(%w, %x, %y)"
    assert HOLDS not in verdicts(choice, lines + "copy(%x)")
    assert FAULT not in verdicts(choice, lines + "copy(%y)")


@pytest.mark.parametrize("opcode", ["maximum", "minimum"])
def test_the_larger_or_smaller_of_a_number_and_nan_is_nan(opcode):
    lines = f"""{inputs("f32[4]")}%c = f32[] constant(nan)
    %b = f32[4] broadcast(%c), dimensions={{}}
    %m = f32[4] {opcode}(%x, %b)
    ROOT %r = pred[4] compare(%x, """
    # Each comparison with nan is false.
    assert FAULT not in verdicts(lines + "%m), direction=EQ", lines + "%b), direction=EQ")
    assert FAULT in verdicts(lines + "%m), direction=EQ", lines + "%x), direction=EQ")
