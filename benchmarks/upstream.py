"""Measure how many calls per minute the real implementations answer, and require a minimum.

`python benchmarks/upstream.py [IMPL...]`. The exit status is 1 if an implementation is too slow.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from typing import Final

from spec.layout import Layout
from verif.operations.operand import Operand
from verif.upstream.implementation import Implementation, implementation

LEAST: Final = {
    "pycute@4.2.0.0": (20_000, 20_000),
    "tensor-layouts@0.3.2": (20_000, 20_000),
    "cute-dsl@4.5.0": (60_000, 20_000),
    "cute-cpp@4.2.0.0": (300, 600),
}
"""For each implementation, the calls per minute that it must answer on one core, and the number of
calls in a measurement."""

OPERATIONS: Final = ("composition", "logical_divide", "logical_product", "complement", "coalesce")
SHAPES: Final = (2, 3, 4, 6, 8)
STRIDES: Final = (0, 1, 2, 3, 4, 6, 8, 12)


def cases(count: int) -> list[tuple[str, tuple[Operand, ...]]]:
    """Return random calls of several operations on layouts, the same in every run."""
    rng = random.Random(1)

    def layout() -> Layout:
        rank = rng.randint(1, 3)
        shape = tuple(rng.choice(SHAPES) for _ in range(rank))
        return Layout(shape, tuple(rng.choice(STRIDES) for _ in range(rank)))

    def arguments(operation: str) -> tuple[Operand, ...]:
        match operation:
            case "coalesce":
                return (layout(),)
            case "complement":
                return layout(), rng.choice((24, 60, 144))
            case _:
                return layout(), layout()

    drawn = [rng.choice(OPERATIONS) for _ in range(count)]
    return [(operation, arguments(operation)) for operation in drawn]


def processor_seconds() -> float:
    """Return the CPU seconds of this process and of its finished children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def measured(real: Implementation, count: int) -> tuple[float, float]:
    """Return the number of calls per minute of wall-clock time, and per minute of CPU time."""
    asked = cases(count)
    real.apply_all(asked[:10])
    started, used = time.monotonic(), processor_seconds()
    real.apply_all(asked)
    took = time.monotonic() - started
    real.stop()
    return 60 * count / took, 60 * count / (processor_seconds() - used)


def main(names: list[str]) -> int:
    """Measure each of the implementations. Returns 1 if one is slower than required."""
    slow = False
    for name in names or LEAST:
        least, count = LEAST.get(name, (20_000, 20_000))
        clock, processor = measured(implementation(name), count)
        # CPU time decides, because wall-clock time depends on the other load of the machine.
        slow |= processor < least
        sys.stdout.write(
            f"{name:22} {processor:9,.0f} calls a minute of CPU time, at least {least:,} required; "
            f"{clock:,.0f} calls a minute of wall-clock time\n"
        )
    return int(slow)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
