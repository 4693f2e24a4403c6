"""A quick refutation agrees with the verdict of `decide`."""

from dataclasses import replace

import pytest

from verif.claims.catalogue import catalogue
from verif.deciding.decide import decide
from verif.deciding.searching import refuted_in_a_copy, refuted_soon
from verif.deciding.selection import selected

CLAIMS = {claim.id: claim for claim in catalogue()}
SOON = ("I4", "C7", "D1", "K3", "K5", "K6", "V5n", "V7", "Q6n")


@pytest.mark.parametrize("id", SOON)
def test_a_quick_refutation_agrees_with_decide(id):
    soon = refuted_soon(CLAIMS[id])
    assert soon is not None
    assert soon.as_expected
    assert replace(soon.verdict, seconds=0) == replace(decide(CLAIMS[id]), seconds=0)


@pytest.mark.parametrize("id", ["P1", "C2", "V1", "D12a", "K4"])
def test_a_claim_without_a_quick_counterexample_is_not_refuted(id):
    assert refuted_soon(CLAIMS[id]) is None


USER_CLAIMS = """
from verif import REFUTED, Integers, claim, ensure, proved

@claim("SMALL", "every number is small", source="", expect=REFUTED, n=Integers())
def small(alg, n):
    ensure("small", n <= 7)

@claim("TWICE", "twice a natural number is natural", source="", expect=proved(), n=Integers())
def twice(alg, n):
    ensure("natural", 2 * n >= 0)

def power(depth: int) -> int:
    return 1 if depth == 0 else power(depth - 1) + power(depth - 1)

@claim("HANGS", "it comes to no end", source="", expect=REFUTED, n=Integers())
def hangs(alg, n):
    ensure("small", power(60) <= n)
"""


@pytest.fixture
def user_claims(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(USER_CLAIMS)
    return {one.claim.id: one.claim for one in selected([str(path)])}


def test_a_user_claim_expected_to_be_false_is_searched_in_a_forked_process(user_claims):
    soon = refuted_in_a_copy(user_claims["SMALL"], 60.0)
    assert soon is not None
    assert soon.verdict.counterexample is not None
    assert replace(soon.verdict, seconds=0) == replace(decide(user_claims["SMALL"]), seconds=0)


@pytest.mark.parametrize(("id", "seconds"), [("TWICE", 60.0), ("HANGS", 0.5)])
def test_a_claim_not_refuted_in_the_forked_process_stays_undecided(user_claims, id, seconds):
    assert refuted_in_a_copy(user_claims[id], seconds) is None
