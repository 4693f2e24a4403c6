"""Each fault planted into a copy of pycute is reported as one fault at the changed line."""

import pytest

from tests.oracle.checkouts import checked_out, rewritten
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.check import check, place_of
from verif.upstream.implementation import implementation

UNHURRIED = 600.0

PLANTED = {
    "a sort by another key": (
        "complement",
        "  for (stride, shape) in sorted_DS:",
        "  for (stride, shape) in sorted(sorted_DS, key=lambda mode: mode[1]):",
    ),
    "a condition on the wrong factor": (
        "coalesce",
        "result_shape[-1] * result_stride[-1] == stride",
        "result_shape[-1] == stride",
    ),
    "the rest before the tile": (
        "hier_unzip",
        "make_layout(make_layout(       split[i][0]",
        "make_layout(make_layout(       split[i][1]",
    ),
    "one stride of another mode": (
        "Layout.__getitem__",
        "Layout(self.shape[i], self.stride[i])",
        "Layout(self.shape[i], self.stride[0 if i == 2 else i])",
    ),
}


@pytest.fixture(scope="module", autouse=True)
def fewer():
    """Examine only about 60 cases of each operation, because more would give the same findings."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("verif.oracle.examined.MOST", 60)
        yield


@pytest.mark.parametrize(
    "name",
    [
        name if name.startswith("the rest") else pytest.param(name, marks=pytest.mark.long)
        for name in PLANTED
    ],
)
def test_a_planted_fault_is_reported_once_at_its_line(name, tmp_path):
    place, old, new = PLANTED[name]
    copy = checked_out(tmp_path)
    rewritten(copy, old, new)
    real = implementation(f"pycute@{copy}")
    try:
        found = check(real, UNHURRIED, read_baseline(committed("pycute", "4.2.0.0")))
    finally:
        real.stop()
    (fault,) = found.new
    assert fault.operation == place_of(place)
