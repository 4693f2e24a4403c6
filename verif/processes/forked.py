"""Run code in a forked copy of this process.

If the copy crashes or hangs, this process continues. The copy need not import modules again.
"""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from verif.processes.child import IMPATIENCE
from verif.processes.limit import limit

T = TypeVar("T")

MEMORY: Final = 4 << 30
"""The memory limit, in bytes, of a process that runs the code of a user's claim."""


def limit_memory() -> None:
    """Let this process raise MemoryError if it needs more than `MEMORY`."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    # Some systems do not support this limit and raise an error.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))


def answered(work: Callable[[], T], seconds: float) -> T | None:
    """Return the result of the work in a forked copy of this process, or None if the work fails.

    The copy may use `seconds` of processor time, and `seconds * IMPATIENCE` of wall-clock time.

    Pre-conditions: the result can be pickled. No solver is running, because the copy would share
    the solver.

    >>> answered(lambda: 6 * 7, 10.0)
    42
    """
    told, tell = os.pipe()
    copy = os.fork()
    if copy == 0:
        _answer(work, seconds, tell)
    os.close(tell)
    with open(told, "rb", buffering=0) as channel:  # noqa: PTH123
        try:
            ready, _, _ = select.select([channel], [], [], seconds * IMPATIENCE)
            return pickle.load(channel) if ready else None
        except (EOFError, pickle.UnpicklingError):
            return None
        finally:
            os.kill(copy, signal.SIGKILL)
            os.waitpid(copy, 0)


def _answer(work: Callable[[], object], seconds: float, tell: int) -> None:
    """Do the work, send the result, and exit without running the parent's exit handlers."""
    code = 1
    try:
        limit(seconds)
        limit_memory()
        content = pickle.dumps(work())
        sys.stderr.flush()
        with open(tell, "wb") as channel:
            channel.write(content)
        code = 0
    finally:
        os._exit(code)
