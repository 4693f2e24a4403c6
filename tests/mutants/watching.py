"""The functions that each item of the tests runs, and how long it takes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from cProfile import Profile
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Final

from tests.mutants.swapping import ROOT

INNER: Final = frozenset(("<lambda>", "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"))


@dataclass(frozen=True)
class Watched:
    """An item, its seconds of the processor, and the functions that it runs."""

    item: str
    seconds: float
    runs: frozenset[str]
    passed: bool


def name_of(code: CodeType) -> str | None:
    """The file and function that a code is of; None where it is none of the project's."""
    file = code.co_filename
    root = f"{ROOT}/"
    if not file.startswith(root) or file.startswith(f"{root}tests/"):
        return None
    parts = [p for p in code.co_qualname.split(".") if p != "<locals>" and p not in INNER]
    return f"{file.removeprefix(root)}: {'.'.join(parts)}"


@contextmanager
def watching(seen: set[CodeType]) -> Iterator[None]:
    """Note the code of every function that is called."""
    # No trace: tests ask whether there is one, and it takes many times as long.
    profile = Profile(builtins=False)
    profile.enable()
    try:
        yield
    finally:
        profile.disable()
        seen.update(entry.code for entry in profile.getstats() if isinstance(entry.code, CodeType))


def worked() -> float:
    """The seconds of the processor that this process and those that it started have had so far."""
    ticks = 0
    for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
        with suppress(OSError):
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    times = os.times()
    ended = times.children_user + times.children_system
    return time.process_time() + ended + ticks / os.sysconf("SC_CLK_TCK")


def read_watched(path: Path) -> dict[str, Watched]:
    found: dict[str, Watched] = {}
    if path.exists():
        for line in path.read_text().splitlines():
            item, seconds, runs, passed = json.loads(line)
            found[item] = Watched(item, seconds, frozenset(runs), passed)
    return found
