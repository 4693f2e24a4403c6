"""Random search is decided by its seed, shrinks what fails, and does not print."""

import pytest

from spec import Layout
from tests.search import claims_for_search as claims
from verif.search.random_cases import sample
from verif.upstream.in_process import SPEC

ALGEBRA = SPEC.algebra


def test_a_true_claim_holds_on_as_many_as_asked():
    found = sample(claims.true, ALGEBRA, 60, seed=3)
    assert found.satisfied == 60
    assert found.failure is None
    assert found.witness is not None


def test_a_failure_is_shrunk():
    found = sample(claims.false, ALGEBRA, 60, seed=3)
    assert found.failure is not None
    assert found.failure.arguments == {"A": Layout((1,), (1,)), "x": 1}


def test_a_failure_that_needs_two_layouts_is_found():
    found = sample(claims.distributes, ALGEBRA, 500, seed=3)
    assert found.failure is not None
    assert sum(found.failure.arguments["A"].shape) <= 8


@pytest.mark.parametrize("claim", [claims.true, claims.false, claims.ceil], ids=lambda c: c.id)
def test_the_seed_decides(claim, capsys):
    assert sample(claim, ALGEBRA, 30, seed=5) == sample(claim, ALGEBRA, 30, seed=5)
    assert capsys.readouterr() == ("", "")


def test_what_nothing_satisfies_is_no_error():
    found = sample(claims.empty, ALGEBRA, 20, seed=1)
    assert found.satisfied == 0
    assert found.cases > 0
    assert found.failure is None
