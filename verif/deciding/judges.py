"""The judges of this process: their solvers and time limits."""

from __future__ import annotations

from functools import cache

from verif.kernel.judge import Judge
from verif.solvers import cvc5_solver, z3_solver

OBLIGATION_SECONDS = 5.0

SECOND_SECONDS = 0.3
"""Seconds for the second solver per obligation: most need a hundredth of that."""


@cache
def judge() -> Judge:
    """The judge of this process; it proves a lemma when it is first cited."""
    return Judge(z3_solver(), cvc5_solver(), OBLIGATION_SECONDS, SECOND_SECONDS)
