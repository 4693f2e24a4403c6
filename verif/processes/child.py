"""A child process that answers questions, within limits of time and memory.

The child runs `verif.processes.serve`. If a question makes the child crash, hang, run out of
memory, or break the protocol, the answer is an `Ended`. The next question then goes to a new child.
Answers cannot be mixed up: each has its question's number, and each child has its own channel.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import IO, Any, Final
from weakref import finalize

from verif.processes.deadline import Deadline, DeadlineError, OverdueError

GIBIBYTE: Final = 2**30

IMPATIENCE: Final = 12.0
"""The ratio of the wall-clock limit to the limit of processor time.

It is large, because on a busy machine a process may wait a long time for a processor.
"""

STARTING: Final = 30.0
"""The processor seconds within which a child must be ready for questions."""

TOGETHER: Final = 256
"""How many questions are sent at once. The child reads them all before it answers."""

WATCH: Final = 0.1
"""The seconds of silence after which the parent checks whether the child is alive."""

GRACE: Final = 0.5
"""How many seconds after the deadline the current question may still be answered.

Most calls take a few milliseconds. So a call that takes this long is slow, or hangs.
"""

LATE: Final = "no answer within"
"""How the description of a timeout begins."""

WORDS: Final = 2**16
"""How many bytes at the end of standard error are recorded."""


@dataclass(frozen=True)
class Ended:
    r"""A child that died from a question, or was killed because it did not answer.

    `code` is the child's exit code, or None if the parent killed the child. `words` is the end of
    the child's standard error.

    >>> print(Ended("exit code 1", 1, "Traceback ...\nMemoryError\n"))
    exit code 1: MemoryError
    """

    how: str
    code: int | None = None
    words: str = field(default="", compare=False)

    @property
    def is_late(self) -> bool:
        """Whether the child was killed by a timeout."""
        return self.how.startswith(LATE)

    @property
    def last_words(self) -> str:
        return "".join(self.words.strip().splitlines()[-1:])

    def __str__(self) -> str:
        return f"{self.how}: {self.last_words}" if self.last_words else self.how


class NotStartedError(RuntimeError):
    """The child ended before it was ready for questions."""


def python(module: str, *arguments: str) -> tuple[str, ...]:
    """Return the command that runs a module of this project."""
    # -P: do not import a folder `spec` from the working directory. -B: write no bytecode files.
    return (sys.executable, "-P", "-B", "-m", module, *arguments)


def limited(
    command: Sequence[str], memory: int, seconds: int | str = "unlimited"
) -> tuple[str, ...]:
    """Return the command with limits on address space (bytes) and processor time (seconds)."""
    limits = f'ulimit -c 0; ulimit -v {memory // 1024}; ulimit -t {seconds}; exec "$@"'
    return ("/bin/sh", "-c", limits, "sh", *command)


@dataclass
class Child:
    """A command that answers questions. The first question starts its process.

    Only one thread at a time may ask.
    """

    command: Sequence[str]
    memory: int
    deadline: Deadline = field(default_factory=Deadline)
    has_forked: bool = field(default=False, init=False)
    """Whether a question made the child fork. Even then, only the original process answers."""
    _process: _Process | None = field(default=None, init=False, repr=False)

    def hello(self) -> Any:
        """Return the information that the child sends when it is ready for questions.

        Raises NotStartedError if the child ends before it is ready. `ask` raises this error, too.
        """
        return self._ready().hello

    def ask(self, questions: Sequence[Any], seconds: float) -> list[Any]:
        """Return the answers in the order of the questions.

        The answer to a question that ends the process is `Ended`.

        Pre-conditions: questions and answers are JSON. `seconds` is the processor time for each
        question. Raises DeadlineError if the deadline passes before all answers have come, and
        OverdueError if a question that was sent in time has no answer soon after the deadline.
        """
        answers: list[Any] = []
        while len(answers) < len(questions):
            answers += self.ask_some(questions[len(answers) :], seconds)
        return answers

    def ask_some(self, questions: Sequence[Any], seconds: float) -> list[Any]:
        """Return the answers to the first questions: at least 1 and at most `TOGETHER`.

        If a question ends the process, its answer is `Ended`, and no later question is answered.
        """
        return list(self.answers(questions, seconds))

    def answers(self, questions: Sequence[Any], seconds: float) -> Iterator[Any]:
        """Yield the answers of `ask_some`, each as soon as it comes.

        Pre-condition: the caller takes all answers before it asks further questions.
        """
        try:
            self.deadline.require()
            process = self._ready()
            yield from process.answers(questions[:TOGETHER], seconds, self.deadline)
        except BaseException:
            # End the process, so that the next caller does not read answers to these questions.
            self.stop()
            raise
        self.has_forked |= process.has_forked

    def stop(self) -> None:
        """Kill the process and its descendants. The next question starts a new process."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def _ready(self) -> _Process:
        if self._process is None or not self._process.is_ready():
            self.stop()
            self._process = _Process(self, self.command, self.memory)
            self._process.greet(self.deadline)
        return self._process


class _Process:
    """One process and the channel to it. The process is killed if an answer does not come."""

    hello: Any = None
    has_forked = False

    def __init__(self, asker: Child, command: Sequence[str], memory: int) -> None:
        self._owner = os.getpid()
        self._number = 0
        self._unread = bytearray()
        self._words = TemporaryFile()  # noqa: SIM115 - closed together with the process
        self._channel, theirs = socket.socketpair()
        with theirs:
            self._popen = subprocess.Popen(
                limited(command, memory),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=self._words,
                process_group=0,
            )
        self.kill = finalize(asker, _kill, self._popen, self._owner, self._channel, self._words)

    def is_ready(self) -> bool:
        """Return whether the child runs and accepts questions from the current process.

        If the process that started the child forks, the forked process must not send questions.
        """
        is_ours = self._owner == os.getpid()
        return is_ours and self._number > 0 and self.kill.alive and self._popen.poll() is None

    def greet(self, deadline: Deadline) -> None:
        """Wait for the message that the process is ready."""
        hello = self._answer(STARTING, STARTING * IMPATIENCE, deadline, grace=0.0)
        if isinstance(hello, Ended):
            raise NotStartedError(hello.last_words or hello.how)
        self.hello = hello

    def answers(
        self, questions: Sequence[Any], seconds: float, deadline: Deadline
    ) -> Iterator[Any]:
        """Yield the answers. If the process ends, the last answer is `Ended`.

        After the deadline, at most two more answers are awaited, each for at most `GRACE` seconds.
        """
        patience = seconds * IMPATIENCE
        message = json.dumps([self._number, seconds, questions])
        self._words.truncate(self._words.seek(0))
        self._channel.settimeout(min(patience, deadline.left))
        # If the child no longer reads, sending fails. Waiting for the answer then finds the cause.
        with suppress(OSError):
            self._channel.sendall(message.encode() + b"\n")
        was_over = False
        for _ in questions:
            if was_over:
                deadline.require()
            was_over = deadline.is_over
            try:
                answer = self._answer(seconds, patience, deadline, GRACE)
            except DeadlineError as error:
                raise OverdueError("a question was not answered by the deadline") from error
            yield answer
            if isinstance(answer, Ended):
                return

    def _answer(self, seconds: float, patience: float, deadline: Deadline, grace: float) -> Any:
        """Return the next answer. Its number must follow the number of the last answer."""
        ends = time.monotonic() + patience
        try:
            line = self._line(ends, deadline, grace)
            if line is None:
                code = self._popen.wait(max(0.0, ends - time.monotonic()))
                return self._ended(_manner(code, seconds), code)
        except (TimeoutError, subprocess.TimeoutExpired):
            return self._ended(f"{LATE} {patience:g} s")
        try:
            number, answer, *forked = json.loads(line)
        except (ValueError, TypeError):
            number = answer = forked = None
        if number != self._number:
            return self._ended(f"no answer but {bytes(line[:80])!r}")
        self._number += 1
        self.has_forked = bool(forked)
        return answer

    def _line(self, ends: float, deadline: Deadline, grace: float) -> bytes | None:
        """Return the next line, or None after the last. Raises TimeoutError if the line is late.

        Raises DeadlineError if the deadline is over and the line does not come within `grace`
        seconds.
        """
        waits_until = time.monotonic() + grace
        while b"\n" not in self._unread:
            if time.monotonic() >= waits_until:
                deadline.require()
            is_alive, left = self._popen.poll() is None, ends - time.monotonic()
            self._channel.settimeout(max(0.0, min(left, WATCH)) if is_alive else 0.0)
            try:
                more = self._channel.recv(2**18)
            except (TimeoutError, BlockingIOError):
                # The channel may stay open after the child ends, if the child has forked another
                # process.
                if not is_alive:
                    return None
                if left <= 0:
                    raise TimeoutError from None
                continue
            except ConnectionError:
                return None
            if not more:
                return None
            self._unread += more
        line, _, self._unread = self._unread.partition(b"\n")
        return bytes(line)

    def _ended(self, how: str, code: int | None = None) -> Ended:
        words = self._words.fileno()
        said = os.pread(words, WORDS, max(0, os.fstat(words).st_size - WORDS))
        self.kill()
        return Ended(how, code, said.decode(errors="replace"))


def _manner(code: int, seconds: float) -> str:
    """Describe how a process ended, given its exit code and its time limit."""
    if code == -signal.SIGPROF:
        return f"{LATE} {seconds:g} s of processor time"
    return end_of(code)


def end_of(code: int) -> str:
    """Describe the signal or exit code that ended a process.

    >>> end_of(-signal.SIGSEGV), end_of(3)
    ('SIGSEGV', 'exit code 3')
    """
    return next((one.name for one in signal.Signals if one == -code), f"exit code {code}")


def _kill(
    process: subprocess.Popen[bytes], owner: int, channel: socket.socket, words: IO[bytes]
) -> None:
    """Close the channel and the log, and kill the process group if this process started it."""
    if owner == os.getpid():
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    channel.close()
    words.close()
