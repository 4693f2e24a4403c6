"""The kernel files of the examples are right."""

from pathlib import Path

import pytest

from verif.audit.statement import Verdict
from verif.movement.decide import decide_file

KERNELS = Path(__file__).parents[2] / "examples" / "kernels"


@pytest.mark.parametrize("file", sorted(KERNELS.glob("*.toml")), ids=lambda file: file.name)
def test_example_kernels_have_no_faults(file):
    counts = decide_file(file).counts()
    assert counts[Verdict.FAULT] == counts[Verdict.UNKNOWN] == 0
    assert counts[Verdict.HOLDS] > 10
