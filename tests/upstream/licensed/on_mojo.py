"""Mojo agrees with the spec, and published findings match its behaviour.

`make test-upstream` does not run this file, because Mojo is 290 MB under Modular's own licence.
Pass the file to pytest by name.
"""

import pytest

from spec import Layout
from tests.upstream.findings import assert_found, findings_of
from verif.oracle.deviation import Kind, call_of
from verif.upstream.environments import environment
from verif.upstream.implementation import implementation
from verif.upstream.mojo import compiler
from verif.upstream.mojo_text import CHECKED, shown
from verif.upstream.outcome import Crashed, Malformed, Rejected

OF_MOJO = findings_of("mojo")

CASES = {
    ("composition", (Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1)))): Layout(
        ((2, 2), 3), ((24, 2), 8)
    ),
    ("composition", (Layout((8, 8)), (Layout(4),))): Layout((4, 8), (1, 8)),
    ("logical_divide", (Layout((4, 8)), (2, Layout(4)))): Layout(
        ((2, 2), (4, 2)), ((1, 2), (4, 16))
    ),
    ("logical_product", (Layout(4), 3)): Layout((4, 3), (1, 4)),
    ("complement", (Layout((2, 3), (1, 4)), 24)): Layout((2, 2), (2, 12)),
    ("crd2idx", ((1, 2), (3, 4), (5, 7))): 19,
    ("evaluate", (Layout((4, 2), (2, 9)), 5)): 11,
    ("make_layout", (Layout(4), Layout(3, 2))): Layout((4, 3), (1, 2)),
    ("equals", (Layout(4), Layout(4, 1))): True,
    ("apply_swizzle", (8, 2, 0, 3)): 9,
    ("size", ((2, (3, 4)),)): 24,
}


@pytest.fixture(scope="module")
def mojo():
    made = implementation(f"mojo@{OF_MOJO.version}")
    yield made
    made.stop()


def test_values_agree_with_the_spec(mojo):
    assert mojo.apply_all(list(CASES)) == list(CASES.values())


def test_an_abort_of_the_program_does_not_stop_the_run(mojo):
    size = ("size", (Layout((4, 2)),))
    beyond = ("mode", (Layout(4), 2))
    ends = ("tile_to_shape", (Layout((3, 4), (5, 3)), (6, 4)))
    refusal = Rejected("Assert Error: index 2 is out of bounds, valid range is 0 to 0")
    assert mojo.apply_all([size, beyond, ends, size]) == [8, refusal, Crashed("SIGSEGV"), 8]


def test_malformed_values_are_reported(mojo):
    outcome = mojo.apply("make_ordered_layout", (2, 0))
    assert outcome == Malformed("2:(1), where stride (1) does not fit shape 2")


def test_published_findings_match_its_behaviour(mojo):
    assert_found(OF_MOJO, mojo)


def ran(text, folder):
    """Return the output of a program, run with the compiler that pip installed."""
    case = folder / "case.mojo"
    case.write_text(text)
    site = str(environment("mojo", OF_MOJO.version))
    done = compiler(site, str(folder), "run", *CHECKED.split(), str(case))
    return done.stdout + done.stderr


@pytest.mark.parametrize("fault", OF_MOJO.faults, ids=lambda fault: fault.id)
def test_the_reproduction_of_a_fault_prints_the_wrong_value(fault, tmp_path):
    pasted = OF_MOJO.reproduction(fault)
    text = shown(*call_of(fault.case))
    assert text in pasted
    printed = ran(text, tmp_path).replace(" ", "").splitlines()
    theirs = fault.theirs.removeprefix("malformed: ").partition(", where")[0]
    assert fault.kind is not Kind.OVER_REJECT
    assert {theirs, f"({theirs})"} & set(printed), printed
