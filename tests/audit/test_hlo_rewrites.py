"""Operations that XLA replaces by others with the same result are the same for the audit."""

import numpy as np
import pytest

from tests.audit.hlo import computation, module
from verif.audit.hlo import compare
from verif.audit.statement import Verdict

HOLDS, FAULT = Verdict.HOLDS, Verdict.FAULT


def verdicts(before: str, after: str, ours: str = "", theirs: str = "") -> set[Verdict]:
    one = module(before, *([ours] if ours else []), scheduled=False)
    other = module(after, *([theirs] if theirs else []))
    return {statement.verdict for statement in compare(one, other)}


XYZ = "%x = f32[4] parameter(0)\n%y = f32[4] parameter(1)\n%z = f32[4] parameter(2)\n"
CLAMP = XYZ + "ROOT %r = f32[4] clamp(%y, %x, %z)"


@pytest.mark.parametrize("first", ["%x, %y", "%y, %x"])
@pytest.mark.parametrize("second", ["%m, %z", "%z, %m"])
def test_a_clamp_is_the_minimum_of_a_maximum(first, second):
    chain = f"{XYZ}%m = f32[4] maximum({first})\nROOT %r = f32[4] minimum({second})"
    assert verdicts(chain, CLAMP) == {HOLDS}
    assert verdicts(CLAMP, chain) == {HOLDS}


@pytest.mark.parametrize(
    "lines",
    [
        # The two programs differ if y > z.
        "%m = f32[4] minimum(%x, %z)\nROOT %r = f32[4] maximum(%m, %y)",
        "%m = f32[4] maximum(%x, %z)\nROOT %r = f32[4] minimum(%m, %y)",
        "%m = f32[4] minimum(%x, %y)\nROOT %r = f32[4] minimum(%m, %z)",
        "%m = f32[4] maximum(%y, %z)\nROOT %r = f32[4] minimum(%m, %x)",
    ],
)
def test_a_clamp_is_no_other_choice(lines):
    found = verdicts(XYZ + lines, CLAMP)
    assert found != {HOLDS}
    assert FAULT in found


LESS = computation(
    "less",
    """%a = f32[] parameter(0)
    %b = f32[] parameter(1)
    ROOT %c = pred[] compare(%a, %b), direction=LT, type=TOTALORDER""",
)
EXPANDED = computation(
    "less",
    """%a = f32[] parameter(0)
    %b = f32[] parameter(1)
    %zero = s32[] constant(0)
    %most = s32[] constant(2147483647)
    %i = s32[] bitcast(%a)
    %j = s32[] bitcast-convert(%b)
    %k = s32[] xor(%most, %i)
    %l = s32[] xor(%j, %most)
    %m = pred[] compare(%i, %zero), direction=LT
    %n = pred[] compare(%j, %zero), direction=LT
    %s = s32[] select(%m, %k, %i)
    %t = s32[] select(%n, %l, %j)
    ROOT %c = pred[] compare(%s, %t), direction=LT""",
)
SORT = "%x = f32[9] parameter(0)\nROOT %s = f32[9] sort(%x), dimensions={0}, to_apply=%less"


@pytest.mark.parametrize(
    ("old", "new"),
    [("", ""), ("f32", "f16"), ("f32", "f64")],
)
def test_a_total_order_is_an_order_of_bits(old, new):
    bits = {"f16": 16, "f64": 64}.get(new, 32)
    expanded = EXPANDED.replace("2147483647", str(2 ** (bits - 1) - 1)).replace("s32", f"s{bits}")
    sort, less, expanded = (text.replace(old, new) for text in (SORT, LESS, expanded))
    assert verdicts(sort, sort, less, expanded) == {HOLDS}
    assert verdicts(sort, sort, expanded, less) == {HOLDS}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2147483647", "2147483646"),
        ("constant(0)", "constant(1)"),
        ("compare(%i, %zero), direction=LT", "compare(%i, %zero), direction=LE"),
        ("compare(%i, %zero)", "compare(%j, %zero)"),
        ("compare(%i, %zero)", "compare(%zero, %i)"),
        ("xor(%most, %i)", "xor(%most, %j)"),
        ("xor(%most, %i)", "or(%most, %i)"),
        ("select(%m, %k, %i)", "select(%m, %i, %k)"),
        ("select(%m, %k, %i)", "select(%m, %k, %j)"),
        ("compare(%s, %t), direction=LT", "compare(%s, %t), direction=LE"),
        ("compare(%s, %t)", "compare(%t, %s)"),
        ("s32", "u32"),
    ],
)
def test_another_order_of_bits_is_not_the_total_order(old, new):
    wrong = EXPANDED.replace(old, new)
    assert wrong != EXPANDED
    assert verdicts(SORT, SORT, LESS, wrong) != {HOLDS}


def test_the_order_of_bits_is_the_total_order_of_numbers():
    # The total order: -nan, -inf, .., -0, 0, .., inf, nan.
    most = np.uint32(0x7FFFFFFF)
    ordered = [-np.inf, np.finfo("f4").min, -1, -1e-40, -0.0, 0.0, 1e-40, 1, np.inf]
    bits = np.array(ordered, "f4").view("u4")
    bits = np.array([0xFFC00000, *bits, 0x7FC00000], "u4")
    keys = np.where(bits.view("i4") < 0, bits ^ most, bits).astype("u4").view("i4")
    assert (np.diff(keys.astype("i8")) > 0).all()


def test_a_difference_names_the_attribute():
    lines = "%x = f32[4] parameter(0)\n%y = f32[4] parameter(1)\nROOT %r = pred[4] compare(%x, %y)"
    before, after = f"{lines}, direction=LT", f"{lines}, direction=GE"
    found = list(compare(module(before, scheduled=False), module(after)))
    assert found[-1].detail.endswith(
        "compare r (line 6) has direction=LT, but compare r (line 6) has direction=GE"
    )


def test_reductions_of_different_numbers_of_arrays_are_named():
    x = "%x = f32[4] parameter(0)\n%i = s32[4] parameter(1)\n%o = f32[] constant(0)\n"
    before = x + "ROOT %r = f32[] reduce(%x, %o), dimensions={0}, to_apply=%f"
    after = (
        x
        + """%n = s32[] constant(0)
    %p = (f32[], s32[]) reduce(%x, %i, %o, %n), dimensions={0}, to_apply=%f
    ROOT %r = f32[] get-tuple-element(%p), index=0"""
    )
    add = computation(
        "f", "%a = f32[] parameter(0)\n%b = f32[] parameter(1)\nROOT %s = f32[] add(%a, %b)"
    )
    both = computation(
        "f",
        """%a = f32[] parameter(0)
        %j = s32[] parameter(1)
        %b = f32[] parameter(2)
        %k = s32[] parameter(3)
        %s = f32[] add(%a, %b)
        ROOT %t = (f32[], s32[]) tuple(%s, %j)""",
    )
    found = list(compare(module(before, add, scheduled=False), module(after, both)))
    assert found[-1].detail.endswith("have different numbers of operands")


def test_a_conversion_of_bits_to_another_width_is_not_followed():
    lines = "%x = f32[4] parameter(0)\n%y = u8[4,4] parameter(1)\nROOT %r = s8[4,4] "
    before, after = f"{lines}bitcast-convert(%x)", f"{lines}bitcast-convert(%y)"
    found = list(compare(module(before, scheduled=False), module(after)))
    assert found[-1].detail == "it is not known which elements bitcast-convert r (line 6) takes"
