"""A judge for each test, with one solver per module."""

import pytest

from verif.kernel.judge import Judge
from verif.solvers.process import z3_solver


@pytest.fixture(scope="module")
def solver():
    solver = z3_solver()
    yield solver
    solver.stop()


@pytest.fixture
def judge(solver):
    return Judge(solver)
