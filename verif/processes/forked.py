"""An answer of a copy of this process, which may die or hang there: nothing is imported anew."""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
from collections.abc import Callable
from typing import TypeVar

from verif.processes.child import IMPATIENCE

T = TypeVar("T")


def answered(work: Callable[[], T], seconds: float) -> T | None:
    """The answer of the work, in a copy of this process; None where the copy does not give one.

    It has so many seconds of the processor, and many times that by the clock.

    Pre-conditions: the answer can be pickled, and no solver runs, which the copy would share.

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
    """Answer, and end without what others left to be run at the end."""
    code = 1
    try:
        # Its default action ends the process, wherever it is.
        signal.setitimer(signal.ITIMER_PROF, seconds)
        content = pickle.dumps(work())
        sys.stderr.flush()
        with open(tell, "wb") as channel:
            channel.write(content)
        code = 0
    finally:
        os._exit(code)
