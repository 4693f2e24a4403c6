"""A deadline at which work stops and returns what is known by then."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf


class DeadlineError(RuntimeError):
    """The deadline passed before an answer came."""


class OverdueError(DeadlineError):
    """A question was sent before the deadline, and had no answer shortly after the deadline."""


@dataclass
class Deadline:
    """The time at which some work must end, by `time.monotonic`. `stop` moves it to the past."""

    ends: float = inf
    is_stopped: bool = False

    @property
    def left(self) -> float:
        """The remaining seconds, at least 0."""
        return max(0.0, self.ends - time.monotonic())

    @property
    def is_over(self) -> bool:
        return self.left == 0.0

    def move(self, seconds: float) -> None:
        """Move the end to `seconds` from now, unless the deadline was stopped.

        >>> deadline = Deadline()
        >>> deadline.stop()
        >>> deadline.move(60.0)
        >>> deadline.is_over
        True
        """
        if not self.is_stopped:
            self.ends = time.monotonic() + seconds

    def stop(self) -> None:
        """Let the deadline pass now, as after a signal. Later calls of `move` do nothing."""
        self.ends = -inf
        self.is_stopped = True

    def require(self) -> None:
        """Raise DeadlineError if no time is left."""
        if self.is_over:
            raise DeadlineError("no time is left")
