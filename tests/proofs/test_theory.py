"""Every lemma of the theory is proved before the claims that cite it."""

import pytest

from verif.theory import THEORY

FEWEST_LEMMAS = 258
FEWEST_OBLIGATIONS = 8_076


@pytest.mark.parametrize("contract", THEORY.contracts, ids=lambda contract: contract.id)
def test_the_lemma_is_proved(contract, decisions):
    theorem = decisions.lemma(contract)
    assert theorem.id == contract.id
    assert all(discharge.holds for discharge in theorem.discharges)


def test_the_theory_does_not_shrink(decisions):
    theorems = [decisions.lemma(contract) for contract in THEORY.contracts]
    assert len(theorems) >= FEWEST_LEMMAS
    assert sum(len(theorem.discharges) for theorem in theorems) >= FEWEST_OBLIGATIONS
