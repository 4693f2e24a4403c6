"""A `Child` answers the next question even if a question ended or damaged its process."""

import gc
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import verif.processes.child
from verif.processes.child import Child, Ended, NotStartedError, python
from verif.processes.deadline import DeadlineError, OverdueError

WORKER = """
import os, signal, subprocess, sys, time
from pathlib import Path
from verif.processes.serve import serve

def forever():
    while True:
        time.sleep(600)

def once_there_is(name):
    # To look takes time of the processor, which is not what ends it.
    while not Path(name).exists():
        time.sleep(0.2)
    return "late"

def noise():
    print("noise on standard output", flush=True)
    os.write(1, b"[1, 1]\\n")
    os.write(2, b"and on standard error\\n")
    subprocess.run("echo more; echo of it >&2", shell=True)
    return "noise"

def busy():
    while True:
        pass

def forked(then=lambda: None):
    pid = os.fork()
    if pid == 0:
        then()
    return pid

def fork_and_die(name):
    Path(name).write_text(str(forked(forever)))
    os.kill(os.getpid(), signal.SIGKILL)

def orphan():
    os.kill(os.getppid(), signal.SIGKILL)
    forever()

def interrupt():
    os.kill(os.getppid(), signal.SIGUSR1)
    forever()

ACTS = {
    "abort": os.abort, "busy": busy, "eof": lambda: sys.stdin.read(),
    "error": lambda: 1 // 0, "exit": lambda: os._exit(3), "forever": forever,
    "fork": forked, "fork and die": fork_and_die, "fork and stay": lambda: forked(forever),
    "interrupt": interrupt, "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "late": once_there_is, "memory": lambda: len(bytearray(2**34)), "noise": noise,
    "orphan": orphan, "other": lambda: os.kill(os.getpid(), 40), "pid": os.getpid,
}

def answer(question):
    return ACTS[question[0]](*question[1:]) if isinstance(question, list) else question

serve(answer, sys.argv)
"""

PATIENT = 60.0
"""The limit in processor seconds for work that ends."""

SOON = 0.05
"""The limit in processor seconds for work that does not end.

The wall-clock limit is twelve times as long.
"""


@pytest.fixture
def child(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = planted(tmp_path, WORKER)
    yield made
    made.stop()


def planted(folder, text):
    (folder / "worker.py").write_text(text)
    return Child((sys.executable, "-P", str(folder / "worker.py")), memory=2**30)


def is_running(pid):
    """Whether the process runs; a zombie does not count."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def descriptors():
    # Collect garbage first, because garbage collection may close descriptors between two counts.
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir()))


def wait_for_end(pid):
    patience = time.monotonic() + 600
    while is_running(pid) and time.monotonic() < patience:
        time.sleep(0.01)
    return not is_running(pid)


def assert_ends_with(asker, folder):
    """Assert that a child process ends when its parent is killed.

    The parent runs the code `asker`, which prints the id of the child.
    """
    with subprocess.Popen(
        [sys.executable, "-c", asker], cwd=folder, stdout=subprocess.PIPE
    ) as process:
        pid = int(process.stdout.readline())
        assert is_running(pid)
        process.kill()
    assert wait_for_end(pid)


@pytest.mark.parametrize(
    ("act", "seconds", "ended"),
    [
        ("kill", PATIENT, Ended("SIGKILL", -9)),
        ("abort", PATIENT, Ended("SIGABRT", -6)),
        ("other", PATIENT, Ended("exit code -40", -40)),
        ("exit", PATIENT, Ended("exit code 3", 3)),
        ("error", PATIENT, Ended("exit code 1", 1)),
        ("memory", PATIENT, Ended("exit code 1", 1)),
        ("forever", SOON, Ended("no answer within 0.6 s")),
    ],
)
def test_every_end_of_a_child_is_reported_and_later_questions_are_answered(
    child, act, seconds, ended
):
    assert child.ask([1], PATIENT) == [1]
    assert child.ask([[act]], seconds) == [ended]
    assert child.ask([2, "x"], PATIENT) == [2, "x"]


def test_a_busy_child_is_stopped_by_the_cpu_time_limit(child, monkeypatch):
    monkeypatch.setattr(verif.processes.child, "IMPATIENCE", 1e6)
    late = Ended("no answer within 0.05 s of processor time", -signal.SIGPROF)
    assert child.ask([["busy"]], SOON) == [late]
    assert child.ask([1], PATIENT) == [1]


@pytest.mark.parametrize(
    ("act", "message"),
    [
        ("memory", "exit code 1: MemoryError"),
        ("error", "exit code 1: ZeroDivisionError: integer division or modulo by zero"),
        ("kill", "SIGKILL"),
    ],
)
def test_the_last_output_belongs_to_the_question_that_ended_the_child(child, act, message):
    assert child.ask([["noise"]], PATIENT) == ["noise"]
    (ended,) = child.ask([[act]], PATIENT)
    assert str(ended) == message


def test_answers_stay_in_order_across_restarts(child):
    questions = list(range(700))
    ends = {3: "exit", 254: "kill", 255: "exit", 256: "kill", 511: "exit", 699: "kill"}
    for position, act in ends.items():
        questions[position] = [act]
    codes = {"exit": Ended("exit code 3", 3), "kill": Ended("SIGKILL", -9)}
    wanted = [codes[ends[k]] if k in ends else k for k in range(700)]
    assert child.ask(questions, PATIENT) == wanted


def test_no_questions_give_no_answers(child):
    assert child.ask([], PATIENT) == []


def test_a_late_answer_is_not_taken_for_the_next_question(child, tmp_path):
    assert child.ask([["late", "go"]], SOON) == [Ended("no answer within 0.6 s")]
    (tmp_path / "go").touch()
    assert child.ask([1, ["late", "go"], 2], PATIENT) == [1, "late", 2]


def test_an_interrupted_question_leaves_no_stale_answer(child):
    def raised(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGUSR1, raised)
    try:
        with pytest.raises(KeyboardInterrupt):
            child.ask([1, ["interrupt"], 2], PATIENT)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert child.ask([3, 4], PATIENT) == [3, 4]


def test_printed_output_is_not_an_answer_and_stdin_is_empty(child):
    assert child.ask([["noise"], 1, ["eof"], ["noise"], 2], PATIENT) == ["noise", 1, "", "noise", 2]


def test_only_one_process_answers_a_question_that_forks(child):
    assert child.ask([1], PATIENT) == [1]
    assert not child.has_forked
    first, one, second, two = child.ask([["fork"], 1, ["fork"], 2], PATIENT)
    assert (one, two) == (1, 2)
    assert first != second
    assert child.has_forked


def test_a_forked_grandchild_does_not_hide_the_end_of_the_child(child, tmp_path):
    assert child.ask([["fork and die", "pid"], 1], PATIENT) == [Ended("SIGKILL", -9), 1]
    assert wait_for_end(int((tmp_path / "pid").read_text()))


def test_grandchildren_are_killed_with_the_child(child):
    mine, forked = child.ask([["pid"], ["fork and stay"]], PATIENT)
    child.stop()
    assert not Path(f"/proc/{mine}").exists()
    assert wait_for_end(forked)


def test_a_child_killed_between_questions_is_replaced(child):
    (pid,) = child.ask([["pid"]], PATIENT)
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert child.ask([1], PATIENT) == [1]


def test_a_child_that_does_not_read_is_stopped(child):
    (pid,) = child.ask([["pid"]], PATIENT)
    os.kill(pid, signal.SIGSTOP)
    assert child.ask(["x" * 10_000_000], SOON) == [Ended("no answer within 0.6 s")]
    assert child.ask(["x" * 10_000_000], PATIENT) == ["x" * 10_000_000]


def test_ended_children_leave_no_process_or_descriptor(child):
    child.ask([1], PATIENT)
    before = descriptors()
    pids = [child.ask([["pid"], ["exit"]], PATIENT)[0] for _ in range(10)]
    assert child.ask([1], PATIENT) == [1]
    assert descriptors() == before
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    child.stop()
    assert descriptors() < before


def test_a_garbage_collected_child_ends(tmp_path):
    child = planted(tmp_path, WORKER)
    (pid,) = child.ask([["pid"]], PATIENT)
    del child
    assert not Path(f"/proc/{pid}").exists()


def test_concurrent_children_answer_their_own_questions(tmp_path):
    def answers_of(k):
        child = planted(tmp_path, WORKER)
        answers = child.ask([k, ["exit"], -k, ["pid"]], PATIENT)
        child.stop()
        return answers

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.map(answers_of, (1, 2))
    ended = Ended("exit code 3", 3)
    assert (first[:3], second[:3]) == ([1, ended, -1], [2, ended, -2])
    assert first[3] != second[3]


def test_a_fork_of_the_parent_starts_its_own_child(child):
    (pid,) = child.ask([["pid"]], PATIENT)
    reader, writer = os.pipe()
    forked = os.fork()
    if forked == 0:
        try:
            answers = child.ask([["pid"], 1], PATIENT)
            child.stop()
            os.write(writer, f"{answers[0] != pid} {answers[1]}".encode())
        finally:
            os._exit(0)
    os.waitpid(forked, 0)
    os.close(writer)
    with os.fdopen(reader) as answers:
        assert answers.read() == "True 1"
    assert child.ask([["pid"]], PATIENT) == [pid]


def test_a_child_ends_with_its_parent(tmp_path):
    (tmp_path / "worker.py").write_text(WORKER)
    asker = (
        "import sys; from verif.processes.child import Child\n"
        "child = Child((sys.executable, '-P', 'worker.py'), memory=2**30)\n"
        "print(child.ask([['pid']], 60)[0], flush=True)\n"
        "child.ask([['forever']], 60)\n"
    )
    assert_ends_with(asker, tmp_path)


def test_hello_returns_the_greeting_of_the_child(tmp_path):
    child = planted(tmp_path, WORKER)
    assert child.hello() == [str(tmp_path / "worker.py")]
    child.stop()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("raise ImportError('no such\\nthing')", "^thing$"),
        ("import os; os.abort()", "^SIGABRT$"),
        ("print(1)", "^exit code 0$"),
        ("import socket; socket.socket(fileno=0).send(b'hello\\n')", "^no answer but b'hello'$"),
    ],
)
def test_a_child_that_is_never_ready_is_an_error(tmp_path, text, problem):
    child = planted(tmp_path, text)
    for ask in (child.hello, lambda: child.ask([1], PATIENT)):
        with pytest.raises(NotStartedError, match=problem):
            ask()


def scripted_child(folder, *statements):
    """Return a child that executes the statements instead of answering."""
    first = "import socket, time", "channel = socket.socket(fileno=0)", "channel.send(b'[0, 0]\\n')"
    return planted(folder, "\n".join([*first, "channel.recv(100)", *statements]))


def test_answers_before_a_question_without_an_answer_are_given(tmp_path):
    child = scripted_child(tmp_path, "channel.send(b'[1, 5]\\n')", "time.sleep(600)")
    child.hello()
    child.deadline.move(1.0)
    answers = child.answers([1, 2, 3], PATIENT)
    assert next(answers) == 5
    with pytest.raises(OverdueError):
        next(answers)
    child.stop()


def test_a_question_that_is_being_answered_at_the_deadline_has_half_a_second(tmp_path):
    child = scripted_child(
        tmp_path, "time.sleep(0.2)", "channel.send(b'[1, 5]\\n')", "time.sleep(600)"
    )
    child.hello()
    child.deadline.move(0.1)
    assert child.ask([1], PATIENT) == [5]
    child.stop()


def test_no_question_is_asked_after_the_deadline(tmp_path):
    child = scripted_child(tmp_path, "channel.send(b'[1, 5]\\n')", "time.sleep(600)")
    child.hello()
    child.deadline.stop()
    with pytest.raises(DeadlineError):
        child.ask([1], PATIENT)


@pytest.mark.parametrize("line", ["[0, 1]", "[2, 1]", "[1]", "1", "[1", "warning: something", ""])
def test_a_malformed_answer_ends_the_child(tmp_path, line):
    child = scripted_child(tmp_path, f"channel.send({line.encode()!r} + b'\\n')", "time.sleep(600)")
    assert child.ask([1], PATIENT) == [Ended(f"no answer but {line.encode()!r}")]
    child.stop()


@pytest.mark.parametrize("last", ["channel.close()", "channel.send(b'[1, 1]')"])
def test_a_silent_child_is_stopped(tmp_path, last):
    child = scripted_child(tmp_path, last, "time.sleep(600)")
    assert child.ask([1], SOON) == [Ended("no answer within 0.6 s")]
    child.stop()


def test_modules_in_the_users_folder_do_not_shadow_a_child(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("spec", "verif", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not this one')\n")
    child = Child(python("verif.solvers.worker", "z3"), memory=2**34)
    assert child.hello() is None
    child.stop()
