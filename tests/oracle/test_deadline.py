"""A check ends in time with its findings so far, even if the implementation hangs."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from msgspec.structs import replace

from tests.oracle.checkouts import PYCUTE, checked_out, rewritten
from verif.cli.main import main
from verif.oracle.annotations import summary
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.check import check
from verif.processes.deadline import Deadline
from verif.upstream.implementation import implementation

SLEEPY = """\
import time
from pathlib import Path
from spec import Layout
import spec

size = spec.size

def depth(a):
    Path("began").touch()
    time.sleep(3600)

def cosize(a):
    return 0
"""


ENDLESS = """\
import spec
from spec import Layout

def cosize(a):
    while True:
        pass
"""


@pytest.fixture
def sleepy(tmp_path, monkeypatch):
    (tmp_path / "sleepy.py").write_text(SLEEPY)
    monkeypatch.chdir(tmp_path)
    real = implementation("module:sleepy")
    yield real
    real.stop()


def test_a_sleeping_implementation_does_not_exceed_the_budget(sleepy):
    found = check(sleepy, 2.0)
    assert not found.given_up, "it was waited for"
    assert found.record.cases < 5000


def test_a_call_without_an_answer_is_named_and_the_status_is_unknown(tmp_path, monkeypatch, capsys):
    (tmp_path / "endless.py").write_text(ENDLESS)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["upstream", "check", "module:endless", "--budget", "3", "--json", "out.json"])
    out = " ".join(capsys.readouterr().out.split())
    assert ended.value.code == 3, out
    assert "; 0 new, " in out
    said = "cosize(1:0) had no answer when time was up, so the call may hang"
    assert f"{said}: give a longer --budget" in out
    (record,) = json.loads((tmp_path / "out.json").read_text())["checks"]
    assert record["unanswered"] == "cosize(1:0)"


def test_outcomes_before_a_call_without_an_answer_count(sleepy):
    found = check(sleepy, 3.0)
    assert [fault.operation for fault in found.new] == ["cosize"], "a fault before depth hangs"
    assert found.record.unanswered == "depth(1:0)"
    assert summary(found.record).startswith("### sleepy unversioned: 1 new fault")


def test_the_summary_of_a_check_names_the_call_without_an_answer(sleepy):
    found = check(sleepy, 3.0).record
    undecided = replace(found, new=())
    assert not undecided.is_decided
    first, *_ = summary(undecided).splitlines()
    assert first.endswith(": depth(1:0) had no answer when time was up, so the call may hang")


@pytest.mark.long
def test_an_operation_that_hangs_twice_is_skipped(sleepy):
    sleepy.seconds = 0.2
    found = check(sleepy, 600.0)
    assert {fault.operation for fault in found.new} == {"cosize", "depth"}
    assert found.given_up == {"depth"}
    assert found.record.cases == found.record.total - 1000 + 2


def test_a_stopped_deadline_stays_over():
    deadline = Deadline()
    assert not deadline.is_over
    deadline.stop()
    deadline.move(100.0)
    assert deadline.is_over


def test_sigterm_writes_the_findings_so_far(tmp_path):
    (tmp_path / "sleepy.py").write_text(SLEEPY)
    main = "import sys; from verif.cli.main import main; main(sys.argv[1:])"
    arguments = ("upstream", "check", "module:sleepy", "--json", "out.json", "--budget", "600")
    with subprocess.Popen(
        [sys.executable, "-c", main, *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        while process.poll() is None and not (tmp_path / "began").exists():
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=600)
    assert process.returncode == 1
    assert out.startswith("sleepy unversioned: ")
    assert "no time was left to find all causes, so cases may be counted under another fault" in out
    assert json.loads((tmp_path / "out.json").read_text())["schema_version"] == 3


def test_no_process_is_started_after_the_deadline():
    stopped = Deadline()
    stopped.stop()
    real = implementation(f"pycute@{PYCUTE}")
    found = check(real, 4.0, read_baseline(committed("pycute", "4.2.0.0")), deadline=stopped)
    real.stop()
    assert (found.record.cases, found.record.new, found.record.gone) == (0, (), ())
    assert "nothing is new" not in summary(found.record)


def test_findings_without_a_traced_cause_are_counted(tmp_path):
    copy = checked_out(tmp_path)
    rewritten(copy, "  for (stride, shape) in sorted_DS:", "  for (shape, stride) in sorted_DS:")
    stopped = Deadline()

    def as_sigterm_does(done, total):
        # After a twentieth of the cases, several operations that use complement have failed.
        if done > total // 20:
            stopped.stop()

    real = implementation(f"pycute@{copy}")
    known = read_baseline(committed("pycute", "4.2.0.0"))
    found = check(real, 600.0, known, progress=as_sigterm_does, deadline=stopped)
    real.stop()
    assert found.unfollowed == len(found.new) > 1
    assert found.is_cut_off


def test_forking_calls_are_reported(tmp_path, monkeypatch, capsys):
    size = "def size(a):\n  os.fork()\n  return spec.size(a)\n"
    (tmp_path / "forking.py").write_text(f"import os, spec\nfrom spec import Layout\n{size}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("verif.oracle.examined.MOST", 20)
    with pytest.raises(SystemExit) as ended:
        main(["upstream", "check", "module:forking", "--budget", "600"])
    out = capsys.readouterr().out
    assert ended.value.code == 0, out
    assert "its calls fork" in out
    assert "no time was left" not in out


ASLEEP = """\
import time
import spec

class Layout(spec.Layout):
    def __init__(self, *arguments):
        time.sleep(3600)
"""


def test_a_check_without_cases_is_unknown(tmp_path, monkeypatch, capsys):
    (tmp_path / "asleep.py").write_text(ASLEEP)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["upstream", "check", "module:asleep", "--budget", "0.5"])
    out = capsys.readouterr().out
    assert ended.value.code == 3, out
    assert "no case was run" in out
