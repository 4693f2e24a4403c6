"""A child process that answers questions, within limits of time and memory.

The child runs `verif.processes.serve`. Whatever a question does to it - it dies, hangs, takes too
much memory, prints, forks - is an `Ended` in the place of its answer, and the next question is put
to a new child. No answer can be that of another question: it has its number, and each child a
channel of its own.
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

from verif.processes.deadline import Deadline

GIBIBYTE: Final = 2**30

IMPATIENCE: Final = 12.0
"""So many times as long by the clock: the machine may be busy, or the child may be asleep."""

STARTING: Final = 30.0
"""The seconds of the processor in which a child must be ready for questions."""

TOGETHER: Final = 256
"""The questions that are sent at once; the child reads them all before it answers."""

WATCH: Final = 0.1
"""After so many seconds of silence it is looked whether the child still lives."""

LATE: Final = "no answer within"
"""In words: the time was over."""

WORDS: Final = 2**16
"""The bytes that are kept of the end of standard error."""


@dataclass(frozen=True)
class Ended:
    r"""A child that a question ended, or that was killed because it did not answer.

    `code` is its exit code, None where it was killed; `words` what it wrote to standard error.

    >>> print(Ended("exit code 1", 1, "Traceback ...\nMemoryError\n"))
    exit code 1: MemoryError
    """

    how: str
    code: int | None = None
    words: str = field(default="", compare=False)

    @property
    def is_late(self) -> bool:
        """Whether it was killed because it did not answer in time."""
        return self.how.startswith(LATE)

    @property
    def last_words(self) -> str:
        return "".join(self.words.strip().splitlines()[-1:])

    def __str__(self) -> str:
        return f"{self.how}: {self.last_words}" if self.last_words else self.how


class NotStartedError(RuntimeError):
    """Raised for a child that ended before it was ready for questions."""


def python(module: str, *arguments: str) -> tuple[str, ...]:
    """The command that runs a module of this project."""
    # -P: a folder `spec` where the user stands is not ours. -B: a checkout stays clean.
    return (sys.executable, "-P", "-B", "-m", module, *arguments)


def limited(
    command: Sequence[str], memory: int, seconds: int | str = "unlimited"
) -> tuple[str, ...]:
    """The command with at most so many bytes of addresses and seconds of the processor."""
    limits = f'ulimit -c 0; ulimit -v {memory // 1024}; ulimit -t {seconds}; exec "$@"'
    return ("/bin/sh", "-c", limits, "sh", *command)


@dataclass
class Child:
    """A command whose process starts with the first question; one thread at a time asks."""

    command: Sequence[str]
    memory: int
    deadline: Deadline = field(default_factory=Deadline)
    has_forked: bool = field(default=False, init=False)
    """Whether a question has forked: of the processes that there were then, one has answered."""
    _process: _Process | None = field(default=None, init=False, repr=False)

    def hello(self) -> Any:
        """The child's word that it is ready for questions, in which it tells of itself.

        Raises NotStartedError for one that ends before, as `ask` does.
        """
        return self._ready().hello

    def ask(self, questions: Sequence[Any], seconds: float) -> list[Any]:
        """The answer to each question, in their order, or `Ended`.

        Pre-conditions: questions and answers are JSON; `seconds` of the processor for each.
        DeadlineError where the deadline comes first.
        """
        answers: list[Any] = []
        while len(answers) < len(questions):
            answers += self.ask_some(questions[len(answers) :], seconds)
        return answers

    def ask_some(self, questions: Sequence[Any], seconds: float) -> list[Any]:
        """The answers to the first questions, up to one that ends the process; one at least."""
        try:
            process = self._ready()
            answers = list(process.answers(questions[:TOGETHER], seconds, self.deadline))
        except BaseException:
            # Whoever asks next must not read what is still to come of these questions.
            self.stop()
            raise
        self.has_forked |= process.has_forked
        return answers

    def stop(self) -> None:
        """Kill the process and all that it started; the next question starts a new one."""
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
    """One process, and the channel to it; an answer that it does not give ends it."""

    hello: Any = None
    has_forked = False

    def __init__(self, asker: Child, command: Sequence[str], memory: int) -> None:
        self._owner = os.getpid()
        self._number = 0
        self._unread = bytearray()
        self._words = TemporaryFile()  # noqa: SIM115 - it is closed with the process
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
        """Whether it may be asked; after a fork it is the parent's, who reads its answers."""
        is_ours = self._owner == os.getpid()
        return is_ours and self._number > 0 and self.kill.alive and self._popen.poll() is None

    def greet(self, deadline: Deadline) -> None:
        """Wait for its word that it is ready."""
        hello = self._answer(STARTING, STARTING * IMPATIENCE, deadline)
        if isinstance(hello, Ended):
            raise NotStartedError(hello.last_words or hello.how)
        self.hello = hello

    def answers(
        self, questions: Sequence[Any], seconds: float, deadline: Deadline
    ) -> Iterator[Any]:
        """The answers, as far as the process lives; `Ended` is the last one then."""
        patience = seconds * IMPATIENCE
        message = json.dumps([self._number, seconds, questions])
        self._words.truncate(self._words.seek(0))
        self._channel.settimeout(min(patience, deadline.left))
        # A child that does not read is found out when its answer is looked for.
        with suppress(OSError):
            self._channel.sendall(message.encode() + b"\n")
        for _ in questions:
            answer = self._answer(seconds, patience, deadline)
            yield answer
            if isinstance(answer, Ended):
                return

    def _answer(self, seconds: float, patience: float, deadline: Deadline) -> Any:
        """The answer to the question of the next number."""
        ends = time.monotonic() + patience
        try:
            line = self._line(ends, deadline)
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

    def _line(self, ends: float, deadline: Deadline) -> bytes | None:
        """The next line, None where there will be none; TimeoutError where it is late."""
        while b"\n" not in self._unread:
            deadline.require()
            is_alive, left = self._popen.poll() is None, ends - time.monotonic()
            self._channel.settimeout(max(0.0, min(left, WATCH)) if is_alive else 0.0)
            try:
                more = self._channel.recv(2**18)
            except (TimeoutError, BlockingIOError):
                # What it forked may hold the channel open.
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
    """The end of a process in words, by its exit code."""
    if code == -signal.SIGPROF:
        return f"{LATE} {seconds:g} s of processor time"
    return end_of(code)


def end_of(code: int) -> str:
    """The signal or the exit code that ended a process, in words.

    >>> end_of(-signal.SIGSEGV), end_of(3)
    ('SIGSEGV', 'exit code 3')
    """
    return next((one.name for one in signal.Signals if one == -code), f"exit code {code}")


def _kill(
    process: subprocess.Popen[bytes], owner: int, channel: socket.socket, words: IO[bytes]
) -> None:
    """Kill the process with all that it started, unless it is another's, and let go of it."""
    if owner == os.getpid():
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    channel.close()
    words.close()
