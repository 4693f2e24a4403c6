"""Which contracts a contract may cite, and which observations of lists a theory accepts.

An observation is a function of a list that proofs treat as an uninterpreted function.
"""

from dataclasses import replace
from types import ModuleType

import pytest

from spec.modes import Modes, total
from tests.symbolic.counting import COUNT, anything, calls_steps, counted, nothing, theory
from verif.kernel.contract import Contract, Promise
from verif.kernel.errors import (
    CircularProofError,
    NotLiftableError,
    OutsideFragmentError,
    TheoryError,
)
from verif.kernel.theory import Lemma
from verif.kernel.verbs import assume, ensure
from verif.symbolic.induction import UnprovedError, prove_contract, prove_theory
from verif.theory import THEORY


def test_a_theory_is_proved_in_order(judge):
    second = Contract("SECOND", "", calls_steps, counted)
    theorems = prove_theory(judge, theory(COUNT, second))
    assert [t.id for t in theorems] == ["COUNT", "SECOND"]
    assert theorems[1].by == ("COUNT",)


def test_a_contract_cannot_cite_a_later_contract(judge):
    """Until a contract is proved, proofs know only the code of its function."""
    second = Contract("SECOND", "", calls_steps, counted)
    with pytest.raises((UnprovedError, NotLiftableError)):
        prove_contract(judge, theory(second, COUNT), second)


def test_citing_an_unproved_contract_is_rejected(judge):
    with pytest.raises(CircularProofError, match=r"^X cites COUNT, which must be proved first$"):
        judge.prove("X", "", (), by=[COUNT])


def test_a_theorem_of_an_equal_contract_does_not_prove_another(judge):
    """A contract with the id of a proved contract is still proved separately."""

    def wrong(modes: Modes) -> Promise:
        return Promise(lambda result: ensure("wrong", result == 5))

    prove_contract(judge, theory(COUNT), COUNT)
    with pytest.raises(UnprovedError):
        prove_theory(judge, theory(replace(COUNT, block=wrong)))


def test_duplicate_contract_ids_are_rejected():
    with pytest.raises(TheoryError, match=r"^names used twice, here or in the theory: COUNT$"):
        theory(COUNT, replace(COUNT))


def bad(modes: Modes) -> int:
    return bad(((1, 1),) + modes) + 1


def bad_by_another(modes: Modes) -> int:
    if not modes:
        return 0
    return another(modes)


def another(modes: Modes) -> int:
    return bad_by_another(modes) + 1


def turned(modes: Modes) -> Modes:
    return modes


def bad_by_a_call(modes: Modes) -> int:
    if not modes:
        return 0
    return bad_by_a_call(turned(modes)) + 1


@pytest.mark.parametrize("observation", [bad, bad_by_another, bad_by_a_call])
def test_an_observation_may_recurse_only_on_shorter_lists(judge, observation):
    """The definition `f(L) = f(L) + 1` would prove everything."""
    contract = Contract("BAD", "", observing(observation), anything)
    given = theory(
        Contract("TURNED", "", turned, nothing),
        contract,
        observations={total: "modes", observation: "modes"},
    )
    with pytest.raises((TheoryError, NotLiftableError)):
        prove_contract(judge, given, contract)


def observing(observation):
    return {
        bad: observes_bad,
        bad_by_another: observes_bad_by_another,
        bad_by_a_call: observes_bad_by_a_call,
    }[observation]


def observes_bad(modes: Modes) -> None:
    if modes:
        bad(modes[1:])
        modes[1:][0]


def observes_bad_by_another(modes: Modes) -> None:
    bad_by_another(modes)
    if modes:
        modes[0]


def observes_bad_by_a_call(modes: Modes) -> None:
    bad_by_a_call(modes)
    if modes:
        modes[0]


def test_the_size_of_modes_is_positive(judge):
    """A contract of the project is proved in a theory that holds only this contract."""
    size = THEORY.named("size_is_positive")
    assert prove_contract(judge, theory(size), size).statement == size.statement


def about(x: int) -> Lemma:
    """Citing this lemma gives no fact about `x`: the lemma only concludes what it assumes."""

    def shows() -> None:
        try:  # noqa: SIM105 - a text may spell it like this
            assume("above", x > 3)
        except BaseException:
            pass
        ensure("above", x > 3)

    return shows, lambda: None


def citing(x: int) -> Lemma:
    return lambda: ensure("above", x > 3), lambda: about(x)


def endless(modes: Modes) -> int:
    return 1 + elsewhere.again(modes) if modes else 0


def endless_too(modes: Modes) -> int:
    return endless(modes) if modes else 0


elsewhere = ModuleType(__name__)
setattr(elsewhere, "again", endless_too)  # noqa: B010 - not by the name that it has here


def of_endless(modes: Modes) -> None:
    if modes and modes[0]:
        endless(modes)


def test_mutually_recursive_observations_are_rejected(judge):
    contract = Contract("ENDLESS", "", of_endless, anything)
    observed = {endless: "modes", endless_too: "modes"}
    refused = "`elsewhere` is a value of type module"
    with pytest.raises(OutsideFragmentError, match=refused):
        prove_contract(judge, theory(contract, observations=observed), contract)


def test_a_lemma_that_catches_its_own_assumption_is_rejected(judge):
    cited = Contract("CITED", "", about, about)
    contract = Contract("CITING", "", citing, citing)
    refused = r"`except BaseException` is not supported; catch ValueError or a narrower error"
    with pytest.raises(OutsideFragmentError, match=refused):
        prove_theory(judge, theory(cited, contract))
