"""Solvers in subprocesses, which are killed if they do not answer in time."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Any, Final

from verif.kernel.errors import SolverError
from verif.kernel.obligation import Answer, Reply, Solver
from verif.processes.child import GIBIBYTE, Child, NotStartedError, python
from verif.processes.limit import charge

PACKAGE: Final = {"z3": "z3-solver", "cvc5": "cvc5"}
"""The Python package of each solver. The version of the package is the version of the solver."""

GRACE_SECONDS: Final = 2
"""If a query exceeds its limit by this many processor seconds, its process is killed."""

MEMORY: Final = 16 * GIBIBYTE
"""The limit of a process's address space in bytes, far more than any answered query needs."""


@dataclass
class SolverProcess:
    """A solver that implements the kernel's interface. The first query starts its process."""

    solver: str
    memory: int = MEMORY
    _child: Child = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.name = f"{self.solver} {version(PACKAGE[self.solver])}"
        self._child = Child(python("verif.solvers.worker", self.solver), self.memory)

    def check(self, query: str, seconds: float) -> Answer:
        """Return the solver's answer, or UNKNOWN if no answer comes within the time limit.

        The limit is `seconds` of processor time. The solver's time also counts towards the
        processor time limit of the calling process. Raises SolverError if the solver cannot be
        started.
        """
        return self._asked(query, seconds, "answer")

    def core(self, query: str, seconds: float) -> str | None:
        """Return the query with only the assertions that Z3 needs to refute it, or None.

        Raises SolverError if the solver cannot be started.
        """
        answer = self._asked(query, seconds, "core")
        return answer.reason if answer.reply is Reply.UNSAT else None

    def _asked(self, query: str, seconds: float, what: str) -> Answer:
        started, most = time.monotonic(), seconds + GRACE_SECONDS
        try:
            (told,) = self._child.ask([(query, seconds, what)], most)
        except NotStartedError as error:
            raise SolverError(f"{self.name} cannot be started: {error}") from error
        answer = self._answer(told)
        if answer is None:
            # The processor time of a killed process is unknown. Charge the elapsed time instead,
            # but at most `most`, because the machine may be busy.
            took = min(time.monotonic() - started, most)
            answer = Answer(Reply.UNKNOWN, self.name, took, reason=f"{self.solver}: {told}")
        charge(answer.seconds)
        return answer

    def _answer(self, told: Any) -> Answer | None:
        """Return the answer in the process's reply, or None if the reply is not an answer."""
        try:
            reply, model, tables, reason, took = told
            functions = tuple((name, tuple(map(tuple, rows))) for name, rows in tables.items())
            numbers = tuple(sorted(model.items()))
            return Answer(Reply(reply), self.name, took, numbers, reason, functions)
        except (ValueError, TypeError, AttributeError):
            return None

    def stop(self) -> None:
        """Kill the process. The next query starts a new one."""
        self._child.stop()


@dataclass(frozen=True)
class Confirming:
    """The solver `second`, helped by the solver `first`.

    If `second` gives up, `first` determines which assertions suffice to refute the query, and
    `second` gets the query again with only these. If these assertions contradict each other, then
    so do all assertions of the query.
    """

    second: Solver
    first: SolverProcess

    @property
    def name(self) -> str:
        return self.second.name

    def check(self, query: str, seconds: float) -> Answer:
        """Return the second solver's answer to the query.

        If the second solver gives up, return its answer to a query with only the needed assertions.
        `seconds` is the limit for each of these queries. Raises SolverError if a solver cannot be
        started.
        """
        answer = self.second.check(query, seconds)
        core = self.first.core(query, seconds) if answer.reply is Reply.UNKNOWN else None
        # Do not trust the first solver: every line of the core must be a line of the query.
        if core is None or not set(core.splitlines()) <= set(query.splitlines()):
            return answer
        again = self.second.check(core, seconds)
        return replace(again, seconds=answer.seconds + again.seconds)


def z3_solver() -> SolverProcess:
    """Return Z3, which decides the queries."""
    return SolverProcess("z3")


def cvc5_solver() -> SolverProcess:
    """Return cvc5, which checks Z3's answers."""
    return SolverProcess("cvc5")
