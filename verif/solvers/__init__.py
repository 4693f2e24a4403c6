"""Z3 and cvc5 for the kernel's solver interface, each in a worker process that can be killed."""

from verif.solvers.process import Confirming, SolverProcess, cvc5_solver, z3_solver

__all__ = ["Confirming", "SolverProcess", "cvc5_solver", "z3_solver"]
