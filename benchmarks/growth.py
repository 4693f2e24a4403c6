"""How run times grow with size, rank, number of unknowns, obligations and workers."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import islpy
import pycute

import spec
from benchmarks.asked import as_relation
from benchmarks.measuring import took
from spec import Layout
from verif.arrays import offsets
from verif.deciding.workers import lemmas_at
from verif.questions.answer import Effort, Ruling
from verif.questions.injective import injective

Curves = dict[str, dict[str, list[tuple[int, float]]]]
"""Maps each plot's title to its curves: for each program, the measurements.

A measurement is a pair (varied number, seconds).
"""


def by_isl(layout: Layout) -> bool:
    return bool(islpy.Map(as_relation(layout)).is_injective())


def by_spec(layout: Layout) -> bool:
    return injective(layout, Effort()).ruling is Ruling.HOLDS


def growth() -> Curves:
    """Measure all curves. Only the curve over workers has wall-clock seconds, not CPU seconds."""
    ranks, sizes = (10, 30, 100, 300, 900), tuple(1 << k for k in range(12, 25, 3))

    def coalesced(make: Any, coalesce: Any, rank: int) -> float:
        layout = make((2,) * rank, tuple(3**k for k in range(rank)))
        return min(took(lambda: coalesce(layout)) for _ in range(3))

    def by_call(size: int) -> float:
        layout = Layout((size // 64, 64), (64, 1))
        some = min(size, 1 << 15)
        return took(lambda: [layout(i) for i in range(some)]) * size / some

    def written(size: int) -> float:
        layout = Layout((size // 64, 64), (64, 1))
        return min(took(lambda: offsets(layout)) for _ in range(3))

    def asked(count: int) -> Layout:
        return Layout((16,) * count, tuple(17**k for k in range(count)))

    def answered(answer: Callable[[Layout], bool], count: int) -> float:
        layout = asked(count)
        return min(took(lambda: answer(layout)) for _ in range(3))

    return {
        # A layout of spec has at most 1,024 modes, so only pycute is measured at higher ranks.
        "coalesce, by rank": {
            "spec": [(r, coalesced(Layout, spec.coalesce, r)) for r in ranks],
            "pycute": [
                (r, coalesced(pycute.Layout, pycute.coalesce, r)) for r in (*ranks, 3000, 10000)
            ],
        },
        "injective, by number of unknowns": {
            "spec": [(n, answered(by_spec, n)) for n in (2, 4, 8, 16)],
            "islpy": [(n, answered(by_isl, n)) for n in (2, 4, 8, 16)],
        },
        "all offsets, by size": {
            "verif.arrays": [(n, written(n)) for n in sizes],
            "spec, by call": [(n, by_call(n)) for n in sizes],
        },
        "lemmas, by obligations": {"one worker": [proved(n, 1) for n in (10, 20, 40)]},
        "40 lemmas, by workers, of the clock": {
            "layout-verif": [(jobs, by_clock(40, jobs)) for jobs in (1, 2)]
        },
    }


def proved(count: int, jobs: int) -> tuple[int, float]:
    """Prove the first `count` lemmas; return the number of their obligations, and the seconds."""
    theorems = lemmas_at(range(count), jobs, 240.0)
    return sum(len(one.discharges) for one in theorems), sum(one.seconds for one in theorems)


def by_clock(count: int, jobs: int) -> float:
    started = time.monotonic()
    lemmas_at(range(count), jobs, 240.0)
    return time.monotonic() - started


def plotted(curves: Curves, file: Path) -> None:
    """Write the plots of all curves, side by side."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams["svg.hashsalt"] = "layout-verif"
    figure = Figure(figsize=(5 * len(curves), 3.5), layout="constrained")
    for axes, (title, lines) in zip(figure.subplots(1, len(curves)), curves.items(), strict=True):
        for name, points in lines.items():
            axes.loglog(*zip(*points, strict=True), marker="o", label=name)
        axes.set(title=title, ylabel="seconds")
        axes.legend()
    figure.savefig(file, metadata={"Date": None})
