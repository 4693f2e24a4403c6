"""Progress messages of commands that take long."""

import io

import pytest
from rich.console import Console

from verif.cli import upstream_faults
from verif.processes.waiting import waiting


class _Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_wait_is_shown_on_a_terminal_and_then_cleared(monkeypatch):
    shown = _Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", shown)
    with waiting("looking for a proof"):
        pass
    assert "looking for a proof" in shown.getvalue()
    assert shown.getvalue().endswith("\x1b[2K")


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
