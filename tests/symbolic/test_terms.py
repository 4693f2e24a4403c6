"""Every operation on polynomials commutes with evaluation."""

import pickle

from hypothesis import given
from hypothesis import strategies as st

from verif.symbolic.terms import Atom, Literal, Polynomial, divide, symbols

NAMES = ("x", "y", "z")
INTEGERS = st.integers(-9, 9)
VALUES = st.fixed_dictionaries(dict.fromkeys(NAMES, INTEGERS))
MONOMIALS = st.lists(st.sampled_from([Atom(name) for name in NAMES]), max_size=3).map(
    lambda atoms: tuple(sorted(atoms))
)
POLYNOMIALS = st.dictionaries(MONOMIALS, INTEGERS, max_size=4).map(Polynomial.of)
LITERALS = st.builds(Literal, st.sampled_from(("<=", "=", "!=")), POLYNOMIALS)
X, Y = (Polynomial.unknown(Atom(name)) for name in "xy")


def truth(literal, values):
    number = literal.polynomial.evaluate(values)
    return {"<=": number <= 0, "=": number == 0, "!=": number != 0}[literal.relation]


@given(POLYNOMIALS, POLYNOMIALS, INTEGERS, VALUES)
def test_ring_operations_commute_with_evaluation(p, q, factor, values):
    a, b = p.evaluate(values), q.evaluate(values)
    assert (p + q).evaluate(values) == a + b
    assert (p - q).evaluate(values) == a - b
    assert (p * q).evaluate(values) == a * b
    assert (-p).evaluate(values) == -a
    assert p.scaled(factor).evaluate(values) == factor * a


@given(POLYNOMIALS, POLYNOMIALS, POLYNOMIALS)
def test_ring_identities_are_equalities_of_objects(p, q, r):
    assert p * (q + r) == p * q + p * r
    assert p * q == q * p
    assert (p - p).value == 0


@given(POLYNOMIALS)
def test_zero_coefficients_are_dropped(p):
    assert all(coefficient for _, coefficient in p.terms)
    assert p.value is None or p == Polynomial.constant(p.value)


@given(POLYNOMIALS, POLYNOMIALS, VALUES)
def test_substitution_commutes_with_evaluation(p, q, values):
    replaced = p.substitute({Atom("x"): q})
    assert replaced.evaluate(values) == p.evaluate({**values, "x": q.evaluate(values)})


@given(POLYNOMIALS, POLYNOMIALS)
def test_substitution_reaches_into_arguments(p, q):
    applied = Polynomial.unknown(Atom("f", (p,)))
    assert applied.substitute({Atom("x"): q}) == Polynomial.unknown(
        Atom("f", (p.substitute({Atom("x"): q}),))
    )


@given(POLYNOMIALS, POLYNOMIALS.filter(lambda p: p.terms))
def test_quotient_and_remainder_recompose_the_dividend(dividend, divisor):
    quotient, rest = divide(dividend, divisor)
    assert divisor * quotient + rest == dividend


@given(LITERALS, VALUES)
def test_a_negated_literal_is_false_where_the_literal_is_true(literal, values):
    assert truth(literal.negated(), values) != truth(literal, values)


@given(LITERALS, VALUES)
def test_a_literal_without_unknowns_has_a_truth_value(literal, values):
    constant = literal.substitute(
        {Atom(name): Polynomial.constant(value) for name, value in values.items()}
    )
    assert constant.value is truth(literal, values)


@given(LITERALS, VALUES)
def test_the_smtlib_text_of_a_literal_has_its_meaning(literal, values):
    # `read` is an independent reader of SMT-LIB. It applies Python's operators to the arguments.
    assert read(literal.text, values) == truth(literal, values)


def read(text, values):
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()

    def term():
        token = tokens.pop(0)
        if token != "(":
            return values[token] if token in values else int(token)
        operator, arguments = tokens.pop(0), []
        while tokens[0] != ")":
            arguments.append(term())
        tokens.pop(0)
        return APPLIED[operator](*arguments)

    return term()


def product(*factors):
    result = 1
    for factor in factors:
        result *= factor
    return result


APPLIED = {
    "+": lambda *terms: sum(terms),
    "*": product,
    "-": lambda x: -x,
    "=": lambda x, y: x == y,
    "<=": lambda x, y: x <= y,
    "not": lambda x: not x,
}


def test_terms_are_written_in_smtlib():
    applied = Polynomial.unknown(Atom("f", (X + Y, Polynomial.constant(-2))))
    assert (X.scaled(-2) * Y + Polynomial.constant(3)).text == "(+ 3 (* (- 2) x y))"
    assert Literal("<=", X - Y).text == "(<= x y)"
    assert Literal("!=", X - Polynomial.constant(1)).text == "(not (= x 1))"
    assert applied.text == "(f (+ x y) (- 2))"
    assert Polynomial(()).text == "0"


def test_symbols_are_listed_with_their_arities():
    applied = Polynomial.unknown(Atom("f", (X,)))
    assert symbols((Literal("=", applied - Y),)) == (("f", 1), ("x", 0), ("y", 0))


@given(POLYNOMIALS, POLYNOMIALS)
def test_atoms_survive_pickling(p, q):
    """An unpickled atom keeps its symbol and arguments, and is equal to atoms of the same text."""
    atoms = Atom("f", (p, q)), Atom("f", (q, p)), Atom("x")
    there = pickle.loads(pickle.dumps(atoms))
    assert there == atoms
    assert [(a.symbol, a.arguments) for a in there] == [("f", (p, q)), ("f", (q, p)), ("x", ())]
    assert (atoms[0] == atoms[1]) == (p == q)
