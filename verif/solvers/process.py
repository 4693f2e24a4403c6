"""A solver in a process of its own, killed when it does not answer in time."""

from __future__ import annotations

import atexit
import json
import os
import selectors
import subprocess
import sys
import time
from dataclasses import dataclass, field
from importlib.metadata import version

from verif.kernel.obligation import Answer, Reply
from verif.solvers.limits import GRACE_SECONDS, SLOW_MACHINE

PACKAGE = {"z3": "z3-solver", "cvc5": "cvc5"}
"""The package of each solver, which has its version."""


@dataclass
class SolverProcess:
    """One solver; implements the kernel's port. The process starts with the first question."""

    solver: str
    _process: subprocess.Popen[str] | None = field(default=None, repr=False)
    _owner: int = field(default=0, repr=False)
    _asked: int = field(default=0, repr=False)

    def __post_init__(self) -> None:
        self.name = f"{self.solver} {version(PACKAGE[self.solver])}"

    def check(self, query: str, seconds: float) -> Answer:
        """The solver's answer; UNKNOWN when it gives none within `seconds` of processor time."""
        started = time.monotonic()
        self._asked += 1
        question = {"number": self._asked, "query": query, "seconds": seconds}
        try:
            line = self._reply_to(json.dumps(question), (seconds + GRACE_SECONDS) * SLOW_MACHINE)
        except BaseException:
            # Whoever asks next must not read what is still to come of this question.
            self.stop()
            raise
        answer = self._answer(line)
        if answer is None:
            self.stop()
            took = time.monotonic() - started
            return Answer(Reply.UNKNOWN, self.name, took, reason="no answer in time")
        return answer

    def _reply_to(self, question: str, seconds: float) -> str:
        process = self._running()
        assert process.stdin is not None
        try:
            process.stdin.write(question + "\n")
            process.stdin.flush()
            return self._line(process, seconds)
        except BrokenPipeError:
            return ""

    def _answer(self, line: str) -> Answer | None:
        """What the line says of the last question, if it is an answer to it."""
        try:
            number, reply, model, reason, took = json.loads(line)
            answer = Answer(Reply(reply), self.name, took, tuple(sorted(model.items())), reason)
        except (ValueError, TypeError, AttributeError):
            return None
        return answer if number == self._asked else None

    def stop(self) -> None:
        """Kill the process; the next question starts a new one."""
        if self._process is not None and self._owner == os.getpid():
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _running(self) -> subprocess.Popen[str]:
        if self._owner != os.getpid():
            # After a fork the process is the parent's, who reads its answers.
            self._process, self._owner = None, os.getpid()
        if self._process is not None and self._process.poll() is not None:
            self.stop()
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "verif.solvers.worker", self.solver],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            atexit.register(self.stop)
        return self._process

    @staticmethod
    def _line(process: subprocess.Popen[str], seconds: float) -> str:
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            if not selector.select(seconds):
                return ""
        return process.stdout.readline()


def z3_solver() -> SolverProcess:
    """Z3, which answers."""
    return SolverProcess("z3")


def cvc5_solver() -> SolverProcess:
    """cvc5, which checks Z3's answers."""
    return SolverProcess("cvc5")
