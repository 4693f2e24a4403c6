"""The kernel files of the examples are right."""

import pytest

from tests.movement.kernels import KERNELS
from verif.audit.statement import Verdict
from verif.movement.code import cute, dsl
from verif.movement.decide import decide_file
from verif.movement.loading import load
from verif.movement.reading import read_kernel


@pytest.mark.parametrize("file", sorted(KERNELS.glob("*.toml")), ids=lambda file: file.name)
def test_example_kernels_have_no_faults(file):
    counts = decide_file(file).counts()
    assert counts[Verdict.FAULT] == counts[Verdict.UNKNOWN] == 0
    assert counts[Verdict.HOLDS] > 10


@pytest.mark.parametrize("code", [cute, dsl])
@pytest.mark.parametrize("file", sorted(KERNELS.glob("*.toml")), ids=lambda file: file.name)
def test_code_for_example_kernels_ends_with_a_line_for_each_move(file, code):
    kernel = read_kernel(load(file))
    lines = list(code(kernel))[-len(kernel.moves) :]
    for line, move in zip(lines, kernel.moves, strict=True):
        assert move.text in line
