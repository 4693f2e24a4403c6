"""Running a text on symbolic integers in a test."""

from verif.kernel.judge import Judge
from verif.solvers import z3_solver
from verif.symbolic.explore import explore
from verif.symbolic.values import SymInt

JUDGE = Judge(z3_solver())


def explored(text, *names, judge=JUDGE):
    """The exploration of a text over unknown integers with these names."""
    return explore(judge, "a test", lambda path: text(path, *(SymInt.unknown(n) for n in names)))
