"""The command `sweep`: its output, its file and its exit codes."""

import json
import sys

import pytest


@pytest.fixture
def run(run, tmp_path):
    kept = str(tmp_path / "kept")
    return lambda *arguments: run("sweep", *arguments, "--jobs", "1", "--checkpoints", kept)


def test_counts_on_the_terminal_and_as_json(run, tmp_path):
    file = tmp_path / "counts.json"
    status, out, _ = run("D1", "C1", "--max-size", "5", "--json", str(file))
    assert status == 1
    assert "D1  FAILS on pycute" in out
    assert "least: A = (1,1):(0,1), B = (1,2):(0,1), i = 1: " in out
    assert "C1  holds on spec" in out
    first, second = json.loads(file.read_text())["sweeps"]
    assert (first["claim"], first["size"], second["failed"]) == ("D1", 5, 0)
    assert first["cases"] == first["satisfied"] + sum(first["discarded"].values())
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == [
        "C1-5.jsonl",
        "D1-5.jsonl",
    ]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("D66", "--max-size", "3"), "unknown claim or lemma 'D66'"),
        (("D6", "--max-size", "3", "--against", "nothing"), "unknown implementation 'nothing'"),
        (("D6", "--max-size", "-1"), "-1 is not in the range"),
        (("D6", "--max-size", "seven"), "Invalid value for '--max-size': write an integer"),
    ],
)
def test_bad_input_is_rejected_in_one_line(run, arguments, problem):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert problem in err
    assert err.count("\n") == 1


NO_CONCLUSION = """
@claim("NONE", "nothing is concluded", source="here", A=Layouts())
def nothing_is_concluded(alg, A):
    assume("more than one element", A.size > 1)


@claim("FAR", "a conclusion about large layouts", source="here", A=Layouts())
def of_large_layouts(alg, A):
    if A.size > 10**9:
        ensure("positive", A.size > 0)


@claim("SOME", "a conclusion about some layouts", source="here", A=Layouts())
def of_some_layouts(alg, A):
    if A.size > 1:
        ensure("positive", A.size > 0)
"""


def test_a_sweep_without_a_conclusion_does_not_hold(run, claims_file, tmp_path):
    path, file = claims_file(NO_CONCLUSION), tmp_path / "counts.json"
    status, out, _ = run(path, "--max-size", "2", "--json", str(file))
    assert status == 1
    assert "mine.py:NONE  is VACUOUS on spec" in out
    assert "mine.py:FAR  is VACUOUS on spec" in out
    assert "mine.py:SOME  holds on spec" in out
    none, far, some = json.loads(file.read_text())["sweeps"]
    for record in (none, far, some):
        discarded = sum(record["discarded"].values())
        assert record["cases"] == record["satisfied"] + record["unconcluded"] + discarded
    assert none["satisfied"] == far["satisfied"] == 0 < some["satisfied"]
    assert (none["unconcluded"], none["discarded"]) == (
        some["satisfied"],
        {"more than one element": some["unconcluded"]},
    )
    assert far["unconcluded"] == far["cases"]
    assert f"      {far['cases']} without a conclusion: no `ensure` is reached" in out


def test_a_sweep_that_cannot_start_leaves_no_folder(run, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, out, err = run("X1", "--max-size", "3", "--scheduler", "tcp://127.0.0.1:8786")
    assert (status, out) == (2, "")
    assert "pip install 'layout-verif[cluster]'" in err
    assert list(tmp_path.iterdir()) == []
