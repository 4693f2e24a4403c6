"""CuTe DSL agrees with the spec, and published findings match its behaviour.

`make test-upstream` does not run this file, because the DSL is 300 MB under NVIDIA's own licence.
Pass the file to pytest by name.
"""

import signal
import subprocess
import sys

import pytest

from spec import Layout
from tests.upstream.findings import assert_found, findings_of
from verif.oracle.deviation import Kind
from verif.upstream.environments import environment
from verif.upstream.implementation import implementation
from verif.upstream.outcome import Crashed, Malformed, Rejected

CASES = {
    ("composition", (Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1)))): Layout(
        ((2, 2), 3), ((24, 2), 8)
    ),
    ("composition", (Layout((8, 8)), (Layout(4), None))): Layout((4, 8), (1, 8)),
    ("logical_product", (Layout(4), 3)): Layout((4, 3), (1, 4)),
    ("coalesce", (Layout(((2, 3), 4), ((1, 2), 6)), (1, 1))): Layout((6, 4), (1, 6)),
    ("crd2idx", ((1, 2), (3, 4), (5, 7))): 19,
    ("dice", ((None, 1), Layout((3, 2), (1, 5)))): Layout((2,), (5,)),
    ("evaluate", (Layout((4, 2), (2, 9)), 5)): 11,
    ("group", (Layout((4, 2, 3)), 0, 2)): Layout(((4, 2), 3), ((1, 4), 8)),
    ("idx2crd", ((1, 5), (3, (2, 3)))): (1, (1, 2)),
    ("make_layout", (Layout(4), Layout(3, 2))): Layout((4, 3), (1, 2)),
    ("slice_", ((None, 1), Layout((3, 2), (1, 5)))): Layout((3,), (1,)),
    ("slice_and_offset", ((None, 1), Layout((3, 2), (1, 5)))): (Layout((3,), (1,)), 5),
}


OF_DSL = findings_of("cute-dsl")


@pytest.fixture(scope="module", params=["4.5.0", "4.8.1"])
def dsl(request):
    made = implementation(f"cute-dsl@{request.param}")
    yield made
    made.stop()


def test_values_agree_with_the_spec(dsl):
    assert dsl.apply_all(list(CASES)) == list(CASES.values())


def test_an_mlir_error_is_reported_in_its_own_words(dsl):
    outcome = dsl.apply("composition", (Layout((3, 2), (1, 5)), Layout(5)))
    assert isinstance(outcome, Rejected)
    assert "unable to compute the following composition" in outcome.message


def test_malformed_values_are_reported(dsl):
    outcome = dsl.apply("make_identity_layout", ((2, 3),))
    assert isinstance(outcome, Malformed)
    assert outcome.text.startswith("(2,3):(1@0,1@1)")


def test_a_division_by_zero_does_not_stop_the_run():
    """In version 4.8.1, blocked_product with an overlapping block ends in SIGFPE."""
    dsl = implementation("cute-dsl@4.8.1")
    size = ("size", (Layout((4, 2)),))
    ends = ("blocked_product", (Layout((4, 2), (1, 3)), Layout((2, 1), (4, 1))))
    assert dsl.apply_all([size, ends, size]) == [8, Crashed("SIGFPE"), 8]
    dsl.stop()


def test_published_findings_match_its_behaviour():
    real = implementation("cute-dsl@4.8.1")
    assert_found(OF_DSL, real)
    real.stop()


@pytest.mark.parametrize("fault", OF_DSL.faults, ids=lambda fault: fault.id)
def test_the_reproduction_of_a_fault_prints_the_wrong_value(fault):
    folder = environment("cute-dsl", "4.8.1")
    text = f"import site\nsite.addsitedir({str(folder)!r})\n{OF_DSL.reproduction(fault)}"
    done = subprocess.run(
        [sys.executable, "-I", "-c", text], capture_output=True, text=True, check=False
    )
    if fault.kind is Kind.CRASH:
        assert done.returncode == -signal.SIGFPE
    elif fault.kind is Kind.OVER_REJECT:
        assert done.returncode != 0
        assert fault.theirs.rpartition(": ")[2] in done.stderr
    else:
        assert done.returncode == 0, done.stderr
        assert fault.theirs.removeprefix("malformed: ").startswith(done.stdout.strip())
