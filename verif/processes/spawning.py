"""The context in which workers start: none of them imports what lies in the working directory."""

from __future__ import annotations

import os
from multiprocessing import get_context
from multiprocessing.context import SpawnContext


def spawning() -> SpawnContext:
    """The context whose processes find no module in the working directory.

    A worker begins as `python -c`, which looks there first: a file `math.py` or `spec.py` beside a
    file of claims would run in it.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    return get_context("spawn")
