"""A mutant replaces a function in all modules that import it, and in the language of proofs."""

import subprocess
import sys
import time
from pathlib import Path
from textwrap import dedent

import pytest

import spec
from spec.layout import Layout
from tests.mutants.changes import mutants_of
from tests.mutants.forks import DIED, LATE, Forks, each
from tests.mutants.killers import Killers, recorded
from tests.mutants.swapping import ROOT, NotSwappableError, functions_by_file, swap
from tests.mutants.watching import Watched, watching
from verif.kernel.living import _functions
from verif.language.compile import project
from verif.language.evaluate import Machine
from verif.language.form import Ref

FUNCTIONS = functions_by_file()

PATIENT = 60.0
"""A limit in processor seconds. Work that terminates needs less."""


def mutants(file):
    return mutants_of(file, (ROOT / file).read_text())


def answers(*works, seconds=PATIENT):
    """Run each function in its own process, and return the answers in order."""
    tasks = ((number, work, seconds) for number, work in enumerate(works))
    return [answer for _, answer in sorted(each(tasks, 2))]


CEIL_DIV = Ref("spec.int_tuple", "ceil_div")


def mutants_of_ceil_div():
    line = "return (a + divisor - 1) // divisor"
    candidates = [
        m for m in mutants("spec/int_tuple.py") if m.within == "ceil_div" and m.was == line
    ]
    return [mutant for mutant in candidates if mutant.kind == "arithmetic"]


def quotients(ceil_div):
    try:
        return [ceil_div(x, 3) for x in range(9)]
    except Exception as error:
        return str(error)


def test_every_module_runs_and_reads_a_swapped_function():
    ceil_div = spec.ceil_div
    right = quotients(ceil_div)
    assert quotients(Machine(project()).meant(CEIL_DIV)) == right
    changed = mutants_of_ceil_div()
    assert len(changed) == 3

    def work(mutant):
        swap(mutant, FUNCTIONS)
        return quotients(ceil_div), quotients(Machine(project()).meant(CEIL_DIV))

    found = answers(*((lambda mutant=mutant: work(mutant)) for mutant in changed))
    assert len(found) == len(changed)
    for run, evaluated in found:
        assert run != right
        assert evaluated != right
    assert quotients(ceil_div) == right


def test_a_new_process_runs_and_reads_the_mutant():
    program = """
        from tests.mutants import swapping
        from tests.mutants.changes import mutants_of
        file = "spec/int_tuple.py"
        text = (swapping.ROOT / file).read_text()
        changed = "return (a - divisor - 1) // divisor"
        own = [m for m in mutants_of(file, text) if m.within == "ceil_div"]
        (mutant,) = [m for m in own if m.now == changed]
        swapping.install(mutant.module, file, mutant.applied(text))
        from spec import ceil_div
        from verif.language.compile import project
        from verif.language.evaluate import Machine
        from verif.language.form import Ref
        print(ceil_div(7, 2), Machine(project()).meant(Ref("spec.int_tuple", "ceil_div"))(7, 2))
    """
    run = [sys.executable, "-c", dedent(program)]
    found = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (found.stdout, found.stderr) == ("2 2\n", "")


def test_a_swapped_compiler_recompiles_functions():
    group = Ref("spec.nesting", "group")

    def numbers():
        default = project().function(group).params[-1].default
        return default.value

    assert numbers() == -1
    (mutant,) = [
        m
        for m in mutants("verif/language/expressions.py")
        if m.change == "return Constant(line, -made.value) -> return Constant(line, made.value)"
    ]

    def work():
        swap(mutant, FUNCTIONS)
        return numbers()

    assert answers(work) == [1]


def test_swapping_a_function_clears_its_cache():
    source = "def f():\n    return 1\n"
    assert len(_functions(source)) == 1
    candidates = [m for m in mutants("verif/kernel/living.py") if m.within == "_functions"]
    (dropped,) = [m for m in candidates if m.was.startswith("found +=") and m.now == "pass"]

    def work():
        swap(dropped, FUNCTIONS)
        return len(_functions(source))

    assert answers(work) == [0]


def test_code_run_at_import_cannot_be_swapped():
    (first, *_) = [m for m in mutants("verif/kernel/verdict.py") if m.kind == "constant"]
    assert "@dataclass" in first.was
    with pytest.raises(NotSwappableError):
        swap(first, FUNCTIONS)


def test_a_fork_without_an_answer_is_reported_as_died():
    assert answers(lambda: 1 // 0, lambda: [1]) == [DIED, [1]]


def test_an_endless_fork_is_reported_as_late():
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
    """Wait for an event, which may be late on a busy machine."""
    ends = time.monotonic() + 600
    while not happens():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_children_of_a_late_fork_are_killed(tmp_path):
    note = tmp_path / "started"

    def late():
        started = subprocess.Popen(["sleep", "3600"], process_group=0)
        (tmp_path / "part").write_text(str(started.pid))
        (tmp_path / "part").rename(note)
        started.wait()

    forks = Forks(1)
    forks.start("late", late, 0.2)
    wait_until(note.exists)
    # The sleeping process uses no processor time, so the wall-clock limit ends it.
    assert forks.next() == ("late", LATE)
    # A killed process may still exist for a moment.
    wait_until(lambda: is_over(int(note.read_text())))


def test_a_function_is_watched_by_its_file_and_name():
    names = set()
    with watching(names):
        Layout((2, 3), (1, 2)).size  # noqa: B018
    assert "spec/layout.py: Layout.size" in names
    assert all((ROOT / name.partition(":")[0]).is_file() for name in names)


def test_a_function_that_the_language_evaluates_is_watched():
    names = set()
    with watching(names):
        assert Machine(project()).meant(CEIL_DIV)(7, 2) == 4
    assert "spec/int_tuple.py: ceil_div" in names
    assert "verif/language/evaluate.py: Machine.apply" in names


def item(name, seconds, *runs, passed=True):
    return Watched(name, seconds, frozenset(runs), passed=passed)


def test_items_are_ordered_by_earlier_kills_then_by_time():
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


def test_half_of_the_time_is_reserved_for_the_best_items():
    (mutant, *_) = mutants("spec/coalesce.py")
    place = f"{mutant.file}: {mutant.within}"
    quick = [item(f"a.py::quick[{k}]", 0.01, place) for k in range(40)]
    slow = [item(f"b.py::slow{k}", 0.4, place) for k in range(5)]
    shown = Killers({one.item: one for one in (*quick, *slow)}).of(mutant, 2.0)
    assert {one.item for one in quick} <= set(shown)
    assert "b.py::slow0" in shown


def test_recorded_items_apply_to_all_mutants_of_a_file():
    (mutant, *_) = mutants("spec/coalesce.py")
    killers = Killers(recorded({mutant.file: ["b.py::x", "a.py::y"], "other.py": ["c.py::z"]}))
    assert killers.of(mutant, 1.0) == ["a.py::y", "b.py::x"]
    assert killers.files == ["a.py", "b.py", "c.py"]
