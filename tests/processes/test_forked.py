"""`answered` runs a function in a forked process. It returns the result, or None on failure.

The original process goes on.
"""

import os
import time
from pathlib import Path

import pytest

from verif.processes.forked import answered


def forever():
    while True:
        pass


@pytest.mark.parametrize(
    "work",
    [
        lambda: os._exit(0),
        lambda: os._exit(3),
        lambda: 1 // 0,
        lambda: lambda: None,
        forever,
        lambda: time.sleep(6000),
    ],
    ids=["ends", "fails", "raises", "no pickle", "is busy", "sleeps"],
)
def test_a_fork_without_an_answer_returns_none(work):
    assert answered(work, 0.2) is None


def test_a_fork_does_not_change_the_parent():
    found = []
    assert answered(lambda: found.append(1) or len(found), 10.0) == 1
    assert found == []


def children():
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text()


@pytest.mark.parametrize("work", [lambda: 1, forever], ids=["answers", "is busy"])
def test_no_forked_process_is_left(work):
    before = children()
    answered(work, 0.2)
    assert children() == before
