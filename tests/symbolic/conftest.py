"""Fixtures: a `Judge` for each test, and one solver for each module."""

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
