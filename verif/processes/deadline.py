"""A time at which work ends with whatever is known by then."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf


class DeadlineError(RuntimeError):
    """Raised where no time is left for an answer."""


@dataclass
class Deadline:
    """The end of some work, a time of `time.monotonic`; `stop` brings it forward for good."""

    ends: float = inf
    is_stopped: bool = False

    @property
    def left(self) -> float:
        """The seconds that are left, 0 where none are."""
        return max(0.0, self.ends - time.monotonic())

    @property
    def is_over(self) -> bool:
        return self.left == 0.0

    def move(self, seconds: float) -> None:
        """Let it end so many seconds from now, unless it was stopped.

        >>> deadline = Deadline()
        >>> deadline.stop()
        >>> deadline.move(60.0)
        >>> deadline.is_over
        True
        """
        if not self.is_stopped:
            self.ends = time.monotonic() + seconds

    def stop(self) -> None:
        """Let it end now, whatever comes: as a signal asks for."""
        self.ends = -inf
        self.is_stopped = True

    def require(self) -> None:
        """Raise DeadlineError where no time is left."""
        if self.is_over:
            raise DeadlineError("no time is left")
