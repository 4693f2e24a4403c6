"""Runs share decisions only through the folder `kept`, which has only expected verdicts."""

import pytest

import tests.decisions
from tests.decisions import Decisions
from verif.cli.main import main
from verif.deciding.proofs import judge
from verif.kernel.verdict import Outcome, Verdict
from verif.records import identity
from verif.records.theorems import current
from verif.theory import THEORY


@pytest.fixture
def started(tmp_path):
    """Return a function that starts a run, given the name of the run's folder.

    All runs share the folder of kept decisions.
    """
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


def test_a_later_run_adopts_a_theorem(started, monkeypatch):
    contract = THEORY.contracts[0]
    started("first").lemma(contract)
    without_theorems = judge().leaning_on(())
    monkeypatch.setattr(tests.decisions, "judge", lambda: without_theorems)
    started("second").adopt()
    assert [*without_theorems.theorems] == [contract]


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


def test_a_run_reuses_the_theorems_of_prove(monkeypatch, tmp_path):
    with pytest.raises(SystemExit):
        main(["prove", "C2", "--theorems", str(tmp_path)])
    monkeypatch.setattr(tests.decisions, "decide", None)
    decided = Decisions(tmp_path / "run", current(tmp_path)).claim("C2")
    assert decided.as_expected
    assert decided.theorem is not None


MINE = """
from verif import Integers, claim, ensure


@claim("C2", "a number is itself", source="here", n=Integers(low=0))
def C2(alg, n: int):
    ensure("itself", n == n)
"""


def test_a_claim_of_a_user_with_an_id_of_the_catalogue_is_not_kept(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    with pytest.raises(SystemExit) as ended:
        main(["prove", str(file), "--theorems", str(tmp_path / "kept")])
    assert ended.value.code == 0
    assert not [*current(tmp_path / "kept").glob("claims/*")]


def test_another_key_deletes_the_kept_decisions(monkeypatch, tmp_path):
    before = current(tmp_path)
    assert current(tmp_path) == before
    monkeypatch.setattr(identity, "version", lambda package: "another")
    identity._versions.cache_clear()
    try:
        after = current(tmp_path)
    finally:
        identity._versions.cache_clear()
    assert after != before
    assert (after.exists(), before.exists()) == (True, False)
