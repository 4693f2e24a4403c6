"""Run a sweep: count all remaining parts in parallel, and add up the counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, as_completed
from dataclasses import dataclass
from math import ceil

from verif.kernel.claim import Claim
from verif.search.exhaustive import count, countable, profile_texts
from verif.search.parts import parts
from verif.sweeps.checkpoint import Checkpoint
from verif.sweeps.tally import Sweep, Tally, tallied

HOUR = 3600.0


class LostError(RuntimeError):
    """Processes ended before their parts were counted. The checkpoint has the counted parts."""


@dataclass(frozen=True)
class Far:
    """The progress of a sweep. `before` is the number of cases that were counted before this run.

    `total` is the number of all cases, or None if they cannot be counted in advance.
    """

    tally: Tally
    total: int | None
    before: int
    elapsed: float

    @property
    def rate(self) -> float:
        """Cases per second of wall-clock time in this run."""
        return (self.tally.cases - self.before) / self.elapsed if self.elapsed else 0.0

    @property
    def left(self) -> float | None:
        """The estimated seconds until the end at the current rate, or None if unknown."""
        if self.total is None or not self.rate:
            return None
        return (self.total - self.tally.cases) / self.rate

    def __str__(self) -> str:
        of = "" if self.total is None else f" of {self.total:,}"
        left = "" if self.left is None else f", {self.left:,.0f} s left"
        return f"{self.tally.cases:,}{of} cases, {self.rate:,.0f}/s{left}"


@dataclass(frozen=True)
class Swept:
    """The counts of a whole sweep, and an estimate for the next size.

    `alone` is the processor time in which this process lists parts and writes files. More workers
    do not reduce this time. `following` is the number of cases of the next size, or None if they
    cannot be counted.
    """

    sweep: Sweep
    title: str
    against: str
    ranks: Mapping[str, tuple[str, ...]]
    parts: int
    tally: Tally
    alone: float
    following: int | None

    @property
    def next_seconds(self) -> float | None:
        """The estimated processor seconds for the next size, or None if unknown."""
        if self.following is None or not self.tally.cases:
            return None
        return self.following * self.tally.seconds / self.tally.cases

    def workers(self, seconds: float = HOUR) -> int | None:
        """Return how many workers are needed to finish the next size within the given time.

        Time = alone + work / workers + longest part. Return None if this time cannot be estimated,
        or if no number of workers is enough.
        """
        work = self.next_seconds
        spreads = seconds - self.alone * _ratio(self) - self.tally.longest
        return None if work is None or spreads <= 0 else max(1, ceil(work / spreads))


def _ratio(swept: Swept) -> float:
    """Return the number of cases of the next size divided by the number of cases of this size.

    Serial time grows by this ratio, too.
    """
    return (swept.following or 0) / max(1, swept.tally.cases)


def run(sweep: Sweep, executor: Executor, kept: Checkpoint, show: Callable[[Far], None]) -> Swept:
    """Count the parts that are not in the file, record their tallies there, and add up all tallies.

    The file is the checkpoint `kept`. `show` is called with the progress after each part.

    Errors: LostError if processes were killed. Running again continues from the file.
    """
    started, used = time.monotonic(), time.process_time()
    claim = sweep.claim()
    bound = sweep.size, sweep.size
    every = parts(claim.domains, bound)
    tally = sum(kept.known.values(), Tally())
    before = tally.cases
    total = _total(claim, sweep.size)
    lost: BaseException | None = None
    waiting = {
        executor.submit(tallied, sweep, part): k
        for k, part in enumerate(every)
        if k not in kept.known
    }
    try:
        for done in as_completed(waiting):
            try:
                one = done.result()
            except (BrokenExecutor, CancelledError) as error:
                # Raise the error later, after all finished parts are recorded.
                lost = error
                continue
            kept.keep(waiting[done], one)
            tally += one
            show(Far(tally, total, before, time.monotonic() - started))
    finally:
        for future in waiting:
            future.cancel()
    if lost is not None:
        missing = f"{sweep.reference}: a process ended before its part was counted"
        raise LostError(f"{missing}; {tally.cases:,} cases are recorded in {kept.path}") from lost
    following = _total(claim, sweep.size + 1)
    against = str(sweep.accused(claim))
    ranks = profile_texts(claim)
    alone = time.process_time() - used
    return Swept(sweep, claim.title, against, ranks, len(every), tally, alone, following)


def _total(claim: Claim, size: int) -> int | None:
    """Return the number of cases up to a size, or None if counting needs to generate each case."""
    return count(claim.domains, (size, size)) if countable(claim.domains) else None
