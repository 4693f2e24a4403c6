"""A run that others' code cannot end as if it were done: `os._exit(0)` in a file of claims."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

from verif.cli.status import Status

PR_SET_PDEATHSIG: Final = 1
"""Linux: the signal that a process gets when its parent ends."""


def watched(work: Callable[[], NoReturn], name: str) -> NoReturn:
    """Do the work in a child, and exit with the status with which it ended.

    A child that ends without a word of its own, which is neither a result nor a fault of this
    program's, is an ERROR, whatever its exit code.

    Pre-condition: `work` raises SystemExit with a status, and nothing else.
    """
    told, tell = os.pipe()
    parent = os.getpid()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(told)
        _end_with(parent)
        _tell(work, tell)
    os.close(tell)
    # Whoever interrupts at the keyboard interrupts the child too, which says what comes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _, code = os.waitpid(child, 0)
    word = os.read(told, 1)
    if word:
        os._exit(word[0])
    ended = os.waitstatus_to_exitcode(code)
    if ended == -signal.SIGINT:
        os._exit(128 + signal.SIGINT)
    how = f"exit code {ended}" if ended >= 0 else f"signal {-ended}"
    sys.stderr.write(f"{name}: the run was ended by a file that it ran, or from outside: {how}\n")
    sys.stderr.flush()
    os._exit(Status.ERROR)


def _tell(work: Callable[[], NoReturn], tell: int) -> NoReturn:
    """Do the work, and write its status before the interpreter ends."""
    try:
        work()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else Status.FAULT
        os.write(tell, bytes([status]))
        _say_no_more()
        raise


def _say_no_more() -> None:
    """Print nothing from here on: what a file left to be run at the end is no verdict."""
    sys.stdout.flush()
    with suppress(OSError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 1)


def _end_with(parent: int) -> None:
    """Have this process killed when its parent is, where the system can."""
    with suppress(AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(Status.ERROR)
