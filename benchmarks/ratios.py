"""Compare run times of this project with run times of peers.

In each comparison, this project and the peer run alternately.

`make bench` writes reports/benchmarks.json, reports/benchmarks.md and the plots of growth,
reports/growth.svg. `make bench GROUPS="operation arrays"` measures only these two groups and
keeps all other results. The group `growth` measures the curves in the plots.

A ratio is the peer's seconds divided by this project's seconds: above 1, this project is faster.
The exit status is 1 if a ratio, multiplied by 1.3, is less than the ratio of the same row in
reports/benchmarks.json.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from importlib.metadata import version
from typing import Any, Final

import numpy as np
import pycute
import tensor_layouts

import spec
from benchmarks.asked import FIRST, KINDS, committed
from benchmarks.audits import audits
from benchmarks.audits import versions as compilers
from benchmarks.growth import by_isl, by_spec, growth, plotted
from benchmarks.measuring import ROOT, command, for_all, for_new, measured
from benchmarks.proving import beside_touchstone, catalogue, touchstone_version
from benchmarks.rows import (
    NAMES,
    TOUCHSTONE_PROVER,
    Row,
    committed_curves,
    committed_rows,
    lost,
    table,
)
from spec import ComposedLayout, Layout
from verif.arrays import offsets

CROSSHAIR: Final = ROOT / "benchmarks" / "crosshair"
PACKAGES: Final = (
    *("nvidia-cutlass", "tensor-layouts", "islpy", "crosshair-tool", "numpy", "z3-solver"),
    *("distributed", "matplotlib"),
)


def drawn(count: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return shapes with compact or padded strides. Every run draws the same shapes and strides."""
    rng = random.Random(1)
    found = list[tuple[tuple[int, ...], tuple[int, ...]]]()
    for _ in range(count):
        shape = tuple(rng.choice((2, 3, 4, 6, 8)) for _ in range(rng.randint(1, 4)))
        order = list(range(len(shape)))
        rng.shuffle(order)
        stride, step = [0] * len(shape), 1
        for place in order:
            stride[place] = step
            step *= shape[place] * rng.choice((1, 1, 2))
        found.append((shape, tuple(stride)))
    return found


OPERATIONS: Final = (
    *("coalesce", "composition", "logical_divide", "complement", "right_inverse", "left_inverse"),
)
TENSOR_LAYOUTS: Final = {"composition": "compose"}


def arguments(operation: str, make: Callable[..., Any], texts: Sequence[Any]) -> list[Any]:
    """Return the arguments of each case.

    If the operation takes a second layout, this layout is always 2:1, which all peers accept.
    """
    if operation == "composition":
        return [(make(*text), make(2, 1)) for text in texts]
    if operation == "logical_divide":
        return [(make(*text), make(2, 1)) for text in texts]
    if operation == "complement":
        return [(make(*text), 4096) for text in texts]
    return [(make(*text),) for text in texts]


def accepts(function: Callable[..., object], case: tuple[Any, ...]) -> bool:
    with suppress(Exception):
        function(*case)
        return True
    return False


def operations() -> Iterator[Row]:
    texts = drawn(300)
    for peer, module, names in (
        ("pycute", pycute, {}),
        ("tensor-layouts", tensor_layouts, TENSOR_LAYOUTS),
    ):
        for operation in OPERATIONS:
            ours, theirs = (
                getattr(spec, operation),
                getattr(module, names.get(operation, operation)),
            )
            both = [
                text
                for text in texts
                if accepts(ours, *arguments(operation, Layout, [text]))
                and accepts(theirs, *arguments(operation, module.Layout, [text]))
            ]
            note = f"{len(both)} layouts"
            mine, their = (arguments(operation, make, both) for make in (Layout, module.Layout))
            yield measured(
                "operation", operation, peer, for_all(ours, mine), for_all(theirs, their), note=note
            )
            mine, their = (
                partial(arguments, operation, make, both) for make in (Layout, module.Layout)
            )
            new = f"{operation}, new layouts"
            yield measured(
                "operation", new, peer, for_new(ours, mine), for_new(theirs, their), note=note
            )
        own, other = (
            Layout((6, 8, 9, 5), (1, 6, 50, 450)),
            module.Layout((6, 8, 9, 5), (1, 6, 50, 450)),
        )
        points = [(i,) for i in range(2160)]
        yield measured(
            "operation", "points by call", peer, for_all(own, points), for_all(other, points)
        )
    yield from many_modes()


THOUSAND: Final = [((2,) * 1_000, tuple(4**k for k in range(1_000)))]
"""A layout of 1,000 modes. No two of its modes can be merged."""


def many_modes() -> Iterator[Row]:
    """For a layout of 1,000 modes, compare each operation with pycute's operation."""
    # logical_divide is left out: it cuts one mode into 999 pieces, which takes twenty seconds.
    for operation in (name for name in OPERATIONS if name != "logical_divide"):
        ours, theirs = (
            for_new(
                getattr(module, operation), partial(arguments, operation, module.Layout, THOUSAND)
            )
            for module in (spec, pycute)
        )
        yield measured("operation", f"{operation}, 1,000 modes", "pycute", ours, theirs)


def arrays() -> Iterator[Row]:
    side = 1 << 12
    rows, columns = np.arange(side)[:, None] * side, np.arange(side)[None, :]

    def write() -> None:
        np.add(rows, columns, out=np.empty((side, side), np.int64))

    plain = Layout((side, side), (side, 1))
    swizzled = ComposedLayout(spec.Swizzle(3, 4, 3), 0, plain)
    for name, layout in (("offsets, 2^24", plain), ("offsets, swizzled, 2^24", swizzled)):
        yield measured(
            "arrays", name, "NumPy's write", lambda layout=layout: offsets(layout), write
        )


def by_enumeration(layout: Layout) -> bool:
    return len({layout(i) for i in range(layout.size)}) == layout.size


REPEATED: Final = 5
"""Each question is asked this many times, because one answer takes only some microseconds."""


def questions() -> Iterator[Row]:
    """Time this project and islpy on committed questions. Yield a row for each kind of question.

    Further rows are about single layouts. The last row compares with enumeration, not with islpy.
    """
    asked = committed()
    assert [by_spec(one.layout) for one in asked] == [one.is_injective for one in asked]
    for kind in KINDS:
        layouts = [one.layout for one in asked if one.kind == kind]
        found = [
            measured(
                *("injective", kind, "islpy"),
                *(for_all(by_spec, some), for_all(by_isl, some)),
                rounds=3,
            )
            for some in ([(layout,)] * REPEATED for layout in layouts)
        ]
        slower = sum(row.ratio < 1 for row in found)
        columns = zip(*((row.ours, row.theirs, row.ratio) for row in found), strict=True)
        medians = map(statistics.median, columns)
        low, high = min(row.ratio for row in found), max(row.ratio for row in found)
        note = f"{len(found)} layouts, {slower} of them slower; the range is over single layouts"
        yield Row("injective", kind, "islpy", *medians, low, high, note)
    for text in FIRST.values():
        cases = [(Layout.parse(text),)] * REPEATED
        yield measured("injective", text, "islpy", for_all(by_spec, cases), for_all(by_isl, cases))
    cases = [(Layout((256, 256), (257, 1)),)]
    yield measured(
        "injective", "2^16", "enumeration", for_all(by_spec, cases), for_all(by_enumeration, cases)
    )


def crosshair(file: str, limit: int) -> str:
    options = ["--analysis_kind=PEP316", f"--per_condition_timeout={limit}"]
    return command("-m", "crosshair", "check", *options, str(CROSSHAIR / file))


def decided(claim: str) -> str:
    """Decide one claim without the cache, and return the table that `prove` prints."""
    return command("-m", "verif.cli.main", "prove", claim, "--fresh")


def processes() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        told = list[str]()

        def refuted(claim: str) -> Callable[[], None]:
            return lambda: told.append(decided(claim))

        def found() -> None:
            told.append(crosshair("of_pycute.py", 60))

        searched = str(CROSSHAIR / "claimed.py")
        for name, claim, note in (
            ("pycute's composition refuted", searched, "one property, searched by both"),
            ("pycute's composition refuted, D1", "D1", "ours starts from an example in the claim"),
        ):
            told.clear()
            row = measured("process", name, "CrossHair", refuted(claim), found, rounds=3, note=note)
            assert "REFUTED" in told[0]
            assert "false" in told[1]
            yield row
        said = list[str]()

        def proved() -> None:
            said.append(decided("P1"))

        def confirmed() -> None:
            said.append(crosshair("of_spec.py", 60))

        row = measured(
            "process", "P1: composition is A after B", "CrossHair", proved, confirmed, rounds=1
        )
        assert "PROVED" in said[0]
        nothing = "ours for every rank; CrossHair has no answer in 60 s for two modes and one"
        yield replace(row, note=said[1].strip()[:200] or nothing)
        ways = {jobs: ["--jobs", str(jobs), "--checkpoints", f"{folder}/"] for jobs in (1, 2)}
        kept = iter(range(100))

        def sweep(jobs: int) -> None:
            way = [*ways[jobs][:3], f"{folder}/{next(kept)}"]
            command("-m", "verif.cli.main", "sweep", "D6", "--max-size", "6", *way)

        yield measured(
            *("process", "sweep D6 to 6 with two workers", "one worker"),
            *(lambda: sweep(2), lambda: sweep(1)),
            rounds=2,
            note="processor time of both: 1 means no loss",
        )


STARTS: Final = {
    "eval": (
        ["eval", "composition((4,8):(1,4), 2:2)"],
        "composition(Layout((4,8),(1,4)),Layout(2,2))",
    ),
    "check": (["check", "injective((4,8):(1,4))"], "Layout((4,8),(1,4))"),
    "draw": (["draw", "(4,8):(1,4)"], "Layout((4,8),(1,4))"),
    "--help": (["--help"], "0"),
}
"""Maps each command to its arguments, and to an expression.

A process that imports pycute prints the value of this expression.
"""


def starts() -> Iterator[Row]:
    """Compare the time of each command, start-up included, with a process that imports pycute."""
    for name, (arguments, expression) in STARTS.items():
        yield measured(
            *("start", name, "import pycute"),
            lambda arguments=arguments: command("-P", "-m", "verif.cli.main", *arguments),
            lambda text=expression: command("-c", f"from pycute import *\nprint({text})"),
        )
    yield measured(
        *("start", "import spec", "import pycute"),
        lambda: command("-c", "import spec"),
        lambda: command("-c", "import pycute"),
    )


MEASURES: Final = (
    *(operations, arrays, questions, starts, processes, beside_touchstone, catalogue, audits),
)
GROUPS: Final[dict[str, Callable[[], Iterator[Row]]]] = dict(zip(NAMES, MEASURES, strict=True))

GROWTH: Final = "growth"
"""The name of the group of plots. The group has no ratios."""


def main(groups: Sequence[str]) -> int:
    """Measure the groups and write a new report. Return 1 if a ratio got worse."""
    if unknown := set(groups) - {*GROUPS, GROWTH}:
        sys.exit(f"unknown groups of ratios: {', '.join(sorted(unknown))}")
    versions = {name: version(name) for name in PACKAGES} | compilers()
    if touchstone := touchstone_version():
        versions[TOUCHSTONE_PROVER] = touchstone
    report = ROOT / "reports" / "benchmarks.json"
    rows = list[Row]()
    for group, measure in GROUPS.items():
        if groups and group not in groups:
            rows += committed_rows(report, group)
            continue
        for row in measure():
            sys.stderr.write(f"{row.key}: {row.ratio:.2f}\n")
            rows.append(row)
    curves = growth() if not groups or GROWTH in groups else committed_curves(report)
    slower = lost(rows, report)
    content = {"versions": versions, "rows": list(map(asdict, rows)), "growth": curves}
    report.write_text(json.dumps(content, indent=2) + "\n")
    text = table(rows, versions)
    report.with_suffix(".md").write_text(text)
    if not groups or GROWTH in groups:
        plotted(curves, report.with_name("growth.svg"))
    print(text)
    print("\n".join(slower))
    return bool(slower)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
