"""Contracts are proved by induction, and what is wrong with one is not proved."""

from dataclasses import replace
from types import ModuleType

import pytest

from spec.modes import Mode, Modes, total
from verif.claims.theory.modes import MODES, SIZE
from verif.kernel.claim import assume, ensure
from verif.kernel.contract import Contract, Theory
from verif.kernel.errors import CircularProofError, NotLiftableError, TheoryError
from verif.kernel.judge import Judge
from verif.solvers import z3_solver
from verif.symbolic.induction import UnprovedError, prove_contract, prove_theory


def steps(modes: Modes) -> int:
    if not modes:
        return 0
    return 1 + steps(modes[1:])


def double(modes: Modes) -> Modes:
    if not modes:
        return ()
    (s, d), rest = modes[0], modes[1:]
    return ((2 * s, d),) + double(rest)


def drop_one(modes: Modes) -> Modes:
    (_, rest) = modes[0], modes[1:]
    return rest


def endless(modes: Modes) -> int:
    return 1 + elsewhere.again(modes) if modes else 0


def endless_too(modes: Modes) -> int:
    return endless(modes) if modes else 0


elsewhere = ModuleType(__name__)
setattr(elsewhere, "again", endless_too)  # noqa: B010 - not by the name that it has here


def of_endless(modes: Modes) -> None:
    if modes and modes[0]:
        endless(modes)


def lemma(modes: Modes) -> None:
    if modes:
        lemma(modes[1:])


def counted(result: int, modes: Modes) -> None:
    ensure("as many steps as modes", result == len(modes))


def theory(*contracts, observations=None, automatic=()):
    return Theory(
        kinds={Modes: MODES},
        observations={total: "modes"} if observations is None else observations,
        contracts=contracts,
        automatic=automatic,
        packages=("spec", "verif.claims", __name__),
    )


@pytest.fixture(scope="module")
def solver():
    solver = z3_solver()
    yield solver
    solver.stop()


@pytest.fixture
def judge(solver):
    return Judge(solver)


def assert_unproved(judge, contract, *, why=None, **given):
    with pytest.raises(UnprovedError, match=why):
        prove_contract(judge, theory(contract, **given), contract)
    assert not judge.theorems


COUNT = Contract("COUNT", "steps are counted", steps, ensures=counted)


def test_a_contract_is_proved_by_induction(judge):
    theorem = prove_contract(judge, theory(COUNT), COUNT)
    assert (theorem.id, theorem.by, theorem.paths) == ("COUNT", (), 2)
    assert judge.theorems == {COUNT: theorem}


def test_a_wrong_promise_is_not(judge):
    def one_more(result: int, modes: Modes) -> None:
        ensure("one more", result == len(modes) + 1)

    assert_unproved(judge, replace(COUNT, ensures=one_more), why="COUNT has 1 open conclusions: ")


def test_a_promise_that_holds_of_short_lists_only_is_not(judge):
    def small(result: int, modes: Modes) -> None:
        ensure("small", result < 5)

    assert_unproved(judge, replace(COUNT, ensures=small))


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
    ("function", "measure"),
    [
        (again, None),
        (up, lambda modes, n: n),
        (around, None),
        (down, lambda n, modes: n),
        (steps, lambda modes: -len(modes)),
        (steps, lambda modes: 0),
    ],
)
def test_a_recursion_whose_measure_does_not_fall_proves_nothing(judge, function, measure):
    def anything(*_: object) -> None:
        ensure("anything", False)

    contract = Contract("ANY", "anything", function, ensures=anything, measure=measure)
    assert_unproved(judge, contract, why="measure")


def test_a_body_must_not_assume(judge):
    def script(modes: Modes) -> None:
        assume("anything", False)

    contract = Contract("ASSUMES", "anything", script, ensures=lambda *_: ensure("x", False))
    with pytest.raises(TheoryError, match=r"^assumed in a body, not in a requirement: anything$"):
        prove_contract(judge, theory(contract), contract)


def test_a_body_may_refuse_only_as_it_says(judge):
    assert_unproved(judge, Contract("HEAD", "", drop_one), why="no IndexError")
    assert_unproved(judge, Contract("HEAD", "", drop_one, rejects=ValueError), why="no IndexError")


def refusing(modes: Modes) -> int:
    if not modes:
        raise KeyError("empty")
    return 1


def test_what_is_accepted_is_not_refused(judge):
    contract = Contract("REFUSING", "", refusing, rejects=KeyError, accepts=lambda modes: True)
    assert_unproved(judge, contract, why="no KeyError")


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
    assert_unproved(judge, Contract("KIND", "", function), why="at least 1")


def passes_size_0(modes: Modes) -> int:
    return heads(((0, 1),) + modes) + front((0, 1), modes)


def heads(modes: Modes) -> int:
    return 1


def front(mode: Mode, modes: Modes) -> int:
    return mode[0]


@pytest.mark.parametrize("called", [heads, front])
def test_an_argument_must_be_of_its_kind(judge, called):
    def positive(result: int, *_: object) -> None:
        ensure("positive", result >= 1)

    function = {heads: passes_to_heads, front: passes_to_front}[called]
    first = Contract("FIRST", "", called, ensures=positive)
    second = Contract("SECOND", "", function)
    prove_contract(judge, theory(first, second), first)
    with pytest.raises(UnprovedError, match=r"at least 1"):
        prove_contract(judge, theory(first, second), second)


def passes_to_heads(modes: Modes) -> int:
    return heads(((0, 1),) + modes)


def passes_to_front(modes: Modes) -> int:
    return front((0, 1), modes)


def seven(modes: Modes) -> bool:
    return 7


def truth(modes: Modes) -> None:
    return True


@pytest.mark.parametrize("function", [seven, truth])
def test_a_result_must_be_of_its_type(judge, function):
    contract = Contract("TYPE", "", function)
    with pytest.raises(TypeError, match=r"^result: "):
        prove_contract(judge, theory(contract), contract)


def test_a_requirement_is_owed_by_who_calls(judge):
    def nonempty(modes: Modes) -> None:
        assume("not empty", bool(modes))

    def shorter(result: Modes, modes: Modes) -> None:
        ensure("shorter", len(result) < len(modes))

    first = Contract("FIRST", "", drop_one, requires=nonempty, ensures=shorter)
    second = Contract("SECOND", "", calls_drop_one, ensures=shorter)
    prove_contract(judge, theory(first, second), first)
    with pytest.raises(UnprovedError, match=r"FIRST requires not empty"):
        prove_contract(judge, theory(first, second), second)


def calls_drop_one(modes: Modes) -> Modes:
    return drop_one(modes)


def test_a_promise_with_a_condition_says_nothing_without_it(judge):
    def when_long(result: int, modes: Modes) -> None:
        assume("long", len(modes) >= 5)
        ensure("long", result >= 5)

    def longer(result: int, modes: Modes) -> None:
        ensure("long", result >= 5)

    first = replace(COUNT, ensures=when_long)
    second = Contract("SECOND", "", calls_steps, ensures=longer)
    assert_unproved(judge, replace(first, ensures=longer))
    counting = replace(COUNT, id="FIRST")
    prove_contract(judge, theory(counting, second), counting)
    with pytest.raises(UnprovedError):
        prove_contract(judge, theory(replace(counting, ensures=when_long), second), second)


def calls_steps(modes: Modes) -> int:
    return steps(modes)


def test_a_theory_is_proved_in_order(judge):
    second = Contract("SECOND", "", calls_steps, ensures=counted)
    theorems = prove_theory(judge, theory(COUNT, second))
    assert [t.id for t in theorems] == ["COUNT", "SECOND"]
    assert theorems[1].by == ("COUNT",)


def test_the_order_is_what_may_be_cited(judge):
    """Before its proof a contract is no more than the text of its function."""
    second = Contract("SECOND", "", calls_steps, ensures=counted)
    with pytest.raises((UnprovedError, NotLiftableError)):
        prove_contract(judge, theory(second, COUNT), second)


def test_no_theorem_without_those_that_it_cites(judge):
    with pytest.raises(CircularProofError, match=r"^X cites COUNT: not proved before it$"):
        judge.prove("X", "", (), by=[COUNT])


def test_a_contract_is_not_proved_by_its_namesake(judge):
    """Neither an id nor an equal content makes one contract the theorem of another."""

    def wrong(result: int, modes: Modes) -> None:
        ensure("wrong", result == 5)

    prove_contract(judge, theory(COUNT), COUNT)
    with pytest.raises(UnprovedError):
        prove_theory(judge, theory(replace(COUNT, ensures=wrong)))


def test_ids_and_names_are_distinct():
    with pytest.raises(TheoryError, match=r"^named twice: COUNT$"):
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
def test_an_observation_is_of_shorter_lists_only(judge, observation):
    """f(L) = f(L) + 1 would prove everything."""

    def anything(*_: object) -> None:
        ensure("anything", False)

    contract = Contract("BAD", "", observing(observation), ensures=anything)
    given = theory(
        Contract("TURNED", "", turned),
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
    """A contract of the project's own, in a theory of its own."""
    assert prove_contract(judge, theory(SIZE), SIZE).statement == SIZE.statement


def never(_: None, modes: Modes) -> None:
    ensure("never", False)


def about(x: int) -> None:
    """It says nothing of x."""


def above_where_it_is(_: None, x: int) -> None:
    try:  # noqa: SIM105 - a text may spell it like this
        assume("above", x > 3)
    except BaseException:
        pass
    ensure("above", x > 3)


def citing(x: int) -> None:
    about(x)


def above(_: None, x: int) -> None:
    ensure("above", x > 3)


def test_observations_of_each_other_on_one_list_are_no_definitions(judge):
    contract = Contract("ENDLESS", "", of_endless, ensures=never)
    observed = {endless: "modes", endless_too: "modes"}
    with pytest.raises(TheoryError, match="endless is defined by that of no rest"):
        prove_contract(judge, theory(contract, observations=observed), contract)


def test_a_promise_that_catches_its_hypothesis_says_nothing(judge):
    cited = Contract("CITED", "", about, ensures=above_where_it_is)
    contract = Contract("CITING", "", citing, ensures=above)
    with pytest.raises(UnprovedError, match=r"^CITING "):
        prove_theory(judge, theory(cited, contract))
