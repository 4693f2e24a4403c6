"""An implementation in Python that runs in a child process, which a call may end."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from verif.operations.operand import Arguments, Case
from verif.processes.child import GIBIBYTE, Child, Ended, NotStartedError, python
from verif.upstream.in_process import MissingImplementationError
from verif.upstream.outcome import CallOutcome, Crashed, Rejected
from verif.upstream.wire import decoded, encoded, outcome

SECONDS: Final = 5.0
"""The processor time of one call."""

MEMORY: Final = 2 * GIBIBYTE


@dataclass
class InChild:
    """One version of an implementation in Python; its process starts with the first question."""

    name: str
    version: str
    kind: str
    where: str
    seconds: float = SECONDS
    memory: int = MEMORY
    _child: Child = field(init=False, repr=False)

    def __post_init__(self) -> None:
        command = python("verif.upstream.serve", self.kind, self.where)
        self._child = Child(command, self.memory)

    def __str__(self) -> str:
        return f"{self.name} {self.version}".rstrip()

    @property
    def operations(self) -> frozenset[str]:
        """The names in the spec of the operations that it has."""
        with self._runnable():
            about = self._child.hello()
        self.version = self.version or about["version"] or "unversioned"
        return frozenset(about["operations"])

    def apply(self, operation: str, arguments: Arguments) -> CallOutcome:
        """The outcome of one call."""
        return self.apply_all([(operation, arguments)])[0]

    def apply_all(self, cases: Sequence[Case]) -> list[CallOutcome]:
        """The outcomes of many calls, in their order."""
        has = self.operations
        asked = [(name, encoded(arguments)) for name, arguments in cases if name in has]
        with self._runnable():
            answers = iter(self._child.ask(asked, self.seconds))
        return [
            _outcome(next(answers)) if name in has else Rejected(f"{self} has no {name}")
            for name, _ in cases
        ]

    def stop(self) -> None:
        """End the process; the next question starts a new one."""
        self._child.stop()

    @contextmanager
    def _runnable(self) -> Generator[None]:
        """Say of an implementation without a process that it is missing."""
        try:
            yield
        except NotStartedError as error:
            raise MissingImplementationError(f"{self} cannot be run: {error}") from error


def _outcome(answer: Any) -> CallOutcome:
    return Crashed(answer.how) if isinstance(answer, Ended) else outcome(decoded(answer))
