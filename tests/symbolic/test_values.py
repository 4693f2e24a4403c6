"""An operation on symbolic integers agrees with Python or raises an error."""

import math
import operator
from itertools import product

import pytest

from tests.symbolic.runs import explored
from verif.kernel.constructors import is_a
from verif.symbolic.values import SymInt, current_path, literal_of, polynomial_of

SIGNED = (-7, -3, -2, -1, 0, 1, 2, 3, 7)
BINARY = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "divmod": divmod,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
    "max": max,
    "min": min,
    "and": lambda x, y: x and y,
    "or": lambda x, y: x or y,
    "sum": lambda x, y: sum([x, y, 1]),
    "prod": lambda x, y: math.prod([x, y]),
    "sorted": lambda x, y: tuple(sorted([x, y])),
    "any, all": lambda x, y: (any([x, y]), all([x, y])),
    "in": lambda x, y: x in (0, y),
    "in range": lambda x, y: x in range(3),
    "chain": lambda x, y: 0 <= x < y,
    "tuples": lambda x, y: (x, 1) < (y, 2),
    "truths": lambda x, y: ((x < y) == (y < 3), (x < y) != (y < 3)),
    "truth and number": lambda x, y: ((x < y) == 2, (x < y) + x, 1 + (x < y), (x < y) == y),
    "bitwise": lambda x, y: ((x < y) & (y < 3), (x < y) | (y < 3), (x < y) ^ (y < 3)),
    "bits of truths": lambda x, y: ((x < y) | 2, (x < y) & 2, 3 & (x < y)),
    "truths in order": lambda x, y: ((x < y) < (y < 3), (x < y) <= 1),
    "none": lambda x, y: (x == None, x != None, x == "x", (x < y) == None),
    "true divisor": lambda x, y: x // True + x % True + divmod(True, x + 10)[1],
}
UNARY = {
    "-": operator.neg,
    "+": operator.pos,
    "abs": abs,
    "not": operator.not_,
    "bool": bool,
    "<<": lambda x: x << 3,
    ">>": lambda x: x >> 2,
    "**": lambda x: (x**0, x**1, x**3),
}


def outcome(operation, *arguments):
    try:
        return operation(*arguments)
    except ZeroDivisionError:
        return ZeroDivisionError


def numbers(value):
    """Flatten a value to a list of numbers; an error class stays as it is."""
    if isinstance(value, tuple):
        return [number for part in value for number in numbers(part)]
    return [value]


def assert_same(operation, *arguments):
    """Assert that an operation on unknowns agrees with Python at `arguments`.

    The operation runs on free unknowns. Afterwards, the path assumes that the unknowns equal
    `arguments`.
    """
    expected = numbers(outcome(operation, *arguments))
    reached = []

    def text(path, *unknowns):
        found = numbers(outcome(operation, *unknowns))
        for unknown, argument in zip(unknowns, arguments, strict=True):
            path.assume(literal_of(unknown == argument))
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            if isinstance(one, type) or isinstance(other, type):
                assert path.entails(literal_of(one is other), "the same error")
            else:
                assert is_a(one, bool) == is_a(other, bool)
                assert path.ensure("the same number", literal_of(one == other))
        reached.append(path)

    exploration = explored(text, *"xyz"[: len(arguments)])
    assert exploration.complete
    assert not exploration.failures
    assert reached


@pytest.mark.parametrize("name", BINARY)
def test_binary_operators_on_unknowns_agree_with_python(name):
    for x, y in product((-7, -2, 0, 3), (-3, -1, 0, 2)):
        assert_same(BINARY[name], x, y)


@pytest.mark.parametrize("name", ["//", "%", "divmod"])
def test_division_agrees_with_python_for_every_combination_of_signs(name):
    for x, y in product(SIGNED, SIGNED):
        assert_same(BINARY[name], x, y)


@pytest.mark.parametrize("name", ["//", "%", "divmod", "-", "<"])
def test_operators_with_a_literal_operand_agree_with_python(name):
    for number, x in product((-3, 2), (-7, -2, 3, 7)):
        assert_same(lambda u, number=number: BINARY[name](u, number), x)
        assert_same(lambda u, number=number: BINARY[name](number, u), x)


@pytest.mark.parametrize("name", UNARY)
def test_unary_operators_on_unknowns_agree_with_python(name):
    for x in SIGNED:
        assert_same(UNARY[name], x)


def test_division_by_0_raises_as_in_python():
    assert_same(lambda x, y: x // y, 3, 0)
    assert_same(lambda x: 5 % x, 0)


def test_division_is_exact_for_a_dividend_written_in_digits():
    """For 0 <= a < c, (a + c*b) // c is b: in base c, a is the last digit of a + c*b."""
    for x, y, z in product((0, 1, 2), (0, 3), (3, 4)):
        assert_same(lambda a, b, c: (a + c * b) // c, x, y, z)


WITHOUT_READING = {
    "index": operator.index,
    "range": range,
    "element": lambda x: (1, 2)[x],
    "int": int,
    "float": float,
    "hash": hash,
    "set": lambda x: {x},
    "key": {1: 2}.get,
    "**": lambda x: x**-1,
    "** 17": lambda x: x**17,
    "** x": lambda x: 2**x,
    "/": lambda x: x / 2,
    "<<": lambda x: 1 << x,
    "~": lambda x: ~x,
    "round": round,
    "floor": math.floor,
    "gcd": lambda x: math.gcd(x, 2),
    "== 2.0": lambda x: x == 2.0,
    "< 2.0": lambda x: x < 2.0,
    "2.0 ==": lambda x: operator.eq(2.0, x),
}


@pytest.mark.parametrize("name", WITHOUT_READING)
def test_operations_without_a_reading_raise_an_error(name):
    with pytest.raises(TypeError):
        explored(lambda path, x: WITHOUT_READING[name](x), "x")


@pytest.mark.parametrize("name", WITHOUT_READING)
def test_a_claim_cannot_suppress_the_error_of_a_missing_reading(name):
    def text(path, x):
        try:
            WITHOUT_READING[name](x)
        except Exception:
            return

    with pytest.raises(TypeError):
        explored(text, "x")


def test_symbolic_values_count_as_integers_and_booleans():
    def text(path, x):
        assert is_a(x, int)
        assert not is_a(x, bool, tuple)
        assert is_a(x < 3, bool)
        assert not isinstance(x, int)

    explored(text, "x")


def test_a_comparison_does_not_fork_the_path():
    def text(path, x):
        _ = x < 3
        assert path.steps == []

    explored(text, "x")


def test_testing_a_comparison_forks_the_path():
    taken = []
    assert explored(lambda path, x: taken.append(bool(x < 3)), "x").paths == 2
    assert taken == [True, False]


def test_unknowns_are_printed_as_terms():
    x = SymInt.unknown("x")
    assert f"{x} {x + 1!r} {x < 3!r}" == "x (+ 1 x) (<= x 2)"
    assert polynomial_of(True).value == 1


def test_testing_a_comparison_outside_a_path_raises_an_error():
    with pytest.raises(LookupError):
        bool(SymInt.unknown("x") < 3)
    with pytest.raises(LookupError):
        current_path()
