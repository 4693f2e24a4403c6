"""Commands that take a long time show their progress."""

import io
import re
import time
from pathlib import Path

import pytest
from rich.console import Console

from verif.cli import upstream_faults
from verif.deciding.proofs import judge
from verif.processes.waiting import doing, numbered, waiting

ROOT = Path(__file__).parents[2]


class _Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_wait_is_shown_on_a_terminal_and_then_cleared(monkeypatch):
    shown = _Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", shown)
    monkeypatch.setattr("verif.processes.waiting.DELAY", 0.01)
    with waiting("looking for a proof"):
        deadline = time.monotonic() + 60
        while "looking for a proof; 0 s" not in shown.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert "looking for a proof; 0 s" in shown.getvalue()
    assert shown.getvalue().endswith("\x1b[2K")


def test_a_wait_shows_the_step_that_was_named_last(monkeypatch):
    shown = _Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", shown)
    monkeypatch.setattr("verif.processes.waiting.DELAY", 0.01)
    monkeypatch.setattr("verif.processes.waiting.EVERY", 0.01)
    doing("an earlier wait")
    with waiting("looking for a proof"):
        for step in ("first", "second"):
            doing(step)
            deadline = time.monotonic() + 60
            while f"proof; 0 s; {step}" not in shown.getvalue() and time.monotonic() < deadline:
                time.sleep(0.01)
            assert f"looking for a proof; 0 s; {step}" in shown.getvalue()
    assert "an earlier wait" not in shown.getvalue()


STEPS = (
    (("check", "injective((4,8):(1,3))"), {"injective((4,8):(1,3))"}),
    (("check", "injective((M,4):(4,1))", "--for", "M"), {"for-all-sizes at every rank"}),
    (("explain", "quotient_and_remainder_are_unique"), {"quotient_and_remainder_are_unique"}),
)


@pytest.mark.parametrize(("arguments", "names"), STEPS, ids=str)
def test_a_long_command_names_the_statement_that_it_decides(run, monkeypatch, arguments, names):
    named = []
    monkeypatch.setattr("verif.processes.waiting._steps", _Recorded(named))
    monkeypatch.setattr(judge(), "_answers", {})
    monkeypatch.setattr(judge(), "theorems", {})
    run(*arguments)
    assert {re.split("[:,] ", name)[0] for name in named} >= names


class _Recorded(list):
    def __init__(self, named):
        super().__init__([""])
        self.named = named

    def __setitem__(self, index, name):
        self.named.append(name)


def test_a_short_wait_shows_nothing(monkeypatch):
    shown = _Terminal()
    monkeypatch.setattr("sys.stderr", shown)
    monkeypatch.setattr("verif.processes.waiting.DELAY", 3600)
    with waiting("looking for a proof"):
        pass
    assert shown.getvalue() == ""


@pytest.mark.parametrize("count", [1, 3])
def test_waits_for_several_things_are_numbered(count):
    found = [message for _, message in numbered(range(count), "file {}".format)]
    assert found == (["file 0"] if count == 1 else [f"file {k} ({k + 1} of 3)" for k in range(3)])


COMMANDS = (
    ("check", "injective((4,8):(1,3))"),
    ("check", "injective((M,4):(4,1))", "--for", "M"),
    ("find", "swizzle", "--smem", "(8,8):(8,1)", "--type", "f16", "--load", "(8,8):(1,8)"),
    ("audit", "prints.txt"),
    ("kernel", str(ROOT / "examples" / "kernels" / "blocked_copy.kernel.toml")),
)


@pytest.mark.parametrize("arguments", COMMANDS, ids=str)
def test_every_command_that_may_take_long_shows_progress(run, monkeypatch, tmp_path, arguments):
    (tmp_path / "prints.txt").write_text("(4,8):(1,4)\n")
    quiet, shown = run(*arguments), []
    monkeypatch.setattr("sys.stderr", _Terminal())
    monkeypatch.setattr("verif.processes.waiting._show", lambda text, _: shown.append(text))
    told = run(*arguments)
    assert (told.status, told.out) == (quiet.status, quiet.out)
    assert re.search("deciding|trying", *shown)


def test_a_wait_without_a_terminal_is_silent(capsys):
    with waiting("looking for a proof"):
        pass
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("pause", "told"), [(3, ()), (9.9, (2,)), (10.1, (1, 2, 3))])
def test_a_check_without_a_terminal_prints_its_progress_every_ten_seconds(monkeypatch, pause, told):
    times = iter(pause * count for count in range(4))
    monkeypatch.setattr(upstream_faults.time, "monotonic", lambda: next(times))
    shown = io.StringIO()

    class Port:
        operations = frozenset({"size"})

        def __str__(self):
            return "port 1"

    with upstream_faults._progress(Console(file=shown), Port(), 60) as tell:
        for done in (1, 2, 3):
            tell(done, 3)
    first, *later = shown.getvalue().splitlines()
    assert first == "checking 1 operation of port 1, for at most 60 s (--budget)"
    assert later == [f"port 1: {done} of 3 cases" for done in told]
