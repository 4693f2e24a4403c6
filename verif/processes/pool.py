"""Processes that work side by side, and can die or be killed one by one."""

from __future__ import annotations

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
from typing import Any

from verif.processes.child import IMPATIENCE
from verif.processes.spawning import spawning

Work = Callable[[Any], Any]
"""The answer of a process to a message; both travel between processes. It must not raise."""


def cores() -> int:
    """The processors that this process may use, where the system tells; all of them elsewhere."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Late:
    """No answer within the time of the processor, or many times that by the clock."""

    seconds: float


@dataclass(frozen=True)
class Died:
    """No answer: the process ended."""

    code: int | None


@dataclass
class Pool:
    """At most `jobs` processes, each with one message at a time."""

    work: Work
    jobs: int
    _idle: list[_Process] = field(default_factory=list["_Process"])
    _busy: list[_Process] = field(default_factory=list["_Process"])
    _told: list[Any] = field(default_factory=list[Any])

    def tell(self, message: Any) -> None:
        """Give the message to every process, before any other that it gets from now on."""
        self._told.append(message)

    def answers(self, messages: Iterable[Any], seconds: float) -> Iterator[tuple[Any, Any]]:
        """Each message with its answer, in the order in which they come: or `Late`, or `Died`.

        Each has so many seconds of the processor: how busy the machine is decides nothing.
        """
        waiting = deque(messages)
        while waiting or self._busy:
            while waiting and len(self._busy) < self.jobs:
                process = self._idle.pop() if self._idle else _Process(self.work)
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
    """One process, and the message that it has an answer to make for."""

    work: Work
    message: Any = None
    seconds: float = 0.0
    deadline: float = 0.0
    _told: int = 0
    _process: SpawnProcess = field(init=False)
    _connection: Connection = field(init=False)
    _pid: int = field(init=False)

    def __post_init__(self) -> None:
        # Spawned, not forked: a process must not share its parent's solvers.
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
        # One that died while idle is found out when its answer is looked for.
        with suppress(BrokenPipeError):
            self._connection.send((told[self._told :], message, seconds))
            self._told = len(told)

    def is_done(self) -> bool:
        """Whether there is an answer, or there will be none."""
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
        """Kill the process and what it forked; the children that it asks end with it."""
        with suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._connection.close()


def _wait_for_one(busy: list[_Process]) -> None:
    remaining = min(process.deadline for process in busy) - time.monotonic()
    # Never for ever, whatever the deadline is.
    wait([process.connection for process in busy], timeout=min(max(0.0, remaining), 60.0))


def _live(work: Work, connection: Connection) -> None:
    """The life of a process: messages in, answers out."""
    # A group of its own: it is killed with its solvers, and an interrupt is the parent's affair.
    os.setpgrp()
    Thread(target=_end_with_the_parent, daemon=True).start()
    while True:
        try:
            told, message, seconds = connection.recv()
        except EOFError:
            return
        for each in told:
            work(each)
        # Its default action ends the process, wherever it is.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        connection.send(work(message))
        signal.setitimer(signal.ITIMER_PROF, 0)


def _end_with_the_parent() -> None:
    """The end of this process and of its group as soon as nobody is there to be answered."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.killpg(0, signal.SIGKILL)
