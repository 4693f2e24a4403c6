"""A mutant that is put in the place of what runs is what runs, for whoever imported it before."""

import subprocess
import time
from pathlib import Path

import pytest
from verif.symbolic.fragment import attributes
from verif.symbolic.sources import source_of

import spec
from spec.layout import Layout
from tests.mutants.changes import mutants_of
from tests.mutants.forks import DIED, LATE, Forks, each
from tests.mutants.killers import Killers, recorded
from tests.mutants.swapping import ROOT, NotSwappableError, functions_by_file, swap
from tests.mutants.watching import Watched, name_of, watching

FUNCTIONS = functions_by_file()

PATIENT = 60.0
"""Seconds of the processor, for what comes to an end by itself."""


def mutants(file):
    return mutants_of(file, (ROOT / file).read_text())


def answers(*works, seconds=PATIENT):
    """What each work gives in a process of its own, in their order."""
    tasks = ((number, work, seconds) for number, work in enumerate(works))
    return [answer for _, answer in sorted(each(tasks, 2))]


def test_a_swapped_function_is_another_for_all_who_have_it():
    ceil_div = spec.ceil_div
    line = "return (a + divisor - 1) // divisor"
    own = [m for m in mutants("spec/int_tuple.py") if m.within == "ceil_div" and m.was == line]
    changed = [mutant for mutant in own if mutant.kind == "arithmetic"]
    assert len(changed) == 3

    def work(mutant):
        swap(mutant, FUNCTIONS)
        # Its text is the changed one, and proofs read it.
        source_of(ceil_div)
        try:
            return [ceil_div(x, 3) for x in range(9)]
        except Exception as error:
            return str(error)

    right = [ceil_div(x, 3) for x in range(9)]
    found = answers(*((lambda mutant=mutant: work(mutant)) for mutant in changed))
    assert len(found) == len(changed)
    assert right not in found
    assert [ceil_div(x, 3) for x in range(9)] == right


def test_a_swapped_function_gives_nothing_that_it_kept_before():
    known = attributes()
    own = mutants("verif/symbolic/fragment.py")
    (added,) = [mutant for mutant in own if mutant.change == "found |= {*dir(kind)} -> pass"]

    def work():
        swap(added, FUNCTIONS)
        return sorted(known - attributes())

    assert "clear" in answers(work)[0]


def test_what_runs_when_a_module_is_imported_is_not_swapped():
    (first, *_) = [m for m in mutants("verif/kernel/verdict.py") if m.kind == "constant"]
    assert "@dataclass" in first.was
    with pytest.raises(NotSwappableError):
        swap(first, FUNCTIONS)


def test_a_fork_that_ends_without_an_answer_has_died():
    assert answers(lambda: 1 // 0, lambda: [1]) == [DIED, [1]]


def test_a_fork_that_does_not_end_is_late():
    def late():
        while True:
            pass

    assert answers(late, seconds=0.5) == [LATE]


def is_over(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except FileNotFoundError:
        return True


def wait_until(happens):
    """Wait for what comes at once where the machine does nothing else."""
    ends = time.monotonic() + 600
    while not happens():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_what_a_late_fork_has_started_ends_with_it(tmp_path):
    note = tmp_path / "started"

    def late():
        started = subprocess.Popen(["sleep", "3600"], process_group=0)
        (tmp_path / "part").write_text(str(started.pid))
        (tmp_path / "part").rename(note)
        started.wait()

    forks = Forks(1)
    forks.start("late", late, 0.2)
    wait_until(note.exists)
    # It waits, and takes no time of the processor: the clock ends it.
    assert forks.next() == ("late", LATE)
    # Whoever is killed is over a moment later.
    wait_until(lambda: is_over(int(note.read_text())))


def test_a_function_is_watched_by_its_file_and_name():
    seen = set()
    with watching(seen):
        Layout((2, 3), (1, 2)).size  # noqa: B018
    names = {name_of(code) for code in seen}
    assert "spec/layout.py: Layout.size" in names
    assert all(name is None or (ROOT / name.partition(":")[0]).is_file() for name in names)


def item(name, seconds, *runs, passed=True):
    return Watched(name, seconds, frozenset(runs), passed=passed)


def test_items_of_the_function_come_first_that_noticed_and_then_that_take_least():
    (mutant, *_) = mutants("spec/coalesce.py")
    place = f"{mutant.file}: {mutant.within}"
    watched = [
        item("a.py::slow", 0.4, place),
        item("b.py::fast", 0.1, place),
        item("c.py::elsewhere", 0.1, "spec/layout.py: Layout"),
        item("d.py::fails", 0.1, place, passed=False),
    ]
    killers = Killers({one.item: one for one in watched})
    assert killers.of(mutant, 10.0) == ["b.py::fast", "a.py::slow"]
    assert killers.of(mutant, 10.0, ["b.py::fast"]) == ["a.py::slow"]
    assert killers.of(mutant, 0.3) == ["b.py::fast"]
    killers.note(mutant, "a.py::slow")
    assert killers.of(mutant, 0.45) == ["a.py::slow"]


def test_half_of_the_time_is_for_the_best_items_whatever_test_they_are_of():
    (mutant, *_) = mutants("spec/coalesce.py")
    place = f"{mutant.file}: {mutant.within}"
    quick = [item(f"a.py::quick[{k}]", 0.01, place) for k in range(40)]
    slow = [item(f"b.py::slow{k}", 0.4, place) for k in range(5)]
    shown = Killers({one.item: one for one in (*quick, *slow)}).of(mutant, 2.0)
    assert {one.item for one in quick} <= set(shown)
    assert "b.py::slow0" in shown


def test_recorded_items_are_for_all_mutants_of_their_file():
    (mutant, *_) = mutants("spec/coalesce.py")
    killers = Killers(recorded({mutant.file: ["b.py::x", "a.py::y"], "other.py": ["c.py::z"]}))
    assert killers.of(mutant, 1.0) == ["a.py::y", "b.py::x"]
    assert killers.files == ["a.py", "b.py", "c.py"]
