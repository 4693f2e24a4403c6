"""The judges of this process: which solvers they ask, and for how long."""

from __future__ import annotations

from functools import cache

from verif.kernel.judge import Judge
from verif.solvers import cvc5_solver, z3_solver

OBLIGATION_SECONDS = 5.0

SECOND_SECONDS = 0.3
"""The second solver's time for an obligation: most take a hundredth of it."""


@cache
def judge() -> Judge:
    """The judge of this process; it proves what is cited when it is first cited."""
    return Judge(z3_solver(), cvc5_solver(), OBLIGATION_SECONDS, SECOND_SECONDS)
