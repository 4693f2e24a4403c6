"""Claims decided side by side, in worker processes that can die or be killed one by one."""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from verif.decide import decide
from verif.kernel.verdict import Outcome, Verdict
from verif.proof import outlines
from verif.report.decided import Decided
from verif.report.outline import Outline
from verif.selection import Reference, Selected

Answer = tuple[Verdict, tuple[Outline, ...]]

CLAIM_SECONDS = 120.0
"""What one claim may take where nothing else is said."""


def cores() -> int:
    """The processors that this process may use, where the system tells; all of them elsewhere."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def decide_all(
    selected: Sequence[Selected],
    jobs: int,
    seconds: float,
    show: Callable[[Decided], None] = lambda _: None,
) -> tuple[Decided, ...]:
    """The claims with their verdicts, in the order given; each is shown once it is decided."""
    found: dict[Reference, Decided] = {}
    for one, decided in verdicts(selected, jobs, seconds):
        found[one.reference] = decided
        show(decided)
    return tuple(found[one.reference] for one in selected)


def verdicts(
    selected: Iterable[Selected], jobs: int, seconds: float
) -> Iterator[tuple[Selected, Decided]]:
    """Each claim with its verdict, in the order in which they are found.

    A claim without a verdict after `seconds` is UNKNOWN; one whose process dies is an ERROR.
    """
    waiting = deque(selected)
    idle: list[_Worker] = []
    busy: list[_Worker] = []
    try:
        while waiting or busy:
            while waiting and len(busy) < jobs:
                worker = idle.pop() if idle else _Worker()
                worker.begin(waiting.popleft(), seconds)
                busy.append(worker)
            _wait_for_one(busy)
            for worker in [worker for worker in busy if worker.is_done()]:
                busy.remove(worker)
                verdict, proof = worker.answer()
                if worker.is_alive():
                    idle.append(worker)
                yield worker.selected, Decided(worker.selected.claim, verdict, proof)
    finally:
        for worker in (*idle, *busy):
            worker.stop()


@dataclass
class _Worker:
    """One process, and the claim that it is deciding."""

    _process: SpawnProcess = field(init=False)
    _connection: Connection = field(init=False)
    _pid: int = field(init=False)
    selected: Selected = field(init=False)
    seconds: float = 0.0
    deadline: float = 0.0

    def __post_init__(self) -> None:
        # Spawned, not forked: a worker must not share its parent's solvers.
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        assert self._process.pid is not None
        self._pid = self._process.pid

    @property
    def connection(self) -> Connection:
        return self._connection

    def begin(self, selected: Selected, seconds: float) -> None:
        self.selected = selected
        self.seconds = seconds
        self.deadline = time.monotonic() + seconds
        # One that died while idle is found out when its answer is looked for.
        with suppress(BrokenPipeError):
            self._connection.send(selected.reference)

    def is_done(self) -> bool:
        """Whether there is an answer, or there will be none."""
        return self._connection.poll() or time.monotonic() >= self.deadline

    def answer(self) -> Answer:
        """The verdict and, of what is proved, the proof."""
        if not self._connection.poll():
            self.stop()
            reason = f"no verdict within {self.seconds:g} s"
            return Verdict(Outcome.UNKNOWN, reason=reason, seconds=self.seconds), ()
        try:
            return self._connection.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            reason = f"its process ended, exit code {self._process.exitcode}"
            self.stop()
            return Verdict(Outcome.ERROR, reason=reason), ()

    def is_alive(self) -> bool:
        return not self._connection.closed

    def stop(self) -> None:
        """Kill the process, and with it the solvers that it started."""
        with suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._connection.close()


def _wait_for_one(busy: list[_Worker]) -> None:
    remaining = min(worker.deadline for worker in busy) - time.monotonic()
    # Never for ever, whatever the deadline is.
    wait([worker.connection for worker in busy], timeout=min(max(0.0, remaining), 60.0))


def _work(connection: Connection) -> None:
    """The life of a worker: references in, verdicts out."""
    # A group of its own: it is killed with its solvers, and an interrupt is the parent's affair.
    os.setpgrp()
    while True:
        try:
            reference = connection.recv()
        except EOFError:
            return
        connection.send(_decided(reference))


def _decided(reference: Reference) -> Answer:
    started = time.monotonic()
    try:
        verdict = decide(reference.claim())
        return verdict, outlines(verdict)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is the verdict: ERROR
        reason = f"{type(error).__name__}: {error}"
        return Verdict(Outcome.ERROR, reason=reason, seconds=time.monotonic() - started), ()
