"""SMT-LIB terms are printed in infix notation."""

import pytest

from verif.deciding.infix import infix


@pytest.mark.parametrize(
    ("term", "read"),
    [
        ("x", "x"),
        ("(<= 0 x)", "x >= 0"),
        ("(<= x 0)", "x <= 0"),
        ("(<= (+ 1 x y) z)", "x + y < z"),
        ("(not (<= x y))", "x > y"),
        ("(not (<= 1 x))", "1 > x"),
        ("(= (* (- 2) x) (* 3 y))", "-2*x = 3*y"),
        ("(= (* x (+ y 1)) 0)", "x*(y + 1) = 0"),
        ("(= (f (+ x 1)) 1)", "f(x + 1) = 1"),
        ("(<= (value.modes_1.i (+ x 1)) 1)", "value(modes_1, x + 1) <= 1"),
        ("(= (put.<i.i>.modes_2.i s d x) 0)", "put((s, d), modes_2, x) = 0"),
        ("(= (in.m_1.i x) 1)", "in(m_1, x)"),
        ("(not (= (in.m_1.i x) 1))", "not in(m_1, x)"),
        ("(= (in.m_1.i x) 0)", "in(m_1, x) = 0"),
        ("(= 1 y)", "1 = y"),
    ],
)
def test_terms_are_converted_to_infix(term, read):
    assert infix(term, frozenset({"in"})) == read
