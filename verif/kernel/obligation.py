"""Obligations: hypotheses and a goal, exactly as a solver reads them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, Protocol

from verif.kernel.errors import ClaimError

FALSE: Final = "false"
"""The goal that follows only from contradictory hypotheses."""

LOGIC: Final = "QF_UFNIA"
"""The SMT-LIB logic: integers with products, uninterpreted functions, and no quantifiers."""


@dataclass(frozen=True)
class Obligation:
    """Hypotheses that must imply a goal, for all values of the symbols.

    Every symbol is a function from integers to integers; a symbol of arity 0 is a constant.
    Hypotheses and goal are SMT-LIB terms of sort Bool over these symbols, so the printed obligation
    is exactly what the solver was asked.
    """

    name: str
    symbols: tuple[tuple[str, int], ...]
    hypotheses: tuple[str, ...]
    goal: str

    def __post_init__(self) -> None:
        for symbol, _ in self.symbols:
            if not _is_symbol(symbol):
                raise ClaimError(f"{self.name}: {symbol!r} is not a valid SMT-LIB symbol")

    @property
    def is_dead(self) -> bool:
        """Whether the goal is `false`.

        If such an obligation holds, its hypotheses contradict each other: the case cannot occur.
        """
        return self.goal == FALSE

    def query(self) -> str:
        """The SMT-LIB script that is unsatisfiable if and only if the obligation holds.

        >>> print(Obligation("x < x + 1", (("x", 0),), (), "(< x (+ x 1))").query())
        (set-logic QF_UFNIA)
        (declare-fun x () Int)
        (assert (not (< x (+ x 1))))
        """
        declared = (
            f"(declare-fun {symbol} ({' '.join(['Int'] * arity)}) Int)"
            for symbol, arity in self.symbols
        )
        assumed = (f"(assert {hypothesis})" for hypothesis in self.hypotheses)
        return "\n".join(
            (f"(set-logic {LOGIC})", *declared, *assumed, f"(assert (not {self.goal}))")
        )

    def script(self) -> str:
        """The query as a complete SMT-LIB file, which states the expected answer: unsat."""
        return "\n".join(
            (
                f"; {self.name}",
                "(set-info :status unsat)",
                self.query(),
                "(check-sat)",
                "",
            )
        )


@cache
def _is_symbol(symbol: str) -> bool:
    """Whether the string is a single SMT-LIB symbol, which cannot change the rest of a script."""
    return re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.<>!]*", symbol) is not None


class Reply(StrEnum):
    """A solver's reply to a query."""

    UNSAT = "unsat"
    SAT = "sat"
    UNKNOWN = "unknown"


Table = tuple[str, tuple[tuple[int, ...], ...]]
"""A function's name, and its rows. A row has the arguments and then the value.

A row with only a value gives the function's default value.
"""


@dataclass(frozen=True)
class Answer:
    """A solver's reply, with a model if the query is satisfiable and a reason if it is unknown.

    `model` has the values of the constants, and `tables` the values of the functions, as far as the
    solver reports them. `seconds` is processor time, which does not depend on the load of the
    machine.
    """

    reply: Reply
    solver: str
    seconds: float = 0.0
    model: tuple[tuple[str, int], ...] = ()
    reason: str = ""
    tables: tuple[Table, ...] = ()


class Solver(Protocol):
    """The interface through which the kernel asks a solver; `verif.solvers` implements it."""

    @property
    def name(self) -> str:
        """Name and version, as shown in reports."""
        ...

    def check(self, query: str, seconds: float) -> Answer:
        """Decide whether `query` is satisfiable, or give up after `seconds`."""
        ...
