"""A refutation at once is the one that `decide` comes to."""

from dataclasses import replace

import pytest

from verif.claims.catalogue import catalogue
from verif.deciding.decide import decide
from verif.deciding.soon import refuted_soon

CLAIMS = {claim.id: claim for claim in catalogue()}
SOON = ("I4", "C7", "D1", "K3", "K5", "K6", "V5n", "V7", "Q6n")


@pytest.mark.parametrize("id", SOON)
def test_the_verdict_is_that_of_decide(id):
    soon = refuted_soon(CLAIMS[id])
    assert soon is not None
    assert soon.as_expected
    assert replace(soon.verdict, seconds=0) == replace(decide(CLAIMS[id]), seconds=0)


@pytest.mark.parametrize("id", ["P1", "C2", "V1", "D12a", "K4"])
def test_what_does_not_fail_soon_is_left_to_others(id):
    assert refuted_soon(CLAIMS[id]) is None
