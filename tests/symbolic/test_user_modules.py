"""Definitions, contracts and lemmas of a user's module are proved, not trusted."""

from __future__ import annotations

from typing import Any

import pytest

import spec
from spec.layout import Layout
from verif.claims.catalogue import claims_in
from verif.deciding.decide import decide
from verif.kernel.claim import claim
from verif.kernel.errors import ClaimError, TheoryError
from verif.kernel.verbs import by, ensure
from verif.kernel.verdict import ALL, Outcome, Scope
from verif.readings.domains import Layouts
from verif.symbolic.claims import prove_at_every_rank
from verif.symbolic.induction import UnprovedError
from verif.theory import THEORY


def prove(judge, cites):
    return prove_at_every_rank(judge, cites, spec, THEORY)


USER_MODULE = '''
from spec.modes import Modes, value
from verif import Index, Layouts, assume, by, claim, ensure
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from spec.modes import modes_of


@definition(on="modes")
def steepest(modes: Modes) -> int:
    """The greatest stride, or 0."""
    if not modes:
        return 0
    rest = steepest(modes[1:])
    return modes[0][1] if modes[0][1] > rest else rest


def count(modes: Modes) -> int:
    return 1 + count(modes[1:]) if modes else 0


@contract(count)
def promise_of_count(modes: Modes) -> Promise:
    """Modes are counted."""
    return Promise(lambda result: ensure("as many", result == {many}))


@lemma
def steepest_is_natural(modes: Modes) -> Lemma:
    """The greatest stride is natural."""

    def shows() -> None:
        ensure("natural", steepest(modes) {natural})

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            steepest_is_natural(modes[1:])

    return shows, proof


@claim("OWN-CITED", "the steepest stride is natural", source="", A=Layouts())
def cited(alg, A):
    by(steepest_is_natural, modes_of(A))
    ensure("natural", steepest(modes_of(A)) {natural})


@claim("OWN", "one mode at least, and none steeper than natural", source="", A=Layouts())
def own(alg, A):
    by({cites}, A)
    ensure("at least one", count(modes_of(A)) >= {least})
    ensure("natural", steepest(modes_of(A)) {natural})
'''


def own(tmp_path, **changes):
    given = {"many": "len(modes)", "natural": ">= 0", "cites": "'OWN-CITED'", "least": "1"}
    path = tmp_path / "own.py"
    path.write_text(USER_MODULE.format_map(given | changes))
    return claims_in(path)


def test_claims_of_a_user_module_are_proved(tmp_path):
    verdicts = {name: decide(one) for name, one in own(tmp_path).items()}
    scope = Scope(ALL, ALL, ("A flat of rank >= 1",))
    assert {(v.outcome, v.scope) for v in verdicts.values()} == {(Outcome.PROVED, scope)}
    assert verdicts["own"].theorem.by == ("OWN-CITED", "promise_of_count")
    assert verdicts["cited"].theorem.by == ("steepest_is_natural",)


@pytest.mark.parametrize(
    "changes",
    [
        {"many": "len(modes) + 1", "least": "2"},
        {"natural": "< 10**9"},
        {"natural": "< 0"},
        {"many": "1000", "least": "1000"},
    ],
)
def test_a_false_user_lemma_proves_nothing(judge, tmp_path, changes):
    false = own(tmp_path, **changes)["own"]
    with pytest.raises(UnprovedError):
        prove(judge, false)
    assert decide(false).outcome is not Outcome.PROVED


TRUSTED = """
from spec.modes import Mode, Modes, total, modes_of
from verif import Layouts, claim, ensure
from verif.kernel.contract import Kind
from verif.kernel.theory import kind, reading
{trusts}

@claim("SMALL", "", source="", A=Layouts())
def small(alg, A):
    ensure("a size", A.size < 1000)
"""


@pytest.mark.parametrize(
    "trusts",
    [
        "kind(Modes, Kind('modes', Mode, ('s', 'd'), lambda s, d: (s, d), lambda m: {'n': False}))",
        "kind(tuple[bool, ...], Kind('b', bool, ('b',), lambda b: True, lambda b: {}))",
        "reading(total)(lambda lifter, modes: 1)",
    ],
)
def test_a_claims_file_cannot_declare_kinds_or_readings(tmp_path, trusts):
    path = tmp_path / "trusted.py"
    path.write_text(TRUSTED.replace("{trusts}", trusts))
    with pytest.raises(ClaimError, match=r"trusted\.py:6: "):
        claims_in(path)


DEFINED = """
from spec.modes import Modes, modes_of
from verif import Integers, Layouts, claim, ensure
from verif.kernel.theory import definition


@definition(on="modes")
def observed(modes: Modes) -> int:
    {text}
    return observed(modes[1:])


@claim("SAME", "", source="", A=Layouts())
def same_of_the_same(alg, A):
    ensure("the same", observed(modes_of(A)) == observed(modes_of(A)))
"""


def defined(tmp_path, text):
    path = tmp_path / "defined.py"
    path.write_text(DEFINED.replace("{text}", text))
    return claims_in(path)


@pytest.mark.parametrize(
    "text",
    [
        "if modes and modes[0][1] > 10**6: raise ValueError",
        "if modes and modes[0][1] > 10**6: return observed(modes)",
        "pass",
    ],
)
def test_a_user_definition_must_be_total(judge, tmp_path, text):
    """A definition must have a value for every list, so it may never raise an error."""
    undefined = defined(tmp_path, text)["same_of_the_same"]
    with pytest.raises((UnprovedError, TypeError)):
        prove(judge, undefined)
    assert decide(undefined).outcome is not Outcome.PROVED
    assert undefined.contract not in judge.theorems


def test_a_terminating_user_definition_is_accepted(judge, tmp_path):
    defines = defined(tmp_path, "if not modes: return 0")
    assert prove(judge, defines["same_of_the_same"]).by == ()


def test_a_claim_of_another_module_can_be_cited(judge, tmp_path):
    cited = own(tmp_path)["cited"]

    @claim("OF-ANOTHER", "", source="", A=Layouts())
    def of_another(alg: Any, A: Layout) -> None:
        by(cited, A)
        ensure("a size", A.size >= 1)

    assert "OWN-CITED" in prove(judge, of_another).by


HINTED = '''
from spec.modes import Modes, modes_of, total
from verif import Layouts, by, claim, ensure
from verif import proving as asked
from verif.kernel.theory import Lemma, lemma


@lemma
def small(modes: Modes) -> Lemma:
    """A layout is small."""

    def shows() -> None:
        ensure("a size", total(modes) >= 1)
        {hint}
        ensure("small", total(modes) < 10**9)

    return shows, lambda: None


@claim("SMALL", "", source="", A=Layouts())
def a_layout_is_small(alg, A):
    by(small, modes_of(A))
    ensure("small", A.size < 10**9)
'''


@pytest.mark.parametrize("hint", ["if asked(): return\n        ", "if not asked(): "])
def test_a_user_lemma_cannot_detect_that_it_is_cited(judge, tmp_path, hint):
    path = tmp_path / "hinted.py"
    path.write_text(HINTED.replace("{hint}\n        ", hint))
    with pytest.raises(ClaimError, match=r"hinted\.py:14: claims must not call `proving`"):
        claims_in(path)


RANGING = """
from dataclasses import dataclass
from verif import Integers, claim, ensure


@dataclass(frozen=True)
class Evens:
    width: int = 3


@claim("EVEN", "", source="", n=Evens())
def even(alg, n):
    ensure("even", n % 2 == 0)
"""


def test_a_claims_file_cannot_declare_a_domain(tmp_path):
    path = tmp_path / "ranging.py"
    path.write_text(RANGING)
    with pytest.raises(ClaimError, match=r"ranging\.py:\d+: .*Evens"):
        claims_in(path)


COUNTED = """
from verif import Integers, claim, definition, ensure

@definition(on="n")
def times(n: int) -> int:
    return 0 if n <= 0 else 1 + times(n - 1)

@claim("COUNTED", "", source="", n=Integers(0))
def as_many(alg, n):
    ensure("as many", times(n) == n)
"""


def test_a_definition_on_an_integer_is_rejected(judge, tmp_path):
    path = tmp_path / "counted.py"
    path.write_text(COUNTED)
    (as_many,) = claims_in(path).values()
    message = (
        r"^times is defined on n, which is not a list: write a contract\(\.\., on='n'\) for times$"
    )
    with pytest.raises(TheoryError, match=message):
        prove(judge, as_many)
