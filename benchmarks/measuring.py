"""Measure this project and another program, its peer, in turn.

Seconds are CPU seconds including child processes, so that other load on the machine matters less.
"""

from __future__ import annotations

import ctypes
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import Any, Final

from benchmarks.rows import Row
from benchmarks.upstream import processor_seconds

ROOT: Final = Path(__file__).parents[1]
ROUNDS: Final = 5
SUBREAPER: Final = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2): orphaned descendants become children of this process."""

EVERY: Final = 0.1
"""Seconds between two checks for orphaned processes."""

READER: Final = ThreadPoolExecutor(1)


def took(work: Callable[[], object]) -> float:
    before = processor_seconds()
    work()
    return max(processor_seconds() - before, 1e-6)


def measured(
    group: str,
    name: str,
    peer: str,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    *,
    rounds: int = ROUNDS,
    note: str = "",
) -> Row:
    """Measure both functions of a pair in turn, `rounds` times, after one warm-up run of each."""
    if rounds > 1:
        ours()
        theirs()
    pairs = [(took(ours), took(theirs)) for _ in range(rounds)]
    ratios = [peer_s / own for own, peer_s in pairs]
    medians = [statistics.median(column) for column in zip(*pairs, strict=True)]
    low, high, middle = min(ratios), max(ratios), statistics.median(ratios)
    return Row(group, name, peer, *medians, middle, low, high, note)


def for_all(
    function: Callable[..., object], cases: Sequence[tuple[Any, ...]]
) -> Callable[[], None]:
    def run() -> None:
        for case in cases:
            function(*case)

    return run


def for_new(
    function: Callable[..., object], made: Callable[[], Sequence[tuple[Any, ...]]]
) -> Callable[[], None]:
    """Return a function that uses a fresh set of cases in each round, so that no cache helps."""
    sets = iter([made() for _ in range(ROUNDS + 1)])

    def run() -> None:
        for case in next(sets):
            function(*case)

    return run


def command(*arguments: str) -> str:
    """Run Python with these arguments, wait for all descendants to end, and return the output.

    Solver processes may outlive their parent. The benchmark's process then adopts the solver
    processes, because otherwise the CPU seconds of the solvers would not be counted.
    """
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    others = _children()
    _adopt(True)
    try:
        run = [sys.executable, *arguments]
        with subprocess.Popen(run, env=path, stdout=PIPE, stderr=DEVNULL, text=True) as process:
            own = others | {process.pid}
            told = READER.submit(process.communicate)
            while not told.done() or _children() - own:
                for orphan in _children() - own:
                    os.waitpid(orphan, os.WNOHANG)
                wait([told], EVERY)
        return told.result()[0]
    finally:
        _adopt(False)


def _adopt(ours: bool) -> None:
    ctypes.CDLL(None).prctl(SUBREAPER, int(ours), 0, 0, 0)


def _children() -> frozenset[int]:
    listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    return frozenset(map(int, listed.split()))
