"""`make mutants`: run the tests on mutants and record which mutants they kill."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from tests.mutants.argued import argued
from tests.mutants.changes import Mutant, mutants_of
from tests.mutants.killers import FILES, Killers, recorded
from tests.mutants.looking import (
    KILLED,
    SURVIVED,
    Items,
    Outcomes,
    first_look,
    second_look,
    watch,
    with_collected_tests,
)
from tests.mutants.record import (
    PAGE,
    PLACES,
    FileRecord,
    file_record,
    items_of,
    page,
    read_record,
    still_exists,
    write_record,
)
from tests.mutants.swapping import ROOT
from tests.mutants.unchanged import files_now, require_unchanged
from tests.mutants.watching import read_watched

RESULTS: Final = ROOT / ".mutants"
"""The folder with the results of earlier runs, which is not committed."""

T = TypeVar("T")

JOBS: Final = len(os.sched_getaffinity(0))


@cache
def all_mutants() -> dict[str, tuple[Mutant, ...]]:
    """Return all mutants, by file."""
    return {
        file: mutants_of(file, _text(file))
        for place in PLACES
        for file in sorted(str(path.relative_to(ROOT)) for path in (ROOT / place).rglob("*.py"))
    }


def _text(file: str) -> str:
    return (ROOT / file).read_text()


def drawn(items: Iterable[T], count: int, seed: int, file_of: Callable[[T], str]) -> list[T]:
    """Draw `count` items, equally many from each of `PLACES`."""
    found: list[T] = []
    items = list(items)
    for number, place in enumerate(PLACES):
        some = [item for item in items if file_of(item).startswith(f"{place}/")]
        share = (count + number) // len(PLACES)
        found += Random(f"{place} {seed}").sample(some, min(len(some), share))
    return found


@dataclass(frozen=True)
class Log:
    """A log of outcomes, one line each. For a mutant with several lines, the last line counts."""

    path: Path

    def note(self, mutant: Mutant, look: int, outcome: str, by: str | None) -> None:
        with self.path.open("a") as file:
            line = [mutant.name, mutant.key, look, outcome, by]
            file.write(json.dumps(line) + "\n")
        if outcome != KILLED:
            print(f"{outcome}, look {look}: {mutant.name}", flush=True)

    def begin(self, record: Mapping[str, FileRecord], mutants: Iterable[Mutant]) -> None:
        """Start the log with the recorded results of the mutants whose source is unchanged."""
        lines: list[object] = []
        for mutant in mutants:
            found = _in(record[mutant.file], mutant) if mutant.file in record else None
            if found is not None:
                lines.append((mutant.name, mutant.key, *found))
        self.path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))

    def outcomes(self) -> dict[str, tuple[int, str, str | None]]:
        """Map the key of each mutant to its last result.

        A result is the look that ran the tests (1 for `first_look`, 2 for `second_look`), the
        outcome, and the test that killed the mutant, or None.
        """
        found: dict[str, tuple[int, str, str | None]] = {}
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                _, key, look, outcome, by = json.loads(line)
                found[key] = look, outcome, by
        return found

    def forget(self, keys: Collection[str]) -> None:
        """Drop these mutants from the log, so that they are tested again."""
        lines = self.path.read_text().splitlines(keepends=True) if self.path.exists() else []
        self.path.write_text("".join(line for line in lines if json.loads(line)[1] not in keys))

    def unsettled(self, mutants: Iterable[Mutant], look: int) -> list[Mutant]:
        """Return the mutants that still need this look: 1 for `first_look`, 2 for `second_look`.

        A mutant does not need this look if it was killed, or if it had this look or a later look.
        """
        known = self.outcomes()
        return [
            mutant
            for mutant in mutants
            if mutant.key not in known
            or (known[mutant.key][1] != KILLED and known[mutant.key][0] < look)
        ]


def _in(one: FileRecord, mutant: Mutant) -> tuple[int, str, str | None] | None:
    """Return a mutant's recorded result as in `Log.outcomes`, or None if it must be run again."""
    by = next((item for item, keys in one.killers.items() if mutant.key in keys), None)
    if by is not None:
        return (2, KILLED, by) if still_exists(by) else None
    for look, some in ((2, one.survivors), (1, one.waiting)):
        if any(mutant.key == key for key, _, _ in some):
            return look, SURVIVED, None
    return None


def look_at(
    mutants: list[Mutant], killers: Killers, others: Killers, files: Iterable[str], log: Log
) -> None:
    """Run the first look on mutants that need it, then the second look on mutants not killed yet.

    Exits with an error if a file changes during the run, because a test may then fail for another
    reason than the mutant.
    """
    before = files_now()

    def note(look: int, results: Outcomes) -> None:
        for mutant, outcome, by in results:
            if files_now() != before:
                break
            log.note(mutant, look, outcome, by)

    def work(items: Items) -> None:
        note(1, first_look(log.unsettled(mutants, 1), killers.limited_to(items), JOBS, items))

    if log.unsettled(mutants, 1):
        with_collected_tests(files, work)
        require_unchanged(before)
    outcomes = log.outcomes()
    survived = {m.key for m in mutants if outcomes.get(m.key, (0, None))[1] == SURVIVED}
    note(2, second_look(log.unsettled(mutants, 2), others, JOBS, survived))
    require_unchanged(before)


def sample(count: int, seed: int) -> list[Mutant]:
    """Return the sampled mutants that used to be killed, and that no test kills now.

    Each mutant is run first against the test that killed it before. If it survives, it is run
    against other tests that have killed mutants of the same file.
    """
    record = read_record()
    killed = [
        (file, item, key)
        for file, one in record.items()
        for item in items_of(one)
        for key in one.killers[item]
        if still_exists(item) and (ROOT / file).is_file()
    ]
    some = drawn(killed, count, seed, lambda one: one[0])
    there = {m.key: m for f in {f for f, _, _ in some} for m in mutants_of(f, _text(f))}
    # The record does not apply to mutants whose source has changed since.
    by = {there[key].name: item for _, item, key in some if key in there}
    mutants = [mutant for mutant in there.values() if mutant.name in by]
    files = {mutant.file for mutant in mutants}
    killers = Killers(recorded({f: [by[m.name] for m in mutants if m.file == f] for f in files}))
    others = Killers(recorded({file: items_of(record[file]) for file in files}))
    for mutant in mutants:
        killers.note(mutant, by[mutant.name])
    print(f"{len(mutants)} mutants are shown to the tests that killed them", flush=True)
    with TemporaryDirectory() as folder:
        log = Log(Path(folder) / "log")
        look_at(mutants, killers, others, killers.files, log)
        return log.unsettled(mutants, 3)


def whole(most: int | None, seed: int, match: str, *, again: bool) -> list[Mutant]:
    """Test the mutants whose names contain `match`, and write the record.

    If `most` is given, test a random sample of this many mutants. Return the survivors for which
    `argued.toml` gives no reason.

    Results of earlier runs are reused. With `again`, survivors are tested again.
    """
    RESULTS.mkdir(exist_ok=True)
    log, watched = Log(RESULTS / "results.jsonl"), RESULTS / "watched.jsonl"
    there = all_mutants()
    if not log.path.exists():
        log.begin(read_record(), chain(*there.values()))
    mutants = [mutant for some in there.values() for mutant in some if match in mutant.name]
    if most is not None:
        mutants = drawn(mutants, most, seed, lambda mutant: mutant.file)

    def watch_new(items: Items) -> None:
        known = read_watched(watched)
        watch(watched, JOBS, {name: item for name, item in items.items() if name not in known})

    if again:
        killed = {key for key, (_, outcome, _) in log.outcomes().items() if outcome == KILLED}
        log.forget({mutant.key for mutant in mutants} - killed)
    with_collected_tests(FILES, watch_new)
    killers = Killers(read_watched(watched))
    known = log.outcomes()
    for mutant in chain(*there.values()):
        _, _, by = known.get(mutant.key, (0, "", None))
        if by is not None:
            killers.note(mutant, by)
    look_at(mutants, killers, killers, FILES, log)
    return written(there, log)


def written(there: dict[str, tuple[Mutant, ...]], log: Log) -> list[Mutant]:
    """Write the record and its page. Return the survivors that `argued.toml` does not explain."""
    arguments = argued()
    found = log.outcomes()
    settled = {m.key for some in there.values() for m in some if arguments.why(m) is not None}
    by = {k: who for k, (look, _, who) in found.items() if who or look == 2 or k in settled}
    waiting = {k for k, (_, outcome, _) in found.items() if outcome == SURVIVED and k not in by}
    files = {f: file_record(mutants, by, waiting) for f, mutants in there.items() if mutants}
    write_record(files)
    PAGE.write_text(page(files, arguments))
    return [
        mutant
        for mutants in there.values()
        for mutant in mutants
        if mutant.key in by and by[mutant.key] is None and arguments.why(mutant) is None
    ]


def options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the arguments of a run."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--sample", type=int, help="draw this many killed mutants, and write no record"
    )
    parser.add_argument("--most", type=int, help="test at most this many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--match", default="", help="test only mutants with this text in their names"
    )
    parser.add_argument("--again", action="store_true", help="test survivors again")
    return parser.parse_args(arguments)


def main() -> None:
    """Test mutants. Exit with 1 if a surviving mutant is not explained in `argued.toml`."""
    chosen = options()
    os.chdir(ROOT)
    if chosen.sample is not None:
        survivors = sample(chosen.sample, chosen.seed)
    else:
        survivors = whole(chosen.most, chosen.seed, chosen.match, again=chosen.again)
    for mutant in survivors:
        print(f"survived: {mutant.file}:{mutant.line}: {mutant.within}: {mutant.change}")
    print(f"{len(survivors)} mutants survive without an explanation in argued.toml")
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
