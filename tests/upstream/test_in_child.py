"""The child process reports an outcome, no matter how a call ends, and answers the next call."""

import os

import pytest

import verif.processes.child
from spec import Layout
from verif.upstream.implementation import called, implementation
from verif.upstream.in_child import InChild
from verif.upstream.in_process import CrashedError, MissingImplementationError, RejectedError
from verif.upstream.outcome import Crashed, Malformed, Rejected

MODULE = """
import ctypes, os, signal, sys, time

__version__ = "7.1"

class Layout:
    def __init__(self, shape, stride=None):
        self.shape, self.stride = shape, stride
    def __str__(self):
        return f"{self.shape}:{self.stride}"

def coalesce(layout):
    return layout

def size(n):
    print("noise on standard output")
    os.write(1, b"more of it\\n")
    return {
        0: lambda: 1 // 0,
        1: lambda: os.kill(os.getpid(), signal.SIGFPE),
        2: os.abort,
        3: lambda: size(3),
        4: endless,
        5: lambda: bytearray(2**40),
        6: lambda: os._exit(3),
        7: refuse,
        8: lambda: Layout((2, 0), (1, 1)),
        9: lambda: None,
        10: lambda: Layout((2, 3), (1, None)),
        11: lambda: sys.exit("enough"),
        12: lambda: time.sleep(600),
        13: lambda: 2**20000,
        14: lambda: ctypes.string_at(0),
        15: lambda: [].pop(),
        16: lambda: iter(()).__next__(),
        18: os.getpid,
    }.get(n, lambda: n)()

def endless():
    while True:
        pass

def refuse():
    raise TypeError("only layouts\\nof rank 2")

def cosize(a):
    return [4]

def shape_div(a, b):
    assert a % b == 0, f"{b} does not divide {a}"
    return a // b
"""


@pytest.fixture
def child(tmp_path, monkeypatch):
    (tmp_path / "planted.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    made = InChild("planted", "", "module", "planted", seconds=60.0, memory=2**30)
    yield made
    made.stop()


@pytest.mark.parametrize(
    ("argument", "outcome"),
    [
        (0, Crashed("ZeroDivisionError: integer division or modulo by zero")),
        (1, Crashed("SIGFPE")),
        (2, Crashed("SIGABRT")),
        (5, Crashed("MemoryError")),
        (6, Crashed("exit code 3")),
        (7, Rejected("TypeError: only layouts of rank 2")),
        (8, Malformed("(2, 0):(1, 1), where shape (2,0) has an entry 0 below 1")),
        (9, Malformed("None")),
        (11, Crashed("exit code 1")),
        (14, Crashed("SIGSEGV")),
        (15, Crashed("IndexError: pop from empty list")),
        (16, Crashed("StopIteration")),
        (17, 17),
    ],
)
def test_every_end_of_a_call_is_reported_as_an_outcome(child, argument, outcome):
    assert child.apply("size", (argument,)) == outcome
    assert child.apply("size", (100,)) == 100


def test_integers_of_any_length_are_transferred(child):
    assert child.apply("size", (13,)) == 2**20000
    assert child.apply("size", (-(2**20000),)) == -(2**20000)


def test_endless_recursion_is_a_crash(child):
    outcome = child.apply("size", (3,))
    assert isinstance(outcome, Crashed)
    assert outcome.how.startswith("RecursionError")


def test_malformed_results_are_reported(child):
    outcome = child.apply("size", (10,))
    assert isinstance(outcome, Malformed)
    assert outcome.text.startswith("(2, 3):(1, None)")
    assert child.apply("cosize", (4,)) == Malformed("[4]")
    assert child.apply("coalesce", (Layout((4, (2, 1)), (1, (-8, 0))),)) == Layout(
        (4, (2, 1)), (1, (-8, 0))
    )


def test_an_endless_call_is_stopped_by_the_cpu_time_limit(child, monkeypatch):
    monkeypatch.setattr(verif.processes.child, "IMPATIENCE", 1e6)
    assert child.apply("size", (50,)) == 50
    child.seconds = 0.5
    assert child.apply("size", (4,)) == Crashed("no answer within 0.5 s of processor time")
    child.seconds = 60.0
    assert child.apply("size", (50,)) == 50


def test_a_sleeping_call_is_stopped_by_the_wall_clock_limit(child):
    assert child.apply("size", (50,)) == 50
    child.seconds = 0.1
    assert child.apply("size", (12,)) == Crashed("no answer within 1.2 s")
    child.seconds = 60.0
    assert child.apply("size", (50,)) == 50


def test_outcomes_stay_in_order_across_crashes(child):
    arguments = [*range(20, 300), 1, 7, *range(300, 320), 2, 6, 0, 21, 22]
    outcome = child.apply_all([("size", (n,)) for n in arguments])
    ends = {1: Crashed("SIGFPE"), 2: Crashed("SIGABRT"), 6: Crashed("exit code 3")}
    ends |= {7: Rejected("TypeError: only layouts of rank 2")}
    ends |= {0: Crashed("ZeroDivisionError: integer division or modulo by zero")}
    assert outcome == [ends.get(n, n) for n in arguments]


def test_a_rejection_quotes_the_implementation(child):
    assert child.apply("shape_div", (6, 4)) == Rejected("AssertionError: 4 does not divide 6")
    assert child.apply("shape_div", (6,)) == Rejected(
        "TypeError: shape_div() missing 1 required positional argument: 'b'"
    )


def test_a_child_reports_its_version_and_operations(child):
    assert {"coalesce", "cosize", "evaluate", "shape_div", "size"} <= child.operations
    assert "composition" not in child.operations
    assert str(child) == "planted 7.1"
    assert child.apply("composition", (4, 4)) == Rejected("planted 7.1 has no composition")


def test_a_process_killed_between_calls_is_restarted(child):
    pid = child.apply("size", (18,))
    os.kill(pid, 9)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert child.apply("size", (31,)) == 31


def test_outcomes_are_raised_as_errors_in_claims(child):
    algebra = called(child).algebra
    assert algebra.size(20) == 20
    with pytest.raises(RejectedError, match="4 does not divide 6"):
        algebra.shape_div(6, 4)
    with pytest.raises(CrashedError, match="SIGFPE"):
        algebra.size(1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("module:there_is_none", "there_is_none cannot be run: ModuleNotFoundError"),
        ("module:there_is_none", "No module named 'there_is_none'; put its folder on PYTHONPATH"),
        ("module:json", "json cannot be run: ImportError: json has no class Layout with shape"),
        ("module:./json.py", "names a path, not a module: write module:json, and put its folder"),
        ("module:json.py", "write module:json, without .py, and put its folder on PYTHONPATH"),
        ("pycute@9.9", "pycute has no pinned version 9.9: choose one of 3.3.0.0, "),
        ("pycute@nowhere", "there is no folder nowhere: choose one of 3.3.0.0, "),
        ("mojo@nowhere", "nowhere is not a version of mojo: choose one of "),
        ("pycute@./nowhere", "nowhere does not contain pycute: there is no folder nowhere"),
        ("pycute@./docs", "docs does not contain pycute: there is no docs/layout.py and no "),
        ("cute-cpp@./nowhere", "neither nowhere nor nowhere/include contains cute/layout.hpp"),
        ("tensor-layouts@./nowhere", "tensor-layouts cannot be run from a folder"),
        ("cutlass", "unknown implementation 'cutlass' (write module:cutlass for a module)"),
        ("pycute==4.2.0.0", "'pycute==4.2.0.0' (write pycute@4.2.0.0): choose one of pycute, "),
        ("nvidia-cutlass-dsl==4.2.1", "(write cute-dsl@4.2.1): choose one of pycute, "),
        ("nvidia-cutlass", "(did you mean pycute or cute-cpp?): choose one of pycute, "),
        ("pycut", "'pycut' (did you mean pycute?): choose one of pycute, "),
        ("torch-pycut", "'torch-pycut' (did you mean torch-pycute?): choose one of "),
        ("torch", "mojo (each also with @VERSION), torch-pycute, pycute@PATH, "),
    ],
)
def test_a_missing_implementation_is_reported_in_one_line(text, problem):
    with pytest.raises(MissingImplementationError) as missing:
        assert implementation(text).operations
    assert problem in str(missing.value)
    assert "\n" not in str(missing.value)


def test_modules_in_the_users_folder_do_not_shadow_the_project(child, tmp_path):
    for name in ("spec", "verif", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not this one')\n")
    assert child.apply("size", (40,)) == 40


def test_no_file_is_written_beside_the_users_module(child, tmp_path):
    assert child.apply("size", (40,)) == 40
    assert [path.name for path in tmp_path.iterdir()] == ["planted.py"]


RECURSIVE = """
from spec import Layout

def complement(layout, cotarget=1):
    return complement(layout, cotarget)

def left_inverse(layout):
    return complement(layout)
"""


def test_the_trace_of_an_endless_recursion_has_the_running_calls(tmp_path, monkeypatch):
    (tmp_path / "recursive.py").write_text(RECURSIVE)
    monkeypatch.chdir(tmp_path)
    made = InChild("recursive", "", "module", "recursive", seconds=60.0, memory=2**30)
    traced = made.inner("left_inverse", (Layout(4, 2),))
    made.stop()
    assert ("complement", (Layout(4, 2), 1)) in [call for call, _ in traced]
    assert {name for (name, _), _ in traced} == {"complement"}
    assert {outcome for _, outcome in traced} == {Rejected("")}
