"""In a sort, transform or scatter, a result element may depend on a whole line or a whole array."""

import pytest

from tests.audit.hlo import SUM, X, computation, module
from verif.audit.hlo import compare
from verif.audit.hlo.comparing import ELEMENTS
from verif.audit.statement import Verdict

HOLDS, UNKNOWN = Verdict.HOLDS, Verdict.UNKNOWN

LESS = computation(
    "less",
    """%a = f32[] parameter(0)
    %b = f32[] parameter(1)
    ROOT %c = pred[] compare(%a, %b), direction=LT""",
)
SCATTER = (
    "dims, update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0},"
    " index_vector_dim=1, to_apply=%sum"
).removeprefix("dims, ")
XIU = (
    "%x = f32[9,4]{1,0} parameter(0)\n"
    "%i = s32[6,1]{1,0} parameter(1)\n"
    "%u = f32[6,4]{1,0} parameter(2)\n"
)
KV = "%i = s32[] parameter(1)\n%z = s32[] constant(0)\n"


def elements(before, after):
    """Return the verdict and the detail of the statement about the elements that a program uses."""
    found = compare(module(before, LESS, SUM, scheduled=False), module(after, LESS, SUM))
    (one,) = (s for s in found if s.claim.startswith(ELEMENTS.partition("{")[0]))
    return one.verdict, one.detail


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        # The compiled program sorts the transposed array, and its sort is stable.
        (
            X + "ROOT %s = f32[6,4]{1,0} sort(%x), dimensions={0}, to_apply=%less",
            X + """%t = f32[4,6]{1,0} transpose(%x), dimensions={1,0}
            %s = f32[4,6]{1,0} sort(%t), dimensions={1}, is_stable=true, to_apply=%less
            ROOT %r = f32[6,4]{1,0} transpose(%s), dimensions={1,0}""",
            HOLDS,
        ),
        (
            X + "ROOT %s = f32[6,4]{1,0} sort(%x), dimensions={0}, to_apply=%less",
            X + "ROOT %s = f32[6,4]{1,0} sort(%x), dimensions={1}, to_apply=%less",
            UNKNOWN,
        ),
        (
            X.replace("f32", "c64") + "ROOT %f = c64[6,4]{1,0} fft(%x), fft_type=FFT, "
            "fft_length={4}",
            X.replace("f32", "c64") + """%n = c64[6,4]{1,0} negate(%x)
            ROOT %f = c64[6,4]{1,0} fft(%n), fft_type=FFT, fft_length={4}""",
            HOLDS,
        ),
        (
            X.replace("f32", "c64") + "ROOT %f = c64[6,4]{1,0} fft(%x), fft_type=FFT, "
            "fft_length={4}",
            X.replace("f32", "c64") + """%n = c64[6,4]{1,0} reverse(%x), dimensions={0}
            ROOT %f = c64[6,4]{1,0} fft(%n), fft_type=FFT, fft_length={4}""",
            UNKNOWN,
        ),
        (
            XIU + f"ROOT %s = f32[9,4]{{1,0}} scatter(%x, %i, %u), {SCATTER}",
            XIU + f"""%v = f32[6,1,4]{{2,1,0}} reshape(%u)
            ROOT %s = f32[9,4]{{1,0}} scatter(%x, %i, %v), {SCATTER}""".replace(
                "update_window_dims={1}, inserted_window_dims={0}",
                "update_window_dims={1,2}, inserted_window_dims={}",
            ),
            HOLDS,
        ),
        (
            XIU + f"ROOT %s = f32[9,4]{{1,0}} scatter(%x, %i, %u), {SCATTER}",
            XIU + f"""%v = f32[6,4]{{1,0}} reverse(%u), dimensions={{1}}
            ROOT %s = f32[9,4]{{1,0}} scatter(%x, %i, %v), {SCATTER}""",
            UNKNOWN,
        ),
        (
            X + KV + "ROOT %s = f32[2,4]{1,0} dynamic-slice(%x, %i, %z), dynamic_slice_sizes={2,4}",
            X + KV + """%n = f32[6,4]{1,0} negate(%x)
            %t = f32[4,6]{1,0} transpose(%n), dimensions={1,0}
            %s = f32[4,2]{1,0} dynamic-slice(%t, %z, %i), dynamic_slice_sizes={4,2}
            ROOT %r = f32[2,4]{1,0} transpose(%s), dimensions={1,0}""",
            HOLDS,
        ),
        (
            X + KV + "ROOT %s = f32[2,4]{1,0} dynamic-slice(%x, %i, %z), dynamic_slice_sizes={2,4}",
            X + KV + """%n = f32[6,4]{1,0} negate(%x)
            %s = f32[3,4]{1,0} dynamic-slice(%n, %i, %z), dynamic_slice_sizes={3,4}
            ROOT %r = f32[2,4]{1,0} slice(%s), slice={[0:2], [0:4]}""",
            # A slice of three rows is clamped at more start indices than a slice of two rows.
            UNKNOWN,
        ),
        (
            X + "ROOT %n = f32[6,4]{1,0} negate(%x)",
            f'{X}ROOT %n = f32[6,4]{{1,0}} custom-call(%x), custom_call_target="X64SplitHigh"',
            HOLDS,
        ),
        (
            X + "ROOT %n = f32[6,4]{1,0} negate(%x)",
            f'{X}ROOT %n = f32[6,4]{{1,0}} custom-call(%x), custom_call_target="Other"',
            UNKNOWN,
        ),
    ],
)  # fmt: skip
def test_the_elements_that_data_may_choose_are_compared(before, after, verdict):
    assert elements(before, after)[0] is verdict


def test_the_answer_says_where_data_chooses():
    before = X + "ROOT %s = f32[6,4]{1,0} sort(%x), dimensions={0}, to_apply=%less"
    after = before.replace("to_apply", "is_stable=true, to_apply")
    assert "all choices are included" in elements(before, after)[1]
