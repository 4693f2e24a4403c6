"""FlyDSL's dialect agrees with the spec, and a call that aborts does not stop other calls."""

import os
import subprocess
import sys

import pytest

from spec import Layout
from tests.upstream.findings import assert_found, findings_of
from verif.oracle.deviation import Kind, call_of, deviation
from verif.upstream.environments import environment
from verif.upstream.implementation import implementation
from verif.upstream.outcome import Crashed, Rejected

OF_FLYDSL = findings_of("flydsl")


@pytest.fixture(scope="session", params=["0.4.2", "0.5.0"])
def flydsl(request):
    made = implementation(f"flydsl@{request.param}")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def newest():
    made = implementation(f"flydsl@{OF_FLYDSL.version}")
    yield made
    made.stop()


RIGHT = """
composition((6,2):(8,2), (4,3):(3,1))
composition((4,2):(1,4), (2,_))
coalesce((2,(3,2)):(1,(2,6)), (1,1))
coalesce((2,3):(1,2))
complement((2,2):(1,6), 24)
logical_divide((4,2,3):(1,4,8), 6:2)
logical_divide((4,4):(1,4), <2:2,2:1>)
zipped_divide((4,2,3):(1,4,8), (2,1))
logical_product((2,2):(1,2), (3,4):(1,3))
blocked_product((2,2):(1,2), (3,4):(1,3))
raked_product((2,2):(1,2), (3,4):(1,3))
tile_to_shape((2,2):(1,2), (4,6))
right_inverse((2,3):(3,1))
left_inverse((2,3):(3,1))
recast_layout((4,2):(1,4), 16, 8)
make_ordered_layout((4,2), (1,0))
crd2idx((1,(2,0)), (3,(4,5)))
crd2idx((1,2), (4,8), (3,4))
idx2crd(17, (3,(4,5)))
slice((_,1), (4,2):(1,4))
dice((_,1), (4,2):(1,4))
evaluate((4,2):(1,4), (_,1))
group((4,2,3):(1,4,8), 0, 2)
mode((4,2):(1,4), 1)
swizzled_offset((1,3), (8,8):(8,1), 0, 2, 0, 3)
apply_swizzle(11, 2, 0, 3)
shape_div((4,6), (2,3))
size((4,2):(1,4))
depth((4,(2,3)):(1,(4,8)))
congruent((4,2), (1,2))
weakly_congruent(4, (2,3))
""".strip().splitlines()


def test_values_agree_with_the_spec(flydsl):
    calls = list(map(call_of, RIGHT))
    for case, call, outcome in zip(RIGHT, calls, flydsl.apply_all(calls), strict=True):
        found = deviation(*call, outcome)
        # FlyDSL gives a mode of size 1 the stride 0.
        assert found is None or found.kind is Kind.FORM_ONLY, f"{case} is {outcome}"


def test_an_mlir_error_is_reported_in_its_own_words(flydsl):
    outcome = flydsl.apply("logical_product", (Layout(2), 3))
    assert isinstance(outcome, Rejected)
    assert "LogicalProductOp: expected LayoutType for tiler" in outcome.message


def test_assertions_reject_signals_crash_and_later_calls_are_answered(flydsl):
    size = ("size", (Layout((4, 2)),))
    asserts = ("composition", (Layout((3, 2), (1, 5)), Layout(5)))
    traps = ("blocked_product", (Layout((2, 2), (5, 3)), Layout(2, 3)))
    outcome = flydsl.apply_all([size, asserts, size, traps, size])
    assert outcome[::2] == [8, 8, 8]
    assert outcome[1] == Rejected("SIGABRT: Assertion 'restShapeVal % newShapeVal == 0' failed")
    assert outcome[3] == Crashed("SIGFPE")


def test_a_profile_mismatch_is_rejected_by_the_adapter(flydsl):
    outcome = flydsl.apply("make_ordered_layout", ((4, 2), (1, (0, 1))))
    assert outcome == Rejected("ValueError: profile mismatch: is_profile_weakly_congruent is False")


def test_published_findings_match_its_behaviour(newest):
    assert_found(OF_FLYDSL, newest)


@pytest.mark.parametrize("one", OF_FLYDSL.all, ids=lambda one: one.id)
def test_the_reproduction_of_a_finding_shows_it(one):
    done = subprocess.run(
        [sys.executable, "-c", OF_FLYDSL.reproduction(one)],
        env=os.environ | {"PYTHONPATH": str(environment("flydsl", OF_FLYDSL.version))},
        capture_output=True,
        text=True,
        check=False,
    )
    if one.theirs.startswith("rejected: "):
        assert done.returncode != 0
        # The output has the recorded message, or the type error that FlyDSL's Python binding
        # raises.
        last = one.theirs.rpartition(": ")[2].partition(" failed")[0]
        assert (
            last in done.stderr.replace("`", "'")
            or "incompatible function arguments" in done.stderr
        )
        return
    outcome = one.theirs.removeprefix("malformed: ").partition(", where")[0]
    assert outcome in done.stdout
