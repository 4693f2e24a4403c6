"""Record which functions each test item runs, and how long it takes."""

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
from typing import TYPE_CHECKING, Final

from tests.mutants.swapping import ROOT

if TYPE_CHECKING:
    from verif.language.evaluate import Closure
    from verif.language.form import Function

INNER: Final = frozenset(("<lambda>", "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>"))


@dataclass(frozen=True)
class Watched:
    """A test item, its processor seconds, and the functions that it runs."""

    item: str
    seconds: float
    runs: frozenset[str]
    passed: bool


def name_of(code: CodeType) -> str | None:
    """Return the file and the function of a code object, or None for tests and other projects."""
    file = code.co_filename
    root = f"{ROOT}/"
    if not file.startswith(root) or file.startswith(f"{root}tests/"):
        return None
    return _named(file.removeprefix(root), code.co_qualname)


def _named(file: str, function: str) -> str:
    """Return a function's name in the form that mutants use, without `<locals>` and lambdas."""
    parts = [part for part in function.split(".") if part != "<locals>" and part not in INNER]
    return f"{file}: {'.'.join(parts)}"


@contextmanager
def watching(names: set[str]) -> Iterator[None]:
    """Collect the names of project functions that Python calls or `verif.language` evaluates."""
    # Import here, not at the top: a new process imports this module before it installs the mutant.
    from verif.language.evaluate import Machine

    # Profile instead of tracing: some tests look for a trace function, and tracing is much slower.
    profile = Profile(builtins=False)
    closure = Machine.closure

    def noted(self: Machine, function: Function) -> Closure:
        if not Path(function.file).is_absolute():
            names.add(_named(function.file, function.ref.name))
        return closure(self, function)

    Machine.closure = noted
    profile.enable()
    try:
        yield
    finally:
        profile.disable()
        Machine.closure = closure
        codes = (e.code for e in profile.getstats() if isinstance(e.code, CodeType))
        names.update(name for code in codes if (name := name_of(code)))


def processor_seconds() -> float:
    """Return the processor seconds of this process and its children so far."""
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
