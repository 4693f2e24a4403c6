"""A pool of worker processes. If a worker dies or is killed, other workers are not affected."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import Any, Final

from verif.processes.child import IMPATIENCE
from verif.processes.limit import limit, remove_limit
from verif.processes.spawning import spawning

RARELY: Final = (5_000, 20, 20)
"""Thresholds of garbage collection. With Python's defaults, collection took 10% of the run time."""

Work = Callable[[Any], Any]
"""A function that computes the answer to a message, and must not raise an error.

Messages and answers are pickled.
"""


def cores() -> int:
    """Return how many processors this process may use. If that is unknown, count all processors."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Late:
    """No answer, because the work on a message exceeded one of two limits.

    The limits are `seconds` of processor time, which includes the time of solvers, and a multiple
    of `seconds` of real time.
    """

    seconds: float


@dataclass(frozen=True)
class Died:
    """No answer, because the process ended."""

    code: int | None


@dataclass
class Pool:
    """A pool of at most `jobs` worker processes, each with one message at a time."""

    work: Work
    jobs: int
    _idle: list[_Process] = field(default_factory=list["_Process"])
    _busy: list[_Process] = field(default_factory=list["_Process"])
    _told: list[Any] = field(default_factory=list[Any])

    def tell(self, message: Any) -> None:
        """Let each process handle `message`, without an answer, before its next message."""
        self._told.append(message)

    def answers(
        self,
        messages: Iterable[Any],
        seconds: float,
        begin: Callable[[Any], None] = lambda _: None,
    ) -> Iterator[tuple[Any, Any]]:
        """Yield each message with its answer, in the order of completion.

        If there is no answer, yield `Late` or `Died` instead.

        Each message may take `seconds` of processor time, so a busy machine rarely leads to `Late`.
        `begin` is called with each message when a process gets it.
        """
        waiting = deque(messages)
        while waiting or self._busy:
            while waiting and len(self._busy) < self.jobs:
                process = self._idle.pop() if self._idle else _Process(self.work)
                begin(waiting[0])
                process.begin(waiting.popleft(), self._told, seconds)
                self._busy.append(process)
            _wait_for_one(self._busy)
            for process in [process for process in self._busy if process.is_done()]:
                self._busy.remove(process)
                answer = process.answer()
                if process.is_alive():
                    self._idle.append(process)
                yield process.message, answer

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self._idle, *self._busy):
            process.stop()


@dataclass
class _Process:
    """One process, and the message that it works on."""

    work: Work
    message: Any = None
    seconds: float = 0.0
    deadline: float = 0.0
    _told: int = 0
    _process: SpawnProcess = field(init=False)
    _connection: Connection = field(init=False)
    _pid: int = field(init=False)

    def __post_init__(self) -> None:
        # Spawn instead of forking: a process must not share its parent's solvers.
        context = spawning()
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_live, args=(self.work, theirs), daemon=True)
        self._process.start()
        theirs.close()
        assert self._process.pid is not None
        self._pid = self._process.pid

    @property
    def connection(self) -> Connection:
        return self._connection

    def begin(self, message: Any, told: list[Any], seconds: float) -> None:
        self.message = message
        self.seconds = seconds
        self.deadline = time.monotonic() + seconds * IMPATIENCE
        # A process that died while idle is detected when its answer is awaited.
        with suppress(BrokenPipeError):
            self._connection.send((told[self._told :], message, seconds))
            self._told = len(told)

    def is_done(self) -> bool:
        """Return whether an answer has arrived or the deadline has passed."""
        return self._connection.poll() or time.monotonic() >= self.deadline

    def answer(self) -> Any:
        if not self._connection.poll():
            self.stop()
            return Late(self.seconds)
        try:
            return self._connection.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            code = self._process.exitcode
            self.stop()
            return Late(self.seconds) if code == -signal.SIGPROF else Died(code)

    def is_alive(self) -> bool:
        return not self._connection.closed

    def stop(self) -> None:
        """Kill the process and its group.

        If the killed process started a pool, the pool's processes have other groups. Each of them
        ends as soon as its parent process has ended.
        """
        with suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._connection.close()


def _wait_for_one(busy: list[_Process]) -> None:
    remaining = min(process.deadline for process in busy) - time.monotonic()
    # Never wait forever, even without a deadline.
    wait([process.connection for process in busy], timeout=min(max(0.0, remaining), 60.0))


def _live(work: Work, connection: Connection) -> None:
    """Run a worker process: receive messages and send answers."""
    # Start a process group: it is killed as a whole, and Ctrl-C reaches only the parent.
    os.setpgrp()
    Thread(target=_end_with_the_parent, daemon=True).start()
    gc.set_threshold(*RARELY)
    while True:
        try:
            told, message, seconds = connection.recv()
        except EOFError:
            return
        for each in told:
            work(each)
        if told:
            # The objects made from these messages live as long as the process, so exempt them from
            # garbage collection.
            gc.freeze()
        limit(seconds)
        connection.send(work(message))
        remove_limit()


def _end_with_the_parent() -> None:
    """Kill this process group as soon as the parent process ends."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.killpg(0, signal.SIGKILL)
