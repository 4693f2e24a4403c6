"""The command `find swizzle`: its output and the input it rejects."""

from functools import partial

import pytest

TILE = ("--smem", "(32,32):(32,1)", "--type", "f32")
COLUMNS = ("--load", "((32,4),8):((1,32),128)")


@pytest.fixture
def run(run):
    return partial(run, "find", "swizzle")


def test_find_prints_the_expected_lines(run):
    status, out, err = run(*TILE, "--store", "((8,16),(4,2)):((128,1),(32,16))", *COLUMNS)
    assert (status, err) == (0, "")
    heads = [line.split()[0] for line in out.splitlines() if not line.startswith(" ")]
    assert heads == ["before", "best", "or", "or", "padded", "why", "tried", "C++", "DSL"]
    assert "best    Sw<5,0,5> o 0 o (32,32):(32,1): 64 wavefronts, store 32 " in out


def test_two_loads_are_numbered(run):
    _, out, _ = run(*TILE, *COLUMNS, *COLUMNS)
    assert ", load 1 " in out
    assert ", load 2 " in out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (TILE, "give at least one --store or --load"),
        (
            (*TILE, "--load", "(32,2):(1,32)@x"),
            "expected a power of two after @ in '(32,2):(1,32)@x'",
        ),
        ((*TILE, "--load", "(32,32):(1,32)@100"), "the bits of an access, such as @128"),
        ((*TILE, "--load", "f16"), "--load must be a layout, not f16"),
        (
            ("--smem", "Sw<3,3,3> o 0 o (32,32):(32,1)", *TILE[2:], *COLUMNS),
            "--smem must be a layout, not Sw<3,3,3> o 0 o (32,32):(32,1); without the swizzle",
        ),
        ((*TILE[:3], "halv", *COLUMNS), "'halv' is not an element type"),
        ((*TILE, "--load", "(32,64):(1,32)"), "(thread, value) (31,63) takes element 2047"),
        ((*TILE, "--load", "(32,2):(32,1)@128"), "no swizzle of 10-bit offsets"),
        (
            ("--smem", "(9,32):(32,1)", *TILE[2:], "--load", "(3,2)"),
            "searched only for layouts that are linear over F2",
        ),
    ],
)
def test_bad_input_is_rejected_in_one_line(run, arguments, problem):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1
