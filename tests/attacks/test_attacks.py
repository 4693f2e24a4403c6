"""Attacks: false claims, beyond what a search of small arguments reaches, that nothing proves."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from verif.claims.catalogue import catalogue, claims_in, loaded
from verif.deciding.decide import decide
from verif.deciding.judges import judge
from verif.deciding.scopes import is_over_words
from verif.kernel.claim import claim, ensure
from verif.kernel.errors import ClaimError, OutsideFragmentError
from verif.kernel.verdict import Outcome
from verif.readings.domains import Layouts, NestedLayouts, Shapes
from verif.readings.modes import MODES
from verif.readings.numbers import Among, Integers, Words
from verif.symbolic.bits import BitBool, BitInt
from verif.symbolic.explore import explore
from verif.symbolic.fragment import attributes
from verif.symbolic.gate import admit, admit_claim, admit_kinds
from verif.symbolic.lists import SymList
from verif.symbolic.values import SymBool, SymInt
from verif.theory import THEORY

HERE = Path(__file__).parent

FILES = (
    *("false_claims", "looks", "escapes", "annotated", "theories"),
    *("disguises", "promises", "definitions", "symbols", "groups", "mistakes", "borrowed"),
    "strangers",
)

FALSE = [
    one
    for file in FILES
    for one in claims_in(HERE / f"{file}.py").values()
    if one.id != "H05-WORDS-RANGE" and one.title != "true"
]

FEWEST_FALSE = 148


def test_all_attacks_are_there():
    assert len(FALSE) >= FEWEST_FALSE


@pytest.mark.parametrize("attack", FALSE, ids=lambda one: one.id)
def test_no_false_claim_is_proved(attack):
    verdict = decide(attack, 10)
    assert verdict.outcome in (Outcome.ERROR, Outcome.REFUTED, Outcome.UNKNOWN), verdict.scope


@pytest.mark.parametrize("one", catalogue(), ids=lambda one: one.id)
def test_every_claim_is_in_the_fragment(one):
    admit_claim(one)


def test_the_theory_is_in_the_fragment():
    admit_kinds(THEORY)
    for contract in THEORY.contracts:
        admit(contract.function)
        admit(contract.block)


@pytest.mark.parametrize(
    ("kind", "stands_for"),
    [(SymInt, int), (BitInt, int), (SymBool, bool), (BitBool, bool), (SymList, tuple)],
)
def test_an_unknown_has_no_attribute_that_a_text_may_name_and_the_real_thing_has_not(
    kind, stands_for
):
    shown = vars(kind).keys() | set(getattr(kind, "__slots__", ()))
    assert not shown & attributes() - {*dir(stands_for)}


def test_a_list_of_unknown_length_holds_nothing_that_a_text_may_name():
    held = []
    explore(judge(), "a list", lambda path: held.append(vars(SymList("modes", MODES)).keys()))
    (names,) = held
    assert not names & attributes()


def test_the_scope_says_the_bounds_of_words():
    (bounded,) = (
        one for one in claims_in(HERE / "false_claims.py").values() if one.id == "H05-WORDS-RANGE"
    )
    assert is_over_words(bounded)
    verdict = decide(bounded)
    assert str(verdict.scope) == "ranks all, integers every x in 0 .. 63", verdict.reason


def test_the_scope_says_the_least_integers_and_single_modes():
    @claim("SCOPE", "", source="", B=Layouts(profiles=(0,), one_mode=True), x=Integers(3))
    def text(alg, B, x):
        ensure("a size", B.size * x >= 3)

    assert str(decide(text).scope) == "ranks all, integers all, B one mode, x >= 3"


def test_the_scope_says_which_alternatives_there_are():
    @claim("SCOPE", "", source="", t=Among(("a", "b")))
    def text(alg, t):
        ensure("one of them", t in ("a", "b"))

    assert str(decide(text).scope) == "ranks all, integers all, t in a, b"


def test_a_domain_of_ones_own_has_no_name_of_another():
    @dataclass(frozen=True)
    class Words:
        profiles: tuple[None] = (None,)

    @claim("NAMED", "", source="", n=Words())  # type: ignore[arg-type]
    def text(alg, n):
        ensure("so", n >= 0)

    with pytest.raises(OutsideFragmentError, match="the name of another domain"):
        admit_claim(text)


@pytest.mark.parametrize(
    "domain",
    [
        lambda: Layouts(profiles=((), (0,), (0, 0))),
        lambda: Layouts(profiles=(((),),)),
        lambda: NestedLayouts(profiles=((), (0,))),
        lambda: Shapes(profiles=((), (0,), (0, 0))),
    ],
)
def test_a_domain_of_rank_0_is_refused_where_its_reading_has_a_mode(domain):
    with pytest.raises(ClaimError, match="has no mode"):
        domain()


def test_a_domain_admits_no_strides_and_no_shapes_that_nothing_reads():
    with pytest.raises(ClaimError, match="strides are one of"):
        Layouts(strides="even")  # type: ignore[arg-type]
    with pytest.raises(ClaimError, match="from 0 or from 1 on"):
        Shapes(profiles=((0,),), low=1000)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "domain",
    [
        lambda: Integers(0, -1),
        lambda: Words(10, 3),
        lambda: Among(()),
        lambda: Among((1, 2, 3)),
        lambda: Layouts(profiles=()),
        lambda: Shapes(profiles=()),
    ],
)
def test_a_domain_in_which_nothing_is_searched_is_refused(domain):
    with pytest.raises(ClaimError):
        domain()


def test_a_lemma_may_be_cited_where_it_may_not_be_called():
    cited = vars(loaded(HERE / "mistakes.py"))["cited"]
    admit(cited)


def test_a_title_is_one_line():
    with pytest.raises(ClaimError, match="one line each"):
        claim("LINES", "true\n  D6  PROVED  ranks all", source="")(lambda alg: None)
