"""Choose and order the tests for each mutant, so that a mutant is killed quickly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tests.mutants.changes import Mutant
from tests.mutants.watching import Watched

FILES: Final = (
    *("tests/language", "tests/kernel", "tests/symbolic", "tests/spec", "tests/search"),
    "tests/attacks",
    *("tests/proofs/test_theory.py", "tests/proofs/test_soundness.py", "tests/mutants/promised.py"),
)
"""The test files to use. They need no upstream implementation and run no commands."""

LONGEST: Final = 20.0
"""The largest time of a test item, in seconds. Longer items are not used."""

FIRST: Final = 3.0
"""The tests for a mutant's first run, in a fork, take at most this many seconds in total."""

AGAIN: Final = 10.0
"""The tests for the second run, in a new process, take at most this many seconds in total."""

STARTED: Final = 0.005
"""The assumed time, in seconds, to start a test item."""


@dataclass
class Killers:
    """The test items that run each function, and the number of mutants that each item killed."""

    watched: Mapping[str, Watched]
    kills: dict[str, Counter[str]] = field(default_factory=dict)
    _by_function: dict[str, list[Watched]] = field(default_factory=dict, init=False)
    _by_file: dict[str, list[Watched]] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        for one in self.watched.values():
            if one.passed and one.seconds <= LONGEST:
                for name in one.runs:
                    self._by_function.setdefault(name, []).append(one)
                for file in {name.partition(":")[0] for name in one.runs}:
                    self._by_file.setdefault(file, []).append(one)

    @property
    def files(self) -> list[str]:
        """The files of the items."""
        return sorted({_file(item) for item in self.watched})

    def limited_to(self, items: Collection[str]) -> Killers:
        """Return a copy that is limited to `items` and keeps the recorded kills."""
        there = {item: one for item, one in self.watched.items() if item in items}
        return replace(self, watched=there)

    def note(self, mutant: Mutant, item: str) -> None:
        """Record a kill, so that this item runs sooner on mutants of the same function or file."""
        for place in (mutant.file, f"{mutant.file}: {mutant.within}"):
            self.kills.setdefault(place, Counter())[item] += 1

    def of(self, mutant: Mutant, seconds: float, shown: Collection[str] = ()) -> list[str]:
        """Return test items for a mutant, best first, that together take at most `seconds`.

        If even the first item takes longer, it is returned alone. Items in `shown`, which have run
        on this mutant already, are left out.
        """
        place = f"{mutant.file}: {mutant.within}"
        by_function = {one.item: one for one in self._by_function.get(place, [])}
        # An item may use a cached result of the mutated function without running this function. So
        # other items that run code of the same file are tried, too.
        others = [one for one in self._by_file.get(mutant.file, []) if one.item not in by_function]
        near = self.kills.get(place, Counter[str]())
        far = self.kills.get(mutant.file, Counter[str]())

        def worth(one: Watched) -> float:
            # An item that runs few functions is likely to test the mutated function.
            cost = (one.seconds + 0.02) * len(one.runs)
            return cost / (1 + 9 * near[one.item] + 3 * far[one.item])

        def fresh(some: Iterable[Watched]) -> list[Watched]:
            return sorted((one for one in some if one.item not in shown), key=worth)

        best = _that_take(fresh(by_function.values()), seconds / 2)
        rest = [one for one in fresh(by_function.values()) if one not in best]
        return _in_turns([*best, *_fair(rest), *_fair(fresh(others))], seconds)


def _that_take(items: Iterable[Watched], seconds: float) -> list[Watched]:
    """Return the longest prefix of the items that takes at most `seconds` in total."""
    found: list[Watched] = []
    for one in items:
        seconds -= one.seconds + STARTED
        if seconds < 0:
            break
        found.append(one)
    return found


def _fair(items: Sequence[Watched]) -> list[Watched]:
    """Reorder the items so that the items of a test with many parameters do not all come first."""
    turns: Counter[str] = Counter()
    order: list[tuple[int, int, Watched]] = []
    for number, one in enumerate(items):
        test = one.item.partition("[")[0]
        turns[test] += 1
        order.append((turns[test].bit_length(), number, one))
    return [one for _, _, one in sorted(order, key=lambda each: each[:2])]


def _in_turns(items: Iterable[Watched], seconds: float) -> list[str]:
    """Return items that together fit into `seconds`, in batches. Each batch is sorted by file.

    The batches end after 0.5 seconds, 1.5 seconds, 4.5 seconds and so on.
    """
    turns: list[list[str]] = [[]]
    used, ends = 0.0, 0.5
    for one in items:
        if used + one.seconds > seconds and used:
            continue
        used += one.seconds + STARTED
        while used > ends:
            ends *= 3
            turns.append([])
        turns[-1].append(one.item)
    return [item for turn in turns for item in sorted(turn, key=_file)]


def _file(item: str) -> str:
    return item.partition("::")[0]


def recorded(killers: Mapping[str, Sequence[str]]) -> dict[str, Watched]:
    """Return the items that killed mutants before.

    The record has no measured times, so each item gets an assumed time. The earlier an item comes
    in a file's list of killers, the shorter this time is.
    """
    files: dict[str, set[str]] = {}
    places: dict[str, int] = {}
    for file, items in killers.items():
        for number, item in enumerate(items):
            files.setdefault(item, set()).add(f"{file}: ")
            places[item] = min(number, places.get(item, number))
    return {
        item: Watched(item, places[item] / 1000, frozenset(files[item]), passed=True)
        for item in files
    }
