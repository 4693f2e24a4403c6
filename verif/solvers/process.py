"""A solver in a process of its own, killed when it does not answer in time."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Final

from verif.kernel.errors import SolverError
from verif.kernel.obligation import Answer, Reply
from verif.processes.child import GIBIBYTE, Child, NotStartedError, python

PACKAGE: Final = {"z3": "z3-solver", "cvc5": "cvc5"}
"""The package of each solver, which has its version."""

GRACE_SECONDS: Final = 2
"""The processor time of a question beyond its own, before its process is killed."""

MEMORY: Final = 16 * GIBIBYTE
"""Of addresses: far beyond any question that is answered."""


@dataclass
class SolverProcess:
    """One solver; implements the kernel's port. The process starts with the first question."""

    solver: str
    memory: int = MEMORY
    _child: Child = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.name = f"{self.solver} {version(PACKAGE[self.solver])}"
        self._child = Child(python("verif.solvers.worker", self.solver), self.memory)

    def check(self, query: str, seconds: float) -> Answer:
        """The solver's answer; UNKNOWN when it gives none within `seconds` of processor time.

        Raises SolverError where the solver cannot be started.
        """
        started = time.monotonic()
        try:
            (told,) = self._child.ask([(query, seconds)], seconds + GRACE_SECONDS)
        except NotStartedError as error:
            raise SolverError(f"{self.name} cannot be started: {error}") from error
        answer = self._answer(told)
        if answer is None:
            took = time.monotonic() - started
            return Answer(Reply.UNKNOWN, self.name, took, reason=f"{self.solver}: {told}")
        return answer

    def _answer(self, told: Any) -> Answer | None:
        """The answer of which the process told, if it told of one."""
        try:
            reply, model, tables, reason, took = told
            functions = tuple((name, tuple(map(tuple, rows))) for name, rows in tables.items())
            numbers = tuple(sorted(model.items()))
            return Answer(Reply(reply), self.name, took, numbers, reason, functions)
        except (ValueError, TypeError, AttributeError):
            return None

    def stop(self) -> None:
        """Kill the process; the next question starts a new one."""
        self._child.stop()


def z3_solver() -> SolverProcess:
    """Z3, which answers."""
    return SolverProcess("z3")


def cvc5_solver() -> SolverProcess:
    """cvc5, which checks Z3's answers."""
    return SolverProcess("cvc5")
