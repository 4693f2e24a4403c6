"""Theories collect the entries of modules in order, under unique names."""

import sys
from types import ModuleType

import pytest

from spec.modes import Modes
from verif.kernel.claim import claim
from verif.kernel.contract import Contract
from verif.kernel.errors import TheoryError
from verif.kernel.theory import Theory, registered
from verif.kernel.verbs import ensure
from verif.readings.modes import MODES
from verif.readings.numbers import Integers
from verif.theory import THEORY

TEXT = '''
from spec.modes import Modes
from verif.kernel.verbs import assume, ensure
from verif.kernel.contract import Promise
from verif.kernel.theory import contract, definition, lemma


@definition(on="modes")
def count_{name}(modes: Modes) -> int:
    return 1 + count_{name}(modes[1:]) if modes else 0


@lemma(whenever=count_{name}, where=lambda modes: bool(modes))
def first_{name}(modes: Modes):
    """Modes are counted
    from 0 on.

    This is not part of the statement.
    """
    return lambda: ensure("natural", count_{name}(modes) >= 0), lambda: None


def same_{name}(modes: Modes) -> Modes:
    return modes


@contract(same_{name}, on="modes", opens=True, rejects=KeyError)
def second_{name}(modes: Modes) -> Promise:
    """Modes are themselves."""
    return Promise()
'''


@pytest.fixture
def package(request):
    """Return a package name that only this test uses, because registrations persist."""
    return f"of_{abs(hash(request.node.nodeid))}"


@pytest.fixture
def module(monkeypatch, package):
    """Return a function that makes a module of the package.

    The name of the module is part of the names of its entries, so different modules have different
    entries.
    """

    def make(name, text=TEXT):
        made = ModuleType(f"{package}.{name}")
        monkeypatch.setitem(sys.modules, made.__name__, made)
        exec(text.format(name=name), vars(made))
        return made

    return make


def ids(theory):
    return [contract.id for contract in theory.contracts]


def test_a_theory_keeps_the_order_of_registration(module, package):
    later, earlier = module("z"), module("a")
    theory = registered(package)
    assert ids(theory) == ["first_z", "second_z", "first_a", "second_a"]
    assert list(theory.observations) == [later.count_z, earlier.count_a]
    assert theory.packages == (package,)
    assert ids(registered(f"{package}.a")) == ["first_a", "second_a"]
    assert not registered(package[:-1]).contracts


def test_registered_contracts_have_their_statements(module):
    made = module("a")
    theory = registered(made.__name__)
    first, second = theory.contracts
    assert (first.statement, first.is_lemma) == ("Modes are counted from 0 on", True)
    assert first.function is first.block is made.first_a
    assert (second.function, second.block) == (made.same_a, made.second_a)
    assert (second.on, second.opens, second.rejects) == ("modes", True, KeyError)
    assert not second.is_lemma
    (automatic,) = theory.automatic
    assert (automatic.observation, automatic.lemma) == (made.count_a, made.first_a)
    assert automatic.when(((1, 1),))
    assert theory.contract_of == {made.first_a: first, made.same_a: second}


def test_before_returns_the_part_that_a_proof_may_use(module, package):
    module("a")
    theory = registered(f"{package}.a")
    first, second = theory.contracts
    assert theory.before(first).contracts == theory.before(first).automatic == ()
    assert theory.before(second).contracts == (first,)
    assert theory.before(second).automatic == theory.automatic


def test_a_reloaded_module_replaces_its_entries(module, package):
    module("a")
    again = module("a")
    theory = registered(f"{package}.a")
    assert ids(theory) == ["first_a", "second_a"]
    assert {contract.block for contract in theory.contracts} == {again.first_a, again.second_a}


def test_duplicate_names_are_rejected(module, package):
    module("a")
    module("b", TEXT.replace("first_{name}", "first_a"))
    with pytest.raises(TheoryError, match=r"^names used twice, here or in the theory: first_a$"):
        registered(f"{package}.a", f"{package}.b")
    with pytest.raises(TheoryError, match=r"^names used twice, here or in the theory: first_a$"):
        registered(f"{package}.a").within(f"{package}.b")


@pytest.mark.parametrize("docstring", ["", '"""."""', '"""\n\n    Late.\n    """'])
def test_a_lemma_without_a_statement_is_rejected(module, package, docstring):
    text = f"""
from verif.kernel.theory import lemma


def silent(x: int):
    {docstring}
    return print, print


silent = lemma(silent)
"""
    message = r"^silent needs a docstring: it is the statement of the lemma$"
    with pytest.raises(TheoryError, match=message):
        module("a", text)
    assert not registered(f"{package}.a").contracts


def test_within_a_module_a_theory_has_its_registered_entries(module, package):
    module("a")
    inner = module("b")
    outer = registered(f"{package}.a")
    within = outer.within(inner.__name__)
    assert ids(within) == [*ids(outer), "first_b", "second_b"]
    assert within.observations == {**outer.observations, inner.count_b: "modes"}
    assert len(within.automatic) == 2
    assert within.packages == (f"{package}.a", f"{package}.b")
    assert ids(within.within(inner.__name__)) == ids(within)
    assert ids(outer) == ["first_a", "second_a"]


def test_only_the_theory_may_register_kinds_and_readings(module):
    made = module("a", "from verif.kernel.theory import kind, reading\n")
    exec("from verif.readings.modes import MODES, Modes, total\nkind(Modes, MODES)", vars(made))
    assert Theory({Modes: MODES}, {}, ()).within(made.__name__).kinds == {Modes: MODES}
    message = r"^of_\d+\.a must not register kinds or readings: they would be unproved$"
    with pytest.raises(TheoryError, match=message):
        Theory({}, {}, ()).within(made.__name__)
    exec("reading(total)(lambda lifter, modes: 1)", vars(made))
    with pytest.raises(TheoryError, match=message):
        THEORY.within(made.__name__)


def test_lemmas_and_claims_are_found_by_name(module):
    made = module("a")
    made.stated = claim("STATED", "", source="", x=Integers())(lambda alg, x: ensure("", x >= 0))
    theory = registered(made.__name__).within(made.__name__)
    assert theory.named("STATED") is made.stated
    assert theory.named("first_a").block is made.first_a


@pytest.mark.parametrize(
    ("name", "like"),
    [("frist_a", r" \(did you mean first_a\?\)"), ("second_a", ""), ("QUITE-ANOTHER", "")],
)
def test_an_unknown_name_is_reported_with_similar_names(module, package, name, like):
    """`second_a` is a contract, which a proof cites by calling its function, not by its name."""
    module("a")
    with pytest.raises(TheoryError, match=rf"^unknown lemma or claim '{name}'{like}$"):
        registered(f"{package}.a").named(name)


def test_a_definition_must_have_a_valid_python_name():
    with pytest.raises(TheoryError, match=r"not valid Python names: <lambda>$"):
        Theory({}, {lambda modes: 0: "modes"}, ())


def test_duplicate_names_are_reported_in_order():
    def b(modes):
        """A definition."""

    def a(modes):
        """A definition."""

    contracts = tuple(Contract(each.__name__, "", each, each) for each in (b, a))
    with pytest.raises(TheoryError, match=r"names used twice, here or in the theory: a, b$"):
        Theory({}, dict.fromkeys((b, a), "modes"), contracts)
