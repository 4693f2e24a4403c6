"""Differences that rounding explains are not faults, and larger differences are."""

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.audit.hlo import SUM, computation, module
from verif.audit.hlo import compare
from verif.audit.hlo.graph import UnmatchedError
from verif.audit.hlo.rounding import BINARY, UNARY, Rounded, added, binary, compared, unary, unit_of
from verif.audit.statement import Verdict

HOLDS, FAULT, UNKNOWN = Verdict.HOLDS, Verdict.FAULT, Verdict.UNKNOWN

OF_F32 = 2.0**-24
TINY = 2.0**-126
"""Below this number, f32 has fewer bits, so the relative rounding error is larger."""


def verdicts(before, after, *others):
    found = compare(module(before, *others, scheduled=False), module(after, *others))
    return [statement.verdict for statement in found]


def to_f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def is_normal(x):
    return x == 0 or TINY < abs(x) < 1e30


@given(
    st.lists(
        st.one_of(
            st.tuples(st.sampled_from(sorted(BINARY)), st.integers(0, 9), st.integers(0, 9)),
            st.tuples(st.sampled_from(sorted(UNARY)), st.integers(0, 9)),
            st.tuples(st.just("sum"), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)),
        ),
        min_size=1,
        max_size=12,
    ),
    st.lists(st.floats(-2, 2).map(to_f32).filter(is_normal), min_size=3, max_size=3),
)
def test_the_rounding_errors_of_f32_stay_within_their_bounds(steps, inputs):
    exact, narrow = [Rounded(x) for x in inputs], list(inputs)
    for opcode, *numbers in steps:
        places = [k % len(narrow) for k in numbers]
        ours, theirs = [exact[k] for k in places], [narrow[k] for k in places]
        try:
            if opcode in UNARY:
                exact.append(unary(opcode, *ours, OF_F32))
                result = float(UNARY[opcode](*theirs))
            elif opcode in BINARY:
                exact.append(binary(opcode, *ours, OF_F32))
                result = float(BINARY[opcode](*theirs))
            else:
                exact.append(added(ours, 2 * OF_F32))
                result = to_f32(to_f32(theirs[0] + theirs[1]) + theirs[2])
            if not is_normal(result) or not is_normal(exact[-1].value):
                return
            narrow.append(to_f32(result))
        except (ArithmeticError, ValueError, UnmatchedError):
            return
        # Widen the bound, because its own computation rounds, and because it omits second-order
        # terms in sums.
        bound = exact[-1].error * (1 + 1e-6) + 1e-15 * abs(exact[-1].value)
        assert abs(exact[-1].value - narrow[-1]) <= bound


def test_a_comparison_or_step_that_rounding_may_change_is_not_evaluated():
    assert compared("LT", Rounded(1.0, 0.1), Rounded(2.0)).value == 1
    assert compared("EQ", Rounded(1.0), Rounded(1.0)).value == 1
    with pytest.raises(UnmatchedError):
        compared("LT", Rounded(1.0, 0.6), Rounded(2.0, 0.6))
    assert unary("floor", Rounded(1.5, 0.1), 0.0) == Rounded(1.0)
    with pytest.raises(UnmatchedError):
        unary("floor", Rounded(2.0, 0.1), 0.0)
    with pytest.raises(UnmatchedError):
        binary("divide", Rounded(1.0), Rounded(0.1, 0.2), 0.0)
    # Programs mask elements with -inf, so -inf plus a number must be exactly -inf.
    assert binary("add", Rounded(1.0, 0.1), Rounded(-math.inf), 0.01) == Rounded(-math.inf)


@pytest.mark.parametrize(
    ("element", "bits"),
    [("f64", 51), ("f32", 22), ("f16", 11), ("bf16", 8), ("f8e5m2", 3), ("f4e2m1fn", 2)],
)
def test_the_unit_of_a_type_follows_from_its_significand(element, bits):
    assert unit_of(element) == 2.0**-bits


def test_types_that_are_no_floating_point_types_have_no_unit():
    assert [unit_of(element) for element in ("s32", "pred", "c64")] == [0, 0, 0]


TOTALS = """%x = f32[8,16]{1,0} parameter(0)
%e = f32[8,16]{1,0} exponential(%x)
%c = f32[] constant(0)
%all = f32[] reduce(%e, %c), dimensions={0,1}, to_apply=%sum
%part = f32[16]{0} reduce(%e, %c), dimensions={0}, to_apply=%sum
%both = f32[] reduce(%part, %c), dimensions={0}, to_apply=%sum
%one = f32[] constant(1)
"""


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        # Two sums of the same terms in different orders: both results are 0 up to rounding.
        ("ROOT %r = f32[] subtract(%all, %both)", "ROOT %r = f32[] subtract(%all, %all)", UNKNOWN),
        (
            "%d = f32[] subtract(%all, %both)\nROOT %r = f32[] multiply(%d, %all)",
            "ROOT %r = f32[] subtract(%all, %all)",
            UNKNOWN,
        ),
        # The quotient of two differences that are 0 up to rounding may be any number.
        (
            "%d = f32[] subtract(%all, %both)\nROOT %r = f32[] divide(%one, %d)",
            "%d = f32[] subtract(%both, %all)\nROOT %r = f32[] divide(%one, %d)",
            UNKNOWN,
        ),
        # The compared sums are equal up to rounding, so rounding decides the result of `compare`.
        (
            (
                "%p = pred[] compare(%all, %both), direction=LT\n"
                "ROOT %r = f32[] select(%p, %one, %all)"
            ),
            (
                "%p = pred[] compare(%both, %all), direction=LT\n"
                "ROOT %r = f32[] select(%p, %one, %all)"
            ),
            UNKNOWN,
        ),
        # Here the terms do not cancel, or the result is far from 0.
        ("ROOT %r = f32[] add(%all, %both)", "ROOT %r = f32[] add(%all, %one)", FAULT),
        ("ROOT %r = f32[] subtract(%all, %both)", "ROOT %r = f32[] subtract(%all, %c)", FAULT),
        (
            "%h = f32[] add(%all, %all)\nROOT %r = f32[] subtract(%h, %both)",
            "ROOT %r = f32[] subtract(%all, %both)",
            FAULT,
        ),
        (
            (
                "%p = pred[] compare(%all, %one), direction=LT\n"
                "ROOT %r = f32[] select(%p, %one, %both)"
            ),
            (
                "%p = pred[] compare(%one, %all), direction=LT\n"
                "ROOT %r = f32[] select(%p, %one, %both)"
            ),
            FAULT,
        ),
    ],
)
def test_a_result_that_cancels_to_zero_is_no_witness(before, after, verdict):
    assert verdicts(TOTALS + before, TOTALS + after, SUM)[-1] is verdict


def constants(element, number, other, operations=("multiply", "multiply"), more=""):
    texts = [
        f"""%x = {element}[4]{{0}} parameter(0)
        {more}%c = {element}[] constant({n})
        %b = {element}[4]{{0}} broadcast(%c), dimensions={{}}
        ROOT %r = {element}[4]{{0}} {operation}(%x, %b)"""
        for n, operation in zip((number, other), operations, strict=True)
    ]
    return verdicts(*texts)[-1]


BF16 = "%w = bf16[4]{0} parameter(1)\n"
REDUCED = "%w = f32[4]{0} reduce-precision(%x), exponent_bits=8, mantissa_bits=7\n"


@pytest.mark.parametrize(
    ("element", "one", "other", "more", "verdict"),
    [
        ("f32", 3.14, 3.15, "", UNKNOWN),
        ("f32", 3.14, 3.1400001, "", HOLDS),
        ("f32", 3.14, 3.14001, "", UNKNOWN),
        ("f64", 3.14, 3.1400001, "", UNKNOWN),
        ("bf16", 3.14, 3.15, "", HOLDS),
        ("bf16", 3.14, 3.17, "", UNKNOWN),
        ("f16", 3.14, 3.141, "", HOLDS),
        ("f16", 3.14, 3.15, "", UNKNOWN),
        # The narrowest type in the programs decides how much the constants may differ.
        ("f32", 3.14, 3.15, BF16, HOLDS),
        ("f32", 3.14, 3.15, REDUCED, HOLDS),
        ("f32", 3.14, 3.17, BF16, UNKNOWN),
        ("f32", 3.14, 4.14, BF16, FAULT),
        # If a type is narrower than bf16, only constants of this type get its larger tolerance.
        ("f32", 3.14, 3.25, BF16.replace("bf16", "f8e4m3fn"), UNKNOWN),
        ("f8e4m3fn", 3.25, 3.5, "", UNKNOWN),
        ("f8e4m3fn", 3.25, 3.4, "", HOLDS),
    ],
)
def test_constants_are_equal_up_to_the_rounding_of_the_narrowest_type(
    element, one, other, more, verdict
):
    assert constants(element, one, other, more=more) is verdict


@pytest.mark.parametrize(
    ("element", "factor", "verdict"),
    [
        ("f32", 0.001, HOLDS),
        ("f32", 0.00100000005, HOLDS),
        ("f32", 0.001003, UNKNOWN),
        ("bf16", 0.001003, HOLDS),
        ("bf16", 0.00101, UNKNOWN),
    ],
)
def test_reciprocals_are_equal_up_to_the_rounding_of_the_narrowest_type(element, factor, verdict):
    assert constants(element, 1000, factor, ("divide", "multiply")) is verdict


def test_constants_that_are_multiplied_as_matrices_may_be_rounded_to_bf16():
    lines = """%x = f32[] parameter(0)
    %u = f32[2]{0} constant({1.5, 2.5})
    """
    product = "%c = f32[] dot(%u, %u), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
    before = f"{lines}{product}ROOT %r = f32[] multiply(%x, %c)"
    for number, verdict in ((8.5, HOLDS), (8.52, HOLDS), (8.7, UNKNOWN)):
        after = f"{lines}%c = f32[] constant({number})\nROOT %r = f32[] multiply(%x, %c)"
        assert verdicts(before, after)[-1] is verdict
    added_up = "%c = f32[] multiply(%k, %k)\n"
    lines += "%k = f32[] constant(1.5)\n"
    before = f"{lines}{added_up}ROOT %r = f32[] multiply(%x, %c)"
    for number, verdict in ((2.25, HOLDS), (2.26, UNKNOWN)):
        after = f"{lines}%c = f32[] constant({number})\nROOT %r = f32[] multiply(%x, %c)"
        assert verdicts(before, after)[-1] is verdict


def test_a_reduction_by_an_operation_that_depends_on_the_order_is_not_evaluated():
    swapped = computation(
        "minus",
        """%a = f32[] parameter(0)
        %b = f32[] parameter(1)
        ROOT %s = f32[] subtract(%b, %a)""",
    )
    lines = "%x = f32[4,1]{1,0} parameter(0)\n%c = f32[] constant(3)\n"
    before = f"{lines}ROOT %r = f32[4]{{0}} reduce(%x, %c), dimensions={{1}}, to_apply=%minus"
    after = f"""{lines}%y = f32[4]{{0}} reshape(%x)
    %b = f32[4]{{0}} broadcast(%c), dimensions={{}}
    ROOT %r = f32[4]{{0}} subtract(%y, %b)"""
    assert verdicts(before, after, swapped)[-1] is UNKNOWN
    other = before.replace("minus", "sum"), after.replace("subtract", "multiply")
    assert verdicts(*other, SUM)[-1] is FAULT


def test_a_constant_that_is_rounded_to_few_bits_is_no_fault():
    lines = "%x = f32[] parameter(0)\n"
    before = f"""{lines}%c = f32[] constant(1.06)
    %f = f8e4m3fn[] convert(%c)
    %g = f32[] convert(%f)
    ROOT %r = f32[] multiply(%x, %g)"""
    for number, verdict in ((1, UNKNOWN), (1.7, FAULT)):
        after = f"{lines}%c = f32[] constant({number})\nROOT %r = f32[] multiply(%x, %c)"
        assert verdicts(before, after)[-1] is verdict


@pytest.mark.parametrize(("element", "verdict"), [("f32", FAULT), ("bf16", UNKNOWN)])
def test_the_types_of_the_programs_decide_which_difference_is_rounding(element, verdict):
    # The compiled program multiplies a sum by 1.005 before the terms cancel.
    lines = TOTALS + "%k = f32[] constant(1.005)\n%m = f32[] multiply(%both, %k)\n"
    texts = [
        (lines + f"ROOT %r = f32[] subtract(%all, %{name})").replace("f32", element)
        for name in ("both", "m")
    ]
    assert verdicts(*texts, SUM.replace("f32", element))[-1] is verdict
