"""A path of symbolic execution: facts, substitutions, divisions, forks and replayed runs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.symbolic.runs import JUDGE, explored
from verif.kernel.errors import DivergedError
from verif.kernel.judge import Judge
from verif.kernel.obligation import FALSE, Answer, Reply
from verif.symbolic.exploration import explore
from verif.symbolic.path import MOST_QUOTIENTS, NEVER, Path, PathClosed
from verif.symbolic.terms import Atom, Literal, Polynomial
from verif.symbolic.values import SymInt, literal_of, on_path, polynomial_of

W, X, Y, Z = (Polynomial.unknown(Atom(name)) for name in "wxyz")
ONE = Polynomial.constant(1)


@pytest.fixture
def path():
    made = Path(JUDGE, "a test")
    with on_path(made):
        yield made


class Scripted:
    """A solver that gives up on its first `gives_up` queries."""

    name = "scripted 1"

    def __init__(self, gives_up):
        self.gives_up = gives_up
        self.queries = []

    def check(self, query, seconds):
        self.queries.append(query)
        if len(self.queries) <= self.gives_up:
            return Answer(Reply.UNKNOWN, self.name, reason="no luck")
        return JUDGE.solver.check(query, seconds)


@given(st.permutations([X - Y, Y - Z - ONE, Z - X.scaled(2) + ONE.scaled(3)]))
def test_equations_determine_their_unknowns_in_any_order(equations):
    path = Path(JUDGE, "a test")
    for equation in equations:
        path.assume(Literal("=", equation))
    # The first two equations give y = x and z = x - 1. So the third is x - 1 = 2x - 3, and x = 2.
    assert [path.normal(term).value for term in (X, Y, Z)] == [2, 2, 1]
    assert not path.facts


def test_an_unknown_is_not_replaced_by_a_term_that_contains_it(path):
    applied = Polynomial.unknown(Atom("f", (X,)))
    path.assume(Literal("=", X - applied))
    assert path.normal(X) == X
    path.assume(Literal("=", X - ONE))
    assert path.facts == [
        Literal("=", ONE - Polynomial.unknown(Atom("f", (ONE,)))),
    ]


def test_a_substitution_applies_to_earlier_substitutions(path):
    path.assume(Literal("=", X - Y * Z))
    path.assume(Literal("=", Y - ONE - ONE))
    assert path.normal(X) == Z.scaled(2)


def test_a_contradiction_closes_the_path(path):
    path.assume(Literal("=", X - ONE))
    with pytest.raises(PathClosed):
        path.assume(Literal("=", X))
    assert path.closed


def test_a_contradiction_exposed_by_a_substitution_closes_the_path(path):
    path.assume(Literal("!=", X - ONE))
    with pytest.raises(PathClosed):
        path.assume(Literal("=", X - ONE))


def test_an_ensured_literal_becomes_a_known_fact(path):
    path.assume(Literal("<=", ONE - X))
    assert not path.knows(Literal("<=", -X))
    assert path.ensure("x >= 0", Literal("<=", -X))
    assert path.knows(Literal("<=", -X))
    assert [obligation.name for obligation in path.obligations] == ["a test: x >= 0"]


def test_an_unproved_literal_is_a_failure_with_a_model(path):
    path.inputs["x"] = X
    path.assume(Literal("<=", ONE - X))
    assert not path.ensure("x >= 2", Literal("<=", ONE.scaled(2) - X))
    (failure,) = path.failures
    assert failure.model() == {"x": 1}
    assert not path.obligations


def test_only_entailed_literals_are_recorded_as_obligations(path):
    path.assume(Literal("<=", ONE - X))
    assert path.entails(Literal("<=", -X), "so")
    assert not path.entails(Literal("<=", X), "not so")
    assert len(path.obligations) == 1


def test_quotient_and_remainder_satisfy_euclidean_division(path):
    path.assume(Literal("<=", ONE - Y))
    quotient, remainder = path.divide(X, Y)
    assert path.ensure("exact", Literal("=", Y * quotient + remainder - X))
    assert path.ensure("at least 0", Literal("<=", -remainder))
    assert path.ensure("below the divisor", Literal("<=", remainder - Y + ONE))
    assert path.divide(X, Y) == (quotient, remainder)


def test_a_division_is_reused_after_a_substitution(path):
    path.assume(Literal("<=", ONE - Y))
    divided = path.divide(X, Y)
    path.assume(Literal("=", Z - X))
    assert path.divide(Z, Y) == tuple(map(path.normal, divided))


def test_divisions_by_different_divisors_are_distinct(path):
    path.assume(Literal("<=", ONE - Y))
    path.assume(Literal("<=", ONE - Z))
    assert path.divide(X, Y) != path.divide(X, Z)


def test_dividing_by_more_than_a_digit_adds_no_unknown(path):
    path.assume(Literal("<=", -X))
    path.assume(Literal("<=", X - Y + ONE))
    assert path.divide(X + Y * Z, Y) == (Z, X)
    assert path.divide(X - Y, Y) == (-ONE, X)
    path.assume(Literal("<=", ONE - X))
    assert path.divide(-X, Y) == (-ONE, Y - X)
    assert not path.divisions


def test_a_number_that_may_reach_the_divisor_is_not_a_digit(path):
    path.assume(Literal("<=", -X))
    path.assume(Literal("<=", X - Y))
    path.assume(Literal("<=", ONE - Y))
    assert path.divide(X, Y)[1] != X


def test_a_divided_number_is_rewritten_by_its_digits(path):
    path.assume(Literal("<=", ONE - Y))
    path.assume(Literal("<=", ONE - Z))
    quotient, remainder = path.divide(X, Y)
    # (z*x) div (z*y) is x div y, and the remainder is z times the remainder of x by y.
    assert path.divide(Z * X, Z * Y) == (quotient, Z * remainder)
    # x div (y*z) is (x div y) div z.
    above, digit = path.divide(quotient, Z)
    assert path.divide(X, Y * Z) == (above, Y * digit + remainder)
    assert len(path.divisions) == 2


@pytest.mark.parametrize("below", [False, True])
def test_numbers_that_may_carry_are_not_digits(path, below):
    path.assume(Literal("<=", ONE - Y))
    path.assume(Literal("<=", ONE - Z))
    path.assume(Literal("<=", -W))
    if below:
        path.assume(Literal("<=", W - Z + ONE))
    quotient, remainder = path.divide(X, Y)
    digits = quotient, Z * remainder + W
    assert (path.divide(Z * X + W, Z * Y) == digits) is below


def test_a_bound_on_the_dividend_bounds_the_quotient(path):
    path.assume(Literal("<=", ONE - Y))
    path.assume(Literal("<=", X - Y * Z + ONE))
    quotient, _ = path.divide(X, Y)
    assert path.knows(Literal("<=", quotient - Z + ONE))
    assert not path.knows(Literal("<=", quotient - Z + ONE + ONE))


def test_a_witness_must_be_shown(path):
    path.assume(Literal("<=", ONE - Y))
    assert not path.witness(X, Y, Z, ONE)
    path.assume(Literal("=", X - Y * Z - ONE))
    assert not path.witness(X, Y, Z, ONE)
    path.assume(Literal("<=", ONE.scaled(2) - Y))
    assert path.witness(X, Y, Z, ONE)


def test_every_path_is_run():
    branches = []

    def text(path, x, y):
        branches.append((bool(x > 0), bool(y > x), bool(y > 0)))

    exploration = explored(text, "x", "y")
    assert exploration.complete
    assert exploration.paths == len(branches) == len(set(branches)) == 6
    assert (True, True, False) not in branches


def test_a_failure_on_a_single_path_is_found():
    def text(path, x):
        if x * x == 49 and x < 0:
            path.ensure("x != -7", literal_of(x != -7))

    (failure,) = explored(text, "x").failures
    assert failure.answer.reply is Reply.SAT


@pytest.mark.parametrize("limit", [{"max_paths": 1}, {"seconds": 0.0}])
def test_an_exploration_stopped_by_a_limit_is_incomplete(limit):
    exploration = explore(JUDGE, "a test", lambda path: bool(SymInt.unknown("x") > 0), **limit)
    assert not exploration.complete


@pytest.mark.parametrize("gives_up", range(12))
def test_a_replayed_path_keeps_decisions_when_the_solver_answers_more(gives_up):
    """In a replay, a solver may answer a query that it could not answer before.

    The replayed path still keeps its earlier decision.
    """
    ends = set()

    def text(path, x, y):
        path.assume(literal_of(x >= 2))
        path.assume(literal_of(y >= 3))
        digit = (x * y + 1) % y == 1
        ends.add((bool(digit), bool(x > 5), bool(x * y > 20)))
        path.ensure("x*y >= 6", literal_of(x * y >= 6))

    exploration = explored(text, "x", "y", judge=Judge(Scripted(gives_up)))
    assert exploration.complete
    assert {(True, a, b) for a in (True, False) for b in (True, False)} <= ends


def test_a_nondeterministic_claim_is_detected():
    state = []

    def text(path, x):
        state.append(None)
        bool(x > len(state))

    with pytest.raises(DivergedError, match=r"^a test, path 2: "):
        explored(text, "x")


def test_a_run_that_ends_before_its_fork_is_detected():
    state = []

    def text(path, x):
        state.append(None)
        if len(state) < 2:
            bool(x > 0)

    problem = r"^a test, path 2 ends before all recorded decisions are repeated$"
    with pytest.raises(DivergedError, match=problem):
        explored(text, "x")


def test_a_claim_cannot_suppress_a_divergence_error():
    state = []

    def text(path, x):
        state.append(None)
        try:
            bool(x > len(state))
        except Exception:
            return

    with pytest.raises(DivergedError):
        explored(text, "x")


def test_a_path_closed_error_raised_by_a_claim_propagates():
    def text(path, x):
        raise PathClosed

    with pytest.raises(PathClosed):
        explored(text, "x")


def test_fresh_symbols_are_distinct(path):
    assert len({path.fresh(name) for name in ("a", "a_1", "a", "a_1_2")}) == 4


def test_false_follows_only_from_contradictory_facts(path):
    assert not path.ensure("never", NEVER)
    path.assume(Literal("<=", X))
    path.assume(Literal("<=", ONE - X))
    with pytest.raises(PathClosed):
        path.ensure("never", NEVER)
    assert polynomial_of(1) == ONE


def test_a_query_refuted_by_a_known_model_is_not_sent_to_the_solver():
    solver = Scripted(0)
    path = Path(Judge(solver), "a test")
    path.assume(Literal("<=", ONE - X))
    assert not path.entails(Literal("<=", X - ONE.scaled(3)), "x <= 3")
    assert not path.entails(Literal("<=", X - ONE.scaled(2)), "x <= 2")
    assert len(solver.queries) == 1
    path.assume(Literal("<=", X - ONE.scaled(2)))
    assert path.entails(Literal("<=", X - ONE.scaled(3)), "x <= 3")
    # One of the two new queries asks whether the assumptions are satisfiable.
    assert len(solver.queries) == 3


def test_facts_that_contradict_each_other_close_the_path_with_one_obligation(path):
    path.assume(Literal("<=", ONE - X))
    path.assume(Literal("<=", X * Y))
    assert path.ensure("x >= 0", Literal("<=", -X))
    path.assume(Literal("<=", ONE - Y))
    with pytest.raises(PathClosed):
        path.ensure("anything", Literal("=", Z))
    live, dead = path.obligations
    assert path.closed
    assert (live.name, live.is_dead) == ("a test: x >= 0", False)
    assert (dead.name, dead.goal, dead.is_dead) == ("a test: a case that cannot be", FALSE, True)
    assert JUDGE.ask(dead).reply is Reply.UNSAT


def test_consistency_is_checked_once_for_entailed_literals():
    solver = Scripted(0)
    path = Path(Judge(solver), "a test")
    path.assume(Literal("<=", ONE - X))
    for k in range(3):
        assert path.ensure(f"x > {-k}", Literal("<=", ONE - X - ONE.scaled(k)))
    assert sum("(not false)" in query for query in solver.queries) == 1


def test_conclusions_are_live_on_satisfiable_paths():
    def text(path, x):
        if x < 0:
            path.conclude("x < 1", literal_of(x < 1))
        else:
            path.assume(literal_of(x * x < 0))
            path.conclude("anything", literal_of(x == 5))

    exploration = explored(text, "x")
    assert not exploration.failures
    assert exploration.live == 1


def halvings(n):
    """Return how often n can be halved before it is 0."""
    return 0 if n == 0 else 1 + halvings(n // 2)


def test_a_recursion_on_quotients_without_a_bound_fails_after_few_paths():
    found = []

    def text(path, n):
        path.assume(literal_of(n >= 0))
        found.append(halvings(n))

    with pytest.raises(RecursionError, match="a number without a bound is divided"):
        explored(text, "n")
    assert found == [*range(MOST_QUOTIENTS)]


def test_a_recursion_on_quotients_ends_at_the_bound_of_its_number():
    found = []

    def text(path, n):
        path.assume(literal_of(n >= 0))
        path.assume(literal_of(n < 1 << (MOST_QUOTIENTS + 3)))
        found.append(halvings(n))

    assert explored(text, "n").complete
    assert found == [*range(MOST_QUOTIENTS + 4)]
