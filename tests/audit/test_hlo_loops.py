"""Loops that begin with uninitialized arrays. Compilers for TPUs write such loops."""

import pytest

from tests.audit.hlo import computation, module
from verif.audit.hlo import compare
from verif.audit.statement import Verdict

HOLDS, UNKNOWN = Verdict.HOLDS, Verdict.UNKNOWN

SHAPE = "(s32[], f32[4]{0}, f32[5,4]{1,0}, f32[5,4]{1,0})"

BODY = """%p = SHAPE parameter(0)
%i = s32[] get-tuple-element(%p), index=0
%c = f32[4]{0} get-tuple-element(%p), index=1
%y = f32[5,4]{1,0} get-tuple-element(%p), index=2
%x = f32[5,4]{1,0} get-tuple-element(%p), index=3
%one = s32[] constant(1)
%zero = s32[] constant(0)
%j = s32[] add(%i, %one)
%s = f32[1,4]{1,0} dynamic-slice(%x, %i, %zero), dynamic_slice_sizes={1,4}
%r = f32[4]{0} reshape(%s)
BEGIN
%d = f32[4]{0} add(%b, %r)
%u = f32[1,4]{1,0} reshape(%b)
%w = f32[5,4]{1,0} dynamic-update-slice(%y, %u, %i, %zero)
ROOT %t = SHAPE tuple(%j, %d, %w, %x)""".replace("SHAPE", SHAPE)

CONDITION = f"""%p = {SHAPE} parameter(0)
%i = s32[] get-tuple-element(%p), index=0
%n = s32[] constant(5)
ROOT %l = pred[] compare(%i, %n), direction=LT"""

PLAIN = "%b = f32[4]{0} copy(%c)"

FIRST = """%e = pred[] compare(%i, %zero), direction=EQ
%q = pred[4]{0} broadcast(%e), dimensions={}
%f = f32[] constant(0)
%g = f32[4]{0} broadcast(%f), dimensions={}
%b = f32[4]{0} select(%q, %g, %c)"""

NOTHING = """%v = f32[4]{0} custom-call(), custom_call_target="AllocateBuffer"
%o = f32[5,4]{1,0} custom-call(), custom_call_target="AllocateBuffer\""""

ZEROS = """%z = f32[] constant(0)
%v = f32[4]{0} broadcast(%z), dimensions={}
%o = f32[5,4]{1,0} broadcast(%z), dimensions={}"""


def program(begin, initial, *changes):
    """Return a program with a loop that adds up the rows of an array.

    Before the loop adds a row to the sum, it writes the sum to a row of the result.
    """
    text = module(
        f"""%x = f32[5,4]{{1,0}} parameter(0)
        %i = s32[] constant(0)
        {initial}
        %a = {SHAPE} tuple(%i, %v, %o, %x)
        %k = {SHAPE} while(%a), condition=%go, body=%turn
        %m = f32[4]{{0}} get-tuple-element(%k), index=1
        %h = f32[5,4]{{1,0}} get-tuple-element(%k), index=2
        ROOT %r = (f32[4]{{0}}, f32[5,4]{{1,0}}) tuple(%m, %h)""",
        computation("turn", BODY.replace("BEGIN", begin)),
        computation("go", CONDITION),
        scheduled=False,
    )
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def verdicts(after):
    found = list(compare(program(PLAIN, ZEROS), after))
    return {s.verdict for s in found}


def test_a_loop_that_writes_before_it_reads_is_the_same():
    assert verdicts(program(FIRST, NOTHING)) == {HOLDS}


def test_arrays_with_other_values_before_the_loop_are_not_the_same():
    other = ("%z = f32[] constant(0)", "%z = f32[] constant(3)")
    assert Verdict.HOLDS not in verdicts(program(PLAIN, ZEROS, other))


@pytest.mark.parametrize(
    ("begin", "change"),
    [
        # The first iteration reads the uninitialized array.
        (PLAIN, ("%i, %n", "%i, %n")),
        # The sum begins with 1; in the original program it begins with 0.
        (FIRST, ("%f = f32[] constant(0)", "%f = f32[] constant(1)")),
        # In the first iteration, the sum begins with the uninitialized array instead of 0.
        (FIRST, ("direction=EQ", "direction=NE")),
        (FIRST, ("compare(%i, %zero)", "compare(%i, %one)")),
        # The sum reads the uninitialized array directly.
        (FIRST, ("%d = f32[4]{0} add(%b, %r)", "%d = f32[4]{0} add(%c, %r)")),
        # Some rows of the result are not written.
        (FIRST, ("%n = s32[] constant(5)", "%n = s32[] constant(4)")),
        (FIRST, ("(%y, %u, %i, %zero)", "(%y, %u, %zero, %zero)")),
        (FIRST, ("%j = s32[] add(%i, %one)", "%j = s32[] add(%one, %one)")),
        (FIRST, ("tuple(%j, %d, %w, %x)", "tuple(%j, %d, %y, %x)")),
        # The loop ends before its first iteration.
        (FIRST, ("%i = s32[] constant(0)", "%i = s32[] constant(5)")),
    ],
)
def test_a_loop_that_may_read_what_was_never_written_is_not_the_same(begin, change):
    assert verdicts(program(begin, NOTHING, change)) != {HOLDS}


def test_a_row_that_was_written_before_is_read_only_if_it_holds_something():
    """The first iteration reads row 0 of the result, which no iteration has written yet."""
    reads = ("%u = f32[1,4]{1,0} reshape(%b)", "%u = f32[1,4]{1,0} slice(%y), slice={[0:1], [0:4]}")
    before, after = program(PLAIN, ZEROS, reads), program(FIRST, NOTHING, reads)
    assert {s.verdict for s in compare(before, after) if "result 1" in s.claim} == {UNKNOWN}
    assert {s.verdict for s in compare(before, before)} == {HOLDS}
