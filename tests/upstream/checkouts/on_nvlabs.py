"""Tests of a checkout of NVlabs' pycute, which no package registry has.

The environment variable NVLABS is the path of the checkout. pytest runs this file only by name:
`NVLABS=PATH pytest tests/upstream/checkouts/on_nvlabs.py`.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spec import LayoutError
from tests.oracle.test_suites import CASES, LAWS_HOLD, REFUSED, agrees
from tests.upstream.findings import assert_found, findings_of
from verif.expression import ExpressionError, MissingOperationError, evaluated, read
from verif.oracle.deviation import Kind, call_of
from verif.upstream.implementation import called, implementation
from verif.upstream.outcome import Malformed, Rejected

OF_NVLABS = findings_of("nvlabs")

DOCUMENT_IS_WRONG = "composition((4,3):(3,1), (6,2):(2,1))"
"""NVlabs' document and code give this call different values; see docs/reference/suites.md."""


@pytest.fixture(scope="session")
def folder():
    named = os.environ.get("NVLABS", "")
    assert named, "NVLABS names no checkout of NVlabs/CuTe"
    return Path(named).resolve()


@pytest.fixture(scope="session")
def nvlabs(folder):
    made = implementation(f"nvlabs@{folder}")
    yield made
    made.stop()


def test_the_checkout_matches_the_published_version(nvlabs):
    assert str(nvlabs) == OF_NVLABS.name


def answers(call, right, algebra):
    """Return whether NVlabs' code gives the answer that NVlabs' tests expect.

    Return None if this project does not support the call.
    """
    try:
        return agrees(evaluated(read(call), algebra), right)
    except (MissingOperationError, ExpressionError):
        return None
    except LayoutError:
        return right == REFUSED


def test_the_checkout_passes_its_own_tests(nvlabs):
    algebra = called(nvlabs)
    asserted = [case for case in CASES["nvlabs"] if case[1] != LAWS_HOLD]
    agreement = {call: answers(call, right, algebra) for call, right in asserted}
    supported = {call: agree for call, agree in agreement.items() if agree is not None}
    assert len(supported) > 500
    assert len([call for call in supported if "@" in call]) > 150
    assert [call for call, agree in supported.items() if not agree] == [DOCUMENT_IS_WRONG]


def test_published_findings_match_its_behaviour(nvlabs):
    assert_found(OF_NVLABS, nvlabs)


@pytest.mark.parametrize("one", OF_NVLABS.faults, ids=lambda one: one.id)
def test_the_reproduction_of_a_finding_shows_it(one, nvlabs, folder):
    inside = folder.parent if (folder / "layout.py").is_file() else folder
    done = subprocess.run(
        [sys.executable, "-B", "-c", OF_NVLABS.reproduction(one)],
        env=os.environ | {"PYTHONPATH": str(inside)},
        capture_output=True,
        text=True,
        check=False,
    )
    got = nvlabs.apply(*call_of(one.case))
    if isinstance(got, Rejected) or one.kind is Kind.CRASH:
        assert done.stderr.strip().splitlines()[-1] == one.theirs.partition(": ")[2]
    elif isinstance(got, Malformed):
        assert one.theirs.startswith(f"malformed: {done.stdout.strip()}, where")
    else:
        assert done.stdout.replace(" ", "").replace(",)", ")").strip() == one.theirs
