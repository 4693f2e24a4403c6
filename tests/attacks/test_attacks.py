"""Attacks: false claims, beyond what a search of small arguments reaches, that nothing proves."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from verif.claims.catalogue import catalogue, claims_in, loaded
from verif.deciding.decide import decide
from verif.deciding.judges import judge
from verif.kernel.claim import claim, proved, unknown
from verif.kernel.errors import ClaimError, OutsideFragmentError
from verif.kernel.verbs import ensure
from verif.kernel.verdict import Outcome
from verif.readings.domains import Layouts, NestedLayouts, Shapes
from verif.readings.modes import MODES
from verif.readings.numbers import Among, Integers
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
    *("strangers", "latecomers", "kinds", "named", "by_mode"),
    *("circles", "held_circles", "conditions", "forms"),
)

FALSE = [
    one for file in FILES for one in claims_in(HERE / f"{file}.py").values() if one.title != "true"
]

FEWEST_FALSE = 217


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
    [(SymInt, int), (SymBool, bool), (SymList, tuple)],
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
    class Shapes:
        profiles: tuple[None] = (None,)

    @claim("NAMED", "", source="", n=Shapes())  # type: ignore[arg-type]
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
        lambda: Among(()),
        lambda: Among((1, 2, 3)),
        lambda: Layouts(profiles=()),
        lambda: Shapes(profiles=()),
    ],
)
def test_a_domain_in_which_nothing_is_searched_is_refused(domain):
    with pytest.raises(ClaimError):
        domain()


def test_the_scope_has_nothing_that_a_domain_of_ones_own_says_of_its_profiles():
    @dataclass(frozen=True)
    class Two:
        profiles: tuple[int, ...] = (1, 2)

        def describe(self, profile):
            return "all, integers all"

        def symbolic(self, fresh, name, profile, earlier):
            return profile

        def lifted(self, fresh, name, earlier):
            return fresh.unknown(name, dict)

        def enumerated(self, earlier):
            return self.profiles

    @claim("TWO", "", source="", n=Two())  # type: ignore[arg-type]
    def text(alg, n):
        ensure("so", n >= 1)

    assert str(decide(text).scope) == "ranks integers, integers all, n of Two"


def test_a_lemma_may_be_cited_where_it_may_not_be_called():
    cited = vars(loaded(HERE / "mistakes.py"))["cited"]
    admit(cited)


def test_a_title_is_one_line():
    with pytest.raises(ClaimError, match="one line each"):
        claim("LINES", "true\n  D6  PROVED  ranks all", source="")(lambda alg: None)


class Row(str):
    """A text that is printed as another."""

    __slots__ = ()

    def __str__(self):
        return "true\n  D6  PROVED  ranks all"

    def isprintable(self):
        return True


def test_what_is_said_of_a_claim_is_the_text_itself():
    for said in ({"id": Row("A")}, {"title": Row("A")}, {"source": Row("A")}, {"expect": Row("A")}):
        with pytest.raises(ClaimError, match="these are texts themselves"):
            claim(**({"id": "A", "title": "", "source": ""} | said))(lambda alg: None)


def test_what_is_expected_is_one_line():
    for expect in (lambda: proved(Row("x")), lambda: proved("x\n  D6"), lambda: unknown("x\n  D6")):
        with pytest.raises(ClaimError, match="one line"):
            expect()


@pytest.mark.parametrize("id", ["..", ".", ".hidden", "-x", "'"])
def test_an_id_is_no_folder(id):
    with pytest.raises(ClaimError, match="is no id"):
        claim(id, "", source="")(lambda alg: None)


def test_a_number_that_is_printed_as_a_row_refutes_in_one_line():
    class Seven(int):
        def __repr__(self):
            return "7\n  D6  PROVED  ranks all"

        __str__ = __repr__

        def __format__(self, spec):
            return repr(self)

    @claim("SEVEN", "", source="", exhibits=({"n": Seven(7)},), n=Integers())
    def text(alg, n):
        ensure("another", n != 7)

    assert str(decide(text).counterexample).isprintable()


LEMMA = '''
from spec.modes import Modes, total
from verif import Lemma, ensure, lemma


@lemma
def {name}(modes: Modes) -> Lemma:
    """{statement}"""

    def shows() -> None:
        ensure("so", total(modes) == total(modes))

    return shows, lambda: None
'''


@pytest.mark.parametrize(
    ("name", "statement", "refused"),
    [
        ("D6", "so", "a lemma is called D6, as a claim of the catalogue is"),
        ("so", "so\\x1b[1A", "is more than a line"),
    ],
)
def test_a_lemma_is_called_and_printed_as_no_claim(tmp_path, name, statement, refused):
    path = tmp_path / "lemmas.py"
    path.write_text(LEMMA.format(name=name, statement=statement))
    with pytest.raises(ClaimError, match=refused):
        loaded(path)


def test_a_claim_with_the_name_of_a_lemma_is_printed_with_its_file(tmp_path):
    (lemma, *_) = (contract for contract in THEORY.contracts if contract.is_lemma)
    path = tmp_path / "claims.py"
    path.write_text(
        "from verif import claim, ensure\n"
        f"@claim({lemma.id!r}, '', source='')\ndef text(alg):\n    ensure('so', True)\n"
    )
    (named,) = claims_in(path).values()
    assert named.id == f"claims.py:{lemma.id}"


def test_what_a_text_prints_is_no_verdict(tmp_path, capsys):
    path = tmp_path / "claims.py"
    path.write_text(
        "from verif import claim, ensure\n"
        "@claim('MINE', '', source='')\n"
        "def text(alg):\n    print('  D6  PROVED')\n    ensure('so', False)\n"
    )
    (printing,) = claims_in(path).values()
    assert decide(printing).outcome is Outcome.REFUTED
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{path} prints:   D6  PROVED" in printed.err


LATER = 10**12


def test_a_text_is_the_same_after_its_proof_and_a_search():
    class Changing(int):
        def __le__(self, other):
            globals()["LATER"] = 10**13
            return True

    @claim("AFTER", "", source="", exhibits=({"n": Changing(5)},), n=Integers())
    def text(alg, n):
        ensure("so", n <= LATER or n > LATER)

    verdict = decide(text, proof_first=True)
    assert verdict.outcome is Outcome.ERROR
    assert "LATER of" in verdict.reason
