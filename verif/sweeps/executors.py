"""Executors for the parts of a sweep: local processes, or an existing cluster."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.connection import wait
from typing import Final

from verif.processes.spawning import spawning
from verif.upstream.in_process import MissingImplementationError

SECONDS: Final = 10
"""How many seconds to wait for a scheduler, and again for its first worker."""


@contextmanager
def processes(jobs: int) -> Generator[Executor]:
    """Yield an executor with `jobs` local processes. Leaving the block cancels pending work."""
    # Use `spawning`, so that workers do not import modules from the working directory.
    context = spawning()
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_live_with_the_parent)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def cluster(address: str) -> Generator[Executor]:
    """Yield an executor with the workers of a `dask.distributed` scheduler at `tcp://HOST:PORT`.

    The workers must have the same version of layout-verif. If a worker dies, another worker runs
    the dead worker's part.

    Errors: MissingImplementationError if distributed is not installed, OSError if no scheduler
    answers within ten seconds, or if the scheduler has no worker after ten more seconds.
    """
    try:
        # This dependency is optional, because few users have a cluster.
        from distributed import Client  # pyright: ignore[reportMissingImports]
    except ImportError as error:
        missing = "--scheduler needs dask.distributed: pip install 'layout-verif[cluster]'"
        raise MissingImplementationError(missing) from error
    try:
        client = Client(address, timeout=SECONDS)
    except ValueError as error:
        raise OSError(f"{address}: {error}; write tcp://HOST:8786") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=SECONDS)
        except TimeoutError as error:
            missing = f"{address}: the scheduler has no worker"
            start = f"start one by `dask worker {address} --nthreads 1`"
            raise OSError(f"{missing}; {start}") from error
        executor = client.get_executor(pure=False)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)


def _live_with_the_parent() -> None:
    """Exit when the parent process ends. Ignore keyboard interrupts: the parent handles them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
