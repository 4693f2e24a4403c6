"""Tests of claims, collected only by mutation runs. The proofs of the claims assume all lemmas.

A mutant that breaks a lemma is killed by the tests of the lemma's own proof.
"""

import pytest

from verif.certify.printing import printout
from verif.certify.theorems import FOLDER
from verif.claims.catalogue import catalogue
from verif.deciding.account import Account, quietly
from verif.deciding.proofs import judge
from verif.deciding.proving import Proof, prove
from verif.deciding.searching import fails_soon, searched
from verif.kernel.verdict import Outcome
from verif.theory import THEORY
from verif.upstream.named import named

CLAIMS = catalogue()
PROVED = [claim for claim in CLAIMS if claim.expect.outcome is Outcome.PROVED]
REFUTED = [claim for claim in CLAIMS if claim.expect.outcome is Outcome.REFUTED]

COMMITTED = (FOLDER / "Statements.v").read_text()
PRINTED = [claim for claim in CLAIMS if f"Definition S_{claim.id} " in COMMITTED]


@pytest.fixture
def account(monkeypatch):
    monkeypatch.setattr(judge(), "promised", frozenset(THEORY.contracts))
    monkeypatch.setattr(judge(), "second", None)
    return Account(quietly)


@pytest.mark.parametrize("claim", PROVED, ids=lambda claim: claim.id)
def test_a_proved_claim_has_no_quick_counterexample(claim):
    assert not fails_soon(claim, named(claim.accuses))


@pytest.mark.parametrize("claim", PRINTED, ids=lambda claim: claim.id)
def test_the_statement_printed_for_rocq_is_committed(claim):
    # Run the claim's function, too: a mutant is tested only by items that run the mutated function.
    assert not fails_soon(claim, named(claim.accuses))
    (text,) = [each.text for each in printout().statements if each.claim == claim.id]
    assert text in COMMITTED


@pytest.mark.parametrize("claim", REFUTED, ids=lambda claim: claim.id)
def test_a_refuted_claim_has_a_counterexample(claim, account):
    assert searched(account, claim, named(claim.accuses)).failure is not None


@pytest.mark.parametrize("claim", PROVED, ids=lambda claim: claim.id)
def test_a_claim_is_proved_at_the_expected_scope(claim, account):
    proof = prove(account, claim, 600.0)
    assert isinstance(proof, Proof)
    expected = claim.expect.scope
    assert expected is None or proof.scope.covers(expected)
