"""Text without colours, the same examples each time, and the catalogue decided once."""

import gc
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.internal.constants_ast import Constants
from xdist.scheduler import LoadScheduling

from tests.decisions import Decisions
from verif.processes.pool import cores
from verif.search.strategies import READ

pytest_plugins = ("pytester",)

TESTS = Path(__file__).parent

# What a test decides is decided, in every process of a test, and kept in nobody's cache.
os.environ["CI"] = "true"

# Nothing is shown in colours, whatever whoever runs the tests has asked for.
for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
    os.environ.pop(name, None)

# The same examples on every machine, however slow or loaded it is; a property whose hypotheses
# are rarely met discards a lot and still says what it found. Why an example fails is not sought:
# every line that runs would be traced for it.
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

# `make test-long` asks for it: what says no number of its own is tried on ten times as many.
settings.register_profile("long", settings.get_profile("project"), max_examples=500)

# Nor does it read constants of the modules imported so far: which those are is decided by what
# else the process runs, and each process of a test would read them all anew.
setattr(HypothesisProvider, READ, Constants())


@pytest.fixture(scope="session")
def decisions(tmp_path_factory, worker_id):
    """Share decisions among all processes of a run through one folder."""
    own = tmp_path_factory.getbasetemp()
    return Decisions((own if worker_id == "master" else own.parent) / "decisions")


@pytest.fixture
def lemmas(decisions):
    """Give the judge all lemmas proved so far, so that a citation does not prove them again."""
    decisions.adopt()


DECIDING = ("tests/proofs/test_theory.py", "tests/proofs/test_catalogue.py")
"""The files whose items decide something each, so that others find it decided."""

FIRST = (*DECIDING, "tests/upstream/test_xla.py")
"""The files whose items come before all others: an item of seconds at the end would run alone."""


AHEAD = 5
"""The items that a process has before it, so that it waits for none while others are sent."""


class Ahead(LoadScheduling):
    """Gives each process items in order, a few ahead.

    Given one at a time, a process waits after each of them until it is sent another.
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
    """One more than there are cores, because a process waits a sixth of the time."""
    return cores() + 1


COLLECTED = pytest.StashKey[Counter[str]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Decisions go first, lemmas before claims. Items are counted before any is left out."""
    config.stash[COLLECTED] = Counter(item.path.relative_to(TESTS).parts[0] for item in items)
    items.sort(key=_turn)


def pytest_collection_finish():
    """Exempt long-lived objects from garbage collection, which took a seventh of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)


@pytest.fixture
def collected(request):
    """The number of items by folder and file, or None if only a part of the suite runs."""
    whole = [Path(arg).resolve() for arg in request.config.args] == [TESTS]
    return request.config.stash[COLLECTED] if whole else None


def _turn(item):
    file = item.nodeid.split("::")[0]
    return FIRST.index(file) if file in FIRST else len(FIRST)
