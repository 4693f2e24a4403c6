"""Linear integer programs: bounded unknowns with conditions on their sums, solved by Z3."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from verif.kernel.obligation import Reply

if TYPE_CHECKING:
    from verif.solvers.process import SolverProcess


class UndecidedError(Exception):
    """A question could not be decided, for example because a solver ran out of time."""


@dataclass
class Program:
    """A linear integer program, to which unknowns and conditions are added one by one."""

    _bounds: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    _conditions: list[str] = field(default_factory=list[str])

    def unknown(self, name: str, low: int, high: int) -> str:
        """Declare an unknown between `low` and `high`, and return its name."""
        self._bounds[name] = low, high
        return name

    def zero(self, terms: Iterable[tuple[int, str]]) -> None:
        """Require the sum of the terms to be 0."""
        self._conditions.append(f"(= {_sum(terms)} 0)")

    def not_zero(self, terms: Iterable[tuple[int, str]]) -> None:
        """Require the sum of the terms not to be 0."""
        self._conditions.append(f"(not (= {_sum(terms)} 0))")

    def not_all_zero(self, names: Iterable[str]) -> None:
        """Require at least one unknown not to be 0."""
        self._conditions.append(f"(or {' '.join(f'(not (= {name} 0))' for name in names)})")

    def script(self) -> str:
        """Return the program as an SMT-LIB script.

        >>> program = Program()
        >>> program.zero(((2, program.unknown("x", -1, 3)),))
        >>> print(program.script())
        (set-logic QF_LIA)
        (declare-fun x () Int)
        (assert (<= (- 1) x 3))
        (assert (= (+ 0 (* 2 x)) 0))
        """
        declared = (f"(declare-fun {name} () Int)" for name in self._bounds)
        bounded = (
            f"(assert (<= {smt_numeral(low)} {name} {smt_numeral(high)}))"
            for name, (low, high) in self._bounds.items()
        )
        required = (f"(assert {condition})" for condition in self._conditions)
        return "\n".join(("(set-logic QF_LIA)", *declared, *bounded, *required))

    def solution(self, seconds: float) -> Mapping[str, int] | None:
        """Return values of the unknowns, or None if there is no solution.

        Raises UndecidedError if the solver has no answer.
        """
        return solved(self.script(), self._bounds, seconds)


def solved(script: str, names: Iterable[str], seconds: float) -> Mapping[str, int] | None:
    """Return values of the names that satisfy an SMT-LIB script, or None if no values do.

    Raises UndecidedError if the solver has no answer.
    """
    asked = solver()
    answer = asked.check(script, seconds)
    if answer.reply is Reply.UNKNOWN:
        raise UndecidedError(f"{asked.name} found no answer within {seconds:g} s")
    if answer.reply is Reply.UNSAT:
        return None
    return dict.fromkeys(names, 0) | dict(answer.model)


@cache
def solver() -> SolverProcess:
    """Return the solver process. The first query starts it."""
    # Import late, because most questions need no solver.
    from verif.solvers.process import z3_solver

    return z3_solver()


def _sum(terms: Iterable[tuple[int, str]]) -> str:
    return f"(+ 0 {' '.join(f'(* {smt_numeral(factor)} {name})' for factor, name in terms)})"


def smt_numeral(n: int) -> str:
    """Return a number as a term of SMT-LIB. Raises UndecidedError if it is too long."""
    try:
        return str(n) if n >= 0 else f"(- {-n})"
    except ValueError:
        # Python limits the length of decimal text (sys.set_int_max_str_digits).
        raise UndecidedError("the numbers are too long for Z3") from None
