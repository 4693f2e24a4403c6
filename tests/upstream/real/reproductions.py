"""Reproductions for compiled implementations run in a shell as users paste them.

`make reproductions` runs the reproductions of all findings. `make test-upstream` runs only the
reproductions of faults.
"""

import os
import subprocess

import pytest

from tests.upstream.findings import findings_of
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.deviation import Kind
from verif.upstream.environments import environment, pinned_versions

VERSION = "4.2.0.0"
OF_CPP = findings_of("cute-cpp")
FINDINGS = read_baseline(committed("cute-cpp", VERSION)).findings


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder that already has the headers, as after a first reproduction."""
    place = tmp_path_factory.mktemp("pasted")
    cuda = environment("cuda-headers", pinned_versions("cuda-headers")[0])
    (place / "headers").mkdir()
    for site in (environment("cute-cpp", VERSION) / "cutlass_library", cuda / "nvidia"):
        (place / "headers" / site.name).symlink_to(site)
    return place


def pasted(text, folder):
    """Run the text in a shell in a folder and return the finished process."""
    surroundings = {"PATH": os.environ["PATH"]}
    return subprocess.run(
        ["/bin/sh"],
        input=text,
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )


def assert_shown(text, kind, got, folder):
    """Assert that a pasted reproduction prints the published result or fails as published."""
    done = pasted(text, folder)
    if kind in {Kind.OVER_REJECT, Kind.CRASH}:
        assert done.returncode != 0
        assert got.partition(": ")[2][:40] in done.stderr
        return
    assert done.returncode == 0, done.stderr
    expected = got.removeprefix("malformed: ").partition(", where")[0]
    # A finding shows a layout and its offset as `<layout,offset>`; C++ prints `(layout,offset)`.
    expected = expected.translate(str.maketrans("<>", "()"))
    assert done.stdout.replace("_", "").split() == expected.split()


@pytest.mark.parametrize("fault", OF_CPP.faults, ids=lambda fault: fault.id)
def test_the_reproduction_of_a_published_fault_shows_it(fault, folder):
    assert_shown(OF_CPP.reproduction(fault), fault.kind, fault.theirs, folder)


@pytest.mark.long
@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding.id)
def test_the_reproduction_of_a_published_finding_shows_it(finding, folder):
    assert_shown(finding.reproduction, finding.kind, finding.got, folder)
