"""Every claim of the catalogue has its expected verdict at its expected scope."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.decisions import Decisions
from tests.sampling import by_text, one_of_each
from verif.certify.obligations.proved import rested_on
from verif.claims.catalogue import catalogue
from verif.kernel.claim import Claim
from verif.kernel.verdict import ALL, Outcome
from verif.search.concrete import Fails, run_concretely
from verif.search.strategies import sample
from verif.theory import THEORY
from verif.upstream.in_process import SPEC
from verif.upstream.named import named

FEWEST_CLAIMS = 175
FEWEST_FOR_EVERY_RANK = 90
FEWEST_CASES = 295_000

GIVEN = json.loads((Path(__file__).parents[2] / "reports" / "obligations.json").read_text())
"""The counts that `make obligations` writes. The README quotes them."""

CLAIMS = catalogue()
IDS = [claim.id for claim in CLAIMS]


# The last claims take longest, so they start first.
@pytest.mark.parametrize("claim", CLAIMS[::-1], ids=IDS[::-1])
def test_the_claim_is_decided_as_expected(claim: Claim, decisions: Decisions) -> None:
    decided = decisions.claim(claim.id)
    verdict = decided.verdict
    assert decided.as_expected, f"{verdict.outcome} {verdict.scope}: {verdict.reason}"


@pytest.mark.parametrize("claim", CLAIMS, ids=IDS)
def test_proved_claims_have_a_witness_and_refuted_claims_replay(
    claim: Claim, decisions: Decisions
) -> None:
    verdict = decisions.claim(claim.id).verdict
    if verdict.outcome is Outcome.PROVED:
        assert verdict.theorem is not None
        assert all(discharge.holds for discharge in verdict.theorem.discharges)
        assert set(verdict.witness) == set(claim.domains)
    if verdict.outcome is Outcome.REFUTED:
        assert verdict.replayed_on


RARELY_CONCLUDED = {"C3"}
"""Claims with conclusions about two layouts of equal sizes, which are rarely drawn."""


@pytest.mark.parametrize(
    "claim", one_of_each([c for c in CLAIMS if c.expect.outcome is Outcome.PROVED], by_text)
)
def test_proved_claims_hold_in_random_cases(claim: Claim) -> None:
    sampled = sample(claim, SPEC.algebra, examples=10, seed=7)
    assert sampled.failure is None
    assert sampled.satisfied > 0 or claim.id in RARELY_CONCLUDED


@pytest.mark.parametrize("claim", [c for c in CLAIMS if c.exhibits], ids=lambda c: c.id)
def test_an_exhibit_of_the_source_is_a_counterexample(claim: Claim) -> None:
    accused = named(claim.accuses)
    for arguments in claim.exhibits:
        assert isinstance(run_concretely(claim, accused.algebra, arguments), Fails)


def test_the_catalogue_does_not_shrink(decisions: Decisions) -> None:
    verdicts = [decisions.claim(claim.id).verdict for claim in CLAIMS]
    assert len(verdicts) >= FEWEST_CLAIMS
    assert sum(v.cases for v in verdicts) >= FEWEST_CASES
    everywhere = [v for v in verdicts if v.theorem and v.scope and v.scope.ranks == ALL]
    assert len(everywhere) >= FEWEST_FOR_EVERY_RANK


def test_the_number_of_obligations_matches_the_recorded_number(decisions: Decisions) -> None:
    verdicts = [decisions.claim(claim.id).verdict for claim in CLAIMS]
    claims = [verdict.theorem for verdict in verdicts if verdict.theorem is not None]
    lemmas = rested_on(claims, [decisions.lemma(contract) for contract in THEORY.contracts])
    assert len(claims) + len(lemmas) == GIVEN["theorems"]
    counted = sum(len(theorem.discharges) for theorem in (*claims, *lemmas))
    # The number of obligations varies a little, because a solver may run out of time on a query.
    assert abs(counted - GIVEN["obligations"]) <= GIVEN["obligations"] // 200
