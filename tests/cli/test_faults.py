"""Faults during a run of `prove` do not change verdicts, and do not lose or truncate reports."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

import spec
from verif.claims.catalogue import catalogue
from verif.search.strategies import sample

ROOT = Path(__file__).parents[2]

CLAIMS = """
from verif import REFUTED, Integers, Layouts, claim, ensure


@claim("LEAST", "a layout has at least one element", source="", A=Layouts())
def least(alg, A):
    ensure("one at least", A.size >= 1)


@claim("SMALL", "every integer is small", source="", expect=REFUTED, i=Integers())
def small(alg, i):
    ensure("small", i <= 1000)
"""

VERDICTS = {"LEAST": ("PROVED", "all"), "SMALL": ("REFUTED", None)}

OLD = "what was there before\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "claims.py").write_text(CLAIMS)
    (tmp_path / "out.json").write_text(OLD)
    return tmp_path


def started(folder, *arguments, environment=None, **options):
    """Start the command on the claims file in a separate session."""
    code = "from verif.cli.main import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *(arguments or ("prove", "claims.py", "--json", "out.json"))],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **options,
    )


def verdicts(folder):
    """Return each claim's verdict in the report, and the ranks for which the claim is proved.

    If the claim is not proved, return None instead of the ranks.
    """
    found = json.loads((folder / "out.json").read_text())["claims"]
    return {one["id"]: (one["verdict"], ranks_of(one)) for one in found}


def ranks_of(one):
    return one["scope"]["ranks"] if one["verdict"] == "PROVED" else None


def left_by(session):
    """Return the running processes of a session."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(of) == session and state != "Z":
            found.append(int(stat.parent.name))
    return found


def require_none_left(session):
    end = time.monotonic() + 600
    while left_by(session) and time.monotonic() < end:
        time.sleep(0.05)
    assert not left_by(session)


def require_as_ever(folder, **options):
    """Run the command, and assert that its verdicts are the same as without faults."""
    run = started(folder, **options)
    out, err = run.communicate()
    assert run.returncode == 0, out + err
    assert verdicts(folder) == VERDICTS
    assert sorted(path.name for path in folder.iterdir() if path.name[0] == ".") == []


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.1, 0.5, 1, 1.5, 2, 3])
def test_a_killed_run_leaves_a_whole_report_and_no_process(folder, seconds):
    run = started(folder)
    # On a fast machine, the run may end before it is killed. Then the report is complete.
    with suppress(subprocess.TimeoutExpired):
        run.communicate(timeout=seconds)
    run.send_signal(signal.SIGKILL)
    run.communicate()
    if (folder / "out.json").read_text() != OLD:
        assert verdicts(folder) == VERDICTS
    require_none_left(run.pid)
    require_as_ever(folder)


def no_room():
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def test_a_full_disk_keeps_the_old_report(folder):
    report = ("--json", "out.json")
    # Without this variable, Python would leave truncated compiled modules for later imports.
    uncompiled = {"PYTHONDONTWRITEBYTECODE": "1"}
    limited = {"preexec_fn": no_room, "environment": uncompiled}
    run = started(folder, "prove", "claims.py:SMALL", *report, **limited)
    _, err = run.communicate()
    assert run.returncode == 2
    assert "File too large" in err.splitlines()[-1]
    assert (folder / "out.json").read_text() == OLD
    assert sorted(path.name for path in folder.iterdir()) == ["claims.py", "out.json"]


def test_a_full_disk_is_reported_in_one_line(folder):
    with Path("/dev/full").open("w") as full:
        run = started(folder, "eval", "coalesce((2,4):(1,2))", stdout=full)
        _, err = run.communicate()
    assert (run.returncode, err) == (2, "layout-verif: [Errno 28] No space left on device\n")


@pytest.mark.long
def test_concurrent_runs_write_one_whole_report(folder):
    runs = [started(folder), started(folder)]
    for run in runs:
        out, err = run.communicate()
        assert run.returncode == 0, out + err
        assert verdicts(folder) == VERDICTS


@pytest.mark.long
def test_verdicts_are_the_same_under_load(folder):
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(10)]
    try:
        require_as_ever(folder)
    finally:
        for one in busy:
            one.kill()
            one.wait()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_verdicts_are_the_same_for_ten_hash_seeds(folder, seed):
    require_as_ever(folder, environment={"PYTHONHASHSEED": str(seed)})


def test_a_proved_claim_passes_random_cases_of_ten_seeds():
    (claim,) = (one for one in catalogue() if one.id == "C1")
    assert [sample(claim, spec, 10, seed).failure for seed in range(10)] == [None] * 10
