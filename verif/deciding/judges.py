"""The judges of this process: which solvers they ask, and for how long."""

from __future__ import annotations

from functools import cache

from verif.kernel.judge import Judge
from verif.solvers import cvc5_solver, z3_solver

OBLIGATION_SECONDS = 5.0

SECOND_SECONDS = 0.1
"""The second solver's time for an obligation; it answers most of them in a tenth of that."""

WORD_SECOND_SECONDS = 0.2
"""The same for an obligation over words: bit-vectors take the second solver longer."""


@cache
def judge() -> Judge:
    """The judge of this process; it proves what is cited when it is first cited."""
    return Judge(z3_solver(), cvc5_solver(), OBLIGATION_SECONDS, SECOND_SECONDS)


@cache
def judge_of_words() -> Judge:
    """The judge of claims over words."""
    return Judge(z3_solver(), cvc5_solver(), OBLIGATION_SECONDS, WORD_SECOND_SECONDS)
