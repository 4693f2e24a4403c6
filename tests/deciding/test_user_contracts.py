"""Proofs use the contracts, lemmas and definitions of a user's file, or say what is wrong."""

import pytest

from verif.deciding.decide import EXPLORATION_SECONDS, decide_alone, decide_lemma
from verif.deciding.selection import lemmas_named, selected
from verif.kernel.errors import ClaimError
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


LISTS = """
from spec.modes import Modes, modes_of, total, value
from verif import Index, Integers, Layouts, Lemma, Promise, assume, by, claim, contract, definition
from verif import ensure, lemma


def counted(modes: Modes, n: int) -> int:
    if not modes:
        return n
    return counted(modes=modes[1:], n=n + 1)


@contract(counted, on="modes")
def counted_is_at_least_n(modes: Modes, m: int) -> Promise:
    \"\"\"The count starts at n.\"\"\"

    def shows(found: int) -> None:
        ensure("at least n", found >= m)

    return Promise(shows)


def defaulted(modes: Modes, n: int = 3) -> int:
    return n if not modes else defaulted(modes[1:], n)


@contract(defaulted, on="modes")
def defaulted_is_n(modes: Modes, n: int = 3) -> Promise:
    \"\"\"The result is n.\"\"\"

    def shows(found: int) -> None:
        ensure("n", found == n)

    return Promise(shows)


def turned(modes: Modes, n: int) -> int:
    return 0 if n <= 0 else turned(modes, n - 1)


@contract(turned, on="n")
def turned_is_zero(n: int, modes: Modes) -> Promise:
    \"\"\"The result is 0.\"\"\"
    assume("n >= 0", n >= 0)

    def shows(found: int) -> None:
        ensure("0", found == 0)

    return Promise(shows)


@claim("KEYWORDS", "arguments by name", source="me", A=Layouts(), i=Index("A"), n=Integers())
def with_keywords(alg, A, i, n):
    ensure("a contract", counted(n=n, modes=modes_of(A)) >= n)
    ensure("a definition", value(x=i, modes=modes_of(A)) == A(i))
    ensure("a reading", total(modes=modes_of(layout=A)) == A.size)


@claim("DEFAULT", "a default value", source="me", A=Layouts())
def with_a_default(alg, A):
    ensure("n", defaulted(modes_of(A)) == 3)


@claim("ORDER", "another order of parameters", source="me", A=Layouts(), n=Integers(0))
def in_another_order(alg, A, n):
    ensure("0", turned(modes_of(A), n) == 0)


@claim("OWN", "a claim to cite", source="me", n=Integers(0))
def to_cite(alg, n):
    ensure("natural", n >= 0)


@lemma
def uses_a_later_lemma(modes: Modes, n: int) -> Lemma:
    \"\"\"The offset of 0 is 0.\"\"\"
    assume("n >= 0", n >= 0)

    def shows() -> None:
        ensure("0", value(modes, 0) == 0)

    def proof() -> None:
        later(modes, n)

    return shows, proof


@lemma(on="modes")
def later(modes: Modes, n: int) -> Lemma:
    \"\"\"The offset of 0 is 0.\"\"\"
    assume("n >= 0", n >= 0)

    def shows() -> None:
        ensure("0", value(modes, 0) == 0)

    def proof() -> None:
        if modes:
            later(modes[1:], n)

    return shows, proof


@lemma
def uses_a_claim(n: int) -> Lemma:
    \"\"\"A number is natural.\"\"\"
    assume("n >= 0", n >= 0)

    def shows() -> None:
        ensure("natural", n >= 0)

    def proof() -> None:
        by(to_cite, n)

    return shows, proof
"""

DEFINITION = """
from spec.modes import Modes, modes_of
from verif import Layouts, claim, definition, ensure


@definition(on="modes")
def positive(modes: Modes) -> bool:
    return True if not modes else modes[0][0] > 0 and positive(modes[1:])


@definition(on="modes")
def confused(modes: Modes) -> int:
    return False if not modes else confused(modes[1:]) + 1


@claim("BOOL", "a condition", source="me", A=Layouts())
def is_a_condition(alg, A):
    ensure("a bool", isinstance(positive(modes_of(A)), bool))
"""

EARLY = """
from verif import Layouts, accepted, assume, attempt, by, claim, ensure


@claim("CITED", "composition keeps the size", source="me", A=Layouts())
def cited(alg, A):
    R = attempt(alg.composition, A, A)
    assume("accepted", accepted(R))
    ensure("the size", R.size == A.size)


@claim("EARLY", "cited too early", source="me", bound=(3, 2), A=Layouts(strides="natural"))
def cited_too_early(alg, A):
    by(cited, A)
    R = attempt(alg.composition, A, A)
    assume("accepted", accepted(R))
    ensure("the size", R.size == A.size)
"""


@pytest.fixture
def decided(tmp_path):
    path = tmp_path / "mine.py"

    def decide(id, text=FILE, seconds=EXPLORATION_SECONDS):
        path.write_text(text)
        (one,) = selected([f"{path}:{id}"])
        return decide_alone(one.claim, seconds)

    return decide


@pytest.fixture
def lemma_report(tmp_path):
    path = tmp_path / "lemmas.py"
    path.write_text(LISTS)
    return lambda name: decide_lemma(*lemmas_named(f"{path}:{name}")).verdict


def at_every_rank(verdict):
    return [one.text for one in verdict.said if one.engine is Engine.EVERY_RANK]


@pytest.mark.parametrize("id", ["SUM", "BETWEEN", "CUBES"])
def test_a_recursion_over_a_number_is_replaced_by_its_contract(decided, id):
    verdict = decided(id)
    assert verdict.outcome is Outcome.PROVED
    assert verdict.scope.ranks == ALL


@pytest.mark.parametrize(
    ("id", "report"),
    [("WEAK", "open: at least n"), ("NEGATIVE", "open: summed_is requires n >= 0")],
)
def test_a_contract_proves_no_more_than_it_states(decided, id, report):
    verdict = decided(id)
    assert verdict.outcome is Outcome.UNKNOWN
    assert at_every_rank(verdict) == [report]


def test_a_false_claim_about_a_function_with_a_contract_is_refuted(decided):
    assert decided("FALSE").outcome is Outcome.REFUTED


def test_a_recursion_without_a_contract_asks_for_one(decided):
    (report,) = (one for one in decided("NONE").said if one.engine is Engine.EVERY_RANK)
    assert report.why is Why.ENDLESS
    assert "state a contract" in report.text
    assert "@contract" in report.why.cure


def test_arguments_may_be_given_by_name(decided):
    verdict = decided("KEYWORDS", LISTS)
    assert (verdict.outcome, verdict.scope.ranks) == (Outcome.PROVED, ALL)


@pytest.mark.parametrize(
    ("id", "problem"),
    [
        (
            "DEFAULT",
            "defaulted_is_n: the parameter `n` of defaulted is keyword-only",
        ),
        (
            "ORDER",
            "turned_is_zero: the block takes n, modes, but must take the",
        ),
    ],
)
def test_a_contract_with_unfit_parameters_is_rejected(decided, id, problem):
    verdict = decided(id, LISTS)
    assert verdict.outcome is Outcome.ERROR
    assert problem in verdict.reason


@pytest.mark.parametrize(
    ("id", "problem"),
    [
        ("uses_a_later_lemma", "the lemma later cannot be used here"),
        ("uses_a_claim", "a lemma cannot use a claim, so state what it needs as a lemma"),
    ],
)
def test_a_lemma_that_cannot_be_used_is_named(lemma_report, id, problem):
    assert lemma_report("later").outcome is Outcome.PROVED
    verdict = lemma_report(id)
    assert verdict.outcome is Outcome.ERROR
    assert problem in verdict.reason


def test_a_claim_called_in_a_lemma_is_refused_with_advice_that_helps(decided):
    text = LISTS.replace("by(to_cite, n)", "to_cite(n)")
    with pytest.raises(ClaimError, match="a lemma cannot use a claim"):
        decided("OWN", text)


def test_a_claim_cited_before_its_hypothesis_is_known_names_the_hypothesis(decided):
    verdict = decided("EARLY", EARLY, 4)
    assert verdict.outcome is Outcome.UNKNOWN
    assert at_every_rank(verdict) == ["open: CITED requires accepted"]


def test_a_wrong_definition_is_named(decided):
    (report,) = at_every_rank(decided("BOOL", DEFINITION))
    assert report == "the definition of confused: result: False is not of type int"
