"""Divisions made on a path, and what they and the path's facts imply about another division."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verif.symbolic.terms import ONE, Literal, Polynomial, divide


@dataclass(frozen=True)
class Division:
    """A division of unknowns, with the quotient and remainder of Euclid's theorem."""

    dividend: Polynomial
    divisor: Polynomial
    quotient: Polynomial
    remainder: Polynomial

    @property
    def digits(self) -> Polynomial:
        """The dividend, written as divisor * quotient + remainder."""
        return self.divisor * self.quotient + self.remainder


def written_by_digits(x: Polynomial, known: Iterable[Division]) -> Polynomial:
    """Replace each unknown that was divided before by its quotient and remainder."""
    for division in known:
        match division.dividend.terms:
            case (((atom,), 1),):
                x = x.substitute({atom: division.digits})
            case _:
                pass
    return x


def below_a_multiple(x: Polynomial, y: Polynomial, facts: Iterable[Literal]) -> Polynomial | None:
    """Return an m such that a fact states x < y*m, or None."""
    for fact in facts:
        m, part = divide(x + ONE - fact.polynomial, y)
        if fact.relation == "<=" and m.terms and not part.terms:
            return m
    return None
