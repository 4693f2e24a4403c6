"""PyTorch's pycute returns the same modes as NVIDIA's pycute, but in reverse order."""

import os
import subprocess
import sys

import pytest

from spec import Layout
from tests.patches.torch_text import VERSION, fetched
from tests.upstream.findings import findings_of
from verif.oracle.deviation import call_of, deviation
from verif.upstream.implementation import implementation
from verif.upstream.mirrored import mirrored
from verif.upstream.outcome import Rejected

OF_TORCH = findings_of("torch-pycute")


@pytest.fixture(scope="session")
def folder():
    return fetched()


@pytest.fixture(scope="session")
def torch(folder):
    made = implementation(f"torch-pycute@{folder}")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def nvidias():
    made = implementation("pycute@4.2.0.0")
    yield made
    made.stop()


def test_the_version_of_torch_is_read(torch):
    assert str(torch) == f"torch-pycute {VERSION}"


CALLS = """
composition((6,2):(8,2), (4,3):(3,1))
composition((2,3,4):(1,2,6), (2,_))
coalesce((2,(3,2),(2,2)):(1,(2,6),(12,24)), (1,1))
complement((2,2):(1,6), 24)
right_inverse((2,3):(3,1))
left_inverse((2,3):(3,1))
logical_divide((4,2,3):(1,4,8), 6:2)
logical_divide((4,2,3):(1,4,8), <2:2,1:1>)
logical_divide(((2,2),6,5):((1,2),4,24), ((2,1),3))
zipped_divide((4,2,3):(1,4,8), (2,1))
zipped_divide((4,2):(1,4), (_,1))
tiled_divide((4,2,3):(1,4,8), 6)
tiled_divide((4,2,3):(1,4,8), (2,1))
logical_product((2,2):(1,2), (3,4):(1,3))
zipped_product((2,2):(1,2), (3,4):(1,3))
tiled_product((2,2):(1,2), (3,4):(1,3))
tiled_product(2:1, _)
make_layout(2:1, (3,2):(5,1))
mode((4,2):(1,4), 0)
slice_and_offset((_,1), (4,2):(1,4))
evaluate((4,(2,3)):(1,(4,9)), (1,5))
crd2idx((1,(2,0)), (3,(4,5)))
idx2crd(17, (3,(4,5)))
prefix_product((2,(3,4)))
""".strip().splitlines()


@pytest.mark.parametrize("case", CALLS)
def test_torch_agrees_with_mirrored_pycute(case, torch, nvidias):
    call = call_of(case)
    outcome = torch.apply(*call)
    assert outcome == nvidias.apply(*call)
    assert deviation(*call, outcome) is None


def test_a_folder_without_torch_is_rejected_in_one_line(tmp_path):
    with pytest.raises(RuntimeError, match="contains torch-pycute"):
        implementation(f"torch-pycute@{tmp_path}")


@pytest.mark.parametrize("one", OF_TORCH.all, ids=lambda one: one.id)
def test_published_findings_match_its_behaviour(one, torch):
    call = call_of(one.case)
    found = deviation(*call, torch.apply(*call))
    assert found is not None, "it is mended"
    assert (found.kind, found.shown) == (one.kind, one.theirs)


@pytest.mark.parametrize("one", OF_TORCH.all, ids=lambda one: one.id)
def test_the_reproduction_of_a_finding_shows_it(one, torch, folder):
    done = subprocess.run(
        [sys.executable, "-c", OF_TORCH.reproduction(one)],
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    got = torch.apply(*call_of(one.case))
    if isinstance(got, Rejected):
        assert done.stderr.strip().splitlines()[-1] == got.message
    elif one.theirs.startswith("malformed: "):
        assert one.theirs.startswith(f"malformed: {done.stdout.strip()}, where")
    else:
        # In both implementations, a divide puts the tile first.
        is_split = one.case.startswith("logical_")
        there = got if is_split else mirrored(got)
        shown = f"{there.shape}:{there.stride}" if isinstance(there, Layout) else str(there)
        assert done.stdout.strip() == shown
