"""Run tasks in forked processes, a limited number at the same time."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

PATIENCE: Final = 6
"""The wall-clock limit of a process, as a multiple of its limit of processor seconds."""

MEMORY: Final = 6 * 2**30
"""The limit of a process's address space, in bytes."""

LATE: Final = "late"
"""The outcome of a process that exceeded its time limit."""

DIED: Final = "died"
"""The outcome of a process that ended without an answer."""


@dataclass
class _Fork:
    task: Any
    pid: int
    folder: Path
    deadline: float


@dataclass
class Forks:
    """A pool of at most `jobs` forked processes, each with a limit of processor seconds."""

    jobs: int
    _running: list[_Fork] = field(default_factory=list)

    def start(self, task: Any, work: Callable[[], Any], seconds: float) -> None:
        """Run `work`, which returns a JSON value, in a forked process with a separate folder."""
        folder = Path(tempfile.mkdtemp(prefix="mutant-"))
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            _live(work, folder, seconds)
        deadline = time.monotonic() + PATIENCE * seconds
        self._running.append(_Fork(task, pid, folder, deadline))

    @property
    def is_full(self) -> bool:
        return len(self._running) >= self.jobs

    @property
    def is_idle(self) -> bool:
        return not self._running

    def next(self) -> tuple[Any, Any]:
        """Wait for the next finished task and return it with its value, or with LATE or DIED."""
        while True:
            for one in self._running:
                pid, status = os.waitpid(one.pid, os.WNOHANG)
                if pid == 0 and time.monotonic() < one.deadline:
                    continue
                self._running.remove(one)
                return one.task, _ended(one, status if pid else None)
            time.sleep(0.01)

    def stop(self) -> None:
        for one in self._running:
            _ended(one, None)
        self._running.clear()


def _ended(one: _Fork, status: int | None) -> Any:
    """Return the answer of a process, and kill the process with all its descendants."""
    # Kill each descendant: a solver has a separate process group, and a busy solver does not notice
    # that its parent ended.
    started = _descendants(one.pid)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(one.pid, signal.SIGKILL)
    for pid in started:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    if status is None:
        # `killpg` fails if the process has not created its group yet, so kill the process, too.
        os.kill(one.pid, signal.SIGKILL)
        os.waitpid(one.pid, 0)
    answer = one.folder / "answer"
    try:
        if answer.exists():
            return json.loads(answer.read_text())
        late = status is None or (
            os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        )
        return LATE if late else DIED
    finally:
        shutil.rmtree(one.folder, ignore_errors=True)


def _descendants(pid: int) -> list[int]:
    """Return the ids of the children of a process, of their children, and so on."""
    found: list[int] = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, children.read_text().split()):
                found += [child, *_descendants(child)]
    return found


def _live(work: Callable[[], Any], folder: Path, seconds: float) -> None:
    """Run `work` in the forked process, write its value, and exit."""
    try:
        os.setpgid(0, 0)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            if not os.environ.get("MUTANTS_LOUD") or stream == 0:
                os.dup2(nothing, stream)
        tempfile.tempdir = str(folder)
        os.environ["TMPDIR"] = str(folder)
        whole = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        answer = json.dumps(work())
        (folder / "part").write_text(answer)
        (folder / "part").rename(folder / "answer")
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def each(
    tasks: Iterator[tuple[Any, Callable[[], Any], float]], jobs: int
) -> Iterator[tuple[Any, Any]]:
    """Run the tasks, at most `jobs` at a time, and yield each task with its answer when it ends."""
    forks = Forks(jobs)
    try:
        more = True
        while more or not forks.is_idle:
            while more and not forks.is_full:
                found = next(tasks, None)
                if found is None:
                    more = False
                else:
                    forks.start(*found)
            if not forks.is_idle:
                yield forks.next()
    finally:
        forks.stop()
