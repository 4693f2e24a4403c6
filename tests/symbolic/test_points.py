"""Points are values of unknowns at which all facts hold.

A literal that is false at a point is not implied by the facts, so no solver query is needed.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from verif.kernel.obligation import FALSE, Obligation, Reply
from verif.symbolic.points import GUESSES, MOST, Points
from verif.symbolic.terms import Atom, Literal, Polynomial, symbols

X, Y, Q, R = (Polynomial.unknown(Atom(name)) for name in "xyqr")
F = Polynomial.unknown(Atom("f", (Y,)))
ONE = Polynomial.constant(1)
POSITIVE = Literal("<=", ONE - X)
LESS = Literal("<=", X + ONE - Y)

numbers = st.integers(-20, 20)


def points(**values):
    made = Points()
    made.add(values.items())
    return made


@given(numbers, numbers)
def test_a_literal_false_at_a_point_that_satisfies_the_facts_is_refuted(x, y):
    assert points(x=x, y=y).refute(LESS, [POSITIVE]) == (x >= 1 and not x < y)


@given(numbers, st.integers(1, 20))
def test_every_point_is_extended_by_a_division(x, y):
    found = points(x=x, y=y)
    found.divide(X, Y, "q", "r")
    for wrong in (Literal("!=", Q - ONE.scaled(x // y)), Literal("!=", R - ONE.scaled(x % y))):
        assert found.refute(wrong, [Literal("=", Y * Q + R - X)])
        assert not found.refute(wrong.negated(), [])


def test_a_reused_name_has_the_value_of_the_last_division():
    """Forked paths may give the same name to different divisions."""
    found = points(x=7, y=2)
    found.divide(X, Y, "q", "r")
    found.divide(Y, X, "q", "r")
    assert found.refute(Literal("!=", Q), [])


def test_missing_values_of_a_point_are_guessed():
    found = points(x=1, y=0)
    for wrong in (Literal("=", Q), Literal("=", F)):
        assert found.refute(wrong, [])
        assert found.refute(wrong.negated(), [])
        assert found.refute(POSITIVE.negated(), [wrong])


def test_a_function_is_evaluated_by_its_table():
    found = Points()
    found.add([("x", 1)], [("f", ((1, 30), (2, 50), (40,)))])
    for argument, number in ((X, 30), (X + ONE, 50), (X - ONE, 40)):
        value = Polynomial.unknown(Atom("f", (argument,)))
        assert found.refute(Literal("!=", value - ONE.scaled(number)), [POSITIVE])
        assert not found.refute(Literal("=", value - ONE.scaled(number)), [])


literals = st.builds(
    lambda relation, parts, by, number: Literal(relation, parts[0] * by - parts[1] + number),
    st.sampled_from(("<=", "=", "!=")),
    st.tuples(*[st.sampled_from((X, Y, F, Polynomial.unknown(Atom("f", (X + Y,)))))] * 2),
    st.sampled_from((ONE, X, ONE.scaled(-3))),
    st.integers(-5, 5).map(Polynomial.constant),
)


@settings(max_examples=60)
@given(st.lists(literals, min_size=1, max_size=4), literals)
def test_a_refuted_literal_is_never_proved_by_the_solver(solver, facts, literal):
    found, every = Points(), (*facts, literal)
    hypotheses = tuple(fact.text for fact in facts)
    satisfied = solver.check(Obligation("", symbols(facts), hypotheses, FALSE).query(), 1.0)
    found.add(satisfied.model, satisfied.tables)
    if found.refute(literal, facts):
        obligation = Obligation("", symbols(every), hypotheses, literal.text)
        assert solver.check(obligation.query(), 1.0).reply is not Reply.UNSAT


def test_division_by_zero_constrains_no_value():
    found = points(x=1, y=0)
    found.divide(X, Y, "q", "r")
    for number in GUESSES:
        assert found.refute(Literal("!=", Q - ONE.scaled(number)), [])
        assert found.refute(Literal("!=", R - ONE.scaled(number)), [])


def test_only_the_latest_points_are_stored():
    found = points(x=0)
    assert found.refute(POSITIVE, [])
    for x in range(1, MOST + 1):
        found.add({"x": x}.items())
    assert not found.refute(POSITIVE, [])


def test_an_empty_model_adds_no_point():
    found = Points()
    found.add(())
    assert not found.refute(Literal("=", ONE), [])
