"""`make programs COUNT=1000000 SEED=1`: compare many random programs on all cores.

A program has one of five outcomes:

- refused: the compiler rejects the program;
- agreed: the results agree with CPython;
- given up: the program takes too much time or memory;
- stuck: the evaluator cannot continue, although CPython has a value;
- differs: the results differ, which is a fault.
"""

from __future__ import annotations

import resource
import sys
import warnings
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.language.comparing import Compared, compared
from tests.language.programs import arguments, module
from verif.processes.pool import cores

TOGETHER: Final = 40
"""The number of programs in a module. They share the module's records and helpers."""

MEMORY: Final = 3 << 30
"""The address space of a process in bytes. A program that needs more is "given up"."""

WORST: Final = ("differs", "stuck", "given up", "refused", "agreed")
"""The possible outcomes, worst first. The worst call determines a program's outcome."""


@dataclass
class Counted:
    """The number of programs by outcome, the faults, and the reasons why the evaluator is stuck."""

    how: Counter[str] = field(default_factory=Counter[str])
    stuck: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])

    def add(self, other: Counted) -> None:
        """Add the counts of other programs."""
        self.how += other.how
        self.stuck += other.stuck
        self.faults += other.faults

    def __str__(self) -> str:
        total = sum(self.how.values())
        parts = (f"{self.how[how]:,} {how}" for how in reversed(WORST))
        return f"{total:,} programs: {', '.join(parts)}"


def counted(seed: str, count: int = TOGETHER) -> Counted:
    """Compare the programs of one module."""
    text = module(seed, count)
    functions = {f"f_{number}": arguments(f"{seed} {number}") for number in range(count)}
    results: dict[str, list[Compared]] = {}
    made = Counted()
    with TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            for each in compared(text, functions, Path(folder)):
                results.setdefault(each.function, []).append(each)
        except Exception as error:
            made.faults.append(f"seed {seed!r}: {type(error).__name__}: {error}")
    for name, calls in results.items():
        how = min((each.how for each in calls), key=WORST.index)
        made.how[how] += 1
        for each in calls:
            if each.how == "stuck":
                made.stuck[next(o[1] for o in each.outcomes if o[0] == "stuck")] += 1
                break
            if each.how == "differs":
                made.faults.append(f"seed {seed!r}, {name}{each.arguments}: {each.outcomes}")
                break
    return made


def limited() -> None:
    """Limit the memory of this process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def all_of(seeds: Iterable[str]) -> Counted:
    """Compare the programs of many modules on all cores, and print the counts regularly."""
    whole = Counted()
    with Pool(cores(), initializer=limited, maxtasksperchild=200) as pool:
        for number, made in enumerate(pool.imap_unordered(counted, seeds, chunksize=5), 1):
            whole.add(made)
            for fault in made.faults:
                print(f"differs: {fault}", flush=True)
            if number % 25 == 0:
                print(whole, flush=True)
    return whole


if __name__ == "__main__":
    count, seed = int(sys.argv[1]), sys.argv[2]
    found = all_of(f"{seed} {number}" for number in range(-(-count // TOGETHER)))
    for why, times in found.stuck.most_common():
        print(f"stuck {times} times: {why}")
    print(found)
    sys.exit(bool(found.faults))
