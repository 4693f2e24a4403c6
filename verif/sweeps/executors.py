"""Executors of the parts of a sweep: processes of this machine, or a cluster that exists."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.connection import wait

from verif.processes.spawning import spawning
from verif.upstream.in_process import MissingImplementationError


@contextmanager
def processes(jobs: int) -> Generator[Executor]:
    """So many processes of this machine; what is not begun when the block is left is not run."""
    # Spawned, as all others here: what one of them imports is what the project's own text says.
    context = spawning()
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_live_with_the_parent)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def cluster(address: str) -> Generator[Executor]:
    """The workers of a scheduler of `dask.distributed` at the address, as `tcp://host:8786`.

    They import the same version of layout-verif. A part whose worker dies is run on another.

    Errors: MissingImplementationError where distributed is not installed, OSError where no
    scheduler answers.
    """
    try:
        # An extra: few have a cluster.
        from distributed import Client  # pyright: ignore[reportMissingImports]
    except ImportError as error:
        missing = "--scheduler needs dask.distributed: pip install 'layout-verif[cluster]'"
        raise MissingImplementationError(missing) from error
    try:
        client = Client(address, timeout=10)
    except ValueError as error:
        raise OSError(f"{address}: {error}") from error
    with client:
        executor = client.get_executor(pure=False)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)


def _live_with_the_parent() -> None:
    """End when the parent does, however it ends; an interrupt at the keyboard is its affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
