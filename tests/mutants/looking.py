"""Run tests on mutants: first in forks of a process with all tests, then in new processes."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

# Preloading these modules saves time in each new process. They import no module of the project.
import cvc5  # noqa: F401
import hypothesis
import pytest
import z3  # noqa: F401

from tests.mutants import forks
from tests.mutants.changes import Mutant
from tests.mutants.killers import AGAIN, FIRST, Killers
from tests.mutants.swapping import ROOT, NotSwappableError, functions_by_file, install, swap
from tests.mutants.watching import processor_seconds, watching

Items = Mapping[str, pytest.Item]

Outcomes = Iterator[tuple[Mutant, str, str | None]]
"""Mutants, each with its outcome and the item that killed it, if any."""

PYTEST: Final = (
    *("-qq", "-n0", "-s", "-p", "no:cacheprovider", "--no-header", "--no-summary"),
    "-Wignore::pytest.PytestAssertRewriteWarning",
    # Select `long` tests, too: a test that killed a mutant may have been marked `long` since.
    "-m=long or not long",
)

KILLED: Final = "killed"
SURVIVED: Final = "survived"
OPEN: Final = "not run"


class _Failure:
    """A pytest plugin that records the first failing test."""

    def __init__(self) -> None:
        self.item: str | None = None

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and self.item is None:
            self.item = report.nodeid


class _Warm:
    """A pytest plugin that collects the tests and then calls `work` instead of running them."""

    def __init__(self, work: Callable[[Items], None]) -> None:
        self.work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.work({item.nodeid: item for item in session.items if _is_alone(item)})
        return True


def _is_alone(item: pytest.Item) -> bool:
    """Whether the item can run alone: it decides no claims, or only one lemma.

    A test that decides all claims takes too long.
    """
    return "decisions" not in item.fixturenames or "test_the_lemma_is_proved" in item.nodeid


def with_collected_tests(files: Iterable[str], work: Callable[[Items], None]) -> None:
    """Call `work` with the collected tests of the files, in a fork that has imported the files."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        code = pytest.main([*PYTEST, *files], plugins=[_Warm(work)])
        sys.stdout.flush()
        os._exit(int(code))
    _, status = os.waitpid(pid, 0)
    if status:
        sys.exit(f"pytest ended with {os.waitstatus_to_exitcode(status)}")


def watch(path: Path, jobs: int, items: Items) -> None:
    """Run each item, and append a line about the run to the file `path`.

    The line has the item's name, its processor seconds, the functions that ran, and the outcome.
    """
    together: dict[str, list[pytest.Item]] = {}
    for name, item in items.items():
        if item.get_closest_marker("long"):
            continue
        alone = "decisions" in item.fixturenames
        together.setdefault(name if alone else name.partition("::")[0], []).append(item)

    def work(some: list[pytest.Item]) -> None:
        for item, following in zip(some, [*some[1:], None], strict=True):
            functions_run: set[str] = set()
            began = processor_seconds()
            with watching(functions_run):
                failed = _run([item], following)
            seconds = round(processor_seconds() - began, 4)
            with path.open("a") as file:
                line = [item.nodeid, seconds, sorted(functions_run), failed is None]
                file.write(json.dumps(line) + "\n")

    tasks = ((name, partial(work, some), 3600.0) for name, some in together.items())
    for name, answer in forks.each(tasks, jobs):
        if answer is not None:
            print(f"{name}: {answer}", file=sys.stderr, flush=True)


def _run(items: list[pytest.Item], after: pytest.Item | None = None) -> str | None:
    """Run the tests until one fails, and return the failing test."""
    failure = _Failure()
    plugins = items[0].session.config.pluginmanager
    plugins.register(failure)
    for item, following in zip(items, [*items[1:], after], strict=True):
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        if failure.item is not None:
            break
    plugins.unregister(failure)
    return failure.item


def first_look(mutants: Iterable[Mutant], killers: Killers, jobs: int, items: Items) -> Outcomes:
    """For each mutant, replace the code in a fork of this process, and run tests in the fork.

    Every mutant that is not KILLED needs a second look.
    """
    # Only the failure of a test matters, so Hypothesis need not shrink the failing example.
    hypothesis.settings.register_profile(
        "mutant",
        hypothesis.settings.get_profile("project"),
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        database=None,
    )
    hypothesis.settings.load_profile("mutant")
    functions = functions_by_file()
    # Without `gc.freeze`, garbage collection in a fork would copy all pages of memory.
    gc.freeze()

    shown: dict[str, list[str]] = {}

    def work(mutant: Mutant | None, chosen: list[str]) -> Any:
        try:
            if mutant is not None:
                swap(mutant, functions)
        except NotSwappableError:
            return "needs a new process", None
        if not chosen:
            return OPEN, None
        by = _run([items[name] for name in chosen])
        return (KILLED, by) if by else (SURVIVED, None)

    def chosen(mutant: Mutant) -> list[str]:
        shown[mutant.name] = killers.of(mutant, FIRST)
        return shown[mutant.name]

    tasks = ((mutant, partial(work, mutant, chosen(mutant)), 3 * FIRST + 10) for mutant in mutants)
    trusted: set[str] = set()
    for mutant, outcome, by in _outcomes(forks.each(tasks, jobs), killers):
        if by in items and by not in trusted:
            # Run the same items without a mutant: an item that fails even then would count as the
            # killer of every mutant.
            before = shown[mutant.name]
            alone = partial(work, None, before[: before.index(by) + 1])
            if not _passes(alone):
                print(f"fails without a mutant: {by}", flush=True)
                yield mutant, SURVIVED, None
                continue
            trusted.add(by)
        yield mutant, outcome, by


def _passes(work: Callable[[], Any]) -> bool:
    ((_, answer),) = forks.each(iter([(None, work, 10 * FIRST)]), 1)
    return answer == [SURVIVED, None]


def second_look(
    mutants: Iterable[Mutant], killers: Killers, jobs: int, survived: Collection[str]
) -> Outcomes:
    """Run tests on each mutant in a new process.

    For a mutant in `survived`, choose tests that have not run on the mutant yet, if there are any.

    A mutant that exceeds the time limit of this look counts as killed, because it hangs.
    """

    def chosen(mutant: Mutant) -> list[str]:
        shown = killers.of(mutant, FIRST) if mutant.key in survived else ()
        return killers.of(mutant, AGAIN, shown) or killers.of(mutant, AGAIN)

    tasks = (
        (mutant, partial(_in_new_process, mutant, chosen(mutant)), 4 * AGAIN + 30)
        for mutant in mutants
    )
    for mutant, outcome, by in _outcomes(forks.each(tasks, jobs), killers):
        late = outcome == forks.LATE
        yield (mutant, KILLED, "it hangs") if late else (mutant, outcome, by)


def _outcomes(answers: Iterator[tuple[Mutant, Any]], killers: Killers) -> Outcomes:
    for mutant, answer in answers:
        outcome, by = answer if isinstance(answer, list) else (answer, None)
        if outcome == forks.DIED:
            outcome, by = KILLED, "the process dies"
        if by:
            killers.note(mutant, by)
        yield mutant, outcome, by


class _Selected:
    """A pytest plugin that runs only the chosen items, in the chosen order."""

    def __init__(self, chosen: list[str]) -> None:
        self.chosen = chosen

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        by_name = {item.nodeid: item for item in items}
        items[:] = [by_name[name] for name in self.chosen if name in by_name]


def _in_new_process(mutant: Mutant, chosen: list[str]) -> tuple[str, str | None]:
    """Run the items on the mutant, in a process that has not imported the project yet."""
    if not chosen:
        return OPEN, None
    install(mutant.module, mutant.file, mutant.applied((ROOT / mutant.file).read_text()))
    failure = _Failure()
    files = sorted({name.partition("::")[0] for name in chosen})
    code = pytest.main(["-x", *PYTEST, *files], plugins=[_Selected(chosen), failure])
    if code == pytest.ExitCode.OK:
        return SURVIVED, None
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        return OPEN, None
    return KILLED, failure.item or "the import fails"
