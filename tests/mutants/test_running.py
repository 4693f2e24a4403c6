"""A run reuses a mutant's results as long as the statement around the mutant is unchanged."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.mutants.changes import mutants_of
from tests.mutants.looking import KILLED, SURVIVED
from tests.mutants.record import file_record
from tests.mutants.running import Log
from tests.mutants.swapping import ROOT
from tests.mutants.unchanged import files_now, require_unchanged

FILE = "spec/coalesce.py"
TEXT = (ROOT / FILE).read_text()
MUTANTS = mutants_of(FILE, TEXT)
TEST = "tests/mutants/test_running.py::test_a_log_starts_from_the_record"


def test_a_log_starts_from_the_record(tmp_path):
    log, again = Log(tmp_path / "log"), Log(tmp_path / "again")
    killed, argued, waiting, *others = MUTANTS
    log.note(killed, 2, KILLED, TEST)
    log.note(argued, 2, SURVIVED, None)
    log.note(waiting, 1, SURVIVED, None)
    one = file_record(MUTANTS, {killed.key: TEST, argued.key: None}, {waiting.key})

    again.begin({FILE: one}, MUTANTS)
    assert again.outcomes() == log.outcomes()
    assert again.unsettled(MUTANTS, 2) == [waiting, *others]

    # A mutant is tested again if the test that killed it no longer exists.
    again.begin({FILE: replace(one, killers={f"{TEST}_once": [killed.key]})}, MUTANTS)
    assert again.unsettled(MUTANTS, 1) == [killed, *others]


def test_a_known_result_holds_while_the_function_is_unchanged(tmp_path):
    log = Log(tmp_path / "log")
    for mutant in MUTANTS:
        log.note(mutant, 1, KILLED, TEST)
    (changed, *_) = [m for m in MUTANTS if m.within == "push"]
    others = mutants_of(FILE, f"# A line more.\n{TEXT}")
    assert not log.unsettled(others, 1)
    other = changed.around.replace(changed.was, f"{changed.was}  # another text")
    others = mutants_of(FILE, TEXT.replace(changed.around, other))
    assert {m.within for m in log.unsettled(others, 1)} == {"push"}


def test_a_run_stops_if_a_file_changes(tmp_path):
    (tmp_path / "tests").mkdir()
    file = tmp_path / "tests" / "test_some.py"
    file.write_text("def test_it(): ...\n")
    before = files_now(tmp_path)
    require_unchanged(before, tmp_path)
    file.write_text("def test_it(): assert False\n")
    with pytest.raises(SystemExit, match=r"^tests/test_some\.py has changed since the run began"):
        require_unchanged(before, tmp_path)
    file.unlink()
    with pytest.raises(SystemExit, match=r"tests/test_some\.py has changed"):
        require_unchanged(before, tmp_path)


@pytest.mark.parametrize("count", [5, pytest.param(40, marks=pytest.mark.long)])
def test_killed_mutants_are_killed_again(count):
    # The run forks, so it gets a separate process.
    run = [sys.executable, "-W", "ignore", "-m", "tests.mutants.running", "--sample", str(count)]
    found = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    assert re.search(r"^[1-9]\d* mutants are shown", found.stdout, re.MULTILINE)
