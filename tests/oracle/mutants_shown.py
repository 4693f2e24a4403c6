"""Check mutants of an implementation by `upstream check`, and write a page of the results.

Every mutant is a small change of one place. A check reports a new fault, a repair or another
difference. If a check reports nothing, random calls show whether the mutant changes the behaviour.
These calls do not depend on the table in `verif/operations`.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.mutants.changes import Mutant
from tests.oracle.behaviour import DEAD, difference
from verif.oracle import deviation
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.check import check
from verif.oracle.truth import truth
from verif.upstream.implementation import implementation
from verif.upstream.in_process import AbsentError

VERSION = "4.2.0.0"
REPORTS = Path(__file__).parents[2] / "reports"

NEW, OTHER, ABSENT = "new", "differs", "does not start"
SILENT, LATE = "silent", "silent, and not done"


@dataclass(frozen=True)
class Subject:
    """An implementation to mutate: its mutants by file, and copies with one mutant.

    The check of a copy has `budget` seconds. `behaviour` returns the outcomes of random calls of a
    copy, and `calls` describes these calls for the page.
    """

    name: str
    mutants: dict[str, tuple[Mutant, ...]]
    mutated: Callable[[Mutant], AbstractContextManager[Path]]
    unchanged: Path
    behaviour: Callable[[Path], list[str]]
    budget: int
    sample: int
    target: str
    calls: str

    @property
    def page(self):
        return REPORTS / f"{self.target}.md"


@dataclass(frozen=True)
class Shown:
    """A mutant, the answer of the check, and the seconds that the check took.

    If the check reported nothing, `otherwise` is the first call with a different outcome.
    """

    mutant: object
    answer: str
    seconds: float
    otherwise: str | None = None

    @property
    def is_flagged(self):
        return self.answer not in {SILENT, LATE}

    @property
    def changes(self):
        """Whether the mutant is known to change the behaviour."""
        return self.is_flagged or self.otherwise is not None


def drawn(subject, count, seed):
    """Sample about `count` mutants.

    The share of each file is proportional to its number of mutants, and at least one.
    """
    every = subject.mutants
    whole = sum(map(len, every.values()))
    return [
        one
        for file, some in every.items()
        for one in Random(f"{file} {seed}").sample(
            some, min(len(some), -(-count * len(some) // whole))
        )
    ]


def answer(subject, copy, known):
    """Check a mutated copy of the package against the baseline `known`, and return the answer."""
    real = implementation(f"{subject.name}@{copy}")
    try:
        found = check(real, subject.budget, known, first=True)
    except AbsentError:
        return ABSENT
    finally:
        real.stop()
    if found.new:
        return NEW
    record = found.record
    differs = (
        record.repaired or record.other_forms or record.gone or found.changed or found.given_up
    )
    if differs:
        return OTHER
    return SILENT if record.cases == record.total else LATE


def shown(subject, mutant, known, right):
    """Run a check on a mutant. `right` is the behaviour of the unchanged implementation."""
    with subject.mutated(mutant) as copy:
        began = time.monotonic()
        words = answer(subject, copy, known)
        seconds = time.monotonic() - began
        silent = words in {SILENT, LATE}
        otherwise = difference(right, subject.behaviour(copy)) if silent else None
    return Shown(mutant, words, seconds, otherwise)


@contextmanager
def truths_once():
    """Cache the right answer to each case for all mutants, as it depends only on the spec."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deviation, "truth", cache(truth))
        yield


def page(subject, found, seed):
    """Return the page with the result of each mutant."""
    changing = [one for one in found if one.changes]
    flagged = [one for one in changing if one.is_flagged]
    missed = [one for one in changing if not one.is_flagged]
    same = [one for one in found if not one.changes]
    slow = [one for one in found if one.seconds > subject.budget]
    counts = Counter(one.answer for one in found)
    whole = sum(map(len, subject.mutants.values()))
    share = 100 * len(flagged) / max(1, len(changing))
    longest = max(one.seconds for one in found)
    lines = [
        f"# Mutants of {subject.name}",
        "",
        f"Each mutant is one small change of the source of {subject.name}. The table counts the",
        "mutants that `upstream check --first` flags against the committed baseline. Made by",
        f"`make {subject.target} SAMPLE=N SEED=S`.",
        "",
        f"{subject.name} {VERSION}, seed {seed}: {len(found)} of {whole} mutants of all files.",
        f"{len(changing)} mutants change behavior, and {len(flagged)} of these are flagged:",
        f"{share:.1f} %.",
        f"{counts[NEW]} are new faults, {counts[ABSENT]} do not start, {counts[OTHER]} are flagged",
        "as repaired, as another form or as another wrong value.",
        f"{counts[LATE]} checks had too little time for all cases and give no result.",
        f"{len(slow)} took more than {subject.budget} s; the longest took {longest:.0f} s.",
        "",
        "| file | mutants | change behavior | flagged |",
        "|---|---|---|---|",
    ]
    for file in sorted({one.mutant.file for one in found}):
        groups = (found, changing, flagged)
        here = [str(sum(one.mutant.file == file for one in some)) for some in groups]
        lines.append(f"| `{file}` | {' | '.join(here)} |")
    lines += ["", "## Not flagged, although a call behaves differently", ""]
    lines += [f"- {_line(one.mutant)}  \n  `{one.otherwise}`" for one in missed] or ["None."]
    lines += [
        "",
        "## No call behaves differently",
        "",
        f"Tried: {subject.calls}.",
        "",
    ]
    lines += [f"- {_line(one.mutant)}" for one in same] or ["None."]
    return "\n".join(lines) + "\n"


def _line(mutant):
    return f"`{mutant.file}`, `{mutant.within}`: `{mutant.was}` -> `{mutant.now}`"


def run(subject):
    """Check as many mutants as the command line requests, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=subject.sample)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", type=Path, default=subject.page)
    options = parser.parse_args()
    known = read_baseline(committed(subject.name, VERSION))
    right = subject.behaviour(subject.unchanged)
    assert right != [DEAD]
    found = []
    with truths_once():
        for mutant in drawn(subject, options.sample, options.seed):
            one = shown(subject, mutant, known, right)
            found.append(one)
            mark = "" if one.is_flagged else one.otherwise or "no call behaves otherwise"
            print(f"{one.answer:15} {one.seconds:5.1f} s  {mutant.name}  {mark}", flush=True)
            # Write the page after each mutant, because a run may take hours and be stopped.
            options.page.write_text(page(subject, found, options.seed))
    print(page(subject, found, options.seed).split("\n## ")[0])
