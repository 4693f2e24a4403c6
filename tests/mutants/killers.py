"""The tests that mutants are shown to: those that notice soon, of all that there are."""

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
"""The tests that are run in this process: no upstream, no pages, no commands."""

LONGEST: Final = 20.0
"""The seconds of an item that is worth showing mutants to."""

FIRST: Final = 3.0
"""The seconds that a mutant is looked at for in a process that has all of the tests."""

AGAIN: Final = 10.0
"""The seconds for a mutant that was not noticed in that time, in a process of its own."""

STARTED: Final = 0.005
"""The seconds that it takes to begin an item."""


@dataclass
class Killers:
    """Items by the functions that they run, and what they have noticed so far."""

    watched: Mapping[str, Watched]
    noticed: dict[str, Counter[str]] = field(default_factory=dict)
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
        """Those of the items that are there, which have noticed what they had noticed."""
        there = {item: one for item, one in self.watched.items() if item in items}
        return replace(self, watched=there)

    def note(self, mutant: Mutant, item: str) -> None:
        """The item has noticed the mutant: it is shown others of its function sooner."""
        for place in (mutant.file, f"{mutant.file}: {mutant.within}"):
            self.noticed.setdefault(place, Counter())[item] += 1

    def of(self, mutant: Mutant, seconds: float, shown: Collection[str] = ()) -> list[str]:
        """The items for a mutant, the best first, that take no longer than so many seconds.

        None is among them that it was shown to already.
        """
        place = f"{mutant.file}: {mutant.within}"
        own = {one.item: one for one in self._by_function.get(place, [])}
        # What was kept is not run again: others of the file may be about the function, too.
        others = [one for one in self._by_file.get(mutant.file, []) if one.item not in own]
        near = self.noticed.get(place, Counter[str]())
        far = self.noticed.get(mutant.file, Counter[str]())

        def worth(one: Watched) -> float:
            # One that runs few functions is about them.
            cost = (one.seconds + 0.02) * len(one.runs)
            return cost / (1 + 9 * near[one.item] + 3 * far[one.item])

        def fresh(some: Iterable[Watched]) -> list[Watched]:
            return sorted((one for one in some if one.item not in shown), key=worth)

        best = _that_take(fresh(own.values()), seconds / 2)
        rest = [one for one in fresh(own.values()) if one not in best]
        return _in_turns([*best, *_fair(rest), *_fair(fresh(others))], seconds)


def _that_take(items: Iterable[Watched], seconds: float) -> list[Watched]:
    """The first of the items, as many as take no longer together than so many seconds."""
    found: list[Watched] = []
    for one in items:
        seconds -= one.seconds + STARTED
        if seconds < 0:
            break
        found.append(one)
    return found


def _fair(items: Sequence[Watched]) -> list[Watched]:
    """The items in their order, but no test of many parameters before all others."""
    turns: Counter[str] = Counter()
    order: list[tuple[int, int, Watched]] = []
    for number, one in enumerate(items):
        test = one.item.partition("[")[0]
        turns[test] += 1
        order.append((turns[test].bit_length(), number, one))
    return [one for _, _, one in sorted(order, key=lambda each: each[:2])]


def _in_turns(items: Iterable[Watched], seconds: float) -> list[str]:
    """The items in turns, each longer than the one before, in which files stand together."""
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
    """The items that are known to notice mutants of files; the first of each file costs least."""
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
