"""The judge of this process, with its solvers and their time limits."""

from __future__ import annotations

from functools import cache

from verif.kernel.judge import Judge
from verif.solvers import cvc5_solver, z3_solver

OBLIGATION_SECONDS = 5.0

SECOND_SECONDS = 0.3
"""The second solver's time limit for an obligation. Most need a hundredth of it."""


@cache
def judge() -> Judge:
    """Return the judge of this process. It proves each lemma when it is first cited."""
    return Judge(z3_solver(), cvc5_solver(), OBLIGATION_SECONDS, SECOND_SECONDS)
