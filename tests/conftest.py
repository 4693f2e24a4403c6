"""Settings for all tests: no colours, reproducible examples, and verdicts that processes share."""

import gc
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.internal.constants_ast import Constants
from xdist.scheduler import LoadScheduling

from tests.decisions import Decisions
from verif.pages.files import ROOT
from verif.processes.pool import cores
from verif.records.theorems import current
from verif.search.strategies import READ
from verif.upstream.environments import locked

pytest_plugins = ("pytester",)

TESTS = Path(__file__).parent

# If CI is set, `prove` ignores cached verdicts, both here and in processes that tests start.
os.environ["CI"] = "true"

# Output has no colours, even if the user's environment requests colours.
for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
    os.environ.pop(name, None)

# Examples are the same on every machine, however slow or loaded. A property may discard most of
# its examples. Hypothesis does not explain failures, because that would trace every executed line.
settings.register_profile(
    "project",
    derandomize=True,
    max_examples=50,
    deadline=None,
    database=None,
    phases=[phase for phase in Phase if phase is not Phase.explain],
    suppress_health_check=(HealthCheck.filter_too_much, HealthCheck.too_slow),
)
settings.load_profile("project")

# `make test-long` selects this profile, with ten times as many examples for each test that does not
# set `max_examples`.
settings.register_profile("long", settings.get_profile("project"), max_examples=500)

# Stop Hypothesis from collecting constants in imported modules. The set of imported modules varies,
# and each process would read the modules again.
setattr(HypothesisProvider, READ, Constants())


def pytest_addoption(parser):
    parser.addoption(
        "--kept-decisions",
        action="store_true",
        help="reuse verdicts and theorems of an earlier run if nothing that they depend on changed",
    )


@pytest.fixture(scope="session")
def decisions(tmp_path_factory, worker_id, request):
    """Share decisions among all processes of a run through one folder."""
    base = tmp_path_factory.getbasetemp()
    is_kept = request.config.getoption("kept_decisions")
    kept = current(ROOT / "build" / "decisions") if is_kept else None
    return Decisions((base if worker_id == "master" else base.parent) / "decisions", kept)


@pytest.fixture
def lemmas(decisions):
    """Load all lemmas proved so far, so that proofs can cite them without proving them again."""
    decisions.adopt()


@pytest.fixture(scope="session")
def rocq_files(tmp_path_factory, worker_id):
    """Return a folder with the compiled files that generated proofs import.

    All processes of a run share the folder, so tests must not change the folder. Compiling the
    files requires Debian's coq.
    """
    from verif.certify.generated.building import Build
    from verif.certify.generated.by_hand import LIBRARY
    from verif.certify.generated.claims import OPERATIONS, READINGS
    from verif.certify.generated.library import PRINTED, TACTICS
    from verif.certify.printing import print_claims
    from verif.certify.program import Program

    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "rocq"
    folder.mkdir(exist_ok=True)
    with locked(folder):
        if not (folder / f"{LIBRARY}.vo").exists():
            build = Build(folder, 1, printed=print_claims(Program()).files)
            build.common("", (*TACTICS, *PRINTED))
            build.library(READINGS)
            build.library(OPERATIONS)
            build.library(LIBRARY)
    return folder


@pytest.fixture
def rocq_folder(rocq_files, tmp_path):
    """Return a copy of `rocq_files` for one test."""
    return shutil.copytree(rocq_files, tmp_path / "rocq")


DECIDING = ("tests/proofs/test_theory.py", "tests/proofs/test_catalogue.py")
"""The files with the tests that decide lemmas and claims. Other tests reuse the decisions."""

FIRST = (*DECIDING, "tests/upstream/test_xla.py")
"""These files are tested first, because a long test at the end would run alone."""


AHEAD = 5
"""The number of tests queued for each process, so that no process waits for the scheduler."""


class Ahead(LoadScheduling):
    """A scheduler that sends items in order, and keeps a few items in the queue of each process.

    If the scheduler sent single items, a process would wait after each item.
    """

    def check_schedule(self, node, duration=0):
        if self.pending and not node.shutting_down:
            self._send_tests(node, AHEAD - len(self.node2pending[node]))
        else:
            super().check_schedule(node, duration)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return Ahead(config, log) if config.getoption("dist") == "load" else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Use one more worker than there are cores, because each worker waits a sixth of its time."""
    return cores() + 1


COLLECTED = pytest.StashKey[Counter[str]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Move the tests of the files in `FIRST` to the front, in the order of `FIRST`.

    Count all tests here, before options such as `-k` deselect some.
    """
    config.stash[COLLECTED] = Counter(item.path.relative_to(TESTS).parts[0] for item in items)
    items.sort(key=_turn)


def pytest_collection_finish():
    """Exempt long-lived objects from garbage collection: it took a seventh of the run time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)


@pytest.fixture
def collected(request):
    """Count the test items of each top-level folder or file. Return None for a partial run."""
    whole = [Path(arg).resolve() for arg in request.config.args] == [TESTS]
    return request.config.stash[COLLECTED] if whole else None


def _turn(item):
    file = item.nodeid.split("::")[0]
    return FIRST.index(file) if file in FIRST else len(FIRST)
