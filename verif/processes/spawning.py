"""The multiprocessing context of workers, which never import from the working directory."""

from __future__ import annotations

import os
from multiprocessing import get_context
from multiprocessing.context import SpawnContext


def spawning() -> SpawnContext:
    """Return a context whose processes find no module in the working directory.

    A worker starts as `python -c`, which searches the working directory first. A file `math.py` or
    `spec.py` beside a user's claims would otherwise run in it.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    return get_context("spawn")
