"""Scatters that write the same windows at the same starts are the same for the audit."""

import pytest

from tests.audit.hlo import SUM, module
from verif.audit.hlo import compare
from verif.audit.statement import Verdict

HOLDS = Verdict.HOLDS

LARGEST = SUM.replace("add", "maximum")

INPUTS = """%x = f32[8,5] parameter(0)
%i = s32[2,3] parameter(1)
%u = f32[2,3,5] parameter(2)
"""
# For each (j,k), add row (j,k) of u to row i(j,k) of x.
BEFORE = f"""{INPUTS}%j = s32[2,3,1] reshape(%i)
ROOT %s = f32[8,5] scatter(%x, %j, %u), update_window_dims={{2}}, inserted_window_dims={{0}},\
 scatter_dims_to_operand_dims={{0}}, index_vector_dim=2, to_apply=%sum"""
AFTER = f"""{INPUTS}%j = s32[6,1] reshape(%i)
%v = f32[6,1,5] reshape(%u)
ROOT %s = f32[8,5] scatter(%x, %j, %v), update_window_dims={{1,2}}, inserted_window_dims={{}},\
 scatter_dims_to_operand_dims={{0}}, index_vector_dim=1, to_apply=%sum"""


def verdicts(before: str, after: str, ours: str = SUM, theirs: str = SUM) -> set[Verdict]:
    found = compare(module(before, ours, scheduled=False), module(after, theirs))
    return {statement.verdict for statement in found}


def test_windows_may_be_numbered_by_one_dimension_and_keep_dimensions_of_size_one():
    assert verdicts(BEFORE, AFTER) == {HOLDS}
    assert verdicts(AFTER, BEFORE) == {HOLDS}


def test_the_dimension_of_the_components_may_be_left_out():
    after = AFTER.replace("s32[6,1]", "s32[6]")
    assert verdicts(BEFORE, after) == {HOLDS}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # The windows are numbered in another order than the starts.
        (
            "%v = f32[6,1,5] reshape(%u)",
            "%t = f32[3,2,5] transpose(%u), dimensions={1,0,2}\n%v = f32[6,1,5] reshape(%t)",
        ),
        (
            "%j = s32[6,1] reshape(%i)",
            "%t = s32[3,2] transpose(%i), dimensions={1,0}\n%j = s32[6,1] reshape(%t)",
        ),
        (
            "%j = s32[6,1] reshape(%i)",
            "%k = s32[6,1] reshape(%i)\n%j = s32[6,1] reverse(%k), dimensions={0}",
        ),
        (
            "%v = f32[6,1,5] reshape(%u)",
            "%w = f32[6,1,5] reshape(%u)\n%v = f32[6,1,5] reverse(%w), dimensions={2}",
        ),
        ("scatter(%x,", "scatter(%y,"),
        ("scatter_dims_to_operand_dims={0}", "scatter_dims_to_operand_dims={1}"),
        # The program does not promise that no two windows overlap.
        ("to_apply", "unique_indices=true, to_apply"),
        ("to_apply", "indices_are_sorted=true, to_apply"),
        # The dimensions do not fit the operands.
        ("update_window_dims={1,2}", "update_window_dims={0,2}"),
        ("index_vector_dim=1", "index_vector_dim=0"),
        ("inserted_window_dims={}", "inserted_window_dims={0}"),
    ],
)
def test_other_windows_or_starts_are_not_the_same(old, new):
    negated = "%y = f32[8,5] negate(%x)\nROOT %s"
    assert old in AFTER
    assert HOLDS not in {
        one.verdict
        for one in compare(
            module(BEFORE, SUM, scheduled=False),
            module(AFTER.replace(old, new).replace("ROOT %s", negated), SUM),
        )
        if "operations of the program" in one.claim
    }


def test_a_promise_of_the_program_need_not_be_used():
    before = BEFORE.replace("to_apply", "indices_are_sorted=true, unique_indices=true, to_apply")
    assert verdicts(before, AFTER) == {HOLDS}
    assert verdicts(before, before) == {HOLDS}


def test_another_computation_is_not_the_same():
    assert verdicts(BEFORE, AFTER, SUM, LARGEST) != {HOLDS}


def test_components_of_starts_belong_to_their_dimensions():
    lines = """%x = f32[8,5] parameter(0)
    %i = s32[6,2] parameter(1)
    %u = f32[6] parameter(2)
    """
    scatter = "update_window_dims={}, inserted_window_dims={0,1}, index_vector_dim=1,"
    scatter = f"{scatter} scatter_dims_to_operand_dims=DIMS, to_apply=%sum"
    before = f"{lines}ROOT %s = f32[8,5] scatter(%x, %i, %u), {scatter}"
    after = f"""{lines}%j = s32[6,2] reverse(%i), dimensions={{1}}
    ROOT %s = f32[8,5] scatter(%x, %j, %u), {scatter}"""
    straight = before.replace("DIMS", "{0,1}")
    assert verdicts(straight, after.replace("DIMS", "{1,0}")) == {HOLDS}
    assert verdicts(straight, after.replace("DIMS", "{0,1}")) != {HOLDS}
    assert verdicts(straight, before.replace("DIMS", "{1,0}")) != {HOLDS}


def test_each_array_of_a_scatter_of_two_arrays_is_compared():
    pair = SUM.replace("%b = f32[] parameter(1)", "%b = f32[] parameter(2)").replace(
        "ROOT %s = f32[] add(%a, %b)",
        """%c = f32[] parameter(1)
        %d = f32[] parameter(3)
        %s = f32[] add(%a, %b)
        %t = f32[] multiply(%c, %d)
        ROOT %r = (f32[], f32[]) tuple(%s, %t)""",
    )
    lines = """%x = f32[8] parameter(0)
    %y = f32[8] parameter(1)
    %i = s32[6] parameter(2)
    %u = f32[6] parameter(3)
    %v = f32[6] parameter(4)
    """
    lines = f"""{lines}ROOT %s = (f32[8], f32[8]) scatter(%x, %y, %i, %u, %v),\
 update_window_dims={{}}, inserted_window_dims={{0}}, scatter_dims_to_operand_dims={{0}},\
 index_vector_dim=1, to_apply=%sum"""
    assert verdicts(lines, lines, pair, pair) == {HOLDS}
    assert verdicts(lines, lines.replace("%u, %v", "%v, %u"), pair, pair) != {HOLDS}
    wrong = pair.replace("tuple(%s, %t)", "tuple(%t, %s)")
    assert verdicts(lines, lines, pair, wrong) != {HOLDS}
