"""Measure the time of all proofs, and compare the time of one proof with a program verifier."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from benchmarks.measuring import ROOT, command, measured, took
from benchmarks.rows import TOUCHSTONE_PROVER, Row

COLD: Final = 90.0
"""The target in seconds for deciding the whole catalogue without a cache."""

UNCHANGED: Final = 3.0
"""The target in seconds for an unchanged catalogue, whose verdicts come from the cache."""

MERGED: Final = ROOT / "benchmarks" / "touchstone" / "merged.py"
TOUCHSTONE: Final = Path(sys.prefix) / "touchstone" / "bin" / "touchstone"
"""The program verifier to compare with, which is called touchstone.

It has its own environment, because it pins other versions of the solvers.
"""


def catalogue() -> Iterator[Row]:
    """Yield the times and the memory of `prove`, first without a cache, then from the cache."""
    with tempfile.TemporaryDirectory() as folder:
        used, passed = _proved(folder, "--fresh")
        again, shown = _proved(folder)
    note = f"{used:,.0f} CPU s"
    yield _once("cold, wall-clock", f"{COLD:g} s", passed, COLD, note)
    note = f"{again:.1f} CPU s; cached verdicts"
    yield _once("unchanged, wall-clock", f"{UNCHANGED:g} s", shown, UNCHANGED, note)
    note = "wall-clock; 1 means that both cores were always busy"
    yield _once("work of two workers", "two cores", 2 * passed, used, note)
    # Linux reports kilobytes.
    held = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    note = "MB, not s: the largest of two workers and their solvers"
    yield _once("memory of the largest process", "1,024 MB", held, 1024.0, note)


def _proved(folder: str, *options: str) -> tuple[float, float]:
    """Return the CPU seconds and wall-clock seconds of `prove` with two workers."""
    run = ("-m", "verif.cli.main", "prove", "--jobs", "2", "--out", folder, *options)
    started = time.monotonic()
    used = took(lambda: command(*run))
    return used, time.monotonic() - started


def _once(name: str, peer: str, ours: float, theirs: float, note: str) -> Row:
    """Return the row of a single measurement."""
    ratio = theirs / ours
    return Row("proving", name, peer, ours, theirs, ratio, ratio, ratio, note)


def touchstone_version() -> str | None:
    """Return the version of touchstone in its environment, or None if it is not installed."""
    if not TOUCHSTONE.exists():
        return None
    asked = f"from importlib.metadata import version; print(version({TOUCHSTONE_PROVER!r}))"
    run = [str(TOUCHSTONE.with_name("python")), "-c", asked]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()


def by_touchstone(*arguments: str) -> str:
    run = [str(TOUCHSTONE), "prove", *arguments]
    return subprocess.run(run, capture_output=True, text=True, check=False).stdout


def beside_touchstone() -> Iterator[Row]:
    """Compare this project with touchstone on claim C1.

    Touchstone can state C1 only for two modes, whose shapes and strides are integer parameters.
    """
    if not TOUCHSTONE.exists():
        return
    told = list[str]()
    said = list[str]()

    def ours() -> None:
        told.append(command("-m", "verif.cli.main", "prove", "C1", "--fresh"))

    def theirs() -> None:
        said.append(by_touchstone(str(MERGED), "--ensures", "result == d * x"))

    name = "C1: coalesce keeps the function"
    row = measured("touchstone", name, TOUCHSTONE_PROVER, ours, theirs, rounds=3)
    assert "PROVED" in told[0]
    verdict, *_ = said[0].split()
    note = f"ours for every rank; touchstone {verdict} for two modes, written out by hand"
    yield replace(row, note=note)
