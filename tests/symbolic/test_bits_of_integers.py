"""`^` and `&` of unknown integers agree with Python; repeated halving gives their bits."""

import math
import operator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.symbolic.runs import assert_same, explored, halved
from verif.symbolic.terms import AND, XOR
from verif.symbolic.values import SymInt, literal_of

BITWISE = {"^": operator.xor, "&": operator.and_}
NATURALS = st.integers(0, 2**12)
INTEGERS = st.integers(-(2**12), 2**12)
ANY = st.integers(-(2**70), 2**70) | st.integers(-3, 3)

RULES = {
    "`^` commutes": lambda x, y: (x ^ y, y ^ x),
    "`&` commutes": lambda x, y: (x & y, y & x),
    "x ^ x is 0": lambda x, _: (x ^ x, 0),
    "x & x is x": lambda x, _: (x & x, x),
    "x ^ 0 is x": lambda x, _: (x ^ 0, x),
    "0 ^ x is x": lambda x, _: (0 ^ x, x),
    "x & 0 is 0": lambda x, _: (x & 0, 0),
    "0 & x is 0": lambda x, _: (0 & x, 0),
    "(x ^ y) ^ y is x": lambda x, y: ((x ^ y) ^ y, x),
    "(x ^ y) ^ x is y": lambda x, y: ((x ^ y) ^ x, y),
    "y ^ (x ^ y) is x": lambda x, y: (y ^ (x ^ y), x),
    "x ^ (x ^ y) is y": lambda x, y: (x ^ (x ^ y), y),
    "operands may be sums": lambda x, y: ((x - 1) ^ (2 * y + 3) ^ (2 * y + 3), x - 1),
    "x & -8 is a multiple of 8": lambda x, _: (x & -8, x - x % 8),
    "x & -1 is x": lambda x, _: (-1 & x, x),
    "x | y is x + y - (x & y)": lambda x, y: (x | y, x + y - (y & x)),
    "x | x is x": lambda x, _: (x | x, x),
    "0 | x is x": lambda x, _: (0 | x, x),
}
"""The equations that the prover knows about bit operations: both sides, for x and y."""

NOT_EQUAL = {
    "`^` is not `&`": lambda x, y: (x ^ y, y & x),
    "x ^ y does not take y": lambda x, y: ((x ^ y) ^ (y + 1), x),
    "x & y does not give x back": lambda x, y: ((x & y) ^ y, x),
    "x & -6 is not a multiple": lambda x, _: (x & -6, x - x % 6),
}


@pytest.mark.parametrize("name", BITWISE)
def test_bitwise_operations_on_two_naturals_agree_with_python(name):
    for x, y in product((0, 1, 5), repeat=2):
        assert_same(BITWISE[name], x, y)


@pytest.mark.parametrize("name", BITWISE)
def test_bitwise_operations_with_a_literal_operand_agree_with_python(name):
    for number, x in product((0, 1, 6), (0, 2, 5)):
        assert_same(lambda u, number=number: BITWISE[name](u, number), x)
        assert_same(lambda u, number=number: BITWISE[name](number, u), x)


@pytest.mark.parametrize("name", BITWISE)
def test_nested_bitwise_operations_agree_with_python(name):
    for x, y, z in ((0, 2, 5), (3, 2, 0), (3, 3, 5)):
        assert_same(lambda a, b, c: BITWISE[name](a ^ b, b & c), x, y, z)


@pytest.mark.parametrize("name", BITWISE)
def test_dividing_bits_by_three_is_not_read_as_halving(name):
    for x, y in product((1, 3, 6), (0, 2, 7)):
        assert_same(lambda a, b: halved(BITWISE[name](a, b), 4) // 3, x, y)


@settings(max_examples=3, deadline=None)
@given(NATURALS, NATURALS, st.sampled_from(sorted(BITWISE)))
def test_bitwise_operations_on_12_bit_naturals_agree_with_python(x, y, name):
    assert_same(BITWISE[name], x, y)


@pytest.mark.parametrize("name", BITWISE)
def test_known_last_bits_determine_the_last_bit_of_the_result(name):
    """For x = 2*p + 1 and y = 2*q, the last bits are 1 and 0, and the halves are p and q."""

    def text(path, p, q):
        path.assume(literal_of(p >= 0))
        path.assume(literal_of(q >= 0))
        half, last = divmod(BITWISE[name](2 * p + 1, 2 * q), 2)
        assert last == BITWISE[name](1, 0)
        assert path.ensure("the half", literal_of(half == BITWISE[name](p, q)))

    assert not explored(text, "p", "q").failures


@pytest.mark.parametrize("name", BITWISE)
@pytest.mark.parametrize("signed", ["", "x", "y", "xy"])
def test_bitwise_operations_on_signed_integers_agree_with_python(name, signed):
    for x, y in product((-6, -1, 0, 5), repeat=2):
        assert_same(BITWISE[name], x, y, signed=signed)


@pytest.mark.parametrize("name", BITWISE)
def test_bitwise_operations_of_a_literal_and_a_signed_integer_agree_with_python(name):
    for number, x in product((-4, -1, 0, 6), (-5, -2, 0, 3)):
        assert_same(lambda u, number=number: BITWISE[name](u, number), x, signed="")
        assert_same(lambda u, number=number: BITWISE[name](number, u), x, signed="")


@pytest.mark.parametrize("mask", [0, 1, 7])
def test_the_bits_below_a_literal_power_of_two_are_a_remainder(mask):
    def text(path, x):
        for bits in (x & mask, mask & x):
            assert path.ensure("the remainder", literal_of(bits == x % (mask + 1)))

    assert not explored(text, "x").failures


@pytest.mark.parametrize("mask", [2, 6, -1, -8])
def test_other_masks_are_not_read_as_remainders(mask):
    def text(path, x):
        path.assume(literal_of(x >= 0))
        path.ensure("a remainder", literal_of(x & mask == x % (abs(mask) + 1)))

    assert explored(text, "x").failures


@settings(max_examples=3, deadline=None)
@given(INTEGERS, INTEGERS, st.sampled_from(sorted(BITWISE)))
def test_bitwise_operations_on_12_bit_signed_integers_agree_with_python(x, y, name):
    assert_same(BITWISE[name], x, y, signed="")


@pytest.mark.parametrize(
    ("operation", "least", "is_natural"),
    [
        (operator.and_, (0, 0), True),
        (operator.and_, (0, -1), True),
        (operator.and_, (-1, 0), True),
        (operator.and_, (-1, -1), False),
        (operator.xor, (0, 0), True),
        (operator.xor, (0, -1), False),
        (operator.xor, (-1, 0), False),
        (operator.xor, (-1, -1), False),
    ],
)
def test_bits_and_their_half_are_natural_where_an_operand_is(operation, least, is_natural):
    def text(path, x, y):
        for unknown, low in zip((x, y), least, strict=True):
            path.assume(literal_of(unknown >= low))
        bits = operation(x, y)
        for number in (bits, bits // 2):
            assert path.entails(literal_of(number >= 0), "a natural") == is_natural

    assert not explored(text, "x", "y").failures


def test_facts_about_halves_hold_for_signed_integers():
    """The facts that the engine assumes about `^` and `&` are true of concrete numbers."""
    for x, y in product(range(-40, 41), repeat=2):
        for operation in BITWISE.values():
            half, last = divmod(operation(x, y), 2)
            assert half == operation(x // 2, y // 2)
            assert last == operation(x % 2, y % 2)
        assert x & y >= 0 or (x < 0 and y < 0)
        assert x ^ y >= 0 or x < 0 or y < 0


def test_a_statement_false_for_some_integers_fails_without_a_model():
    def text(path, x, y):
        path.assume(literal_of(x >= 0))
        path.assume(literal_of(y >= 0))
        path.ensure("a sum", literal_of((x ^ y) == x + y))

    (failure,) = explored(text, "x", "y").failures
    # The solver leaves `^` uninterpreted, so the solver's model is not a counterexample.
    assert failure.model() is None


def test_equal_arguments_have_equal_bits():
    def text(path, x: SymInt, y: SymInt):
        path.assume(literal_of(x >= 0))
        path.assume(literal_of(y == x))
        assert path.ensure("one", literal_of((x ^ 3) == (y ^ 3)))

    assert not explored(text, "x", "y").failures


@pytest.mark.parametrize("rule", RULES)
@given(ANY, ANY)
def test_each_rule_about_bits_is_true_of_all_integers(rule, x, y):
    left, right = RULES[rule](x, y)
    assert left == right


@pytest.mark.parametrize("rule", RULES)
def test_the_prover_knows_each_rule_about_bits(rule):
    def text(path, x, y):
        left, right = RULES[rule](x, y)
        assert path.ensure(rule, literal_of(left == right))

    assert not explored(text, "x", "y").failures


@pytest.mark.parametrize("statement", NOT_EQUAL)
def test_a_false_equation_about_bits_is_not_proved(statement):
    def text(path, x, y):
        left, right = NOT_EQUAL[statement](x, y)
        path.ensure(statement, literal_of(left == right))

    assert explored(text, "x", "y").failures


def number_of(polynomial, values):
    """Calculate a polynomial with Python's operators. `values` has the values of the unknowns."""
    total = 0
    for monomial, coefficient in polynomial.terms:
        total += coefficient * math.prod(value_of(atom, values) for atom in monomial)
    return total


def value_of(atom, values):
    """Calculate an unknown or a bit operation with Python's operators."""
    operands = [number_of(each, values) for each in atom.arguments]
    bits = {XOR: operator.xor, AND: operator.and_}.get(atom.symbol)
    return bits(*operands) if bits else values[str(atom)]


EXPRESSIONS = st.recursive(
    st.sampled_from(["x", "y", "0", "5", "-1"]),
    lambda parts: st.builds("({} {} {})".format, parts, st.sampled_from("^&"), parts),
    max_leaves=8,
)


@settings(max_examples=15, deadline=None)
@given(st.lists(EXPRESSIONS, min_size=1, max_size=4), ANY, ANY)
def test_all_equations_that_nested_bit_operations_bring_are_true(expressions, x, y):
    brought = []

    def text(path, a, b):
        for expression in expressions:
            eval(expression, {"x": a, "y": b})
        brought.extend(path.facts)

    explored(text, "x", "y")
    for fact in brought:
        if fact.relation == "=":
            assert number_of(fact.polynomial, {"x": x, "y": y}) == 0


def test_a_rule_also_applies_to_a_term_that_is_known_under_another_name():
    def text(path, x, y, z):
        path.assume(literal_of(z == x))
        assert path.ensure("commutes", literal_of((x ^ y) == (y ^ z)))
        assert path.ensure("taken back", literal_of((z ^ y) ^ y == x))

    assert not explored(text, "x", "y", "z").failures


@pytest.mark.parametrize("signed", ["", "xy"])
def test_or_of_signed_integers_agrees_with_python(signed):
    for x, y in product((-6, 0, 5), repeat=2):
        assert_same(operator.or_, x, y, signed=signed)
    for number, x in product((-4, 6), (-5, 3)):
        assert_same(lambda u, number=number: number | u, x, signed="")
