"""Translate expressions with names, such as `128*M`, and conditions to SMT-LIB."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import lcm
from typing import Any, Final

from spec.named import (
    Made,
    Name,
    added,
    ceiled,
    exact,
    floored,
    multiplied,
    names_in,
    negated,
    remainder,
    subtracted,
)
from spec.named_notation import Comparison, Condition, Joined

_SIGNS: Final = {"==": "=", "<=": "<=", ">=": ">=", "<": "<", ">": ">"}

_TERMS: Final[Mapping[Callable[..., Any], str]] = {
    added: "(+ {} {})",
    subtracted: "(- {} {})",
    multiplied: "(* {} {})",
    negated: "(- {})",
    exact: "(div {} {})",
    floored: "(div {} {})",
    ceiled: "(div (- (+ {0} {1}) 1) {1})",
    remainder: "(mod {} {})",
}
"""The SMT-LIB term of each function. For positive divisors, a term rounds like its function."""


def term(item: Any) -> str:
    """Return an integer expression of names and numbers as an SMT-LIB term.

    >>> term(Made(ceiled, (Name("M"), 128)))
    '(div (- (+ M 128) 1) 128)'
    """
    match item:
        case Name(name):
            return name
        case Made(make, parts):
            return _TERMS[make].format(*map(term, parts))
        case _:
            return str(item) if item >= 0 else f"(- {-item})"


def formula(condition: Condition) -> str:
    """Return a condition as a term of sort Bool.

    >>> formula(Joined("and", (Comparison("<", Name("m"), Name("M")), Comparison("!=", 1, 2))))
    '(and (< m M) (not (= 1 2)))'
    """
    match condition:
        case Comparison("!=", left, right):
            return f"(not (= {term(left)} {term(right)}))"
        case Comparison(sign, left, right):
            return f"({_SIGNS[sign]} {term(left)} {term(right)})"
        case Joined(word, parts):
            return f"({word} {' '.join(map(formula, parts))})"


def domain(item: Any) -> Iterator[str]:
    """Yield the conditions under which an expression with names, or a condition, is defined.

    >>> list(domain(Made(exact, (Name("M"), 8))))
    ['(>= 8 1)', '(= (mod M 8) 0)']
    """
    match item:
        case Comparison(_, left, right):
            yield from domain((left, right))
        case Joined(_, parts):
            yield from domain(parts)
        case Made(make, parts):
            yield from domain(parts)
            if make in (exact, floored, ceiled, remainder):
                yield f"(>= {term(parts[1])} 1)"
            if make is exact:
                yield f"(= (mod {term(parts[0])} {term(parts[1])}) 0)"
        case tuple():
            for part in item:
                yield from domain(part)
        case _:
            return


def is_linear(item: Any) -> bool:
    """Return whether an expression or a condition has no product or quotient of names.

    >>> is_linear(Made(multiplied, (8, Name("M")))), is_linear(Made(multiplied, (Name("M"),) * 2))
    (True, False)
    """
    match item:
        case Comparison(_, left, right):
            return is_linear(left) and is_linear(right)
        case Joined(_, parts):
            return all(map(is_linear, parts))
        case Made(make, parts):
            divides = make in (exact, floored, ceiled, remainder)
            known = parts[1:] if divides else parts
            is_product = divides or make is multiplied
            return all(map(is_linear, parts)) and (
                not is_product or any(isinstance(part, int) for part in known)
            )
        case _:
            return True


def period(item: Any) -> int | None:
    """Return a period of `item` in all its names, or None if no period is found.

    If the period is added to the value of a name, the value of `item` stays the same.

    >>> period(Made(remainder, (Name("t"), 3))), period(Name("t")), period(None)
    (3, None, 1)
    """
    match item:
        case Made(make, (one, int(divisor))) if make is remainder and _is_polynomial(one):
            return divisor if divisor > 0 else None
        case Name():
            return None
        case Made(_, parts):
            periods = [period(part) for part in parts]
            return None if None in periods else lcm(*(one for one in periods if one))
        case _:
            return 1


def _is_polynomial(item: Any) -> bool:
    match item:
        case Made(make, parts):
            rings = (added, subtracted, multiplied, negated)
            return make in rings and all(map(_is_polynomial, parts))
        case _:
            return True


def names_in_condition(condition: Condition) -> Iterator[str]:
    """Yield the names in a condition.

    >>> list(names_in_condition(Comparison("<", Name("m"), Name("M"))))
    ['m', 'M']
    """
    match condition:
        case Comparison(_, left, right):
            yield from names_in((left, right))
        case Joined(_, parts):
            for part in parts:
                yield from names_in_condition(part)
