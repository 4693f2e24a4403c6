"""A sweep counts the same cases as a search, resumes after a stop, and never mixes two sweeps."""

import json
from concurrent.futures import BrokenExecutor, Executor, Future

import pytest

from verif.claims.catalogue import catalogue
from verif.deciding.selection import Reference
from verif.search.exhaustive import search
from verif.sweeps import checkpoint
from verif.sweeps.checkpoint import file_of, opened
from verif.sweeps.sweep import LostError, run
from verif.sweeps.tally import Sweep, Tally
from verif.upstream.named import named

CLAIMS = {claim.id: claim for claim in catalogue()}


class Here(Executor):
    """An executor that runs each part in this process, and fails after `most` parts."""

    def __init__(self, most=None):
        self.most = most
        self.ran = 0

    def submit(self, work, /, *arguments):
        future = Future()
        if self.ran == self.most:
            future.set_exception(BrokenExecutor())
        else:
            self.ran += 1
            future.set_result(work(*arguments))
        return future


def swept(sweep, path, executor):
    with opened(sweep, path) as opened_file:
        return run(sweep, executor, opened_file, lambda far: None)


def counts(tally):
    return tally.cases, tally.satisfied, tally.failed, tally.discarded, tally.least


@pytest.mark.parametrize("id", ["C1", "P1", "X1"])
def test_a_sweep_counts_the_cases_of_an_exhaustive_search(id, tmp_path):
    found = search(CLAIMS[id], named("spec").algebra, (3, 3), 10**6)
    tally = swept(Sweep(Reference(id), 3), tmp_path / "file", Here()).tally
    assert (tally.cases, tally.satisfied, tally.failed) == (found.cases, found.satisfied, 0)
    assert tally.cases == tally.satisfied + sum(tally.discarded.values())
    assert tally.satisfied > 0


def test_a_sweep_finds_the_smallest_counterexample(tmp_path):
    claim = CLAIMS["D1"]
    found = search(claim, named(claim.accuses).algebra, (5, 5), 10**6).failure
    tally = swept(Sweep(Reference("D1"), 5), tmp_path / "file", Here()).tally
    assert tally.least.arguments == {name: str(v) for name, v in found.arguments.items()}
    assert tally.least.broken == found.result.label
    assert tally.failed > 1


def test_a_killed_sweep_resumes_without_loss(tmp_path):
    sweep, path = Sweep(Reference("D1"), 5), tmp_path / "file"
    whole = swept(sweep, tmp_path / "other", Here())
    with pytest.raises(LostError, match="cases are recorded in"):
        swept(sweep, path, Here(3))
    # The process was killed while it wrote this line.
    with path.open("ab") as file:
        file.write(b'{"part":7,"tal')
    rest = Here()
    again = swept(sweep, path, rest)
    assert rest.ran == whole.parts - 3
    assert counts(again.tally) == counts(whole.tally)
    resumed = Here()
    assert counts(swept(sweep, path, resumed).tally) == counts(whole.tally)
    assert resumed.ran == 0


def test_a_checkpoint_belongs_to_one_sweep_and_one_source(tmp_path, monkeypatch):
    path = tmp_path / "file"
    swept(Sweep(Reference("C1"), 3), path, Here())
    before = path.read_bytes()
    with pytest.raises(OSError, match="belongs to a sweep of other arguments"):
        swept(Sweep(Reference("C1"), 4), path, Here())
    monkeypatch.setattr(checkpoint, "READ", ("spec",))
    with pytest.raises(OSError, match="older code"):
        swept(Sweep(Reference("C1"), 3), path, Here())
    assert path.read_bytes() == before


def test_a_foreign_file_is_not_overwritten(tmp_path):
    path = tmp_path / "file"
    path.write_text("mine\n")
    with pytest.raises(OSError, match="remove it first"):
        swept(Sweep(Reference("C1"), 2), path, Here())
    assert path.read_text() == "mine\n"


def test_two_sweeps_cannot_write_the_same_file(tmp_path):
    sweep, path = Sweep(Reference("C1"), 2), tmp_path / "file"
    with opened(sweep, path), pytest.raises(OSError, match="another sweep is writing this file"):
        swept(sweep, path, Here())


def test_tallies_add_up_in_any_order():
    first, second = (Tally(n, n, 0, n, {"a": n}, None, n, n) for n in (1, 2))
    assert first + second == second + first == Tally(3, 3, 0, 3, {"a": 3}, None, 3, 2)


def test_every_sweep_has_a_distinct_file(tmp_path):
    sweeps = [Sweep(Reference("D6"), 8), Sweep(Reference("D6"), 9), Sweep(Reference("D6"), 8, "a")]
    assert len({file_of(sweep, tmp_path) for sweep in sweeps}) == 3


def test_each_line_of_the_file_is_json(tmp_path):
    path = tmp_path / "file"
    done = swept(Sweep(Reference("D1"), 5), path, Here())
    head, *lines = map(json.loads, path.read_text().splitlines())
    assert (head["sweep"], head["size"]) == ("D1", 5)
    assert sorted(line["part"] for line in lines) == list(range(done.parts))
