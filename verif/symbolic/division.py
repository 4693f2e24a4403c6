"""Divisions that a path has made, and what they and its facts tell of another one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from verif.symbolic.terms import ONE, Literal, Polynomial, divide


@dataclass(frozen=True)
class Division:
    """A division that was given unknowns, its witness of Euclid's theorem."""

    dividend: Polynomial
    divisor: Polynomial
    quotient: Polynomial
    remainder: Polynomial

    @property
    def digits(self) -> Polynomial:
        """The dividend, written by its quotient and its remainder."""
        return self.divisor * self.quotient + self.remainder


def written_by_digits(x: Polynomial, known: Iterable[Division]) -> Polynomial:
    """The polynomial, each unknown in it that was divided being written by the digits it has."""
    for division in known:
        match division.dividend.terms:
            case (((atom,), 1),):
                x = x.substitute({atom: division.digits})
            case _:
                pass
    return x


def below_a_multiple(x: Polynomial, y: Polynomial, facts: Iterable[Literal]) -> Polynomial | None:
    """An m of which a fact says that x < y*m; None where none does."""
    for fact in facts:
        m, part = divide(x + ONE - fact.polynomial, y)
        if fact.relation == "<=" and m.terms and not part.terms:
            return m
    return None
