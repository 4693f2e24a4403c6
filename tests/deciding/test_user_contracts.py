"""Proofs of claims use the contracts of a user's recursive functions over numbers."""

import pytest

from verif.deciding.decide import decide_alone
from verif.deciding.selection import selected
from verif.kernel.said import Engine, Why
from verif.kernel.verdict import ALL, Outcome

FILE = '''
from verif import Integers, Promise, assume, claim, contract, ensure


def summed(n: int) -> int:
    if n <= 0:
        return 0
    return n + summed(n - 1)


@contract(summed, on="n")
def summed_is(n: int) -> Promise:
    """Twice the sum of the first n numbers is n * (n + 1)."""
    assume("n >= 0", n >= 0)

    def shows(found: int) -> None:
        ensure("Gauss", 2 * found == n * (n + 1))

    return Promise(shows)


def cubed(n: int) -> int:
    if n <= 0:
        return 0
    return n * n * n + cubed(n - 1)


@contract(cubed, on="n")
def cubed_is_natural(n: int) -> Promise:
    """The sum of the first n cubes is at least 0."""
    assume("n >= 0", n >= 0)

    def shows(found: int) -> None:
        ensure("natural", found >= 0)

    return Promise(shows)


def left(n: int, m: int) -> int:
    return m - n


def between(n: int, m: int) -> int:
    if n >= m:
        return 0
    return n + between(n + 1, m)


@contract(between, on=left)
def between_is(n: int, m: int) -> Promise:
    """Twice the sum of the numbers from n to m - 1 is m * (m - 1) - n * (n - 1)."""
    assume("n <= m", n <= m)

    def shows(found: int) -> None:
        ensure("Gauss", 2 * found == m * (m - 1) - n * (n - 1))

    return Promise(shows)


def halved(n: int) -> int:
    if n <= 1:
        return 0
    return 1 + halved(n // 2)


@claim("SUM", "Gauss", source="me", n=Integers(0))
def of_the_sum(alg, n):
    ensure("Gauss", 2 * summed(n) == n * (n + 1))


@claim("BETWEEN", "another measure", source="me", n=Integers(0))
def of_a_range(alg, n):
    ensure("Gauss", 2 * between(0, n) == n * (n - 1))


@claim("CUBES", "the code decides a small case", source="me", n=Integers(0))
def of_a_small_number(alg, n):
    assume("small", n < 3)
    ensure("by steps", 4 * cubed(n) == n * n * (n + 1) * (n + 1))


@claim("WEAK", "the contract does not imply the claim", source="me", n=Integers(0))
def of_a_weak_contract(alg, n):
    ensure("at least n", cubed(n) >= n)


@claim("FALSE", "not the sum", source="me", n=Integers(0))
def of_another_sum(alg, n):
    ensure("not Gauss", summed(n) < 3 * n + 10)


@claim("NEGATIVE", "the contract requires a natural number", source="me", n=Integers(None))
def of_a_negative_number(alg, n):
    ensure("natural", summed(n) >= 0)


@claim("NONE", "there is no contract", source="me", n=Integers(0))
def without_a_contract(alg, n):
    ensure("natural", halved(n) >= 0)
'''


@pytest.fixture
def decided(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FILE)

    def decide(id):
        (one,) = selected([f"{path}:{id}"])
        return decide_alone(one.claim)

    return decide


@pytest.mark.parametrize("id", ["SUM", "BETWEEN", "CUBES"])
def test_a_recursion_over_a_number_is_replaced_by_its_contract(decided, id):
    verdict = decided(id)
    assert verdict.outcome is Outcome.PROVED
    assert verdict.scope.ranks == ALL


@pytest.mark.parametrize(
    ("id", "outcome", "report"),
    [
        ("WEAK", Outcome.UNKNOWN, "open: at least n"),
        ("FALSE", Outcome.REFUTED, ""),
        ("NEGATIVE", Outcome.UNKNOWN, "open: summed_is requires n >= 0"),
    ],
)
def test_a_contract_proves_no_more_than_it_states(decided, id, outcome, report):
    verdict = decided(id)
    assert verdict.outcome is outcome
    assert report in [one.text for one in verdict.said if one.engine is Engine.EVERY_RANK] + [""]


def test_a_recursion_without_a_contract_asks_for_one(decided):
    (report,) = (one for one in decided("NONE").said if one.engine is Engine.EVERY_RANK)
    assert report.why is Why.ENDLESS
    assert "state a contract" in report.text
    assert "@contract" in report.why.cure
