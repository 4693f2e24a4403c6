"""Ask real compilers in separate processes, because some questions abort the process."""

import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

KEPT = Path(__file__).parent / "kept"
"""Recorded answers of compilers; `python -m tests.audit.peers.keep` writes them."""

REQUIRED = "REQUIRE_COMPILERS"
"""If this environment variable is set, as by `make test-audit`, a missing compiler fails a test."""


def is_installed(module):
    package = module.partition(".")[0]
    return find_spec(package) is not None and find_spec(module) is not None


def require(*modules):
    """Skip the test if a module is not installed, but fail it if compilers are required."""
    absent = [one for one in modules if not is_installed(one)]
    if absent:
        reason = f"not installed: {', '.join(absent)}"
        if REQUIRED in os.environ:
            pytest.fail(reason)
        pytest.skip(reason)


def answers(script, cases, **environment):
    """Run a script in a separate process, and return its answer to each case."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.audit.peers.{script}"],
        input=json.dumps(cases),
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = [*map(json.loads, done.stdout.splitlines())]
    assert len(found) == len(cases)
    return found


def answer_cases(answer):
    """Answer the cases on standard input, each with one line of JSON.

    This process has already loaded the compiler. Its forks calculate the answers. If a case aborts
    a fork, the answer to this case is the signal and the failed assertion, and another fork answers
    the remaining cases.
    """
    cases, done = json.load(sys.stdin), 0
    while done < len(cases):
        with tempfile.TemporaryFile("w+") as said:
            read, write = os.pipe()
            child = os.fork()
            if child == 0:
                _answer_here(answer, cases[done:], write, said)
            os.close(write)
            with os.fdopen(read) as lines:
                for line in lines:
                    sys.stdout.write(line)
                    done += 1
            _, status = os.waitpid(child, 0)
            said.seek(0)
            if os.WIFSIGNALED(status):
                failed = re.findall(r"Assertion (.*) failed", said.read())
                found = {"signal": os.WTERMSIG(status), "assertion": "".join(failed[-1:])}
                sys.stdout.write(json.dumps(found) + "\n")
                done += 1
            elif status:
                sys.exit(said.read())


def _answer_here(answer, cases, write, said):
    os.dup2(said.fileno(), sys.stderr.fileno())
    status = 1
    try:
        with os.fdopen(write, "w") as lines:
            for case in cases:
                lines.write(json.dumps(answer(case)) + "\n")
                lines.flush()
        status = 0
    except Exception:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)
