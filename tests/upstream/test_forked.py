"""If a call kills the forked process, a new process is forked for the next call."""

import json
import subprocess
import sys

import pytest

SCRIPT = """
import ctypes, json, os, signal, sys
from verif.upstream.forked import Forked

made = []

def make():
    made.append(os.getpid())
    return answer

def answer(question):
    match question:
        case "who":
            return [os.getpid(), made]
        case "abort":
            os.abort()
        case "assert":
            os.write(2, b"t.h:7: int f(int): Assertion `size > 0' failed.")
            os.abort()
        case "unreachable":
            os.write(2, b"not supported\\nUNREACHABLE executed at f.h:9!")
            os.abort()
        case "trap":
            os.kill(os.getpid(), signal.SIGFPE)
        case "exit":
            os._exit(3)
        case "endless":
            while True:
                pass
        case other:
            return other

forked = Forked(make)
print(json.dumps([forked.ask(question) for question in json.loads(sys.argv[1])]))
"""


def answers_to(*questions):
    """Return the answers to the questions. After a question that ends the process, fork again."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(questions)],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_one_process_answers_until_a_call_kills_it():
    first, same, _, other = answers_to("who", "who", "abort", "who")
    assert first == same
    assert other[0] != first[0]
    # The modules were loaded once, before the processes were forked.
    assert other[1] == first[1]
    assert len(first[1]) == 1
    assert first[1][0] not in {first[0], other[0]}


@pytest.mark.parametrize(
    ("question", "outcome"),
    [
        ("abort", {"crashed": "SIGABRT"}),
        ("trap", {"crashed": "SIGFPE"}),
        ("exit", {"crashed": "exit code 3"}),
        ("assert", {"rejected": "SIGABRT: Assertion 'size > 0' failed"}),
        ("unreachable", {"rejected": "SIGABRT: not supported UNREACHABLE executed"}),
    ],
)
def test_the_end_of_a_process_is_reported_as_an_outcome(question, outcome):
    assert answers_to("before", question, "after") == ["before", outcome, "after"]


def test_an_endless_call_is_stopped():
    assert answers_to("endless", "after") == [{"crashed": "SIGPROF"}, "after"]
