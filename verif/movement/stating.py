"""Statements about a kernel, as in an audit: a claim, its verdict, and the reason."""

from __future__ import annotations

from collections.abc import Mapping

from verif.audit.statement import Statement, Verdict
from verif.movement.proving import Counterexample, Open, Proof

__all__ = ["Statement", "Verdict", "at_sizes", "cost", "fault", "holds", "unknown"]


def holds(line: int, operation: str, claim: str, detail: str = "") -> Statement:
    return Statement(line, operation, claim, Verdict.HOLDS, detail)


def fault(line: int, operation: str, claim: str, detail: str, question: str = "") -> Statement:
    return Statement(line, operation, claim, Verdict.FAULT, detail, question)


def cost(line: int, operation: str, claim: str, detail: str) -> Statement:
    return Statement(line, operation, claim, Verdict.COST, detail)


def unknown(line: int, operation: str, claim: str, detail: str) -> Statement:
    return Statement(line, operation, claim, Verdict.UNKNOWN, detail)


def at_sizes(names: tuple[str, ...], values: Mapping[str, int]) -> str:
    """Return the sizes of a counterexample as text.

    >>> at_sizes(("M", "K"), {"M": 1, "K": 8, "m": 0})
    'M=1, K=8'
    """
    return ", ".join(f"{name}={values[name]}" for name in names)


def proved_by(found: Proof) -> str:
    """Return the text that names the solvers which proved an obligation.

    >>> proved_by(Proof(("z3 5", "cvc5 1")))
    'for all sizes (z3 and cvc5)'
    """
    return f"for all sizes ({' and '.join(name.split()[0] for name in found.solvers)})"


def undecided(found: Open | Counterexample) -> str:
    """Return why an obligation is undecided.

    Either no solver answered, or no wrong access was found at the sizes that a solver gave.
    """
    if isinstance(found, Open):
        return f"no solver answered: {found.reason}"
    return "a solver found sizes at which the rule fails, but no wrong access was found there"
