"""Contracts are proved by induction, and wrong contracts are not proved."""

from dataclasses import replace

import pytest

from spec.modes import Mode, Modes
from tests.symbolic.counting import COUNT, anything, calls_steps, nothing, steps, theory
from verif.kernel.contract import Contract, Promise
from verif.kernel.errors import OutsideFragmentError, TheoryError
from verif.kernel.theory import Lemma
from verif.kernel.verbs import assume, ensure
from verif.symbolic.induction import UnprovedError, prove_contract


def drop_one(modes: Modes) -> Modes:
    (_, rest) = modes[0], modes[1:]
    return rest


def assert_unproved(judge, contract, *, why=None, **given):
    with pytest.raises(UnprovedError, match=why):
        prove_contract(judge, theory(contract, **given), contract)
    assert not judge.theorems


def test_a_contract_is_proved_by_induction(judge):
    theorem = prove_contract(judge, theory(COUNT), COUNT)
    assert (theorem.id, theorem.by, theorem.paths) == ("COUNT", (), 2)
    assert judge.theorems == {COUNT: theorem}


def test_a_wrong_postcondition_is_not_proved(judge):
    def one_more(modes: Modes) -> Promise:
        return Promise(lambda result: ensure("one more", result == len(modes) + 1))

    assert_unproved(judge, replace(COUNT, block=one_more), why="COUNT has 1 open conclusions: ")


def test_a_postcondition_true_only_for_short_lists_is_not_proved(judge):
    def small(modes: Modes) -> Promise:
        return Promise(lambda result: ensure("small", result < 5))

    assert_unproved(judge, replace(COUNT, block=small))


def again(modes: Modes) -> int:
    return again(modes)


def up(modes: Modes, n: int) -> int:
    return up(modes, n + 1)


def around(modes: Modes) -> int:
    return back(modes)


def back(modes: Modes) -> int:
    return around(modes)


def down(n: int, modes: Modes) -> int:
    return down(n - 1, modes)


@pytest.mark.parametrize(
    ("function", "on"),
    [
        (again, None),
        (again, "modes"),
        (up, lambda modes, n: n),
        (up, "n"),
        (around, None),
        (down, lambda n, modes: n),
        (down, "n"),
        (steps, lambda modes: -len(modes)),
        (steps, lambda modes: 0),
    ],
)
def test_a_recursion_without_a_decreasing_measure_is_not_proved(judge, function, on):
    contract = Contract("ANY", "anything", function, anything, on)
    assert_unproved(judge, contract, why="measure")


def test_a_body_must_not_assume(judge):
    contract = Contract("ASSUMES", "anything", assuming, anything)
    with pytest.raises(
        TheoryError, match=r"^an implementation or a proof must not call `assume`: anything$"
    ):
        prove_contract(judge, theory(contract), contract)


def assuming(modes: Modes) -> None:
    assume("anything", False)


def assuming_in_its_proof(modes: Modes) -> Lemma:
    return lambda: ensure("anything", False), lambda: assume("anything", False)


def test_a_proof_must_not_assume(judge):
    lemma = Contract("ASSUMES", "anything", assuming_in_its_proof, assuming_in_its_proof)
    with pytest.raises(
        TheoryError, match=r"^an implementation or a proof must not call `assume`: anything$"
    ):
        prove_contract(judge, theory(lemma), lemma)


def test_a_body_may_raise_only_its_declared_error(judge):
    for rejects in (None, ValueError):
        contract = Contract("HEAD", "", drop_one, nothing, rejects=rejects)
        assert_unproved(judge, contract, why="no IndexError")


def refusing(modes: Modes) -> int:
    if not modes:
        raise ValueError("empty")
    return 1


def test_a_body_may_not_reject_arguments_it_declares_accepted(judge):
    def accepted(modes: Modes) -> Promise:
        return Promise(accepts=lambda: True)

    contract = Contract("REFUSING", "", refusing, accepted, rejects=ValueError)
    assert_unproved(judge, contract, why="no ValueError")


def test_a_contract_must_reject_with_a_value_error(judge):
    contract = Contract("REFUSING", "", refusing, nothing, rejects=KeyError)
    with pytest.raises(OutsideFragmentError, match=r"or an error class of spec, not KeyError$"):
        prove_contract(judge, theory(contract), contract)


def with_size_0(modes: Modes) -> Modes:
    return ((0, 1),)


def with_size_0_in_front(modes: Modes) -> Modes:
    return ((0, 1),) + modes


def pair_with_size_0(modes: Modes) -> tuple[Modes, int]:
    return ((0, 1),), 1


def mode_of_size_0(modes: Modes) -> Mode:
    return (0, 1)


@pytest.mark.parametrize(
    "function", [with_size_0, with_size_0_in_front, pair_with_size_0, mode_of_size_0]
)
def test_a_result_must_be_of_its_kind(judge, function):
    assert_unproved(judge, Contract("KIND", "", function, nothing), why="at least 1")


def heads(modes: Modes) -> int:
    return 1


def front(mode: Mode, modes: Modes) -> int:
    return mode[0]


@pytest.mark.parametrize("called", [heads, front])
def test_an_argument_must_be_of_its_kind(judge, called):
    def positive(*_: object) -> Promise:
        return Promise(lambda result: ensure("positive", result >= 1))

    function = {heads: passes_to_heads, front: passes_to_front}[called]
    first = Contract("FIRST", "", called, positive)
    second = Contract("SECOND", "", function, nothing)
    prove_contract(judge, theory(first, second), first)
    with pytest.raises(UnprovedError, match=r"at least 1"):
        prove_contract(judge, theory(first, second), second)


def passes_to_heads(modes: Modes) -> int:
    return heads(((0, 1),) + modes)


def passes_to_front(modes: Modes) -> int:
    return front((0, 1), modes)


def itself(value):
    return value


def seven(modes: Modes) -> bool:
    return itself(7)


def truth(modes: Modes) -> None:
    return itself(True)


@pytest.mark.parametrize("function", [seven, truth])
def test_a_result_must_be_of_its_type(judge, function):
    contract = Contract("TYPE", "", function, nothing)
    with pytest.raises(TypeError, match=r"^result: "):
        prove_contract(judge, theory(contract), contract)


def eight(modes: Modes) -> bool:
    return 8


def test_a_result_of_another_type_than_its_annotation_is_refused(judge):
    contract = Contract("TYPE", "", eight, nothing)
    with pytest.raises(OutsideFragmentError, match="bool is needed here, not int"):
        prove_contract(judge, theory(contract), contract)


def test_the_caller_must_prove_a_precondition(judge):
    def shorter(modes: Modes) -> Promise:
        return Promise(lambda result: ensure("shorter", len(result) < len(modes)))

    def shorter_if_nonempty(modes: Modes) -> Promise:
        assume("not empty", bool(modes))
        return Promise(lambda result: ensure("shorter", len(result) < len(modes)))

    first = Contract("FIRST", "", drop_one, shorter_if_nonempty)
    second = Contract("SECOND", "", calls_drop_one, shorter)
    prove_contract(judge, theory(first, second), first)
    with pytest.raises(UnprovedError, match=r"FIRST requires not empty"):
        prove_contract(judge, theory(first, second), second)


def calls_drop_one(modes: Modes) -> Modes:
    return drop_one(modes)


def test_a_conditional_postcondition_gives_nothing_without_its_condition(judge):
    def when_long(modes: Modes) -> Promise:
        def shows(result: int) -> None:
            assume("long", len(modes) >= 5)
            ensure("long", result >= 5)

        return Promise(shows)

    def longer(modes: Modes) -> Promise:
        return Promise(lambda result: ensure("long", result >= 5))

    first = replace(COUNT, id="FIRST")
    second = Contract("SECOND", "", calls_steps, longer)
    assert_unproved(judge, replace(first, block=longer))
    prove_contract(judge, theory(first, second), first)
    with pytest.raises(UnprovedError, match=r"^SECOND has \d+ open conclusions: long"):
        prove_contract(judge, theory(replace(first, block=when_long), second), second)
