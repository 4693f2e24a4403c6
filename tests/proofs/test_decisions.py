"""Runs share decisions only through the `kept_folder`, which has only expected verdicts."""

import os
import subprocess
from pathlib import Path

import pytest

import tests.decisions
from tests.decisions import Decisions, kept_folder
from verif.kernel.verdict import Outcome, Verdict
from verif.records import identity
from verif.theory import THEORY

ROOT = Path(__file__).parents[2]


@pytest.fixture
def started(tmp_path):
    """Return a function that starts a run with a folder `name` and the kept folder of all runs."""
    return lambda name: Decisions(tmp_path / name, tmp_path / "kept")


@pytest.fixture
def counted(monkeypatch):
    """Return a list that grows by each lemma that is proved during the test."""
    proved = []
    prove = tests.decisions.prove_contract

    def counting(judge, theory, contract):
        proved.append(contract)
        return prove(judge, theory, contract)

    monkeypatch.setattr(tests.decisions, "prove_contract", counting)
    return proved


def test_a_later_run_reuses_a_theorem(started, counted):
    first = started("first").lemma(THEORY.contracts[0])
    assert started("second").lemma(THEORY.contracts[0]) == first
    assert counted == [THEORY.contracts[0]]


def test_a_run_without_a_kept_folder_proves_again(started, counted, tmp_path):
    started("first").lemma(THEORY.contracts[0])
    Decisions(tmp_path / "second").lemma(THEORY.contracts[0])
    assert counted == [THEORY.contracts[0]] * 2


def test_a_verdict_that_is_not_expected_is_not_kept(started, monkeypatch):
    decided = []

    def undecided(claim, seconds):
        decided.append(claim.id)
        return Verdict(Outcome.UNKNOWN, reason="too slow")

    monkeypatch.setattr(tests.decisions, "decide", undecided)
    for name in ("first", "second"):
        assert not started(name).claim("C2").as_expected
    assert decided == ["C2", "C2"]


def test_another_key_deletes_the_kept_decisions(monkeypatch, tmp_path):
    monkeypatch.setattr(tests.decisions, "ROOT", tmp_path)
    before = kept_folder()
    assert kept_folder() == before
    monkeypatch.setattr(identity, "version", lambda package: "another")
    identity._versions.cache_clear()
    try:
        after = kept_folder()
    finally:
        identity._versions.cache_clear()
    assert after != before
    assert (after.exists(), before.exists()) == (True, False)


@pytest.mark.parametrize(("ci", "reuses"), [("", True), ("true", False), ("1", False)])
def test_make_test_reuses_decisions_except_in_ci(ci, reuses):
    told = subprocess.run(
        ["make", "--no-print-directory", "-n", "test"],
        cwd=ROOT,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert ("-m pytest --kept-decisions" in told) == reuses
