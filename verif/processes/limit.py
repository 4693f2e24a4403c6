"""Limit the processor time of this process. Time of other processes can be charged to it."""

from __future__ import annotations

import signal
import time
from typing import Final

_ends: Final = [0.0]
"""A list with one element: the value of `time.process_time` at which the limit is reached.

The remaining time of the timer cannot replace this value, because the timer ends a little later
each time it is set.
"""


def limit(seconds: float) -> None:
    """Let SIGPROF end this process after `seconds` of processor time, whatever it is doing."""
    _ends[0] = time.process_time() + seconds
    signal.setitimer(signal.ITIMER_PROF, seconds)


def remove_limit() -> None:
    signal.setitimer(signal.ITIMER_PROF, 0)


def charge(seconds: float) -> None:
    """Count the processor time of another process as time of this process.

    If this uses up the limit, this process ends. If this process has no limit, nothing changes.
    """
    rest, _ = signal.getitimer(signal.ITIMER_PROF)
    if rest == 0:
        return
    _ends[0] -= seconds
    left = _ends[0] - time.process_time()
    if left > 0:
        signal.setitimer(signal.ITIMER_PROF, left)
    else:
        signal.raise_signal(signal.SIGPROF)
