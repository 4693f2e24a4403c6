"""A claim that cites another claim may use what was proved about it, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from spec.layout import Layout
from spec.modes import modes_of
from tests.symbolic.citing import LAYOUT, assert_unproved, citing, of_integers, prove
from verif.deciding.decide import decide
from verif.kernel.claim import claim
from verif.kernel.contract import Contract
from verif.kernel.errors import (
    CircularProofError,
    NotLiftableError,
    OutsideFragmentError,
    TheoryError,
)
from verif.kernel.theory import Lemma
from verif.kernel.verbs import assume, attempt, by, ensure
from verif.kernel.verdict import Outcome
from verif.readings.domains import LEAF, Index, Layouts, NestedLayouts, Point, Shapes
from verif.readings.numbers import Integers
from verif.symbolic.induction import prove_contract
from verif.theory import THEORY

MANY = 1000


def itself(A, i):
    return A, i


def nothing(A, i):
    return ()


def the_layout(A, i):
    return (A,)


def one_more(A, i):
    return A, i, 0


@claim("NATURAL", "", source="", **LAYOUT)
def natural(alg: Any, A: Layout, i: int) -> None:
    by("value_is_natural", modes_of(A), i)
    ensure("natural", A(i) >= 0)


@claim("BELOW", "a layout is natural at a coordinate, and at the one below", source="", **LAYOUT)
def natural_below(alg: Any, A: Layout, i: int) -> None:
    by(natural, A, i)
    if i > 0:
        by("NATURAL", A, i - 1)
        ensure("below", A(i - 1) >= 0)
    ensure("natural", A(i) >= 0)


def test_a_claim_cites_another_by_object_or_by_name(judge):
    theorem = prove(judge, natural_below, natural)
    assert theorem.by[0] == "NATURAL"
    assert "value_is_natural" in judge.theorems[natural.contract].by
    assert judge.theorems[natural_below.contract] is theorem


def test_a_claim_is_not_proved_without_the_citation_it_needs(judge):
    @claim("ALONE", "", source="", **LAYOUT)
    def alone(alg: Any, A: Layout, i: int) -> None:
        ensure("natural", A(i) >= 0)

    assert_unproved(judge, alone, r"natural")


@claim("ANY", "", source="", A=Layouts(), i=Index("A"))
def of_any_strides(alg: Any, A: Layout, i: int) -> None:
    by(natural, A, i)
    ensure("natural", A(i) >= 0)


@claim("BEYOND", "", source="", **LAYOUT)
def beyond_the_last(alg: Any, A: Layout, i: int) -> None:
    by(natural, A, i + 1)
    ensure("natural", A(i) >= 0)


@claim("BEFORE", "", source="", **LAYOUT)
def before_the_first(alg: Any, A: Layout, i: int) -> None:
    by(natural, A, i - 1)
    ensure("natural", A(i) >= 0)


@pytest.mark.parametrize(
    ("cites", "open_"),
    [
        (of_any_strides, "NATURAL requires A's strides are natural"),
        (beyond_the_last, r"NATURAL requires i < size\(A\)"),
        (before_the_first, "NATURAL requires 0 <= i"),
    ],
)
def test_cited_arguments_must_lie_in_the_domains(judge, cites, open_):
    assert_unproved(judge, cites, open_)


@claim("POSITIVE", "", source="", x=Integers())
def positive(alg: Any, x: int) -> None:
    assume("x is positive", x > 0)
    ensure("the square is, too", x * x >= 1)


def test_citing_a_claim_requires_proof_of_its_assumptions(judge):
    @claim("OWES", "", source="", z=Integers())
    def owes(alg: Any, z: int) -> None:
        by(positive, z)
        ensure("the square is positive", z * z >= 1)

    @claim("MEETS", "", source="", z=Integers(1))
    def meets(alg: Any, z: int) -> None:
        by(positive, z)
        ensure("the square is positive", z * z >= 1)

    assert_unproved(judge, owes, r"POSITIVE requires x is positive")
    assert prove(judge, meets).by == ("POSITIVE",)


@claim("ITSELF", "", source="", x=Integers())
def by_itself(alg: Any, x: int) -> None:
    by("ITSELF", x)
    ensure("never", x < 0)


@claim("ONE", "", source="", x=Integers())
def by_the_other(alg: Any, x: int) -> None:
    by("OTHER", x)
    ensure("never", x < 0)


@claim("OTHER", "", source="", x=Integers())
def by_the_one(alg: Any, x: int) -> None:
    by(by_the_other, x)
    ensure("never", x < 0)


@pytest.mark.parametrize("cites", [by_itself, by_the_other, by_the_one])
def test_circular_citations_are_rejected(judge, cites):
    with pytest.raises(CircularProofError, match=rf"^{cites.id} is cited in its own proof$"):
        prove(judge, cites)
    assert not judge.theorems
    assert decide(cites).outcome is not Outcome.PROVED


def plain(A: Layout, i: int) -> None:
    ensure("a layout is 0", A(i) == 0)


@pytest.mark.parametrize(
    ("cited", "message"),
    [
        (plain, "`by` must cite a lemma or a claim; cite a lemma"),
        ("value_is_naturla", r"^unknown lemma or claim 'value_is_naturla' .*value_is_natural"),
    ],
)
def test_only_lemmas_and_claims_can_be_cited(judge, cited, message):
    with pytest.raises((TheoryError, OutsideFragmentError), match=message):
        prove(judge, citing(cited, itself))


@pytest.mark.parametrize("cited", [natural, "value_is_natural"])
@pytest.mark.parametrize(("arguments", "count"), [(nothing, 0), (the_layout, 1), (one_more, 3)])
def test_a_citation_must_pass_every_argument(judge, cited, arguments, count):
    name = cited if isinstance(cited, str) else cited.id
    message = rf"^{name} takes \w+, \w+, but is cited with {count} arguments$"
    with pytest.raises(TheoryError, match=message):
        prove(judge, citing(cited, arguments))


@claim("ZERO", "", source="", **LAYOUT)
def zero(alg: Any, A: Layout, i: int) -> None:
    ensure("a layout is 0", A(i) == 0)


@claim("ZERO-IN-A-BRANCH", "", source="", **LAYOUT)
def zero_in_a_branch(alg: Any, A: Layout, i: int) -> None:
    ensure("a coordinate", i >= 0)
    if i > MANY:
        ensure("a layout is 0", A(i) == 0)


@claim("RAISES", "", source="", **LAYOUT)
def raises_far_away(alg: Any, A: Layout, i: int) -> None:
    ensure("a coordinate", i >= 0)
    if i > MANY:
        raise ValueError(i)


@claim("LOOKS-BEYOND", "", source="", **LAYOUT)
def looks_beyond(alg: Any, A: Layout, i: int) -> None:
    ensure("a coordinate", i >= 0)
    A(i + 1)


@claim("ATTEMPTS", "", source="", A=Layouts(strides="natural"), i=Index("A"))
def attempts(alg: Any, A: Layout, i: int) -> None:
    ensure("accepted", attempt(alg.composition, A, Layout(2, i)) is not None)


@claim("REMEMBERS", "", source="", **LAYOUT)
def claims_after_a_false_lemma(alg: Any, A: Layout, i: int) -> None:
    by(zero, A, i)
    ensure("a layout is 0", A(i) == 0)


FALSE = (
    zero,
    zero_in_a_branch,
    raises_far_away,
    looks_beyond,
    attempts,
    claims_after_a_false_lemma,
)


@pytest.mark.parametrize("cited", FALSE, ids=lambda cited: cited.id)
def test_citing_a_false_claim_proves_nothing(judge, cited):
    cites = citing(cited, itself)
    assert_unproved(judge, cites)
    assert not {cited.contract, cites.contract} & judge.theorems.keys()


@claim("NESTED", "", source="", A=NestedLayouts(), i=Index("A"))
def of_nested_layouts(alg: Any, A: Layout, i: int) -> None:
    ensure("a coordinate", i >= 0)


@claim("SHAPE", "", source="", A=Shapes(profiles=(LEAF,)), i=Point("A"))
def of_shapes(alg: Any, A: Any, i: Any) -> None:
    ensure("a coordinate", i >= 0)


@claim("ONE-MODE", "", source="", A=Layouts(profiles=(LEAF,), one_mode=True), i=Index("A"))
def of_one_mode(alg: Any, A: Any, i: Any) -> None:
    ensure("a coordinate", i >= 0)


@pytest.mark.parametrize("cited", [of_nested_layouts, of_shapes, of_one_mode])
def test_claims_over_unsupported_domains_cannot_be_cited(judge, cited):
    with pytest.raises(NotLiftableError, match=r"cannot be cited|is not cited"):
        prove(judge, citing(cited, itself))


def test_a_nested_layout_is_rejected_for_a_flat_domain(judge):
    with pytest.raises(NotLiftableError, match="may be nested"):
        prove(judge, citing(natural, lambda A, i: (Layout((2, (2, 2)), (1, (2, 4))), 0)))


@pytest.mark.parametrize(
    "arguments",
    [
        lambda A, i: (0.5, 0),
        lambda A, i: ("x", 0),
        lambda A, i: (None, 0),
        lambda A, i: (A, 0),
    ],
    ids=["0.5", "x", "None", "a layout"],
)
def test_a_non_integer_is_rejected_for_an_integer_domain(judge, arguments):
    cited = of_integers(lambda alg, x, y: ensure("none between", x <= 0 or x >= 1))
    with pytest.raises((TypeError, NotLiftableError, OutsideFragmentError)):
        prove(judge, citing(cited, arguments))


def test_one_value_can_be_passed_for_two_arguments(judge):
    @claim("SUM", "", source="", z=Integers())
    def sums(alg: Any, z: int) -> None:
        by(cited, z, z)
        ensure("a sum", 2 * z >= z)

    cited = of_integers(lambda alg, x, y: ensure("at least", x + y >= x))
    assert prove(judge, sums).by == ("CITED",)


def cites_in_its_proof(x: int) -> Lemma:
    return lambda: ensure("never", x < 0), lambda: by(positive, x)


def cites_in_its_conclusions(x: int) -> Lemma:
    def shows() -> None:
        by(positive, x)
        ensure("never", x < 0)

    return shows, lambda: None


def cites_in_its_requirement(x: int) -> Lemma:
    by(positive, x)
    return lambda: ensure("never", x < 0), lambda: None


@pytest.mark.parametrize(
    "block", [cites_in_its_proof, cites_in_its_conclusions, cites_in_its_requirement]
)
def test_a_lemma_cannot_use_by(judge, block):
    stated = Contract("LEMMA", "", block, block)
    given = replace(THEORY, contracts=(stated,), automatic=(), packages=("spec", __name__))
    with pytest.raises(TheoryError, match=r"^a lemma must not use by\(\.\.\): call the lemma"):
        prove_contract(judge, given, stated)


def test_claims_that_compare_equal_are_proved_separately(judge):
    """The two claims compare equal, but have different code, and one of them is false."""
    true = of_integers(lambda alg, x, y: ensure("natural", x >= 0))
    false = of_integers(lambda alg, x, y: ensure("never", x < 0))
    assert true == false

    @claim("BOTH", "", source="", z=Integers())
    def both(alg: Any, z: int) -> None:
        by(true, z, z)
        by(false, z, z)
        ensure("never", z < 0)

    assert_unproved(judge, both, r"^CITED ")
