"""Mutants of pycute shown to `upstream check`: `make upstream-mutants`.

Every mutant is a small change of one place, made by the same rules as those of this project's own
text. A check says of it that something is new, repaired, or otherwise. Of those of which it says
nothing, calls drawn without regard to the rows of operations tell which behave otherwise.
"""

import argparse
import shutil
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.mutants.changes import mutants_of
from tests.oracle.behaviour import DEAD, behaviour, difference
from tests.oracle.checkouts import PYCUTE
from verif.oracle import deviation
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.check import check
from verif.oracle.truth import truth
from verif.upstream.implementation import implementation
from verif.upstream.in_process import AbsentError

VERSION = "4.2.0.0"
BUDGET = 30
SAMPLE = 200
PAGE = Path(__file__).parents[2] / "reports" / "upstream-mutants.md"

NEW, TOLD, ABSENT, SILENT = "new", "told", "does not start", "silent"


@dataclass(frozen=True)
class Shown:
    """A mutant that was shown to a check: what it said, in how many seconds.

    `otherwise` is the first call that behaves otherwise, looked for where nothing was said.
    """

    mutant: object
    said: str
    seconds: float
    otherwise: str | None = None

    @property
    def changes(self):
        """Whether the behaviour is another one, as far as that is known."""
        return self.said != SILENT or self.otherwise is not None


@cache
def mutants():
    """All mutants of the package, by file."""
    return {
        path.name: mutants_of(path.name, path.read_text()) for path in sorted(PYCUTE.glob("*.py"))
    }


def drawn(count, seed):
    """So many mutants, of each file its share and one at the least."""
    every = mutants()
    whole = sum(map(len, every.values()))
    return [
        one
        for file, some in every.items()
        for one in Random(f"{file} {seed}").sample(
            some, min(len(some), -(-count * len(some) // whole))
        )
    ]


@contextmanager
def mutated(mutant):
    """A copy of the package with the change."""
    with tempfile.TemporaryDirectory(prefix="pycute-") as folder:
        copy = Path(folder) / "pycute"
        shutil.copytree(PYCUTE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        path = copy / mutant.file
        path.write_text(mutant.applied(path.read_text()))
        yield copy


def said(copy, known):
    """What a check of a copy says against what is known of the package."""
    real = implementation(f"pycute@{copy}")
    try:
        found = check(real, BUDGET, known, first=True)
    except AbsentError:
        return ABSENT
    finally:
        real.stop()
    if found.new:
        return NEW
    record = found.record
    told = record.repaired or record.other_forms or record.gone or found.changed or found.given_up
    return TOLD if told else SILENT


def shown(mutant, known, right):
    """A mutant, shown; `right` is the behaviour of the package itself."""
    with mutated(mutant) as copy:
        began = time.monotonic()
        words = said(copy, known)
        seconds = time.monotonic() - began
        otherwise = difference(right, behaviour(copy)) if words == SILENT else None
    return Shown(mutant, words, seconds, otherwise)


@contextmanager
def truths_once():
    """The truth of each case is told once for all mutants: it is of the spec, and not of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deviation, "truth", cache(truth))
        yield


def page(found, seed):
    """The page of what became of the mutants."""
    changing = [one for one in found if one.changes]
    flagged = [one for one in changing if one.said != SILENT]
    missed = [one for one in changing if one.said == SILENT]
    same = [one for one in found if not one.changes]
    slow = [one for one in found if one.seconds > BUDGET]
    counts = Counter(one.said for one in found)
    whole = sum(map(len, mutants().values()))
    share = 100 * len(flagged) / max(1, len(changing))
    longest = max(one.seconds for one in found)
    lines = [
        "# Mutants of pycute",
        "",
        "Small changes of the text of pycute, one at a time, and whether `upstream check --first`",
        "says so against the committed baseline. Made by `make upstream-mutants SAMPLE=N SEED=S`.",
        "",
        f"pycute {VERSION}, seed {seed}: {len(found)} of {whole} mutants of all files, of which",
        f"{len(changing)} behave otherwise, and {len(flagged)} of these are told: {share:.1f} %.",
        f"{counts[NEW]} are new faults, {counts[ABSENT]} do not start, {counts[TOLD]} are told as",
        "repaired, as another form or as another wrong value.",
        f"{len(slow)} took more than {BUDGET} s; the longest took {longest:.0f} s.",
        "",
        "| file | mutants | behave otherwise | flagged |",
        "|---|---|---|---|",
    ]
    for file in sorted({one.mutant.file for one in found}):
        groups = (found, changing, flagged)
        here = [str(sum(one.mutant.file == file for one in some)) for some in groups]
        lines.append(f"| `{file}` | {' | '.join(here)} |")
    lines += ["", "## Not flagged, though a call behaves otherwise", ""]
    lines += [f"- {_told(one.mutant)}  \n  `{one.otherwise}`" for one in missed] or ["None."]
    lines += [
        "",
        "## No call behaves otherwise",
        "",
        "Of some 70,000 calls of everything in the package.",
        "",
    ]
    lines += [f"- {_told(one.mutant)}" for one in same] or ["None."]
    return "\n".join(lines) + "\n"


def _told(mutant):
    return f"`{mutant.file}`, `{mutant.within}`: `{mutant.was}` -> `{mutant.now}`"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=SAMPLE)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", type=Path, default=PAGE)
    asked = parser.parse_args()
    known = read_baseline(committed("pycute", VERSION))
    right = behaviour(PYCUTE)
    assert right != [DEAD]
    found = []
    with truths_once():
        for mutant in drawn(asked.sample, asked.seed):
            one = shown(mutant, known, right)
            found.append(one)
            mark = "" if one.said != SILENT else one.otherwise or "no call behaves otherwise"
            print(f"{one.said:15} {one.seconds:5.1f} s  {mutant.name}  {mark}", flush=True)
    asked.page.write_text(page(found, asked.seed))
    print(page(found, asked.seed).split("\n## ")[0])


if __name__ == "__main__":
    main()
