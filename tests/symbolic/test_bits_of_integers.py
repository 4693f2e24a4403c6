"""`^` and `&` of unknown integers agree with Python; repeated halving gives their bits."""

import operator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.symbolic.runs import assert_same, explored, halved
from verif.symbolic.values import SymInt, literal_of

BITWISE = {"^": operator.xor, "&": operator.and_}
NATURALS = st.integers(0, 2**12)
INTEGERS = st.integers(-(2**12), 2**12)


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
