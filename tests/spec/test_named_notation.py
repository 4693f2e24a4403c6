"""The notation with names accepts polynomials in place of numbers, and changes nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import LayoutError, NotationError, parse_expression
from spec.errors import StrideError
from spec.named import InexactError, names_in, valued
from spec.named_notation import parse_condition, parse_named_expression, parse_number
from tests.spec.strategies import layouts

NUMBERS = {"M": 6, "N": 10, "ld": 7}


def at(text, numbers=NUMBERS):
    """Return the value of a text that is a single literal."""
    return valued(parse_named_expression(text, tuple(numbers)).value, numbers)


POWERS = ("2**3", "-2**2", "(-2)**2", "2**3**2", "(1+1)**(8-5)", "0**0", "10**-0", "1_000**2")


def sums(depth):
    """Return a strategy for integer expressions that are also valid in Python."""
    leaves = st.sampled_from(["M", "N", "ld", "3", "12", "-4", "2_000_000", *POWERS])
    if depth == 0:
        return leaves
    below = sums(depth - 1)
    return st.one_of(
        leaves,
        st.tuples(below, st.sampled_from("+-*"), below).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(below, st.sampled_from("+-*"), leaves).map(lambda t: f"{t[0]} {t[1]} {t[2]}"),
        st.tuples(below, st.sampled_from(["2", "5"])).map(lambda t: f"({t[0]}) % {t[1]}"),
    )


@given(sums(3))
def test_a_polynomial_has_the_value_that_python_computes(text):
    assert valued(parse_number(text, tuple(NUMBERS)), NUMBERS) == eval(text, {}, NUMBERS)


@given(sums(1), st.sampled_from("+-*%"), st.integers(1, 9), st.sampled_from("*%"))
def test_blanks_do_not_change_the_value_of_a_number(text, sign, number, after):
    comparison = f"({text}) {sign} {number} {after} 3 - 8 % 5"
    for one in (comparison, comparison.replace(" ", "")):
        assert valued(parse_number(one, tuple(NUMBERS)), NUMBERS) == eval(comparison, {}, NUMBERS)


@pytest.mark.parametrize("text", ["6e5", "-6e5", "_6e5", "1_000e3", "2*6e5 - 1e0", "0x6e5"])
def test_a_number_with_an_exponent_is_an_integer(text):
    expected = 0x6E5 if "x" in text else eval(text.removeprefix("_"))
    value = parse_number(text, ())
    assert (value, type(value)) == (expected, int)


@given(layouts())
def test_texts_without_names_are_read_as_before(layout):
    for text in (str(layout), f"size({layout})", f"<{layout},8>", f"({layout.size})"):
        assert parse_named_expression(text, ("M",)) == parse_expression(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("(M)", "(6)"),
        ("(M)*2", "12"),
        ("((M+1)*2,N)", "(14,10)"),
        ("(2*M-2,N-1)", "(10,9)"),
        ("(M,(N,2)):(1,(M,ld*N))", "(6,(10,2)):(1,(6,70))"),
        ("<(M,2):(1,8),N:1>", "<(6,2):(1,8),10:1>"),
        ("Sw<3,4,3> o M*8 o (8,N):(64,1)", "Sw<3,4,3> o 48 o (8,10):(64,1)"),
        ("f32[M,8*(N+1)]{1,0:T(8,128)}", "f32[6,88]{1,0:T(8,128)}"),
        ("ceil(M/4)", "2"),
        ("floor((M+N)/3)", "5"),
        ("M/2", "3"),
        ("M+10-5%3", "14"),
        ("(M-8/4,N-5%3):(1,-5%3)", "(4,8):(1,1)"),
        ("(M,N):(1@0+1@1,2@0)", "(6,10):(1@0+1@1,2@0)"),
        ("(N-5%3)*2", "16"),
        ("f32[N-5%3,M-4/2]{1,0}", "f32[8,4]{1,0}"),
    ],
)
def test_named_expressions_have_known_values(text, wanted):
    assert at(text) == parse_expression(wanted).value


def test_a_name_before_a_coordinate_is_rejected():
    with pytest.raises(StrideError, match="the number before @ must not contain a name"):
        at("(M):(M@0)")


def test_an_inexact_division_is_rejected():
    with pytest.raises(InexactError, match=r"`/` is exact division, but 4 does not divide 6"):
        at("(M/4,N)")
    with pytest.raises(LayoutError, match="must be 1 or more, not -6"):
        at("ceil(N/-M)")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(M,Q)", "expected an integer or one of M, N, ld at position 3"),
        ("f32[M,]{1,0}", "expected an integer or one of M, N, ld at position 6"),
        ("2**M", "the operands of ** must be constants, as in 2**20; write M*M for a square at"),
        ("M**2", "the operands of ** must be constants, as in 2**20; write M*M for a square at"),
        ("2^20", "write a power with **, as in 2**20 at position 1"),
        ("2**-1", "a power must be an integer of at most 4096 bits at position 1"),
        ("(2**999)**999", "a power must be an integer of at most 4096 bits at position 8"),
        ("6e12345", "the number has too many digits at position 0"),
        ("(M):(1@M)", "expected the number of an entry after @ at position 7"),
        ("(M,", "at position 3"),
        ("size(M", "expected ',' or ')' at position 6"),
    ],
)
def test_an_invalid_text_is_rejected_at_its_position(text, problem):
    with pytest.raises(NotationError) as refused:
        parse_named_expression(text, tuple(NUMBERS), ("size",))
    assert problem in str(refused.value)


def test_conditions_are_read():
    condition = parse_condition("M % 3 == 0 and N > 2*M or ld != 7", ("M", "N", "ld"))
    assert [part.word for part in (condition, condition.parts[0])] == ["or", "and"]
    with pytest.raises(NotationError, match="expected one of == != <= >= < >"):
        parse_condition("M 3", ("M",))
    with pytest.raises(NotationError, match=r"numbers, as in M % 8 == 0\) at position"):
        parse_condition("M % 8", ("M",))


def test_conditions_and_expressions_read_numbers_alike():
    condition = parse_condition("M-5%3 == 4-8%5", ("M",))
    assert valued((condition.left, condition.right), NUMBERS) == (4, 1)


def test_names_are_found_in_order():
    assert tuple(names_in(parse_number("2*N + M*N", ("M", "N")))) == ("N", "M", "N")
