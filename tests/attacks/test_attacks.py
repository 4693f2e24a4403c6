"""No attack is proved.

An attack is a false claim whose counterexamples are too large for the search.
"""

from pathlib import Path

import pytest

from tests.attacks.sliced import attacks_in
from verif.claims.catalogue import catalogue, claims_in, module_of
from verif.deciding.decide import decide
from verif.kernel.claim import claim, proved, unknown
from verif.kernel.errors import ClaimError
from verif.kernel.text import form_of_text
from verif.kernel.verbs import ensure
from verif.kernel.verdict import Outcome
from verif.readings.domains import Layouts, NestedLayouts, Shapes
from verif.readings.numbers import Among, Integers
from verif.symbolic.contracts import require_contract
from verif.theory import THEORY

HERE = Path(__file__).parent

FILES = (
    *("false_claims", "looks", "escapes", "annotated", "theories"),
    *("disguises", "promises", "definitions", "symbols", "groups", "mistakes", "borrowed"),
    *("strangers", "latecomers", "kinds", "named", "by_mode"),
    *("circles", "held_circles", "conditions", "forms", "letters", "semantics"),
)

FALSE = [
    attack for file in FILES for attack in attacks_in(HERE / f"{file}.py") if attack.title != "true"
]

FEWEST_FALSE = 250


def test_the_number_of_attacks_does_not_shrink():
    assert len(FALSE) >= FEWEST_FALSE


def written(folder, attack):
    path = folder / "attack.py"
    path.write_text(attack.text)
    return path


@pytest.mark.parametrize("attack", FALSE, ids=lambda one: one.id)
def test_no_false_claim_is_proved(tmp_path, attack):
    try:
        claims = claims_in(written(tmp_path, attack))
    except ClaimError:
        # The compiler rejects the claim.
        return
    verdict = decide(claims[attack.name], 10)
    assert verdict.outcome in (Outcome.ERROR, Outcome.REFUTED, Outcome.UNKNOWN), verdict.scope


@pytest.mark.parametrize("one", catalogue(), ids=lambda one: one.id)
def test_every_claim_of_the_catalogue_is_in_the_language(one):
    assert form_of_text(one.text).params


def test_the_theory_is_in_the_language():
    for contract in THEORY.contracts:
        require_contract(contract)


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
    with pytest.raises(ClaimError, match="strides must be one of"):
        Layouts(strides="even")
    with pytest.raises(ClaimError, match="must be 0 or 1, not"):
        Shapes(profiles=((0,),), low=1000)


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


def test_a_title_is_one_line():
    with pytest.raises(ClaimError, match="one line each"):
        claim("LINES", "true\n  D6  PROVED  ranks all", source="")(lambda alg: None)


class Row(str):
    """A string that is printed as another string."""

    __slots__ = ()

    def __str__(self):
        return "true\n  D6  PROVED  ranks all"

    def isprintable(self):
        return True


def test_fields_of_a_claim_must_be_plain_strings():
    for said in ({"id": Row("A")}, {"title": Row("A")}, {"source": Row("A")}, {"expect": Row("A")}):
        with pytest.raises(ClaimError, match=r"must be (strings|proved)"):
            claim(**({"id": "A", "title": "", "source": ""} | said))(lambda alg: None)


def test_an_expectation_must_be_one_line():
    for expect in (lambda: proved(Row("x")), lambda: proved("x\n  D6"), lambda: unknown("x\n  D6")):
        with pytest.raises(ClaimError, match="one line"):
            expect()


@pytest.mark.parametrize("id", ["..", ".", ".hidden", "-x", "'"])
def test_an_id_that_names_a_folder_is_rejected(id):
    with pytest.raises(ClaimError, match="is not a valid id"):
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
        ("D6", "so", "the lemma D6 has the id of a claim"),
        ("so", "so\\x1b[1A", "must be one line"),
    ],
)
def test_a_lemma_is_called_and_printed_as_no_claim(tmp_path, name, statement, refused):
    path = tmp_path / "lemmas.py"
    path.write_text(LEMMA.format(name=name, statement=statement))
    with pytest.raises(ClaimError, match=refused):
        module_of(path)


def test_a_claim_with_the_name_of_a_lemma_is_printed_with_its_file(tmp_path):
    (lemma, *_) = (contract for contract in THEORY.contracts if contract.is_lemma)
    path = tmp_path / "claims.py"
    path.write_text(
        "from verif import claim, ensure\n"
        f"@claim({lemma.id!r}, '', source='')\ndef text(alg):\n    ensure('so', True)\n"
    )
    (named,) = claims_in(path).values()
    assert named.id == f"claims.py:{lemma.id}"
