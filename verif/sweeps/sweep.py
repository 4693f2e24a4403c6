"""A sweep: all parts that are not counted yet, run side by side, and what they come to."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, as_completed
from dataclasses import dataclass
from math import ceil

from verif.kernel.claim import Claim
from verif.search.enumeration import count, countable
from verif.search.exhaustive import profile_texts
from verif.search.parts import parts
from verif.sweeps.checkpoint import Checkpoint
from verif.sweeps.tally import Sweep, Tally, tallied

HOUR = 3600.0


class LostError(RuntimeError):
    """Raised where processes ended before their parts were counted; what was counted is kept."""


@dataclass(frozen=True)
class Far:
    """The counts so far, of `total` cases; so many of them were there `before` this run."""

    tally: Tally
    total: int | None
    before: int
    elapsed: float

    @property
    def rate(self) -> float:
        """Cases a second of this run, by the clock."""
        return (self.tally.cases - self.before) / self.elapsed if self.elapsed else 0.0

    @property
    def left(self) -> float | None:
        """Seconds, if the rest goes on at this rate; None where that is not known."""
        if self.total is None or not self.rate:
            return None
        return (self.total - self.tally.cases) / self.rate

    def __str__(self) -> str:
        of = "" if self.total is None else f" of {self.total:,}"
        left = "" if self.left is None else f", {self.left:,.0f} s left"
        return f"{self.tally.cases:,}{of} cases, {self.rate:,.0f}/s{left}"


@dataclass(frozen=True)
class Swept:
    """The counts of a whole sweep, and the cases of the next size.

    `alone` are the processor's seconds that do not spread: this process's own, for parts and
    files. `following` are the cases of the next size, None where they cannot be counted.
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
        """The processor's seconds of the next size, at this size's rate."""
        if self.following is None or not self.tally.cases:
            return None
        return self.following * self.tally.seconds / self.tally.cases

    def workers(self, seconds: float = HOUR) -> int | None:
        """The number for the next size in that time: alone + work / workers + longest part."""
        work = self.next_seconds
        spreads = seconds - self.alone * _ratio(self) - self.tally.longest
        return None if work is None or spreads <= 0 else max(1, ceil(work / spreads))


def _ratio(swept: Swept) -> float:
    """The next size's cases for one of this: what is done alone grows as the parts do."""
    return (swept.following or 0) / max(1, swept.tally.cases)


def run(sweep: Sweep, executor: Executor, kept: Checkpoint, show: Callable[[Far], None]) -> Swept:
    """Count what the file does not have yet, keep each part there, and add all up.

    `show` is told how far it is, a part at a time.

    Errors: LostError where processes were killed: run again, it goes on from the file.
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
                # The others may be done, and are kept first.
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
        raise LostError(f"{missing}; {tally.cases:,} cases are kept in {kept.path}") from lost
    following = _total(claim, sweep.size + 1)
    against = str(sweep.accused(claim))
    ranks = profile_texts(claim)
    alone = time.process_time() - used
    return Swept(sweep, claim.title, against, ranks, len(every), tally, alone, following)


def _total(claim: Claim, size: int) -> int | None:
    """The cases up to a size, not made; None where a domain's values cannot be counted."""
    return count(claim.domains, (size, size)) if countable(claim.domains) else None
