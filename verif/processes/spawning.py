"""The context in which workers start: they do not import modules from the working directory."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Final

SAFE_PATH: Final = "PYTHONSAFEPATH"


class _Worker(SpawnProcess):
    """A process that does not search the working directory for modules.

    A worker starts as `python -c`, which by default searches the working directory first. Then a
    file `math.py` or `spec.py` beside a file of claims would run in the worker.
    """

    def start(self) -> None:
        with _safe_path():
            super().start()


class _Spawning(SpawnContext):
    Process = _Worker


@contextmanager
def _safe_path() -> Generator[None]:
    """Set PYTHONSAFEPATH only while a worker starts, so that no other subprocess inherits it."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before


def spawning() -> SpawnContext:
    """Return a context whose workers do not search the working directory for modules."""
    return _Spawning()
