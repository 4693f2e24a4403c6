"""`make upstream-mutants`: mutants of pycute by this project's mutation rules."""

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

from tests.mutants.changes import mutants_of
from tests.oracle.behaviour import behaviour
from tests.oracle.checkouts import PYCUTE
from tests.oracle.mutants_shown import Subject, run


@contextmanager
def mutated(mutant):
    """Yield the path of a copy of pycute that contains the mutant's change."""
    with tempfile.TemporaryDirectory(prefix="pycute-") as folder:
        copy = Path(folder) / "pycute"
        shutil.copytree(PYCUTE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        path = copy / mutant.file
        path.write_text(mutant.applied(path.read_text()))
        yield copy


def subject():
    """Return the installed pycute as a subject whose mutants are checked."""
    return Subject(
        name="pycute",
        mutants={
            path.name: mutants_of(path.name, path.read_text())
            for path in sorted(PYCUTE.glob("*.py"))
        },
        mutated=mutated,
        unchanged=PYCUTE,
        behaviour=behaviour,
        budget=30,
        sample=200,
        target="upstream-mutants",
        calls="some 70,000 calls of everything in the package",
    )


if __name__ == "__main__":
    run(subject())
