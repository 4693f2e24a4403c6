"""A Python implementation in a child process, so that a call that crashes ends only the child."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

from verif.operations.operand import Arguments, Case
from verif.processes.child import GIBIBYTE, TOGETHER, Child, Ended, NotStartedError, python
from verif.processes.deadline import Deadline
from verif.upstream.in_process import AbsentError
from verif.upstream.outcome import GIVEN_UP, CallOutcome, Crashed, Rejected
from verif.upstream.wire import decoded, encoded, outcome

SECONDS: Final = 5.0
"""The limit of processor time for one call."""

MEMORY: Final = 2 * GIBIBYTE

HANGS: Final = 2
"""The number of timeouts after which an operation is not called again."""


@dataclass
class InChild:
    """One version of a Python implementation. The child process starts at the first use."""

    name: str
    version: str
    kind: str
    where: str
    seconds: float = SECONDS
    memory: int = MEMORY
    _child: Child = field(init=False, repr=False)
    _texts: dict[str, str] | None = field(init=False, repr=False, default=None)
    _hangs: Counter[str] = field(init=False, repr=False, default_factory=Counter[str])

    def __post_init__(self) -> None:
        command = python("verif.upstream.serve", self.kind, self.where)
        self._child = Child(command, self.memory)

    def __str__(self) -> str:
        return f"{self.name} {self.version}".rstrip()

    @property
    def operations(self) -> frozenset[str]:
        """The operations that the implementation has, by their names in the spec."""
        with self._runnable():
            about = self._child.hello()
        self._texts = about["texts"]
        self.version = self.version or about["version"] or "unversioned"
        return frozenset(about["operations"])

    @property
    def texts(self) -> Mapping[str, str]:
        """Maps the name of each function to a digest of the code of the function."""
        known = self._texts
        if known is None:
            with self._runnable():
                known = self._texts = self._child.hello()["texts"]
        return known

    def apply(self, operation: str, arguments: Arguments) -> CallOutcome:
        """Return the outcome of one call."""
        return self.apply_all([(operation, arguments)])[0]

    def apply_all(self, cases: Sequence[Case]) -> list[CallOutcome]:
        """Return the outcomes of many calls, in order."""
        return list(self.apply_each(cases))

    def apply_each(self, cases: Sequence[Case]) -> Iterator[CallOutcome]:
        """Yield the outcomes of many calls, in order, each as soon as it is known.

        Raises OverdueError if the deadline comes during a call. The outcomes of all earlier calls
        have then been yielded.

        Pre-condition: the caller takes all outcomes before it makes further calls.
        """
        has = self.operations

        def is_asked(case: Case) -> bool:
            return case[0] in has and self._hangs[case[0]] < HANGS

        done = 0
        while done < len(cases):
            name, _ = cases[done]
            some = [*takewhile(is_asked, cases[done : done + TOGETHER])]
            if not some:
                yield GIVEN_UP if name in has else Rejected(f"{self} has no {name}")
                done += 1
                continue
            questions = [(name, encoded(arguments), "outcome") for name, arguments in some]
            with self._runnable():
                for answer in self._child.answers(questions, self.seconds):
                    is_late = isinstance(answer, Ended) and answer.is_late
                    self._hangs[cases[done][0]] += is_late
                    done += 1
                    yield _outcome(answer)

    def inner(self, operation: str, arguments: Arguments) -> list[tuple[Case, CallOutcome]]:
        """Return the calls inside this call with their outcomes, in the order in which they end.

        If the call ends the process, nothing is known, and the list is empty.
        """
        question = operation, encoded(arguments), "inner"
        with self._runnable():
            (answer,) = self._child.ask([question], self.seconds)
        if isinstance(answer, Ended):
            return []
        return [((name, decoded(given)), _outcome(result)) for name, given, result in answer]

    def ran(self, operation: str, arguments: Arguments) -> list[str]:
        """Return names of the Python functions that a call runs, in the order in which they end.

        If the call ends the process, nothing is known, and the list is empty.
        """
        with self._runnable():
            (answer,) = self._child.ask([(operation, encoded(arguments), "ran")], self.seconds)
        return [] if isinstance(answer, Ended) else answer

    @property
    def has_forked(self) -> bool:
        """Whether a call has forked its process."""
        return self._child.has_forked

    def until(self, deadline: Deadline) -> None:
        """Set the deadline. A call after the deadline raises DeadlineError."""
        self._child.deadline = deadline

    def stop(self) -> None:
        """End the process. The next call starts a new process."""
        self._child.stop()

    @contextmanager
    def _runnable(self) -> Generator[None]:
        """Raise AbsentError if the process does not start."""
        try:
            yield
        except NotStartedError as error:
            if "/" in self.name:
                raise AbsentError(
                    f"module:{self.name} names a path, not a module: write"
                    f" module:{Path(self.name).stem}, and put its folder on PYTHONPATH"
                ) from error
            is_missing = f"No module named {self.name!r}" in str(error)
            advice = "; put its folder on PYTHONPATH" if is_missing else ""
            if is_missing and self.name.endswith(".py"):
                module = self.name.removesuffix(".py")
                advice = f"; write module:{module}, without .py, and put its folder on PYTHONPATH"
            raise AbsentError(f"{self} cannot be run: {error}{advice}") from error


def _outcome(answer: Any) -> CallOutcome:
    return Crashed(answer.how) if isinstance(answer, Ended) else outcome(decoded(answer))
