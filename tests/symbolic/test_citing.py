"""Claims that cite claims: what is proved of one is used in another, and nothing else is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import spec
from spec.composition import no_carry
from spec.layout import Layout
from spec.modes import modes_of
from verif.deciding.decide import decide
from verif.kernel.claim import assume, attempt, by, claim, ensure, proving
from verif.kernel.contract import Contract
from verif.kernel.errors import (
    CircularProofError,
    NotLiftableError,
    OutsideFragmentError,
    TheoryError,
)
from verif.kernel.theory import Lemma
from verif.kernel.verdict import Outcome
from verif.readings.domains import LEAF, Index, Layouts, NestedLayouts, Point, Shapes
from verif.readings.numbers import Integers
from verif.symbolic.claims import prove_at_every_rank
from verif.symbolic.induction import UnprovedError, prove_contract
from verif.theory import THEORY
from verif.theory.composition.one_mode import image_value

LAYOUT = {"A": Layouts(strides="natural"), "i": Index("A")}
MANY = 1000


def prove(judge, cites, *others):
    given = replace(THEORY, claims={other.id: other for other in others})
    return prove_at_every_rank(judge, cites, spec, given)


def assert_unproved(judge, cites, why=None):
    with pytest.raises(UnprovedError, match=why):
        prove(judge, cites)
    assert cites.contract not in judge.theorems


def citing(cited, arguments):
    """A claim that is false, of a layout and a coordinate, and cites another of `arguments`."""

    @claim("CITING", "", source="", **LAYOUT)
    def text(alg: Any, A: Layout, i: int) -> None:
        by(cited, *arguments(A, i))
        ensure("a layout is 0", A(i) == 0)

    return text


def itself(A, i):
    return A, i


def nothing(A, i):
    return ()


def the_layout(A, i):
    return (A,)


def one_more(A, i):
    return A, i, 0


def index_and_zero(A, i):
    return i, 0


def of_integers(text):
    return claim("CITED", "", source="", x=Integers(), y=Integers())(text)


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


def test_a_claim_cites_a_claim_or_its_name(judge):
    theorem = prove(judge, natural_below, natural)
    assert theorem.by[0] == "NATURAL"
    assert "value_is_natural" in judge.theorems[natural.contract].by
    assert judge.theorems[natural_below.contract] is theorem


def test_without_its_citation_it_is_not_proved(judge):
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
def test_the_arguments_are_of_the_domains(judge, cites, open_):
    assert_unproved(judge, cites, open_)


@claim("POSITIVE", "", source="", x=Integers())
def positive(alg: Any, x: int) -> None:
    assume("x is positive", x > 0)
    ensure("the square is, too", x * x >= 1)


def test_what_is_assumed_is_owed(judge):
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
def test_citations_do_not_go_round(judge, cites):
    with pytest.raises(CircularProofError, match=rf"^{cites.id} is cited in its own proof$"):
        prove(judge, cites)
    assert not judge.theorems
    assert decide(cites).outcome is not Outcome.PROVED


def plain(A: Layout, i: int) -> None:
    ensure("a layout is 0", A(i) == 0)


@pytest.mark.parametrize(
    ("cited", "message"),
    [
        (plain, "is cited, and is no lemma and no claim$"),
        ("value_is_naturla", r"^no lemma or claim 'value_is_naturla': .*value_is_natural"),
    ],
)
def test_nothing_but_lemmas_and_claims_is_cited(judge, cited, message):
    with pytest.raises(TheoryError, match=message):
        prove(judge, citing(cited, itself))


@pytest.mark.parametrize("cited", [natural, "value_is_natural"])
@pytest.mark.parametrize(("arguments", "count"), [(nothing, 0), (the_layout, 1), (one_more, 3)])
def test_it_is_cited_with_all_its_arguments(judge, cited, arguments, count):
    name = cited if isinstance(cited, str) else cited.id
    message = rf"^{name} takes \w+, \w+, and is cited with {count} arguments$"
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
def test_of_a_false_claim_nothing_follows(judge, cited):
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
def test_some_domains_are_not_cited(judge, cited):
    with pytest.raises(NotLiftableError, match="not cited"):
        prove(judge, citing(cited, itself))


def test_a_layout_that_is_not_flat_is_none_of_the_flat_ones(judge):
    with pytest.raises(NotLiftableError, match="may be none"):
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
def test_what_is_no_integer_is_none_of_the_integers(judge, arguments):
    cited = of_integers(lambda alg, x, y: ensure("none between", x <= 0 or x >= 1))
    with pytest.raises(TypeError):
        prove(judge, citing(cited, arguments))


def test_the_arguments_may_be_one(judge):
    @claim("SUM", "", source="", z=Integers())
    def sums(alg: Any, z: int) -> None:
        by(cited, z, z)
        ensure("a sum", 2 * z >= z)

    cited = of_integers(lambda alg, x, y: ensure("at least", x + y >= x))
    assert prove(judge, sums).by == ("CITED",)


@of_integers
def tells_integers_apart(alg: Any, x: int, y: int) -> None:
    ensure("two", x is not y)


@of_integers
def looks_for_a_number(alg: Any, x: int, y: int) -> None:
    ensure("unknown", x is not MANY)


@of_integers
def asks_for_the_type(alg: Any, x: int, y: int) -> None:
    ensure("no number", type(x) != int)  # noqa: E721


@claim("TWO", "", source="", A=Layouts(), B=Layouts())
def tells_layouts_apart(alg: Any, A: Layout, B: Layout) -> None:
    ensure("two", A is not B)


@claim("KIND", "", source="", A=Layouts(), B=Layouts())
def asks_for_the_kind(alg: Any, A: Layout, B: Layout) -> None:
    ensure("a size", A.size >= 1)
    ensure("unknown", type(A) != Layout or A.size < MANY)  # noqa: E721


@of_integers
def says_more_when_cited(alg: Any, x: int, y: int) -> None:
    ensure("natural", x >= 0)
    if not proving():
        ensure("never", x < 0)


@of_integers
def returns_when_proved(alg: Any, x: int, y: int) -> None:
    ensure("natural", x >= 0)
    if proving():
        return
    ensure("never", x < 0)


def the_index_twice(A, i):
    return i, i


def the_layout_twice(A, i):
    return A, A


def five(A, i):
    return 5, 0


def the_number(A, i):
    return MANY, 0


def known(A, i):
    return Layout((MANY, 2), (0, 1)), Layout((MANY, 2), (0, 1))


@pytest.mark.parametrize(
    ("cited", "arguments", "refused"),
    [
        (tells_integers_apart, the_index_twice, "identity"),
        (looks_for_a_number, the_number, "identity"),
        (asks_for_the_type, five, "`type`"),
        (tells_layouts_apart, the_layout_twice, "identity"),
        (asks_for_the_kind, known, "`type`"),
        (says_more_when_cited, index_and_zero, "`proving`, which is for the theory alone,"),
        (returns_when_proved, index_and_zero, "`proving`, which is for the theory alone,"),
    ],
    ids=lambda case: getattr(getattr(case, "text", None), "__name__", ""),
)
def test_a_text_does_not_tell_that_it_is_cited(judge, cited, arguments, refused):
    with pytest.raises(OutsideFragmentError, match=rf": {refused} in a text that is to be proved$"):
        prove(judge, citing(cited, arguments))


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
def test_a_lemma_cites_nothing(judge, block):
    stated = Contract("LEMMA", "", block, block)
    given = replace(THEORY, contracts=(stated,), automatic=(), packages=("spec", __name__))
    with pytest.raises(TheoryError, match=r"^a lemma cites nothing: it calls the lemmas"):
        prove_contract(judge, given, stated)


def test_claims_that_look_alike_are_each_proved(judge):
    """All but the text of two claims is equal, and one text is of a false claim."""
    true = of_integers(lambda alg, x, y: ensure("natural", x >= 0))
    false = of_integers(lambda alg, x, y: ensure("never", x < 0))
    assert true == false

    @claim("BOTH", "", source="", z=Integers())
    def both(alg: Any, z: int) -> None:
        by(true, z, z)
        by(false, z, z)
        ensure("never", z < 0)

    assert_unproved(judge, both, r"^CITED ")


PIECES = {"A": Layouts(), "P": Layouts(strides="natural"), "i": Index("P")}


@claim("KNOWN-FIRST", "no carry is known when the images are observed", source="", **PIECES)
def known_first(alg: Any, A: Layout, P: Layout, i: int) -> None:
    by("value_is_natural", modes_of(P), i)
    assume("no carry", no_carry(modes_of(A), modes_of(P)))
    images = image_value(modes_of(A), modes_of(P), i)
    ensure("A is linear", A.extended(P(i)) == images)


@claim("KNOWN-LATER", "no carry is known after the images are observed", source="", **PIECES)
def known_later(alg: Any, A: Layout, P: Layout, i: int) -> None:
    by("value_is_natural", modes_of(P), i)
    images = image_value(modes_of(A), modes_of(P), i)
    assume("no carry", no_carry(modes_of(A), modes_of(P)))
    ensure("A is linear", A.extended(P(i)) == images)


@pytest.mark.parametrize("stated", [known_first, known_later], ids=lambda claim: claim.id)
def test_a_lemma_that_waits_for_its_condition_is_cited_once_it_is_known(judge, stated):
    assert "a_is_linear_on_pieces_that_do_not_carry" in prove(judge, stated).by


def test_a_condition_that_never_is_known_cites_nothing(judge):
    @claim("UNKNOWN", "nothing says that there is no carry", source="", **PIECES)
    def stated(alg: Any, A: Layout, P: Layout, i: int) -> None:
        by("value_is_natural", modes_of(P), i)
        images = image_value(modes_of(A), modes_of(P), i)
        ensure("A is linear", A.extended(P(i)) == images)

    assert_unproved(judge, stated, "A is linear")
