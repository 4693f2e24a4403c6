"""Ask real compilers in processes of their own, because some questions end the process."""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

KEPT = Path(__file__).parent / "kept"
"""Answers that compilers gave: `python -m tests.audit.peers.keep` writes them."""

REQUIRED = "REQUIRE_COMPILERS"
"""If this environment variable is set, as by `make test-audit`, a missing compiler fails a test."""


def is_installed(module):
    package = module.partition(".")[0]
    return find_spec(package) is not None and find_spec(module) is not None


def require(*modules):
    """Skip the test if a module is not installed, or fail if compilers are required."""
    absent = [one for one in modules if not is_installed(one)]
    if absent:
        reason = f"not installed: {', '.join(absent)}"
        if REQUIRED in os.environ:
            pytest.fail(reason)
        pytest.skip(reason)


def answers(script, cases, **environment):
    """Return a script's answer to each case; for a case that ends the process, its signal.

    The script reads a list of cases as JSON and prints one line of JSON for each. After a case that
    ends the process, a new process answers the cases that are left.
    """
    found = []
    while len(found) < len(cases):
        done = subprocess.run(
            [sys.executable, "-m", f"tests.audit.peers.{script}"],
            input=json.dumps(cases[len(found) :]),
            cwd=ROOT,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        found += map(json.loads, done.stdout.splitlines())
        if done.returncode < 0:
            said = re.findall(r"Assertion (.*) failed", done.stderr)
            found.append({"signal": -done.returncode, "assertion": said[-1] if said else ""})
        else:
            assert done.returncode == 0, done.stderr[-2000:]
    return found


def answer_cases(answer):
    """Answer the cases of standard input, one line each."""
    for case in json.load(sys.stdin):
        sys.stdout.write(json.dumps(answer(case)) + "\n")
        sys.stdout.flush()
