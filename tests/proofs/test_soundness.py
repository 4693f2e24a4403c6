"""Attempts to prove a false claim are caught."""

import ast
import inspect
import re
from importlib import import_module
from types import CodeType

import pytest

import spec
from tests.proofs import attacks
from tests.sampling import by_text, one_of_each
from verif.claims.catalogue import SUBJECTS, catalogue
from verif.deciding.decide import decide
from verif.deciding.proofs import judge
from verif.deciding.proving import foundations
from verif.kernel.errors import NotLiftableError
from verif.kernel.verdict import ALL, Outcome, Scope
from verif.readings.domains import LayoutsOfModes, Refinements
from verif.symbolic import runs
from verif.symbolic.claims import explore_profile, profiles, prove_at_every_rank
from verif.symbolic.induction import UnprovedError, prove_contract
from verif.symbolic.path import NEVER
from verif.theory import THEORY

FEWEST_ATTACKS = 13
FEWEST_PROVED = 71
FEWEST_AT_PROFILES = 66
FEWEST_CONTRACTS = 242

PROVED = [claim for claim in catalogue() if claim.expect.outcome is Outcome.PROVED]
AT_PROFILES = [
    claim
    for claim in PROVED
    # Leave out claims over `Refinements`, which have no profiles, and claims over
    # `LayoutsOfModes`, which index modes by an unknown number.
    if not any(
        isinstance(domain, Refinements | LayoutsOfModes) for domain in claim.domains.values()
    )
]
PROMISING = [
    contract
    for contract in THEORY.contracts
    if any(isinstance(constant, CodeType) for constant in contract.block.__code__.co_consts)
]
"""Contracts whose block contains a nested function, such as a function with postconditions."""


def by_part(contract):
    """Return a contract's kind (the folder of its function) and its id."""
    return contract.function.__module__.rpartition(".")[0], contract.id


def test_the_set_of_attacks_does_not_shrink():
    assert len(attacks.FALSE + attacks.AT_SOME_RANKS + attacks.OUTSIDE) >= FEWEST_ATTACKS
    assert len(PROVED) >= FEWEST_PROVED
    assert len(AT_PROFILES) >= FEWEST_AT_PROFILES
    assert len(PROMISING) >= FEWEST_CONTRACTS


@pytest.mark.parametrize("claim", attacks.FALSE, ids=lambda claim: claim.id)
def test_a_false_claim_is_not_proved(claim):
    assert decide(claim).outcome is not Outcome.PROVED


@pytest.mark.parametrize("claim", attacks.OUTSIDE, ids=lambda claim: claim.id)
def test_a_claim_outside_the_language_is_an_error_with_its_line(claim):
    verdict = decide(claim)
    assert verdict.outcome is Outcome.ERROR
    (line,) = re.findall(r"^\S*attacks\.py:(\d+): ", verdict.reason)
    assert int(line) > claim.text.__code__.co_firstlineno


@pytest.mark.parametrize("claim", attacks.AT_SOME_RANKS, ids=lambda claim: claim.id)
def test_a_claim_true_at_some_ranks_is_not_proved_for_every_rank(claim):
    verdict = decide(claim)
    assert (verdict.outcome, verdict.scope) == (
        Outcome.PROVED,
        Scope(("(*)", "(*,*)"), ALL),
    )


@pytest.mark.long
def test_contradictory_hypotheses_are_vacuous():
    verdict = decide(attacks.assumes_a_contradiction)
    assert verdict.outcome is Outcome.VACUOUS
    assert verdict.reason.startswith("no arguments satisfy its hypotheses in ")


@pytest.fixture
def nothing_follows(monkeypatch):
    """Replace every conclusion of a claim or contract by `False`."""

    def never(self, label, condition, values=()):
        self.path.ensure(label, NEVER)

    monkeypatch.setattr(runs.Proving, "ensure", never)
    monkeypatch.setattr(runs.Proving, "same", lambda self, label, *_: never(self, label, None))


@pytest.mark.usefixtures("nothing_follows")
@pytest.mark.parametrize("claim", one_of_each(PROVED, by_text))
def test_the_hypotheses_of_no_claim_imply_false(claim):
    with pytest.raises((UnprovedError, NotLiftableError, TypeError, AttributeError)):
        prove_at_every_rank(judge().leaning_on(()), claim, spec, foundations(), 120.0)


@pytest.mark.usefixtures("nothing_follows")
@pytest.mark.parametrize("claim", one_of_each(AT_PROFILES, by_text))
def test_the_hypotheses_of_no_claim_imply_false_at_profiles(claim):
    explored = (explore_profile(judge(), claim, spec, chosen, 120.0) for chosen in profiles(claim))
    assert any(one.exploration.failures for one in explored)


@pytest.mark.usefixtures("nothing_follows")
@pytest.mark.parametrize("contract", one_of_each(PROMISING, by_part))
def test_the_preconditions_of_no_contract_imply_false(contract):
    with pytest.raises(UnprovedError):
        prove_contract(judge().leaning_on(()), THEORY, contract)


each_module_of_texts = pytest.mark.parametrize(
    "module",
    [
        *dict.fromkeys(contract.block.__module__ for contract in THEORY.contracts),
        *(f"verif.claims.{subject}" for subject in SUBJECTS),
    ],
)


@each_module_of_texts
def test_claims_use_no_operation_that_differs_on_unknowns(module):
    """Code could use the name, text or type of a value to detect that the value is an unknown."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    assert not any(calls(node, name) for node in ast.walk(tree) for name in UNREAD)
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    for node in compared:
        for operator, side in zip(node.ops, node.comparators, strict=True):
            is_none = isinstance(side, ast.Constant) and side.value is None
            assert is_none or not isinstance(operator, ast.Is | ast.IsNot)


UNREAD = ("type", "str", "repr", "format", "ascii", "id", "vars", "dir", "hasattr", "getattr")


@each_module_of_texts
def test_code_guarded_by_proving_states_nothing(module):
    """A hypothesis or conclusion that is stated only during a proof would change the claim."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    asking = [node for node in ast.walk(tree) if calls(node, "proving")]
    branches = (node for node in ast.walk(tree) if isinstance(node, ast.If))
    guarded = [node for node in branches if any(calls(n, "proving") for n in ast.walk(node.test))]
    assert len(asking) == len(guarded)
    for node in guarded:
        assert not node.orelse
        inside = [inner for statement in node.body for inner in ast.walk(statement)]
        assert not any(isinstance(inner, ast.Return | ast.Raise) for inner in inside)
        assert not any(calls(inner, verb) for inner in inside for verb in VERBS)
        (text,) = (f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and node in f.body)
        outside = [inner for inner in ast.walk(text) if inner not in inside]
        assert names(inside, ast.Store).isdisjoint(names(outside, ast.Load))


VERBS = ("assume", "ensure", "ensure_equal", "same")


def calls(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def names(nodes, context):
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, context)}
