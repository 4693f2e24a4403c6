"""SMT-LIB terms in infix notation: `(<= (+ 1 v_2) w_3)` becomes `v_2 < w_3`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from verif.symbolic.terms import AND, POWER, XOR

Term = str | list["Term"]
"""A symbol or number, or an operator and its operands."""

BITWISE: Final = {XOR: "^", AND: "&"}

NEGATED: Final = {"=": "!=", "<=": ">", "<": ">="}


def infix(text: str, truths: frozenset[str] = frozenset()) -> str:
    """Return the term in infix notation.

    `truths` contains the names of predicates. A predicate is an observation (a function of a list)
    whose value 1 means true.

    >>> infix("(<= (+ 1 v_2) (* q_9 s_1))")
    'v_2 < q_9*s_1'
    >>> infix("(not (= (+ r_1 (* 2 q_2)) (- 3)))")
    'r_1 + 2*q_2 != -3'

    The symbol of an observation of a list contains the list's name.

    >>> infix("(= (value.modes_1.i x_4) 1)")
    'value(modes_1, x_4) = 1'
    >>> fits = frozenset({"fits"})
    >>> infix("(= (fits.modes_1.i x_4) 1)", fits), infix("(not (= (fits.modes_1.i 2) 1))", fits)
    ('fits(modes_1, x_4)', 'not fits(modes_1, 2)')
    >>> infix("(<= 2 length_modes_1)")
    'length_modes_1 >= 2'
    >>> infix("(<= (+ 1 i_2) total.modes_1)")
    'i_2 < total(modes_1)'

    The symbols of operations on bits end in a dot.

    >>> infix("(= (xor. n_1 (two_to. k_2)) (* 2 (and. 7 n_1)))")
    '(n_1 ^ 2**k_2) = 2*(7 & n_1)'
    """
    return _comparison(parsed(text), truths)


def is_truth(text: str, truths: frozenset[str]) -> bool:
    """Return whether the term states that an observation in `truths` is true, or that it is false.

    >>> is_truth("(not (= (fits.modes_1.i x_4) 1))", frozenset({"fits"}))
    True
    """
    term = parsed(text)
    return _observes(term[1] if term[0] == "not" else term, truths)


def parsed(text: str) -> Term:
    """Return the term that an SMT-LIB text denotes."""
    return _parse(iter(re.findall(r"[()]|[^\s()]+", text)))


def _observes(term: Term, truths: frozenset[str]) -> bool:
    if not isinstance(term, list) or term[0] != "=" or term[2] != "1":
        return False
    return isinstance(term[1], list) and str(term[1][0]).partition(".")[0] in truths


def _parse(tokens: Iterator[str]) -> Term:
    token = next(tokens)
    if token != "(":
        return token
    parts: list[Term] = []
    while (part := _parse(tokens)) != ")":
        parts.append(part)
    return parts


def _comparison(term: Term, truths: frozenset[str], *, negated: bool = False) -> str:
    if isinstance(term, list) and term[0] == "not":
        return _comparison(term[1], truths, negated=True)
    if not isinstance(term, list) or term[0] not in NEGATED:
        return _sum(term)
    relation, left, right = str(term[0]), term[1], term[2]
    if _observes(term, truths):
        return f"{'not ' if negated else ''}{_sum(left)}"
    if relation == "<=" and isinstance(left, list) and left[:2] == ["+", "1"]:
        relation, left = "<", left[2] if len(left) == 3 else ["+", *left[2:]]
    if isinstance(left, str) and left.isdecimal() and relation == "<=" and not negated:
        return f"{_sum(right)} >= {left}"
    return f"{_sum(left)} {NEGATED[relation] if negated else relation} {_sum(right)}"


def _sum(term: Term) -> str:
    if isinstance(term, str):
        return _applied(term, []) if "." in term else term
    operator, operands = str(term[0]), term[1:]
    if operator == "+":
        return " + ".join(map(_sum, operands))
    if operator == "*":
        return "*".join(map(_factor, operands))
    if operator == "-":
        return f"-{_factor(operands[0])}"
    return _applied(operator, [_sum(operand) for operand in operands])


def _factor(term: Term) -> str:
    is_sum = isinstance(term, list) and term[0] == "+"
    return f"({_sum(term)})" if is_sum else _sum(term)


def _applied(symbol: str, numbers: list[str]) -> str:
    """Format an observation or an operation on bits, given its symbol and its integer arguments.

    Each `i` in the symbol of an observation is replaced by the next of these arguments.
    """
    if symbol == POWER:
        (exponent,) = numbers
        return f"2**{exponent}" if re.fullmatch(r"\w+", exponent) else f"2**({exponent})"
    if symbol in BITWISE:
        return f"({f' {BITWISE[symbol]} '.join(numbers)})"
    name, dot, forms = symbol.partition(".")
    if not dot:
        return f"{name}({', '.join(numbers)})"
    remaining = iter(numbers)
    filled = re.sub(r"(?<![^.<])i(?![^.>])", lambda _: next(remaining), forms)
    return f"{name}({filled.replace('<', '(').replace('>', ')').replace('.', ', ')})"
