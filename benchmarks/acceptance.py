"""Count the compositions A o n:w that each rule and implementation accepts, and the wrong results.

`python benchmarks/acceptance.py [FILE]` writes the counts as JSON and prints them as a table.

A result is right if it has n coordinates and equals A^(c*w) at each coordinate c. A^ is A without
an upper bound on the coordinate of its last mode. The nesting of the result is not checked. A wrong
result is inside A if every c*w is less than A's size, and otherwise beyond A. Wrong results inside
and beyond A are counted separately, because conventions beyond A differ: some implementations drop
a last mode of size 1.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, Final, NamedTuple

import spec
from spec import Layout
from spec.coalesce import coalesce_extended
from spec.errors import LayoutError
from spec.int_tuple import flatten
from spec.modes import Mode, Modes, extended, layout_of
from verif.theory.composition.divisibility import divides
from verif.upstream.environments import environment
from verif.upstream.implementation import implementation
from verif.upstream.serve import LOADERS

UPSTREAM: Final = ("pycute@4.2.0.0", "pycute@3.8.0.0", "tensor-layouts@0.3.2")
COMPILED: Final = "cute-cpp@4.2.0.0"
SAMPLE: Final = 1000
PROCESSES: Final = 2

RULES: Final = ("divisibility, strict", "divisibility", "a layout exists")

COUNTED: Final = ("accepted", "wrong inside A", "wrong beyond A")
"""The names of the three counts for each implementation."""

Values = tuple[int, ...]
Composed = Callable[[Modes], Callable[[Mode], Values | None]]
"""A function that takes the modes of A and returns a second function.

The second function takes a mode n:w and returns the values of the composition A o n:w, or None if
the implementation rejects this composition.
"""


class Box(NamedTuple):
    """All pairs (A, B) of a layout A and a mode B.

    A has `rank` modes, with shapes in `shapes` and strides in `strides`. B is n:w, with n in
    `sizes` and w in `steps`.
    """

    rank: int
    shapes: range
    strides: range
    sizes: range
    steps: range

    @property
    def layouts(self) -> Iterator[Modes]:
        return product(tuple(product(self.shapes, self.strides)), repeat=self.rank)

    @property
    def tilers(self) -> tuple[Mode, ...]:
        return tuple(product(self.sizes, self.steps))

    @property
    def cases(self) -> int:
        modes = len(self.shapes) * len(self.strides)
        return modes**self.rank * len(self.sizes) * len(self.steps)


BOX: Final = Box(3, range(1, 7), range(9), range(2, 9), range(1, 9))


def divides_strictly(modes: Modes, n: int, w: int) -> bool:
    """Return whether A o n:w satisfies the strict rule.

    The strict rule requires the divisibility conditions even if n:w stays inside one mode of A.
    """
    (s, _), rest = modes[0], modes[1:]
    if not rest:
        return True
    if w % s == 0:
        return divides_strictly(rest, n, w // s)
    if s % w != 0:
        return False
    steps = s // w
    return n <= steps or (n % steps == 0 and divides_strictly(rest, n // steps, 1))


@cache
def divisible(shapes: Values, tilers: tuple[Mode, ...]) -> Counter[str]:
    """Count the tilers n:w that each divisibility rule accepts.

    `shapes` are the shapes of the modes of A after coalescing.
    """
    modes = tuple((s, 0) for s in shapes)
    return Counter(
        {
            "divisibility, strict": sum(divides_strictly(modes, n, w) for n, w in tilers),
            "divisibility": sum(divides(modes, n, w) for n, w in tilers),
        }
    )


@cache
def is_layout(values: Values) -> bool:
    """Return whether some layout, with any number of modes, has these values at 0, 1, ...

    The function tries every size t of a first mode with the stride values[1]. Inside each run of t
    values, a value must be the previous value plus the stride. The first values of the runs must
    themselves be the values of a layout.
    """
    n = len(values)
    if n == 1 or values[0] != 0:
        return values == (0,)
    return any(
        n % t == 0
        and all(values[i] == values[i // t * t] + i % t * values[1] for i in range(n))
        and is_layout(values[::t])
        for t in range(2, n + 1)
    )


def table(modes: Modes, tilers: tuple[Mode, ...]) -> Values:
    """Return A^(0), A^(1), .., up to the greatest offset of any tiler.

    A^ is A without an upper bound on the coordinate of its last mode.
    """
    return tuple(extended(modes, x) for x in range(1 + max((n - 1) * w for n, w in tilers)))


def wanted(known: Values, n: int, w: int) -> Values:
    return known[: (n - 1) * w + 1 : w]


def values_of(shapes: Values, strides: Values) -> Values:
    """Return all values of a layout, first mode fastest; an empty tuple if a shape is below 1."""
    found: Values = (0,)
    for s, d in zip(shapes, strides, strict=True):
        found = tuple(v + d * c for c in range(s) for v in found)
    return found


def of_a_module(module: Any, refusal: type[Exception] = Exception) -> Composed:
    """Wrap a module's composition as a `Composed`. A `refusal` error counts as a rejection."""
    operation = getattr(module, "composition", None) or module.compose

    def for_layout(a: Modes) -> Callable[[Mode], Values | None]:
        layout = module.Layout(*map(tuple, zip(*a, strict=True)))

        def compose(b: Mode) -> Values | None:
            try:
                result = operation(layout, module.Layout(*b))
            except refusal:
                return None
            return values_of(flatten(result.shape), flatten(result.stride))

        return compose

    return for_layout


def judged(a: Modes, known: Values, b: Mode, values: Values | None) -> tuple[str, ...]:
    """Return the names of the counts (`COUNTED`) that a result increases; () for a rejection."""
    if values is None:
        return ()
    (n, w), size = b, prod(s for s, _ in a)
    if values == wanted(known, n, w):
        return ("accepted",)
    return "accepted", "wrong inside A" if (n - 1) * w < size else "wrong beyond A"


def no_counts(name: str) -> Counter[str]:
    return Counter({f"{name}: {what}": 0 for what in COUNTED})


def counted(name: str, composed: Composed, box: Box, first: Mode | None = None) -> Counter[str]:
    """Count accepted and wrong results. With `first`, only count layouts with mode 0 `first`."""
    counts = no_counts(name)
    tilers = box.tilers
    for a in box.layouts:
        if first is not None and a[0] != first:
            continue
        known, compose = table(a, tilers), composed(a)
        for b in tilers:
            counts.update(f"{name}: {what}" for what in judged(a, known, b, compose(b)))
    return counts


def by_rules(box: Box, first: Mode | None = None) -> Counter[str]:
    """Count the cases that each divisibility rule accepts, and the cases where a layout exists."""
    counts: Counter[str] = Counter()
    tilers = box.tilers
    for a in box.layouts:
        if first is None or a[0] == first:
            counts.update(divisible(tuple(s for s, _ in coalesce_extended(a)), tilers))
            known = table(a, tilers)
            counts["a layout exists"] += sum(is_layout(wanted(known, *b)) for b in tilers)
    return counts


def counted_apart(job: tuple[str, Box, Mode]) -> Counter[str]:
    """Count the cases of one job, in a process that loads only the job's implementation.

    A job has the name of an implementation, a box of cases, and a mode. A case of the box is
    counted only if its layout A begins with this mode.
    """
    name, box, first = job
    if name == "rules":
        return by_rules(box, first)
    if name == "spec":
        return counted(name, of_a_module(spec, LayoutError), box, first)
    kind, _, version = name.partition("@")
    module = LOADERS[kind](str(environment(kind, version)))
    return counted(name, of_a_module(module), box, first)


def all_counts(box: Box, names: tuple[str, ...]) -> Counter[str]:
    """Count the cases in the whole box. Parallel jobs share the work, each in a new process."""
    jobs = [(name, box, first) for name in names for first in product(box.shapes, box.strides)]
    counts: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(PROCESSES, maxtasksperchild=1) as pool:
        for some in pool.imap_unordered(counted_apart, jobs):
            counts.update(some)
    return counts


def sampled(name: str, box: Box, count: int) -> Counter[str]:
    """Return the counts for a fixed random sample, because the compiled implementation is slow."""
    drawn = random.Random(1).sample(range(box.cases), count)
    layouts, tilers = tuple(box.layouts), box.tilers
    cases = [(layouts[case // len(tilers)], tilers[case % len(tilers)]) for case in drawn]
    real = implementation(name)
    told = real.apply_all([("composition", (layout_of(a), Layout(*b))) for a, b in cases])
    counts = no_counts(name)
    for (a, b), outcome in zip(cases, told, strict=True):
        if isinstance(outcome, Layout):
            values = values_of(flatten(outcome.shape), flatten(outcome.stride))
            counts.update(f"{name}: {what}" for what in judged(a, table(a, (b,)), b, values))
    return counts


def as_table(counts: Mapping[str, int], cases: int, sample: int) -> str:
    """Return the counts as a Markdown table."""
    lines = [f"| | cases | {' | '.join(COUNTED)} |", "| --- | ---: | ---: | ---: | ---: |"]
    lines += [f"| {rule} | {cases:,} | {share(counts[rule], cases)} | | |" for rule in RULES]
    for name in ("spec", *UPSTREAM, COMPILED):
        asked = sample if name == COMPILED else cases
        numbers = [share(counts[f"{name}: {what}"], asked) for what in COUNTED]
        lines.append(f"| {name} | {asked:,} | {' | '.join(numbers)} |")
    return "\n".join(lines)


def share(part: int, whole: int) -> str:
    return f"{part:,} ({100 * part / whole:.1f} %)" if whole else f"{part:,}"


def main(file: Path) -> None:
    """Count the compositions, write the counts to the file, and print the table."""
    counts = all_counts(BOX, ("rules", "spec", *UPSTREAM))
    counts.update(sampled(COMPILED, BOX, SAMPLE))
    box = {field: str(value) for field, value in BOX._asdict().items()}
    report = {"box": box, "cases": BOX.cases, f"cases of {COMPILED}": SAMPLE}
    file.write_text(json.dumps(report | {"counts": dict(sorted(counts.items()))}, indent=2) + "\n")
    sys.stdout.write(as_table(counts, BOX.cases, SAMPLE) + "\n")


if __name__ == "__main__":
    main(Path(*sys.argv[1:] or ("reports/acceptance.json",)))
